import { type Kysely, sql } from 'kysely'

/** The list of listings of one account, and of those that are not live, begins at its first row instead of reading all that stand before it. */
const schema = `
create index listing_products_account on listing_products (organization_id, integration_id, updated_at desc, id desc);
create index listing_products_aside on listing_products (organization_id, status, updated_at desc, id desc) where status in ('draft', 'unlisted');
create index listing_products_account_aside on listing_products (organization_id, integration_id, status, updated_at desc, id desc) where status in ('draft', 'unlisted');
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
