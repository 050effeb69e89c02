import { type Kysely, sql } from 'kysely'

/** What an order's parcel measures and weighs, as somebody typed it. */
const schema = `alter table orders add parcel_size jsonb not null default '{}'`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
