import type { CallReply } from '#contract/endpoint.ts'
import type { getOrder, searchOrders } from '#contract/orders/orders.ts'
import type { orderUndoing } from '#contract/orders/refunds.ts'

/* Orders as the server sends them. */

export type OrderRow = CallReply<typeof searchOrders>[number]
export type Order = CallReply<typeof getOrder>['order']
export type OrderLine = Order['items'][number]
export const orderDay = '2026-11-20T10:00:00.000Z'

/** An order in a list. */
export const anOrderRow = (over: Partial<OrderRow> = {}): OrderRow => ({
  id: 41,
  channel: 'ebay',
  integrationId: 5,
  externalOrderId: '12-34567',
  number: '12-34567',
  orderDate: orderDay,
  customer: 'Ana Lima',
  skus: ['TEE-1'],
  totalQuantity: 1,
  toShip: null,
  totalAmount: 20,
  currency: 'USD',
  orderStatus: 'NOT_STARTED',
  shippingStatus: 'NOT_STARTED',
  paymentStatus: 'PAID',
  oversold: false,
  state: 'open',
  stage: 'open',
  shipping: 'open',
  payment: 'paid',
  tags: [],
  held: false,
  assignee: null,
  ...over,
})

export const anOrderLine = (over: Partial<OrderLine> = {}): OrderLine => ({
  id: 61,
  sku: 'TEE-1',
  itemTitle: 'Washed linen shirt',
  price: 20,
  cost: 8,
  quantity: 1,
  productId: 12,
  externalId: '',
  taxAmount: 0,
  discountAmount: 0,
  shippingCost: 0,
  shortfall: 0,
  sent: 0,
  lost: 0,
  returned: 0,
  soldAs: '',
  parts: [],
  product: null,
  ...over,
})

/** An order as its own page gets it. */
export const anOrder = (over: Partial<Order> = {}): Order => ({
  id: 41,
  clientId: 1,
  channel: 'ebay',
  integrationId: 5,
  externalOrderId: '12-34567',
  number: '12-34567',
  state: 'open',
  stage: 'open',
  shipping: 'open',
  payment: 'paid',
  orderStatus: 'NOT_STARTED',
  shippingStatus: 'NOT_STARTED',
  paymentStatus: 'PAID',
  orderDate: orderDay,
  shippingDate: null,
  updateDate: orderDay,
  shippingCost: 0,
  totalPrice: 20,
  totalAmount: 20,
  totalQuantity: 1,
  discountAmount: 0,
  taxAmount: 0,
  feeAmount: 0,
  currency: 'USD',
  paymentAmount: 20,
  refundedAmount: null,
  paymentDate: orderDay,
  paymentDetails: { paymentMethod: 'Card', billingAddress: {} },
  shippingDetails: {
    shippingMethod: '',
    trackingNumber: '',
    shippingAddress: {},
    sizeAndWeight: {},
    moreParcels: [],
    sentParcels: 0,
  },
  customer: {
    name: 'Ana Lima',
    email: 'ana@example.com',
    phone: '',
    address: {},
    shippingAddress: {},
    billingAddress: {},
  },
  items: [anOrderLine()],
  orderDetails: { readyToShip: false, notes: '' },
  oversold: false,
  adminUrl: '',
  labelUrl: '',
  tellsTracking: false,
  tellsParcels: false,
  createdAt: orderDay,
  source: '',
  tags: [],
  held: false,
  heldByRule: '',
  assigneeId: null,
  ...over,
})

/** An order of a channel where nothing can be refunded. */
export const noUndoing: CallReply<typeof orderUndoing> = {
  refunds: [],
  refund: null,
  whyNoRefund: '',
  cancel: null,
  whyNoCancel: '',
  left: 20,
  shippingLeft: 0,
  lines: [],
}
