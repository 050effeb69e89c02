import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FigureFilter } from './figures.ts'
import { ChannelId } from '../channels/ids.ts'
import { OrderChannel } from '../orders/orders.ts'
import { Id, Time } from '../shapes.ts'

const sold = { method: 'GET', needs: 'organization:read', query: FigureFilter } as const

/** Of each account, the products that were told slowest are named. */
export const MOST_SLOW = 50
/** From the moment in which a sale was taken in until each channel with the product confirmed its number; in seconds. */
export const ChannelTelling = z.object({
  channel: ChannelId,
  integrationId: Id,
  account: z.string(),
  /** How often a sale was told. */
  told: z.number().int(),
  p50: z.number(),
  p95: z.number(),
  slowest: z.number(),
  /** The products that waited longer than the slowest twentieth, by their SKU. */
  products: z.array(z.string()),
})
export const channelTelling = endpoint({
  ...sold,
  path: '/analytics/telling',
  summary: 'Get stock update times by channel',
  reply: z.array(ChannelTelling),
})

export const MOST_OVERSOLD = 100
export const overselling = ['elsewhere', 'here', 'lowered', 'empty'] as const
export const Oversold = z.object({
  startDate: z.string(),
  endDate: z.string(),
  items: z.number().int(),
  rows: z.array(
    z.object({
      sku: z.string(),
      productSku: z.string(),
      /** Where it was sold, and in how many orders; pieces that were not there. */
      channel: OrderChannel,
      orders: z.number().int(),
      shortfall: z.number().int(),
      /** Sold just before on another channel or on this one, lowered by somebody, or never there. */
      why: z.enum(overselling),
      /** What took the last piece before: the channel of that sale, or the ledger's reason; and when. */
      by: z.string(),
      at: Time.nullable(),
      /** Seconds from then until the oversold order was taken in. */
      before: z.number().nullable(),
    }),
  ),
})
export const oversold = endpoint({
  ...sold,
  path: '/analytics/oversold',
  summary: `List oversold SKUs with reasons (top ${MOST_OVERSOLD} by missing units)`,
  reply: Oversold,
})
