import { type Kysely, sql } from 'kysely'

/** How many of an order's parcels, from its first on, have left with a part of its pieces: its channel is not told of these again. */
const schema = `alter table orders add sent_parcels integer not null default 0 check (sent_parcels >= 0)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
