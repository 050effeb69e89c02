import { type Kysely, sql } from 'kysely'

/** Live listings that nothing keeps in step: the header looks at each of them, as `outOfStep` of `server/db/listing-rules.ts` says. */
const schema = `
create index listing_products_by_hand on listing_products (organization_id, product_id)
  where external_id <> '' and status <> 'unlisted' and not sync and not sync_quantity;
create index listing_products_owing on listing_products (organization_id) include (integration_id) where pending is not null;
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
