import { type Kysely, sql } from 'kysely'

/* What a seller ended by hand is not begun again by its schedule: right before, it is looked whether it is still on sale there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table listing_prices add column seen_at timestamptz`.execute(db)
}
