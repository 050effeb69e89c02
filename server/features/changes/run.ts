import { setTimeout as wait } from 'node:timers/promises'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../context.ts'
import { translate } from '../../db/constraints.ts'
import type { ChangeWork } from '../../db/tables/changes.ts'
import { AppError } from '../../errors.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { enqueue } from '../../jobs/queue.ts'
import { endMerge, goneOfMerge } from '../templates/merging.ts'
import { matchingIds } from '../products/list/selection.ts'
import * as queries from './queries.ts'
import { nextConcerned } from '../mappings/following.ts'
import { doWork } from './work.ts'

/** Products per transaction: few enough to keep its locks short, however slow the machine is. */
const CHUNK = { least: 100, first: 250, most: 500 }
const SHORT_MS = 40
const LONG_MS = 80
/** Ids taken into a change set at once. */
const COLLECTED = 5000
const ANNOUNCED_MS = 500
/** A job that runs longer is handed on to the next one, before the queue believes it dead. */
const TURN_MS = 60_000
/** Between two chunks others have their turn at the products. */
const PAUSE_MS = 1

type MergeWork = Extract<ChangeWork, { do: 'merge' }>
type LockedSet = NonNullable<Awaited<ReturnType<typeof queries.lockSet>>>

/**
 * Does what is left of a change set. It may be killed at any moment and run any number of times, also at once: what became of a product is
 * noted in the transaction that changed it.
 */
export async function runChanges(
  services: Services,
  { organizationId, changeSetId }: Jobs['changes.run'],
): Promise<void> {
  const job = jobContext(services, organizationId)
  const set = await queries.findSet(job, changeSetId)
  if (!set?.work) return
  // The history names the user who asked for it.
  const ctx = { ...job, userId: set.userId }
  const began = performance.now()
  let reported = began
  let chunk = CHUNK.first
  for (let from = began; await step(ctx, changeSetId, chunk); from = performance.now()) {
    const now = performance.now()
    chunk = fitting(chunk, now - from)
    if (services.stopping.aborted || now - began > TURN_MS) return enqueueRun(ctx, changeSetId)
    if (now - reported > ANNOUNCED_MS) {
      announce(ctx, ['changes'])
      reported = now
    }
    await wait(PAUSE_MS)
  }
  announce(ctx, ['changes', 'products', 'listings', 'templates'])
}

export const enqueueRun = (ctx: Ctx, changeSetId: number) =>
  enqueue(
    ctx,
    'changes.run',
    { organizationId: ctx.organizationId, changeSetId },
    { key: `${ctx.organizationId}:${changeSetId}` },
  )

function fitting(chunk: number, tookMs: number): number {
  if (tookMs > LONG_MS) return Math.max(CHUNK.least, Math.round(chunk / 2))
  return tookMs < SHORT_MS ? Math.min(CHUNK.most, chunk * 2) : chunk
}

/** Deals with the next products. Where the database refuses them together, each is tried alone. @returns whether there may be more */
async function step(ctx: Ctx, id: number, chunk: number): Promise<boolean> {
  try {
    return await deal(ctx, id, chunk)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return deal(ctx, id, 1).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      return giveUp(ctx, id, error)
    })
  }
}

const deal = (ctx: Ctx, id: number, most: number) =>
  inTransaction(ctx, async (ctx) => {
    const set = await queries.lockSet(ctx, id)
    if (!set?.work || (set.state !== 'waiting' && set.state !== 'running')) return false
    if (!set.collected) return collect(ctx, set)
    const items = await queries.waiting(ctx, { ...set, undoes: undoneBy(set) }, most)
    if (items.length === 0) return finish(ctx, set)
    const reason = set.work.do === 'merge' && set.undoes === null ? await goneOfMerge(ctx, set.work, 'key share') : ''
    if (reason) {
      await queries.settle(ctx, id, items.map(refused(reason)))
      return true
    }
    const outcomes = await doWork(ctx, { work: set.work, sourceKey: `change:${id}` }, items)
    await queries.settle(
      ctx,
      id,
      items.flatMap(({ n }) => {
        const outcome = outcomes.get(n)
        return outcome ? [{ ...outcome, n }] : []
      }),
    )
    return true
  })

/** Adds the next ids of the selection to the change set, so that products that match later are not included, and none is processed twice. */
async function collect(ctx: Ctx, set: LockedSet): Promise<true> {
  const undoes = undoneBy(set)
  const last =
    undoes === null
      ? await collectMatching(ctx, set)
      : await queries.addUndone(ctx, set.id, undoes, set.taken, COLLECTED)
  const start = undoes === null ? 0 : set.taken + 1
  await queries.updateSet(
    ctx,
    set.id,
    last === null ? { collected: true, taken: start, state: 'running' } : { taken: last, state: 'running' },
  )
  return true
}

/** The change set whose products are put back, one by one; rules are not: who follows them by now is looked for. */
const undoneBy = ({ work, undoes }: LockedSet) => (work?.do === 'undo' ? undoes : null)

async function collectMatching(ctx: Ctx, { id, work, selection, taken }: LockedSet): Promise<number | null> {
  const page = { after: taken, limit: COLLECTED }
  const ids =
    work?.do === 'rules'
      ? await nextConcerned(ctx, work, page)
      : selection && !('ids' in selection)
        ? await matchingIds(ctx, selection.filter, { ...page, except: selection.except })
        : []
  if (ids.length > 0) await queries.addWaiting(ctx, id, ids)
  return ids.at(-1) ?? null
}

async function finish(ctx: Ctx, { id, work, total, changed, failed, undoes }: LockedSet): Promise<false> {
  await queries.updateSet(ctx, id, {
    state: 'done',
    finishedAt: ctx.services.clock.now(),
    error:
      work?.do === 'merge'
        ? await ended(ctx, work, failed)
        : isEmpty(work, total)
          ? 'No products matched anymore.'
          : '',
  })
  // An undo that put nothing back may be asked for again, once what stood in its way is gone.
  if (undoes !== null && changed === 0 && work?.do !== 'rules') await queries.updateSet(ctx, undoes, { undoneBy: null })
  return false
}

/** Rules that nobody follows may change all the same. */
const isEmpty = (work: ChangeWork | null, total: number) => total === 0 && work?.do !== 'rules'

/** The template follows its products, unless some of them would lose a value that they could not pass on. @returns what was not done */
async function ended(ctx: Ctx, merge: MergeWork, failed: number): Promise<string> {
  const missing = await goneOfMerge(ctx, merge, 'update')
  if (missing) return missing
  const keepsSource = merge.deleteSource && failed > 0
  await endMerge(ctx, keepsSource ? { ...merge, deleteSource: false } : merge)
  return keepsSource ? `“${merge.source}” wasn’t deleted because some products couldn’t be updated.` : ''
}

/** The database refused the data: trying again would not help. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError || /^(?:22|23|54)/.test(String((error as { code?: unknown } | null)?.code))

const giveUp = (ctx: Ctx, id: number, error: unknown) =>
  inTransaction(ctx, async (ctx) => {
    const set = await queries.lockSet(ctx, id)
    const [item] = set ? await queries.waiting(ctx, set, 1) : []
    const why = translate(error)
    ctx.services.log.error(
      { err: error, changeSet: id, product: item?.productId },
      'the database rejected a product of a change set',
    )
    const sentence =
      why instanceof AppError ? why.message : 'Something went wrong on our side. This product was left as it was.'
    if (item) await queries.settle(ctx, id, [refused(sentence)(item)])
    return true
  })

/** A product that is left as it was. */
const refused =
  (error: string) =>
  ({ n, productId }: { n: number; productId: number }) => ({
    n,
    productId,
    state: 'failed' as const,
    before: null,
    after: null,
    error,
    fields: {},
  })
