import { sql } from 'kysely'
import type { z } from 'zod'
import type { Attention } from '#contract/analytics/analytics.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { OrderChannel } from '#contract/orders/orders.ts'
import type { WithoutRate } from '#contract/shapes.ts'
import { type Ctx, allows } from '../../context.ts'
import type { Unmet } from '../requirements/service.ts'
import { connectionHeld, heldUp, outOfStep, refused, shownPieces } from '../../db/rules/listing-rules.ts'
import { noFilter, organization } from './figures/range.ts'
import { rated, summedOrders, withoutRate } from './figures/rated.ts'
import { orderTabs, unknownToSettle } from '../../db/rules/order-rules.ts'

/** Rows shown of each cause. */
export const SHOWN = 3

export interface ChannelSales {
  channel: z.output<typeof OrderChannel>
  today: { orders: number; amount: number }
  week: { orders: number; amount: number }
  month: { orders: number; amount: number }
}
interface SalesRow {
  currency: string
  withoutRate: WithoutRate[]
  toShip: number
  lowStock: number
  today: string
  channels: ChannelSales[]
}

/** Sales by channel of so many days that end today, where the organization is, and of its currency; in one statement, from the sums. */
export async function sales(ctx: Ctx, days: { today: number; week: number; month: number }) {
  const { db, organizationId } = ctx
  const begin = (n: number) => sql`(select g.today - ${n - 1}::int from organization g)`
  const since = (
    n: number,
  ) => sql`json_build_object('orders', coalesce(sum(o.orders) filter (where o.day >= ${begin(n)}), 0),
    'amount', coalesce(sum(o.amount) filter (where o.day >= ${begin(n)}), 0))`
  const { rows } = await sql<SalesRow>`
    with ${organization(ctx)},
    -- What is dated ahead counts, as in the list.
    days as materialized (select g.*, g.today - ${days.month - 1}::int as first_day, 'infinity'::date as last_day,
      day_begins(g.today - ${days.month - 1}::int, time_zone) as since, 'infinity'::timestamptz as until from organization g),
    ${rated(ctx)},
    recent as (${summedOrders(ctx, () => noFilter)})
    select g.currency, g.today::text as today, ${withoutRate(ctx, () => noFilter)} as without_rate,
      (select count(*) from orders where organization_id = ${organizationId} and ${orderTabs.readyToShip}) as to_ship,
      (select coalesce(sum(t.n), 0)::bigint from read_tallies(${organizationId}) t where t.name = 'products low') as low_stock,
      (select coalesce(json_agg(c order by c.sorted desc, c.channel), '[]') from (
        select o.channel, ${since(days.today)} as today, ${since(days.week)} as week, ${since(days.month)} as month, sum(o.amount) as sorted
        from recent o group by o.channel having sum(o.orders) <> 0) c) as channels
    from organization g`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an organization has sales, though they be none')
  return row
}

/** Causes that the database counts, and the channels that are connected. */
type Counted = Omit<z.output<typeof Attention>, 'outdated' | 'requirements'> & {
  connected: ChannelId[]
  unmet: Unmet[]
}

interface Approvals {
  items: number
  rows: { id: number; tokenId: number; reason: string }[]
}

/** Tokens are on the coordinator where there are several nodes (server/db/schema/places.ts). */
async function withTokenNames({ db, organizationId }: Ctx, { items, rows }: Approvals): Promise<Counted['approvals']> {
  const ids = [...new Set(rows.map(({ tokenId }) => tokenId))]
  const tokens = ids.length
    ? await db
        .selectFrom('apiTokens')
        .select(['id', 'name'])
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .execute()
    : []
  const names = new Map(tokens.map(({ id, name }) => [id, name]))
  return { items, rows: rows.map(({ id, tokenId, reason }) => ({ id, tokenName: names.get(tokenId) ?? '', reason })) }
}

/** Each cause with its number and its newest rows, in one statement. */
export async function attention(ctx: Ctx): Promise<Counted> {
  const { db, organizationId } = ctx
  const toApprove = sql`from proposals p where ${allows(ctx, 'products:write')} and p.organization_id = ${organizationId} and p.state = 'waiting'
    and p.expires_at > ${ctx.services.clock.now()}`
  const rows = (query: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`
  const { rows: result } = await sql<Omit<Counted, 'approvals'> & { approvals: Approvals }>`
    with tallied as materialized (select * from read_tallies(${organizationId})),
    disconnected as (
      select i.id, i.channel, i.problem, (select coalesce(sum(t.n), 0)::bigint from tallied t where t.name = 'listings listed' and t.integration_id = i.id) as listings, i.status
      from integrations i where i.organization_id = ${organizationId} and i.status <> 'authenticated')
    select json_build_object(
      'items', (select count(*) from orders where organization_id = ${organizationId} and oversold and ${orderTabs.open}),
      'rows', ${rows(sql`select o.id, o.channel, coalesce(nullif(o.number, ''), o.external_order_id) as number, o.buyer_name as customer,
        (select coalesce(json_agg(json_build_object('sku', i.sku, 'shortfall', i.shortfall) order by i.id), '[]') from order_items i
          where i.organization_id = ${organizationId} and i.order_id = o.id and i.shortfall > 0) as lines
        from (select * from orders where organization_id = ${organizationId} and oversold and ${orderTabs.open} order by order_date desc, id desc limit ${SHOWN}) o`)}) as oversold,
    json_build_object(
      'items', (select count(*) from orders where organization_id = ${organizationId} and ${unknownToSettle}),
      'rows', ${rows(sql`select o.id, o.channel, coalesce(nullif(o.number, ''), o.external_order_id) as number, o.buyer_name as customer,
        (select coalesce(json_agg(coalesce(nullif(i.sku, ''), i.item_title) order by i.id), '[]') from order_items i
          where i.organization_id = ${organizationId} and i.order_id = o.id and i.level_id is null and i.product_id is null and not i.left_alone) as lines
        from (select * from orders where organization_id = ${organizationId} and ${unknownToSettle} order by order_date, id limit ${SHOWN}) o`)}) as unknown,
    json_build_object(
      'items', (select coalesce(sum(t.n), 0)::bigint from tallied t where t.name = 'listings rejected'),
      'rows', ${rows(sql`select l.product_id as "productId", l.channel, l.integration_id as "integrationId", p.sku, p.title, coalesce(l.result ->> 'reason', '') as reason
        from (select * from listing_products l where l.organization_id = ${organizationId} and ${refused} order by l.updated_at desc, l.id desc limit ${SHOWN}) l
        join products p on p.organization_id = ${organizationId} and p.id = l.product_id order by l.updated_at desc, l.id desc`)}) as refused,
    json_build_object(
      'items', (select count(*) from disconnected d where d.status = 'expired' or d.listings > 0),
      'rows', ${rows(sql`select d.channel, d.id as "integrationId", d.problem, d.listings from disconnected d where d.status = 'expired' or d.listings > 0 order by d.channel, d.id`)}) as disconnected,
    json_build_object(
      'items', (select count(*) from listing_products l join listing_debts d on d.organization_id = l.organization_id and d.listing_id = l.id
        join integrations i on i.organization_id = l.organization_id and i.id = l.integration_id
        where l.organization_id = ${organizationId} and ${outOfStep(organizationId).tooMany}),
      'rows', ${rows(sql`select l.product_id as "productId", l.channel, l.integration_id as "integrationId", p.sku, d.pushed_quantity as shown, ${shownPieces(organizationId)} as ours, coalesce(l.result ->> 'reason', '') as reason
        from listing_products l join listing_debts d on d.organization_id = l.organization_id and d.listing_id = l.id
        join integrations i on i.organization_id = l.organization_id and i.id = l.integration_id
        join products p on p.organization_id = l.organization_id and p.id = l.product_id
        where l.organization_id = ${organizationId} and ${outOfStep(organizationId).tooMany} order by d.pending_since, l.id limit ${SHOWN}`)}) as "tooMany",
    json_build_object(
      'items', (select count(*) from stock_drift d where d.organization_id = ${organizationId} and d.state = 'open'),
      'rows', ${rows(sql`select l.product_id as "productId", l.channel, l.integration_id as "integrationId", d.sku, d.ours, d.theirs
        from (select * from stock_drift d where d.organization_id = ${organizationId} and d.state = 'open' order by d.found_at desc, d.id desc limit ${SHOWN}) d
        join listing_products l on l.organization_id = ${organizationId} and l.id = d.listing_id order by d.found_at desc, d.id desc`)}) as drifted,
    json_build_object(
      'items', (select count(*) from integrations i where i.organization_id = ${organizationId} and ${heldUp}),
      'rows', ${rows(sql`select i.channel, i.id as "integrationId", to_json(coalesce(case when ${connectionHeld} then i.held_since end, i.orders_failing_since)) as since,
        case when ${connectionHeld} then i.held_reason else i.orders_problem end as reason
        from integrations i where i.organization_id = ${organizationId} and ${heldUp} order by i.channel, i.id`)}) as held,
    ${rows(sql`select q.id, q.integration_id as "integrationId", i.channel, q.rule, q.name, q.label, to_json(q.since) as since, q.listings from requirements q
      join integrations i on i.organization_id = q.organization_id and i.id = q.integration_id and i.status = 'authenticated'
      where q.organization_id = ${organizationId} and q.listings > 0`)} as unmet,
    json_build_object(
      'items', (select count(*) ${toApprove}),
      'rows', ${rows(sql`select p.id, p.token_id as "tokenId", p.reason
        ${toApprove} order by p.id limit ${SHOWN}`)}) as approvals,
    (select coalesce(json_agg(distinct i.channel), '[]') from integrations i where i.organization_id = ${organizationId} and i.status = 'authenticated') as connected`.execute(
    db,
  )
  const [row] = result
  if (!row) throw new Error('a select without a table answers one row')
  // JSON has no dates.
  const onHold = {
    ...row.held,
    rows: row.held.rows.map((rangeWith) => ({ ...rangeWith, since: new Date(rangeWith.since) })),
  }
  return { ...row, held: onHold, approvals: await withTokenNames(ctx, row.approvals) }
}
