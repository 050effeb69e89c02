import type { Payment, Shipping } from '#contract/orders/orders.ts'
import { type ChannelAddress, type ChannelOrder, type ChannelOrderLine, type Page } from '../../channel.ts'
import { chunks } from '../../kit/batch.ts'
import { earliest } from '#domain/orders/shipping/due.ts'
import { keysIn } from '../../kit/refunds.ts'
import { ask, type SquareConnection } from '../calls.ts'
import { isAt, retrieve } from '../listings/catalog.ts'
import { squareLookups } from '../lookups.ts'
import { type Fulfillment, type Line, type OrderMoney, Orders, type SquareAddress, type SquareOrder } from './wire.ts'
import { type Taken, takenOut } from './returns.ts'
import { Variation } from '../wire.ts'

const ordersPerPage = 50
/** Locations that one search takes. */
const mostLocations = 10

/**
 * Orders changed since `since`, oldest change first, of all locations. What is only a draft, or rung up and not yet paid, was not bought; an order that
 * only says what came back of another is read with that one.
 */
export async function pullOrders(c: SquareConnection, since: Date, cursor?: string): Promise<Page<ChannelOrder>> {
  const places = chunks((await squareLookups.locations(c)).map(({ id }) => id).toSorted(), mostLocations)
  // Square's own cursor holds for the very question that it came with.
  const { group, from, after } = cursor ? readCursor(cursor) : { group: 0, from: since.toISOString(), after: '' }
  const location_ids = places[group]
  if (!location_ids) return { items: [], next: undefined }
  const page = await ask(c, Orders, {
    method: 'POST',
    path: 'orders/search',
    json: {
      location_ids,
      limit: ordersPerPage,
      query: {
        filter: {
          date_time_filter: { updated_at: { start_at: from } },
          state_filter: { states: ['OPEN', 'COMPLETED', 'CANCELED'] },
        },
        sort: { sort_field: 'UPDATED_AT', sort_order: 'ASC' },
      },
      ...(after && { cursor: after }),
    },
  })
  const next = page.cursor ? [group, from, page.cursor] : group + 1 < places.length ? [group + 1, from, ''] : undefined
  return { items: await toOrders(c, page.orders.filter(isBought)), next: next?.join(' ') }
}

function readCursor(cursor: string) {
  const [group = '0', from = '', ...after] = cursor.split(' ')
  return { group: Number(group), from, after: after.join(' ') }
}

const amount = (money: OrderMoney | undefined) => money?.amount ?? 0
const isDue = ({ net_amount_due_money: due }: SquareOrder) => amount(due) > 0

/** A ticket that waits at the till is nobody's yet: Square itself takes its pieces off the shelf when it is paid. */
const isBought = (order: SquareOrder): boolean =>
  order.line_items.length > 0 && (order.state !== 'OPEN' || order.fulfillments.length > 0 || !isDue(order))

async function toOrders(c: SquareConnection, orders: SquareOrder[]): Promise<ChannelOrder[]> {
  const ids = orders.flatMap(({ line_items: lines }) => lines.flatMap(({ catalog_object_id: id }) => id ?? []))
  // Lines name variations by their id alone; one that was deleted since still tells its SKU.
  const { objects } = ids.length > 0 ? await retrieve(c, Variation, ids, { withDeleted: true }) : { objects: [] }
  const variations = new Map(objects.map((object) => [object.id, object]))
  const items: ChannelOrder[] = []
  for (const order of orders) {
    const adjustments = await takenOut(c, order)
    items.push(toOrder(order, (line) => skuOf(c, order, line, variations), adjustments))
  }
  return items
}

/**
 * Pieces that were taken from another place than the one whose number we keep are not ours: such a line has no SKU. What does not stand at our
 * place was listed at its own.
 */
function skuOf(c: SquareConnection, order: SquareOrder, line: Line, variations: Map<string, Variation>): string {
  const variation = variations.get(line.catalog_object_id ?? '')
  const ours = c.settings.locationId
  const isFromElsewhere = ours !== '' && order.location_id !== ours && variation !== undefined && isAt(variation, ours)
  return isFromElsewhere ? '' : (variation?.item_variation_data.sku ?? '')
}

const over = new Set(['CANCELED', 'FAILED'])
const isCancelled = ({ state, fulfillments }: SquareOrder) =>
  state === 'CANCELED' || (fulfillments.length > 0 && fulfillments.every((fulfillment) => over.has(fulfillment.state)))

/** Pieces by weight or length are counted as begun ones. */
const pieces = (quantity: string) => Math.max(1, Math.ceil(Number(quantity) || 0))

/** What stands in parcels, or went over the counter. What came back afterwards is counted by somebody. */
function sentOf(order: SquareOrder, line: Line): number {
  if (order.fulfillments.length === 0) return order.state === 'CANCELED' ? 0 : pieces(line.quantity)
  return order.fulfillments
    .filter(({ state }) => state === 'COMPLETED')
    .reduce((sum, { entries, line_item_application: applies }) => {
      if (applies !== 'ENTRY_LIST') return sum + pieces(line.quantity)
      const own = (entries ?? []).filter(({ line_item_uid }) => line_item_uid === line.uid)
      return sum + own.reduce((all, { quantity }) => all + pieces(quantity), 0)
    }, 0)
}

function toLine(order: SquareOrder, line: Line, sku: string, adjustments: Taken): ChannelOrderLine {
  const quantity = pieces(line.quantity)
  const gross = line.gross_sales_money?.amount ?? undefined
  const { restocked = 0, lost = 0 } = adjustments.get(line.uid ?? '') ?? {}
  const variation = line.variation_name && line.variation_name !== 'Regular' ? ` - ${line.variation_name}` : ''
  return {
    externalId: line.uid ?? '',
    sku,
    title: `${line.name ?? 'Custom amount'}${variation}`,
    price: gross === undefined ? amount(line.base_price_money) : Math.round(gross / quantity),
    quantity,
    sent: Math.min(sentOf(order, line), quantity - restocked - lost),
    restocked,
    lost,
    taxAmount: amount(line.total_tax_money),
    discountAmount: amount(line.total_discount_money),
    shippingCost: 0,
  }
}

const done = new Set(['COMPLETED', 'CANCELED', 'FAILED'])
function shippingOf({ fulfillments, state }: SquareOrder): Shipping {
  if (fulfillments.length === 0) return state === 'CANCELED' ? 'open' : 'shipped'
  const sent = fulfillments.filter((fulfillment) => fulfillment.state === 'COMPLETED').length
  if (sent === 0) return 'open'
  return fulfillments.every((fulfillment) => done.has(fulfillment.state)) ? 'shipped' : 'partly'
}

const approved = new Set(['APPROVED', 'PENDING'])
const backOf = ({ refunds }: SquareOrder) =>
  refunds.reduce((sum, { status, amount_money: money }) => sum + (approved.has(status) ? amount(money) : 0), 0)

function paymentOf(order: SquareOrder): Payment {
  const back = backOf(order)
  const total = amount(order.total_money)
  if (back > 0) return back >= total ? 'refunded' : 'partly_refunded'
  if (!isDue(order)) return 'paid'
  if (order.tenders.length > 0) return 'partly'
  return order.state === 'CANCELED' ? 'void' : 'open'
}

const detailsOf = (fulfillment: Fulfillment | undefined) =>
  fulfillment?.shipment_details ?? fulfillment?.pickup_details ?? fulfillment?.delivery_details

/** Taxes that are part of the price are in the total already. */
function moneyOf(order: SquareOrder) {
  const totalAmount = amount(order.total_money)
  const shippingCost = amount(order.total_service_charge_money)
  const taxAmount = amount(order.total_tax_money)
  const discountAmount = amount(order.total_discount_money)
  const { tenders } = order
  const [first] = tenders
  return {
    currency: order.total_money?.currency ?? '',
    subtotal: totalAmount - shippingCost - taxAmount - amount(order.total_tip_money) + discountAmount,
    shippingCost,
    taxAmount,
    discountAmount,
    feeAmount: tenders.reduce((sum, { processing_fee_money: fee }) => sum + amount(fee), 0),
    totalAmount,
    paymentAmount: first ? tenders.reduce((sum, { amount_money: money }) => sum + amount(money), 0) : null,
    paymentDate: first?.created_at ? new Date(first.created_at) : null,
    paymentMethod: [...new Set(tenders.map(({ type }) => type))].join(', '),
  }
}

/** When a parcel is to leave, or a pickup to be ready. */
function dueAt({ shipment_details: parcel, pickup_details: pickup, delivery_details: delivery }: Fulfillment) {
  const at = parcel?.expected_shipped_at ?? pickup?.pickup_at ?? delivery?.deliver_at
  return at ? new Date(at) : null
}

/** Who buys, and where it goes. */
function peopleOf(first: Fulfillment | undefined) {
  const { customer_id: account, ...recipient } = detailsOf(first)?.recipient ?? {}
  return {
    buyer: {
      ...(account && { account }),
      name: recipient.display_name ?? '',
      email: recipient.email_address ?? '',
      phone: recipient.phone_number ?? '',
    },
    shippingAddress: toAddress(recipient.address, recipient.display_name, recipient.phone_number),
    billingAddress: {},
  }
}

function parcelsOf({ fulfillments, created_at: placed }: SquareOrder) {
  const [first] = fulfillments
  const parcels = fulfillments.flatMap((fulfillment) =>
    fulfillment.state === 'COMPLETED' ? (fulfillment.shipment_details ?? []) : [],
  )
  // Over the counter it goes when it is sold.
  const shippedAt = parcels[0]?.shipped_at ?? (first ? null : placed)
  const isSent = first === undefined || first.type === 'SHIPMENT'
  return {
    shippingMethod: first?.shipment_details?.shipping_type ?? (isSent ? '' : first.type),
    trackingNumber: parcels.flatMap(({ tracking_number: number }) => number ?? []).join(', '),
    shippedAt: shippedAt ? new Date(shippedAt) : null,
  }
}

export function toOrder(order: SquareOrder, skuFor: (line: Line) => string, adjustments: Taken): ChannelOrder {
  const [first] = order.fulfillments
  const payment = paymentOf(order)
  return {
    externalOrderId: order.id,
    number: order.reference_id || order.ticket_name || order.id,
    orderDate: new Date(order.created_at),
    updatedAt: new Date(order.updated_at),
    cancelled: isCancelled(order),
    stage: order.state === 'OPEN' ? 'open' : 'done',
    shipping: shippingOf(order),
    payment,
    words: { order: order.state, shipping: first?.state ?? '', payment: payment.toUpperCase() },
    ...moneyOf(order),
    refundedAmount: backOf(order),
    refundKeys: order.refunds.flatMap(({ status, reason }) => (approved.has(status) ? keysIn(reason) : [])),
    ...parcelsOf(order),
    shipBy: earliest(order.fulfillments.map(dueAt)),
    ...peopleOf(first),
    lines: order.line_items.map((line) => toLine(order, line, skuFor(line), adjustments)),
    raw: order,
  }
}

function toAddress(a: SquareAddress | undefined, name?: string | null, phone?: string | null): ChannelAddress {
  if (!a) return {}
  const all = {
    name: name || [a.first_name, a.last_name].filter(Boolean).join(' '),
    phone,
    line1: a.address_line_1,
    line2: a.address_line_2,
    city: a.locality,
    region: a.administrative_district_level_1,
    postalCode: a.postal_code,
    country: a.country,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as ChannelAddress
}
