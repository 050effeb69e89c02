import { sql } from 'kysely'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import type { StoredRun } from '../../../db/tables/agents.ts'
import { AppError } from '../../../errors.ts'
import { askToUnlist, request } from '../../listings/requests.ts'
import * as publishing from '../../publishing/service.ts'

interface Asked {
  productIds: number[]
  integrationIds: number[]
}

/** Begins a publish run that checks products and sends nothing. @throws not_found, integration_unauthenticated, invalid_input */
export async function plan(ctx: Ctx, { productIds, integrationIds }: Asked): Promise<StoredRun> {
  const ids = [...new Set(productIds)]
  const run = await publishing.begin(ctx, { selection: { ids }, integrationIds })
  const live = (await liveOf(ctx, { productIds: ids, integrationIds })).map(({ id }) => id)
  return { about: 'publishing', runId: run.id, productIds: ids, integrationIds: [...new Set(integrationIds)], live }
}

interface Live {
  id: number
  productId: number
  channel: ChannelId
  integrationId: number
}
const liveOf = async (ctx: Ctx, { productIds, integrationIds }: Asked): Promise<Live[]> =>
  (
    await sql<Live>`
      select id, product_id, channel, integration_id from listing_products where organization_id = ${ctx.organizationId}
        and product_id = any(${productIds}::bigint[]) and integration_id = any(${integrationIds}::bigint[])
        and external_id <> '' and status <> 'unlisted' order by id`.execute(ctx.db)
  ).rows

/** How the run stands. Null where it was forgotten. */
export async function show(ctx: Ctx, { runId }: StoredRun) {
  const run = await publishing.get(ctx, runId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })
  if (!run) return null
  const sum = (of: 'ready' | 'blocked' | 'listed' | 'refused') =>
    run.accounts.reduce((all, { counts }) => all + counts[of], 0)
  return {
    runId,
    state: run.state,
    accounts: run.accounts.map(({ channel, account }) =>
      account ? `${channelNames[channel]} (${account})` : channelNames[channel],
    ),
    ready: sum('ready'),
    blocked: sum('blocked'),
    listed: sum('listed'),
    rejected: sum('refused'),
  }
}

/** Publishes what passed the check. @throws proposal_closed while it is being checked, and after somebody stopped it */
export async function start(ctx: Ctx, { runId }: StoredRun): Promise<void> {
  await publishing.start(ctx, runId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'edit_conflict')
      throw new AppError('proposal_closed', `${error.message} Try again in a moment.`)
    throw error
  })
}

/** Stops a run that nobody wants any more. One that is over stays as it is. */
export async function stop(ctx: Ctx, { runId }: StoredRun): Promise<void> {
  await publishing.cancel(ctx, runId).catch((error: unknown) => {
    if (!(error instanceof AppError && (error.code === 'edit_conflict' || error.code === 'not_found'))) throw error
  })
}

/** What a channel is being asked to list at this moment. */
const inFlight = async (ctx: Ctx, { productIds, integrationIds }: Asked): Promise<Omit<Live, 'channel'>[]> =>
  (
    await sql<Omit<Live, 'channel'>>`
      select l.id, l.product_id, l.integration_id from listing_products l
        join listing_debts d on d.organization_id = l.organization_id and d.listing_id = l.id
      where l.organization_id = ${ctx.organizationId} and l.product_id = any(${productIds}::bigint[])
        and l.integration_id = any(${integrationIds}::bigint[]) and l.external_id = '' and d.pending = 'publish'
      order by l.id for no key update of l`.execute(ctx.db)
  ).rows

/** Stops the run and ends what it listed, or is listing. What was live before it stays. @returns listings that are being ended */
export const undo = (ctx: Ctx, stored: StoredRun): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await stop(ctx, stored)
    // First, as its answer may come now: it is then ended after it.
    const pending = await inFlight(ctx, stored)
    for (const row of pending) await request(ctx, row, 'end')
    const listed = (await liveOf(ctx, stored)).filter(({ id }) => !stored.live.includes(id))
    for (const { channel, productId, integrationId } of listed)
      await askToUnlist(ctx, channel, { productId, integrationId })
    return pending.length + listed.length
  })
