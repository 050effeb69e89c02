import { TEST_SKU, testValues } from '#channels/certify/product.ts'
import { channelOf } from '#channels/registry.ts'
import { descriptions } from '#contract/channels/all.ts'
import type { ConnectionCheck, ConnectionChecks } from '#contract/integrations/connection-checks.ts'
import { mayRemain } from '#domain/integrations/test-product.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { audit } from '../../audit.ts'
import { mustOwn } from '../service.ts'
import * as queries from './queries.ts'

/** A worker that is silent for this long has died. It says that it is alive every few seconds. */
export const SILENT_MS = 60_000

const silentSince = ({ services }: Ctx) => new Date(services.clock.now().getTime() - SILENT_MS)

/** The last checks of an account, and what the next one makes there. @throws not_found */
export async function list(ctx: Ctx, integrationId: number): Promise<ConnectionChecks> {
  const { channel } = await mustOwn(ctx, integrationId)
  const { trial } = channelOf(channel)
  const checks = await queries.last(ctx, integrationId)
  return {
    makes: trial?.makes ?? '',
    seenBy: trial?.seenBy ?? '',
    sku: TEST_SKU,
    title: testValues.title,
    checks: checks.map((row) => view(ctx, row)),
    mayRemain: remains(checks[0]),
  }
}

const remains = (row: queries.CheckRow | undefined) => row !== undefined && mayRemain(row.leftBefore, row.results)

function view(
  ctx: Ctx,
  { id, state, startedAt, seenAt, endedAt, results, hasRecording }: queries.CheckRow,
): ConnectionCheck {
  const isSilent = state === 'running' && seenAt < silentSince(ctx)
  return {
    id,
    state: isSilent ? 'interrupted' : state,
    startedAt,
    endedAt: isSilent ? seenAt : endedAt,
    results,
    hasRecording: Boolean(hasRecording),
  }
}

/** Begins a check, in the background. @throws not_found, integration_unauthenticated, check_running, unsupported */
export const start = (ctx: Ctx, integrationId: number): Promise<ConnectionChecks> =>
  inTransaction(ctx, async (ctx) => {
    const { channel, status, problem, shadowSince } = await mustOwn(ctx, integrationId)
    if (shadowSince)
      throw new AppError('unsupported', 'This account is in shadow mode, and a check would create a test product.')
    if (status !== 'authenticated') throw new AppError('integration_unauthenticated', problem || undefined)
    if (!channelOf(channel).trial) throw new AppError('unsupported')
    await queries.endSilent(ctx, integrationId, silentSince(ctx))
    const [before] = await queries.last(ctx, integrationId)
    const checkId = await queries.insert(ctx, integrationId, remains(before))
    await queries.forgetOld(ctx, integrationId)
    await enqueue(ctx, 'integrations.certify', { organizationId: ctx.organizationId, integrationId, checkId })
    await audit(ctx, { entity: 'integration', entityId: integrationId, action: 'started a check' })
    return list(ctx, integrationId)
  })

/** What was said in a check, without secrets or anything about people. @throws not_found */
export async function recording(ctx: Ctx, integrationId: number, checkId: number) {
  const { channel } = await mustOwn(ctx, integrationId)
  const row = await queries.recorded(ctx, integrationId, checkId)
  if (!row?.exchanges || !row.endedAt) throw new AppError('not_found')
  return {
    channel,
    at: row.endedAt.toISOString().slice(0, 10),
    version: descriptions[channel].api.version,
    results: row.results.map(({ step, state }) => ({ step, state })),
    exchanges: row.exchanges,
  }
}
