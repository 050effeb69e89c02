import type { Payment, Shipping, Stage } from '#contract/orders/orders.ts'
import { z } from 'zod'
import type { ChannelAddress, ChannelOrder, ChannelOrderLine, Page } from '../../channel.ts'
import { toMinor } from '../../kit/money.ts'
import { askList, type BigCommerceConnection } from '../calls.ts'
import {
  type BigCommerceOrder,
  type Line,
  Order,
  type OrderAddress,
  type OrderRefund,
  type OrderShipment,
  Shipment,
} from './wire.ts'
import { backIn, isKeptBack, keptBackOf, readRefunds } from './refunded.ts'

const perPage = 100

/**
 * Orders changed since `since`, oldest change first. A page over a list that moves would miss some, so each begins in the second in which the last one
 * ended: what changes goes to the end. Of more orders in one second than a page holds, the rest is read by their ids, which do not change.
 */
export async function pullOrders(c: BigCommerceConnection, since: Date, cursor?: string): Promise<Page<ChannelOrder>> {
  const { from, afterId } = cursor
    ? readCursor(cursor)
    : { from: Math.floor(since.getTime() / 1000), afterId: undefined }
  const orders = await askList(c, z.array(Order), {
    method: 'GET',
    path: 'v2/orders',
    query: {
      min_date_modified: isoOf(from),
      ...(afterId === undefined
        ? { sort: 'date_modified:asc' }
        : { max_date_modified: isoOf(from), min_id: String(afterId + 1), sort: 'id:asc' }),
      include: 'consignments,consignments.line_items',
      consignment_structure: 'object',
      limit: String(perPage),
    },
  })
  return { items: await toOrders(c, orders), next: nextOf(orders, from, afterId) }
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
const secondOf = ({ date_modified: at }: BigCommerceOrder) => Math.floor(Date.parse(at) / 1000)

function nextOf(orders: BigCommerceOrder[], from: number, afterId: number | undefined): string | undefined {
  const isFull = orders.length >= perPage
  const last = orders.at(-1)
  if (afterId !== undefined) return last && isFull ? `${from}:${last.id}` : `${from + 1}`
  if (!last || !isFull) return undefined
  // Those of one second do not come by their ids, so none of them counts as read.
  return secondOf(last) > from ? String(secondOf(last)) : `${from}:0`
}

function readCursor(cursor: string): { from: number; afterId: number | undefined } {
  const [from = '0', afterId] = cursor.split(':')
  return { from: Number(from), afterId: afterId === undefined ? undefined : Number(afterId) }
}

/** A cart that nobody paid for is no order. */
const INCOMPLETE = 0
async function toOrders(c: BigCommerceConnection, orders: BigCommerceOrder[]): Promise<ChannelOrder[]> {
  const items: ChannelOrder[] = []
  for (const order of orders.filter(({ status_id: id }) => id !== INCOMPLETE)) {
    const parcels = order.items_shipped > 0 ? await shipmentsOf(c, order.id) : []
    const refunds = hasRefunds(order) ? await readRefunds(c, String(order.id)) : []
    items.push(toOrder(order, parcels, refunds))
  }
  return items
}
const hasRefunds = (order: BigCommerceOrder): boolean =>
  [order.payment_status?.toLowerCase(), paymentOf(order)].some((word) => word?.includes('refunded')) ||
  linesOf(order).some(({ quantity_refunded: pieces }) => pieces > 0)
export const shipmentsOf = (c: BigCommerceConnection, orderId: number | string): Promise<OrderShipment[]> =>
  askList(c, z.array(Shipment), {
    method: 'GET',
    path: `v2/orders/${encodeURIComponent(orderId)}/shipments`,
    query: { limit: '250' },
  })

interface Meaning {
  stage: Stage
  /** What is still open will not be sent. */
  cancelled?: boolean
  /** All of it left, whether or not anybody noted parcels. */
  sent?: boolean
  /** Where the order says nothing of its payment. */
  payment: Payment
}
const paid: Meaning = { stage: 'open', payment: 'paid' }
const unpaid: Meaning = { stage: 'open', payment: 'open' }
/**
 * By its number: a merchant may call a status otherwise. One word mixes money and parcels, so 14 says nothing of whether it was sent: the lines do.
 * @see the answer of `GET /v2/order_statuses`, reference/orders.v2.oas2.yml, read 2026-11-22
 */
export const CANCELLED = 5
const meanings: Record<number, Meaning> = {
  1: unpaid,
  2: { ...paid, stage: 'done', sent: true },
  3: paid,
  4: { stage: 'done', cancelled: true, payment: 'refunded' },
  [CANCELLED]: { stage: 'done', cancelled: true, payment: 'void' },
  6: { stage: 'done', cancelled: true, payment: 'failed' },
  7: unpaid,
  8: paid,
  9: paid,
  10: { ...paid, stage: 'done', sent: true },
  11: paid,
  12: paid,
  13: paid,
  14: { stage: 'open', payment: 'partly_refunded' },
}
/** One that is not published yet. */
const unknown: Meaning = unpaid
const meaningOf = ({ status_id: id }: BigCommerceOrder): Meaning => meanings[id] ?? unknown

const payments: Record<string, Payment> = {
  authorized: 'open',
  captured: 'paid',
  'capture pending': 'open',
  declined: 'failed',
  'held for review': 'open',
  paid: 'paid',
  pending: 'open',
  'partially refunded': 'partly_refunded',
  refunded: 'refunded',
  void: 'void',
  'void pending': 'void',
}
/** Money that went back shows in the status at once. */
export function paymentOf(order: BigCommerceOrder): Payment {
  const { payment } = meaningOf(order)
  if (payment === 'refunded' || payment === 'partly_refunded') return payment
  return payments[(order.payment_status ?? '').trim().toLowerCase()] ?? payment
}

export const linesOf = ({ consignments: { shipping, pickups, downloads } }: BigCommerceOrder): Line[] =>
  [...shipping, ...pickups, ...downloads].flatMap(({ line_items: lines }) => lines)

/** A download is handed over with its payment. */
function sentOf(order: BigCommerceOrder, line: Line): number {
  if (meaningOf(order).sent) return line.quantity
  if (line.type !== 'physical') return paymentOf(order) === 'paid' ? line.quantity : 0
  return Math.min(line.quantity, line.quantity_shipped)
}

function toLine(order: BigCommerceOrder, line: Line, refunds: readonly OrderRefund[]): ChannelOrderLine {
  const money = (text: string | null | undefined) => toMinor(text, order.currency_code)
  const shipped = Math.min(line.quantity, line.quantity_shipped)
  // Paid back before it left: it is still on the seller's shelf, unless we noted otherwise. What came back later is counted by somebody.
  const back = Math.min(line.quantity_refunded, line.quantity - shipped)
  const isOff = meaningOf(order).cancelled === true && isKeptBack(order.staff_notes, refunds)
  const lost = isOff ? line.quantity - shipped : Math.min(back, keptBackOf(line, refunds))
  const restocked = isOff ? 0 : back - lost
  const chosen = (line.product_options ?? []).flatMap(({ display_value: value }) => value || [])
  return {
    externalId: String(line.id),
    sku: line.sku ?? '',
    title: [line.name, chosen.join(', ')].filter(Boolean).join(' - '),
    price: money(line.price_ex_tax),
    quantity: line.quantity,
    sent: Math.min(sentOf(order, line), line.quantity - restocked - lost),
    restocked,
    lost,
    taxAmount: money(line.total_tax),
    discountAmount: (line.applied_discounts ?? []).reduce((sum, { amount }) => sum + money(amount), 0),
    shippingCost: 0,
  }
}

function shippingOf(lines: ChannelOrderLine[]): Shipping {
  const sent = lines.reduce((sum, line) => sum + (line.sent ?? 0), 0)
  if (sent === 0) return 'open'
  return lines.every((line) => (line.sent ?? 0) >= line.quantity - (line.restocked ?? 0) - (line.lost ?? 0))
    ? 'shipped'
    : 'partly'
}

/** What the parts make beyond the total was taken off: of the order, by coupons, or of single lines. Where they make less, a fee was added. */
function moneyOf(order: BigCommerceOrder) {
  const money = (text: string | null | undefined) => toMinor(text, order.currency_code)
  const subtotal = money(order.subtotal_ex_tax)
  const taxAmount = money(order.total_tax)
  const totalAmount = money(order.total_inc_tax)
  const services =
    money(order.shipping_cost_ex_tax) + money(order.handling_cost_ex_tax) + money(order.wrapping_cost_ex_tax)
  const over = subtotal + services + taxAmount - totalAmount
  const isPaid = ['paid', 'partly_refunded', 'refunded'].includes(paymentOf(order))
  return {
    currency: order.currency_code,
    subtotal,
    shippingCost: services + Math.max(0, -over),
    taxAmount,
    discountAmount: Math.max(0, over),
    feeAmount: 0,
    totalAmount,
    paymentAmount: isPaid ? totalAmount : null,
    // When it was paid is told by payments alone, in a call for each order.
    paymentDate: null,
    paymentMethod: order.payment_method ?? '',
  }
}

export function toOrder(
  order: BigCommerceOrder,
  parcels: OrderShipment[],
  refunds: readonly OrderRefund[] = [],
): ChannelOrder {
  const lines = linesOf(order).map((line) => toLine(order, line, refunds))
  const [to] = order.consignments.shipping
  const bill = order.billing_address ?? undefined
  const shipping = shippingOf(lines)
  return {
    externalOrderId: String(order.id),
    number: String(order.id),
    orderDate: new Date(order.date_created),
    updatedAt: new Date(order.date_modified),
    cancelled: meaningOf(order).cancelled === true,
    stage: meaningOf(order).stage,
    shipping,
    payment: paymentOf(order),
    words: { order: order.status, shipping: order.status, payment: order.payment_status ?? '' },
    ...moneyOf(order),
    refundedAmount: backIn(refunds, order.currency_code),
    shippingMethod: to?.shipping_method ?? (order.consignments.pickups.length > 0 ? 'Pickup' : ''),
    trackingNumber: parcels.flatMap(({ tracking_number: number }) => number || []).join(', '),
    shippedAt: order.date_shipped ? new Date(order.date_shipped) : null,
    buyer: {
      ...(order.customer_id > 0 && { account: String(order.customer_id) }),
      name: nameOf(bill ?? to),
      email: bill?.email ?? to?.email ?? '',
      phone: bill?.phone ?? to?.phone ?? '',
    },
    shippingAddress: toAddress(to),
    billingAddress: toAddress(bill),
    lines,
    raw: order,
  }
}

const nameOf = (a: OrderAddress | undefined): string => [a?.first_name, a?.last_name].filter(Boolean).join(' ')

function toAddress(a: OrderAddress | undefined): ChannelAddress {
  if (!a) return {}
  const all = {
    name: nameOf(a),
    company: a.company,
    phone: a.phone,
    line1: a.street_1,
    line2: a.street_2,
    city: a.city,
    region: a.state,
    postalCode: a.zip,
    country: a.country_iso2,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as ChannelAddress
}
