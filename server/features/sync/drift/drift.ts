import type { ChannelId } from '#contract/channels/ids.ts'
import type { DriftRule } from '#contract/sync/drift.ts'
import { type Ctx, announce, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { audit } from '../../audit.ts'
import { owe } from '../../outbox/service.ts'
import { mustHave } from '../../integrations/service.ts'
import { setDriftRule } from '../../integrations/polling/order-reading.ts'
import * as stock from '../../stock/service.ts'
import * as queries from './queries.ts'

/*
 * Drift: a number on a channel that somebody else changed. The look before a push finds it; reading back makes us look. Ours is told
 * to the channel at once, so that it never sells what is not there. Taking theirs is a count: what they have more or less is counted
 * here. An integration's rule settles it without asking.
 */

/** Keeps what a look found and settles it by the integration's rule. */
export async function noteDrift(
  ctx: Ctx,
  { id, driftRule }: { id: number; driftRule: DriftRule },
  drifts: readonly queries.Drifted[],
): Promise<void> {
  if (drifts.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    const made = await queries.insert(ctx, id, drifts)
    if (driftRule === 'ask') return
    // Nobody can count a bundle: there ours holds, and is told anew.
    const bundles = driftRule === 'theirs' ? await bundlesAmong(ctx, made) : []
    const isBundle = ({ sku }: queries.DriftRow) => bundles.some((level) => level.sku === sku)
    await settleRows(
      ctx,
      made.filter((row) => !isBundle(row)),
      driftRule,
    )
    await settleRows(ctx, made.filter(isBundle), 'ours')
    await owe(
      ctx,
      bundles.map(({ productId }) => productId),
      'quantity',
    )
  })
  announce(ctx, ['listings', 'integrations'])
}

/** Settles drifts that are open. @throws not_found when one is not, or not the organization's */
export const settleDrift = (ctx: Ctx, ids: readonly number[], as: 'ours' | 'theirs') =>
  inTransaction(ctx, async (ctx) => {
    // Levels, then drifts, as where an order's return is taken in.
    await stock.holdSkus(ctx, await queries.skusOf(ctx, ids))
    const rows = await queries.lockOpen(ctx, ids)
    if (rows.length !== new Set(ids).size) throw new AppError('not_found')
    const [bundle] = as === 'theirs' ? await bundlesAmong(ctx, rows) : []
    if (bundle)
      throw new AppError(
        'stock_conflict',
        `${bundle.sku} is a bundle: its quantity follows its components. Keep ours, or count its components.`,
      )
    await settleRows(ctx, rows, as)
  })

async function bundlesAmong(ctx: Ctx, rows: readonly queries.DriftRow[]) {
  const levels = await stock.levelsBySku(
    ctx,
    rows.map(({ sku }) => sku),
  )
  return levels.filter(({ bundled }) => bundled === 'bundle')
}

async function settleRows(ctx: Ctx, rows: readonly queries.DriftRow[], as: 'ours' | 'theirs'): Promise<void> {
  if (as === 'theirs') await count(ctx, rows)
  await queries.settle(
    ctx,
    rows.map((row) => row.id),
    as,
  )
  for (const { listingId, sku, ours, theirs } of rows)
    await audit(ctx, {
      entity: 'listing',
      entityId: listingId,
      action: 'drift',
      old: { sku, ours },
      new: { sku, theirs, settled: as },
    })
}

/** What they have more, or less, than we had is counted. A sale since stays sold. */
async function count(ctx: Ctx, rows: readonly queries.DriftRow[]): Promise<void> {
  const levels = await stock.levelsBySku(
    ctx,
    rows.map((row) => row.sku),
  )
  const lockedLevels = await stock.holdLevels(
    ctx,
    levels.map((level) => level.productId),
  )
  for (const { id, sku, ours, theirs } of rows) {
    const level = lockedLevels.find((candidate) => candidate.sku === sku)
    if (level)
      await stock.setAvailable(ctx, [{ levelId: level.id, available: Math.max(0, level.available + theirs - ours) }], {
        reason: 'count',
        source: 'drift',
        sourceKey: `drift:${id}`,
      })
  }
}

/** The newest drifts of an account, of the channel's first where none is named; open ones first. @throws integration_missing */
export async function listDrift(ctx: Ctx, channel: ChannelId, account?: number) {
  const { id, driftRule, stockCheckedAt } = await mustHave(ctx, channel, account)
  return {
    rule: driftRule,
    readAt: stockCheckedAt,
    data: await queries.newest(ctx, id),
    open: await queries.countOpen(ctx, id),
  }
}

/** Queues the look at all numbers of an account; one that is queued already is enough. @throws integration_missing */
export async function readBackNow(ctx: Ctx, channel: ChannelId, account?: number): Promise<void> {
  const { organizationId } = ctx
  const { id: integrationId } = await mustHave(ctx, channel, account)
  await enqueue(ctx, 'sync.reconcile', { organizationId, integrationId }, { key: `${organizationId}:${integrationId}` })
}

/** @throws integration_missing */
export const saveDriftRule = (
  ctx: Ctx,
  channel: ChannelId,
  { rule, integrationId }: { rule: DriftRule; integrationId?: number | undefined },
) =>
  inTransaction(ctx, async (ctx) => {
    const row = await mustHave(ctx, channel, integrationId)
    await setDriftRule(ctx, row.id, rule)
    await audit(ctx, {
      entity: 'integration',
      entityId: row.id,
      action: 'settings',
      old: { driftRule: row.driftRule },
      new: { driftRule: rule },
    })
  })
