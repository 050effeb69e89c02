import { type Expression, type SqlBool, sql } from 'kysely'
import type { OrderTab } from '#domain/orders/status.ts'

const plain = (column: string) => sql`lower(btrim(${sql.ref(column)}))`
const sent = sql<SqlBool>`${plain('shipping_status')} in ('fulfilled', 'shipped', 'delivered', 'returned')`

/** ORD-051, ORD-052. */
export const completed = sql<SqlBool>`(${plain('order_status')} in ('completed', 'paid') or (${sent} and ${plain('payment_status')} = 'paid'))`

/**
 * What the tabs of the orders list hold, as SQL over `orders`. They mean what `inTab` in domain/orders/status.ts says; a test compares
 * the two, and every count of open orders with them. An index holds what is open, under these very words.
 */
export const orderTabs: Record<Exclude<OrderTab, 'all'>, Expression<SqlBool>> = {
  open: sql<SqlBool>`(state <> 'cancelled' and (${plain('order_status')} = 'open' or not ${sent}))`,
  readyToShip: sql<SqlBool>`(state <> 'cancelled' and (ready_to_ship or (
    ${plain('order_status')} not in ('fulfilled', 'shipped', 'completed') and ${plain('shipping_status')} not in ('fulfilled', 'shipped', 'completed', 'delivered', 'returned')
    and ${plain('payment_status')} in ('', 'paid'))))`,
  completed,
}
