import { type Insertable, type Updateable, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { OrdersTable } from '../../db/tables/orders.ts'
import type { SettledLine } from './line-queries.ts'

type NewOrder = Omit<Insertable<OrdersTable>, 'organizationId' | 'id'>

/** The id of an order that is about to be inserted, so that its lines may travel with it. */
export async function nextId(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('orders_id_seq') as id`.execute(ctx.db)
  const [next] = rows
  if (!next) throw new Error('The sequence of orders answered nothing')
  return next.id
}

/** @returns undefined when the order is already there; waits for whoever is just bringing it in */
export const insertOrder = (ctx: Ctx, order: NewOrder & { id: number }) =>
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

/** Which account has each of a channel's orders, of those that one has. */
export async function accountsOfOrders(
  ctx: Ctx,
  channel: OrdersTable['channel'],
  externalOrderIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['externalOrderId', 'integrationId'])
    .where('organizationId', '=', ctx.organizationId)
    .where('channel', '=', channel)
    .where('externalOrderId', 'in', externalOrderIds)
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.flatMap((row) => (row.integrationId === null ? [] : [[row.externalOrderId, row.integrationId]])))
}

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

/** What an order asks for after all of it had left goes into parcels of its own. */
export const emptyBox = (ctx: Ctx, orderId: number) =>
  ctx.db
    .deleteFrom('packedPieces')
    .where('organizationId', '=', ctx.organizationId)
    .where('orderId', '=', orderId)
    .execute()

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
    select i.id, i.order_id, o.channel, i.sku, i.level_id, i.taken, i.shortfall, i.gone, i.uncounted, i.lost, i.stock_turn, l.product_id, l.sku as level_sku, l.available
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
      'i.costCurrency',
      'i.quantity',
      'p.id as productId',
      'i.externalId',
      'i.taxAmount',
      'i.discountAmount',
      'i.shippingCost',
      'i.shortfall',
      'i.uncounted',
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
        where k.organization_id = ${ctx.organizationId} and k.bundle_level_id = i.level_id)`.as('parts'),
    )
    .select(sql<boolean>`i.cost_entered_at is not null`.as('costEntered'))
    .select((eb) =>
      eb
        .selectFrom('orderReturns as r')
        .select((e) => sql<number>`coalesce(${e.fn.sum('r.quantity')}, 0)::int`.as('n'))
        .where('r.organizationId', '=', ctx.organizationId)
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
