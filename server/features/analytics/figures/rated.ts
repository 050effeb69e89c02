import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'

type Sql = RawBuilder<unknown>

/** Which currencies count since when: the organization's own since ever, another since its first rate. After `organization`. */
export const currencies = ({ organizationId }: Pick<Ctx, 'organizationId'>): Sql => sql`
  currencies as materialized (
    select currency, '-infinity'::date as first_day, '-infinity'::timestamptz as since from organization
    union all select r.currency, min(r.day), day_begins(min(r.day), g.time_zone) from organization g
      join exchange_rates r on r.organization_id = ${organizationId} and r.into_currency = g.currency group by r.currency, g.time_zone)`

/** … and what one unit of another is on each day of the range, up to the newest rate: it holds for all days after. After `organization` and `days`. */
export const rated = (ctx: Pick<Ctx, 'organizationId'>): Sql => sql`${currencies(ctx)},
  rates as materialized (
    select p.currency, day::date as day, p.rate, p.places
    from (select r.currency, r.rate, r.day as first_day, coalesce(lead(r.day) over (partition by r.currency order by r.day) - 1, 'infinity'::date) as last_day,
        coin_places(g.currency) as places
      from organization g join exchange_rates r on r.organization_id = ${ctx.organizationId} and r.into_currency = g.currency) p
    cross join days d
    -- An order that was moved to an earlier day is still noted as it was.
    cross join (select greatest((select max(order_date) from orders where organization_id = ${ctx.organizationId}),
      (select max(at) from order_notes where organization_id = ${ctx.organizationId})) as at) latest
    cross join (select max(r.day) as newest_day from organization g join exchange_rates r on r.organization_id = ${ctx.organizationId} and r.into_currency = g.currency) newest
    cross join lateral generate_series(greatest(p.first_day, d.first_day)::timestamp,
      least(p.last_day, d.last_day, (latest.at at time zone d.time_zone)::date, greatest(d.first_day, newest.newest_day))::timestamp, interval '1 day') day)`

const amount = (name: string): Sql =>
  sql`case when o.currency = d.currency then ${sql.ref(`o.${name}`)} else round(${sql.ref(`o.${name}`)} * r.rate, r.places)::bigint end as ${sql.ref(name)}`

/** Orders in the currency of the organization, each at the rate of its day; those without one are none of them. After `days` and `rates`. @param orders as `ordersWith` reads them */
export const inOwnCurrency = (orders: Sql): Sql => sql`
  select o.id, o.order_date, o.channel, o.payment, ${sql.join(
    ['total_amount', 'fee_amount', 'tax_amount', 'discount_amount'].map(amount),
  )}, o.told
  from days d cross join (${orders}) o
  left join rates r on r.currency = o.currency and r.day = least((o.order_date at time zone d.time_zone)::date, (select max(day) from rates))
  where o.currency = d.currency or r.rate is not null`

/**
 * Orders of the range that have lines, in the currency of the organization. The planner may begin with the lines or with the orders, as fewer are asked for.
 * After `days` and `rates`.
 * @param which of orders `o` and lines `i` @param lines what is told of the lines: sums of them
 */
export const ordersWith = ({ organizationId }: Ctx, which: Sql, lines: Sql): Sql =>
  inOwnCurrency(sql`
    select o.id, o.order_date, o.channel, o.payment, o.currency, o.total_amount, o.fee_amount, o.tax_amount, o.discount_amount, ${lines} as told
    from orders o join order_items i on i.organization_id = ${organizationId} and i.order_id = o.id
    where o.organization_id = ${organizationId} and o.state <> 'cancelled' and ${which} group by o.organization_id, o.id`)

/** Orders of the range that are not added up yet, or what they were before, in the currency of the organization. After `days` and `rates`. */
export function notedOrders({ organizationId }: Ctx, channels: (row: string) => Sql): Sql {
  const money = (name: string) =>
    sql`case when c.currency = d.currency then c.${sql.ref(name)} else round(c.${sql.ref(name)} * r.rate, r.places)::bigint end as ${sql.ref(name)}`
  return sql`
  select (c.at at time zone d.time_zone)::date as day, c.channel, c.orders, c.quantity, c.is_refunded, ${sql.join(['amount', 'fees', 'tax', 'discount'].map(money))}
  from days d join order_changes c on c.organization_id = ${organizationId} and c.at >= d.since and c.at < d.until
  left join rates r on r.currency = c.currency and r.day = least((c.at at time zone d.time_zone)::date, (select max(day) from rates))
  where (c.currency = d.currency or r.rate is not null) and ${channels('c')}`
}

/** Rows `c` of a table of sums, of days of the range and currencies that count. */
export const ofDays = ({ organizationId }: Ctx, table: string, channels: (row: string) => Sql): Sql => sql`
  days d join ${sql.table(table)} c on c.organization_id = ${organizationId} and c.day >= d.first_day and c.day <= d.last_day and ${channels('c')}
  join currencies u on u.currency = c.currency and u.first_day <= c.day`

/** Days of the range as they are summed, with what is noted since. */
export const summedOrders = (ctx: Ctx, channels: (row: string) => Sql): Sql => sql`
  select c.day, c.channel, c.orders, c.quantity, c.amount, c.fees, c.tax, c.discount, c.refunded from ${ofDays(ctx, 'order_days', channels)}
  union all
  select w.day, w.channel, w.orders, w.quantity, w.amount, w.fees, w.tax, w.discount, case when w.is_refunded then w.amount - w.fees - w.tax - w.discount else 0 end
  from (${notedOrders(ctx, channels)}) w`

/** Whether no rate is known of the currency and time of an order or a sum. After `currencies`. */
const hasNone = (currency: string, at: Sql): Sql =>
  sql`not exists (select from currencies u where u.currency = ${sql.ref(currency)} and ${at})`
/**
 * Sums and changes of other currencies than the organization's, by day, and whether these have no rate.
 * @param range `organization`, for all days, or `days` with the range
 */
export const otherCurrencies = (
  { organizationId }: Pick<Ctx, 'organizationId'>,
  range: 'organization' | 'days',
): Sql => {
  const of = (day: Sql) => (range === 'days' ? sql`and ${day} >= d.first_day and ${day} <= d.last_day` : sql``)
  const noted = sql`(c.at at time zone d.time_zone)::date`
  return sql`
  select x.*, ${hasNone('x.currency', sql`u.first_day <= x.day`)} as has_none from (
    select c.currency, c.day, c.channel, c.orders from ${sql.table(range)} d
      join order_days c on c.organization_id = ${organizationId} and c.currency <> d.currency ${of(sql`c.day`)}
    union all
    select c.currency, ${noted} as day, c.channel, c.orders from ${sql.table(range)} d
      join order_changes c on c.organization_id = ${organizationId} and c.currency <> d.currency ${of(noted)}) x`
}

/** How many orders of the range have no rate, by currency, as JSON. @param which of orders `o`; left out where all count, which the sums know */
export function withoutRate({ organizationId }: Ctx, channels: (row: string) => Sql, which?: Sql): Sql {
  const others = otherCurrencies({ organizationId }, 'days')
  // Mostly the sums tell that there is none, and no order is read.
  const from = which
    ? sql`select o.currency, 1 as orders from days d join orders o on o.organization_id = ${organizationId} and o.order_date >= d.since
        and o.order_date < d.until and o.state <> 'cancelled' and o.currency <> d.currency
        where exists (select from (${others}) c where c.has_none)
          and ${hasNone('o.currency', sql`o.order_date >= u.since`)} and ${channels('o')} and ${which}`
    : sql`select c.currency, c.orders from (${others}) c where c.has_none and ${channels('c')}`
  return sql`(select coalesce(json_agg(json_build_object('currency', currency, 'orders', orders) order by orders desc, currency), '[]')
    from (select currency, sum(orders)::bigint as orders from (${from}) x group by 1 having sum(orders) <> 0) y)`
}
