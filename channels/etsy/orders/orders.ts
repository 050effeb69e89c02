import type { Payment } from '#contract/orders/orders.ts'
import type { ChannelAddress, ChannelOrder, ChannelOrderLine, Outcome, Page } from '../../channel.ts'
import type { Shipment } from '../../shipment.ts'
import { done, each } from '../../kit/batch.ts'
import { earliest } from '#domain/orders/shipping/due.ts'
import { decimalsOf } from '#domain/numbers/decimals.ts'
import { type EtsyConnection, get, ofShop, send } from '../calls.ts'
import { minorOf } from '../listings/map.ts'
import { listOf, Receipt, type Transaction } from '../wire.ts'

const perPage = 100
/** Of more orders that changed in one second than a page holds, the next page begins so far on: what shifts meanwhile is seen twice, not missed. */
const stepInSecond = 50

/**
 * Orders changed since `since`, oldest change first. An offset over a list that moves would miss some, so each page begins in the second in
 * which the last one ended: what changes goes to the end. The cursor is `second:offset`.
 */
export async function pullOrders(c: EtsyConnection, since: Date, cursor?: string): Promise<Page<ChannelOrder>> {
  const [from = Math.floor(since.getTime() / 1000), offset = 0] = cursor?.split(':').map(Number) ?? []
  const { results } = await get(c, listOf(Receipt), ofShop(c, '/receipts'), {
    min_last_modified: String(from),
    sort_on: 'updated',
    sort_order: 'asc',
    limit: String(perPage),
    offset: String(offset),
  })
  const items = results.map(toOrder)
  const last = results.at(-1)?.updated_timestamp
  if (last === undefined || results.length < perPage) return { items, next: undefined }
  return { items, next: last > from ? `${last}:0` : `${from}:${offset + stepInSecond}` }
}

/** Reads the order first: Etsy takes every call for another parcel, and writes to the buyer each time. */
export const ship = (c: EtsyConnection, batch: Shipment[]): Promise<Outcome[]> =>
  each(batch, 3, async ({ externalOrderId, more = [], ...first }) => {
    const path = ofShop(c, `/receipts/${externalOrderId}`)
    const { is_shipped: isShipped, shipments } = await get(c, Receipt, path)
    if (isShipped && more.length === 0) return done
    // Each call is one more parcel and one more mail: those that an earlier try told are not told again.
    const trackingCodes = new Set(shipments.map(({ tracking_code: code }) => code))
    const numbered = (isShipped ? more : [first, ...more]).flatMap(({ carrier, trackingNumber }) => {
      const code = trackingNumber.trim()
      return code && !trackingCodes.has(code)
        ? [{ tracking_code: code, carrier_name: carrierOf(carrier), send_bcc: false }]
        : []
    })
    for (const json of numbered) await send(c, { method: 'POST', path: `${path}/tracking`, json })
    if (numbered.length === 0 && !isShipped) await send(c, { method: 'PUT', path, form: { was_shipped: 'true' } })
    return done
  })

/** Etsy's names of carriers that we know too; any other goes as `other`. */
const carriers = ['usps', 'ups', 'fedex', 'dhl', 'royal-mail', 'canada-post', 'australia-post', 'dpd', 'gls', 'hermes']
const carrierOf = (carrier: string): string => {
  const plain = carrier.trim().toLowerCase().replaceAll(/\s+/g, '-')
  return carriers.find((name) => plain === name || plain.startsWith(`${name}-`)) ?? 'other'
}

/** Its spelling of a status has varied. */
const statusOf = ({ status }: Receipt): string => status.trim().toLowerCase()

/** Refunds do not always reach the status, so their amounts are looked at, too. */
function paymentOf(receipt: Receipt): Payment {
  const back = receipt.refunds.reduce((sum, { amount }) => sum + minorOf(amount), 0)
  const status = statusOf(receipt)
  if (status === 'fully refunded' || (back > 0 && back >= minorOf(receipt.grandtotal))) return 'refunded'
  if (status === 'partially refunded' || back > 0) return 'partly_refunded'
  if (receipt.is_paid) return 'paid'
  return status === 'canceled' ? 'void' : 'open'
}

const date = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null)

export function toOrder(receipt: Receipt): ChannelOrder {
  const { receipt_id, is_shipped: isShipped, status, transactions, shipments } = receipt
  const cancelled = statusOf(receipt) === 'canceled'
  const payment = paymentOf(receipt)
  const parcel = shipments.at(-1)
  const paidAt = date(transactions[0]?.paid_timestamp)
  return {
    externalOrderId: String(receipt_id),
    number: String(receipt_id),
    orderDate: new Date(receipt.created_timestamp * 1000),
    updatedAt: new Date(receipt.updated_timestamp * 1000),
    cancelled,
    stage: statusOf(receipt) === 'completed' ? 'done' : '',
    shipping: isShipped ? 'shipped' : 'open',
    payment,
    words: {
      order: status,
      shipping: isShipped ? 'shipped' : 'not shipped',
      payment: receipt.is_paid ? 'paid' : 'not paid',
    },
    ...sumsOf(receipt),
    paymentAmount: receipt.is_paid ? minorOf(receipt.grandtotal) : null,
    paymentDate: receipt.is_paid ? paidAt : null,
    paymentMethod: receipt.payment_method ?? '',
    shippingMethod: transactions[0]?.shipping_method ?? '',
    trackingNumber: parcel?.tracking_code ?? '',
    shippedAt: isShipped
      ? (date(transactions[0]?.shipped_timestamp) ?? date(parcel?.shipment_notification_timestamp))
      : null,
    shipBy: earliest(transactions.map((line) => date(line.expected_ship_date))),
    buyer: {
      ...(receipt.buyer_user_id && { account: String(receipt.buyer_user_id) }),
      name: receipt.name ?? '',
      email: receipt.buyer_email ?? '',
      phone: '',
    },
    shippingAddress: addressOf(receipt),
    billingAddress: {},
    lines: transactions.map((line) => lineOf(line, { isShipped, isBack: payment === 'refunded' })),
    raw: receipt,
  }
}

/** `total_price` is that of all pieces before discounts. Fees stand in another place, a call for each order. */
const sumsOf = (receipt: Receipt) => ({
  currency: receipt.grandtotal.currency_code,
  subtotal: minorOf(receipt.total_price) + minorOf(receipt.gift_wrap_price),
  shippingCost: minorOf(receipt.total_shipping_cost),
  taxAmount: minorOf(receipt.total_tax_cost) + minorOf(receipt.total_vat_cost),
  discountAmount: minorOf(receipt.discount_amt),
  feeAmount: 0,
  totalAmount: minorOf(receipt.grandtotal),
})

/** Etsy ships and refunds orders, not pieces: a line is sent with its order, and comes back where all of it was paid back before. */
function lineOf(line: Transaction, { isShipped, isBack }: { isShipped: boolean; isBack: boolean }): ChannelOrderLine {
  const { quantity, price, shop_coupon: coupon } = line
  const isSent = isShipped || Boolean(line.shipped_timestamp)
  return {
    externalId: String(line.transaction_id),
    sku: line.sku ?? '',
    title: line.title ?? '',
    price: minorOf(price),
    quantity,
    sent: isSent ? quantity : 0,
    ...(isBack && !isSent && { restocked: quantity }),
    taxAmount: 0,
    discountAmount: Math.round((coupon ?? 0) * 10 ** decimalsOf(price.currency_code)),
    shippingCost: minorOf(line.shipping_cost),
  }
}

function addressOf(receipt: Receipt): ChannelAddress {
  const all: Record<string, string | null | undefined> = {
    name: receipt.name,
    line1: receipt.first_line,
    line2: receipt.second_line,
    city: receipt.city,
    region: receipt.state,
    postalCode: receipt.zip,
    country: receipt.country_iso,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}
