import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/** How an organization's listings stood on a channel at the end of a day of its own, or last on one that is not over. */
const schema = `
create table listing_days (
  organization_id bigint not null references organizations on delete cascade,
  day date not null,
  channel text not null,
  listed bigint not null,
  refused bigint not null,
  ended bigint not null,
  primary key (organization_id, day, channel)
);
${own(['listing_days'], 'select')}
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
