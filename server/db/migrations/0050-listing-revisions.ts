import { type Kysely, sql } from 'kysely'

/** Where a channel lets a listing be changed only so often: how often it still may, and when that was counted. */
const schema = `
alter table listing_debts
  add revisions_left real,
  add revisions_at timestamptz;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
