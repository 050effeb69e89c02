import { productView, variantOf, variantView } from '../listings/catalog-view.ts'
import {
  fulfillmentStatus,
  type FulfillmentOrderRow,
  type FulfillmentRow,
  isPaid,
  type LineRow,
  type OrderRow,
  refundedAmount,
  type RefundRow,
} from './order-rows.ts'
import { pageInOrder, type PageArgs } from '../api/paging.ts'
import { currency, findLocation, moneyBag, type View } from '../shop/shop-view.ts'
import { find, legacyId, shown, type Env, type LocationRow, type ProductRow } from '../state.ts'

/** The promise of this shop: two days. */
const SHIP_WITHIN_MS = 2 * 86_400_000

const fraction = (order: OrderRow): number => {
  const ordered = order.lines.reduce((sum, line) => sum + Number(line.price) * line.quantity, 0)
  const current = order.lines.reduce((sum, line) => sum + Number(line.price) * line.currentQuantity, 0)
  return ordered === 0 ? 0 : current / ordered
}
const orNull = (iso: string | null): string | null => (iso ? shown(iso) : null)

function addressView(order: OrderRow): View {
  return {
    __typename: 'MailingAddress',
    ...order.address,
    name: `${order.address.firstName} ${order.address.lastName}`,
  }
}

export function lineView(env: Env, line: LineRow): View {
  const total = Number(line.price) * line.quantity
  return {
    __typename: 'LineItem',
    ...line,
    name: line.variantTitle === 'Default Title' ? line.title : `${line.title} - ${line.variantTitle}`,
    variantTitle: line.variantTitle === 'Default Title' ? null : line.variantTitle,
    refundableQuantity: line.currentQuantity,
    variant: () => {
      const match = variantOf(env, line.productId, line.variantId)
      return match ? variantView(env, match.product, match.variant) : null
    },
    product: () => {
      const product = find<ProductRow>(env, 'product', line.productId)
      return product ? productView(env, product) : null
    },
    originalUnitPriceSet: moneyBag(line.price),
    discountedUnitPriceSet: moneyBag(line.price),
    originalTotalSet: moneyBag(total),
    discountedTotalSet: moneyBag(total),
    totalDiscountSet: moneyBag(0),
  }
}

export function fulfillmentOrderView(env: Env, order: OrderRow, row: FulfillmentOrderRow): View {
  return {
    __typename: 'FulfillmentOrder',
    id: row.id,
    status: row.status,
    requestStatus: 'UNSUBMITTED',
    orderId: order.id,
    orderName: order.name,
    order: () => orderView(env, order),
    createdAt: shown(row.createdAt),
    updatedAt: shown(row.updatedAt),
    fulfillAt: shown(row.createdAt),
    fulfillBy: shown(new Date(Date.parse(row.createdAt) + SHIP_WITHIN_MS).toISOString()),
    assignedLocation: () => {
      const location = find<LocationRow>(env, 'location', row.locationId)
      return {
        name: location?.name ?? '',
        address2: null,
        ...location?.address,
        location: findLocation(env, row.locationId),
      }
    },
    lineItems: (args: PageArgs) =>
      pageInOrder(row.lines, args, (part) => {
        const line = order.lines.find((candidate) => candidate.id === part.lineId)
        return {
          __typename: 'FulfillmentOrderLineItem',
          id: part.id,
          totalQuantity: part.total,
          remainingQuantity: part.remaining,
          productTitle: line?.title,
          variantTitle: line?.variantTitle,
          sku: line?.sku,
          inventoryItemId: line?.itemId,
          requiresShipping: line?.requiresShipping,
          lineItem: () => (line ? lineView(env, line) : null),
          variant: () => (line ? lineView(env, line)['variant'] : null),
        }
      }),
  }
}

/** A line of a parcel has an id of its own; here made of both, which is as unique. */
const sentLines = (row: FulfillmentRow) =>
  row.lines.map((line) => ({
    ...line,
    id: `gid://shopify/FulfillmentLineItem/${legacyId(row.id)}${legacyId(line.lineId)}`,
  }))

export function fulfillmentView(env: Env, order: OrderRow, row: FulfillmentRow): View {
  return {
    __typename: 'Fulfillment',
    id: row.id,
    legacyResourceId: legacyId(row.id),
    name: row.name,
    status: 'SUCCESS',
    displayStatus: 'FULFILLED',
    createdAt: shown(row.createdAt),
    updatedAt: shown(row.updatedAt),
    totalQuantity: row.lines.reduce((sum, line) => sum + line.quantity, 0),
    location: () => findLocation(env, row.locationId),
    order: () => orderView(env, order),
    fulfillmentLineItems: (args: PageArgs) =>
      pageInOrder(sentLines(row), args, ({ id, lineId, quantity }) => {
        const line = order.lines.find((candidate) => candidate.id === lineId)
        return {
          __typename: 'FulfillmentLineItem',
          id,
          quantity,
          lineItem: () => (line ? lineView(env, line) : null),
        }
      }),
    trackingInfo: ({ first }: { first?: number | null }) => row.tracking.slice(0, first ?? undefined),
  }
}

const removedByRefund = (order: OrderRow, line: LineRow): number =>
  order.refunds
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === line.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)

export function refundView(env: Env, order: OrderRow, row: RefundRow): View {
  return {
    __typename: 'Refund',
    id: row.id,
    legacyResourceId: legacyId(row.id),
    createdAt: shown(row.createdAt),
    updatedAt: shown(row.createdAt),
    processedAt: shown(row.createdAt),
    note: row.note ?? null,
    order: () => orderView(env, order),
    totalRefundedSet: moneyBag(row.amount),
    refundLineItems: (args: PageArgs) =>
      pageInOrder(row.lines, args, (part) => {
        const line = order.lines.find((candidate) => candidate.id === part.lineId)
        return {
          __typename: 'RefundLineItem',
          id: part.id,
          quantity: part.quantity,
          restockType: part.restockType,
          restocked: part.restockType !== 'NO_RESTOCK',
          location: () => (part.locationId ? findLocation(env, part.locationId) : null),
          priceSet: moneyBag(line?.price ?? 0),
          subtotalSet: moneyBag(Number(line?.price ?? 0) * part.quantity),
          lineItem: () => (line ? lineView(env, line) : null),
        }
      }),
  }
}

/** The payment's id is the order's. */
export const paymentId = (order: OrderRow): string => `gid://shopify/OrderTransaction/${legacyId(order.id)}`

/** One payment of the whole, and what went back of it. */
function transactionsView(order: OrderRow): View[] {
  if (!isPaid(order)) return []
  const common = { status: 'SUCCESS', gateway: 'bogus', test: order.test }
  const sale: View = {
    ...common,
    id: paymentId(order),
    kind: 'SALE',
    amountSet: moneyBag(order.total),
    parentTransaction: null,
    createdAt: shown(order.createdAt),
  }
  const back = order.refunds
    .filter(({ amount }) => amount > 0)
    .map(
      ({ id, amount, createdAt }): View => ({
        ...common,
        id: `gid://shopify/OrderTransaction/${legacyId(order.id)}${legacyId(id)}`,
        kind: 'REFUND',
        amountSet: moneyBag(amount),
        parentTransaction: sale,
        createdAt: shown(createdAt),
      }),
    )
  return [sale, ...back]
}

export function orderView(env: Env, order: OrderRow): View {
  const left = fraction(order)
  const total = order.total
  const refunded = refundedAmount(order)
  const received = isPaid(order) ? total : 0
  const shippingLine = {
    ...order.shippingLine,
    source: 'shopify',
    custom: false,
    isRemoved: false,
    originalPriceSet: moneyBag(order.shipping),
    discountedPriceSet: moneyBag(order.shipping),
  }
  return {
    __typename: 'Order',
    id: order.id,
    legacyResourceId: legacyId(order.id),
    name: order.name,
    number: order.number,
    sourceName: 'web',
    test: order.test,
    confirmed: true,
    createdAt: shown(order.createdAt),
    updatedAt: shown(order.updatedAt),
    processedAt: shown(order.createdAt),
    cancelledAt: orNull(order.cancelledAt),
    closedAt: orNull(order.closedAt),
    closed: order.closedAt !== null,
    cancelReason: order.cancelReason,
    displayFinancialStatus: order.financialStatus,
    displayFulfillmentStatus: fulfillmentStatus(order),
    edited: order.lines.some((line) => line.currentQuantity + removedByRefund(order, line) < line.quantity),
    fullyPaid: isPaid(order),
    unpaid: !isPaid(order),
    currencyCode: currency,
    presentmentCurrencyCode: currency,
    taxesIncluded: false,
    email: order.email,
    phone: order.phone,
    note: order.note,
    tags: [],
    paymentGatewayNames: ['bogus'],
    subtotalPriceSet: moneyBag(order.subtotal),
    totalPriceSet: moneyBag(total),
    totalShippingPriceSet: moneyBag(order.shipping),
    totalTaxSet: moneyBag(order.tax),
    totalDiscountsSet: moneyBag(0),
    currentSubtotalPriceSet: moneyBag(order.subtotal * left),
    currentTotalPriceSet: moneyBag((order.subtotal + order.tax) * left + (left === 0 ? 0 : order.shipping)),
    currentTotalTaxSet: moneyBag(order.tax * left),
    currentTotalDiscountsSet: moneyBag(0),
    totalReceivedSet: moneyBag(received),
    totalRefundedSet: moneyBag(refunded),
    netPaymentSet: moneyBag(received - refunded),
    shippingAddress: addressView(order),
    billingAddress: addressView(order),
    shippingLine,
    shippingLines: (args: PageArgs) => pageInOrder([shippingLine], args, (line) => line),
    refunds: ({ first }: { first?: number | null }) =>
      order.refunds.slice(0, first ?? undefined).map((refund) => refundView(env, order, refund)),
    transactions: ({ first }: { first?: number | null }) => transactionsView(order).slice(0, first ?? undefined),
    lineItems: (args: PageArgs) => pageInOrder(order.lines, args, (line) => lineView(env, line)),
    fulfillmentOrders: (args: PageArgs) =>
      pageInOrder(order.fulfillmentOrders, args, (fulfillmentOrder) =>
        fulfillmentOrderView(env, order, fulfillmentOrder),
      ),
    fulfillments: ({ first }: { first?: number | null }) =>
      order.fulfillments.slice(0, first ?? undefined).map((fulfillment) => fulfillmentView(env, order, fulfillment)),
  }
}
