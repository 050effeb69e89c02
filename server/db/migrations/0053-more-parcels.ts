import { type Kysely, sql } from 'kysely'

/** An order's parcels after the first, each with its service, number, size and weight. */
const schema = `alter table orders add more_parcels jsonb not null default '[]'`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
