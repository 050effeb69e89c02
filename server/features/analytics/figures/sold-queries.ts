import { sql } from 'kysely'
import type { overselling } from '#contract/analytics/sold-figures.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../../context.ts'
import { ofProducts } from '../../../db/rules/line-rules.ts'
import type { Channel } from './order-channel.ts'
import { type Asked, noFilter, organizationDays } from './range.ts'

export interface Telling {
  channel: ChannelId
  integrationId: number
  account: string
  told: number
  p50: number
  p95: number
  slowest: number
  products: string[]
}
/** Times from sale to confirmation, by account; of the range in which the sale was taken in. */
export async function telling(ctx: Ctx, filter: Asked, most: number): Promise<Telling[]> {
  const { organizationId } = ctx
  const { channels } = filter
  const { rows } = await sql<Telling>`
    with ${organizationDays(ctx, filter)},
    told as materialized (
      select t.integration_id, l.product_id, p.sku, extract(epoch from t.told_at - t.sold_at)::float as seconds
      from days d join sale_tellings t on t.organization_id = ${organizationId} and t.sold_at >= d.since and t.sold_at < d.until
      join listing_products l on l.organization_id = ${organizationId} and l.id = t.listing_id
      join products p on p.organization_id = ${organizationId} and p.id = l.product_id),
    counted as (select t.* from told t where ${ofProducts(ctx, filter, 't') ?? noFilter}),
    sums as (select integration_id, count(*) as told, percentile_cont(0.5) within group (order by seconds) as p50,
      percentile_cont(0.95) within group (order by seconds) as p95, max(seconds) as slowest from counted group by 1)
    select i.channel, i.id as integration_id, coalesce(nullif(i.account_name, ''), i.shop) as account, s.told, round(s.p50::numeric, 1)::float as p50,
      round(s.p95::numeric, 1)::float as p95, round(s.slowest::numeric, 1)::float as slowest,
      (select coalesce(json_agg(w.sku), '[]') from (select c.sku from counted c where c.integration_id = s.integration_id and c.seconds >= s.p95
        group by c.sku order by max(c.seconds) desc, c.sku limit ${most}) w) as products
    from sums s join integrations i on i.organization_id = ${organizationId} and i.id = s.integration_id
    where ${channels?.length ? sql`i.channel = any(${channels}::text[])` : noFilter}
    order by s.p95 desc, i.channel, i.id`.execute(ctx.db)
  return rows
}

export interface OversoldRow {
  startDate: string
  endDate: string
  items: number
  sku: string | null
  productSku: string
  channel: Channel
  orders: number
  shortfall: number
  why: (typeof overselling)[number]
  by: string
  at: Date | null
  before: number | null
}
/** Lines that are short of pieces, by SKU and channel, with what the ledger says took the last piece before the newest of them. */
export async function oversold(ctx: Ctx, filter: Asked, most: number): Promise<OversoldRow[]> {
  const { organizationId } = ctx
  const { channels } = filter
  const { rows } = await sql<OversoldRow>`
    with ${organizationDays(ctx, filter)},
    short as (
      select i.sku, i.product_id, i.level_id, o.id as order_id, o.channel, o.integration_id, o.created_at, i.shortfall + greatest(i.uncounted - i.lost, 0) as shortfall
      from days d join orders o on o.organization_id = ${organizationId} and o.order_date >= d.since and o.order_date < d.until and o.oversold and o.state <> 'cancelled'
      join order_items i on i.organization_id = ${organizationId} and i.order_id = o.id and (i.shortfall > 0 or i.uncounted > i.lost)
      where ${channels?.length ? sql`o.channel = any(${channels}::text[])` : noFilter} and ${ofProducts(ctx, filter, 'i') ?? noFilter}),
    grouped as (select sku, channel, count(distinct order_id) as orders, sum(shortfall)::bigint as shortfall, (array_agg(product_id order by created_at desc))[1] as product_id,
        (array_agg(level_id order by created_at desc))[1] as level_id, (array_agg(integration_id order by created_at desc))[1] as integration_id,
        array_agg(order_id) as order_ids, max(created_at) as created_at
      from short group by 1, 2),
    placed as (select g.*, count(*) over () as items from grouped g order by shortfall desc, sku, channel limit ${most}),
    caused as (
      select g.*, p.sku as product_sku, m.at, m.reason, m.channel as taken_on, m.integration_id as taken_by, extract(epoch from g.created_at - m.at)::float as before
      from placed g left join products p on p.organization_id = ${organizationId} and p.id = g.product_id
      left join lateral (
        select m.at, m.reason, o.channel, o.integration_id from stock_movements m left join orders o on o.organization_id = ${organizationId} and o.id = m.order_id
        where m.organization_id = ${organizationId} and m.product_id = g.product_id and m.level_id = g.level_id and m.at <= g.created_at
          and m.delta_on_hand - m.delta_reserved < 0 and (m.order_id is null or m.order_id <> all(g.order_ids))
        order by m.id desc limit 1) m on true)
    select d.first_day::text as start_date, d.last_day::text as end_date, coalesce(c.items, 0) as items, c.sku, coalesce(c.product_sku, c.sku) as product_sku, c.channel, c.orders, c.shortfall,
      case when c.at is null then 'empty' when c.reason <> 'order' then 'lowered' when c.taken_on = c.channel and c.taken_by is not distinct from c.integration_id then 'here' else 'elsewhere' end as why,
      case when c.reason = 'order' then coalesce(c.taken_on, '') else coalesce(c.reason, '') end as by, c.at, round(greatest(0, c.before)::numeric, 1)::float as before
    from days d left join caused c on true order by c.shortfall desc, c.sku, c.channel`.execute(ctx.db)
  return rows
}
