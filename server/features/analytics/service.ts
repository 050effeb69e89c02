import type { z } from 'zod'
import type { Attention, Sales } from '#contract/analytics/analytics.ts'
import { descriptions } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { lastDays } from '#domain/analytics/presets.ts'
import { daysServed, updateAdvice } from '#domain/words/api-version.ts'
import type { Ctx } from '../../context.ts'
import { urgent } from '../requirements/service.ts'
import * as queries from './queries.ts'

/** Days in a row that end today. */
const ranges = { today: 1, week: 7, month: 30 } as const
type Range = keyof typeof ranges

/** What came in lately, by days where the organization is, as in the list of orders. */
export async function sales(ctx: Ctx): Promise<z.output<typeof Sales>> {
  const row = await queries.sales(ctx, ranges)
  const sum = (range: Range) => ({
    from: lastDays(ranges[range], row.today).startDate,
    orders: row.channels.reduce((all, channel) => all + channel[range].orders, 0),
    amount: row.channels.reduce((all, channel) => all + channel[range].amount, 0),
  })
  return {
    currency: row.currency,
    today: sum('today'),
    week: sum('week'),
    month: sum('month'),
    withoutRate: row.withoutRate,
    channels: row.channels.map(({ channel, month }) => ({ channel, ...month })),
    toShip: row.toShip,
    lowStock: row.lowStock,
  }
}

export async function attention(ctx: Ctx): Promise<z.output<typeof Attention>> {
  const { connected, unmet, ...counted } = await queries.attention(ctx)
  const now = ctx.services.clock.now()
  const rows = outdated(connected, now)
  const requirements = urgent(unmet, now)
  return {
    ...counted,
    outdated: { items: rows.length, rows },
    requirements: { items: requirements.length, rows: requirements.slice(0, queries.SHOWN) },
  }
}

/** Of some channels those that stop serving the API version that Motto uses; what ends first goes first. */
const outdated = (channels: readonly ChannelId[], now: Date): z.output<typeof Attention>['outdated']['rows'] =>
  channels
    .flatMap((channel) => {
      const { name, api } = descriptions[channel]
      const advice = updateAdvice(name, api, now)
      return advice ? [{ channel, daysServed: daysServed(api, now) ?? 0, advice }] : []
    })
    .toSorted((a, b) => a.daysServed - b.daysServed)
