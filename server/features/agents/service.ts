import {
  MOST_PROPOSED,
  PROPOSAL_DAYS,
  type ProposalState,
  type propose as proposeEndpoint,
  type listProposals,
  type getBudget,
  type getProposal,
  type undoProposals,
} from '#contract/agents/proposals.ts'
import type { Edit } from '#contract/changes/changes.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { type Cost, beyondBudget, costOf } from '#domain/agents/budget.ts'
import { amountIn } from '#domain/numbers/money.ts'
import { labelOf } from '#domain/products/attributes/labels.ts'
import { showChanges } from '#domain/products/history/shown.ts'
import { type Ctx, announce, inTransaction } from '../../context.ts'
import type { StoredRow } from '../../db/tables/agents.ts'
import { AppError, invalid } from '../../errors.ts'
import { audit } from '../audit.ts'
import * as notifications from '../notifications/service.ts'
import * as changes from '../changes/service.ts'
import { currencyOf } from '../organizations/service.ts'
import * as queries from './queries.ts'

type WithRows = HandlerReply<typeof getProposal>
type Asked = HandlerInput<typeof proposeEndpoint>['body']
type Locked = NonNullable<Awaited<ReturnType<typeof queries.lock>>>

const DAY_MS = 24 * 3600 * 1000
/** Longer values are cut where they are shown; what is applied is whole. */
const SHOWN_CHARACTERS = 400
const MOST_NAMED = 3

export const list = (ctx: Ctx, query: HandlerInput<typeof listProposals>['query']) => queries.list(ctx, query)

export async function budgetOf(ctx: Ctx): Promise<HandlerReply<typeof getBudget>> {
  const [id, currency] = [ctx.token?.id, await currencyOf(ctx)]
  if (id === undefined) return { budget: null, used: { products: 0, units: 0, money: 0 }, currency }
  return { budget: await queries.budgetOf(ctx, id), used: await queries.usedBy(ctx, id), currency }
}

/** @throws not_found */
export async function get(ctx: Ctx, id: number): Promise<WithRows> {
  const proposal = await queries.find(ctx, id)
  if (!proposal) throw new AppError('not_found')
  const rows = await queries.rowsOf(ctx, id)
  const live = Map.groupBy(
    await queries.liveOn(
      ctx,
      rows.map(({ productId }) => productId),
    ),
    ({ productId }) => productId,
  )
  const set =
    proposal.changeSetId === null ? undefined : await changes.get(ctx, proposal.changeSetId).catch(isForgotten)
  return {
    ...proposal,
    rows: rows.map(({ productId, sku, title, before, after, error }) => ({
      productId,
      sku,
      title,
      error,
      changes: showChanges(before, after).map((change) => ({
        field: change.field,
        before: cut(change.before),
        after: cut(change.after),
      })),
      liveOn: (live.get(productId) ?? []).map(({ channel }) => channel),
    })),
    outcome: set ? { changed: set.changed, failed: set.failed } : null,
  }
}

/** Change sets are deleted after 30 days. */
function isForgotten(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}

const cut = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)

/** Saves what would be changed. Nothing of the products is changed. @throws not_found, invalid_input */
export async function propose(ctx: Ctx, { reason, changes: asked }: Asked): Promise<WithRows> {
  const wanted = editsByProduct(asked)
  return inTransaction(ctx, async (ctx) => {
    const planned = await changes.planEach(ctx, wanted)
    if (planned.size < wanted.length)
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
    const beyond = await beyondOf(ctx, cost, ctx.token?.id ?? null)
    const edits = asked.flatMap((change) => change.edits)
    const id = await queries.add(ctx, {
      ...cost,
      title: titleOf(edits),
      reason,
      rows,
      beyond,
      state: beyond.length > 0 ? 'waiting' : 'ready',
      expiresAt: new Date(ctx.services.clock.now().getTime() + PROPOSAL_DAYS * DAY_MS),
    })
    if (beyond.length > 0) await tellWaiting(ctx, { id, tokenId: ctx.token?.id ?? null, title: titleOf(edits) })
    return get(ctx, id)
  })
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
function editsByProduct(asked: Asked['changes']) {
  const edits = new Map<number, Edit[]>()
  for (const change of asked)
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

async function beyondOf(ctx: Ctx, cost: Cost, tokenId: number | null): Promise<string[]> {
  if (tokenId === null) return []
  const budget = await queries.lockBudget(ctx, tokenId)
  const [used, currency] = [await queries.usedBy(ctx, tokenId), await currencyOf(ctx)]
  return beyondBudget(cost, used, budget, (minor) => amountIn(minor / 100, currency))
}

/** A state as people see it. */
function stateOf(ctx: Ctx, { state, expiresAt }: Pick<Locked, 'state' | 'expiresAt'>): ProposalState {
  const isOpen = state === 'ready' || state === 'waiting' || state === 'approved'
  return isOpen && expiresAt <= ctx.services.clock.now() ? 'expired' : state
}

/** @throws not_found, proposal_closed unless it is in one of these states */
async function lockIn(ctx: Ctx, id: number, states: readonly ProposalState[]): Promise<Locked> {
  const proposal = await queries.lock(ctx, id)
  if (!proposal) throw new AppError('not_found')
  const state = stateOf(ctx, proposal)
  if (!states.includes(state)) throw new AppError('proposal_closed', closed[state])
  return proposal
}
const closed: Record<ProposalState, string> = {
  ready: 'This proposal doesn’t need approval.',
  waiting: 'This proposal waits for approval.',
  approved: 'This proposal is approved already.',
  declined: 'This proposal was declined.',
  withdrawn: 'This proposal was withdrawn.',
  applied: 'This proposal was applied.',
  undone: 'This proposal was undone.',
  expired: 'This proposal has expired. Propose the change again.',
}

/** Where carrying out goes on after the commit: the change set that does it, if there is one. */
type Left = { changeSetId: number | null }

/**
 * Begins to apply a proposal. What the budget no longer covers waits for approval instead, and its state says so. Applied twice, it is carried out once.
 * @throws not_found, proposal_closed
 */
export const apply = (ctx: Ctx, id: number): Promise<Left> =>
  inTransaction(ctx, async (ctx) => {
    const proposal = await lockIn(ctx, id, ['ready', 'waiting', 'approved', 'applied'])
    if (proposal.state === 'applied') return { changeSetId: proposal.changeSetId }
    if (proposal.state !== 'approved') {
      const beyond = await beyondOf(ctx, proposal, proposal.tokenId)
      if (beyond.length > 0) {
        await queries.update(ctx, id, { state: 'waiting', beyond })
        if (proposal.state === 'ready') await tellWaiting(ctx, proposal)
        return { changeSetId: null }
      }
    }
    const rows = Object.fromEntries(
      proposal.rows
        .filter(isMade)
        .map(({ productId, edits, before, after }) => [productId, { edits, before, after }] as const),
    )
    const { id: changeSetId } = await changes.changeEach(ctx, proposal.title, rows)
    await queries.update(ctx, id, { state: 'applied', appliedAt: ctx.services.clock.now(), changeSetId, beyond: [] })
    await untellWaiting(ctx, proposal)
    await note(ctx, 'apply', proposal, { changeSetId })
    return { changeSetId }
  })

const note = (ctx: Ctx, action: string, { id, title, reason }: Locked, more: object = {}) =>
  audit(ctx, { entity: 'proposal', entityId: id, action, new: { title, reason, ...more } })

/** The proposal once what was begun is done. */
export async function outcome(ctx: Ctx, id: number, { changeSetId }: Left): Promise<WithRows> {
  if (changeSetId !== null) await carryOut(ctx, changeSetId)
  announce(ctx, ['changes', 'proposals'])
  return get(ctx, id)
}
const carryOut = (ctx: Ctx, id: number) => changes.outcome(ctx, { id, few: true })

/** @throws not_found, proposal_closed */
export async function withdraw(ctx: Ctx, id: number) {
  await inTransaction(ctx, async (ctx) => {
    const proposal = await lockIn(ctx, id, ['ready', 'waiting', 'approved'])
    await queries.update(ctx, id, { state: 'withdrawn' })
    await untellWaiting(ctx, proposal)
  })
  return get(ctx, id)
}

/** A person decides about what a budget does not cover. @throws not_found, proposal_closed */
export async function decide(ctx: Ctx, id: number, { approve, note: words }: { approve: boolean; note: string }) {
  await inTransaction(ctx, async (ctx) => {
    const proposal = await lockIn(ctx, id, approve ? ['waiting'] : ['waiting', 'ready', 'approved'])
    const state = approve ? 'approved' : 'declined'
    const decidedAt = ctx.services.clock.now()
    await queries.update(ctx, id, { state, note: words, decidedAt, decidedBy: ctx.userId })
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
    const undoing = await changes.undo(ctx, proposal.changeSetId ?? 0)
    await queries.update(ctx, id, { state: 'undone', undoSetId: undoing.id })
    await note(ctx, 'undo', proposal, { changeSetId: undoing.id })
    return { changeSetId: undoing.id }
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
    if (now.next.length === 0) break
    now = await goOn(undoNext)
  }
  const sums = { changed: 0, failed: 0 }
  for (const id of now.undone) {
    const { changeSetId } = await undo(ctx, id)
    const set = await changes.get(ctx, changeSetId ?? 0)
    sums.changed += set.changed
    sums.failed += set.failed
  }
  announce(ctx, ['changes', 'proposals'])
  return { undone: now.undone, left: now.left, ...sums }
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
