import { type Insertable, sql } from 'kysely'
import type { ChannelOrderLine } from '#channels/channel.ts'
import type { Ctx } from '../../../context.ts'
import type { OrdersTable } from '../../../db/tables/orders.ts'
import type { LineStock } from '#domain/orders/intake/line-stock.ts'
import type { TakenLine } from '../../stock/service.ts'
import { unitCost } from '../line-queries.ts'

/*
 * New orders of a channel, many in one statement. All of it is written as it stays: what is changed after it was written is written twice, into every index.
 */

type Row = Omit<Insertable<OrdersTable>, 'organizationId' | 'id' | 'shippingAddress' | 'billingAddress'> & {
  shippingAddress: object
  billingAddress: object
}
export interface MadeOrder {
  id: number
  externalOrderId: string
  /** Kept for its lines, as many as it has. */
  lineIds: number[]
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Keeps orders with what their channel says of them. Waits for whoever is just bringing one of them in; always in one order, so that nobody waits in a
 * circle.
 * @returns those that were not there
 */
export async function insertOrders(
  ctx: Ctx,
  orders: readonly { order: Row; raw: object; lines: number }[],
): Promise<MadeOrder[]> {
  const names = Object.keys(orders[0]?.order ?? {})
  const columns = sql.join(names.map((name) => sql.ref(snake(name))))
  const rows = orders.map(({ order }) => Object.fromEntries(Object.entries(order).map(([k, v]) => [snake(k), v])))
  const { rows: made } = await sql<MadeOrder>`
    with made as (
      insert into orders (organization_id, ${columns})
      select ${ctx.organizationId}, ${columns} from jsonb_populate_recordset(null::orders, ${JSON.stringify(rows)}::jsonb) order by external_order_id
      on conflict (organization_id, channel, external_order_id, integration_id) do nothing
      returning id, external_order_id
    ), given as (
      select * from unnest(${orders.map(({ order }) => order.externalOrderId)}::text[], ${orders.map(({ raw }) => JSON.stringify(raw))}::jsonb[], ${orders.map(({ lines }) => lines)}::int[])
        as d(external_order_id, body, lines)
    ), kept as (
      insert into order_documents (organization_id, order_id, body, hash, kept_at)
      select ${ctx.organizationId}, m.id, d.body, document_hash(d.body), ${ctx.services.clock.now()}::timestamptz from made m join given d using (external_order_id) returning order_id)
    select m.id, m.external_order_id, array(select nextval('order_items_id_seq') from generate_series(1, d.lines)) as line_ids
    from made m join given d using (external_order_id)`.execute(ctx.db)
  return made
}

type Line = ChannelOrderLine & {
  id: number
  orderId: number
  orderDate: Date
  integrationId: number
  soldAs?: string
  channelSent?: number | undefined
  /** What stock answered; none where it was not asked, or does not know the SKU. */
  answer: (LineStock & Pick<TakenLine, 'levelId' | 'productId'>) | undefined
}

/** Keeps lines with the product that their SKU has now, its cost and its age. @returns the orders with lines that are of no product of ours */
export async function insertLines(ctx: Ctx, lines: readonly Line[]): Promise<number[]> {
  if (lines.length === 0) return []
  const rows = lines.map(({ answer, ...line }) => ({ ...line, ...answer, turn: answer ? 1 : 0 }))
  const { rows: unknown } = await sql<{ orderId: number }>`
    with kept as (
      insert into order_items (organization_id, id, order_id, external_id, sku, item_title, price, quantity, tax_amount, discount_amount, shipping_cost,
        product_id, level_id, taken, shortfall, stock_turn, order_date, integration_id, cost, cost_currency, sent, lost, gone, uncounted, channel_sent, channel_returned, sold_as, product_created_at)
      select ${ctx.organizationId}, l.id, l."orderId", l."externalId", l.sku, l.title, l.price, l.quantity, l."taxAmount", l."discountAmount", l."shippingCost",
        coalesce(l."productId", s.product_id), l."levelId", coalesce(l.taken, 0), coalesce(l.shortfall, 0), l.turn, l."orderDate", l."integrationId",
        k.cost, case when k.cost is not null then g.currency end, coalesce(l.sent, 0), coalesce(l.lost, 0), coalesce(l.gone, 0), coalesce(l.uncounted, 0), coalesce(l."channelSent", 0), coalesce(l.returned, 0), coalesce(l."soldAs", ''), p.created_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(id bigint, "orderId" bigint, "externalId" text, sku text, title text, price bigint, quantity int,
        "taxAmount" bigint, "discountAmount" bigint, "shippingCost" bigint, sent int, lost int, "soldAs" text, "orderDate" timestamptz, "integrationId" bigint,
        "levelId" bigint, "productId" bigint, taken int, shortfall int, gone int, uncounted int, "channelSent" int, returned int, turn int)
      left join stock_levels s on s.organization_id = ${ctx.organizationId} and s.sku = l.sku
      left join products p on p.organization_id = ${ctx.organizationId} and p.id = s.product_id
      left join variations v on v.organization_id = ${ctx.organizationId} and v.id = s.variation_id
      join organizations g on g.id = ${ctx.organizationId}
      cross join lateral (select ${unitCost} as cost) k
      order by l.id
      returning order_id, level_id, product_id)
    select distinct order_id from kept where level_id is null and product_id is null`.execute(ctx.db)
  return unknown.map(({ orderId }) => orderId)
}

/** What only stock and the products could tell of orders. Most are neither. */
export async function markOrders(ctx: Ctx, o: { oversold: readonly number[]; unknown: readonly number[] }) {
  if (o.oversold.length === 0 && o.unknown.length === 0) return
  await sql`
    update orders set oversold = id = any(${o.oversold}::bigint[]), has_unknown = id = any(${o.unknown}::bigint[])
    where organization_id = ${ctx.organizationId} and id = any(${[...o.oversold, ...o.unknown]}::bigint[])`.execute(
    ctx.db,
  )
}
