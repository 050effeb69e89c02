import { type RawBuilder, sql } from 'kysely'
import { wholeCurrencies } from '#domain/analytics/rates.ts'
import type { Ctx } from '../../context.ts'

type Sql = RawBuilder<unknown>

/** Which currencies count since when: the organization's own since ever, another since its first rate. After `organization`. */
export const currencies = ({ organizationId }: Ctx): Sql => sql`
  currencies as materialized (
    select currency, '-infinity'::timestamptz as since from organization
    union all select r.currency, min(r.day)::timestamp at time zone g.time_zone from organization g
      join exchange_rates r on r.organization_id = ${organizationId} and r.into_currency = g.currency group by r.currency, g.time_zone)`

/** … and what one unit of another is on each day of the range, up to the newest rate: it holds for all days after. After `organization` and `days`. */
export const rated = (ctx: Ctx): Sql => sql`${currencies(ctx)},
  rates as materialized (
    select p.currency, day::date as day, p.rate, p.places
    from (select r.currency, r.rate, r.day as first_day, coalesce(lead(r.day) over (partition by r.currency order by r.day) - 1, 'infinity'::date) as last_day,
        case when g.currency = any(${wholeCurrencies()}::text[]) then -2 else 0 end as places
      from organization g join exchange_rates r on r.organization_id = ${ctx.organizationId} and r.into_currency = g.currency) p
    cross join days d
    cross join (select max(order_date) as at from orders where organization_id = ${ctx.organizationId}) latest
    cross join (select max(r.day) as newest_day from organization g join exchange_rates r on r.organization_id = ${ctx.organizationId} and r.into_currency = g.currency) newest
    cross join lateral generate_series(greatest(p.first_day, d.first_day)::timestamp,
      least(p.last_day, d.last_day, (latest.at at time zone d.time_zone)::date, greatest(d.first_day, newest.newest_day))::timestamp, interval '1 day') day)`

const amount = (name: string): Sql => sql`round(${sql.ref(`o.${name}`)} * r.rate, r.places)::bigint as ${sql.ref(name)}`

/** Orders of the range in another currency, with what their amounts come to at the rate of their day; those without one are none of them. */
export const convertedOrders = ({ organizationId }: Ctx, which: Sql): Sql => sql`
  select o.id, o.order_date, o.channel, o.payment, o.total_quantity, ${sql.join(
    ['total_amount', 'fee_amount', 'tax_amount', 'discount_amount'].map(amount),
  )}
  from days d
  join orders o on o.organization_id = ${organizationId} and o.order_date >= d.since and o.order_date < d.until and o.state <> 'cancelled' and o.currency <> d.currency
  join rates r on r.currency = o.currency and r.day = least((o.order_date at time zone d.time_zone)::date, (select max(day) from rates))
  where ${which}`

/** Orders of the range in the currency of the organization. */
export const ownOrders = ({ organizationId }: Ctx, which: Sql): Sql => sql`
  select o.id, o.order_date, o.channel, o.payment, o.total_quantity, o.total_amount, o.fee_amount, o.tax_amount, o.discount_amount
  from days d
  join orders o on o.organization_id = ${organizationId} and o.order_date >= d.since and o.order_date < d.until and o.state <> 'cancelled' and o.currency = d.currency
  where ${which}`

/** What such orders add to sums: the net of a refunded one is what was refunded. */
export const asSums = (orders: Sql, quantity: Sql): Sql => sql`
  select o.order_date as at, o.channel, 1 as orders, ${quantity} as quantity, o.total_amount as amount, o.fee_amount as fees, o.tax_amount as tax,
    o.discount_amount as discount,
    case when o.payment = 'refunded' then o.total_amount - o.fee_amount - o.tax_amount - o.discount_amount else 0 end as refunded
  from (${orders}) o`

/** Whether no rate is known of the currency and time of an order or a sum. After `currencies`. */
export const hasNone = (currency: string, at: string): Sql =>
  sql`not exists (select from currencies u where u.currency = ${sql.ref(currency)} and ${sql.ref(at)} >= u.since)`

/** How many orders of the range have no rate, by currency, as JSON. @param which of orders `o`; left out where all count, which the sums know */
export function withoutRate({ organizationId }: Ctx, channels: (row: string) => Sql, which?: Sql): Sql {
  const sums = (table: string) => sql`select c.currency, c.orders from days d join ${sql.table(table)} c
    on c.organization_id = ${organizationId} and c.currency <> d.currency and c.at >= d.since and c.at < d.until
    where ${hasNone('c.currency', 'c.at')} and ${channels('c')}`
  const from = which
    ? sql`select o.currency, 1 as orders from days d join orders o on o.organization_id = ${organizationId} and o.order_date >= d.since
        and o.order_date < d.until and o.state <> 'cancelled' and o.currency <> d.currency
        where ${hasNone('o.currency', 'o.order_date')} and ${channels('o')} and ${which}`
    : sql`${sums('order_sums')} union all ${sums('order_changes')}`
  return sql`(select coalesce(json_agg(json_build_object('currency', currency, 'orders', orders) order by orders desc, currency), '[]')
    from (select currency, sum(orders)::bigint as orders from (${from}) x group by 1 having sum(orders) <> 0) y)`
}
