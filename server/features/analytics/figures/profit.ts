import { type RawBuilder, sql } from 'kysely'
import type { HandlerReply } from '#contract/endpoint.ts'
import type { FigureFilter } from '#contract/analytics/figures.ts'
import { MOST_PROFIT_ROWS, type orderProfit, type profitBy, type profitFigures } from '#contract/analytics/profit.ts'
import { profitOf } from '#domain/analytics/profit.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { ofProducts } from '../../../db/rules/line-rules.ts'
import { type Asked, noFilter, ofChannels, organizationDays } from './range.ts'

type By = (typeof profitBy)[number]
interface Sums {
  quantity: number
  net: number
  knownQuantity: number
  knownNet: number
  cost: number
  unknownFeesNet: number
}
interface Row extends Sums {
  /** Null in the row of all. */
  name: string | null
  value: string
  currency: string
  startDate: string
  endDate: string
}

const measures = ['quantity', 'net', 'known_quantity', 'known_net', 'cost', 'unknown_fees_net'] as const
const sums = sql.join(measures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`))

/** Days as they are kept; those with a mark as their orders come to now. */
function profitSums(ctx: Ctx, filter: Asked): RawBuilder<unknown> {
  const { organizationId } = ctx
  return sql`
  stale as materialized (select distinct (m.at at time zone d.time_zone)::date as day, d.time_zone from days d
    join profit_marks m on m.organization_id = ${organizationId} and m.at >= d.since and m.at < d.until),
  kept as (
    select p.channel, p.sku, p.product_id, ${sql.join(measures.map((name) => sql.ref(`p.${name}`)))}
    from days d join profit_days p on p.organization_id = ${organizationId} and p.day >= d.first_day and p.day <= d.last_day
    where p.day not in (select s.day from stale s)
    union all
    select l.channel, l.sku, l.product_id, l.quantity, l.net, case when l.cost is null then 0 else l.quantity end, case when l.cost is null then 0 else l.net end,
      coalesce(l.cost, 0), case when l.has_fees then 0 else l.net end
    from stale s cross join lateral profit_lines(${organizationId}, day_begins(s.day, s.time_zone), day_begins(s.day + 1, s.time_zone)) l),
  wanted as (select k.* from kept k where ${ofChannels(filter, 'k')} and ${ofProducts(ctx, filter, 'k') ?? noFilter})`
}

const product = (ctx: Ctx) =>
  sql`left join products p on p.organization_id = ${ctx.organizationId} and p.id = w.product_id`
/** What each row is of, told by its name and, of an attribute, its value. */
function namedBy(ctx: Ctx, by: By): RawBuilder<unknown> {
  const columns = sql.join(measures.map((name) => sql.ref(`w.${name}`)))
  if (by === 'channel') return sql`select w.channel as name, '' as value, ${columns} from wanted w`
  if (by === 'sku') return sql`select w.sku as name, '' as value, ${columns} from wanted w`
  if (by === 'template')
    return sql`select coalesce(t.name, '') as name, '' as value, ${columns} from wanted w ${product(ctx)}
      left join product_templates t on t.organization_id = ${ctx.organizationId} and t.id = p.template_id`
  return sql`select split_part(a, chr(31), 1) as name, split_part(a, chr(31), 2) as value, ${columns}
    from wanted w ${product(ctx)} cross join unnest(p.terms) a where split_part(a, chr(31), 2) <> '' and split_part(a, chr(31), 3) = ''`
}

/** Net, cost of goods, profit and margin of the range, in all and by what is asked. */
export async function profit(ctx: Ctx, by: By, filter: FigureFilter): Promise<HandlerReply<typeof profitFigures>> {
  const { rows } = await sql<Row>`
    with ${organizationDays(ctx, filter)}, ${profitSums(ctx, filter)},
    named as (${namedBy(ctx, by)}),
    grouped as (select name, value, ${sums} from named group by 1, 2),
    placed as (
      select null as name, '' as value, ${sums} from wanted
      union all
      (select * from grouped where quantity <> 0 or net <> 0 or cost <> 0 order by known_net - cost desc, net desc, name, value limit ${MOST_PROFIT_ROWS}))
    select s.*, d.currency, d.first_day::text as start_date, d.last_day::text as end_date
    from placed s cross join days d order by s.name is not null, s.known_net - s.cost desc, s.net desc, s.name, s.value`.execute(
    ctx.db,
  )
  const [total, ...others] = rows
  if (!total) throw new Error('a sum of nothing is a row')
  const { currency, startDate, endDate } = total
  return {
    currency,
    startDate,
    endDate,
    total: sumsOf(total),
    rows: others.map((row) => ({ name: row.name ?? '', value: row.value, ...sumsOf(row) })),
  }
}

const sumsOf = ({ quantity, net, knownQuantity, knownNet, cost, unknownFeesNet }: Sums) => ({
  quantity,
  net,
  knownQuantity,
  knownNet,
  cost,
  unknownFeesNet,
  ...profitOf({ quantity, net, knownQuantity, knownNet, cost }),
})

/** What an order earned, in the organization's currency; null where it is cancelled, or no rate is known of its day. @throws not_found */
export async function profitOfOrder(ctx: Ctx, orderId: number): Promise<HandlerReply<typeof orderProfit>> {
  const { rows } = await sql<Sums & { currency: string; isCounted: boolean }>`
    select g.counted_currency as currency, count(l.order_id) > 0 as is_counted, coalesce(sum(l.quantity), 0)::bigint as quantity, coalesce(sum(l.net), 0)::bigint as net,
      coalesce(sum(l.quantity) filter (where l.cost is not null), 0)::bigint as known_quantity, coalesce(sum(l.net) filter (where l.cost is not null), 0)::bigint as known_net,
      coalesce(sum(l.cost), 0)::bigint as cost, coalesce(sum(l.net) filter (where not l.has_fees), 0)::bigint as unknown_fees_net
    from organizations g join orders o on o.organization_id = g.id and o.id = ${orderId}
    left join lateral profit_lines(g.id, o.order_date, o.order_date + interval '1 millisecond') l on l.order_id = o.id
    where g.id = ${ctx.organizationId} group by g.counted_currency`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return { profit: row.isCounted ? { currency: row.currency, ...sumsOf(row) } : null }
}
