import type { Cancellation, Edit, OrderPart, SimContext } from '../../kit/simulator.ts'
import { listingStatus } from '../listings/listings.ts'
import { linesShipped, outOfStock, piecesRefunded } from '../orders/order-view.ts'
import { amount, type Order, type OrderLine } from '../shapes.ts'
import { newId, type Shop, shopsToSearch } from '../state.ts'
import { moveStock } from '../orders/trade.ts'

/** Somebody changes a listing in Seller Hub. @throws Error when the SKU is in no listing */
export function edit(context: SimContext, change: Edit, account?: string): void {
  const { sku, quantity, price, title, status } = change
  const shop = shopsToSearch(context, account).find((one) =>
    one.offersOf(sku).some((offer) => offer.status === 'PUBLISHED'),
  )
  const offer = shop?.offersOf(sku).find((one) => one.status === 'PUBLISHED')
  if (!shop || !offer) throw new Error(`${sku} is in no listing on eBay.`)
  shop.together(() => {
    const item = shop.get('item', sku)
    if (item) {
      const { availability } = item
      const shipTo = availability.shipToLocationAvailability
      shop.put('item', sku, {
        ...item,
        product: { ...item.product, ...(title !== undefined && { title: title.slice(0, 80) }) },
        availability: {
          ...availability,
          shipToLocationAvailability: { ...shipTo, quantity: quantity ?? shipTo.quantity },
        },
      })
    }
    const group = shop.groupOf(sku)
    if (group && title !== undefined)
      shop.put('group', group.inventoryItemGroupKey, { ...group, title: title.slice(0, 80) })
    shop.put('offer', offer.offerId, {
      ...offer,
      availableQuantity: quantity ?? offer.availableQuantity,
      pricingSummary: { ...offer.pricingSummary, ...(price !== undefined && { price: amount(price) }) },
    })
    if (status) setStatus(shop, offer.listingId, status)
  })
}

/** A family is one listing. One that has ended is not opened again: it is listed anew, under another number. */
function setStatus(shop: Shop, listingId: string | null, status: NonNullable<Edit['status']>): void {
  const family = shop.list('offer').filter((offer) => offer.listingId === listingId)
  const isAnew = status === 'live' && family.some((offer) => listingStatus(shop, offer) === 'ENDED')
  const id = isAnew ? newId(shop, 'listing') : listingId
  for (const offer of family)
    shop.put('offer', offer.offerId, { ...offer, listingId: id, byHand: status === 'live' ? undefined : status })
}

function findOrder(context: SimContext, orderId: string, account?: string): { shop: Shop; order: Order } {
  const shop = shopsToSearch(context, account).find((one) => one.get('order', orderId))
  const order = shop?.get('order', orderId)
  if (!shop || !order) throw new Error(`There is no order ${orderId} on eBay.`)
  return { shop, order }
}

const change = (shop: Shop, order: Order, to: Partial<Order>) =>
  shop.put('order', order.orderId, { ...order, ...to, lastModifiedDate: shop.now() })

/** The pieces that are meant, line by line; without lines all that `left` counts. @throws Error when so many are not left */
function pieces(order: Order, { lines }: OrderPart, left: (line: OrderLine) => number, word: string) {
  const wanted = lines
    ? lines.map(({ sku, quantity }) => {
        const line = order.lines.find((one) => one.sku === sku)
        if (!line) throw new Error(`Order ${order.orderId} has no ${sku}.`)
        if (left(line) < quantity)
          throw new Error(`Only ${left(line)} of ${sku} can be ${word}, ${quantity} were asked for.`)
        return { lineItemId: line.lineItemId, quantity }
      })
    : order.lines.map((line) => ({ lineItemId: line.lineItemId, quantity: left(line) }))
  const some = wanted.filter(({ quantity }) => quantity > 0)
  if (some.length === 0) throw new Error(`Nothing of order ${order.orderId} can be ${word} any more.`)
  return some
}

/** The seller prints a label on eBay: one package. @throws Error when it is cancelled or so many are not left */
export function ship(context: SimContext, part: OrderPart, account?: string): void {
  const { shop, order } = findOrder(context, part.externalOrderId, account)
  if (order.cancelledDate !== null) throw new Error(`Order ${order.orderId} is cancelled.`)
  const left = new Map(linesShipped(order).map((line) => [line.lineItemId, line.left]))
  const lineItems = pieces(order, part, ({ lineItemId }) => left.get(lineItemId) ?? 0, 'shipped')
  const shipmentTrackingNumber = `9400100000000${String(shop.nextNumber('parcel')).padStart(9, '0')}`
  const shipment = {
    fulfillmentId: shipmentTrackingNumber,
    lineItems,
    shippedDate: shop.now(),
    shippingCarrierCode: 'USPS',
    shipmentTrackingNumber,
  }
  change(shop, order, { shipments: [...order.shipments, shipment] })
}

/** Money back for some pieces or all. With `restock` the seller puts them on sale again, which eBay itself never does. @throws Error when so many are not left */
export function refund(context: SimContext, part: OrderPart & { restock: boolean }, account?: string): void {
  const { shop, order } = findOrder(context, part.externalOrderId, account)
  if (order.paymentStatus !== 'PAID') throw new Error(`Order ${order.orderId} is not paid, nothing can go back.`)
  const left = (line: OrderLine) => line.quantity - piecesRefunded(order, line.lineItemId)
  const lines = pieces(order, part, left, 'refunded')
  shop.together(() => {
    change(shop, order, { refunds: [...order.refunds, newRefund(shop, order, lines)] })
    if (part.restock) giveBack(shop, order, lines)
  })
}

export const newRefund = (shop: Shop, order: Order, lines: { lineItemId: string; quantity: number }[]) => ({
  refundId: `5${order.orderId.replaceAll('-', '')}${order.refunds.length}`,
  refundDate: shop.now(),
  lines,
})

function giveBack(shop: Shop, order: Order, lines: { lineItemId: string; quantity: number }[]): void {
  for (const { lineItemId, quantity } of lines) {
    const line = order.lines.find((one) => one.lineItemId === lineItemId)
    if (line) moveStock(shop, line.legacyVariationId, line.sku, quantity)
  }
}

/**
 * Done at once, or only asked for. A paid order's money goes back; its pieces are on sale again, unless the seller has none left.
 * @throws Error when there is no such order, or it is shipped or cancelled already
 */
export function cancel(context: SimContext, asked: Cancellation, account?: string): void {
  const { shop, order } = findOrder(context, asked.externalOrderId, account)
  const { orderId } = order
  if (asked.lines) throw new Error('eBay cancels whole orders only.')
  if (order.cancelledDate !== null) throw new Error(`Order ${orderId} is cancelled already.`)
  if (linesShipped(order).some(({ sent }) => sent > 0))
    throw new Error(`Order ${orderId} is shipped, it cannot be cancelled any more.`)
  const now = shop.now()
  const reason = asked.reason ?? order.cancelRequest?.reason ?? 'BUYER_ASKED_CANCEL'
  const cancelRequest = { reason, requestedDate: order.cancelRequest?.requestedDate ?? now }
  if (asked.requested) return change(shop, order, { cancelRequest })
  const unpaidBack = order.lines
    .map((line) => ({
      lineItemId: line.lineItemId,
      quantity: line.quantity - piecesRefunded(order, line.lineItemId),
    }))
    .filter(({ quantity }) => quantity > 0)
  shop.together(() => {
    const isRefunded = order.paymentStatus === 'PAID' && unpaidBack.length > 0
    const refunds = isRefunded ? [...order.refunds, newRefund(shop, order, unpaidBack)] : order.refunds
    change(shop, order, { cancelRequest, cancelledDate: now, refunds })
    if (asked.restock && reason !== outOfStock) giveBack(shop, order, unpaidBack)
  })
}
