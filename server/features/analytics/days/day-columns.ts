import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { type Asker, organizationDays, spanOf, within } from '../figures/range.ts'
import { inOwnCurrency } from '../figures/rated.ts'

type Sql = RawBuilder<unknown>

const ofOrders = ['channel', 'line_count', 'amount', 'fees', 'tax', 'discount', 'refunded'] as const
const ofLines = ['product', 'quantity', 'age'] as const
/** What is kept of a day beside how many orders and lines it has. */
const columns = ['channels', ...ofOrders, ...ofLines] as const

/** How many bytes the longest number of a day needs: 1, 2, 4 or 8. */
const width = (name: string): Sql => {
  const longest = sql`max(abs(${sql.ref(name)})) over (partition by day)`
  return sql`case when ${longest} < 128 then 1 when ${longest} < 32768 then 2 when ${longest} < 2147483648 then 4 else 8 end as ${sql.ref(`${name}_width`)}`
}
/** The numbers of a day, each as long as its longest, the highest byte first. */
const numbers = (name: string, by: Sql): Sql => sql`
  string_agg(case ${sql.ref(`${name}_width`)} when 1 then substring(int4send(${sql.ref(name)}::int) from 4) when 2 then int2send(${sql.ref(name)}::int2)
    when 4 then int4send(${sql.ref(name)}::int) else float8send(${sql.ref(name)}::float8) end, '' order by ${by}) as ${sql.ref(name)}`
const all = (names: readonly string[], of: (name: string) => Sql): Sql => sql.join(names.map(of))

/**
 * Orders in the form of `day_columns`, as the `with` query `by_columns`: one row for each day that has any. After `days` and `rates`.
 * @param which of orders `o`
 */
export const byColumns = ({ organizationId }: Pick<Ctx, 'organizationId'>, which: Sql): Sql => sql`
  some_orders as materialized (${inOwnCurrency(sql`
    select o.id, o.order_date, o.channel, o.payment, o.currency, o.total_amount, o.fee_amount, o.tax_amount, o.discount_amount, 0 as told from orders o
    where o.organization_id = ${organizationId} and o.state <> 'cancelled' and ${which}`)}),
  some_lines as materialized (
    select (o.order_date at time zone d.time_zone)::date as day, o.id as order_id, i.id, coalesce(i.product_id, 0) as product, i.quantity,
      case when i.product_created_at <= o.order_date then round(extract(epoch from o.order_date - i.product_created_at) / 8640)::bigint else -1 end as age
    from days d cross join some_orders o join order_items i on i.organization_id = ${organizationId} and i.order_id = o.id),
  line_columns as (
    select day, count(*) as lines, ${all(ofLines, (name) => numbers(name, sql`order_id, id`))}
    from (select *, ${all(ofLines, width)} from some_lines) l group by day),
  with_lines as (
    select l.day, l.line_count, o.id, o.channel as name, dense_rank() over (partition by l.day order by o.channel) - 1 as channel, o.total_amount as amount, o.fee_amount as fees,
      o.tax_amount as tax, o.discount_amount as discount,
      case when o.payment = 'refunded' then o.total_amount - o.fee_amount - o.tax_amount - o.discount_amount else 0 end as refunded
    from (select order_id, day, count(*) as line_count from some_lines group by 1, 2) l join some_orders o on o.id = l.order_id),
  order_columns as (
    select day, count(*) as orders, array_agg(distinct name order by name) as channels, ${all(ofOrders, (name) => numbers(name, sql`id`))}
    from (select *, ${all(ofOrders, width)} from with_lines) o group by day),
  by_columns as (select * from order_columns join line_columns using (day))`

/** Days of which something waits to be added up, as the `with` query `waiting`: what is kept of them does not hold. After `days`. */
export const waiting = ({ organizationId }: Pick<Ctx, 'organizationId'>): Sql => sql`
  waiting as materialized (${sql.join(
    ['order_changes', 'piece_changes'].map(
      (changes) => sql`select (c.at at time zone d.time_zone)::date as day from days d
    join ${sql.table(changes)} c on c.organization_id = ${organizationId} and c.at >= d.since and c.at < d.until`,
    ),
    sql` union `,
  )})`

/** Days `k` of `day_columns` that are kept as the organization counts. After `days`. */
export const asCounted = sql`(k.time_zone, k.currency) = (d.time_zone, d.currency)`

/** Days, the first and the last. */
export interface Range {
  startDate: string
  endDate: string
}
/** Keeps those of which nothing waits by now: a statement sees all or nothing of a change. */
export async function keep(ctx: Asker, range: Range): Promise<void> {
  const shared = ['time_zone', 'currency', 'orders', 'lines', ...columns]
  await sql`
    with ${await freshly(ctx, range)}
    insert into day_columns (organization_id, day, ${names(shared)}) select ${ctx.organizationId}, f.day, ${names(shared, 'f')} from fresh f
    on conflict (organization_id, day) do update set ${sql.join(shared.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(
    ctx.db,
  )
}
export const names = (columns: readonly string[], row?: string): Sql =>
  sql.join(columns.map((name) => sql.ref(row ? `${row}.${name}` : name)))

/** Days as they are to be kept, without those of which something waits, as the `with` query `fresh`. */
const freshly = async (ctx: Asker, range: Range): Promise<Sql> => sql`
  ${organizationDays(ctx, range)}, ${waiting(ctx)}, ${byColumns(ctx, within(await spanOf(ctx, range)))},
  fresh as (select e.at::date as day, d.time_zone, d.currency, coalesce(c.orders, 0)::int as orders, coalesce(c.lines, 0)::int as lines, coalesce(c.channels, '{}') as channels,
      ${sql.join(columns.slice(1).map((name) => sql`coalesce(${sql.ref(`c.${name}`)}, '') as ${sql.ref(name)}`))}
    from days d cross join generate_series(d.first_day::timestamp, d.last_day, interval '1 day') e(at) left join by_columns c on c.day = e.at::date
    where not exists (select from waiting w where w.day = e.at::date))`

/** Days that are kept otherwise than their orders are. */
export async function wrongDays(ctx: Asker): Promise<string[]> {
  const { db, organizationId } = ctx
  const { rows: months } = await sql<Range>`
    select min(day)::text as start_date, max(day)::text as end_date from day_columns where organization_id = ${organizationId}
    group by date_trunc('month', day) order by 1`.execute(db)
  const wrong: string[] = []
  const compared = ['orders', 'lines', ...columns]
  for (const month of months) {
    const { rows } = await sql<{ day: string }>`
      with ${await freshly(ctx, month)}
      select f.day::text as day from fresh f join days d on true join day_columns k on k.organization_id = ${organizationId} and k.day = f.day and ${asCounted}
      where (${names(compared, 'k')}) is distinct from (${names(compared, 'f')}) order by 1`.execute(db)
    wrong.push(...rows.map(({ day }) => day))
  }
  return wrong
}
