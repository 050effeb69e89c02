import type { ChannelAddress, ChannelOrder, ChannelOrderLine, Outcome, Page, Shipment } from '../channel.ts'
import { done, each } from '../kit/batch.ts'
import { toMinor } from '../kit/money.ts'
import { type EbayConnection, get, send } from './calls.ts'
import { type EbayContact, type EbayLine, EbayOrder, EbayOrders, Shipments } from './wire.ts'
import type { z } from 'zod'

const perPage = 200
const orderPath = (orderId: string) => `/sell/fulfillment/v1/order/${encodeURIComponent(orderId)}`

/**
 * Orders changed since `since`. eBay counts offsets over a list that moves while it is read: an order that changes in
 * between shifts the later ones forward. So each page begins with the last order of the one before; when something
 * else stands there, reading begins anew. The cursor is `offset:orderId`. Why an order was cancelled stands only in the
 * order itself, so these are read one by one.
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
  const whole: EbayOrder[] = []
  for (const order of fresh) whole.push(isCancelled(order) ? await get(c, EbayOrder, orderPath(order.orderId)) : order)
  return { items: whole.map(toOrder), next: more ? `${end - 1}:${last.orderId}` : undefined }
}

/** Reads the order's parcels first: eBay counts every call as another parcel. */
export const ship = (c: EbayConnection, batch: Shipment[]) => each(batch, 3, (shipment) => shipOne(c, shipment))

async function shipOne(c: EbayConnection, shipment: Shipment): Promise<Outcome> {
  const path = `${orderPath(shipment.externalOrderId)}/shipping_fulfillment`
  const { fulfillments } = await get(c, Shipments, path)
  // eBay takes letters and digits only, and the carrier only together with a number
  const trackingNumber = shipment.trackingNumber.replace(/[^A-Za-z0-9]/g, '')
  const known = fulfillments.some(
    (f) => trackingNumber !== '' && f.shipmentTrackingNumber?.toUpperCase() === trackingNumber.toUpperCase(),
  )
  if (known || coveredBy(shipment.lines, fulfillments)) return done
  const tracked = trackingNumber && shipment.carrier ? { trackingNumber, shippingCarrierCode: shipment.carrier } : {}
  const json = {
    lineItems: shipment.lines.map(({ externalId, quantity }) => ({ lineItemId: externalId, quantity })),
    shippedDate: shipment.shippedAt.toISOString(),
    ...tracked,
  }
  await send(c, { method: 'POST', path, json })
  return done
}

type Parcels = z.output<typeof Shipments>['fulfillments']
function coveredBy(lines: Shipment['lines'], parcels: Parcels): boolean {
  const sent = new Map<string, number>()
  for (const { lineItemId, quantity = 0 } of parcels.flatMap((p) => p.lineItems))
    sent.set(lineItemId, (sent.get(lineItemId) ?? 0) + quantity)
  return lines.length > 0 && lines.every(({ externalId, quantity }) => (sent.get(externalId) ?? 0) >= quantity)
}

const isCancelled = ({ cancelStatus }: EbayOrder) => cancelStatus?.cancelState === 'CANCELED'
/** The seller could not find the pieces: they are not for sale again. */
const areMissing = (order: EbayOrder) =>
  isCancelled(order) &&
  order.cancelStatus?.cancelRequests?.some(({ cancelReason }) => cancelReason?.startsWith('OUT_OF_STOCK')) === true

/** Cancelled, or paid back before anything was sent, gives the pieces back; a refund after shipping does not. */
function stateOf(order: EbayOrder): ChannelOrder['state'] {
  if (isCancelled(order)) return 'cancelled'
  if (order.orderFulfillmentStatus === 'FULFILLED') return 'shipped'
  return order.orderPaymentStatus === 'FULLY_REFUNDED' && order.orderFulfillmentStatus === 'NOT_STARTED'
    ? 'cancelled'
    : 'open'
}

const date = (text: string | undefined) => (text ? new Date(text) : null)

export function toOrder(order: EbayOrder): ChannelOrder {
  const step = order.fulfillmentStartInstructions[0]?.shippingStep
  return {
    externalOrderId: order.orderId,
    number: order.orderId,
    orderDate: new Date(order.creationDate),
    updatedAt: new Date(order.lastModifiedDate),
    state: stateOf(order),
    orderStatus: order.cancelStatus?.cancelState === 'CANCELED' ? 'CANCELED' : order.orderFulfillmentStatus,
    shippingStatus: order.orderFulfillmentStatus,
    paymentStatus: order.orderPaymentStatus,
    ...toSums(order),
    ...toPayment(order),
    shippingMethod: step?.shippingServiceCode ?? '',
    // parcels are read one order at a time; a list of orders does not carry them
    trackingNumber: '',
    shippedAt: null,
    buyer: toBuyer(order),
    shippingAddress: toAddress(step?.shipTo),
    billingAddress: toAddress(order.buyer?.buyerRegistrationAddress),
    lines: order.lineItems.map((line) => ({ ...toLine(line), ...(areMissing(order) && { lost: line.quantity }) })),
    raw: order,
  }
}

const toSums = ({ pricingSummary: sums, totalMarketplaceFee }: EbayOrder) => ({
  currency: sums.total.currency,
  subtotal: toMinor(sums.priceSubtotal?.value),
  shippingCost: toMinor(sums.deliveryCost?.value),
  taxAmount: toMinor(sums.tax?.value),
  // eBay writes discounts as negative amounts
  discountAmount: Math.abs(toMinor(sums.priceDiscount?.value)) + Math.abs(toMinor(sums.deliveryDiscount?.value)),
  feeAmount: toMinor(totalMarketplaceFee?.value),
  totalAmount: toMinor(sums.total.value),
})

/** The payment that came in; without one, the first that was begun. */
function toPayment({ paymentSummary }: EbayOrder) {
  const payment = paymentSummary?.payments.find((p) => p.paymentStatus === 'PAID') ?? paymentSummary?.payments[0]
  return {
    paymentAmount: payment?.amount ? toMinor(payment.amount.value) : null,
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
function toLine(line: z.output<typeof EbayLine>): ChannelOrderLine {
  const cost = toMinor(line.lineItemCost.value)
  const discounted = line.discountedLineItemCost ? toMinor(line.discountedLineItemCost.value) : cost
  return {
    externalId: line.lineItemId,
    sku: line.sku ?? '',
    title: line.title,
    quantity: line.quantity,
    price: Math.round(cost / Math.max(1, line.quantity)),
    taxAmount: line.taxes.reduce((sum, tax) => sum + toMinor(tax.amount?.value), 0),
    discountAmount: cost - discounted,
    shippingCost: toMinor(line.deliveryCost?.shippingCost?.value),
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
