import { type Kysely, sql } from 'kysely'

/** Whether anything was ever listed: without it, who listed nothing has all their drafts looked through. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index listing_products_listed_once on listing_products (organization_id) where listed_at is not null`.execute(
    db,
  )
}
