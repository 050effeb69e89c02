import { type Kysely, sql } from 'kysely'

/** What is over keeps the numbers of its items and forgets those that nobody asks for; members are told when it ends. */
const schema = `
alter table publish_runs add settled jsonb not null default '{}', add settled_at timestamptz;
alter table notification_settings drop constraint notification_settings_kind_check;
alter table notification_settings add constraint notification_settings_kind_check
  check (kind in ('orders', 'oversold', 'refused', 'disconnected', 'published'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
