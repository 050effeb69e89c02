import {
  MOST_PROPOSED,
  PROPOSAL_DAYS,
  type ProposalState,
  type propose as proposeEndpoint,
  type proposeOrders as proposeOrdersEndpoint,
  type proposePublishing as proposePublishingEndpoint,
  type undoProposals,
} from '#contract/agents/proposals.ts'
import type { Edit } from '#contract/changes/changes.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { type Cost, beyondBudget, costOf } from '#domain/agents/budget.ts'
import { amountIn } from '#domain/numbers/money.ts'
import { labelOf } from '#domain/products/attributes/labels.ts'
import { type Ctx, announce, inTransaction } from '../../context.ts'
import type { StoredRow, StoredRows } from '../../db/tables/agents.ts'
import { AppError, invalid } from '../../errors.ts'
import { invalidToken } from '../../http/tokens/bearer.ts'
import { audit } from '../audit.ts'
import * as notifications from '../notifications/service.ts'
import * as changes from '../changes/service.ts'
import { currencyOf } from '../organizations/service.ts'
import * as orderActions from './acting/orders.ts'
import * as publishingActions from './acting/publishing.ts'
import * as queries from './queries.ts'
import { FINAL, type WithRows, aboutOf, get, mustMay, ordersOf, productsOf, runOf } from './views.ts'

export { budgetOf, get, list } from './views.ts'

type Asked = HandlerInput<typeof proposeEndpoint>['body']
type Locked = NonNullable<Awaited<ReturnType<typeof queries.lock>>>

const DAY_MS = 24 * 3600 * 1000
const MOST_NAMED = 3

/** Saves what would be changed. Nothing of the products is changed. @throws not_found, invalid_input */
export async function propose(ctx: Ctx, { reason, changes: requested }: Asked): Promise<WithRows> {
  const editsOfEach = editsByProduct(requested)
  return inTransaction(ctx, async (ctx) => {
    const planned = await changes.planEach(ctx, editsOfEach)
    if (planned.size < editsOfEach.length)
      throw new AppError('not_found', 'Some of these products don’t exist. Find them again.')
    const all = [...planned.entries()]
    const rows = all.map(
      ([productId, { product, edits, before, after, error }]): StoredRow => ({
        productId,
        sku: product.sku,
        title: product.title,
        edits,
        before,
        after,
        error,
      }),
    )
    if (!rows.some(isMade)) throw invalid('changes', rows.find(({ error }) => error)?.error ?? NO_CHANGE)
    const cost = costOf(all.map(([, change]) => change))
    return save(ctx, { reason, title: titleOf(requested.flatMap(({ edits }) => edits)), rows, cost, apart: [] })
  })
}

/** Saves what would be done with orders. Nothing is done. @throws not_found, invalid_input */
export const proposeOrders = (
  ctx: Ctx,
  { reason, orders: requested }: HandlerInput<typeof proposeOrdersEndpoint>['body'],
): Promise<WithRows> =>
  inTransaction(ctx, async (ctx) => {
    const { rows, cost } = await orderActions.plan(ctx, requested)
    const counts = Map.groupBy(requested, ({ action }) => action)
    const title = [...counts].map(
      ([action, some]) => `${action} ${some.length === 1 ? '1 order' : `${some.length} orders`}`,
    )
    return save(ctx, { reason, title: `Proposed: ${title.join(', ')}`, rows, cost, apart: orderActions.apartOf(rows) })
  })

/** Saves a publish run that only checks. Nothing is sent. @throws not_found, invalid_input, integration_unauthenticated */
export const proposePublishing = (
  ctx: Ctx,
  { reason, ...requested }: HandlerInput<typeof proposePublishingEndpoint>['body'],
): Promise<WithRows> =>
  inTransaction(ctx, async (ctx) => {
    const run = await publishingActions.plan(ctx, requested)
    const products = run.productIds.length
    const title = `Proposed: publish ${products === 1 ? '1 product' : `${products} products`}`
    return save(ctx, { reason, title, rows: [run], cost: { products, units: 0, money: 0, pricePercent: 0 }, apart: [] })
  })

interface Unsaved {
  reason: string
  title: string
  rows: StoredRows
  cost: Cost
  /** Why no budget covers it. */
  apart: string[]
}
async function save(ctx: Ctx, { reason, title, rows, cost, apart }: Unsaved): Promise<WithRows> {
  const expiresAt = await endOf(ctx)
  const beyond = [...apart, ...(await beyondOf(ctx, cost, ctx.token?.id ?? null, rows))]
  const waits = beyond.length > 0 && ctx.token !== undefined
  const id = await queries.add(ctx, {
    ...cost,
    title,
    reason,
    rows,
    beyond: waits ? beyond : [],
    state: waits ? 'waiting' : 'ready',
    expiresAt,
  })
  if (waits) await tellWaiting(ctx, { id, tokenId: ctx.token?.id ?? null, title })
  return get(ctx, id)
}

/** A proposal ends with its token at the latest. @throws invalid_token where the token was revoked meanwhile */
async function endOf({ token, ...ctx }: Ctx): Promise<Date> {
  const inDays = new Date(ctx.services.clock.now().getTime() + PROPOSAL_DAYS * DAY_MS)
  if (!token) return inDays
  const { revokedAt, expiresAt } = await queries.lockToken(ctx, token.id)
  if (revokedAt) throw invalidToken()
  return expiresAt && expiresAt < inDays ? expiresAt : inDays
}

/** What a token proposes within an hour while nobody decided is told once. */
const BATCH_MS = 3_600_000
async function tellWaiting(ctx: Ctx, { id, tokenId, title }: Pick<Locked, 'id' | 'tokenId' | 'title'>): Promise<void> {
  const since = new Date(ctx.services.clock.now().getTime() - BATCH_MS)
  if (tokenId === null || (await queries.waitsSince(ctx, tokenId, id, since))) return
  await notifications.tellApproval(ctx, { id, tokenId, tokenName: await queries.tokenName(ctx, tokenId), title })
}

/** Called when a proposal does not wait any more. */
async function untellWaiting(ctx: Ctx, { id, tokenId }: Pick<Locked, 'id' | 'tokenId'>): Promise<void> {
  if (tokenId !== null && !(await queries.waitsSince(ctx, tokenId, id, new Date(0))))
    await notifications.untellApprovals(ctx, tokenId)
}
const NO_CHANGE = 'These products have these values already.'
const isMade = ({ before, after, error }: StoredRow) =>
  error === '' && Object.keys(before).length + Object.keys(after).length > 0

/** Edits of one product in the order in which they were proposed. */
function editsByProduct(requested: Asked['changes']) {
  const edits = new Map<number, Edit[]>()
  for (const change of requested)
    for (const productId of change.productIds) edits.set(productId, [...(edits.get(productId) ?? []), ...change.edits])
  if (edits.size > MOST_PROPOSED)
    throw invalid('changes', `Propose changes of up to ${MOST_PROPOSED} products at once. These are ${edits.size}.`)
  return [...edits].map(([productId, edits]) => ({ productId, edits }))
}

function titleOf(edits: readonly Edit[]): string {
  const names = [...new Set(edits.map(({ field }) => labelOf(field)))]
  const named = names.slice(0, MOST_NAMED).join(', ')
  return `Proposed: ${named}${names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''}`.slice(0, 300)
}

async function beyondOf(ctx: Ctx, cost: Cost, tokenId: number | null, rows: StoredRows): Promise<string[]> {
  if (tokenId === null) return []
  const budget = await queries.lockToken(ctx, tokenId)
  const [used, currency] = [await queries.usedBy(ctx, tokenId), await currencyOf(ctx)]
  return beyondBudget(cost, used, budget, (minor) => amountIn(minor / 100, currency), aboutOf(rows))
}

/** A state as people see it. */
function stateOf(ctx: Ctx, { state, expiresAt }: Pick<Locked, 'state' | 'expiresAt'>): ProposalState {
  const isOpen = state === 'ready' || state === 'waiting' || state === 'approved'
  return isOpen && expiresAt <= ctx.services.clock.now() ? 'expired' : state
}

/** @throws not_found, forbidden for what it changes, proposal_closed unless it is in one of these states */
async function lockIn(ctx: Ctx, id: number, states: readonly ProposalState[]): Promise<Locked> {
  const proposal = await queries.lock(ctx, id)
  if (!proposal) throw new AppError('not_found')
  mustMay(ctx, proposal.rows)
  const state = stateOf(ctx, proposal)
  if (!states.includes(state)) throw new AppError('proposal_closed', closed[state])
  return proposal
}
/** Before the proposal itself, as whoever revokes a token does: nothing is approved or applied after its end. */
async function lockTokenOf(ctx: Ctx, id: number): Promise<void> {
  const tokenId = await queries.tokenOf(ctx, id)
  if (tokenId !== undefined) await queries.lockToken(ctx, tokenId)
}
const closed: Record<ProposalState, string> = {
  ready: 'This proposal doesn’t need approval.',
  waiting: 'This proposal waits for approval.',
  approved: 'This proposal is approved already.',
  declined: 'This proposal was declined.',
  withdrawn: 'This proposal was withdrawn.',
  applied: 'This proposal was applied.',
  undone: 'This proposal was undone.',
  expired: 'This proposal has expired, or its token has ended.',
}

/** Where carrying out goes on after the commit: the change set that does it, if there is one; or the orders, one after the other. */
type Left = { changeSetId: number | null; performs?: boolean }

/**
 * Begins to apply a proposal. What the budget no longer covers waits for approval instead, and its state says so. Applied twice, it is carried out once.
 * @throws not_found, proposal_closed
 */
export const apply = (ctx: Ctx, id: number): Promise<Left> =>
  inTransaction(ctx, async (ctx) => {
    await lockTokenOf(ctx, id)
    const proposal = await lockIn(ctx, id, ['ready', 'waiting', 'approved', 'applied'])
    if (proposal.state === 'applied') return { changeSetId: proposal.changeSetId, performs: isStalled(ctx, proposal) }
    if (proposal.state !== 'approved') {
      const beyond = [
        ...orderActions.apartOf(ordersOf(proposal.rows)),
        ...(await beyondOf(ctx, proposal, proposal.tokenId, proposal.rows)),
      ]
      if (beyond.length > 0 && proposal.tokenId !== null) {
        await queries.update(ctx, id, { state: 'waiting', beyond })
        if (proposal.state === 'ready') await tellWaiting(ctx, proposal)
        return { changeSetId: null }
      }
    }
    const left = await begin(ctx, proposal)
    const { changeSetId } = left
    const now = ctx.services.clock.now()
    await queries.update(ctx, id, { state: 'applied', appliedAt: now, beyond: [], ...(changeSetId && { changeSetId }) })
    await untellWaiting(ctx, proposal)
    await note(ctx, 'apply', proposal, { changeSetId })
    return left
  })

async function begin(ctx: Ctx, { rows, title }: Locked): Promise<Left> {
  const run = runOf(rows)
  if (run) await publishingActions.start(ctx, run)
  if (aboutOf(rows) !== 'products') return { changeSetId: null, performs: !run }
  const edited = productsOf(rows).filter(isMade)
  const { id } = await changes.changeEach(
    ctx,
    title,
    Object.fromEntries(
      edited.map(({ productId, edits, before, after }) => [productId, { edits, before, after }] as const),
    ),
  )
  return { changeSetId: id }
}

/** After so long, whoever began to carry out orders has died. */
const STALLED_MS = 120_000
const isStalled = (ctx: Ctx, { rows, appliedAt }: Locked): boolean =>
  ordersOf(rows).length > 0 && ctx.services.clock.now().getTime() - (appliedAt?.getTime() ?? 0) > STALLED_MS

const note = (ctx: Ctx, action: string, { id, title, reason }: Locked, more: object = {}) =>
  audit(ctx, { entity: 'proposal', entityId: id, action, new: { title, reason, ...more } })

/** The proposal once what was begun is done. */
export async function outcome(ctx: Ctx, id: number, { changeSetId, performs }: Left): Promise<WithRows> {
  if (changeSetId !== null) await carryOut(ctx, changeSetId)
  if (performs) await perform(ctx, id)
  announce(ctx, ['changes', 'proposals'])
  return get(ctx, id)
}

/** Does what is still to be done with orders, and keeps what became of each. */
async function perform(ctx: Ctx, id: number): Promise<void> {
  for (const [at, row] of ordersOf(await queries.rowsOf(ctx, id)).entries())
    if (row.outcome === '' && row.error === '')
      await queries.updateRow(
        ctx,
        id,
        at,
        (await isStopped(ctx)) ? { ...row, ...STOPPED } : await orderActions.perform(ctx, row),
      )
}
/** Revoking its token stops an agent between two orders. */
const isStopped = async (ctx: Ctx) => ctx.token !== undefined && (await queries.isRevoked(ctx, ctx.token.id))
const STOPPED = {
  outcome: 'failed',
  message: 'The token was revoked before this order’s turn, so nothing was done.',
}
const carryOut = (ctx: Ctx, id: number) => changes.outcome(ctx, { id, few: true })

/** @throws not_found, proposal_closed */
export async function withdraw(ctx: Ctx, id: number) {
  await inTransaction(ctx, async (ctx) => {
    const proposal = await lockIn(ctx, id, ['ready', 'waiting', 'approved'])
    await queries.update(ctx, id, { state: 'withdrawn' })
    await stopRun(ctx, proposal)
    await untellWaiting(ctx, proposal)
  })
  return get(ctx, id)
}

async function stopRun(ctx: Ctx, { rows }: Locked): Promise<void> {
  const run = runOf(rows)
  if (run) await publishingActions.stop(ctx, run)
}

/** A person decides about what a budget does not cover. @throws not_found, proposal_closed */
export async function decide(ctx: Ctx, id: number, { approve, note: words }: { approve: boolean; note: string }) {
  await inTransaction(ctx, async (ctx) => {
    await lockTokenOf(ctx, id)
    const proposal = await lockIn(ctx, id, approve ? ['waiting'] : ['waiting', 'ready', 'approved'])
    const state = approve ? 'approved' : 'declined'
    const decidedAt = ctx.services.clock.now()
    await queries.update(ctx, id, { state, note: words, decidedAt, decidedBy: ctx.userId })
    if (!approve) await stopRun(ctx, proposal)
    await untellWaiting(ctx, proposal)
    await note(ctx, approve ? 'approve' : 'decline', proposal, { note: words })
  })
  return get(ctx, id)
}

/** Begins to undo what a proposal changed. @throws not_found, proposal_closed, cannot_undo */
export const undo = (ctx: Ctx, id: number): Promise<Left> =>
  inTransaction(ctx, async (ctx) => {
    const proposal = await lockIn(ctx, id, ['applied', 'undone'])
    if (proposal.state === 'undone') return { changeSetId: proposal.undoSetId }
    const final = FINAL[aboutOf(proposal.rows)]
    if (final) throw new AppError('cannot_undo', final)
    const run = runOf(proposal.rows)
    if (run) await publishingActions.undo(ctx, run)
    const undoSetId = run ? null : (await changes.undo(ctx, proposal.changeSetId ?? 0)).id
    await queries.update(ctx, id, { state: 'undone', ...(undoSetId && { undoSetId }) })
    await note(ctx, 'undo', proposal, { changeSetId: undoSetId })
    return { changeSetId: undoSetId }
  })

type Session = HandlerReply<typeof undoProposals>
/** What is still to be undone, in this order, and what came of the rest. */
type SessionLeft = Session & { next: number[] }

/** Finds what a token applied since a moment. Each is undone by `undoNext`, the last one first. @throws not_found */
export async function sessionOf(
  ctx: Ctx,
  { tokenId, since }: HandlerInput<typeof undoProposals>['body'],
): Promise<SessionLeft> {
  const whose = tokenId ?? ctx.token?.id
  if (whose === undefined) throw invalid('tokenId', 'Choose whose changes to undo.')
  const isOthers = ctx.token?.usedBy === 'agent' && ctx.token.id !== whose
  if (isOthers || !(await queries.tokenExists(ctx, whose))) throw new AppError('not_found')
  const applied = await queries.appliedSince(ctx, whose, since)
  return { next: applied.map(({ id }) => id), undone: [], left: [], changed: 0, failed: 0 }
}

/** Undoes one after the other: a later change of a product is put back before an earlier one. @param goOn does the next part in a transaction */
export async function undoSession(
  ctx: Ctx,
  begun: SessionLeft,
  goOn: (work: (ctx: Ctx, left: SessionLeft) => Promise<SessionLeft>) => Promise<SessionLeft>,
): Promise<Session> {
  let now = begun
  for (;;) {
    // Also where an interrupted request began it: the next one may be about the same products.
    const last = now.undone.at(-1)
    if (last !== undefined) await outcome(ctx, last, await undo(ctx, last))
    const [next] = now.next
    if (next === undefined) break
    await endApplying(ctx, next)
    now = await goOn(undoNext)
  }
  const sums = { changed: 0, failed: 0 }
  for (const id of now.undone) {
    const { changeSetId } = await undo(ctx, id)
    if (changeSetId === null) continue
    const set = await changes.get(ctx, changeSetId)
    sums.changed += set.changed
    sums.failed += set.failed
  }
  announce(ctx, ['changes', 'proposals'])
  return { undone: now.undone, left: now.left, ...sums }
}

/** What is just being applied is undone, too, once it is whole. */
async function endApplying(ctx: Ctx, id: number): Promise<void> {
  const { state, changeSetId } = (await queries.find(ctx, id)) ?? {}
  if (state === 'applied' && changeSetId) await carryOut(ctx, changeSetId)
}

async function undoNext(ctx: Ctx, { next: [id, ...rest], ...soFar }: SessionLeft): Promise<SessionLeft> {
  if (id === undefined) return { ...soFar, next: [] }
  try {
    await undo(ctx, id)
    return { ...soFar, next: rest, undone: [...soFar.undone, id] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...soFar, next: rest, left: [...soFar.left, { id, reason: error.message }] }
  }
}
