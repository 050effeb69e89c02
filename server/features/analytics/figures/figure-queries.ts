import { type RawBuilder, sql } from 'kysely'
import type { WithoutRate } from '#contract/shapes.ts'
import type { Ctx } from '../../../context.ts'
import { ofProducts, productsOf } from '../../../db/rules/line-rules.ts'
import { heldOrders } from '../days/held-orders.ts'
import { type HeldOrders, medianOf } from '../days/held.ts'
import { medians } from './medians.ts'
import type { Channel } from './order-channel.ts'
import {
  type Asked,
  days,
  noFilter,
  ofChannels,
  organization,
  organizationDays,
  type Span,
  spanOf,
  within,
} from './range.ts'
import { stockSums } from './stock-sums.ts'
import { currencies, ordersWith, summedOrders, withoutRate } from './rated.ts'

type Sql = RawBuilder<unknown>

/** What orders add to their days, of rows with their amounts. The net of a refunded order is what was refunded. */
const added = (orders: Sql): Sql => sql`
  select (o.order_date at time zone d.time_zone)::date as day, o.channel, 1 as orders, o.told as quantity, o.total_amount as amount, o.fee_amount as fees,
    o.tax_amount as tax, o.discount_amount as discount,
    case when o.payment = 'refunded' then o.total_amount - o.fee_amount - o.tax_amount - o.discount_amount else 0 end as refunded
  from days d cross join (${orders}) o`

/**
 * Orders that count, with when, where and what they come to. Where products are asked for: the orders that hold one of them, whole, as the list of
 * orders shows them, with the pieces of these products alone.
 */
async function counted(ctx: Ctx, filter: Asked): Promise<Sql> {
  const matching = ofProducts(ctx, filter, 'i')
  if (!matching) return sql`counted as (${summedOrders(ctx, (row) => ofChannels(filter, row))})`
  const which = sql`${within(await spanOf(ctx, filter))} and ${ofChannels(filter, 'o')}`
  return sql`counted as (${added(ordersWith(ctx, sql`${which} and ${matching}`, sql`sum(i.quantity)`))})`
}

export interface SalesOfChannel {
  channel: Channel
  orders: number
  quantity: number
  amount: number
  fees: number
  tax: number
  discount: number
  refunded: number
}
const measures = ['quantity', 'amount', 'fees', 'tax', 'discount', 'refunded'] as const
export async function byChannel(ctx: Ctx, request: Asked): Promise<SalesOfChannel[]> {
  const filter = await productsOf(ctx, request)
  const ordersOfProducts = await heldOrders(ctx, filter, measures)
  if (ordersOfProducts) return ofChannel(ordersOfProducts)
  const { rows } = await sql<SalesOfChannel>`
    with ${organizationDays(ctx, filter)}, ${await counted(ctx, filter)}
    select channel, sum(orders)::bigint as orders, sum(quantity)::bigint as quantity, sum(amount)::bigint as amount, sum(fees)::bigint as fees, sum(tax)::bigint as tax,
      sum(discount)::bigint as discount, sum(refunded)::bigint as refunded
    from counted group by channel having (${sql.join(
      ['orders', 'quantity', 'amount'].map((name) => sql`sum(${sql.ref(name)}) <> 0`),
      sql` or `,
    )})
    order by sum(amount) desc, channel`.execute(ctx.db)
  return rows
}

function ofChannel({ sums }: HeldOrders): SalesOfChannel[] {
  const channels = new Map<Channel, SalesOfChannel>()
  for (const { day: _, ...sum } of sums) {
    const channel = channels.get(sum.channel)
    if (channel) for (const name of ['orders', ...measures] as const) channel[name] += sum[name]
    else channels.set(sum.channel, sum)
  }
  return [...channels.values()].toSorted((a, b) => b.amount - a.amount || (a.channel < b.channel ? -1 : 1))
}

export async function byDay(ctx: Ctx, request: Asked): Promise<{ day: string; channel: Channel; orders: number }[]> {
  const filter = await productsOf(ctx, request)
  const ordersOfProducts = await heldOrders(ctx, filter, [])
  if (ordersOfProducts)
    return ordersOfProducts.sums.toSorted((a, b) =>
      a.day < b.day || (a.day === b.day && a.channel < b.channel) ? -1 : 1,
    )
  const { rows } = await sql<{ day: string; channel: Channel; orders: number }>`
    with ${organizationDays(ctx, filter)}, ${await counted(ctx, filter)}
    select c.day::text as day, c.channel, sum(c.orders)::bigint as orders from counted c group by 1, 2 having sum(c.orders) <> 0 order by 1, 2`.execute(
    ctx.db,
  )
  return rows
}

interface Summary {
  currency: string
  timeZone: string
  startDate: string
  endDate: string
  withoutRate: WithoutRate[]
  medianOrderTotal: number | null
  medianSellThroughDays: number | null
}
/** Of orders and their lines, read one by one. */
function mediansOf(ctx: Ctx, which: Sql): Sql {
  const ages = sql`array_agg(round(extract(epoch from o.order_date - i.product_created_at) / 8640)) filter (where i.product_created_at <= o.order_date)`
  return sql`
    matched as materialized (${ordersWith(ctx, which, ages)}),
    medians as (
      select 'total' as kind, percentile_cont(0.5) within group (order by total_amount)::numeric as median from matched
      union all select 'age', percentile_cont(0.5) within group (order by age)::numeric from matched cross join unnest(told) age)`
}

/** Sums know the medians of all products; under a filter of them, orders and lines are read themselves. */
export async function summary(ctx: Ctx, request: Asked): Promise<Summary> {
  const filter = await productsOf(ctx, request)
  const { organizationId } = ctx
  const matching = ofProducts(ctx, filter, 'i')
  const channels = (row: string) => ofChannels(filter, row)
  const which = matching && sql`${within(await spanOf(ctx, filter))} and ${channels('o')}`
  const ordersOfProducts = which && (await heldOrders(ctx, filter, ['amount', 'age']))
  const middle = ordersOfProducts
    ? sql`medians as (select * from (values ('total', ${medianOf(ordersOfProducts.amounts)}::numeric), ('age', ${medianOf(ordersOfProducts.ages)}::numeric)) m(kind, median))`
    : which
      ? mediansOf(ctx, sql`${which} and ${matching}`)
      : medians(ctx, channels)
  const holding =
    which &&
    sql`${which} and exists (select from order_items i where i.organization_id = ${organizationId} and i.order_id = o.id and ${matching})`
  const { rows } = await sql<Summary>`
    with ${organizationDays(ctx, filter)}, ${middle}
    select d.currency, d.time_zone, d.first_day::text as start_date, d.last_day::text as end_date,
      ${withoutRate(ctx, channels, holding)} as without_rate,
      (select round(median)::bigint from medians where kind = 'total') as median_order_total,
      (select (round(median) / 10)::float from medians where kind = 'age') as median_sell_through_days
    from days d`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('an organization has a summary, though it sold nothing')
  return row
}

interface Edge extends Span {
  currency: string
}
/**
 * Of a range, the whole UTC days of each currency that counts, what is left at their edges, and its
 * months: one that is more than half in the range is taken whole, and its days outside are taken away. After `organization`, the range and `currencies`.
 */
const whole = (range: string): Sql => sql`
  spans as (select u.currency, greatest(r.since, u.since) as since, r.until from ${sql.table(range)} r join currencies u on u.since < r.until),
  utc as (select s.*, (s.since at time zone 'UTC')::timestamp as starts, (s.until at time zone 'UTC')::timestamp as ends from spans s),
  whole as materialized (select u.*, case when u.starts = u.starts::date then u.starts::date else u.starts::date + 1 end as first_whole, u.ends::date as end_whole from utc u),
  edged as (select w.currency, w.first_whole, w.end_whole,
      case when w.first_whole - m.a < m.a_next - w.first_whole then m.a else m.a_next end as first_month,
      case when m.z_next - w.end_whole < w.end_whole - m.z then m.z_next else m.z end as end_month
    from whole w cross join lateral (select date_trunc('month', w.first_whole::timestamp)::date as a, (date_trunc('month', w.first_whole::timestamp) + interval '1 month')::date as a_next,
      date_trunc('month', w.end_whole::timestamp)::date as z, (date_trunc('month', w.end_whole::timestamp) + interval '1 month')::date as z_next) m),
  months as materialized (select currency, first_whole, end_whole, case when first_month < end_month then first_month else end_whole end as first_month,
    case when first_month < end_month then end_month else end_whole end as end_month from edged)`
/** Read first, as `within` says why. */
async function edgesOf(ctx: Ctx, name: string, range: Sql): Promise<Edge[]> {
  const { rows } = await sql<Edge>`
    with ${organization(ctx)}, ${range}, ${currencies(ctx)}, ${whole(name)},
    edges as (
      select currency, since, least(until, first_whole::timestamp at time zone 'UTC') as until from whole where since < first_whole::timestamp at time zone 'UTC'
      union all select currency, greatest(since, end_whole::timestamp at time zone 'UTC'), until from whole
        where until > end_whole::timestamp at time zone 'UTC' and end_whole >= first_whole)
    select currency, since::text as since, until::text as until from edges order by 1, 2`.execute(ctx.db)
  return rows
}

/**
 * Pieces sold in the range, by SKU and product: the sums of the whole UTC months and days in it, and from the lines what is left at its edges.
 * @param lastDays so many that end today, as the `with` query `lately`; left out, those of the filter
 */
export async function pieces(ctx: Ctx, request: Asked, lastDays?: number): Promise<Sql> {
  const filter = await productsOf(ctx, request)
  const { organizationId } = ctx
  const [name, range] = lastDays === undefined ? ['days', days(filter)] : ['lately', lately(lastDays)]
  const of = (row: string) => sql`${ofChannels(filter, row)} and ${ofProducts(ctx, filter, row) ?? noFilter}`
  const daySums = (table: string, day: string, from: string, to: string, sign = '') => sql`
    select c.sku, c.product_id, ${sql.raw(sign)}c.quantity as quantity from months w
    join ${sql.table(table)} c on c.organization_id = ${organizationId} and c.currency = w.currency
      and ${sql.ref(`c.${day}`)} >= ${sql.ref(`w.${from}`)} and ${sql.ref(`c.${day}`)} < ${sql.ref(`w.${to}`)} where ${of('c')}`
  const between = (from: string, to: string) =>
    sql`${daySums('piece_sums', 'day', from, to)} union all ${daySums('piece_sums', 'day', to, from, '-')}`
  const edges = (await edgesOf(ctx, name, range)).map(
    (edge) => sql`(o.currency = ${edge.currency} and ${within(edge)})`,
  )
  const lines = sql`select i.sku, coalesce(i.product_id, 0) as product_id, i.quantity, o.channel from orders o
    join order_items i on i.organization_id = ${organizationId} and i.order_id = o.id
    where o.organization_id = ${organizationId} and o.state <> 'cancelled' and (${edges.length > 0 ? sql.join(edges, sql` or `) : sql`false`})`
  return sql`${whole(name)},
    pieces as (select sku, product_id, sum(quantity)::bigint as quantity from (
      ${daySums('piece_months', 'month', 'first_month', 'end_month')}
      union all ${between('first_whole', 'first_month')} union all ${between('end_month', 'end_whole')}
      union all ${daySums('piece_changes', 'day', 'first_whole', 'end_whole')}
      union all select l.sku, l.product_id, l.quantity from (${lines}) l where ${of('l')}
    ) x group by 1, 2 having sum(quantity) <> 0)`
}

export async function byTemplate(ctx: Ctx, filter: Asked): Promise<{ templateName: string; quantity: number }[]> {
  const { rows } = await sql<{ templateName: string; quantity: number }>`
    with ${organizationDays(ctx, filter)}, ${await pieces(ctx, filter)}
    select coalesce(t.name, '') as template_name, sum(c.quantity)::bigint as quantity from pieces c
    left join products p on p.organization_id = ${ctx.organizationId} and p.id = c.product_id
    left join product_templates t on t.organization_id = ${ctx.organizationId} and t.id = p.template_id
    group by 1 order by 2 desc, 1`.execute(ctx.db)
  return rows
}

interface SoldValue {
  attributeName: string
  attributeValue: string
  count: number
}
/** A value that is too long to pick from a list is left out, as it is there. */
export async function byAttribute(ctx: Ctx, filter: Asked, most: number): Promise<SoldValue[]> {
  const { rows } = await sql<SoldValue>`
    with ${organizationDays(ctx, filter)}, ${await pieces(ctx, filter)},
    products_sold as (select product_id, sum(quantity) as quantity from pieces group by 1),
    sold as (select split_part(t, chr(31), 1) as name, split_part(t, chr(31), 2) as value, sum(s.quantity)::bigint as count
      from products_sold s join products p on p.organization_id = ${ctx.organizationId} and p.id = s.product_id cross join unnest(p.terms) t
      where split_part(t, chr(31), 2) <> '' and split_part(t, chr(31), 3) = '' group by 1, 2)
    select name as attribute_name, value as attribute_value, count from (select s.*, row_number() over (partition by name order by count desc, value) as place from sold s) r
    where place <= ${most} order by name, place`.execute(ctx.db)
  return rows
}

export async function bySku(ctx: Ctx, filter: Asked, most: number): Promise<{ sku: string; quantity: number }[]> {
  const { rows } = await sql<{ sku: string; quantity: number }>`
    with ${organizationDays(ctx, filter)}, ${await pieces(ctx, filter)}
    select sku, sum(quantity)::bigint as quantity from pieces group by 1 having sum(quantity) <> 0 order by 2 desc, 1 limit ${most}`.execute(
    ctx.db,
  )
  return rows
}

/** So many days that end today, as a range of `pieces`. */
export const lately = (days: number) => sql`
  lately as (select day_begins(g.today - ${days - 1}::int, g.time_zone) as since, day_begins(g.today + 1, g.time_zone) as until from organization g)`

/** Pieces asked for in the days before today's end, and how many are there to sell. */
export async function demand(ctx: Ctx, filter: Asked, days: number): Promise<{ sold: number; available: number }> {
  const { rows } = await sql<{ sold: number; available: number }>`
    with ${organizationDays(ctx, {})},
    ${lately(days)}, ${await pieces(ctx, filter, days)}, ${stockSums(ctx)}
    select (select coalesce(sum(quantity), 0)::bigint from pieces) as sold,
      case when ${ofProducts(ctx, filter, 'l') ? sql`true` : sql`not exists (select from kept)`} then
        (select coalesce(sum(l.available), 0)::bigint from stock_levels l where l.organization_id = ${ctx.organizationId} and l.bundled is distinct from 'bundle' and ${ofProducts(ctx, filter, 'l') ?? noFilter})
      else (select coalesce(sum(n.available), 0)::bigint from kept k cross join lateral stock_now(${ctx.organizationId}, k.noted) n) end as available`.execute(
    ctx.db,
  )
  return rows[0] ?? { sold: 0, available: 0 }
}

/** Orders of the range that no figure holds: as the summary counts them, without a median. */
export async function leftOut(ctx: Ctx, range: Asked): Promise<{ currency: string; withoutRate: WithoutRate[] }> {
  const { rows } = await sql<{ currency: string; withoutRate: WithoutRate[] }>`
    with ${organizationDays(ctx, range)} select currency, ${withoutRate(ctx, () => noFilter)} as without_rate from organization`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new Error('an organization has a currency')
  return row
}

export async function overview(ctx: Ctx): Promise<{ count: number; listed: number; sold: number }> {
  const { rows } = await sql<{ count: number; listed: number; sold: number }>`
    select coalesce((select products from organization_counts where organization_id = ${ctx.organizationId}), 0) as count,
      coalesce(sum(n) filter (where name = 'products listed'), 0)::bigint as listed, coalesce(sum(n) filter (where name = 'products sold'), 0)::bigint as sold
    from read_tallies(${ctx.organizationId})`.execute(ctx.db)
  return rows[0] ?? { count: 0, listed: 0, sold: 0 }
}
