import { type RawBuilder, sql } from 'kysely'
import type { HandlerReply } from '#contract/endpoint.ts'
import type { FigureFilter } from '#contract/analytics/figures.ts'
import type { listingHealth } from '#contract/analytics/listing-days.ts'
import type { Ctx } from '../../../context.ts'
import { noFilter, organizationDays } from '../figures/range.ts'

const tallied = (name: string) => sql`coalesce(sum(kept.n) filter (where kept.name = ${sql.lit(name)}), 0)::bigint`
/** What the lists of listings by status hold, by channel, as of now. @param organization an expression */
export const countedNow = (organization: RawBuilder<unknown>) => sql`(
  select i.channel, ${tallied('listings listed')} as listed, ${tallied('listings rejected')} as refused, ${tallied('listings ended')} as ended
  from integrations i left join read_tallies(${organization}) kept on kept.integration_id = i.id
  where i.organization_id = ${organization}
    and exists (select from listing_products l where l.organization_id = i.organization_id and l.integration_id = i.id)
  group by 1)`

/** As kept, and today's as of now. */
export async function health(ctx: Ctx, filter: FigureFilter): Promise<HandlerReply<typeof listingHealth>> {
  const { organizationId } = ctx
  const { channels } = filter
  const ofChannels = (row: string) =>
    channels?.length ? sql`${sql.ref(`${row}.channel`)} = any(${channels}::text[])` : noFilter
  const { rows } = await sql<HandlerReply<typeof listingHealth>>`
    with ${organizationDays(ctx, filter)},
    found as (
      select k.day, k.channel, k.listed, k.refused, k.ended from days d join listing_days k
        on k.organization_id = ${organizationId} and k.day >= d.first_day and k.day <= d.last_day and k.day < d.today where ${ofChannels('k')}
      union all
      select d.today, c.channel, c.listed, c.refused, c.ended from days d cross join ${countedNow(sql`${organizationId}`)} c
        where d.today between d.first_day and d.last_day and ${ofChannels('c')})
    select first_day::text as start_date, last_day::text as end_date, today::text as today,
      (select coalesce(json_agg(json_build_object('day', day::text, 'channel', channel, 'listed', listed, 'refused', refused, 'ended', ended) order by day, channel), '[]')
        from found) as rows
    from days`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('an organization has days')
  return row
}
