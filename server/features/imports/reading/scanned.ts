import { channelNames } from '#contract/channels/ids.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { foundBy, markForImport, scanOf } from '../../adopting/making.ts'
import * as queries from '../queries.ts'

/** Until the scan is looked at again. */
const WAIT_MS = 2000

/** Whether the listings of an import are scanned, where it was to scan them first, and marked. Else it is read later, or over. */
export async function areScanned(ctx: Ctx, record: queries.ImportRecord): Promise<boolean> {
  const { id, channel, integrationId } = record
  const { scan } = record.asked
  if (!scan || !channel || integrationId === null) return true
  const name = channelNames[channel]
  const { state, problem } = await scanOf(ctx, integrationId)
  if (state === 'reading') {
    await wait(ctx, id)
    return false
  }
  if (state === 'failed') return fail(ctx, id, `${name} couldn’t be scanned. ${problem}`)
  if (scan.skus.length + scan.ids.length === 0) return true
  const ids = await foundBy(ctx, integrationId, scan)
  if (ids.length === 0)
    return fail(ctx, id, `None of these listings were found on ${name}. Check the SKUs or listing IDs.`)
  const linked = record.mapping.updateExisting ?? false
  try {
    await markForImport(ctx, integrationId, { which: { ids }, importId: id, linked })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return fail(ctx, id, error.message)
  }
  return true
}

const wait = (ctx: Ctx, importId: number) => {
  const { organizationId, services } = ctx
  const startAfter = new Date(services.clock.now().getTime() + WAIT_MS)
  return enqueue(
    ctx,
    'imports.read',
    { organizationId, importId },
    { key: `${organizationId}:${importId}`, startAfter },
  )
}

async function fail(ctx: Ctx, id: number, error: string): Promise<false> {
  await queries.update(ctx, id, { state: 'failed', error, finishedAt: ctx.services.clock.now() })
  return false
}
