import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

/**
 * What waits for a later try, or for a channel that asked to be left alone, is tried now.
 * Rows that a worker holds are left to it: to wait for several of them, in another order than the worker's, is a deadlock.
 */
export async function tryNow(ctx: Ctx) {
  await ctx.db
    .updateTable('listingDebts')
    .set({ nextTryAt: new Date(0) })
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', 'in', (free) =>
      free
        .selectFrom('listingDebts')
        .select('listingId')
        .where('organizationId', '=', ctx.organizationId)
        .where('pending', 'is not', null)
        .where('claimedBy', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
  await ctx.db
    .updateTable('integrations')
    .set({ holdUntil: null })
    .where('organizationId', '=', ctx.organizationId)
    .where('holdUntil', 'is not', null)
    .execute()
}

/**
 * As if seconds had gone by for whoever waits for a moment: listings to try again or whose channel takes its time to show what it was sent, accounts
 * to leave alone or to look at for orders, quotas that are blocked, jobs that were put off. Each is that much nearer; what waits for no moment goes on
 * waiting, and nothing else grows older.
 */
export async function hasten({ services: { database } }: Pick<Ctx, 'services'>, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`
  // Rows that a worker holds are left to it, as above.
  const nearer = (table: string, waiting: string, columns: string[]) =>
    sql`
      with waiting as (select ctid from ${sql.raw(table)} where ${sql.raw(waiting)} for update skip locked)
      update ${sql.raw(table)} as t set ${sql.join(columns.map((column) => sql`${sql.raw(column)} = t.${sql.raw(column)} - ${by}`))}
      from waiting where t.ctid = waiting.ctid`.execute(database.system)
  await nearer('listing_debts', 'pending is not null and claimed_by is null', ['next_try_at'])
  await nearer('listing_stock', 'set_at is not null', ['set_at'])
  await nearer('integrations', 'hold_until > now() or orders_due_at > now()', ['hold_until', 'orders_due_at'])
  // A listing whose answer was lost waits for a look at orders some seconds after it: both lie that much further back, so that a look before it stays before it.
  await nearer('integrations', 'orders_checked_at is not null', ['orders_checked_at'])
  await sql`
    with waiting as (select ctid from listing_products where result ->> 'maybeDone' = 'true' for update skip locked)
    update listing_products as t set result = jsonb_set(t.result, '{at}', to_jsonb(
      to_char(((t.result ->> 'at')::timestamptz - ${by}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from waiting where t.ctid = waiting.ctid`.execute(database.system)
  await nearer('channel_quotas', 'blocked_until > clock_timestamp()', ['blocked_until'])
  await nearer('jobs.job_common', `state < 'active' and start_after > now()`, ['start_after'])
}
