import { sql } from 'kysely'
import type { Found } from '#contract/search.ts'
import type { Ctx } from '../../context.ts'

export interface Wanted {
  /** As the product search reads it. */
  products: string
  /** In small letters. */
  words: readonly string[]
  limit: number
}

/** The dates of orders travel as text inside of JSON. */
type Row = Omit<Found, 'orders'> & { orders: (Omit<Found['orders'][number], 'orderDate'> & { orderDate: string })[] }

const orderColumns = sql`o.id, o.channel, o.number, o.external_order_id as "externalOrderId", o.buyer_name as customer, o.order_date as "orderDate",
  o.total_amount as "totalAmount", o.currency, o.order_status as "orderStatus", o.state, o.oversold`
const list = (rows: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`

/** Everything in one statement. */
export async function find(ctx: Ctx, { products, words, limit }: Wanted): Promise<Row> {
  const { organizationId } = ctx
  const typed = words.length > 0
  const orders = typed
    ? sql`select ${orderColumns} from suggest_orders(${words}::text[], ${limit}::int) s join orders o on o.organization_id = ${organizationId} and o.id = s.id order by s.place`
    : sql`select ${orderColumns} from orders o where o.organization_id = ${organizationId} order by o.order_date desc, o.id desc limit ${limit}`
  const { rows } = await sql<Row>`
    select ${list(sql`
      select p.id, p.sku, p.title, coalesce(p.images -> 0 ->> 'url', '') as image from suggest_products(${products}::jsonb, ${limit}::int) s
      join products p on p.organization_id = ${organizationId} and p.id = s.id order by s.place`)} as products,
    ${list(orders)} as orders,
    ${list(typed ? sql`select name, email from suggest_customers(${words}::text[], ${limit}::int)` : sql`select where false`)} as customers,
    ${list(
      typed
        ? sql`select t.id, t.name from product_templates t where t.organization_id = ${organizationId} and strpos(lower(t.name), ${words.join(' ')}) > 0
            order by strpos(lower(t.name), ${words.join(' ')}), lower(t.name) limit ${limit}`
        : sql`select where false`,
    )} as templates`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('a select without a table answers one row')
  return row
}
