import { type Kysely, sql } from 'kysely'

/** What the Open tab holds, in the words of `server/db/order-rules.ts`: its pages and every count of open orders read this. */
const schema = `
create index orders_open_tab on orders (organization_id, order_date desc, id desc) include (oversold)
  where state <> 'cancelled' and (lower(btrim(order_status)) = 'open' or lower(btrim(shipping_status)) not in ('fulfilled', 'shipped', 'delivered', 'returned'));
drop index orders_open;

-- Orders made by hand that were shipped while their other words went on saying that they wait.
update orders set order_status = 'Shipped', ready_to_ship = false
where channel = 'manual' and state = 'shipped' and lower(btrim(order_status)) = 'open';
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
