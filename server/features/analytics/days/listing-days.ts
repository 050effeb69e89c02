import { sql } from 'kysely'
import type { HandlerReply } from '#contract/endpoint.ts'
import type { FigureFilter } from '#contract/analytics/figures.ts'
import type { listingHealth } from '#contract/analytics/listing-days.ts'
import type { Ctx } from '../../../context.ts'
import { refused } from '../../../db/rules/listing-rules.ts'
import { noFilter, organizationDays } from '../figures/range.ts'

/** What the lists of listings by status hold, of `listing_products l`. */
export const counts = sql`count(*) filter (where l.status = 'listed') as listed, count(*) filter (where ${refused}) as refused,
  count(*) filter (where l.status = 'unlisted') as ended`

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
      select d.today, l.channel, ${counts} from days d join listing_products l on l.organization_id = ${organizationId}
        where d.today between d.first_day and d.last_day and ${ofChannels('l')} group by 1, 2)
    select first_day::text as start_date, last_day::text as end_date, today::text as today,
      (select coalesce(json_agg(json_build_object('day', day::text, 'channel', channel, 'listed', listed, 'refused', refused, 'ended', ended) order by day, channel), '[]')
        from found) as rows
    from days`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('an organization has days')
  return row
}
