import { ChannelError, isOfAccount } from '#channels/channel.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../context.ts'
import type { PublishItemState, PublishState } from '#contract/publishing.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { enqueue } from '../../jobs/queue.ts'
import { askMany, listingsFor } from '../listings/many.ts'
import { checkListing } from '../listings/preflight.ts'
import { type PreparedListing, prepare } from '../listings/content/source.ts'
import { tellPublished } from '../notifications/service.ts'
import { matchingIds } from '../products/list/selection.ts'
import { withOld } from './forget.ts'
import * as queries from './queries.ts'
import { enqueueRun } from './service.ts'

/** Products gathered at once, and looked at. */
const GATHERED = 1000
const CHECKED = 50
/** So many of an account wait for the sender at a time: whoever pauses or cancels stops all others. */
const WAITING = 50
const TURN_MS = 60_000
const ANNOUNCED_MS = 500
/** While the sender is at work, and while a channel does not answer. */
const SOON_MS = 1000
const LATER_MS = 15_000
/** Nobody has worked at it for so long: its job was lost. */
const FORGOTTEN_MS = 10 * 60_000

/** Done for now; go on at once; wait so many milliseconds. */
type Next = 'over' | 'on' | number
type Run = queries.StoredRun

/** Turns the selection into items. */
const gather = (ctx: Ctx, { id }: Run): Promise<Next> =>
  inTransaction(ctx, async (ctx): Promise<Next> => {
    await queries.lock(ctx, id)
    const run = await queries.find(ctx, id)
    if (run?.state !== 'gathering') return 'on'
    const { selection, taken } = run
    const ids =
      'ids' in selection
        ? await queries.chosen(ctx, selection.ids, taken, GATHERED)
        : await matchingIds(ctx, selection.filter, { after: taken, limit: GATHERED, except: selection.except })
    if (ids.length > 0) await queries.addItems(ctx, run, ids)
    else await queries.update(ctx, id, { state: 'checking' })
    return 'on'
  })

async function check(ctx: Ctx, run: Run): Promise<Next> {
  const [first] = await queries.next(ctx, run.id, 'unchecked', { limit: 1 })
  return first ? checkOn(ctx, run, first) : endCheck(ctx, run)
}

/** Looks at the next products of one account, as the sender would. Channels are asked outside of any transaction. */
async function checkOn(ctx: Ctx, run: Run, { integrationId }: { integrationId: number }): Promise<Next> {
  const some = await queries.next(ctx, run.id, 'unchecked', { limit: CHECKED, integrationId })
  const rows = await listingsFor(ctx, { integrationId, productIds: some.map(({ productId }) => productId) })
  const prepared = new Map((await prepare(ctx, rows)).map((listing) => [listing.row.productId, listing]))
  const changes: queries.ItemChange[] = []
  let silent = false
  for (const { productId } of some) {
    const judged = await judge(ctx, prepared.get(productId))
    if (judged === 'silent') {
      silent = true
      break
    }
    changes.push({ productId, ...judged })
  }
  // Whoever stops or moves them meanwhile holds the run first, too.
  await inTransaction(ctx, async (ctx) => {
    await queries.lock(ctx, run.id)
    await queries.note(ctx, { runId: run.id, integrationId, from: 'unchecked' }, changes)
    await queries.update(ctx, run.id, {})
  })
  return silent ? LATER_MS : 'on'
}

/** What becomes of one; `silent` where the channel does not say what it takes. */
async function judge(
  ctx: Ctx,
  listing: PreparedListing | undefined,
): Promise<Omit<queries.ItemChange, 'productId'> | 'silent'> {
  if (!listing) return { state: 'dropped' }
  if (listing.row.externalId !== '' && listing.row.status !== 'unlisted') return { state: 'listed' }
  try {
    const { errors, causes } = await checkListing(ctx, listing)
    return Object.keys(errors).length > 0 ? { state: 'blocked', errors, causes } : { state: 'ready' }
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    if (error.kind === 'unavailable' || error.kind === 'rate_limited' || error.kind === 'quota') return 'silent'
    // Of the account, too: nobody waits for a consent that somebody has to give.
    return {
      state: 'blocked',
      errors: isOfAccount(error) ? { '': error.message } : { '': error.message, ...error.fields },
      causes: isOfAccount(error) ? {} : error.causes,
    }
  }
}

const endCheck = (ctx: Ctx, { id }: Run): Promise<Next> =>
  inTransaction(ctx, async (ctx): Promise<Next> => {
    if ((await queries.lock(ctx, id))?.state === 'checking') await queries.update(ctx, id, { state: 'ready' })
    return 'over'
  })

/** Notes what was answered, and asks for the next of each account that has few waiting. @returns also the first that is not looked at yet */
const send = (ctx: Ctx, { id }: Run) =>
  inTransaction(ctx, async (ctx): Promise<{ next: Next; unchecked?: { integrationId: number } | undefined }> => {
    const run = await queries.lock(ctx, id)
    if (run?.state !== 'running') return { next: 'on' }
    await queries.settle(ctx, id)
    const waiting = await queries.waiting(ctx, id)
    const [unchecked] = await queries.next(ctx, id, 'unchecked', { limit: 1 })
    let left = waiting.size > 0 || unchecked !== undefined
    for (const integrationId of run.integrationIds.toSorted((a, b) => a - b)) {
      const room = WAITING - (waiting.get(integrationId) ?? 0)
      const some = room > 0 ? await queries.next(ctx, id, 'ready', { limit: room, integrationId }) : []
      if (some.length === 0) continue
      left = true
      const listings = await askMany(ctx, { integrationId, productIds: some.map(({ productId }) => productId) })
      const versions = new Map(listings.map((listing) => [listing.productId, listing.version]))
      await queries.note(
        ctx,
        { runId: id, integrationId, from: 'ready' },
        some.map(({ productId }) =>
          versions.has(productId)
            ? { productId, state: 'asked', version: versions.get(productId) }
            : { productId, state: 'dropped' },
        ),
      )
    }
    if (left) await queries.update(ctx, id, {})
    else await end(ctx, run)
    return { next: left ? SOON_MS : 'over', unchecked }
  })

/** Between what is sent it looks at what somebody has mended meanwhile. */
async function sendAndCheck(ctx: Ctx, run: Run): Promise<Next> {
  const { next, unchecked } = await send(ctx, run)
  return unchecked && (await checkOn(ctx, run, unchecked)) === 'on' ? 'on' : next
}

/** Nothing is left to be sent. */
async function end(ctx: Ctx, run: Awaited<ReturnType<typeof queries.lock>> & object): Promise<void> {
  const at = ctx.services.clock.now()
  await queries.update(ctx, run.id, { state: 'done', finishedAt: at })
  const counts = [...(await queries.counts(ctx, run)).values()]
  const sum = (state: PublishItemState) => counts.reduce((all, count) => all + (count[state] ?? 0), 0)
  await tellPublished(ctx, {
    id: run.id,
    at,
    products: run.products,
    listed: sum('listed'),
    failed: sum('refused') + sum('blocked'),
  })
}

/** Notes what is still answered; asks for nothing. */
async function listen(ctx: Ctx, { id }: Run): Promise<Next> {
  await queries.settle(ctx, id)
  const [request] = await queries.next(ctx, id, 'asked', { limit: 1 })
  return request ? SOON_MS : 'over'
}

const steps: Record<PublishState, ((ctx: Ctx, run: Run) => Promise<Next>) | undefined> = {
  gathering: gather,
  checking: check,
  ready: undefined,
  running: sendAndCheck,
  // What was being sent when it was stopped is answered all the same.
  paused: listen,
  cancelled: listen,
  done: undefined,
}

/**
 * Goes on with listing many products. It may be killed at any moment and run any number of times: what is left stands in its items, and
 * what was asked is the sender's, which asks no channel twice for the same.
 */
export async function publishingJob(
  services: Services,
  { organizationId, runId }: Jobs['publishing.run'],
): Promise<void> {
  const job = jobContext(services, organizationId)
  const began = performance.now()
  let reported = began
  for (;;) {
    const run = await queries.find(job, runId)
    const step = run && steps[run.state]
    if (!step) break
    // The history names the user who asked for it.
    const next = await step({ ...job, userId: run.userId }, run)
    const now = performance.now()
    if (next === 'over') break
    if (next !== 'on') {
      await enqueueRun(job, runId, new Date(services.clock.now().getTime() + next))
      break
    }
    if (services.stopping.aborted || now - began > TURN_MS) return enqueueRun(job, runId)
    if (now - reported > ANNOUNCED_MS) {
      announce(job, ['listings'])
      reported = now
    }
  }
  announce(job, ['listings', 'products'])
}

/** Of all organizations: wakes what was left lying, and has what is old forgotten. Called when a worker starts, and hourly. */
export async function sweepPublishing(services: Services): Promise<void> {
  const { system } = services.database
  const now = services.clock.now().getTime()
  for (const { organizationId, id } of await queries.forgotten(system, new Date(now - FORGOTTEN_MS)))
    await enqueueRun(jobContext(services, organizationId), id)
  for (const { organizationId } of await withOld(system, now))
    await enqueue(
      jobContext(services, organizationId),
      'publishing.purge',
      { organizationId },
      { key: String(organizationId) },
    )
}
