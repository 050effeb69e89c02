import type { Payment, Shipping } from '#contract/orders/orders.ts'
import {
  type ChannelAddress,
  ChannelError,
  type ChannelOrder,
  type ChannelOrderLine,
  type Page,
} from '../../channel.ts'
import { earliest } from '#domain/orders/shipping/due.ts'
import { toMinor } from '../../kit/money.ts'
import { ask, nextOf, restOf, type ShopifyConnection } from '../calls.ts'
import {
  OrderLines,
  OrderParcels,
  OrderRefunds,
  Orders,
  type ShopifyAddress,
  type ShopifyLine,
  type ShopifyOrder,
  type ShopifyRefund,
} from '../wire.ts'

/** Orders per page; fewer where Shopify finds a page too dear for one request. */
const pageSizes = [25, 8, 2]
const mostRefunds = 10

/**
 * Orders changed since `since`, oldest change first. Shopify's cursors stand on the change itself: none is passed over.
 * Test orders are left out: nobody has bought anything.
 */
export async function pullOrders(c: ShopifyConnection, since: Date, cursor?: string): Promise<Page<ChannelOrder>> {
  const { orders } = await askForPage(c, { query: `updated_at:>='${since.toISOString()}'`, after: cursor ?? null })
  const items: ChannelOrder[] = []
  for (const order of orders.nodes) {
    if (order.test) continue
    const lines = await restOf(
      order.lineItems,
      async (after) => (await ask(c, 'orderLines', OrderLines, { id: order.id, after })).order?.lineItems,
    )
    const refunds = await allRefunds(c, order)
    items.push(toOrder({ ...order, refunds }, lines, await parcelsOf(c, { ...order, refunds })))
  }
  return { items, next: nextOf(orders.pageInfo) }
}

async function askForPage(c: ShopifyConnection, about: { query: string; after: string | null }) {
  for (const [place, first] of pageSizes.entries()) {
    try {
      return await ask(c, 'orders', Orders, { ...about, first })
    } catch (error) {
      const isDear = error instanceof ChannelError && error.code === 'MAX_COST_EXCEEDED'
      if (!isDear || place === pageSizes.length - 1) throw error
    }
  }
  throw new ChannelError('unavailable', 'Shopify didn’t return any orders.')
}

/** A page of orders carries the first refunds only. */
async function allRefunds(c: ShopifyConnection, { id, refunds }: ShopifyOrder): Promise<ShopifyRefund[]> {
  const isCut = ({ refundLineItems }: ShopifyRefund) => refundLineItems.pageInfo.hasNextPage
  if (refunds.length < mostRefunds && !refunds.some(isCut)) return refunds
  const all = (await ask(c, 'orderRefunds', OrderRefunds, { id })).order?.refunds ?? refunds
  if (all.some(isCut)) throw new ChannelError('invalid', 'This order has more refunds than Motto can read.')
  return all
}

/** Line → units in parcels. */
type Parcels = ReadonlyMap<string, number>

/**
 * An order counts the units that are neither open nor restocked together: those in parcels, and those that were refunded without restock before. Only where
 * there are both, its parcels are read.
 */
async function parcelsOf(
  c: ShopifyConnection,
  { id, fulfillments, refunds }: ShopifyOrder,
): Promise<Parcels | undefined> {
  const isKeptBack = refunds.some(({ refundLineItems }) =>
    refundLineItems.nodes.some(({ restockType }) => restockType === 'NO_RESTOCK'),
  )
  if (!isKeptBack || !fulfillments.some(isSent)) return undefined
  const parcels = (await ask(c, 'orderParcels', OrderParcels, { id })).order?.fulfillments ?? []
  const units = new Map<string, number>()
  for (const { fulfillmentLineItems } of parcels.filter(isSent))
    for (const { lineItem, quantity } of fulfillmentLineItems.nodes)
      units.set(lineItem.id, (units.get(lineItem.id) ?? 0) + (quantity ?? 0))
  return units
}
const isSent = ({ status }: { status: string }) => status !== 'CANCELLED'

type Amount = ShopifyOrder['totalPriceSet'] | null
const minor = (set: Amount) => toMinor(set?.shopMoney.amount, set?.shopMoney.currencyCode ?? '')

/** How far a line has come. What left the order without a refund was edited out, and is on the shelf again. */
function piecesOf(order: ShopifyOrder, line: ShopifyLine, hasParcels: boolean, parcels: Parcels | undefined) {
  const refunded = order.refunds
    .flatMap(({ refundLineItems }) => refundLineItems.nodes)
    .filter(({ lineItem }) => lineItem.id === line.id)
  const sum = (parts: typeof refunded) => parts.reduce((total, { quantity }) => total + quantity, 0)
  const ofType = (type: string) => sum(refunded.filter(({ restockType }) => restockType === type))
  const edited = Math.max(0, line.quantity - line.currentQuantity - sum(refunded))
  const restocked = ofType('CANCEL') + edited
  const open = order.cancelledAt ? 0 : line.unfulfilledQuantity
  const rest = Math.max(0, line.quantity - restocked - open)
  const sent = hasParcels ? Math.min(rest, parcels?.get(line.id) ?? (parcels ? 0 : rest)) : 0
  return { quantity: line.quantity, restocked, sent, lost: rest - sent, returned: Math.min(ofType('RETURN'), sent) }
}

const paid = new Set(['PAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])
/** @see https://shopify.dev/docs/api/admin-graphql/2026-07/enums/OrderDisplayFinancialStatus */
const payments: Record<string, Payment> = {
  PENDING: 'open',
  AUTHORIZED: 'open',
  EXPIRED: 'open',
  PARTIALLY_PAID: 'partly',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'partly_refunded',
  REFUNDED: 'refunded',
  VOIDED: 'void',
}
/** What is not named here waits to be sent. @see https://shopify.dev/docs/api/admin-graphql/2026-07/enums/OrderDisplayFulfillmentStatus */
const shippings: Record<string, Shipping> = {
  FULFILLED: 'shipped',
  PARTIALLY_FULFILLED: 'partly',
  FULFILLMENT_NOT_REQUIRED: 'none',
}

/** A voided payment of an order of which nothing was sent calls it off. */
const isCancelled = (order: ShopifyOrder, hasParcels: boolean) =>
  order.cancelledAt !== null || (order.displayFinancialStatus === 'VOIDED' && !hasParcels)

/** What Shopify's words mean, and the words. */
function toMeaning({ cancelledAt, closedAt, displayFinancialStatus, displayFulfillmentStatus }: ShopifyOrder) {
  return {
    stage: cancelledAt || closedAt ? ('' as const) : ('open' as const),
    shipping: shippings[displayFulfillmentStatus] ?? 'open',
    payment: displayFinancialStatus ? (payments[displayFinancialStatus] ?? 'open') : 'none',
    words: {
      order: cancelledAt ? 'CANCELLED' : closedAt ? 'CLOSED' : 'OPEN',
      shipping: displayFulfillmentStatus,
      payment: displayFinancialStatus ?? '',
    },
  }
}

/** While a part waits to be sent, the number to come is that of the next parcel. */
const numberOf = ({ displayFulfillmentStatus }: ShopifyOrder, sent: ShopifyOrder['fulfillments']): string =>
  shippings[displayFulfillmentStatus] === 'shipped'
    ? sent.flatMap(({ trackingInfo }) => trackingInfo.flatMap(({ number }) => number ?? [])).join(', ')
    : ''

/** Of what is still to be sent. @see https://shopify.dev/docs/api/admin-graphql/2026-07/objects/FulfillmentOrder */
const shipByOf = ({ fulfillmentOrders }: ShopifyOrder): Date | null =>
  earliest(
    (fulfillmentOrders?.nodes ?? []).map(({ status, fulfillBy }) =>
      fulfillBy && status !== 'CLOSED' && status !== 'CANCELLED' ? new Date(fulfillBy) : null,
    ),
  )

export function toOrder(order: ShopifyOrder, allLines: ShopifyLine[], parcels?: Parcels): ChannelOrder {
  const sent = order.fulfillments.filter(isSent)
  const hasParcels = sent.length > 0
  const lines = allLines.map((line) => ({ ...toLine(line), ...piecesOf(order, line, hasParcels, parcels) }))
  const wasPaid = paid.has(order.displayFinancialStatus ?? '')
  const placed = new Date(order.processedAt ?? order.createdAt)
  return {
    externalOrderId: order.id,
    number: order.name,
    orderDate: placed,
    updatedAt: new Date(order.updatedAt),
    cancelled: isCancelled(order, hasParcels),
    ...toMeaning(order),
    currency: order.currencyCode,
    subtotal: allLines.reduce((sum, line) => sum + minor(line.originalUnitPriceSet) * line.quantity, 0),
    shippingCost: minor(order.totalShippingPriceSet),
    taxAmount: minor(order.totalTaxSet),
    discountAmount: minor(order.totalDiscountsSet),
    // Shopify tells its fees per payout, not per order
    feeAmount: 0,
    totalAmount: minor(order.totalPriceSet),
    paymentAmount: wasPaid ? minor(order.totalReceivedSet) : null,
    refundedAmount: minor(order.totalRefundedSet),
    paymentDate: wasPaid ? placed : null,
    paymentMethod: order.paymentGatewayNames.join(', '),
    shippingMethod: order.shippingLine?.title ?? '',
    trackingNumber: numberOf(order, sent),
    shippedAt: sent[0] ? new Date(sent[0].createdAt) : null,
    shipBy: shipByOf(order),
    buyer: {
      name: order.shippingAddress?.name ?? order.billingAddress?.name ?? '',
      email: order.email ?? '',
      phone: order.phone ?? order.shippingAddress?.phone ?? '',
    },
    shippingAddress: toAddress(order.shippingAddress),
    billingAddress: toAddress(order.billingAddress),
    lines,
    raw: order,
  }
}

function toLine(line: ShopifyLine): ChannelOrderLine {
  const price = minor(line.originalUnitPriceSet)
  return {
    externalId: line.id,
    sku: line.sku ?? '',
    title: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    price,
    quantity: line.quantity,
    discountAmount: Math.max(0, price * line.quantity - minor(line.discountedTotalSet)),
    // tax and shipping are known for the order as a whole
    taxAmount: 0,
    shippingCost: 0,
  }
}

function toAddress(address: ShopifyAddress): ChannelAddress {
  const all = {
    name: address?.name,
    company: address?.company,
    phone: address?.phone,
    line1: address?.address1,
    line2: address?.address2,
    city: address?.city,
    region: address?.provinceCode ?? address?.province,
    postalCode: address?.zip,
    country: address?.countryCodeV2,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as ChannelAddress
}
