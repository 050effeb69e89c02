import { z } from 'zod'
import { ChannelId } from './channels/ids.ts'
import { endpoint } from './endpoint.ts'
import { Joined } from './products.ts'
import { Id, IdParam, Image, Money, SizeAndWeight, Time } from './shapes.ts'

export const OrderChannel = z.union([ChannelId, z.literal('manual')])

/** ORD-306..314; empty values are left out. */
export const Address = z.object({
  name: z.string().optional(), company: z.string().optional(), phone: z.string().optional(), line1: z.string().optional(), line2: z.string().optional(),
  city: z.string().optional(), region: z.string().optional(), postalCode: z.string().optional(), country: z.string().optional(),
})
export type Address = z.output<typeof Address>

export const OrderItem = z.object({
  id: Id, sku: z.string(), itemTitle: z.string(), price: Money, cost: Money, quantity: z.number().int(), productId: Id.nullable(), externalId: z.string(),
  taxAmount: Money, discountAmount: Money, shippingCost: Money,
  /** Pieces the marketplace sold that were not there. */
  shortfall: z.number().int(),
  product: z.object({ title: z.string(), images: z.array(Image), location: z.string(), warehouse: z.string(), bin: z.string(), sizeAndWeight: SizeAndWeight }).nullable(),
})
/** ORD-261..284. */
export const Order = z.object({
  id: Id, clientId: Id, channel: OrderChannel, externalOrderId: z.string(), number: z.string(), state: z.enum(['open', 'shipped', 'cancelled']),
  orderStatus: z.string(), shippingStatus: z.string(), paymentStatus: z.string(), orderDate: Time, shippingDate: Time.nullable(), updateDate: Time,
  shippingCost: Money, totalPrice: Money, totalAmount: Money, totalQuantity: z.number().int(), discountAmount: Money, taxAmount: Money, feeAmount: Money, currency: z.string(),
  paymentAmount: Money.nullable(), paymentDate: Time.nullable(),
  paymentDetails: z.object({ paymentMethod: z.string(), billingAddress: Address }),
  shippingDetails: z.object({ shippingMethod: z.string(), trackingNumber: z.string(), shippingAddress: Address }),
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string(), address: Address, shippingAddress: Address, billingAddress: Address }),
  items: z.array(OrderItem), orderDetails: z.object({ readyToShip: z.boolean(), notes: z.string() }),
  oversold: z.boolean(), adminUrl: z.string(), createdAt: Time,
})
export type Order = z.output<typeof Order>

export const getOrder = endpoint({
  method: 'GET', path: '/orders/order', summary: 'One order with the channel\'s raw order', needs: 'organization:read',
  query: z.object({ orderId: IdParam }), reply: z.object({ order: Order, channelOrder: z.unknown() }), errors: ['not_found'],
})

export const OrderRow = z.object({
  id: Id, channel: OrderChannel, externalOrderId: z.string(), number: z.string(), orderDate: Time, customer: z.string(), skus: z.array(z.string()), totalQuantity: z.number().int(),
  totalAmount: Money, currency: z.string(), orderStatus: z.string(), shippingStatus: z.string(), paymentStatus: z.string(), oversold: z.boolean(), state: z.string(),
})
/** ORD-353..356: a list whose first element carries `totalRows`. */
export const searchOrders = endpoint({
  method: 'GET', path: '/orders/search', summary: 'Orders, a page at a time, newest first', needs: 'organization:read',
  query: z.object({
    startDate: z.string().optional(), endDate: z.string().optional(), skus: Joined, channels: Joined, statuses: Joined,
    tab: z.enum(['all', 'open', 'readyToShip', 'completed']).default('all'),
    page: z.coerce.number().int().min(0).default(0), pageSize: z.coerce.number().int().min(1).max(200).default(25),
  }),
  reply: z.array(OrderRow.extend({ totalRows: z.number().int().optional() })),
})
export const recentOrders = endpoint({
  method: 'GET', path: '/orders/orders', summary: 'Recent orders of a date range', needs: 'organization:read',
  query: z.object({ startDate: z.string().optional(), endDate: z.string().optional(), limit: z.coerce.number().int().min(1).max(100).default(10) }), reply: z.array(OrderRow),
})
export const ordersByProduct = endpoint({
  method: 'GET', path: '/orders/searchOrdersByProduct', summary: 'Orders that hold a SKU', needs: 'organization:read',
  query: z.object({ sku: z.string().min(1), page: z.coerce.number().int().min(0).default(0), pageSize: z.coerce.number().int().min(1).max(200).default(25) }),
  reply: z.array(OrderRow.extend({ totalRows: z.number().int().optional() })),
})
export const updateShipping = endpoint({
  method: 'POST', path: '/orders/updateShipping', summary: 'Save shipping and, with the action `ship`, tell the channel', needs: 'orders:write',
  body: z.object({
    orderId: Id, channel: OrderChannel, action: z.enum(['ship']).optional().nullable(), service: z.string().max(200).default(''), trackingNumber: z.string().max(200).default(''),
    address: z.object({
      name: z.string().optional(), company: z.string().optional(), email: z.string().optional(), phone: z.string().optional(), addressLine1: z.string().optional(), addressLine2: z.string().optional(),
      city: z.string().optional(), state: z.string().optional(), zip: z.string().optional(), country: z.string().optional(),
    }).optional(),
  }),
  reply: Order, errors: ['not_found', 'channel_refused', 'channel_unavailable', 'integration_unauthenticated'], changes: ['orders', 'products'],
})
export const importOrders = endpoint({
  method: 'POST', path: '/channels/{channel}/importOrders', summary: "Look for a channel's orders now", needs: 'integrations:write',
  params: z.object({ channel: ChannelId }), body: z.unknown().optional(), reply: z.object({ imported: z.number().int(), updated: z.number().int() }),
  errors: ['integration_missing', 'integration_unauthenticated', 'channel_refused', 'channel_unavailable', 'unsupported'], changes: ['orders', 'products'],
})
