import type { Json } from '../../kit/json.ts'
import { type Amount, amount, type CancelRequest, type Order, type OrderLine, type Refund } from '../shapes.ts'
import type { Shop } from '../state.ts'

/** The seller has none left. Then eBay does not offer the piece again. */
export const outOfStock = 'OUT_OF_STOCK_OR_CANNOT_FULFILL'

/** Pieces of each line that no package carries yet. */
export function linesShipped(order: Order): { lineItemId: string; sent: number; left: number }[] {
  return order.lines.map(({ lineItemId, quantity }) => {
    const sent = order.shipments
      .flatMap(({ lineItems }) => lineItems)
      .filter((shipped) => shipped.lineItemId === lineItemId)
      .reduce((sum, shipped) => sum + shipped.quantity, 0)
    return { lineItemId, sent, left: quantity - sent }
  })
}

export function orderStatus(order: Order): 'NOT_STARTED' | 'IN_PROGRESS' | 'FULFILLED' {
  const lines = linesShipped(order)
  if (lines.every(({ left }) => left <= 0)) return 'FULFILLED'
  return lines.some(({ sent }) => sent > 0) ? 'IN_PROGRESS' : 'NOT_STARTED'
}

export const unitsRefunded = (order: Order, lineItemId: string): number =>
  order.refunds
    .flatMap(({ lines }) => lines)
    .filter((refunded) => refunded.lineItemId === lineItemId)
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** Where money went back, eBay says so here instead. */
export function paymentStatus(order: Order): Order['paymentStatus'] | 'PARTIALLY_REFUNDED' | 'FULLY_REFUNDED' {
  if (order.refunds.length === 0) return order.paymentStatus
  const isWhole =
    order.lines.every((line) => unitsRefunded(order, line.lineItemId) >= line.quantity) ||
    cents(refundedAmount(order)) >= cents(orderTotal(order))
  return isWhole ? 'FULLY_REFUNDED' : 'PARTIALLY_REFUNDED'
}

const cents = (value: number) => Math.round(value * 100)
export const orderTotal = (order: Order): number =>
  order.lines.reduce((sum, line) => sum + totalOf(line) + line.deliveryCost, 0)
const amountOf = (order: Order, { lines, amounts }: Refund): number =>
  worthOf(order, lines) + (amounts ?? []).reduce((sum, { value }) => sum + value, 0)
export const refundedAmount = (order: Order): number =>
  order.refunds.reduce((sum, refund) => sum + amountOf(order, refund), 0)

const cancelState = (order: Order) =>
  order.cancelledDate !== null ? 'CANCELED' : order.cancelRequest ? 'IN_PROGRESS' : 'NONE_REQUESTED'

/** What these pieces cost the buyer, their share of the delivery with it. */
function worthOf(order: Order, pieces: { lineItemId: string; quantity: number }[]): number {
  return pieces.reduce((sum, { lineItemId, quantity }) => {
    const line = order.lines.find((candidate) => candidate.lineItemId === lineItemId)
    return line ? sum + ((totalOf(line) + line.deliveryCost) * quantity) / line.quantity : sum
  }, 0)
}

/** All lines of an order are sold in the currency of their site. */
export const orderCurrency = ({ lines }: Order): string => lines[0]?.price.currency ?? 'USD'
const moneyOf =
  (order: Order) =>
  (value: number): Amount =>
    amount(value, orderCurrency(order))

const totalOf = (line: OrderLine) => Number(line.price.value) * line.quantity

/** eBay's order. In lists `cancelRequests` is always empty; only a single order carries them. */
export function showOrder(shop: Shop, order: Order, { inList }: { inList: boolean }): Json {
  const money = moneyOf(order)
  const subtotal = order.lines.reduce((sum, line) => sum + totalOf(line), 0)
  const delivery = order.lines.reduce((sum, line) => sum + line.deliveryCost, 0)
  const total = subtotal + delivery
  // Invented: eBay's final value fee of most categories, plus its fixed part.
  const fee = Math.round((total * 0.1325 + 0.3) * 100) / 100
  // Those that the API made of lines are told at the lines alone.
  const isOfOrder = ({ amounts }: Refund) => !amounts?.some(({ lineItemId }) => lineItemId !== null)
  const refunds = order.refunds.filter(isOfOrder).map((refund) => ({
    amount: money(amountOf(order, refund)),
    refundDate: refund.refundDate,
    refundId: refund.refundId,
    refundStatus: 'REFUNDED',
  }))
  const back = refundedAmount(order)
  return {
    orderId: order.orderId,
    creationDate: order.creationDate,
    lastModifiedDate: order.lastModifiedDate,
    orderFulfillmentStatus: orderStatus(order),
    orderPaymentStatus: paymentStatus(order),
    sellerId: shop.seller,
    buyer: showBuyer(order),
    pricingSummary: {
      priceSubtotal: money(subtotal),
      deliveryCost: money(delivery),
      tax: money(0),
      total: money(total),
    },
    cancelStatus: {
      cancelState: cancelState(order),
      cancelRequests: inList || !order.cancelRequest ? [] : [cancelRequest(order, order.cancelRequest)],
      ...(order.cancelledDate === null ? {} : { cancelledDate: order.cancelledDate }),
    },
    paymentSummary: {
      totalDueSeller: money(Math.max(0, back >= total ? 0 : total - fee - back)),
      refunds,
      payments: [
        {
          paymentMethod: 'EBAY',
          paymentReferenceId: order.orderId.replaceAll('-', ''),
          ...(order.paymentStatus === 'PAID' ? { paymentDate: order.creationDate } : {}),
          amount: money(total),
          paymentStatus: order.paymentStatus,
        },
      ],
    },
    fulfillmentStartInstructions: [shippingInstruction(order)],
    fulfillmentHrefs: order.shipments.map(
      ({ fulfillmentId }) =>
        `${shop.context.baseUrl}/sell/fulfillment/v1/order/${order.orderId}/shipping_fulfillment/${fulfillmentId}`,
    ),
    lineItems: order.lines.map((line) => showLine(order, line)),
    salesRecordReference: order.orderId.slice(-5),
    totalFeeBasisAmount: money(total),
    totalMarketplaceFee: money(fee),
  }
}

const contactOf = ({ buyer }: Order) => ({
  fullName: buyer.fullName,
  contactAddress: buyer.address,
  primaryPhone: { phoneNumber: buyer.phone },
  email: buyer.email,
})

function showBuyer(order: Order): Json {
  const { city, stateOrProvince, postalCode, countryCode } = order.buyer.address
  return {
    username: order.buyer.username,
    taxAddress: { city, stateOrProvince, postalCode, countryCode },
    buyerRegistrationAddress: contactOf(order),
  }
}

const daysAfter = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString()

function shippingInstruction(order: Order): Json {
  return {
    fulfillmentInstructionsType: 'SHIP_TO',
    ebaySupportedFulfillment: false,
    minEstimatedDeliveryDate: daysAfter(order.creationDate, 3),
    maxEstimatedDeliveryDate: daysAfter(order.creationDate, 7),
    shippingStep: {
      shipTo: contactOf(order),
      shippingCarrierCode: order.shippingCarrierCode,
      shippingServiceCode: order.shippingServiceCode,
    },
  }
}

function cancelRequest(order: Order, { reason, requestedDate }: CancelRequest): Json {
  return {
    cancelRequestId: `7${order.orderId.replaceAll('-', '')}`,
    cancelRequestState: order.cancelledDate === null ? 'REQUESTED' : 'COMPLETED',
    cancelInitiator: reason === outOfStock ? 'SELLER' : 'BUYER',
    cancelReason: reason,
    cancelRequestedDate: requestedDate,
    ...(order.cancelledDate === null ? {} : { cancelCompletedDate: order.cancelledDate }),
  }
}

function showLine(order: Order, line: OrderLine): Json {
  const money = moneyOf(order)
  const shipped = linesShipped(order).find(({ lineItemId }) => lineItemId === line.lineItemId)
  const status = !shipped || shipped.sent === 0 ? 'NOT_STARTED' : shipped.left > 0 ? 'IN_PROGRESS' : 'FULFILLED'
  const cost = totalOf(line)
  return {
    lineItemId: line.lineItemId,
    legacyItemId: line.legacyItemId,
    ...(line.legacyVariationId ? { legacyVariationId: line.legacyVariationId } : {}),
    ...(line.variationAspects.length > 0 ? { variationAspects: line.variationAspects } : {}),
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    soldFormat: 'FIXED_PRICE',
    listingMarketplaceId: order.marketplaceId,
    purchaseMarketplaceId: order.marketplaceId,
    lineItemFulfillmentStatus: status,
    lineItemCost: money(cost),
    total: money(cost + line.deliveryCost),
    deliveryCost: { shippingCost: money(line.deliveryCost) },
    appliedPromotions: [],
    taxes: [],
    refunds: order.refunds.flatMap(({ refundId, refundDate, lines, amounts = [] }) => [
      ...lines
        .filter(({ lineItemId }) => lineItemId === line.lineItemId)
        .map((pieces) => ({ amount: money(worthOf(order, [pieces])), refundDate, refundId })),
      ...amounts
        .filter(({ lineItemId }) => lineItemId === line.lineItemId)
        .map(({ value }) => ({ amount: money(value), refundDate, refundId })),
    ]),
    properties: { buyerProtection: true, fromBestOffer: false, soldViaAdCampaign: false },
    lineItemFulfillmentInstructions: {
      minEstimatedDeliveryDate: daysAfter(order.creationDate, 3),
      maxEstimatedDeliveryDate: daysAfter(order.creationDate, 7),
      shipByDate: daysAfter(order.creationDate, 2),
      guaranteedDelivery: false,
    },
    itemLocation: { location: 'Portland, Oregon', countryCode: 'US', postalCode: '97209' },
  }
}
