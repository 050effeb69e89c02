import type { z } from 'zod'
import { channelNames } from '#contract/channels/ids.ts'
import type { HandlerReply } from '#contract/endpoint.ts'
import type { ProductSelection } from '#contract/products/filter.ts'
import {
  GROUP_PAGE,
  type PublishRun,
  type PublishState,
  type listPublishProducts,
  type listPublishing,
} from '#contract/publishing.ts'
import { type Ctx, announce, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { enqueue } from '../../jobs/queue.ts'
import { mustOwn } from '../integrations/service.ts'
import { waitsOf } from '../integrations/connections/waits.ts'
import { withdrawMany } from '../listings/many.ts'
import * as groups from './groups.ts'
import { fixed } from './fixing.ts'
import * as queries from './queries.ts'

/** Causes that are shown. */
const GROUPS = 50
/** Failures of a run that its row in the list counts. */
const MOST_COUNTED = 10_000
/** As many as a selection by id takes. */
const MOST_CHOSEN = 50_000
/** Withdrawn in one statement. */
const CHUNK = 500

export const enqueueRun = (ctx: Ctx, runId: number, startAfter?: Date) =>
  enqueue(
    ctx,
    'publishing.run',
    { organizationId: ctx.organizationId, runId },
    { key: `${ctx.organizationId}:${runId}`, ...(startAfter && { startAfter }) },
  )

type View = z.output<typeof PublishRun>

/** @throws not_found */
export async function get(ctx: Ctx, id: number): Promise<View> {
  const run = await queries.find(ctx, id)
  if (!run) throw new AppError('not_found')
  const [counts, accounts, waits, problems] = await Promise.all([
    queries.counts(ctx, run),
    queries.accounts(ctx, run.integrationIds),
    waitsOf(ctx, run.integrationIds),
    groups.groups(ctx, id, { limit: GROUPS + 1 }),
  ])
  const none = { unchecked: 0, ready: 0, blocked: 0, asked: 0, listed: 0, refused: 0, dropped: 0 }
  return {
    id,
    state: run.state,
    products: run.products,
    total: counts.values().reduce((all, some) => all + sumOf(some), 0),
    userName: run.userName,
    createdAt: run.createdAt,
    finishedAt: run.finishedAt,
    accounts: accounts.map((account) => {
      const own = { ...none, ...counts.get(account.id) }
      return { ...accountOf(account), waits: own.asked > 0 ? (waits.get(account.id) ?? null) : null, counts: own }
    }),
    groups: problems.slice(0, GROUPS).map(fixed),
    moreGroups: problems.length > GROUPS,
  }
}

type StoredAccount = Awaited<ReturnType<typeof queries.accounts>>[number]
const accountOf = ({ id, ...account }: StoredAccount) => ({ integrationId: id, ...account })
const sumOf = (counts: queries.AccountCounts): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

export const listAccounts = async (ctx: Ctx) => (await queries.connected(ctx)).map(accountOf)

/** The times that many products were listed, newest first. */
export async function list(
  ctx: Ctx,
  query: { offset: number; limit: number },
): Promise<HandlerReply<typeof listPublishing>> {
  const { data, items } = await queries.page(ctx, query)
  const [accounts, failed] = await Promise.all([
    queries.accounts(ctx, [...new Set(data.flatMap(({ integrationIds }) => integrationIds))]),
    queries.failed(
      ctx,
      data.map(({ id }) => id),
      MOST_COUNTED + 1,
    ),
  ])
  return {
    data: data.map((run) => {
      const n = failed.get(run.id) ?? 0
      return {
        ...run,
        accounts: accounts.filter(({ id }) => run.integrationIds.includes(id)).map(accountOf),
        failed: Math.min(n, MOST_COUNTED),
        failedCapped: n > MOST_COUNTED,
      }
    }),
    items,
  }
}

/** Begins to look at products; nothing is sent before `start`. @throws not_found, integration_unauthenticated */
export async function begin(
  ctx: Ctx,
  { selection, integrationIds }: { selection: ProductSelection; integrationIds: number[] },
): Promise<View> {
  const ids = [...new Set(integrationIds)]
  for (const id of ids) {
    const { status, channel, problem } = await mustOwn(ctx, id)
    if (status !== 'authenticated')
      throw new AppError('integration_unauthenticated', problem || `Connect ${channelNames[channel]} again first.`)
  }
  const first = 'ids' in selection ? await queries.chosen(ctx, selection.ids, 0, 1) : [0]
  if (first.length === 0)
    throw invalid('selection', 'No products match anymore. Change the filters, or select products.')
  const id = await inTransaction(ctx, async (ctx) => {
    const id = await queries.insert(ctx, { selection, integrationIds: ids })
    await enqueueRun(ctx, id)
    return id
  })
  return get(ctx, id)
}

const words: Record<PublishState, string> = {
  gathering: 'Still preparing products.',
  checking: 'Still checking products.',
  ready: 'Nothing is being published yet.',
  running: 'Still running. Pause it first.',
  paused: 'This is paused.',
  done: 'This is done.',
  cancelled: 'This was cancelled.',
}

/** Does something with it in one of some states. @throws not_found, edit_conflict in any other */
async function turn(
  ctx: Ctx,
  id: number,
  from: readonly PublishState[],
  work: (ctx: Ctx, state: PublishState) => Promise<unknown>,
): Promise<View> {
  await inTransaction(ctx, async (ctx) => {
    const run = await queries.lock(ctx, id)
    if (!run) throw new AppError('not_found')
    if (!from.includes(run.state)) throw new AppError('edit_conflict', words[run.state])
    await work(ctx, run.state)
    await enqueueRun(ctx, id)
  })
  announce(ctx, ['listings'])
  return get(ctx, id)
}

/**
 * Looks again at what would be refused, or was. While others are being sent, what is fixed goes with them.
 * @param publish of a run that is done: what passes is sent, and nothing else is left that could go with it
 */
export const recheck = (
  ctx: Ctx,
  id: number,
  { productIds, publish }: { productIds?: number[] | undefined; publish?: boolean | undefined } = {},
) =>
  turn(ctx, id, ['ready', 'running', 'paused', 'done'], async (ctx, state) => {
    await queries.move(ctx, id, ['blocked', 'refused'], 'unchecked', productIds)
    await queries.update(ctx, id, {
      state: state === 'running' || (publish && state === 'done') ? 'running' : 'checking',
      finishedAt: null,
      settledAt: null,
    })
  })

/** Lists what would not be refused, or goes on with it. */
export const start = (ctx: Ctx, id: number) =>
  turn(ctx, id, ['ready', 'paused'], (ctx) => queries.update(ctx, id, { state: 'running' }))

/** What is being sent is finished; no more is sent. */
export const pause = (ctx: Ctx, id: number) =>
  turn(ctx, id, ['running'], (ctx) => queries.update(ctx, id, { state: 'paused' }))

/** What was asked and not begun to be sent is taken back. */
export const cancel = (ctx: Ctx, id: number) =>
  turn(ctx, id, ['gathering', 'checking', 'ready', 'running', 'paused'], async (ctx) => {
    const items = await queries.next(ctx, id, 'asked', { limit: MOST_CHOSEN })
    for (const [integrationId, some] of Map.groupBy(items, (item) => item.integrationId))
      for (let at = 0; at < some.length; at += CHUNK)
        await withdrawMany(ctx, { integrationId, productIds: some.slice(at, at + CHUNK).map((item) => item.productId) })
    await queries.move(ctx, id, ['unchecked', 'ready'], 'dropped')
    await queries.update(ctx, id, { state: 'cancelled', finishedAt: ctx.services.clock.now() })
  })

async function mustExist(ctx: Ctx, id: number): Promise<void> {
  if (!(await queries.find(ctx, id))) throw new AppError('not_found')
}

/** @throws not_found */
export async function listItems(ctx: Ctx, id: number, query: Parameters<typeof groups.items>[2]) {
  await mustExist(ctx, id)
  return groups.items(ctx, id, query)
}

/** @throws not_found */
export async function products(
  ctx: Ctx,
  id: number,
  { offset, ...query }: groups.ItemFilter & { offset: number },
): Promise<HandlerReply<typeof listPublishProducts>> {
  await mustExist(ctx, id)
  const all = await groups.productIds(ctx, id, query, MOST_CHOSEN + 1)
  const ids = all.slice(0, MOST_CHOSEN)
  const skus = await queries.skusOf(ctx, ids.slice(offset, offset + GROUP_PAGE))
  return { ids, capped: all.length > MOST_CHOSEN, skus }
}
