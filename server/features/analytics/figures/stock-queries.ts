import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ofProducts } from '../../../db/rules/line-rules.ts'
import { lately, pieces } from './figure-queries.ts'
import { type Asked, organization, organizationDays, noFilter } from './range.ts'
import { stockSums } from './stock-sums.ts'

type Sql = RawBuilder<unknown>

/** Every SKU that is kept, with what a unit costs and is sold for today. A bundle's units are its components'. */
const levels = (ctx: Ctx, filter: Asked) => sql`
  levels as (select l.id, l.sku, l.product_id, l.on_hand, l.available, p.sku as product_sku, p.title, p.created_at, coalesce(v.cost, p.cost) as cost, coalesce(v.price, p.price) as price
    from stock_levels l join products p on p.organization_id = ${ctx.organizationId} and p.id = l.product_id
    left join variations v on v.organization_id = ${ctx.organizationId} and v.id = l.variation_id
    where l.organization_id = ${ctx.organizationId} and l.bundled is distinct from 'bundle' and ${ofProducts(ctx, filter, 'l') ?? noFilter})`

interface Worth {
  pieces: number
  cost: number
}
export interface Value extends Worth {
  currency: string
  startDate: string
  endDate: string
  ledgerBegan: string | null
  retail: number
  withoutCost: number
  /** Since the end of the range, which the present stock knows and the range does not. */
  since: Worth & { retail: number }
  changes: (Worth & { reason: string })[]
}
/** The present stock, and what moved since the range began: from the sums, and under a filter of products from the levels. */
export async function value(ctx: Ctx, filter: Asked): Promise<Value> {
  const summed = ofProducts(ctx, filter, 'l') ? undefined : await valueOfSums(ctx, filter)
  return summed ?? valueOfLevels(ctx, filter)
}

async function valueOfSums(ctx: Ctx, filter: Asked): Promise<Value | undefined> {
  const { organizationId } = ctx
  const { rows } = await sql<Value>`
    with ${organizationDays(ctx, filter)}, ${stockSums(ctx)},
    stock as materialized (select coalesce(sum(n.pieces), 0)::bigint as pieces, coalesce(sum(n.cost), 0)::bigint as cost,
      coalesce(sum(n.retail), 0)::bigint as retail, coalesce(sum(n.without_cost), 0)::bigint as without_cost
      from kept k cross join lateral stock_now(${organizationId}, k.noted) n),
    moved as materialized (select m.reason, m.day > d.last_day as is_later, sum(m.pieces)::bigint as pieces, sum(m.cost)::bigint as cost, sum(m.retail)::bigint as retail
      from days d cross join kept k cross join lateral moves_now(${organizationId}, k.noted, d.first_day) m group by 1, 2)
    select d.currency, d.first_day::text as start_date, d.last_day::text as end_date,
      coalesce((k.began at time zone k.time_zone)::date::text, (select (m.at at time zone d.time_zone)::date::text from stock_movements m
        where m.organization_id = ${organizationId} and k.began is null order by m.id limit 1)) as ledger_began,
      s.pieces, s.cost, s.retail, s.without_cost,
      (select json_build_object('pieces', coalesce(sum(pieces), 0), 'cost', coalesce(sum(cost), 0), 'retail', coalesce(sum(retail), 0)) from moved where is_later) as since,
      (select coalesce(json_agg(json_build_object('reason', reason, 'pieces', pieces, 'cost', cost) order by abs(cost) desc, abs(pieces) desc, reason), '[]')
        from moved where not is_later and pieces <> 0) as changes
    from days d cross join kept k cross join stock s`.execute(ctx.db)
  return rows[0]
}

async function valueOfLevels(ctx: Ctx, filter: Asked): Promise<Value> {
  const { rows } = await sql<Value>`
    with ${organizationDays(ctx, filter)}, ${levels(ctx, filter)},
    -- By level first: a million movements are added up by several workers, and only their sums meet the levels.
    summed as materialized (select m.level_id, m.reason, m.at >= (select until from days) as is_later, sum(m.delta_on_hand) as pieces
      from stock_movements m where m.organization_id = ${ctx.organizationId} and m.at >= (select since from days) and m.delta_on_hand <> 0 group by 1, 2, 3),
    moved as materialized (select m.reason, m.is_later, sum(m.pieces)::bigint as pieces, sum(m.pieces * l.cost)::bigint as cost, sum(m.pieces * l.price)::bigint as retail
      from summed m join levels l on l.id = m.level_id group by 1, 2)
    select d.currency, d.first_day::text as start_date, d.last_day::text as end_date,
      (select (m.at at time zone d.time_zone)::date::text from stock_movements m where m.organization_id = ${ctx.organizationId} order by m.id limit 1) as ledger_began,
      coalesce((select sum(on_hand) from levels), 0)::bigint as pieces, coalesce((select sum(on_hand * cost) from levels), 0)::bigint as cost,
      coalesce((select sum(on_hand * price) from levels), 0)::bigint as retail,
      (select count(*) from levels where on_hand > 0 and cost = 0) as without_cost,
      (select json_build_object('pieces', coalesce(sum(pieces), 0), 'cost', coalesce(sum(cost), 0), 'retail', coalesce(sum(retail), 0)) from moved where is_later) as since,
      (select coalesce(json_agg(json_build_object('reason', reason, 'pieces', pieces, 'cost', cost) order by abs(cost) desc, abs(pieces) desc, reason), '[]')
        from moved where not is_later and pieces <> 0) as changes
    from days d`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('an organization has a stock, though it be empty')
  return row
}

export interface Covered {
  today: string
  items: number
  sku: string
  productId: number
  productSku: string
  title: string
  available: number
  sold: number
}
/** SKUs that sold in the last days, what runs out first at that pace first. */
export async function cover(ctx: Ctx, filter: Asked, days: number, most: number): Promise<Covered[]> {
  const { rows } = await sql<Covered>`
    with ${organizationDays(ctx, {})}, ${lately(days)}, ${await pieces(ctx, filter, days)}, ${levels(ctx, filter)},
    sold as (select sku, sum(quantity)::bigint as sold from pieces group by 1 having sum(quantity) > 0)
    select (select today::text from organization) as today, count(*) over () as items, l.sku, l.product_id, l.product_sku, l.title, l.available, s.sold
    from sold s join levels l on l.sku = s.sku
    order by l.available::numeric / s.sold, s.sold desc, l.sku limit ${most}`.execute(ctx.db)
  return rows
}

export interface Aged extends Worth {
  currency: string
  band: number
  skus: number
  products: string[]
}
/** Stock by how long ago a piece of its SKU was sold. @param begins where each age begins, in days */
export async function ages(ctx: Ctx, filter: Asked, begins: readonly number[], most: number): Promise<Aged[]> {
  const summed = ofProducts(ctx, filter, 'l') ? undefined : await agesOfSums(ctx, begins, most)
  return summed ?? agesOfLevels(ctx, filter, begins, most)
}

/** Undefined before the sums are ready. */
async function agesOfSums(ctx: Ctx, begins: readonly number[], most: number): Promise<Aged[] | undefined> {
  const { rows } = await sql<Aged>`
    with ${organization(ctx)}, ${stockSums(ctx)}
    select k.currency, a.band, a.skus, a.pieces, a.cost, a.products
    from kept k left join lateral stock_ages(${ctx.organizationId}, k.noted, k.today, ${begins}::int[], ${most}::int) a on true order by a.band`.execute(
    ctx.db,
  )
  return rows.length > 0 ? rows.filter(({ band }) => band !== null) : undefined
}

/**
 * The same from the levels: by how long ago a piece of its SKU was sold, by days of the organization; what was not sold within the longest age has its product's age. The
 * sums have days of UTC: where one could be in another band where the organization is, the lines of that day tell.
 */
async function agesOfLevels(ctx: Ctx, filter: Asked, begins: readonly number[], most: number): Promise<Aged[]> {
  const longest = begins.at(-1) ?? 0
  const { organizationId } = ctx
  const oldest = sql`((select today from organization) - ${longest + 1}::int)`
  const band = (day: Sql) => sql`(width_bucket(greatest(0, g.today - ${day}), ${begins}::int[]) - 1)`
  const { rows } = await sql<Aged>`
    with ${organizationDays(ctx, {})}, ${levels(ctx, filter)},
    -- Days that are not added up yet, exact. Of all others the sums know the last, SKU by SKU and from the newest day back: the first is nearly always it.
    changed as materialized (select c.sku, c.day, sum(c.quantity) + coalesce((select sum(k.quantity) from piece_sums k
        where k.organization_id = ${organizationId} and k.sku = c.sku and k.day = c.day), 0) as quantity
      from piece_changes c where c.organization_id = ${organizationId} and c.day >= ${oldest} group by 1, 2),
    recent as materialized (select sku, max(day) as day from changed where quantity > 0 group by 1),
    dated as (
      select l.product_sku, l.on_hand, l.cost, l.created_at, case
        when s.day is null or ${band(sql`(s.day - 1)`)} = ${band(sql`(s.day + 1)`)} then s.day
        else (select (max(o.order_date) at time zone g.time_zone)::date from order_items i
          join orders o on o.organization_id = ${ctx.organizationId} and o.id = i.order_id and o.state <> 'cancelled'
            and o.order_date >= s.day::timestamp at time zone 'UTC' and o.order_date < (s.day + 1)::timestamp at time zone 'UTC'
          where i.organization_id = ${ctx.organizationId} and i.sku = l.sku and i.quantity > 0) end as day
      from levels l cross join organization g left join recent r on r.sku = l.sku
      -- Once per SKU, whatever the planner expects of the tables: as a join, it was looked up for each pair of SKUs.
      cross join lateral (select greatest(r.day, (
        select k.day from piece_sums k where k.organization_id = ${organizationId} and k.sku = l.sku and k.day >= ${oldest}
          and (k.sku, k.day) not in (select sku, day from changed)
        group by k.day having sum(k.quantity) > 0 order by k.day desc limit 1)) as day offset 0) s
      where l.on_hand > 0),
    aged as (select d.product_sku, d.on_hand, d.on_hand * d.cost as cost,
        ${band(sql`coalesce(case when d.day >= g.today - ${longest}::int then d.day end, (d.created_at at time zone g.time_zone)::date)`)} as band
      from dated d cross join organization g),
    placed as (select a.*, row_number() over (partition by band order by cost desc, on_hand desc, product_sku) as place from aged a)
    select g.currency, band, count(*) as skus, sum(on_hand)::bigint as pieces, sum(cost)::bigint as cost,
      array_agg(product_sku order by place) filter (where place <= ${most}) as products
    from placed cross join organization g group by 1, 2 order by 2`.execute(ctx.db)
  return rows
}
