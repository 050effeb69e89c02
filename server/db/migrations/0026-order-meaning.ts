import { type Kysely, sql } from 'kysely'

/**
 * What an order means stands beside its channel's words: adapters say it from now on, this says it of the orders that are there. The words that are
 * named here are those that eBay, Shopify and orders made by hand have had until now. Each tab of the list has its own index, in the words
 * of server/db/order-rules.ts. The table is written anew, without the room that channels' records took in it.
 */
const schema = `
alter table orders
  add stage text not null default '' check (stage in ('', 'open', 'done')),
  add shipping text not null default 'open' check (shipping in ('none', 'open', 'partly', 'shipped')),
  add payment text not null default 'none' check (payment in ('none', 'open', 'partly', 'paid', 'partly_refunded', 'refunded', 'failed', 'void'));
drop index orders_open_tab;
drop index orders_to_ship;

update orders o set
  stage = case when said.of_order = 'open' then 'open' when said.of_order in ('completed', 'paid') then 'done' else '' end,
  shipping = case
    when said.of_shipping in ('fulfilled', 'shipped', 'delivered') then 'shipped'
    when said.of_shipping in ('returned', 'fulfillment_not_required') then 'none'
    when said.of_shipping in ('partially_fulfilled', 'partial') or (o.channel = 'ebay' and said.of_shipping = 'in_progress') then 'partly'
    else 'open' end,
  payment = case
    when said.of_payment = '' then 'none'
    when said.of_payment in ('paid', 'completed') then 'paid'
    when said.of_payment in ('partially paid', 'partially_paid') then 'partly'
    when said.of_payment in ('partially refunded', 'partially_refunded') then 'partly_refunded'
    when said.of_payment in ('refunded', 'fully_refunded') then 'refunded'
    when said.of_payment = 'failed' then 'failed'
    when said.of_payment in ('voided', 'chargeback') then 'void'
    else 'open' end
from (select organization_id, id, lower(btrim(order_status)) as of_order, lower(btrim(shipping_status)) as of_shipping, lower(btrim(payment_status)) as of_payment from orders) said
where said.organization_id = o.organization_id and said.id = o.id;

cluster orders using orders_pkey;
create index orders_open_tab on orders (organization_id, order_date desc, id desc) include (oversold)
  where state <> 'cancelled' and (stage = 'open' or shipping in ('open', 'partly'));
create index orders_to_ship on orders (organization_id, order_date desc, id desc)
  where state <> 'cancelled' and (ready_to_ship or (stage <> 'done' and shipping in ('open', 'partly') and payment in ('none', 'paid', 'partly_refunded')));
create index orders_completed on orders (organization_id, order_date desc, id desc)
  where stage = 'done' or (shipping in ('none', 'shipped') and payment in ('paid', 'partly_refunded'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
