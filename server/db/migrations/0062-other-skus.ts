import { type Kysely, sql } from 'kysely'

/** Listings that are linked under other SKUs than their products have here: theirs → ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table found_listings add pairs jsonb not null default '{}'`).execute(db)
}
