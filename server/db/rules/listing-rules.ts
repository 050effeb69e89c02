import { type RawBuilder, type SqlBool, sql } from 'kysely'

/*
 * What is true of a listing, as SQL over `listing_products l`, where it says so with what it owes, `listing_debts d`, and its integration
 * `integrations i`. One place: what the
 * header counts, what the list of listings shows and what is sent mean the same.
 */

/** Each part names its organization, as a node is found by that alone. */
type Organization = number

const unseenOf = (organization: Organization, level: string) =>
  sql`(select coalesce(sum(u.unseen), 0)::int from listing_stock u where u.organization_id = ${organization} and u.sku = ${sql.raw(level)}.sku and u.unseen > 0)`
/** Of a component `c`, what bundles of it sold unseen; but one. */
const unseenInBundles = (organization: Organization, component: string, but: string) =>
  sql`(select coalesce(sum(x.pieces * u.unseen), 0)::int from bundle_parts x
    join stock_levels b on b.organization_id = x.organization_id and b.id = x.bundle_level_id
    join listing_stock u on u.organization_id = b.organization_id and u.sku = b.sku and u.unseen > 0
    where x.organization_id = ${organization} and x.part_level_id = ${sql.raw(component)}.id and x.bundle_level_id <> ${sql.raw(but)}.id)`

/**
 * Pieces of a level `s` that channels sold, as their numbers tell, and whose orders we have yet to see; with those sold through bundles that share
 * pieces with it. An index holds the few.
 */
export const unseenPieces = (organization: Organization) => sql<number>`(${unseenOf(organization, 's')} + case
  when s.bundled = 'component' then ${unseenInBundles(organization, 's', 's')}
  when s.bundled = 'bundle' then (
    select coalesce(max(ceil((${unseenOf(organization, 'c')} + ${unseenInBundles(organization, 'c', 's')})::numeric / p.pieces)), 0)::int
    from bundle_parts p join stock_levels c on c.organization_id = p.organization_id and c.id = p.part_level_id
    where p.organization_id = ${organization} and p.bundle_level_id = s.id)
  else 0 end)`

/** Whether an integration `i` may be told anything now: connected, not asked us to wait, and looked at since it was connected. */
export const open = sql<SqlBool>`(i.status = 'authenticated' and coalesce(i.hold_until <= now(), true) and coalesce(i.look_first_until <= now(), true))`

/** Whether an integration `i` is sent anything: in shadow mode what it owes is shown, and waits for the seller. */
export const sends = sql<SqlBool>`(${open} and i.shadow_since is null)`

/** Pieces that the channel is to be shown of a listing: of its variations where it has any, each less the buffer. Reads `i`. */
export const shownPieces = (organization: Organization) => sql<number>`(
  select coalesce(sum(greatest(0, s.available - ${unseenPieces(organization)} - i.buffer)), 0)
  from stock_levels s
  where s.organization_id = ${organization} and s.product_id = l.product_id
    and (s.variation_id is null) = not exists (select from variations v where v.organization_id = ${organization} and v.product_id = l.product_id))`

/** On the channel, as far as we know. */
export const live = sql<SqlBool>`(l.external_id <> '' and l.status <> 'unlisted')`
const closed = sql<SqlBool>`(i.status <> 'authenticated' or i.shadow_since is not null or coalesce(i.hold_until > now(), false))`

/** Nothing goes through: a channel that refuses fresh tokens, or asked for a long wait, at once; one that is silent, after a minute. */
export const connectionHeld = sql<boolean>`(i.status = 'authenticated' and i.held_since is not null and (i.held_kind <> 'unavailable' or i.held_since < now() - interval '1 minute'))`
/** A connection that needs looking at: it mends itself, but somebody should know. */
export const heldUp = sql<SqlBool>`(i.status = 'authenticated' and (${connectionHeld} or i.orders_failing_since is not null))`

/** Why a live listing does not show what we say. A refused one is counted with those that need the seller. Reads `d` and `i`. */
export const outOfStep = (organization: Organization) => ({
  /** Nothing keeps it in step, and its channel was told another number last. An index holds those that nothing keeps in step. */
  notKept: sql<SqlBool>`(${live} and not l.sync and not l.sync_quantity and d.pending is null and d.pushed_quantity is distinct from ${shownPieces(organization)})`,
  /** On its way. */
  pending: sql<SqlBool>`(${live} and d.pending is not null and not ${closed})`,
  /** It would be on its way, but its channel is not connected, asked us to wait, or is in shadow mode. */
  held: sql<SqlBool>`(${live} and d.pending is not null and ${closed})`,
  /** Its channel lets us in, and yet goes on showing more than there is: it refuses the number, or takes no more calls for long. */
  tooMany: sql<SqlBool>`(${live} and d.pending is not null and d.urgent
    and (d.attempts > 1 or d.next_try_at > now() + interval '1 minute') and d.pending_since < now() - interval '30 seconds' and not ${closed} and not ${connectionHeld})`,
})
export type OutOfStep = keyof ReturnType<typeof outOfStep>

/** What each of them shows is added up anew, so of listings that nothing keeps in step no more are looked at for a count. */
const MOST_LOOKED_AT = 2000

/** For a count: listings `l` with `d` and `i` that are out of step; of those not kept in step, among the newest products' that match. @param own conditions on `l`, its organization among them */
export const fromOutOfStep = (organization: Organization, why: OutOfStep, own: RawBuilder<unknown>) => {
  const byHand = sql`(select * from listing_products l where ${own} and ${live} and not l.sync and not l.sync_quantity order by l.product_id desc limit ${MOST_LOOKED_AT})`
  return sql`from ${why === 'notKept' ? byHand : sql`listing_products`} l
    join listing_debts d on d.organization_id = ${organization} and d.listing_id = l.id
    join integrations i on i.organization_id = ${organization} and i.id = d.integration_id
    where ${own} and ${outOfStep(organization)[why]}`
}

/** What its channel refused or failed at, as SQL over `listing_products l`: the list of listings and every count of them read this. An index holds it. */
export const refused = sql<SqlBool>`(l.status = 'error' or l.result ->> 'status' = 'rejected')`
