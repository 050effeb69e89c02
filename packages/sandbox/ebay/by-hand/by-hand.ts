import { selectUnits } from '../../kit/order-units.ts'
import type { Cancellation, Edit, OrderPart } from '../../kit/simulator.ts'
import { currencyOf } from '../listings/catalog.ts'
import { listingStatus } from '../listings/listings.ts'
import { linesShipped, outOfStock, unitsRefunded } from '../orders/order-view.ts'
import { amount, type Offer, type Order, type OrderLine } from '../shapes.ts'
import { newId, type Shop } from '../state.ts'
import { moveStock } from '../orders/trade.ts'

export const offerOnSale = (shop: Shop, sku: string): Offer | undefined =>
  shop.offersOf(sku).find((offer) => offer.status === 'PUBLISHED')

/** Somebody changes a listing in Seller Hub. */
export function edit(shop: Shop, offer: Offer, { sku, quantity, price, title, status }: Edit): void {
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
    pricingSummary: {
      ...offer.pricingSummary,
      ...(price !== undefined && { price: amount(price, currencyOf(offer.marketplaceId)) }),
    },
  })
  if (status) setStatus(shop, offer.listingId, status)
}

/** A family is one listing. One that has ended is not opened again: it is listed anew, under another number. */
function setStatus(shop: Shop, listingId: string | null, status: NonNullable<Edit['status']>): void {
  const family = shop.list('offer').filter((offer) => offer.listingId === listingId)
  const isAnew = status === 'live' && family.some((offer) => listingStatus(shop, offer) === 'ENDED')
  const id = isAnew ? newId(shop, 'listing') : listingId
  for (const offer of family)
    shop.put('offer', offer.offerId, { ...offer, listingId: id, byHand: status === 'live' ? undefined : status })
}

const change = (shop: Shop, order: Order, to: Partial<Order>) =>
  shop.put('order', order.orderId, { ...order, ...to, lastModifiedDate: shop.now() })

const unitsOf = (order: Order, { lines }: OrderPart, what: string, left: (line: OrderLine) => number) =>
  selectUnits(order.lines, { order: order.orderId, lines, what, skuOf: ({ sku }) => sku, left }).map(
    ({ line, quantity }) => ({ lineItemId: line.lineItemId, quantity }),
  )

/** The seller prints a label on eBay: one package. @throws Error when it is cancelled or so many are not left */
export function ship(shop: Shop, order: Order, part: OrderPart): void {
  if (order.cancelledDate !== null) throw new Error(`Order ${order.orderId} is cancelled.`)
  const left = new Map(linesShipped(order).map((line) => [line.lineItemId, line.left]))
  const lineItems = unitsOf(order, part, 'shipped', ({ lineItemId }) => left.get(lineItemId) ?? 0)
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
export function refund(shop: Shop, order: Order, part: OrderPart & { restock: boolean }): void {
  if (order.paymentStatus !== 'PAID') throw new Error(`Order ${order.orderId} is not paid, nothing can go back.`)
  const left = (line: OrderLine) => line.quantity - unitsRefunded(order, line.lineItemId)
  const lines = unitsOf(order, part, 'refunded', left)
  change(shop, order, { refunds: [...order.refunds, newRefund(shop, order, lines)] })
  if (part.restock) giveBack(shop, order, lines)
}

export const newRefund = (shop: Shop, order: Order, lines: { lineItemId: string; quantity: number }[]) => ({
  refundId: `5${order.orderId.replaceAll('-', '')}${order.refunds.length}`,
  refundDate: shop.now(),
  lines,
})

function giveBack(shop: Shop, order: Order, lines: { lineItemId: string; quantity: number }[]): void {
  for (const { lineItemId, quantity } of lines) {
    const line = order.lines.find((candidate) => candidate.lineItemId === lineItemId)
    if (line) moveStock(shop, line.legacyVariationId, line.sku, quantity)
  }
}

/**
 * Done at once, or only asked for. A paid order's money goes back; its pieces are on sale again, unless the seller has none left.
 * @throws Error when it is shipped or cancelled already
 */
export function cancel(shop: Shop, order: Order, cancellation: Cancellation): void {
  const { orderId } = order
  if (cancellation.lines) throw new Error('eBay cancels whole orders only.')
  if (order.cancelledDate !== null) throw new Error(`Order ${orderId} is cancelled already.`)
  if (linesShipped(order).some(({ sent }) => sent > 0))
    throw new Error(`Order ${orderId} is shipped, it cannot be cancelled any more.`)
  const now = shop.now()
  const reason = cancellation.reason ?? order.cancelRequest?.reason ?? 'BUYER_ASKED_CANCEL'
  const cancelRequest = { reason, requestedDate: order.cancelRequest?.requestedDate ?? now }
  if (cancellation.requested) return change(shop, order, { cancelRequest })
  const unpaidBack = order.lines
    .map((line) => ({
      lineItemId: line.lineItemId,
      quantity: line.quantity - unitsRefunded(order, line.lineItemId),
    }))
    .filter(({ quantity }) => quantity > 0)
  const isRefunded = order.paymentStatus === 'PAID' && unpaidBack.length > 0
  const refunds = isRefunded ? [...order.refunds, newRefund(shop, order, unpaidBack)] : order.refunds
  change(shop, order, { cancelRequest, cancelledDate: now, refunds })
  if (cancellation.restock && reason !== outOfStock) giveBack(shop, order, unpaidBack)
}
