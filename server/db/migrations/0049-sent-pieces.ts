import { type Kysely, sql } from 'kysely'

/** How many pieces of a line are in parcels already: whoever packs the rest is asked for no others. */
const schema = `alter table order_items add sent integer not null default 0 check (sent >= 0)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
