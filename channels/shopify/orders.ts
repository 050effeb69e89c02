import { type LinePieces, meaningOf } from '#domain/orders/pieces.ts'
import { type ChannelAddress, ChannelError, type ChannelOrder, type ChannelOrderLine, type Page } from '../channel.ts'
import { toMinor } from '../kit/money.ts'
import { ask, nextOf, restOf, type ShopifyConnection } from './calls.ts'
import {
  OrderLines,
  OrderRefunds,
  Orders,
  type ShopifyAddress,
  type ShopifyLine,
  type ShopifyOrder,
  type ShopifyRefund,
} from './wire.ts'

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
    items.push(toOrder({ ...order, refunds: await allRefunds(c, order) }, lines))
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
  throw new ChannelError('unavailable', 'Shopify gave no page of orders.')
}

/** A page of orders carries the first refunds only. */
async function allRefunds(c: ShopifyConnection, { id, refunds }: ShopifyOrder): Promise<ShopifyRefund[]> {
  const isCut = ({ refundLineItems }: ShopifyRefund) => refundLineItems.pageInfo.hasNextPage
  if (refunds.length < mostRefunds && !refunds.some(isCut)) return refunds
  const all = (await ask(c, 'orderRefunds', OrderRefunds, { id })).order?.refunds ?? refunds
  if (all.some(isCut)) throw new ChannelError('invalid', 'This order was refunded in more pieces than Motto can read.')
  return all
}

type Amount = ShopifyOrder['totalPriceSet'] | null
const minor = (set: Amount) => toMinor(set?.shopMoney.amount)

/** How far a line has come. What left the order without a refund was edited out, and is on the shelf again. */
function piecesOf(order: ShopifyOrder, line: ShopifyLine): LinePieces {
  const refunded = order.refunds
    .flatMap(({ refundLineItems }) => refundLineItems.nodes)
    .filter(({ lineItem }) => lineItem.id === line.id)
  const sum = (parts: typeof refunded) => parts.reduce((total, { quantity }) => total + quantity, 0)
  const removed = line.quantity - line.currentQuantity
  const edited = Math.max(0, removed - sum(refunded))
  return {
    ordered: line.quantity,
    open: order.cancelledAt ? 0 : line.unfulfilledQuantity,
    restocked: sum(refunded.filter(({ restockType }) => restockType === 'CANCEL')) + edited,
  }
}

const paid = new Set(['PAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])

export function toOrder(order: ShopifyOrder, allLines: ShopifyLine[]): ChannelOrder {
  const sent = order.fulfillments.filter(({ status }) => status !== 'CANCELLED')
  const { state, holds } = meaningOf({
    hasParcels: sent.length > 0,
    isVoid: order.displayFinancialStatus === 'VOIDED',
    lines: allLines.map((line) => piecesOf(order, line)),
  })
  const lines = allLines.map((line, place) => toLine(line, state, holds[place] ?? 0))
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

/** A cancelled line keeps showing what was bought. @param held what the order holds or has sent; of a cancelled one what did not come back */
function toLine(line: ShopifyLine, state: ChannelOrder['state'], held: number): ChannelOrderLine {
  const price = minor(line.originalUnitPriceSet)
  return {
    externalId: line.id,
    sku: line.sku ?? '',
    title: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    price,
    quantity: state === 'cancelled' ? line.quantity : held,
    ...(state === 'cancelled' && held > 0 && { lost: held }),
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
