import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { OrderChannel } from '../orders/orders.ts'
import { Id, Money, Time, WithoutRate } from '../shapes.ts'

const Sum = z.object({
  /** The first day that counts, as `2026-11-21`, where the organization is, like the days of the orders list. */
  from: z.string(),
  orders: z.number().int(),
  amount: Money,
})
/** Totals of orders that are not cancelled, by the day of the order. */
export const Sales = z.object({
  currency: z.string(),
  /** Today, the last 7 and the last 30 days, today among them. */
  today: Sum,
  week: Sum,
  month: Sum,
  /** Orders of the last 30 days that no sum holds, by currency. */
  withoutRate: z.array(WithoutRate),
  /** The last 30 days by channel, what sold most first. */
  channels: z.array(z.object({ channel: OrderChannel, orders: z.number().int(), amount: Money })),
  toShip: z.number().int(),
  /** Products that are live somewhere and nearly or wholly sold out. */
  lowStock: z.number().int(),
})
export const getSales = endpoint({
  method: 'GET',
  path: '/analytics/sales',
  summary: 'Get recent sales, orders to ship and products running out',
  needs: 'organization:read',
  reply: Sales,
})

/** How many there are in all, and the first few. */
const some = <T extends z.ZodType>(row: T) => z.object({ items: z.number().int(), rows: z.array(row) })
/** What waits for somebody, by cause. */
export const Attention = z.object({
  oversold: some(
    z.object({
      id: Id,
      channel: OrderChannel,
      number: z.string(),
      customer: z.string(),
      /** What is missing. */
      lines: z.array(z.object({ sku: z.string(), shortfall: z.number().int() })),
    }),
  ),
  /** Open orders with lines that are of no product here. */
  unknown: some(
    z.object({
      id: Id,
      channel: OrderChannel,
      number: z.string(),
      customer: z.string(),
      /** Their SKUs; the title where there is none. */
      lines: z.array(z.string()),
    }),
  ),
  refused: some(
    z.object({
      productId: Id,
      channel: ChannelId,
      integrationId: Id,
      sku: z.string(),
      title: z.string(),
      reason: z.string(),
    }),
  ),
  /** Live listings whose channel keeps refusing to show fewer: it sells what is not there. */
  tooMany: some(
    z.object({
      productId: Id,
      channel: ChannelId,
      integrationId: Id,
      sku: z.string(),
      shown: z.number().int(),
      ours: z.number().int(),
      reason: z.string(),
    }),
  ),
  /** Numbers that somebody else changed on a channel, not settled yet. */
  drifted: some(
    z.object({
      productId: Id,
      channel: ChannelId,
      integrationId: Id,
      sku: z.string(),
      ours: z.number().int(),
      theirs: z.number().int(),
    }),
  ),
  /** Channels that are held up although the consent stands. */
  held: some(z.object({ channel: ChannelId, integrationId: Id, since: Time, reason: z.string() })),
  /** Channels whose sign-in ended, or that live listings wait for. */
  disconnected: some(
    z.object({ channel: ChannelId, integrationId: Id, problem: z.string(), listings: z.number().int() }),
  ),
  /** Proposals that wait for the approval of whoever reads this; none for who may not approve. */
  approvals: some(
    z.object({
      id: Id,
      /** Of the token that proposed it. */
      tokenName: z.string(),
      reason: z.string(),
    }),
  ),
  /** Connected channels that soon stop serving, or no longer serve, the version of their API that Motto uses: from 60 days before. */
  outdated: some(
    z.object({
      channel: ChannelId,
      /** Days that the version is still served, counting today; 0 once it isn't. */
      daysServed: z.number().int(),
      /** What to do and until when, as a sentence. */
      advice: z.string(),
    }),
  ),
  /** What channels require of live listings that do not meet it: from 90 days before it applies. */
  requirements: some(
    z.object({
      id: Id,
      channel: ChannelId,
      integrationId: Id,
      title: z.string(),
      listings: z.number().int(),
      /** 0 or less once it applies. */
      daysLeft: z.number().int(),
    }),
  ),
})
export const getAttention = endpoint({
  method: 'GET',
  path: '/analytics/attention',
  summary: 'List items that need attention',
  needs: 'organization:read',
  reply: Attention,
})
