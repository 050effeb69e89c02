import { type RawBuilder, sql } from 'kysely'
import type { FigureFilter } from '#contract/analytics/figures.ts'
import type { Ctx } from '../../../context.ts'
import type { WantedProducts } from '../../../db/rules/line-rules.ts'
import { plannedAnew } from '../../../db/connection/prepared.ts'
import { rated } from './rated.ts'

type Sql = RawBuilder<unknown>
export type Asked = Partial<FigureFilter> & Pick<WantedProducts, 'productIds'>

/** Whose figures are asked for, and when. */
export type Asker = Pick<Ctx, 'organizationId' | 'db'> & { services: { clock: { now: () => Date } } }

/** The organization, and what day it is there. */
export const organization = (ctx: Asker): Sql => sql`
  organization as materialized (select id, counted_currency as currency, counted_time_zone as time_zone,
      (${ctx.services.clock.now()}::timestamptz at time zone counted_time_zone)::date as today
    from organizations where id = ${ctx.organizationId})`
/**
 * The organization, and the range as moments: whole days of its time zone, whatever its clocks do in between. Without dates it is the
 * last 30 days.
 */
export const organizationDays = (ctx: Asker, filter: Asked): Sql =>
  sql`${plannedAnew}${organization(ctx)}, ${days(filter)}, ${rated(ctx)}`
export const days = ({ startDate, endDate }: Asked): Sql => sql`
  days as materialized (select d.*, day_begins(first_day, time_zone) as since, day_begins(last_day + 1, time_zone) as until
    from (select g.*, coalesce(${startDate ?? null}::date, least(g.today, coalesce(${endDate ?? null}::date, g.today)) - 29) as first_day,
      coalesce(${endDate ?? null}::date, greatest(g.today, ${startDate ?? null}::date)) as last_day from organization g) d)`

export interface Span {
  since: string
  until: string
}
/** The moments of `days`, as the database tells them. */
export async function spanOf(ctx: Asker, filter: Asked): Promise<Span> {
  const { rows } = await sql<Span>`
    with ${organization(ctx)}, ${days(filter)} select since::text as since, until::text as until from days`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new Error('an organization has days')
  return row
}
/**
 * That orders `o` are of these moments: `days` says the same, but not to who plans the query, and whether it is a day or a year decides how orders meet
 * their lines.
 */
export const within = ({ since, until }: Span): Sql =>
  sql`o.order_date >= ${since}::timestamptz and o.order_date < ${until}::timestamptz`

export const noFilter = sql`true`
export const ofChannels = ({ channels }: Asked, row: string): Sql =>
  channels?.length ? sql`${sql.ref(`${row}.channel`)} = any(${channels}::text[])` : noFilter
