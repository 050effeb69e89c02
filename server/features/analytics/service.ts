import type { z } from 'zod'
import type { Attention, Sales } from '#contract/analytics/analytics.ts'
import { lastDays } from '#domain/analytics/presets.ts'
import type { Ctx } from '../../context.ts'
import * as queries from './queries.ts'

/** Days in a row that end today. */
const ranges = { today: 1, week: 7, month: 30 } as const
type Range = keyof typeof ranges

/** What came in lately, by days where the organization is, as in the list of orders. */
export async function sales(ctx: Ctx): Promise<z.output<typeof Sales>> {
  const found = await queries.sales(ctx, ranges)
  const sum = (range: Range) => ({
    from: lastDays(ranges[range], found.today).startDate,
    orders: found.channels.reduce((all, channel) => all + channel[range].orders, 0),
    amount: found.channels.reduce((all, channel) => all + channel[range].amount, 0),
  })
  return {
    currency: found.currency,
    today: sum('today'),
    week: sum('week'),
    month: sum('month'),
    withoutRate: found.withoutRate,
    channels: found.channels.map(({ channel, month }) => ({ channel, ...month })),
    toShip: found.toShip,
    lowStock: found.lowStock,
  }
}

export const attention = (ctx: Ctx): Promise<z.output<typeof Attention>> => queries.attention(ctx)
