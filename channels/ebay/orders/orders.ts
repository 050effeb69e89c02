import type { Payment, Shipping } from '#contract/orders/orders.ts'
import type { ChannelAddress, ChannelOrder, ChannelOrderLine, Outcome, Page } from '../../channel.ts'
import type { Shipment } from '../../shipment.ts'
import { done, each } from '../../kit/batch.ts'
import { earliest } from '#domain/orders/shipping/due.ts'
import type { ToldRefund } from '../../refund.ts'
import { type EbayConnection, get, send } from '../calls.ts'
import { type EbayContact, type EbayLine, EbayOrder, EbayOrders, Shipments } from '../wire.ts'
import { minorOf } from '../listings/map.ts'

const perPage = 200
export const orderPath = (orderId: string) => `/sell/fulfillment/v1/order/${encodeURIComponent(orderId)}`

/**
 * Orders changed since `since`. eBay counts offsets over a list that moves while it is read: an order that changes in
 * between shifts the later ones forward. So each page begins with the last order of the one before; when something
 * else stands there, reading begins anew. The cursor is `offset:orderId`.
 */
export async function pullOrders(c: EbayConnection, since: Date, cursor?: string): Promise<Page<ChannelOrder>> {
  const [offset = '0', expected = ''] = cursor?.split(':') ?? []
  const answer = await get(c, EbayOrders, '/sell/fulfillment/v1/order', {
    filter: `lastmodifieddate:[${since.toISOString()}..]`,
    limit: String(perPage),
    offset,
  })
  if (expected && answer.orders[0]?.orderId !== expected) return pullOrders(c, since)
  const fresh = expected ? answer.orders.slice(1) : answer.orders
  const end = Number(offset) + answer.orders.length
  const last = answer.orders.at(-1)
  const more = last !== undefined && fresh.length > 0 && (answer.next !== undefined || end < answer.total)
  const items: ChannelOrder[] = []
  for (const order of fresh) items.push(await readWhole(c, order))
  return { items, next: more ? `${end - 1}:${last.orderId}` : undefined }
}

/** What a list does not tell, for the few orders that need it: why one was cancelled, and what has left of one that is partly sent. */
async function readWhole(c: EbayConnection, order: EbayOrder): Promise<ChannelOrder> {
  const whole = isCancelled(order) ? await get(c, EbayOrder, orderPath(order.orderId)) : order
  return toOrder(whole, whole.orderFulfillmentStatus === 'IN_PROGRESS' ? await parcelsOf(c, whole.orderId) : [])
}

const parcelsOf = async (c: EbayConnection, orderId: string): Promise<Parcels> =>
  (await get(c, Shipments, `${orderPath(orderId)}/shipping_fulfillment`)).fulfillments

/** Reads the order's parcels first: eBay counts every call as another parcel. */
export const ship = (c: EbayConnection, batch: Shipment[]) => each(batch, 3, (shipment) => shipOne(c, shipment))

async function shipOne(c: EbayConnection, shipment: Shipment): Promise<Outcome> {
  const path = `${orderPath(shipment.externalOrderId)}/shipping_fulfillment`
  const parcels = await parcelsOf(c, shipment.externalOrderId)
  const left = shipment.lines
    .map(({ externalId, quantity }) => ({ lineItemId: externalId, quantity: quantity - sentIn(parcels, externalId) }))
    .filter(({ quantity }) => quantity > 0)
  const shippedDate = shipment.shippedAt.toISOString()
  if (left.length > 0)
    await send(c, { method: 'POST', path, json: { lineItems: left, shippedDate, ...trackedBy(shipment) } })
  // Another parcel of the same lines is another call. One that an earlier try told is not told again.
  const trackingNumbers = new Set(parcels.map(({ shipmentTrackingNumber }) => shipmentTrackingNumber))
  const lineItems = shipment.lines.map(({ externalId, quantity }) => ({ lineItemId: externalId, quantity }))
  for (const parcel of shipment.more ?? []) {
    const tracked = trackedBy(parcel)
    if (tracked.trackingNumber && !trackingNumbers.has(tracked.trackingNumber))
      await send(c, { method: 'POST', path, json: { lineItems, shippedDate, ...tracked } })
  }
  return done
}

/** eBay takes letters and digits only, and the carrier only together with a number. */
function trackedBy(parcel: { carrier: string; trackingNumber: string }) {
  const trackingNumber = parcel.trackingNumber.replace(/[^A-Za-z0-9]/g, '')
  return trackingNumber && parcel.carrier ? { trackingNumber, shippingCarrierCode: parcel.carrier } : {}
}

type Parcels = Shipments['fulfillments']
const sentIn = (parcels: Parcels, lineItemId: string): number =>
  parcels
    .flatMap((parcel) => parcel.lineItems)
    .reduce((sum, line) => (line.lineItemId === lineItemId ? sum + (line.quantity ?? 0) : sum), 0)

const isCancelled = ({ cancelStatus }: EbayOrder) => cancelStatus?.cancelState === 'CANCELED'
/** The seller could not find the pieces: they are not for sale again. */
const areMissing = (order: EbayOrder) =>
  isCancelled(order) &&
  order.cancelStatus?.cancelRequests?.some(({ cancelReason }) => cancelReason?.startsWith('OUT_OF_STOCK')) === true

/** @see https://developer.ebay.com/api-docs/sell/fulfillment/types/sel:OrderPaymentStatusEnum */
const payments: Record<string, Payment> = {
  PENDING: 'open',
  PAID: 'paid',
  FAILED: 'failed',
  PARTIALLY_REFUNDED: 'partly_refunded',
  FULLY_REFUNDED: 'refunded',
}
const shippings: Record<string, Shipping> = { NOT_STARTED: 'open', IN_PROGRESS: 'partly', FULFILLED: 'shipped' }

/** A request to cancel is not yet a cancellation: the seller may refuse it. */
function orderWord({ cancelStatus, orderFulfillmentStatus }: EbayOrder): string {
  if (cancelStatus?.cancelState === 'CANCELED') return 'CANCELED'
  return cancelStatus?.cancelState === 'IN_PROGRESS' ? 'CANCEL_IN_PROGRESS' : orderFulfillmentStatus
}

/** Those of lines are told there, those of the order as a whole beside its payments, some in both places. */
export function refundsOf(order: EbayOrder): ToldRefund[] {
  const quantities = new Map<string, number>()
  const lines = new Map<string, number>()
  for (const [at, { refundId, amount }] of (order.paymentSummary?.refunds ?? []).entries())
    quantities.set(refundId || `order-${at}`, minorOf(amount))
  for (const { lineItemId, refunds } of order.lineItems)
    for (const { refundId, amount } of refunds) {
      const id = refundId || lineItemId
      if (!quantities.has(id)) lines.set(id, (lines.get(id) ?? 0) + minorOf(amount))
    }
  return [...quantities, ...lines].map(([id, amount]) => ({ id, amount }))
}

const amountOf = (amounts: readonly { value?: string | undefined }[]) =>
  amounts.reduce((sum, amount) => sum + minorOf(amount), 0)

const refundedOf = ({ refunds }: EbayLine) => amountOf(refunds.flatMap(({ amount }) => amount ?? []))

/**
 * How far a line has come. eBay counts pieces of parcels; of refunds it tells amounts only, so a line counts as taken out where all that was paid
 * for it went back before it was sent. Less than that is a discount, or pieces that nobody can tell. Nobody is sent what was not paid; a buyer who
 * pays after all orders those pieces again.
 */
function piecesOf(order: EbayOrder, line: EbayLine, parcels: Parcels) {
  const isSent = (line.lineItemFulfillmentStatus ?? order.orderFulfillmentStatus) === 'FULFILLED'
  const sent = Math.min(line.quantity, isSent ? line.quantity : sentIn(parcels, line.lineItemId))
  const rest = line.quantity - sent
  const refunded = refundedOf(line)
  const isBack =
    order.orderPaymentStatus === 'FULLY_REFUNDED' ||
    order.orderPaymentStatus === 'FAILED' ||
    (refunded > 0 && refunded >= minorOf(line.discountedLineItemCost ?? line.lineItemCost))
  if (areMissing(order)) return { sent, lost: rest }
  return { sent, ...(isBack && { restocked: rest }) }
}

const date = (text: string | undefined) => (text ? new Date(text) : null)

/** @param parcels of an order that is partly sent */
export function toOrder(order: EbayOrder, parcels: Parcels = []): ChannelOrder {
  const step = order.fulfillmentStartInstructions[0]?.shippingStep
  return {
    externalOrderId: order.orderId,
    site: order.lineItems[0]?.listingMarketplaceId,
    number: order.orderId,
    orderDate: new Date(order.creationDate),
    updatedAt: new Date(order.lastModifiedDate),
    cancelled: isCancelled(order),
    // eBay has no word for an order as a whole beside its shipping and payment
    stage: '',
    shipping: shippings[order.orderFulfillmentStatus] ?? 'open',
    payment: payments[order.orderPaymentStatus] ?? 'open',
    words: { order: orderWord(order), shipping: order.orderFulfillmentStatus, payment: order.orderPaymentStatus },
    ...toSums(order),
    ...toPayment(order),
    refundedAmount: refundsOf(order).reduce((sum, { amount }) => sum + amount, 0),
    shippingMethod: step?.shippingServiceCode ?? '',
    // a list of orders does not carry parcels, and while a part waits, the number to come is that of the next
    trackingNumber: '',
    shippedAt: null,
    shipBy: earliest(order.lineItems.map((line) => date(line.lineItemFulfillmentInstructions?.shipByDate))),
    buyer: toBuyer(order),
    shippingAddress: toAddress(step?.shipTo),
    billingAddress: toAddress(order.buyer?.buyerRegistrationAddress),
    lines: order.lineItems.map((line) => ({
      ...toLine(line),
      ...piecesOf(order, line, parcels),
      refunded: refundedOf(line),
    })),
    raw: order,
  }
}

const toSums = ({ pricingSummary: sums, totalMarketplaceFee }: EbayOrder) => ({
  currency: sums.total.currency,
  subtotal: minorOf(sums.priceSubtotal),
  shippingCost: minorOf(sums.deliveryCost),
  taxAmount: minorOf(sums.tax),
  // eBay writes discounts as negative amounts
  discountAmount: Math.abs(minorOf(sums.priceDiscount)) + Math.abs(minorOf(sums.deliveryDiscount)),
  feeAmount: minorOf(totalMarketplaceFee),
  totalAmount: minorOf(sums.total),
})

/** The payment that came in; without one, the first that was begun. */
function toPayment({ paymentSummary }: EbayOrder) {
  const payment = paymentSummary?.payments.find((p) => p.paymentStatus === 'PAID') ?? paymentSummary?.payments[0]
  return {
    paymentAmount: payment?.amount ? minorOf(payment.amount) : null,
    paymentDate: date(payment?.paymentDate),
    paymentMethod: payment?.paymentMethod ?? '',
  }
}

/** Who gets the parcel; what is not known of them, from who pays. */
function toBuyer({ buyer, fulfillmentStartInstructions }: EbayOrder): ChannelOrder['buyer'] {
  const contacts = [fulfillmentStartInstructions[0]?.shippingStep?.shipTo, buyer?.buyerRegistrationAddress]
  const first = (read: (contact: EbayContact) => string | undefined) =>
    contacts.flatMap((contact) => (contact && read(contact)) ?? [])[0]
  return {
    ...(buyer?.username && { account: buyer.username }),
    name: first((c) => c.fullName) ?? buyer?.username ?? '',
    email: first((c) => c.email) ?? '',
    phone: first((c) => c.primaryPhone?.phoneNumber) ?? '',
  }
}

/** `lineItemCost` is the price of all pieces of the line before discounts. */
function toLine(line: EbayLine): ChannelOrderLine {
  const cost = minorOf(line.lineItemCost)
  const discounted = line.discountedLineItemCost ? minorOf(line.discountedLineItemCost) : cost
  return {
    externalId: line.lineItemId,
    sku: line.sku ?? '',
    title: line.title,
    quantity: line.quantity,
    price: Math.round(cost / Math.max(1, line.quantity)),
    taxAmount: line.taxes.reduce((sum, tax) => sum + minorOf(tax.amount), 0),
    discountAmount: cost - discounted,
    shippingCost: minorOf(line.deliveryCost?.shippingCost),
  }
}

function toAddress(contact: EbayContact | undefined): ChannelAddress {
  const address = contact?.contactAddress
  const all: ChannelAddress = {
    name: contact?.fullName,
    company: contact?.companyName,
    phone: contact?.primaryPhone?.phoneNumber,
    line1: address?.addressLine1,
    line2: address?.addressLine2,
    city: address?.city,
    region: address?.stateOrProvince,
    postalCode: address?.postalCode,
    country: address?.countryCode,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}
