import { sql } from 'kysely'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { exportProfit } from '#contract/analytics/profit.ts'
import { profitHeader, type ProfitLine, profitRow } from '#domain/analytics/profit-file.ts'
import type { Ctx } from '../../../context.ts'
import { ofProducts } from '../../../db/rules/line-rules.ts'
import { AppError } from '../../../errors.ts'
import type { OutgoingFile } from '../../../http/replies/file.ts'
import { tableFile } from '../../exports/files.ts'
import { inGroups } from '../../exports/table.ts'
import { type Asked, noFilter, ofChannels, organizationDays } from './range.ts'

/** Days per statement: enough to be quick, few enough not to hold a year of lines. */
const CHUNK_DAYS = 7

/** What each order line of the range earned, by the same rule as the figures; an unknown cost or fee is an empty cell. */
export function profitFile(ctx: Ctx, { format, ...filter }: HandlerInput<typeof exportProfit>['query']): OutgoingFile {
  const read = async () => ({ header: profitHeader, rows: rowsOf(ctx, filter) })
  return tableFile({ name: 'profit', read }, format, 'Profit')
}

async function* rowsOf(ctx: Ctx, filter: Asked) {
  const { rows: spans } = await sql<{ firstDay: string; lastDay: string }>`
    with ${organizationDays(ctx, filter)}
    select chunk::date::text as first_day, least(chunk::date + ${CHUNK_DAYS - 1}::int, d.last_day)::text as last_day
    from days d cross join generate_series(d.first_day::timestamp, d.last_day::timestamp, make_interval(days => ${CHUNK_DAYS}::int)) chunk
    order by 1`.execute(ctx.db)
  for (const { firstDay, lastDay } of spans) {
    if (ctx.services.stopping.aborted) throw new AppError('unavailable')
    yield* inGroups((await linesOf(ctx, filter, firstDay, lastDay)).values().map(profitRow))
  }
}

/** Fees are an order's: they stand in its first line, so that a column can be added up. */
async function linesOf(ctx: Ctx, filter: Asked, firstDay: string, lastDay: string): Promise<ProfitLine[]> {
  const { rows } = await sql<ProfitLine>`
    with g as (select counted_currency as currency, counted_time_zone as zone, coin_places(counted_currency) as places
      from organizations where id = ${ctx.organizationId}),
    lines as (
      select l.*, g.currency, g.places, row_number() over (partition by l.order_id order by l.net desc, l.sku) as place
      from g cross join lateral profit_lines(${ctx.organizationId}, day_begins(${firstDay}::date, g.zone), day_begins(${lastDay}::date + 1, g.zone)) l)
    select l.day::text as day, l.channel, o.number, l.sku, l.quantity, l.net, l.cost, l.currency, l.has_fees,
      case when l.place = 1 and l.has_fees then case when o.payment = 'refunded' then 0 else f.fee
        - round(f.fee * least(coalesce(o.refunded_amount, 0), o.total_amount)::numeric / nullif(o.total_amount, 0), l.places)::bigint end end as fees
    from lines l join orders o on o.organization_id = ${ctx.organizationId} and o.id = l.order_id
      cross join lateral (select case when o.currency = l.currency then o.fee_amount else round(o.fee_amount * (
        select x.rate from exchange_rates x where x.organization_id = ${ctx.organizationId} and x.into_currency = l.currency and x.currency = o.currency
          and x.day <= l.day order by x.day desc limit 1), l.places)::bigint end as fee) f
    where ${ofChannels(filter, 'l')} and ${ofProducts(ctx, filter, 'l') ?? noFilter}
    order by o.order_date, o.id, l.place`.execute(ctx.db)
  return rows
}
