import { selectUnits } from '../../kit/order-units.ts'
import type { Cancellation, Edit, OrderPart } from '../../kit/simulator.ts'
import { createFulfillment } from '../orders/fulfillments.ts'
import { changeLevel } from '../stock/inventory.ts'
import { tellOrder, tellRefund } from '../webhooks/order-hooks.ts'
import { isPaid, type OrderRow, refundedAmount, type RefundRow } from '../orders/order-rows.ts'
import { bulkUpdate, setPublished, updateProduct } from '../listings/product-changes.ts'
import {
  find,
  item,
  moment,
  newId,
  ofShop,
  products,
  save,
  type Env,
  type ItemRow,
  type ProductRow,
  type PublicationRow,
} from '../state.ts'

/** Somebody changes a product in the admin. The quantity is that of the first location that stocks it. */
export function editProduct(env: Env, product: ProductRow, change: Edit): void {
  const variant = product.variants.find((candidate) => candidate.sku === change.sku)
  if (!variant) return
  if (change.price !== undefined)
    bulkUpdate(env, product.id, [{ id: variant.id, price: change.price.toFixed(2) }], false)
  const row = item(env, variant.itemId)
  if (change.quantity !== undefined && row) setQuantity(env, row, change.quantity)
  if (change.title !== undefined)
    updateProduct(env, find<ProductRow>(env, 'product', product.id), { title: change.title })
  if (change.status) setStatus(env, product.id, change.status)
}

function setQuantity(env: Env, row: ItemRow, quantity: number): void {
  const [first, ...others] = row.levels
  if (!first) throw new Error('This product is stocked at no location.')
  const elsewhere = others.reduce((sum, level) => sum + level.available, 0)
  changeLevel(env, row.id, first.locationId, { available: quantity - elsewhere - first.available })
}

function setStatus(env: Env, productId: string, status: NonNullable<Edit['status']>): void {
  const product = find<ProductRow>(env, 'product', productId)
  const newStatus = { live: 'ACTIVE', ended: 'ARCHIVED', hidden: 'DRAFT' }[status]
  updateProduct(env, product, { status: newStatus })
  const publications = ofShop<PublicationRow>(env, 'publication').map(({ id }) => ({ publicationId: id }))
  if (status === 'live') setPublished(env, productId, publications, true)
}

export const productOf = (env: Env, sku: string): ProductRow | undefined =>
  products(env).find((product) => product.variants.some((variant) => variant.sku === sku))

export interface Units {
  lineId: string
  quantity: number
}

const unitsOf = (
  order: OrderRow,
  lines: OrderPart['lines'],
  what: string,
  left: (line: OrderRow['lines'][number]) => number,
): Units[] =>
  selectUnits(order.lines, { order: order.name, lines, what, skuOf: ({ sku }) => sku, left }).map(
    ({ line, quantity }) => ({ lineId: line.id, quantity }),
  )

/** The seller buys labels in the admin: one parcel from each location. @throws Error when so many are not left */
export function shipByHand(env: Env, order: OrderRow, { lines }: OrderPart): void {
  if (order.cancelledAt) throw new Error(`${order.name} is cancelled`)
  const units = unitsOf(order, lines, 'shipped', (line) => line.unfulfilledQuantity)
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    const fulfillmentOrderLineItems = fulfillmentOrder.lines.flatMap((part) => {
      const selected = units.find(({ lineId }) => lineId === part.lineId)
      const quantity = Math.min(selected?.quantity ?? 0, part.remaining)
      if (selected) selected.quantity -= quantity
      return quantity > 0 ? [{ id: part.id, quantity }] : []
    })
    if (fulfillmentOrderLineItems.length === 0) continue
    const number = `1Z${String(env.context.store.nextNumber('parcel')).padStart(16, '0')}`
    const { userErrors } = createFulfillment(env, {
      lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: fulfillmentOrder.id, fulfillmentOrderLineItems }],
      trackingInfo: { company: 'UPS', number },
    })
    if (userErrors[0]) throw new Error(userErrors[0].message)
  }
}

interface Removed {
  order: OrderRow
  lines: RefundRow['lines']
}

/** Takes pieces out of an order: those that were not sent first. What comes back to the shelf is available again. */
export function remove(env: Env, order: OrderRow, pieces: Units[], restock: boolean): Removed {
  const removed: RefundRow['lines'] = []
  const fulfillmentOrders = structuredClone(order.fulfillmentOrders)
  const lines = order.lines.map((line) => {
    const requested = pieces.find(({ lineId }) => lineId === line.id)?.quantity ?? 0
    const unsent = Math.min(requested, line.unfulfilledQuantity)
    const note = (quantity: number, restockType: 'CANCEL' | 'RETURN', locationId: string) => {
      removed.push({
        id: newId(env.context, 'RefundLineItem'),
        lineId: line.id,
        quantity,
        restockType: restock ? restockType : 'NO_RESTOCK',
        locationId: restock ? locationId : null,
      })
    }
    const move = (locationId: string, quantity: number, committed: number) => {
      if (item(env, line.itemId)?.tracked)
        changeLevel(env, line.itemId, locationId, { available: restock ? quantity : 0, committed })
    }
    let left = unsent
    for (const fulfillmentOrder of fulfillmentOrders) {
      for (const part of fulfillmentOrder.lines) {
        const quantity = part.lineId === line.id ? Math.min(left, part.remaining) : 0
        if (quantity === 0) continue
        left -= quantity
        part.remaining -= quantity
        move(fulfillmentOrder.locationId, quantity, -quantity)
        note(quantity, 'CANCEL', fulfillmentOrder.locationId)
      }
    }
    const sent = requested - unsent
    if (sent > 0) {
      const from = order.fulfillments.find((fulfillment) => fulfillment.lines.some(({ lineId }) => lineId === line.id))
      const locationId = from?.locationId ?? order.fulfillmentOrders[0]?.locationId ?? ''
      move(locationId, sent, 0)
      note(sent, 'RETURN', locationId)
    }
    return {
      ...line,
      currentQuantity: line.currentQuantity - requested,
      unfulfilledQuantity: line.unfulfilledQuantity - unsent,
    }
  })
  const isOver = (fulfillmentOrder: OrderRow['fulfillmentOrders'][number]) =>
    fulfillmentOrder.lines.every(({ remaining }) => remaining === 0)
  const changed: OrderRow = {
    ...order,
    updatedAt: moment(env),
    lines,
    fulfillmentOrders: fulfillmentOrders.map((fulfillmentOrder) =>
      isOver(fulfillmentOrder) ? { ...fulfillmentOrder, status: 'CLOSED' } : fulfillmentOrder,
    ),
  }
  return { order: changed, lines: removed }
}

/** The money of the pieces with their tax; the delivery goes back with the last of them. */
function worth(before: OrderRow, after: OrderRow): number {
  const total = (order: OrderRow) =>
    order.lines.reduce((sum, line) => sum + Number(line.price) * line.currentQuantity, 0)
  const goods = before.lines.reduce((sum, line) => sum + Number(line.price) * line.quantity, 0)
  if (total(after) === 0) return Math.max(0, Math.round((before.total - refundedAmount(before)) * 100) / 100)
  const withTax = goods === 0 ? 1 : 1 + before.tax / goods
  return Math.round((total(before) - total(after)) * withTax * 100) / 100
}

function refunded(env: Env, before: OrderRow, { order, lines }: Removed): OrderRow {
  const refund: RefundRow = {
    id: newId(env.context, 'Refund'),
    createdAt: moment(env),
    amount: isPaid(before) ? worth(before, order) : 0,
    lines,
  }
  const isWhole = order.lines.every((line) => line.currentQuantity === 0)
  const financialStatus = !isPaid(before)
    ? order.financialStatus
    : isWhole
      ? 'REFUNDED'
      : refund.amount > 0
        ? 'PARTIALLY_REFUNDED'
        : order.financialStatus
  const saved: OrderRow = { ...order, financialStatus, refunds: [...order.refunds, refund] }
  tellRefund(env, saved, refund)
  return saved
}

/** @throws Error when nothing was paid or so many pieces are not left */
export function refundByHand(env: Env, order: OrderRow, part: OrderPart & { restock: boolean }): void {
  if (!isPaid(order)) throw new Error(`${order.name} is not paid, nothing can go back`)
  const pieces = unitsOf(order, part.lines, 'refunded', (line) => line.currentQuantity)
  const saved = refunded(env, order, remove(env, order, pieces, part.restock))
  save(env, 'order', saved)
  tellOrder(env, 'ORDERS_UPDATED', saved)
}

/**
 * Cancels what has not been sent, with the money; with lines the order is only edited, which leaves no refund behind.
 * @throws Error when all of it has been sent, it is cancelled already, or so many pieces are not left
 */
export function cancelByHand(env: Env, order: OrderRow, { lines, restock, reason, requested }: Cancellation): void {
  if (requested) throw new Error('On Shopify nobody asks for a cancellation: it is done or not')
  if (order.cancelledAt) throw new Error(`${order.name} is cancelled already`)
  if (order.lines.every((line) => line.unfulfilledQuantity === 0))
    throw new Error(`${order.name} is fulfilled and cannot be cancelled`)
  const pieces = unitsOf(order, lines, 'taken out', (line) => line.unfulfilledQuantity)
  const removed = remove(env, order, pieces, restock)
  const at = moment(env)
  const saved: OrderRow = lines
    ? removed.order
    : {
        ...refunded(env, order, removed),
        cancelledAt: at,
        closedAt: at,
        cancelReason: reason?.toUpperCase() ?? 'CUSTOMER',
        fulfillmentOrders: removed.order.fulfillmentOrders.map((fulfillmentOrder) => ({
          ...fulfillmentOrder,
          status:
            order.fulfillmentOrders.find(({ id }) => id === fulfillmentOrder.id)?.status === 'CLOSED'
              ? 'CLOSED'
              : 'CANCELLED',
        })),
      }
  save(env, 'order', saved)
  if (!lines) tellOrder(env, 'ORDERS_CANCELLED', saved)
  tellOrder(env, 'ORDERS_UPDATED', saved)
}
