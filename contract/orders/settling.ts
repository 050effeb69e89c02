import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { OrderChannel } from './orders.ts'
import { ItemReport } from './packing.ts'
import { Id, IdParam, Time } from '../shapes.ts'

/** A line with an issue to resolve: short of units, or of a SKU that is none of ours. */
export const UnsettledLine = z.object({
  id: Id,
  kind: z.enum(['short', 'unknown']),
  orderId: Id,
  /** As people call the order. */
  number: z.string(),
  channel: OrderChannel,
  integrationId: Id.nullable(),
  orderDate: Time,
  buyer: z.string(),
  /** '' where the channel gave it none. */
  sku: z.string(),
  title: z.string(),
  quantity: z.number().int(),
  /** Units that it is short of; 0 of an unknown one. */
  shortfall: z.number().int(),
  /** Of it, in parcels already. */
  sent: z.number().int(),
  /** Of its SKU, for sale now. */
  available: z.number().int(),
  /** Whether units that are counted go to it. */
  waits: z.boolean(),
  /** Somebody said that it needs none of our units. */
  leftAlone: z.boolean(),
  /** The product that its SKU means by now; null where none does. */
  meant: z.object({ sku: z.string(), title: z.string(), available: z.number().int() }).nullable(),
  /** Lines of other open orders of this channel with the same unknown SKU. */
  others: z.number().int(),
  /** The order's page at its channel, '' where there is none. */
  adminUrl: z.string(),
  /** Nobody packs the order until it is released. */
  held: z.boolean(),
  /** Units of the order that can ship without this line's missing ones. */
  rest: z.number().int(),
  /** What packers reported of this line. */
  reports: z.array(ItemReport),
})
export type UnsettledLine = z.output<typeof UnsettledLine>

export const listUnsettled = endpoint({
  method: 'GET',
  path: '/orders/unsettled',
  summary: 'List order lines that are short or have unknown SKUs, oldest first',
  needs: 'organization:read',
  query: z.object({
    kind: z.enum(['short', 'unknown']).optional(),
    /** Of one order; then also those that were left alone. */
    orderId: IdParam.optional(),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  reply: z.object({
    data: z.array(UnsettledLine),
    items: z.number().int(),
    short: z.number().int(),
    unknown: z.number().int(),
  }),
})

const sku = z.string().trim().min(1, 'Choose a SKU.').max(100, 'At most 100 characters.')
/** How many lines got their units, and how many of them are short now. */
const Settled = z.object({ lines: z.number().int(), short: z.number().int() })
const changes = ['orders', 'products'] as const

export const assignLine = endpoint({
  method: 'POST',
  path: '/orders/assignLine',
  summary: 'Link a channel SKU to a product',
  needs: 'orders:write',
  body: z.object({ itemId: Id, sku }),
  reply: Settled,
  errors: ['not_found', 'stock_conflict'],
  changes,
})
export const takeFromSku = endpoint({
  method: 'POST',
  path: '/orders/takeFromSku',
  summary: 'Substitute another SKU on an order line',
  needs: 'orders:write',
  body: z.object({ itemId: Id, sku }),
  reply: Settled,
  errors: ['not_found', 'stock_conflict', 'packing_conflict'],
  changes,
})
export const waitForStock = endpoint({
  method: 'POST',
  path: '/orders/waitForStock',
  summary: 'Backorder an order line',
  needs: 'orders:write',
  body: z.object({ itemId: Id, waits: z.boolean() }),
  reply: Settled,
  errors: ['not_found', 'stock_conflict'],
  changes,
})
export const leaveLine = endpoint({
  method: 'POST',
  path: '/orders/leaveLine',
  summary: 'Ignore an order line',
  needs: 'orders:write',
  body: z.object({ itemId: Id, leave: z.boolean() }),
  reply: Settled,
  errors: ['not_found', 'stock_conflict'],
  changes,
})

export const listMeanings = endpoint({
  method: 'GET',
  path: '/orders/channelSkus',
  summary: 'List linked channel SKUs',
  needs: 'organization:read',
  reply: z.array(
    z.object({
      channel: ChannelId,
      sku: z.string(),
      ours: z.string(),
      productId: Id,
      by: z.string(),
      at: Time,
    }),
  ),
})
export const forgetMeaning = endpoint({
  method: 'POST',
  path: '/orders/forgetChannelSku',
  summary: 'Unlink a channel SKU from its product',
  needs: 'orders:write',
  body: z.object({ channel: ChannelId, sku: z.string().min(1).max(200) }),
  reply: z.object({}),
  errors: ['not_found'],
  changes: ['orders'],
})
