import { type Kysely, sql } from 'kysely'

/**
 * Figures of most products are those of all orders without what the others come to. These are found by their products; lines of none, and
 * orders of no piece, are few, and found here.
 */
const schema = `
create index order_items_of_none on order_items (organization_id) where product_id is null;
create index orders_empty on orders (organization_id) where total_quantity = 0;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
