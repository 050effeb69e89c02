import { notFound } from '../api/errors.ts'
import { tellStock } from '../webhooks/webhooks.ts'
import { allVariants, countAt, setCount } from '../stock/inventory.ts'
import { leftOf, refundedOf, status, totalOf } from './order-view.ts'
import type { Line, Order, Refund, Shop } from '../state.ts'

/** @throws BigCommerceError 404 */
export function find(shop: Shop, id: number | undefined): Order {
  const order = shop.orders().find((candidate) => candidate.id === id)
  if (!order) throw notFound('The requested resource was not found.')
  return order
}

/** Pieces of a line are for sale again, where its product is still there and counted. */
export function giveBack(shop: Shop, line: Line, quantity: number): void {
  const match = allVariants(shop).find(({ variant }) => variant.id === line.variant_id)
  if (!match || quantity === 0 || match.product.inventory_tracking === 'none') return
  setCount(shop, line.location_id, line.variant_id, countAt(shop, line.location_id, line.variant_id).onhand + quantity)
  tellStock(shop, match, true)
}

/** What is still open of an order goes back. @param restock whether it is for sale again */
export function cancelUnits(shop: Shop, order: Order, restock: boolean): void {
  if (restock) for (const line of order.lines) giveBack(shop, line, leftOf(line))
}

/** Money goes back, and pieces are counted as refunded. Of an order whose money is all back the status says so. */
export function payBack(shop: Shop, order: Order, refund: Omit<Refund, 'id' | 'created'>): Order {
  const lines = order.lines.map((line) => {
    const back = refund.items.filter(({ item_type, item_id }) => item_type === 'PRODUCT' && item_id === line.id)
    return { ...line, refunded: back.reduce((sum, { quantity }) => sum + quantity, line.refunded) }
  })
  const refunds = [...order.refunds, { id: shop.newId('refund'), created: shop.now(), ...refund }]
  const isWhole = refundedOf({ ...order, refunds }) >= totalOf(order)
  return shop.keepOrder({
    ...order,
    lines,
    refunds,
    status_id: isWhole ? status.refunded : status.partlyRefunded,
    payment_status: isWhole ? 'refunded' : 'partially refunded',
  })
}
