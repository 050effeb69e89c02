import type { HandlerInput } from '#contract/endpoint.ts'
import { type makeSlips, MOST_AT_WORK, MOST_SLIPS, type SlipDocument } from '#contract/orders/slips.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { OutgoingFile } from '../../../http/replies/file.ts'
import { idsOf } from '../../../http/requests/ids.ts'
import { enqueue } from '../../../jobs/queue.ts'
import * as search from '../search.ts'
import { filterOf } from '../service.ts'
import * as queries from './queries.ts'

/** A document holds addresses: it is kept for the day's work, and no longer. */
const KEPT_MS = 24 * 3_600_000

export const list = (ctx: Ctx): Promise<SlipDocument[]> => queries.list(ctx)

/** @throws not_found */
async function find(ctx: Ctx, id: number): Promise<SlipDocument> {
  const [job] = await queries.list(ctx, id)
  if (!job) throw new AppError('not_found')
  return job
}

/** Begins a document of the slips of the chosen orders, or of those of a filter. @throws invalid_input */
export async function make(
  ctx: Ctx,
  { selectedIds, ...query }: HandlerInput<typeof makeSlips>['query'],
  { paper, openOnly }: HandlerInput<typeof makeSlips>['body'],
): Promise<SlipDocument> {
  const chosen = idsOf('selectedIds', selectedIds)
  const filter: search.OrderFilter = chosen.length > 0 ? { tab: 'all', ids: chosen } : await filterOf(ctx, query)
  const ids = await search.idsAfter(ctx, { ...filter, openOnly }, undefined, MOST_SLIPS + 1)
  if (ids.length === 0)
    throw invalid('selectedIds', openOnly ? 'None of these orders is open.' : 'There are no such orders.')
  if (ids.length > MOST_SLIPS)
    throw invalid(
      'selectedIds',
      `At most ${MOST_SLIPS.toLocaleString('en-US')} slips fit one document. Narrow the list by its filters.`,
    )
  const expiresAt = new Date(ctx.services.clock.now().getTime() + KEPT_MS)
  const id = await inTransaction(ctx, async (ctx) => {
    const made = await queries.insert(ctx, { paper, orderIds: ids, expiresAt })
    if (made === undefined)
      throw invalid(
        'selectedIds',
        `${MOST_AT_WORK} PDFs are already being created. Wait for one to finish, or stop it.`,
      )
    const { organizationId } = ctx
    await enqueue(ctx, 'orders.slips', { organizationId, documentId: made }, { key: `${organizationId}:${made}` })
    return made
  })
  return find(ctx, id)
}

/** @throws not_found */
export async function cancel(ctx: Ctx, id: number): Promise<SlipDocument> {
  await find(ctx, id)
  await queries.end(ctx, id, 'cancelled')
  return find(ctx, id)
}

/** @throws not_found also where it is not ready, or its time is over */
export async function file(ctx: Ctx, id: number): Promise<OutgoingFile> {
  const { state } = await find(ctx, id)
  if (state !== 'ready') throw new AppError('not_found')
  return new OutgoingFile(`packing-slips-${id}.pdf`, 'application/pdf', partsOf(ctx, id))
}

async function* partsOf(ctx: Ctx, id: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const content = await queries.part(ctx, id, position)
    if (!content) return
    yield content
  }
}
