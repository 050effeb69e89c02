import { type Insertable, type Updateable, sql } from 'kysely'
import type { ChannelOrderLine } from '#channels/channel.ts'
import type { Ctx } from '../../context.ts'
import type { OrdersTable } from '../../db/tables/orders.ts'

type NewOrder = Omit<Insertable<OrdersTable>, 'organizationId' | 'id'>

/** @returns undefined when the order is already there; waits for whoever is just bringing it in */
export const insertOrder = (ctx: Ctx, order: NewOrder) =>
  ctx.db
    .insertInto('orders')
    .values({ ...order, organizationId: ctx.organizationId })
    .onConflict((c) => c.columns(['organizationId', 'channel', 'externalOrderId', 'integrationId']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Equal documents have equal hashes, in whatever order their parts were sent. @param body JSON */
const hashOf = (body: string) => sql<Buffer>`document_hash(${body}::jsonb)`

/** A newer version's record. @param isKept false where its buyer asked to be forgotten: then only its hash is */
export const replaceDocument = (ctx: Ctx, orderId: number, body: string, isKept: boolean) =>
  sql`
    insert into order_documents (organization_id, order_id, body, hash, kept_at)
    values (${ctx.organizationId}, ${orderId}, case when ${isKept}::boolean then ${body}::jsonb end, ${hashOf(body)}, ${ctx.services.clock.now()})
    on conflict (organization_id, order_id) do update set body = excluded.body, hash = excluded.hash, kept_at = excluded.kept_at`.execute(
    ctx.db,
  )

interface HeldVersion {
  externalOrderId: string
  state: OrdersTable['state']
  channelUpdatedAt: Date | null
  sameContent: boolean
}

/** Whose order it is: the same id in another account is another order. */
interface Origin {
  /** The integration's. */
  id: number
  channel: NewOrder['channel']
}

/** The versions of these orders that we have stored. */
export async function versionsOf(
  ctx: Ctx,
  { id, channel }: Origin,
  orders: readonly { externalOrderId: string; raw: unknown }[],
): Promise<HeldVersion[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<HeldVersion>`
    select o.external_order_id, o.state, o.channel_updated_at, d.hash is not distinct from document_hash(a.raw) as same_content
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as a("externalOrderId" text, raw jsonb)
    join orders o on o.organization_id = ${ctx.organizationId} and o.channel = ${channel} and o.external_order_id = a."externalOrderId"
      and o.integration_id = ${id}
    left join order_documents d on d.organization_id = o.organization_id and d.order_id = o.id`.execute(ctx.db)
  return rows
}

/** Holds an order until the transaction ends. @param raw the arriving version as JSON */
export const lockOrder = (ctx: Ctx, { id, channel }: Origin, externalOrderId: string, raw: string) =>
  ctx.db
    .selectFrom('orders as o')
    .leftJoin('orderDocuments as d', (j) =>
      j.onRef('d.organizationId', '=', 'o.organizationId').onRef('d.orderId', '=', 'o.id'),
    )
    .select(['o.id', 'o.state', 'o.stage', 'o.shipping', 'o.orderStatus', 'o.shippingStatus'])
    .select(['o.payment', 'o.paymentStatus', 'o.channelUpdatedAt', 'o.shippingEdited', 'o.serviceChosen'])
    .select(['o.buyerErasedAt', 'o.moreParcels'])
    .select(sql<boolean>`d.hash is not distinct from ${hashOf(raw)}`.as('sameContent'))
    .where('o.organizationId', '=', ctx.organizationId)
    .where('o.channel', '=', channel)
    .where('o.externalOrderId', '=', externalOrderId)
    .where('o.integrationId', '=', id)
    .forUpdate('o')
    .executeTakeFirst()

export const lockById = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updateOrder = (ctx: Ctx, id: number, change: Updateable<OrdersTable>) =>
  ctx.db
    .updateTable('orders')
    .set({ ...change, updateDate: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

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
  lost: number
  gone: number
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
  'lost',
  'gone',
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

/** The lines as they were written. */
export const linesOf = (ctx: Ctx, orderId: number) =>
  ctx.db
    .selectFrom('orderItems')
    .select([
      'id',
      'externalId',
      'sku',
      'itemTitle',
      'quantity',
      'price',
      'taxAmount',
      'discountAmount',
      'shippingCost',
    ])
    .where('organizationId', '=', ctx.organizationId)
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()

/** Saves lines by their external ids, with the product that their SKU has now, and its cost where the line does not say one. A line that stock was promised to keeps its SKU. Pieces that a parcel took along lie in the box no more. @returns them as they stand now */
export async function saveLines(
  ctx: Ctx,
  orderId: number,
  lines: readonly (ChannelOrderLine & { cost?: number; soldAs?: string; shortfall?: number })[],
): Promise<StockItem[]> {
  if (lines.length === 0) return []
  // Of what nobody tells how much was sent, that stays which was sent from here.
  const shippedIds = lines.filter(({ sent }) => sent !== undefined).map(({ externalId }) => externalId)
  const { rows } = await sql<StockItem>`
    with packed as (
      select distinct b.item_id, i.sent from packed_pieces b join order_items i on i.organization_id = b.organization_id and i.id = b.item_id
      where b.organization_id = ${ctx.organizationId} and b.order_id = ${orderId}),
    saved as (
    insert into order_items (organization_id, order_id, external_id, sku, item_title, price, quantity, tax_amount, discount_amount, shipping_cost, product_id, order_date, integration_id, cost, sent, lost, shortfall, sold_as, product_created_at)
    select ${ctx.organizationId}, o.id, l."externalId", l.sku, l.title, l.price, l.quantity, l."taxAmount", l."discountAmount", l."shippingCost", s.product_id, o.order_date, o.integration_id, coalesce(l.cost, v.cost, p.cost, 0), least(coalesce(l.sent, 0), l.quantity), coalesce(l.lost, 0), coalesce(l.shortfall, 0), coalesce(l."soldAs", ''), p.created_at
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l("externalId" text, sku text, title text, price bigint, quantity int, "taxAmount" bigint, "discountAmount" bigint, "shippingCost" bigint, cost bigint, sent int, lost int, shortfall int, "soldAs" text)
    join orders o on o.organization_id = ${ctx.organizationId} and o.id = ${orderId}
    left join stock_levels s on s.organization_id = ${ctx.organizationId} and s.sku = l.sku
    left join products p on p.organization_id = ${ctx.organizationId} and p.id = s.product_id
    left join variations v on v.organization_id = ${ctx.organizationId} and v.id = s.variation_id
    on conflict (organization_id, order_id, external_id) do update set
      sku = case when order_items.level_id is null then excluded.sku else order_items.sku end,
      sold_as = case when order_items.level_id is null then excluded.sold_as else order_items.sold_as end, item_title = excluded.item_title, price = excluded.price,
      quantity = excluded.quantity, tax_amount = excluded.tax_amount, discount_amount = excluded.discount_amount, shipping_cost = excluded.shipping_cost,
      order_date = excluded.order_date, integration_id = excluded.integration_id,
      lost = excluded.lost,
      shortfall = excluded.shortfall,
      -- A channel without parcels goes on to say that none has left.
      sent = greatest(case when excluded.external_id = any(${shippedIds}::text[]) then excluded.sent else least(order_items.sent, excluded.quantity) end,
        least(order_items.gone, excluded.quantity) - excluded.lost)
    returning order_items.*),
    parcel as (
      update packed_pieces b set pieces = greatest(b.pieces - (s.sent - was.sent) * coalesce((
        select k.pieces from bundle_parts k where k.organization_id = b.organization_id and k.bundle_level_id = s.level_id and k.part_level_id = b.level_id), 1), 0) from saved s join packed was on was.item_id = s.id
      where b.organization_id = ${ctx.organizationId} and b.item_id = s.id and s.sent > was.sent)
    select ${sql.join(stockColumns.map((column) => sql.ref(column)))} from saved order by id`.execute(ctx.db)
  return rows
}

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

/** What an order held has left; what it asks for from now on is promised anew, and goes into parcels of its own. @returns its lines as they stand now */
export async function closeLines(ctx: Ctx, orderId: number): Promise<StockItem[]> {
  const { rows } = await sql<StockItem>`
    with box as (delete from packed_pieces where organization_id = ${ctx.organizationId} and order_id = ${orderId})
    update order_items set gone = gone + taken + shortfall, taken = 0, shortfall = 0
    where organization_id = ${ctx.organizationId} and order_id = ${orderId}
    returning ${sql.join(stockColumns.map((column) => sql.ref(column)))}`.execute(ctx.db)
  return rows
}

/** Nothing is promised to these lines any more. */
export const clearStock = (ctx: Ctx, orderId: number, externalIds: readonly string[]) =>
  sql`update order_items set taken = 0, shortfall = 0 where organization_id = ${ctx.organizationId} and order_id = ${orderId} and external_id = any(${externalIds}::text[])`.execute(
    ctx.db,
  )

/** Open orders that are short of pieces of these levels, the first come first. */
export async function ordersShortOf(ctx: Ctx, levelIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where o.organization_id = ${ctx.organizationId} and o.state = 'open' and o.id in (
      select i.order_id from order_items i where i.organization_id = ${ctx.organizationId} and i.level_id = any(${levelIds}::bigint[]) and i.shortfall > 0)
    order by o.order_date, o.id`.execute(ctx.db)
  return rows.map((row) => row.id)
}

/** Holds orders until the transaction ends, in the order of their ids. @param others an order that somebody else holds: waited for, or left out @returns those that are held */
export async function holdOrders(ctx: Ctx, orderIds: readonly number[], others: 'wait' | 'skip'): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', sql<number>`any(${orderIds}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .$if(others === 'skip', (q) => q.skipLocked())
    .execute()
  return rows.map((row) => row.id)
}

/** The lines of open orders that are short of pieces of these levels, with what is available now; the first come first. */
export async function shortLines(
  ctx: Ctx,
  orderIds: readonly number[],
  levelIds: readonly number[],
  o: { waitingOnly: boolean },
) {
  const { rows } = await sql<
    SettledLine & { orderId: number; channel: string; sku: string; levelSku: string; available: number }
  >`
    select i.id, i.order_id, o.channel, i.sku, i.level_id, i.taken, i.shortfall, i.stock_turn, l.product_id, l.sku as level_sku, l.available
    from order_items i
    join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    join stock_levels l on l.organization_id = i.organization_id and l.id = i.level_id
    where i.organization_id = ${ctx.organizationId} and i.order_id = any(${orderIds}::bigint[]) and i.level_id = any(${levelIds}::bigint[])
      and i.shortfall > 0 and o.state = 'open' and l.available > 0 and (i.waits or not ${o.waitingOnly}::boolean)
    order by o.order_date, o.id, i.id`.execute(ctx.db)
  return rows
}

/** Lines that are short of a level that is gone, such as that of a deleted product, wait for the one that has their SKU now. Nothing was ever taken for them there. */
export const relinkShort = (ctx: Ctx, orderId: number) =>
  sql`
    update order_items i set level_id = l.id, product_id = l.product_id from stock_levels l
    where i.organization_id = ${ctx.organizationId} and i.order_id = ${orderId} and i.shortfall > 0
      and l.organization_id = ${ctx.organizationId} and l.sku = i.sku
      and not exists (select from stock_levels g where g.organization_id = ${ctx.organizationId} and g.id = i.level_id)`.execute(
    ctx.db,
  )

export interface SettledLine {
  id: number
  levelId: number
  productId: number
  taken: number
  shortfall: number
  stockTurn: number
}

/** Stores the result of the stock movement on the lines, and their totals on the order: pieces, SKUs, whether it is oversold or has unknown lines. */
export const saveStock = (ctx: Ctx, orderId: number, lines: readonly SettledLine[]) => {
  const ids = lines.map((line) => line.id)
  // Lines are met by their own ids, and what they were before is asked of few of them: an order may have thousands.
  return sql`
    with settled as (
      update order_items i set level_id = l."levelId", product_id = l."productId", taken = l.taken, shortfall = l.shortfall, stock_turn = l."stockTurn"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id bigint, "levelId" bigint, "productId" bigint, taken int, shortfall int, "stockTurn" int)
      where i.organization_id = ${ctx.organizationId} and i.id = l.id
    )
    update orders o set total_quantity = i.quantity, skus = i.skus, oversold = i.oversold or ${lines.some((line) => line.shortfall > 0)}::boolean, has_unknown = i.has_unknown
    from (select coalesce(sum(x.quantity), 0)::int as quantity,
        coalesce(bool_or(x.shortfall > 0 and x.id <> all(${ids}::bigint[])), false) as oversold,
        coalesce(bool_or(x.level_id is null and x.product_id is null and not x.left_alone and x.id <> all(${ids}::bigint[])), false) as has_unknown,
        coalesce(array_agg(distinct x.sku) filter (where x.sku <> ''), '{}') as skus
      -- This reads the lines as they were before the update above.
      from order_items x where x.organization_id = ${ctx.organizationId} and x.order_id = ${orderId}) i
    where o.organization_id = ${ctx.organizationId} and o.id = ${orderId}`.execute(ctx.db)
}

/** Orders with the shop they came from. */
export const findMany = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('orders as o')
    .leftJoin('integrations as n', (j) =>
      j.onRef('n.organizationId', '=', 'o.organizationId').onRef('n.id', '=', 'o.integrationId'),
    )
    .selectAll('o')
    .select('n.shop')
    .where('o.organizationId', '=', ctx.organizationId)
    .where('o.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

/** An order with the shop it came from and its channel's own record. */
export const find = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('orders as o')
    .leftJoin('integrations as n', (j) =>
      j.onRef('n.organizationId', '=', 'o.organizationId').onRef('n.id', '=', 'o.integrationId'),
    )
    .leftJoin('orderDocuments as d', (j) =>
      j.onRef('d.organizationId', '=', 'o.organizationId').onRef('d.orderId', '=', 'o.id'),
    )
    .selectAll('o')
    .select(['n.shop', 'd.body as document'])
    .where('o.organizationId', '=', ctx.organizationId)
    .where('o.id', '=', id)
    .executeTakeFirst()

/** An order's lines; those of a product that is gone have none. */
export const itemsWithProducts = (ctx: Ctx, orderIds: readonly number[]) =>
  ctx.db
    .selectFrom('orderItems as i')
    .leftJoin('products as p', (j) =>
      j.onRef('p.organizationId', '=', 'i.organizationId').onRef('p.id', '=', 'i.productId'),
    )
    .select([
      'i.id',
      'i.orderId',
      'i.sku',
      'i.itemTitle',
      'i.price',
      'i.cost',
      'i.quantity',
      'p.id as productId',
      'i.externalId',
      'i.taxAmount',
      'i.discountAmount',
      'i.shippingCost',
      'i.shortfall',
      'i.sent',
      'i.lost',
      'i.soldAs',
    ])
    .select(
      sql<{ sku: string; title: string; pieces: number; warehouse: string; location: string; bin: string }[]>`(
        select coalesce(json_agg(json_build_object('sku', c.sku, 'title', concat_ws(' – ', coalesce(nullif(cp.title, ''), c.sku), cv.name), 'pieces', k.pieces,
          'warehouse', cp.warehouse, 'location', cp.location, 'bin', cp.bin) order by k.position), '[]')
        from bundle_parts k
        join stock_levels c on c.organization_id = k.organization_id and c.id = k.part_level_id
        join products cp on cp.organization_id = c.organization_id and cp.id = c.product_id
        left join variations cv on cv.organization_id = c.organization_id and cv.id = c.variation_id
        where k.organization_id = i.organization_id and k.bundle_level_id = i.level_id)`.as('parts'),
    )
    .select((eb) =>
      eb
        .selectFrom('orderReturns as r')
        .select((e) => sql<number>`coalesce(${e.fn.sum('r.quantity')}, 0)::int`.as('n'))
        .whereRef('r.organizationId', '=', 'i.organizationId')
        .whereRef('r.itemId', '=', 'i.id')
        .$castTo<{ n: number }>()
        .as('returned'),
    )
    .select(['p.title', 'p.images', 'p.location', 'p.warehouse', 'p.bin', 'p.sizeAndWeight'])
    .where('i.organizationId', '=', ctx.organizationId)
    .where('i.orderId', '=', sql<number>`any(${orderIds}::bigint[])`)
    .orderBy('i.id')
    .execute()

/** Where orders made by hand came from, the most frequent first. */
export async function sources(ctx: Ctx): Promise<{ source: string; count: number }[]> {
  const { rows } = await sql<{ source: string; count: number }>`
    select source, count(*)::int as count from orders where organization_id = ${ctx.organizationId} and source <> '' group by 1 order by 2 desc, 1`.execute(
    ctx.db,
  )
  return rows
}
