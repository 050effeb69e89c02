import { type Kysely, sql } from 'kysely'

/** What the start page counts and sums, in the words of server/db/order-rules.ts, server/db/listing-rules.ts and domain/stock/low.ts. */
const schema = `
create index orders_to_ship on orders (organization_id, order_date desc, id desc) where state <> 'cancelled' and (ready_to_ship or (
  lower(btrim(order_status)) not in ('fulfilled', 'shipped', 'completed') and lower(btrim(shipping_status)) not in ('fulfilled', 'shipped', 'completed', 'delivered', 'returned')
  and lower(btrim(payment_status)) in ('', 'paid')));
create index listing_products_refused on listing_products (organization_id, updated_at desc, id desc) where status = 'error' or result ->> 'status' = 'rejected';
create index product_facts_low on product_facts (organization_id, quantity, product_id) where listed > 0 and quantity <= 2;
drop index orders_sales;
create index orders_sales on orders (organization_id, order_date) include (channel, currency, total_amount) where state <> 'cancelled';
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
