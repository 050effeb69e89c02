import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { DateText } from '../dates.ts'
import { endpoint } from '../endpoint.ts'
import { MoreParcel, MoreParcels } from './shipping.ts'
import { AttributeFilters, Joined } from '../products/filter.ts'
import { BundleParts, Id, IdParam, Image, Money, SizeAndWeight, Time } from '../shapes.ts'

export const OrderChannel = z.union([ChannelId, z.literal('manual')])

/** ORD-306..314; empty values are left out. */
export const Address = z.object({
  name: z.string().optional(),
  company: z.string().optional(),
  phone: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  city: z.string().optional(),
  region: z.string().optional(),
  postalCode: z.string().optional(),
  country: z.string().optional(),
})
export type Address = z.output<typeof Address>

/** What of it was sent. `none`: nothing is to be sent, as it was handed over or came back. */
export const Shipping = z.enum(['none', 'open', 'partly', 'shipped'])
/** What was paid for it. `none`: nobody says. `failed`: the buyer may try again. `void`: it never will be. */
export const Payment = z.enum(['none', 'open', 'partly', 'paid', 'partly_refunded', 'refunded', 'failed', 'void'])
/** Whether the order as a whole counts as open or done, where that is said beside its shipping and payment. */
export const Stage = z.enum(['', 'open', 'done'])
export type Shipping = z.output<typeof Shipping>
export type Payment = z.output<typeof Payment>
export type Stage = z.output<typeof Stage>

export const OrderItem = z.object({
  id: Id,
  sku: z.string(),
  itemTitle: z.string(),
  price: Money,
  /** Of a unit when it was sold, in `costCurrency`; null where it is not known. */
  cost: Money.nullable(),
  costCurrency: z.string().nullable(),
  /** A person entered the cost, so it can be corrected. */
  costEntered: z.boolean(),
  quantity: z.number().int(),
  productId: Id.nullable(),
  externalId: z.string(),
  taxAmount: Money,
  discountAmount: Money,
  shippingCost: Money,
  /** Pieces the marketplace sold that were not there. */
  shortfall: z.number().int(),
  /** Pieces that are in parcels already; the last ones are told by the order's own `shipping`. */
  sent: z.number().int(),
  /** Pieces of it that were taken out before they were sent, and are not for sale again: nobody sends them. */
  lost: z.number().int(),
  /** Pieces that came back, as somebody here noted. */
  returned: z.number().int(),
  /** What its channel sold it as, where its units are those of another SKU; else ''. */
  soldAs: z.string(),
  /** What a bundle is made of, in units for one; of anything else nothing. */
  parts: BundleParts,
  product: z
    .object({
      title: z.string(),
      images: z.array(Image),
      location: z.string(),
      warehouse: z.string(),
      bin: z.string(),
      sizeAndWeight: SizeAndWeight,
    })
    .nullable(),
})
/** ORD-261..284. */
export const Order = z.object({
  id: Id,
  clientId: Id,
  channel: OrderChannel,
  /** In which account it was placed; null of one made by hand. */
  integrationId: Id.nullable(),
  externalOrderId: z.string(),
  number: z.string(),
  state: z.enum(['open', 'shipped', 'cancelled']),
  stage: Stage,
  shipping: Shipping,
  payment: Payment,
  /** The three statuses are its channel's own words: shown, never compared. */
  orderStatus: z.string(),
  shippingStatus: z.string(),
  paymentStatus: z.string(),
  orderDate: Time,
  shippingDate: Time.nullable(),
  /** By when it is to be shipped, as its channel says; null where it does not, or where nothing is left to ship. */
  shipBy: Time.nullable(),
  updateDate: Time,
  shippingCost: Money,
  totalPrice: Money,
  totalAmount: Money,
  totalQuantity: z.number().int(),
  discountAmount: Money,
  taxAmount: Money,
  feeAmount: Money,
  currency: z.string(),
  paymentAmount: Money.nullable(),
  /** What went back to the buyer in all; null where its channel does not say. */
  refundedAmount: Money.nullable(),
  paymentDate: Time.nullable(),
  paymentDetails: z.object({ paymentMethod: z.string(), billingAddress: Address }),
  shippingDetails: z.object({
    shippingMethod: z.string(),
    trackingNumber: z.string(),
    shippingAddress: Address,
    /** Of its parcel. */
    sizeAndWeight: SizeAndWeight,
    /** Its parcels after this one. */
    moreParcels: z.array(MoreParcel),
    /** How many of its parcels, from the first on, have left with a part of it while it is open. */
    sentParcels: z.number().int(),
  }),
  customer: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: Address,
    shippingAddress: Address,
    billingAddress: Address,
  }),
  items: z.array(OrderItem),
  orderDetails: z.object({ readyToShip: z.boolean(), notes: z.string() }),
  oversold: z.boolean(),
  adminUrl: z.string(),
  /** Where its channel sells postage for it, '' where it does not or nothing is to be sent. */
  labelUrl: z.string(),
  /** Whether its channel takes another tracking number once the order is shipped. */
  tellsTracking: z.boolean(),
  /** Whether its channel is told of each parcel; else of the first alone. */
  tellsParcels: z.boolean(),
  createdAt: Time,
  /** Where an order made by hand came from (ORD-178); '' for a channel's. */
  source: z.string(),
  tags: z.array(z.string()),
  /** Not to be picked, packed or sent until somebody releases it. */
  held: z.boolean(),
  /** The rule that held it; '' where a person did. */
  heldByRule: z.string(),
  assigneeId: Id.nullable(),
})
export type Order = z.output<typeof Order>

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/order',
  summary: 'Get an order with the channel’s original data',
  needs: 'organization:read',
  query: z.object({ orderId: IdParam }),
  reply: z.object({ order: Order, channelOrder: z.unknown() }),
  errors: ['not_found'],
})

export const OrderRow = z.object({
  id: Id,
  channel: OrderChannel,
  integrationId: Id.nullable(),
  externalOrderId: z.string(),
  number: z.string(),
  orderDate: Time,
  customer: z.string(),
  skus: z.array(z.string()),
  totalQuantity: z.number().int(),
  /** Of an order that is partly shipped: units that are still to be shipped. */
  toShip: z.number().int().nullable(),
  /** By when it is to be shipped; null where nobody says, or where nothing is left to ship. */
  shipBy: Time.nullable(),
  totalAmount: Money,
  currency: z.string(),
  orderStatus: z.string(),
  shippingStatus: z.string(),
  paymentStatus: z.string(),
  oversold: z.boolean(),
  state: z.enum(['open', 'shipped', 'cancelled']),
  stage: Stage,
  shipping: Shipping,
  payment: Payment,
  tags: z.array(z.string()),
  held: z.boolean(),
  /** How the person is called whose work it is; null: nobody's. */
  assignee: z.string().nullable(),
})
/** The first of a list carries how many there are in all; above 10,000 of a filtered list it may say only that there are more. */
const CountedRow = OrderRow.extend({ totalRows: z.number().int().optional(), itemsCapped: z.literal(true).optional() })
export const orderFilter = {
  /** Days are whole ones of the organization's time zone, both inclusive. */
  startDate: DateText.optional(),
  endDate: DateText.optional(),
  skus: Joined,
  /** Of whose products they hold one, as it is now; with `skus`, one that is both. */
  templateNames: Joined,
  attributes: AttributeFilters,
  channels: Joined,
  /** Of these accounts, or of these channels. */
  integrationIds: Joined,
  statuses: Joined,
  /** Words of the number, the channel's id, the buyer's name or email; all of them. */
  search: Joined,
  /** Only those of which units were sold that were not there. */
  oversold: z.enum(['true', 'false', '']).optional(),
  /** Without cancelled ones, as sales are counted. */
  sold: z.enum(['true', 'false', '']).optional(),
  /** Whether figures hold them: `known` are those in the organization's currency, or with an exchange rate of their day; `missing` the others. */
  rate: z.enum(['known', 'missing', '']).optional(),
  /** In which these orders are. */
  currency: z.string().trim().optional(),
  /** Only those that are not to be sent until they are released. */
  held: z.enum(['true', 'false', '']).optional(),
  /** Whose they are: users' ids, `me`, `nobody`. */
  assignees: Joined,
  /** At least one of these. */
  tags: Joined,
  /** Of those that are to be shipped, by their day: before now, what is left of today, tomorrow, after that, or none. */
  due: z.enum(['late', 'today', 'tomorrow', 'later', 'none', '']).optional(),
  /** `attention`: what the seller has to settle before it can go on; see `needsAttention` in domain/orders/intake/attention.ts. */
  tab: z.enum(['all', 'open', 'readyToShip', 'completed', 'attention']).default('all'),
}
const orderPage = z.coerce.number().int().min(0).default(0)
const orderPaging = { page: orderPage, pageSize: z.coerce.number().int().min(1).max(200).default(25) }
/** The last order of the page before, or the first of the page after: quick on pages far back. `page` still says which page it is. */
const beside = { after: IdParam.optional(), until: IdParam.optional() }
export const searchOrders = endpoint({
  method: 'GET',
  path: '/orders/search',
  summary: 'List orders, newest first or by ship-by date',
  needs: 'organization:read',
  /** By ship-by date, those without one come last, and of several with one date the oldest first. */
  query: z.object({ ...orderFilter, ...orderPaging, ...beside, sort: z.enum(['newest', 'shipBy']).default('newest') }),
  reply: z.array(CountedRow),
})
export const recentOrders = endpoint({
  method: 'GET',
  path: '/orders/orders',
  summary: 'List recent orders of a date range',
  needs: 'organization:read',
  query: z.object({
    startDate: DateText.optional(),
    endDate: DateText.optional(),
    page: orderPage,
    limit: z.coerce.number().int().min(1).max(100).default(10),
  }),
  reply: z.array(CountedRow),
})
export const ordersByProduct = endpoint({
  method: 'GET',
  path: '/orders/searchOrdersByProduct',
  summary: 'List orders with a SKU',
  needs: 'organization:read',
  query: z.object({
    sku: z.string().min(1),
    ...orderPaging,
  }),
  reply: z.array(CountedRow),
})
/** As long as the parts of a manual order's address. */
const addressPart = (most: number) => z.string().max(most, `At most ${most} characters.`).optional()
export const updateShipping = endpoint({
  method: 'POST',
  path: '/orders/updateShipping',
  summary: 'Save shipping details (the action `ship` sends them to the channel)',
  needs: 'orders:write',
  body: z.object({
    orderId: Id,
    channel: OrderChannel,
    action: z.enum(['ship']).optional().nullable(),
    /** Left out, it stays; blank, it is taken away. */
    service: z.string().trim().max(200).optional(),
    trackingNumber: z.string().trim().max(200).optional(),
    /** Of the parcel: kept here, as no channel takes it with a shipment. */
    sizeAndWeight: SizeAndWeight.optional(),
    /** All parcels after the first, in place of those before. */
    moreParcels: MoreParcels.optional(),
    /** A part that is left out stays; blank, it is taken away. */
    address: z
      .object({
        name: addressPart(200),
        company: addressPart(200),
        email: addressPart(320),
        phone: addressPart(50),
        addressLine1: addressPart(300),
        addressLine2: addressPart(300),
        city: addressPart(200),
        state: addressPart(200),
        zip: addressPart(50),
        country: addressPart(100),
      })
      .optional(),
  }),
  reply: Order,
  errors: ['not_found', 'packing_conflict', 'channel_refused', 'channel_unavailable', 'integration_unauthenticated'],
  changes: ['orders', 'products'],
})
export const importOrders = endpoint({
  method: 'POST',
  path: '/channels/{channel}/importOrders',
  summary: 'Check a channel for new orders now',
  needs: 'integrations:write',
  params: z.object({ channel: ChannelId }),
  /** In which account, of a channel that has several; else in the first. */
  body: z.looseObject({ integrationId: Id.optional() }).nullish(),
  reply: z.object({ imported: z.number().int(), updated: z.number().int() }),
  errors: [
    'integration_missing',
    'integration_unauthenticated',
    'channel_refused',
    'channel_unavailable',
    'unsupported',
  ],
  changes: ['orders', 'products'],
})
