import { type Kysely, sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../../context.ts'
import { claimEach } from '../../../db/claims.ts'
import type { DB } from '../../../db/types.ts'
import { AppError } from '../../../errors.ts'

/** How long a silent worker keeps others from pulling. Renewed with every page. */
export const LEASE_SECONDS = 30
const DAY_SECONDS = 86_400
const MOST_AT_ONCE = 500

/*
 * How far an integration's orders are read, who reads them just now, and until when the channel wants to be left alone are
 * columns of the integration. Times are the database's: all processes agree on them.
 */

/** Integrations whose orders are due to be read; each is due again after its channel's pace. Any number of processes may ask. @param paces in seconds */
export async function takeDue(
  db: Kysely<DB>,
  paces: ReadonlyMap<ChannelId, number>,
): Promise<{ organizationId: number; id: number }[]> {
  const isDue = sql`channel = any(${[...paces.keys()]}::text[]) and status = 'authenticated' and orders_due_at <= now()`
  const { rows } = await claimEach(
    db,
    sql<{
      organizationId: number
    }>`select distinct organization_id from integrations where ${isDue} limit ${MOST_AT_ONCE}`,
    (organizationId) => sql<{ organizationId: number; id: number }>`
      update integrations i set orders_due_at = due.at
      from (
        select id, now() + make_interval(secs => (${JSON.stringify(Object.fromEntries(paces))}::jsonb ->> channel)::float8) as at from integrations
        where organization_id = ${organizationId} and ${isDue} limit ${MOST_AT_ONCE} for update skip locked) due
      where i.organization_id = ${organizationId} and i.id = due.id
      returning i.organization_id, i.id`,
  )
  return rows
}

export async function find(ctx: Ctx, integrationId: number) {
  const row = await ctx.db
    .selectFrom('integrations')
    .select([
      'ordersCursor',
      'ordersWholeCursor',
      'authenticatedAt',
      'createdAt',
      sql<number>`extract(epoch from now() - coalesce(orders_seen_at, authenticated_at, created_at))::float8`.as(
        'quietSeconds',
      ),
      sql<boolean>`hooked_at is not null`.as('calls'),
      // A look tells of what was sold before it began.
      sql<Date>`now()`.as('begunAt'),
    ])
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .executeTakeFirst()
  if (!row) throw new AppError('integration_missing')
  return row
}

const until = sql`date_trunc('milliseconds', now()) + make_interval(secs => ${LEASE_SECONDS})`

/** @returns the end of our lease, which also names it; or seconds to wait for whoever has it or for the channel; or neither: nothing to read */
export async function takeLease(
  ctx: Ctx,
  integrationId: number,
): Promise<{ lease: Date } | { waitSeconds: number } | undefined> {
  const mine = await sql<{ lease: Date }>`
    update integrations set orders_claimed_until = ${until}
    where organization_id = ${ctx.organizationId} and id = ${integrationId} and status = 'authenticated'
      and coalesce(orders_claimed_until, 'epoch') <= now() and coalesce(hold_until, 'epoch') <= now()
    returning orders_claimed_until as lease`.execute(ctx.db)
  if (mine.rows[0]) return mine.rows[0]
  const other = await sql<{ waitSeconds: number }>`
    select greatest(1, ceil(extract(epoch from coalesce(hold_until, now()) - now())))::int as wait_seconds
    from integrations where organization_id = ${ctx.organizationId} and id = ${integrationId} and status = 'authenticated'`.execute(
    ctx.db,
  )
  return other.rows[0]
}

/** @returns the lease anew; undefined when it ran out and somebody else took it */
export async function renewLease(ctx: Ctx, integrationId: number, lease: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ lease: Date }>`
    update integrations set orders_claimed_until = ${until}
    where organization_id = ${ctx.organizationId} and id = ${integrationId} and orders_claimed_until = ${lease} returning orders_claimed_until as lease`.execute(
    ctx.db,
  )
  return rows[0]?.lease
}

export const endLease = (ctx: Ctx, integrationId: number, lease: Date) =>
  ctx.db
    .updateTable('integrations')
    .set({ ordersClaimedUntil: null })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .where('ordersClaimedUntil', '=', lease)
    .execute()

/** The channel answers, but its orders cannot be read. Stands until a look is complete. */
export const noteFailure = (ctx: Ctx, integrationId: number, why: string) =>
  sql`
    update integrations set orders_failing_since = coalesce(orders_failing_since, (select now())), orders_problem = ${why}
    where organization_id = ${ctx.organizationId} and id = ${integrationId}`.execute(ctx.db)

/** Everything up to `newest` was seen. The mark never goes back, and never ahead of our own clock. @param o.found whether anything was new @param o.whole whether the whole overlap was read */
export const complete = (
  ctx: Ctx,
  integrationId: number,
  o: { begunAt: Date; newest: Date; pollSeconds: number; hasNews: boolean; whole: boolean },
) =>
  sql`
    update integrations set orders_cursor = greatest(orders_cursor, least(${o.newest}::timestamptz, (select now()))), orders_checked_at = ${o.begunAt},
      orders_whole_at = case when ${o.whole} then ${o.begunAt}::timestamptz else orders_whole_at end,
      orders_whole_cursor = case when ${o.whole} then greatest(orders_cursor, least(${o.newest}::timestamptz, (select now()))) else orders_whole_cursor end,
      orders_failing_since = null, orders_problem = '', look_first_until = null, orders_due_at = now() + make_interval(secs => ${o.pollSeconds}),
      orders_seen_at = case when ${o.hasNews} then (select now()) else orders_seen_at end
    where organization_id = ${ctx.organizationId} and id = ${integrationId}`.execute(ctx.db)

/** Looks again later. @param hold whether the channel asked us to leave it alone until then */
export const postpone = (ctx: Ctx, integrationId: number, seconds: number | null, hold = false) =>
  sql`
    update integrations set orders_due_at = now() + make_interval(secs => ${seconds}::float8)
      ${hold ? sql`, hold_until = greatest(hold_until, (select now() + make_interval(secs => ${seconds}::float8)))` : sql``}
    where organization_id = ${ctx.organizationId} and id = ${integrationId}`.execute(ctx.db)

/** Integrations whose orders of a day are due to be read again; a new one waits a day. */
export const dueToReread = (db: Kysely<DB>, channels: readonly ChannelId[]) =>
  db
    .selectFrom('integrations')
    .select(['organizationId', 'id'])
    .where('status', '=', 'authenticated')
    .where('channel', 'in', channels)
    .where(sql<Date>`coalesce(orders_reread_at, created_at)`, '<', sql<Date>`now() - interval '24 hours'`)
    .limit(500)
    .execute()

/** All orders of a day were read again. @param againSeconds when it is to be done again; else in a day */
export const noteReread = (ctx: Ctx, integrationId: number, againSeconds = DAY_SECONDS) =>
  ctx.db
    .updateTable('integrations')
    .set({ ordersRereadAt: sql<Date>`now() - make_interval(secs => ${DAY_SECONDS - againSeconds})` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .execute()

export const setDriftRule = (ctx: Ctx, integrationId: number, driftRule: 'ask' | 'ours' | 'theirs') =>
  ctx.db
    .updateTable('integrations')
    .set({ driftRule })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .execute()

/** All its numbers were read back. */
export const stockChecked = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .updateTable('integrations')
    .set({ stockCheckedAt: sql<Date>`now()` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .execute()

/** The listing whose quantities were read last beside orders; 0 where the next read begins with the first. */
export async function lastRead(ctx: Ctx, integrationId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('integrations')
    .select('lastReadListingId')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .executeTakeFirst()
  return row?.lastReadListingId ?? 0
}
export const noteLastRead = (ctx: Ctx, integrationId: number, lastReadListingId: number) =>
  ctx.db
    .updateTable('integrations')
    .set({ lastReadListingId })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .execute()

/** The channel asked us to wait. A longer wait that stands already is kept. */
export const hold = (ctx: Ctx, integrationId: number, seconds: number) =>
  ctx.db
    .updateTable('integrations')
    .set({ holdUntil: sql<Date>`greatest(hold_until, (select now() + make_interval(secs => ${seconds})))` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .execute()
