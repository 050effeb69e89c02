import type { z } from 'zod'
import type { Attention, Sales } from '#contract/analytics.ts'
import type { Ctx } from '../../context.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
/** Days in a row that end today. */
const ranges = { today: 1, week: 7, month: 30 } as const
type Range = keyof typeof ranges

/** What came in lately. Days are UTC, as in the list of orders. */
export async function sales(ctx: Ctx): Promise<z.output<typeof Sales>> {
  const midnight = Math.floor(ctx.services.clock.now().getTime() / DAY_MS) * DAY_MS
  const from = (range: Range) => new Date(midnight - (ranges[range] - 1) * DAY_MS)
  const found = await queries.sales(ctx, { today: from('today'), week: from('week'), month: from('month') })
  const sum = (range: Range) => ({
    from: from(range).toISOString().slice(0, 10),
    orders: found.channels.reduce((all, channel) => all + channel[range].orders, 0),
    amount: found.channels.reduce((all, channel) => all + channel[range].amount, 0),
  })
  return {
    currency: found.currency,
    today: sum('today'),
    week: sum('week'),
    month: sum('month'),
    otherCurrencies: found.otherCurrencies,
    channels: found.channels.map(({ channel, month }) => ({ channel, ...month })),
    toShip: found.toShip,
    lowStock: found.lowStock,
  }
}

export const attention = (ctx: Ctx): Promise<z.output<typeof Attention>> => queries.attention(ctx)
