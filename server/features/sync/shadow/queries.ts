import { sql } from 'kysely'
import type { ShadowAction, ShadowField } from '#contract/sync/shadow.ts'
import type { Ctx } from '../../../context.ts'
import type { FoundContent } from '../../../db/tables/adopting.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import { listingRows } from '../../../db/rules/listing-rows.ts'

/** Listings of an account whose changes are not computed as they now stand. */
export const unplanned = (ctx: Ctx, integrationId: number, limit: number): Promise<ListingRow[]> =>
  listingRows(ctx)
    .leftJoin('shadowChanges as c', (j) =>
      j.onRef('c.organizationId', '=', 'd.organizationId').onRef('c.listingId', '=', 'd.listingId'),
    )
    .where('d.integrationId', '=', integrationId)
    .where('d.pending', 'is not', null)
    .where((e) => e.or([e('c.version', 'is', null), e('c.version', '<>', e.ref('d.pendingVersion'))]))
    .orderBy('l.id')
    .limit(limit)
    .execute()

export interface Planned {
  listingId: number
  version: number
  action: ShadowAction
  changes: ShadowField[]
  problem: string
}
/** Keeps what was computed. A later version stays. */
export const keep = (ctx: Ctx, integrationId: number, plans: readonly Planned[]) =>
  plans.length === 0
    ? Promise.resolve()
    : sql`
    insert into shadow_changes as c (organization_id, listing_id, integration_id, version, action, changes, problem, planned_at)
    select ${ctx.organizationId}, r."listingId", ${integrationId}, r.version, r.action, r.changes, r.problem, ${ctx.services.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as r("listingId" bigint, version bigint, action text, changes jsonb, problem text)
    where exists (select from listing_products l where l.organization_id = ${ctx.organizationId} and l.id = r."listingId")
    order by r."listingId"
    on conflict (organization_id, listing_id) do update set integration_id = excluded.integration_id, version = excluded.version,
      action = excluded.action, changes = excluded.changes, problem = excluded.problem, planned_at = excluded.planned_at
    where c.version <= excluded.version`.execute(ctx.db)

export const forget = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .deleteFrom('shadowChanges')
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()

/** What the last scan of an account found at these addresses, by the channel's number. */
export async function seen(ctx: Ctx, integrationId: number, externalIds: readonly string[]) {
  if (externalIds.length === 0) return new Map<string, never>()
  const rows = await ctx.db
    .selectFrom('foundListings')
    .select(['externalId', 'title', 'currency', 'variants', 'content'])
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('externalId', 'in', externalIds)
    .execute()
  return new Map(rows.map((row) => [row.externalId, { ...row, content: row.content as FoundContent | null }]))
}

/** What owes something, each with what was computed for it as it now stands. */
const owing = (ctx: Ctx, integrationId: number) => sql`
  from listing_debts d
  join listing_products l on l.organization_id = d.organization_id and l.id = d.listing_id
  join products p on p.organization_id = l.organization_id and p.id = l.product_id
  left join shadow_changes c on c.organization_id = d.organization_id and c.listing_id = d.listing_id and c.version = d.pending_version
  where d.organization_id = ${ctx.organizationId} and d.integration_id = ${integrationId} and d.pending is not null`

export interface Counted {
  publish: number
  revise: number
  quantity: number
  end: number
  none: number
  blocked: number
  computing: number
  /** Names the list by what it holds. */
  listings: string
}
export async function counts(ctx: Ctx, integrationId: number): Promise<Counted> {
  const of = (action: ShadowAction) => sql`count(*) filter (where c.action = ${action})::int`
  const { rows } = await sql<Counted>`
    select ${of('publish')} as publish, ${of('revise')} as revise, ${of('quantity')} as quantity, ${of('end')} as "end", ${of('none')} as "none",
      count(*) filter (where c.problem <> '')::int as blocked, count(*) filter (where c.action is null)::int as computing,
      md5(coalesce(string_agg(d.listing_id || ':' || d.pending_version || ':' || coalesce(c.action, ''), ',' order by d.listing_id), '')) as listings
    ${owing(ctx, integrationId)}`.execute(ctx.db)
  return rows[0] as Counted
}

export interface ListedChange {
  listingId: number
  productId: number
  sku: string
  title: string
  action: ShadowAction
  changes: ShadowField[]
  problem: string
}
export async function page(ctx: Ctx, integrationId: number, after: number, limit: number): Promise<ListedChange[]> {
  const { rows } = await sql<ListedChange>`
    select l.id as listing_id, p.id as product_id, p.sku, p.title, c.action, c.changes, c.problem
    ${owing(ctx, integrationId)} and c.action <> 'none' and l.id > ${after} order by l.id limit ${limit}`.execute(
    ctx.db,
  )
  return rows
}

export interface WaitingOrder {
  id: number
  orderId: number
  number: string
  what: 'ship' | 'track' | 'refund' | 'cancel'
  tracking: string
  amount: number | null
  currency: string
  at: Date
  problem: string
}
const waiting = (ctx: Ctx, integrationId: number) => sql`(
  select s.id, s.order_id, o.number, s.what, trim(coalesce(s.shipment ->> 'carrier', '') || ' ' || coalesce(s.shipment ->> 'trackingNumber', '')) as tracking,
    null::bigint as amount, o.currency, s.created_at as at, s.problem
  from shadow_parcels s join orders o on o.organization_id = s.organization_id and o.id = s.order_id
  where s.organization_id = ${ctx.organizationId} and s.integration_id = ${integrationId}
  union all
  select r.id, r.order_id, o.number, r.kind, '', case when r.kind = 'refund' then r.total end, o.currency, r.asked_at, ''
  from order_refunds r join orders o on o.organization_id = r.organization_id and o.id = r.order_id
  where r.organization_id = ${ctx.organizationId} and r.state in ('waiting', 'sending') and o.integration_id = ${integrationId})`

export async function orders(ctx: Ctx, integrationId: number, limit: number): Promise<WaitingOrder[]> {
  const { rows } =
    await sql<WaitingOrder>`select w.* from ${waiting(ctx, integrationId)} w order by w.at, w.what, w.id limit ${limit}`.execute(
      ctx.db,
    )
  return rows.map((row) => ({ ...row, amount: row.amount === null ? null : Number(row.amount), at: new Date(row.at) }))
}

export interface CountedOrders {
  ship: number
  track: number
  refund: number
  cancel: number
  rejected: number
  names: string
}
export async function countOrders(ctx: Ctx, integrationId: number): Promise<CountedOrders> {
  const of = (what: WaitingOrder['what']) => sql`count(*) filter (where w.what = ${what})::int`
  const { rows } = await sql<CountedOrders>`
    select ${of('ship')} as ship, ${of('track')} as track, ${of('refund')} as refund, ${of('cancel')} as cancel,
      count(*) filter (where w.problem <> '')::int as rejected,
      md5(coalesce(string_agg(w.what || ':' || w.id, ',' order by w.what, w.id), '')) as names
    from ${waiting(ctx, integrationId)} w`.execute(ctx.db)
  return rows[0] as CountedOrders
}

/** Refunds and cancellations of an account's orders that wait to be sent. */
export async function waitingRefunds(ctx: Ctx, integrationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from order_refunds r join orders o on o.organization_id = r.organization_id and o.id = r.order_id
    where r.organization_id = ${ctx.organizationId} and r.state in ('waiting', 'sending') and o.integration_id = ${integrationId} order by r.id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/** All that an account owes is due. */
export const due = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .updateTable('listingDebts')
    .set({ nextTryAt: sql<Date>`now()`, attempts: 0 })
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('pending', 'is not', null)
    .execute()
