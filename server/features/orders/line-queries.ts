import { sql } from 'kysely'
import type { ChannelOrderLine } from '#channels/channel.ts'
import { type LineStock, isOversold } from '#domain/orders/intake/line-stock.ts'
import type { Ctx } from '../../context.ts'

/** A line as stock sees it. */
export interface StockItem {
  id: number
  externalId: string
  sku: string
  quantity: number
  levelId: number | null
  taken: number
  shortfall: number
  stockTurn: number
  sent: number
  lost: number
  gone: number
  uncounted: number
  productId: number | null
  /** As its channel said last. */
  channelSent: number
  channelReturned: number
  /** What its channel sold it as, where that is not its SKU. */
  soldAs: string
}

const stockColumns = [
  'id',
  'externalId',
  'sku',
  'quantity',
  'levelId',
  'taken',
  'shortfall',
  'stockTurn',
  'sent',
  'lost',
  'gone',
  'uncounted',
  'productId',
  'channelSent',
  'channelReturned',
  'soldAs',
] as const

export const itemsOf = (ctx: Ctx, orderId: number): Promise<StockItem[]> =>
  ctx.db
    .selectFrom('orderItems')
    .select(stockColumns)
    .where('organizationId', '=', ctx.organizationId)
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()

/** What a unit of level `s` costs now, of product `p` and variation `v`; null where nobody entered it. */
export const unitCost = sql`case when s.bundled = 'bundle' then unit_cost(s.organization_id, s.id, coalesce(v.cost, p.cost)) else nullif(coalesce(v.cost, p.cost), 0) end`

/** A line as it is to be stored; `sent` by all that is known, `channelSent` as its channel says. Of what nobody tells how much was sent, that stays which was sent from here. */
type SavedLine = ChannelOrderLine & { cost?: number; soldAs?: string; channelSent?: number | undefined }

/** Saves lines by their external ids, with the product that their SKU has now, and its cost where the line does not say one. A line that stock was promised to keeps its SKU. Pieces that a parcel took along lie in the box no more. @returns them as they stand now */
export async function saveLines(ctx: Ctx, orderId: number, lines: readonly SavedLine[]): Promise<StockItem[]> {
  if (lines.length === 0) return []
  const packed = lines.some(({ sent }) => sent !== undefined) ? await packedLines(ctx, orderId) : []
  const { rows } = await sql<StockItem>`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l("externalId" text, sku text, title text, price bigint, quantity int, "taxAmount" bigint, "discountAmount" bigint, "shippingCost" bigint, cost bigint, sent int, lost int, "channelSent" int, returned int, "soldAs" text))
    insert into order_items (organization_id, order_id, external_id, sku, item_title, price, quantity, tax_amount, discount_amount, shipping_cost, product_id, order_date, integration_id, cost, cost_currency, sent, lost, channel_sent, channel_returned, sold_as, product_created_at)
    select ${ctx.organizationId}, o.id, l."externalId", l.sku, l.title, l.price, l.quantity, l."taxAmount", l."discountAmount", l."shippingCost", s.product_id, o.order_date, o.integration_id, k.cost, case when k.cost is not null then g.currency end, coalesce(l.sent, case when x.id is not null then least(x.sent, l.quantity) end, 0), coalesce(l.lost, 0), coalesce(l."channelSent", x.channel_sent, 0), coalesce(l.returned, 0), coalesce(l."soldAs", ''), p.created_at
    from told l
    left join order_items x on x.organization_id = ${ctx.organizationId} and x.order_id = ${orderId} and x.external_id = l."externalId"
    join orders o on o.organization_id = ${ctx.organizationId} and o.id = ${orderId}
    left join stock_levels s on s.organization_id = ${ctx.organizationId} and s.sku = l.sku
    left join products p on p.organization_id = ${ctx.organizationId} and p.id = s.product_id
    left join variations v on v.organization_id = ${ctx.organizationId} and v.id = s.variation_id
    join organizations g on g.id = ${ctx.organizationId}
    cross join lateral (select coalesce(nullif(l.cost, 0), ${unitCost}) as cost) k
    on conflict (organization_id, order_id, external_id) do update set
      sku = case when order_items.level_id is null then excluded.sku else order_items.sku end,
      sold_as = case when order_items.level_id is null then excluded.sold_as else order_items.sold_as end, item_title = excluded.item_title, price = excluded.price,
      quantity = excluded.quantity, tax_amount = excluded.tax_amount, discount_amount = excluded.discount_amount, shipping_cost = excluded.shipping_cost,
      order_date = excluded.order_date, integration_id = excluded.integration_id,
      lost = excluded.lost,
      sent = excluded.sent, channel_sent = excluded.channel_sent,
      channel_returned = greatest(order_items.channel_returned, excluded.channel_returned)
    returning ${sql.join(stockColumns.map((column) => sql.ref(column)))}`.execute(ctx.db)
  await takeAlong(ctx, packed, rows)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Lines of an order with pieces in the box, and how many of each were sent. */
const packedLines = (ctx: Ctx, orderId: number) =>
  ctx.db
    .selectFrom('packedPieces as b')
    .innerJoin('orderItems as i', (j) =>
      j.onRef('i.organizationId', '=', 'b.organizationId').onRef('i.id', '=', 'b.itemId'),
    )
    .select(['i.id', 'i.sent'])
    .distinct()
    .where('b.organizationId', '=', ctx.organizationId)
    .where('b.orderId', '=', orderId)
    .execute()

/** Takes what has been sent since out of the box. */
async function takeAlong(
  ctx: Ctx,
  packed: readonly { id: number; sent: number }[],
  saved: readonly StockItem[],
): Promise<void> {
  const sentNow = new Map(saved.map((line) => [line.id, line.sent]))
  const parcel = packed.flatMap(({ id, sent }) => {
    const units = (sentNow.get(id) ?? sent) - sent
    return units > 0 ? [{ id, units }] : []
  })
  if (parcel.length === 0) return
  await sql`
    update packed_pieces b set pieces = greatest(b.pieces - s.units * s.pieces, 0)
    from (
      select p.item_id, p.level_id, l.units, coalesce(k.pieces, 1) as pieces
      from unnest(${parcel.map(({ id }) => id)}::bigint[], ${parcel.map(({ units }) => units)}::int[]) as l(item_id, units)
      join packed_pieces p on p.organization_id = ${ctx.organizationId} and p.item_id = l.item_id
      join order_items i on i.organization_id = ${ctx.organizationId} and i.id = l.item_id
      left join bundle_parts k on k.organization_id = ${ctx.organizationId} and k.bundle_level_id = i.level_id and k.part_level_id = p.level_id) s
    where b.organization_id = ${ctx.organizationId} and b.item_id = s.item_id and b.level_id = s.level_id`.execute(
    ctx.db,
  )
}

/** All of an order has left: what of its lines was not refunded before. */
export const sendAll = (ctx: Ctx, orderId: number) =>
  sql`update order_items set sent = greatest(sent, quantity - lost) where organization_id = ${ctx.organizationId} and order_id = ${orderId}`.execute(
    ctx.db,
  )

/** Removes all other lines of an order. One whose pieces lie in the box stays until they are out, for none of them: it tells the packer. */
export const removeLinesBut = (ctx: Ctx, orderId: number, externalIds: readonly string[]) =>
  sql`
    with other as (
      select i.id, o.state = 'open' and exists (select from packed_pieces b where b.organization_id = i.organization_id and b.item_id = i.id and b.pieces > 0) as boxed
      from order_items i join orders o on o.organization_id = i.organization_id and o.id = i.order_id
      where i.organization_id = ${ctx.organizationId} and i.order_id = ${orderId} and i.external_id <> all(${externalIds}::text[])),
    emptied as (
      update order_items i set quantity = 0, lost = 0, tax_amount = 0, discount_amount = 0, shipping_cost = 0 from other
      where other.boxed and i.organization_id = ${ctx.organizationId} and i.id = other.id)
    delete from order_items i using other where not other.boxed and i.organization_id = ${ctx.organizationId} and i.id = other.id`.execute(
    ctx.db,
  )

/** Lines that their channel names no more ask for what has left of them. */
export const keepWhatLeft = (ctx: Ctx, itemIds: readonly number[]) =>
  sql`update order_items set quantity = sent + lost where organization_id = ${ctx.organizationId} and id = any(${itemIds}::bigint[])`.execute(
    ctx.db,
  )

export interface SettledLine extends LineStock {
  id: number
  levelId: number
  productId: number | null
  lost: number
  stockTurn: number
}

/**
 * Stores the result of the stock movement on the lines, and their totals on the order: pieces, SKUs, whether it is oversold or has unknown lines. An open order
 * is oversold while units are missing, one that is over where some were.
 */
export const saveStock = (ctx: Ctx, orderId: number, lines: readonly SettledLine[]) => {
  const ids = lines.map((line) => line.id)
  // Lines are met by their own ids, and what they were before is asked of few of them: an order may have thousands.
  return sql`
    with settled as (
      update order_items i set level_id = l."levelId", product_id = l."productId", taken = l.taken, shortfall = l.shortfall, gone = l.gone, uncounted = l.uncounted, stock_turn = l."stockTurn"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id bigint, "levelId" bigint, "productId" bigint, taken int, shortfall int, gone int, uncounted int, "stockTurn" int)
      where i.organization_id = ${ctx.organizationId} and i.id = l.id
    )
    update orders o set total_quantity = i.quantity, skus = i.skus, has_unknown = i.has_unknown,
      oversold = case when o.state = 'open' then i.missing or ${lines.some(({ shortfall }) => shortfall > 0)}::boolean else i.oversold or ${lines.some(isOversold)}::boolean end
    from (select coalesce(sum(x.quantity), 0)::int as quantity,
        coalesce(bool_or(x.shortfall > 0 and x.id <> all(${ids}::bigint[])), false) as missing,
        coalesce(bool_or((x.shortfall > 0 or x.uncounted > x.lost) and x.id <> all(${ids}::bigint[])), false) as oversold,
        coalesce(bool_or(x.level_id is null and x.product_id is null and not x.left_alone and x.id <> all(${ids}::bigint[])), false) as has_unknown,
        coalesce(array_agg(distinct x.sku) filter (where x.sku <> ''), '{}') as skus
      -- This reads the lines as they were before the update above.
      from order_items x where x.organization_id = ${ctx.organizationId} and x.order_id = ${orderId}) i
    where o.organization_id = ${ctx.organizationId} and o.id = ${orderId}`.execute(ctx.db)
}
