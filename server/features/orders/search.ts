import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Ctx } from '../../context.ts'
import type { OrderTab } from '#domain/orders/status.ts'

export interface OrderFilter {
  /** Inclusive. */
  from?: Date
  /** Exclusive. */
  before?: Date
  skus?: readonly string[]
  channels?: readonly string[]
  completed?: boolean
  tab: OrderTab
}

type Eb = ExpressionBuilder<DB, 'orders'>
const plain = (column: string) => sql`lower(btrim(${sql.ref(column)}))`
const sent = sql<SqlBool>`${plain('shipping_status')} in ('fulfilled', 'shipped', 'delivered', 'returned')`
const completed = sql<SqlBool>`(${plain('order_status')} in ('completed', 'paid') or (${sent} and ${plain('payment_status')} = 'paid'))`

/** The tabs' rules as SQL. They mean what `inTab` in domain/orders/status.ts says; a test compares the two. */
const tabs: Record<Exclude<OrderTab, 'all'>, Expression<SqlBool>> = {
  open: sql<SqlBool>`(state <> 'cancelled' and (${plain('order_status')} = 'open' or not ${sent}))`,
  readyToShip: sql<SqlBool>`(state <> 'cancelled' and (ready_to_ship or (
    ${plain('order_status')} not in ('fulfilled', 'shipped', 'completed') and ${plain('shipping_status')} not in ('fulfilled', 'shipped', 'completed', 'delivered', 'returned')
    and ${plain('payment_status')} in ('', 'paid'))))`,
  completed,
}

/** Through the lines: equality of texts may use an index under row-level security, overlap of arrays may not. */
const holdsSku = (ctx: Ctx, skus: readonly string[]) => (eb: Eb) =>
  eb(
    'id',
    'in',
    eb
      .selectFrom('orderItems')
      .select('orderId')
      .where('orderItems.organizationId', '=', ctx.organizationId)
      .where('orderItems.sku', 'in', skus),
  )

const where = (ctx: Ctx, f: OrderFilter) => (eb: Eb) =>
  eb.and([
    ...(f.from ? [eb('orderDate', '>=', f.from)] : []),
    ...(f.before ? [eb('orderDate', '<', f.before)] : []),
    ...(f.skus ? [holdsSku(ctx, f.skus)(eb)] : []),
    ...(f.channels ? [sql<SqlBool>`channel = any(${f.channels}::text[])`] : []),
    ...(f.completed === undefined ? [] : [f.completed ? completed : sql<SqlBool>`not ${completed}`]),
    ...(f.tab === 'all' ? [] : [tabs[f.tab]]),
  ])

const columns = [
  'id',
  'channel',
  'externalOrderId',
  'number',
  'orderDate',
  'buyerName as customer',
  'skus',
  'totalQuantity',
  'totalAmount',
  'currency',
  'orderStatus',
  'shippingStatus',
  'paymentStatus',
  'oversold',
  'state',
] as const

/** Newest first. */
export const page = (ctx: Ctx, filter: OrderFilter, { offset, limit }: { offset: number; limit: number }) =>
  ctx.db
    .selectFrom('orders')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where(where(ctx, filter))
    .orderBy('orderDate', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

export async function count(ctx: Ctx, filter: OrderFilter): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('orders')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('organizationId', '=', ctx.organizationId)
    .where(where(ctx, filter))
    .executeTakeFirstOrThrow()
  return n
}

/** Without a filter the number of orders stands in a row of its own. */
export async function countAll(ctx: Ctx): Promise<number> {
  const row = await ctx.db
    .selectFrom('organizationCounts')
    .select('orders')
    .where('organizationId', '=', ctx.organizationId)
    .executeTakeFirst()
  return row?.orders ?? 0
}
