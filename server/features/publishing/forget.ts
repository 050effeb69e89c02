import { type Kysely, sql } from 'kysely'
import type { PublishItemState } from '#contract/publishing.ts'
import { type Ctx, type Services, inTransaction, jobContext } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import * as queries from './queries.ts'

const DAY_MS = 24 * 3600 * 1000
/** A run is kept so long after anybody or anything touched it last; what was listed or not sent, a row for each product and account, so long after its end. */
const KEPT_MS = 30 * DAY_MS
const ITEMS_KEPT_MS = DAY_MS
/** Rows deleted in one statement. */
const PURGED = 2000

/** Over, or left lying: nothing works at it. */
const atRest = ['ready', 'paused', 'done', 'cancelled'] as const

/** Of every organization: who has runs to forget, or runs that are over whose items nobody asks for any more. */
export const withOld = (system: Kysely<DB>, now: number) =>
  system
    .selectFrom('publishRuns')
    .select('organizationId')
    .distinct()
    .where((e) =>
      e.or([
        e.and([e('state', 'in', atRest), e('touchedAt', '<', new Date(now - KEPT_MS))]),
        e.and([e('finishedAt', '<', new Date(now - ITEMS_KEPT_MS)), e('settledAt', 'is', null)]),
      ]),
    )
    .execute()
/** Runs that nobody has touched since a moment, and that do nothing. */
const old = async (ctx: Ctx, before: Date): Promise<number[]> =>
  (
    await ctx.db
      .selectFrom('publishRuns')
      .select('id')
      .where('organizationId', '=', ctx.organizationId)
      .where('state', 'in', atRest)
      .where('touchedAt', '<', before)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)
/** Runs that were over at a moment and have all of their items. */
const over = async (ctx: Ctx, before: Date): Promise<number[]> =>
  (
    await ctx.db
      .selectFrom('publishRuns')
      .select('id')
      .where('organizationId', '=', ctx.organizationId)
      .where('finishedAt', '<', before)
      .where('settledAt', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** Deletes some items of a run, of some states or of all. @returns how many of each account and state */
async function take(ctx: Ctx, runId: number, limit: number, states?: readonly PublishItemState[]) {
  const { rows } = await sql<{ integrationId: number; state: PublishItemState; n: number }>`
    with gone as (
      delete from publish_items where (organization_id, run_id, integration_id, product_id) in (
        select organization_id, run_id, integration_id, product_id from publish_items
        where organization_id = ${ctx.organizationId} and run_id = ${runId}
          and ${states ? sql`state = any(${states}::text[])` : sql`true`} limit ${limit})
      returning integration_id, state
    )
    select integration_id, state, count(*)::int as n from gone group by integration_id, state`.execute(ctx.db)
  return rows
}
/** Forgets some items that nobody asks for once it is over, and keeps their number. @returns whether there may be more */
async function settleItems(ctx: Ctx, runId: number, limit: number): Promise<boolean> {
  const run = await queries.lock(ctx, runId)
  if (!run?.finishedAt) return false
  const removed = await take(ctx, runId, limit, ['listed', 'dropped'])
  const known = new Map(Object.entries(run.settled).map(([account, counts]) => [Number(account), counts]))
  for (const { integrationId, state, n } of removed) queries.add(known, integrationId, state, n)
  const more = removed.reduce((sum, { n }) => sum + n, 0) === limit
  await ctx.db
    .updateTable('publishRuns')
    .set({
      settled: JSON.stringify(Object.fromEntries(known)),
      ...(!more && { settledAt: ctx.services.clock.now() }),
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', runId)
    .execute()
  return more
}
/** Forgets some items of a run, and with the last ones the run. @returns whether there may be more */
async function forget(ctx: Ctx, runId: number, limit: number): Promise<boolean> {
  const removed = await take(ctx, runId, limit)
  if (removed.reduce((sum, { n }) => sum + n, 0) === limit) return true
  await ctx.db
    .deleteFrom('publishRuns')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', runId)
    .execute()
  return false
}

/** Forgets an organization's runs that are old, and of those that are over what nobody asks for any more. */
export async function purgePublishingJob(
  services: Services,
  { organizationId }: Jobs['publishing.purge'],
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  const now = services.clock.now().getTime()
  for (const id of await old(ctx, new Date(now - KEPT_MS)))
    while (!services.stopping.aborted && (await forget(ctx, id, PURGED))) {
      /* until nothing is left */
    }
  for (const id of await over(ctx, new Date(now - ITEMS_KEPT_MS)))
    while (!services.stopping.aborted && (await inTransaction(ctx, (ctx) => settleItems(ctx, id, PURGED)))) {
      /* until nothing is left */
    }
}
