import { type Kysely, sql } from 'kysely'

/**
 * A line says itself when and on which account it was sold, so that a SKU's sales of the last weeks are read without its whole life of orders. A
 * number on a channel tells which of its pieces came there without us.
 */
const schema = `
alter table order_items add order_date timestamptz, add integration_id bigint;
update order_items i set order_date = o.order_date, integration_id = o.integration_id from orders o where o.organization_id = i.organization_id and o.id = i.order_id;
create index order_items_sold on order_items (organization_id, sku, integration_id, order_date) include (quantity) where integration_id is not null;
alter table listing_stock add risen integer not null default 0 check (risen >= 0);
drop index listing_stock_hidden;
create index listing_stock_hidden on listing_stock (hidden_since) where hidden > 0 or risen > 0;
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
