import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { completed, orderTabs } from '../../db/order-rules.ts'
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
    ...(f.tab === 'all' ? [] : [orderTabs[f.tab]]),
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
