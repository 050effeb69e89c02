import { type Kysely, sql } from 'kysely'

const schema = `
alter table integrations
  -- How far the last look had come that began with the whole overlap: looks after a channel's call read only what is newer by seconds.
  add orders_whole_cursor timestamptz,
  -- When all orders of a day were read again.
  add orders_reread_at timestamptz;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
