import { type RawBuilder, sql } from 'kysely'
import type { Shown } from '#channels/channel.ts'
import { channels } from '#channels/registry.ts'
import type { Ctx } from '../../../context.ts'

/*
 * What stands on the channels by all that we know, in `listing_stock`. Sales are heard of while numbers are sent: `heard` tells
 * whether one was since the number was read here, and what the look found is then the sale that was heard.
 */

export interface Pieces {
  sku: string
  quantity: number
}
export interface Spot {
  listingId: number
  sku: string
  locationId: string
}
export interface Held extends Spot {
  lastSet: number
  expected: number
  unseen: number
  trying: number | null
  heard: number
  /** What stands there may be another number: looked at before it is told. */
  doubt: boolean
  hidden: number
  back: number
  risen: number
  /** How long ago it was told to the channel. */
  setAgoSeconds: number
}
export type KnownStock = ReadonlyMap<string, Held>

export const spotKey = ({ listingId, sku, locationId }: Spot) => JSON.stringify([listingId, sku, locationId])

/** Read before what is available: a sale taken in between then counts as found by the look, never as nothing. */
export async function load(ctx: Ctx, listingIds: readonly number[]): Promise<KnownStock> {
  if (listingIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('listingStock')
    .select([
      'listingId',
      'sku',
      'locationId',
      'lastSet',
      'expected',
      'unseen',
      'trying',
      'heard',
      'doubt',
      'hidden',
      'back',
      'risen',
      sql<number>`abs(extract(epoch from now() - set_at))::float8`.as('setAgoSeconds'),
    ])
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', 'in', listingIds)
    .execute()
  return new Map(rows.map((row) => [spotKey(row), row]))
}

export interface Found extends Spot {
  /** What stands there now. */
  expected: number
  unseen: number
  /** Whether we just set it. */
  wasSet: boolean
  /** On its way, or sent without an answer. */
  trying: number | null
  heard: number
  ref: string
  /** Pieces that a look could not tell of; null when nobody looked. */
  hidden: number | null
  /** As `risenAfter` of domain/stock/spot.ts; 0 when nobody looked. */
  risen: number
  /** Pieces whose sale the number that we just set may have hidden. */
  hides: number
}

/** Keeps what was set and what looks found. A listing that was unlinked meanwhile, or is another account's, has no number there any more. */
export async function record(ctx: Ctx, integrationId: number, sales: readonly Found[]): Promise<void> {
  if (sales.length === 0) return
  const rows = sql`unnest(${sales.map((r) => r.listingId)}::bigint[], ${sales.map((r) => r.sku)}::text[], ${sales.map((r) => r.locationId)}::text[],
    ${sales.map((r) => r.expected)}::int[], ${sales.map((r) => r.unseen)}::int[], ${sales.map((r) => r.wasSet)}::bool[], ${sales.map((r) => r.trying)}::int[],
    ${sales.map((r) => r.heard)}::bigint[], ${sales.map((r) => r.ref)}::text[], ${sales.map((r) => r.hidden)}::int[], ${sales.map((r) => r.hides)}::int[], ${sales.map((r) => r.risen)}::int[])
    as r(listing_id, sku, location_id, expected, unseen, was_set, trying, heard, ref, hidden, hides, risen)`
  await sql`
    with held as (
      update listing_stock s set hidden = r.now_hidden, back = case when r.tells then 0 else s.back end, risen = r.now_risen,
        hidden_since = case when r.now_hidden > s.hidden or r.now_risen > s.risen then (select now()) when r.now_hidden + r.now_risen > 0 then s.hidden_since end, trying = r.trying, doubt = s.doubt and s.heard <> r.heard, ref = r.ref,
        last_set = case when r.was_set then r.expected else s.last_set end,
        set_at = case when r.was_set then (select now()) else s.set_at end,
        expected = case when r.was_set or s.heard = r.heard then r.expected else s.expected end,
        unseen = case when s.heard = r.heard then r.unseen else s.unseen end,
        unseen_since = case when s.heard <> r.heard then s.unseen_since when r.unseen = 0 then null when r.unseen > s.unseen then (select now()) else s.unseen_since end
      from (
        select r.*, r.hidden is not null and k.heard = r.heard as tells,
          case when r.hidden is not null and k.heard = r.heard then r.hidden else k.hidden end + r.hides as now_hidden,
          case when r.hidden is not null and k.heard = r.heard then r.risen else k.risen end as now_risen
        from ${rows} join listing_stock k
          on k.organization_id = ${ctx.organizationId} and k.listing_id = r.listing_id and k.sku = r.sku and k.location_id = r.location_id
        order by k.listing_id, k.sku, k.location_id for update of k
      ) r
      where s.organization_id = ${ctx.organizationId} and s.listing_id = r.listing_id and s.sku = r.sku and s.location_id = r.location_id
      returning s.listing_id, s.sku, s.location_id
    )
    insert into listing_stock (organization_id, listing_id, sku, location_id, integration_id, last_set, expected, unseen, trying, ref)
    select ${ctx.organizationId}, r.listing_id, r.sku, r.location_id, ${integrationId}, r.expected, r.expected, r.unseen, r.trying, r.ref from ${rows}
    where not exists (select from held h where h.listing_id = r.listing_id and h.sku = r.sku and h.location_id = r.location_id)
      and exists (select from listing_products l where l.organization_id = ${ctx.organizationId} and l.id = r.listing_id and l.external_id <> '')
    order by 2, 3, 4
    on conflict do nothing`.execute(ctx.db)
}

/** Keeps what new listings, and new SKUs of old ones, came with. */
export const begin = (ctx: Ctx, integrationId: number, spots: readonly (Spot & { quantity: number; ref: string })[]) =>
  spots.length === 0
    ? Promise.resolve()
    : sql`
    insert into listing_stock (organization_id, listing_id, sku, location_id, integration_id, last_set, expected, ref)
    select ${ctx.organizationId}, r.listing_id, r.sku, r.location_id, ${integrationId}, r.quantity, r.quantity, r.ref
    from unnest(${spots.map((r) => r.listingId)}::bigint[], ${spots.map((r) => r.sku)}::text[], ${spots.map((r) => r.locationId)}::text[],
      ${spots.map((r) => r.quantity)}::int[], ${spots.map((r) => r.ref)}::text[]) as r(listing_id, sku, location_id, quantity, ref)
    order by 2, 3, 4
    on conflict (organization_id, listing_id, sku, location_id)
    do update set last_set = excluded.last_set, expected = excluded.expected, ref = excluded.ref, trying = null, doubt = false, set_at = excluded.set_at`.execute(
        ctx.db,
      )

/** Of listings that are ours no longer; what somebody changed there is not asked about any more. */
export async function forgetNumbers(ctx: Ctx, listingIds: readonly number[]): Promise<void> {
  if (listingIds.length === 0) return
  await ctx.db
    .deleteFrom('listingStock')
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', 'in', listingIds)
    .execute()
  await ctx.db
    .deleteFrom('stockDrift')
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', 'in', listingIds)
    .where('state', '=', 'open')
    .execute()
}

/** Channels where the last writer wins. */
const lastWriters = Object.values(channels).flatMap(({ id, stock }) => (stock.mode === 'last' ? [id] : []))
/** As `ceilingOf` of domain/stock/spot.ts, but what is hidden. */
const bare = (expected: RawBuilder<unknown>, unseen: RawBuilder<unknown>, trying: RawBuilder<unknown>) =>
  sql`(greatest(${expected}, coalesce(${trying} + case when due.is_last then ${expected} else 0 end, 0)) + ${unseen})`

/**
 * Pieces were sold there, and we hear of it now: those that a look had found stood apart, the others fell since, unless they were taken from
 * elsewhere: the next push looks. In the transaction that takes them. As `afterSale` of domain/stock/spot.ts.
 */
export const heard = (ctx: Ctx, integrationId: number, sold: readonly Pieces[]) => {
  const [rest, unseen] = [sql`(due.quantity - due.found)`, sql`(s.unseen - due.found)`]
  const expected = sql`greatest(0, s.expected - ${rest})`
  // A number that was sent without an answer fell, too, if it arrived.
  const trying = sql`case when s.trying is not null then greatest(0, s.trying - ${rest}) end`
  return sql`
    with due as (
      select s.listing_id, s.sku, s.location_id, least(s.unseen, r.quantity) as found, r.quantity, l.channel = any(${lastWriters}::text[]) as is_last
      from (select sku, sum(quantity)::int as quantity from unnest(${sold.map((r) => r.sku)}::text[], ${sold.map((r) => r.quantity)}::int[]) as r(sku, quantity) group by sku) r
      join listing_stock s on s.organization_id = ${ctx.organizationId} and s.integration_id = ${integrationId} and s.sku = r.sku
      join listing_products l on l.organization_id = s.organization_id and l.id = s.listing_id
      order by s.listing_id, s.sku, s.location_id for update of s
    )
    update listing_stock s set heard = s.heard + 1, unseen = ${unseen}, expected = ${expected}, trying = ${trying}, doubt = s.doubt or due.quantity > due.found,
      hidden = greatest(0, ${bare(sql`s.expected`, sql`s.unseen`, sql`s.trying`)} + s.hidden - due.quantity - ${bare(expected, unseen, trying)}),
      unseen_since = case when s.unseen > due.found then s.unseen_since end
    from due
    where s.organization_id = ${ctx.organizationId} and s.listing_id = due.listing_id and s.sku = due.sku and s.location_id = due.location_id`.execute(
    ctx.db,
  )
}

/** Pieces of orders that were cancelled: the channel may have put them back on sale. As `afterCancel` of domain/stock/spot.ts. */
export const back = (ctx: Ctx, integrationId: number, pieces: readonly Pieces[]) =>
  sql`
    update listing_stock s set heard = s.heard + 1, back = s.back + greatest(0, due.quantity - s.risen), risen = greatest(0, s.risen - due.quantity), doubt = true
    from (
      select s.listing_id, s.sku, s.location_id, r.quantity
      from (select sku, sum(quantity)::int as quantity from unnest(${pieces.map((r) => r.sku)}::text[], ${pieces.map((r) => r.quantity)}::int[]) as r(sku, quantity) group by sku) r
      join listing_stock s on s.organization_id = ${ctx.organizationId} and s.integration_id = ${integrationId} and s.sku = r.sku
      order by s.listing_id, s.sku, s.location_id for update of s
    ) due
    where s.organization_id = ${ctx.organizationId} and s.listing_id = due.listing_id and s.sku = due.sku and s.location_id = due.location_id`.execute(
    ctx.db,
  )

/** Before a listing is put there: its numbers begin with none, so that what it comes with can be counted against all others. */
export const prepareNew = (ctx: Ctx, integrationId: number, spots: readonly Spot[]) =>
  sql`
    insert into listing_stock (organization_id, listing_id, sku, location_id, integration_id, last_set, expected)
    select ${ctx.organizationId}, r.listing_id, r.sku, r.location_id, ${integrationId}, 0, 0
    from unnest(${spots.map((r) => r.listingId)}::bigint[], ${spots.map((r) => r.sku)}::text[], ${spots.map((r) => r.locationId)}::text[]) as r(listing_id, sku, location_id)
    order by 2, 3, 4 on conflict do nothing`.execute(ctx.db)

/** What is on its way with a new listing; null when it did not get there. */
export const tryNew = (ctx: Ctx, spots: readonly (Spot & { trying: number | null })[]) =>
  sql`
    update listing_stock s set trying = r.trying
    from unnest(${spots.map((r) => r.listingId)}::bigint[], ${spots.map((r) => r.sku)}::text[], ${spots.map((r) => r.locationId)}::text[], ${spots.map((r) => r.trying)}::int[])
      as r(listing_id, sku, location_id, trying)
    where s.organization_id = ${ctx.organizationId} and s.listing_id = r.listing_id and s.sku = r.sku and s.location_id = r.location_id`.execute(
    ctx.db,
  )

/** A listing ended: nothing stands there, but what stood there may have been sold before. */
export const ended = (ctx: Ctx, listingId: number) =>
  sql`
    update listing_stock set hidden = hidden + greatest(expected, coalesce(trying, 0)), hidden_since = now(), expected = 0, trying = null
    where organization_id = ${ctx.organizationId} and listing_id = ${listingId} and greatest(expected, coalesce(trying, 0)) > 0`.execute(
    ctx.db,
  )

/** Nothing is hidden any more, nor has risen, unless more was since. @param since as PostgreSQL writes it @returns whether so */
export async function reveal(ctx: Ctx, { listingId, sku, locationId, heard }: Spot & { heard: number }, since: string) {
  const { numUpdatedRows } = await ctx.db
    .updateTable('listingStock')
    .set({ hidden: 0, risen: 0, hiddenSince: null })
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', '=', listingId)
    .where('sku', '=', sku)
    .where('locationId', '=', locationId)
    .where('heard', '=', heard)
    .where('hiddenSince', '=', sql<Date>`${since}::timestamptz`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What was sold unseen counts as there again, unless a sale was heard of since. @returns whether it does */
export async function forget(ctx: Ctx, { listingId, sku, locationId, heard }: Spot & { heard: number }) {
  const { numUpdatedRows } = await ctx.db
    .updateTable('listingStock')
    .set({ unseen: 0, unseenSince: null })
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', '=', listingId)
    .where('sku', '=', sku)
    .where('locationId', '=', locationId)
    .where('heard', '=', heard)
    .where('unseen', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Pieces of a channel's open orders, by SKU: cancelled, refunded or returned, they may be for sale there again before we hear of it. */
export async function inOpenOrders(ctx: Ctx, integrationId: number, skus: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('orderItems as l')
    .innerJoin('orders as o', (j) =>
      j.onRef('o.organizationId', '=', 'l.organizationId').onRef('o.id', '=', 'l.orderId'),
    )
    .select(['l.sku', (e) => e.fn.sum<number>('l.quantity').as('pieces')])
    .where('l.organizationId', '=', ctx.organizationId)
    .where('l.sku', 'in', skus)
    .where('o.integrationId', '=', integrationId)
    .where('o.state', '=', 'open')
    .groupBy('l.sku')
    .execute()
  return new Map(rows.map(({ sku, pieces }) => [sku, Number(pieces)]))
}

/** Numbers of which a channel may show another than we know: one that it called about, or some that were read. */
type InDoubt = { ref: string; quantity?: number | undefined } | { spots: readonly Spot[] }

const areThese = (ctx: Ctx, integrationId: number, which: InDoubt) => {
  const spots = 'spots' in which ? which.spots : []
  return sql<boolean>`s.organization_id = ${ctx.organizationId} and s.integration_id = ${integrationId} and ${
    'ref' in which
      ? sql`s.ref = ${which.ref} and s.expected is distinct from ${which.quantity ?? null}::int`
      : sql`(s.listing_id, s.sku, s.location_id) in (select * from unnest(${spots.map((r) => r.listingId)}::bigint[], ${spots.map((r) => r.sku)}::text[], ${spots.map((r) => r.locationId)}::text[]))`
  }`
}

/** The listings of such numbers. */
export async function listingsOf(ctx: Ctx, integrationId: number, which: InDoubt): Promise<number[]> {
  const { rows } = await sql<{ listingId: number }>`
    select distinct s.listing_id from listing_stock s where ${areThese(ctx, integrationId, which)} order by 1`.execute(
    ctx.db,
  )
  return rows.map(({ listingId }) => listingId)
}

/** They are looked at before they are told anew. In a transaction that noted their listings before: those are locked first, here as where orders are taken in. */
export const doubt = (ctx: Ctx, integrationId: number, which: InDoubt) =>
  sql`
    update listing_stock s set doubt = true from (
      select s.listing_id, s.sku, s.location_id from listing_stock s where ${areThese(ctx, integrationId, which)}
      order by s.listing_id, s.sku, s.location_id for update
    ) these
    where s.organization_id = ${ctx.organizationId} and s.listing_id = these.listing_id and s.sku = these.sku and s.location_id = these.location_id`.execute(
    ctx.db,
  )

/** What a look tells of what we know. Nobody can buy what is hidden: that its number is 0 then says nothing of sales, what it says behind that does. */
export const piecesIn = ({ quantity, live, behind }: Shown, known: Pick<Held, 'expected'> | undefined): number =>
  live === false && behind !== undefined && (known?.expected ?? 0) > 0 ? behind : quantity
