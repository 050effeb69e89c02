import type { ChannelAddress, ChannelOrder, ChannelOrderLine, Page } from '../channel.ts'
import { toMinor } from '../kit/money.ts'
import { ask, nextOf, restOf, type ShopifyConnection } from './calls.ts'
import { OrderLines, Orders, type ShopifyAddress, type ShopifyLine, type ShopifyOrder } from './wire.ts'

/** Orders changed since `since`, oldest change first. Shopify's cursors stand on the change itself: none is passed over. */
export async function pullOrders(c: ShopifyConnection, since: Date, cursor?: string): Promise<Page<ChannelOrder>> {
  const { orders } = await ask(c, 'orders', Orders, {
    query: `updated_at:>='${since.toISOString()}'`,
    after: cursor ?? null,
  })
  const items: ChannelOrder[] = []
  for (const order of orders.nodes) {
    const lines = await restOf(
      order.lineItems,
      async (after) => (await ask(c, 'orderLines', OrderLines, { id: order.id, after })).order?.lineItems,
    )
    items.push(toOrder(order, lines))
  }
  return { items, next: nextOf(orders.pageInfo) }
}

type Amount = ShopifyOrder['totalPriceSet'] | null
const minor = (set: Amount) => toMinor(set?.shopMoney.amount)

const nothingSent = new Set(['UNFULFILLED', 'RESTOCKED', 'OPEN', 'SCHEDULED', 'ON_HOLD'])

/** Cancelled, or paid back before anything was sent, gives the pieces back; a refund after shipping does not. */
function stateOf(order: ShopifyOrder): ChannelOrder['state'] {
  if (order.cancelledAt) return 'cancelled'
  if (order.displayFulfillmentStatus === 'FULFILLED') return 'shipped'
  return order.displayFinancialStatus === 'REFUNDED' && nothingSent.has(order.displayFulfillmentStatus)
    ? 'cancelled'
    : 'open'
}

const paid = new Set(['PAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])

export function toOrder(order: ShopifyOrder, allLines: ShopifyLine[]): ChannelOrder {
  const state = stateOf(order)
  // what was taken out of an order before anything was sent is no longer promised
  const untouched = state === 'open' && nothingSent.has(order.displayFulfillmentStatus)
  const lines = allLines.map((line) => toLine(line, untouched ? line.currentQuantity : line.quantity))
  const sent = order.fulfillments.filter(({ status }) => status !== 'CANCELLED')
  const tracking = sent.flatMap((f) => f.trackingInfo)
  const wasPaid = paid.has(order.displayFinancialStatus ?? '')
  const placed = new Date(order.processedAt ?? order.createdAt)
  return {
    externalOrderId: order.id,
    number: order.name,
    orderDate: placed,
    updatedAt: new Date(order.updatedAt),
    state,
    orderStatus: order.cancelledAt ? 'CANCELLED' : order.closedAt ? 'CLOSED' : 'OPEN',
    shippingStatus: order.displayFulfillmentStatus,
    paymentStatus: order.displayFinancialStatus ?? '',
    currency: order.currencyCode,
    subtotal: allLines.reduce((sum, line) => sum + minor(line.originalUnitPriceSet) * line.quantity, 0),
    shippingCost: minor(order.totalShippingPriceSet),
    taxAmount: minor(order.totalTaxSet),
    discountAmount: minor(order.totalDiscountsSet),
    // Shopify tells its fees per payout, not per order
    feeAmount: 0,
    totalAmount: minor(order.totalPriceSet),
    paymentAmount: wasPaid ? minor(order.totalReceivedSet) : null,
    paymentDate: wasPaid ? placed : null,
    paymentMethod: order.paymentGatewayNames.join(', '),
    shippingMethod: order.shippingLine?.title ?? '',
    trackingNumber: tracking.flatMap(({ number }) => number ?? []).join(', '),
    shippedAt: sent[0] ? new Date(sent[0].createdAt) : null,
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

function toLine(line: ShopifyLine, quantity: number): ChannelOrderLine {
  const price = minor(line.originalUnitPriceSet)
  return {
    externalId: line.id,
    sku: line.sku ?? '',
    title: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    price,
    quantity,
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
