import type {
  ChangeSet as ChangeSetShape,
  applyTags as applyTagsEndpoint,
  bulkEdit as bulkEditEndpoint,
  listChangeItems,
  updateProducts as updateEndpoint,
} from '#contract/changes/changes.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import type { ProductSelection } from '#contract/products/filter.ts'
import { labelOf } from '#domain/products/attributes/labels.ts'
import { showChanges } from '#domain/products/history/shown.ts'
import { parseTags } from '#domain/products/tags.ts'
import { type Ctx, allows, announce, inTransaction } from '../../context.ts'
import type { ChangeWork, ProposedChange } from '../../db/tables/changes.ts'
import { AppError, invalid } from '../../errors.ts'
import { undoChange } from '../mappings/write.ts'
import { undoMerge } from '../templates/merging.ts'
import * as products from '../products/service.ts'
import { matchingIds } from '../products/list/selection.ts'
import * as queries from './queries.ts'
import { enqueueRun, runChanges } from './run.ts'
import { changed } from './work.ts'

export { type PlannedChange, planEach } from './each.ts'
export { changed, created, removed } from './work.ts'
export type { Settled } from './queries.ts'

/** Products of a table that are saved in one transaction. */
const SAVED = 250
/** Up to this many products are processed within the request; larger sets run as a job. */
const AT_ONCE = 500
const DAY_MS = 24 * 3600 * 1000
/** A change set can be undone for so long; then it is forgotten. */
export const KEPT_MS = 30 * DAY_MS

/** @throws not_found */
export async function get(ctx: Ctx, id: number): Promise<ChangeSetShape> {
  const set = await queries.findSet(ctx, id)
  if (!set) throw new AppError('not_found')
  return shown(ctx, set)
}

export async function list(ctx: Ctx, page: { offset: number; limit: number }) {
  const { data, items } = await queries.listSets(ctx, page)
  return { data: data.map((set) => shown(ctx, set)), items }
}

function shown(
  ctx: Ctx,
  {
    id,
    kind,
    title,
    work,
    state,
    total,
    done,
    changed,
    unchanged,
    failed,
    error,
    userName,
    createdAt,
    finishedAt,
    undoneBy,
    undoes,
  }: queries.StoredSet,
): ChangeSetShape {
  const undoUntil =
    finishedAt && (changed > 0 || work?.do === 'rules') && undoneBy === null && mayUndo(ctx, kind)
      ? new Date(createdAt.getTime() + KEPT_MS)
      : null
  return {
    id,
    kind,
    title,
    state,
    total,
    done,
    changed,
    unchanged,
    failed,
    error,
    userName,
    createdAt,
    finishedAt,
    undoUntil,
    undoneBy,
    undoes,
  }
}

/** @throws not_found */
export async function listItems(
  ctx: Ctx,
  id: number,
  query: HandlerInput<typeof listChangeItems>['query'],
): Promise<HandlerReply<typeof listChangeItems>> {
  const set = await get(ctx, id)
  const rows = await queries.listItems(ctx, id, query)
  const items =
    query.state === undefined ? set.total : query.state === 'waiting' ? set.total - set.done : set[query.state]
  return {
    data: rows.map(({ before, after, ...row }) => ({
      ...row,
      changes: before || after ? showChanges(before, after) : [],
    })),
    items,
  }
}

type Change = HandlerInput<typeof updateEndpoint>['body']['products'][number]
/** How far the saving of a table is. */
type Saved = HandlerReply<typeof updateEndpoint> & { next: number }
const nothingSaved: Saved = { next: 0, changeSetId: null, saved: [], failed: [] }

/** Saves the next rows of a table, each for itself. What was changed becomes a change set. */
export async function updateSome(
  ctx: Ctx,
  changes: readonly Change[],
  { next, changeSetId, ...before }: Saved = nothingSaved,
): Promise<Saved> {
  const { outcomes, ...now } = await saveRows(ctx, changes.slice(next, next + SAVED), changeSetId)
  const saved = outcomes.flatMap((o) => (o.state === 'failed' ? [] : [{ id: o.id, version: o.version }]))
  const failed = outcomes.flatMap((o) =>
    o.state === 'failed' ? [{ id: o.id, code: o.code, message: o.message, fields: o.fields }] : [],
  )
  // Told after the commit where this is all; else by `updateRest`.
  if (next === 0 && changes.length <= SAVED && now.changeSetId !== null) announce(ctx, ['changes'])
  return { ...now, next: next + SAVED, saved: [...before.saved, ...saved], failed: [...before.failed, ...failed] }
}

/** The answer once all rows are saved. */
export function updated(
  changes: readonly Change[],
  { next, ...reply }: Saved,
): HandlerReply<typeof updateEndpoint> | undefined {
  return next < changes.length ? undefined : reply
}

/** Saves what is left of a table. @param goOn saves the next rows */
export async function updateRest(
  ctx: Ctx,
  changes: readonly Change[],
  begun: Saved,
  goOn: (work: (ctx: Ctx, left: Saved) => Promise<Saved>) => Promise<Saved>,
): Promise<HandlerReply<typeof updateEndpoint>> {
  let now = begun
  while (now.next < changes.length) now = await goOn((ctx, left) => updateSome(ctx, changes, left))
  const { next: _, ...reply } = now
  if (reply.changeSetId !== null) announce(ctx, ['changes'])
  return reply
}

async function saveRows(ctx: Ctx, changes: readonly Change[], changeSetId: number | null) {
  const outcomes = await products.updateMany(ctx, changes, {
    reason: 'edit',
  })
  if (!outcomes.some((o) => o.state === 'changed')) return { outcomes, changeSetId }
  const fields = [...new Set(outcomes.flatMap((o) => (o.state === 'changed' ? Object.keys(o.after) : [])))].map(labelOf)
  const items = outcomes.map(changed)
  if (changeSetId === null)
    return {
      outcomes,
      changeSetId: await queries.insertSettled(ctx, { kind: 'edit', title: titleOf('Edited', fields) }, items),
    }
  await queries.addSettled(ctx, changeSetId, items)
  return { outcomes, changeSetId }
}

const MOST_NAMED = 3
const titleOf = (what: string, names: readonly string[]) =>
  `${what} ${names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more` : names.join(', ')}`

/** Adds and removes tags. @throws invalid_input without products or tags */
export async function applyTags(
  ctx: Ctx,
  { productIds, selection, addTags, removeTags }: HandlerInput<typeof applyTagsEndpoint>['body'],
): Promise<Begun> {
  const [add, remove] = [addTags.flatMap(parseTags), removeTags.flatMap(parseTags)]
  if (!selection && productIds.length === 0) throw invalid('productIds', 'Select products first.')
  if (add.length + remove.length === 0) throw invalid('addTags', 'Choose tags to add or to remove.')
  const title = titleOf('Tags', [...add.map((tag) => `+${tag}`), ...remove.map((tag) => `−${tag}`)])
  return begin(ctx, { kind: 'tags', title, work: { do: 'tags', add, remove } }, selection ?? { ids: productIds })
}

/** Edits many products, as a job. @throws invalid_input when nothing is selected */
export const bulkEdit = (
  ctx: Ctx,
  { selection, edits }: HandlerInput<typeof bulkEditEndpoint>['body'],
): Promise<Begun> =>
  begin(
    ctx,
    {
      kind: 'bulk',
      title: titleOf('Bulk edit', [...new Set(edits.map((e) => labelOf(e.field)))]),
      work: { do: 'edit', edits },
    },
    selection,
  )

/** Changes each product as it was planned, unless it has changed since. Up to 500 products, in the caller's transaction; `outcome` carries it out. */
export async function changeEach(ctx: Ctx, title: string, rows: Record<number, ProposedChange>): Promise<Begun> {
  const id = await queries.insertSet(ctx, {
    kind: 'bulk',
    title,
    work: { do: 'each', rows },
    state: 'waiting',
    collected: true,
  })
  await queries.addWaiting(ctx, id, Object.keys(rows).map(Number))
  // In case nobody is left to carry it out.
  await enqueueRun(ctx, id)
  return { id, few: true }
}

/** Deletes many products, as a job. @throws invalid_input when nothing is selected */
export const deleteMany = (ctx: Ctx, selection: ProductSelection): Promise<Begun> =>
  begin(ctx, { kind: 'delete', title: 'Deleted products', work: { do: 'delete' } }, selection)

async function begin(
  ctx: Ctx,
  set: { kind: ChangeSetShape['kind']; title: string; work: ChangeWork },
  selection: ProductSelection,
): Promise<Begun> {
  const ids =
    'ids' in selection
      ? [...new Set(selection.ids)]
      : await matchingIds(ctx, selection.filter, { after: 0, limit: AT_ONCE + 1, except: selection.except })
  if (ids.length === 0) throw invalid('selection', 'No products match anymore. Change the filters, or select products.')
  const few = ids.length <= AT_ONCE
  const whole = few || 'ids' in selection
  const id = await inTransaction(ctx, async (ctx) => {
    const id = await queries.insertSet(ctx, {
      ...set,
      state: 'waiting',
      collected: whole,
      ...(whole ? {} : { selection }),
    })
    if (whole) await queries.addWaiting(ctx, id, ids)
    if (!(few && set.kind === 'tags')) await enqueueRun(ctx, id)
    return id
  })
  return { id, few: few && set.kind === 'tags' }
}

/** A change set that has begun. `few`: it is short, and processed while its caller waits. */
export type Begun = { id: number; few: boolean }

/** The change set once a short one is done. */
export async function outcome(ctx: Ctx, { id, few }: Begun): Promise<ChangeSetShape> {
  if (few) await runChanges(ctx.services, { organizationId: ctx.organizationId, changeSetId: id })
  return get(ctx, id)
}

/** Begins to put back what a change set changed, as a change set of its own. @throws not_found, cannot_undo, forbidden */
export async function undo(ctx: Ctx, id: number): Promise<Begun> {
  const begun = await inTransaction(ctx, async (ctx) => {
    const set = await queries.lockSet(ctx, id)
    if (!set) throw new AppError('not_found')
    await refuseRole(ctx, set)
    refuseUndo(ctx, set)
    const few = (set.work?.do === 'rules' ? set.total : set.changed) <= AT_ONCE
    const undoing = await queries.insertSet(ctx, {
      kind: 'undo',
      title: `Undo: ${set.title}`.slice(0, 300),
      state: 'waiting',
      work: set.work?.do === 'rules' ? await rulesUndone(ctx, set.work) : { do: 'undo' },
      undoes: id,
    })
    await queries.updateSet(ctx, id, { undoneBy: undoing })
    if (set.work?.do === 'merge') await undoMerge(ctx, set.work)
    if (!few) await enqueueRun(ctx, undoing)
    return { id: undoing, few }
  })
  announce(ctx, ['changes'])
  return begun
}

/** The work of going back to the rules that were. */
const rulesUndone = async (ctx: Ctx, work: Extract<ChangeWork, { do: 'rules' }>): Promise<ChangeWork> => ({
  do: 'rules',
  all: await queries.areRulesChanging(ctx),
  ...(await undoChange(ctx, work)),
})

/** Undoing deletes what an import made, and what an undone deletion brought back: who may not do the one may not do the other. */
const rights: Partial<Record<ChangeSetShape['kind'], Permission>> = {
  import: 'imports:write',
  delete: 'products:delete-many',
  rules: 'templates:write',
  pricing: 'listings:write',
}
function mayUndo(ctx: Ctx, kind: ChangeSetShape['kind']): boolean {
  const needed = rights[kind]
  return needed === undefined || allows(ctx, needed)
}
/** An undo is what it undoes; one whose origin is forgotten may have been anything. */
async function refuseRole(
  ctx: Ctx,
  { kind, undoes }: { kind: ChangeSetShape['kind']; undoes: number | null },
): Promise<void> {
  const origin = undoes === null ? undefined : await queries.findSet(ctx, undoes)
  if (origin) return refuseRole(ctx, origin)
  if (!mayUndo(ctx, kind === 'undo' ? 'delete' : kind))
    throw new AppError('forbidden', 'Your role in this organization does not allow this.')
}

function refuseUndo(
  ctx: Ctx,
  { state, work, changed, undoneBy, createdAt }: NonNullable<Awaited<ReturnType<typeof queries.lockSet>>>,
) {
  if (undoneBy !== null) throw new AppError('cannot_undo', 'This was undone already.')
  if (state === 'waiting' || state === 'running')
    throw new AppError('cannot_undo', 'Still running. Wait until it’s done, or stop it.')
  if (ctx.services.clock.now().getTime() > createdAt.getTime() + KEPT_MS)
    throw new AppError('cannot_undo', 'You can only undo changes from the last 30 days.')
  if (changed === 0 && work?.do !== 'rules') throw new AppError('cannot_undo', 'This changed nothing.')
}

/** Stops a change set after the products in progress. @throws not_found, cannot_undo */
export const cancel = (ctx: Ctx, id: number): Promise<{ ok: true }> =>
  inTransaction(ctx, async (ctx) => {
    const set = await queries.lockSet(ctx, id)
    if (!set) throw new AppError('not_found')
    // Imports continue their own change sets.
    if (!set.work || (set.state !== 'waiting' && set.state !== 'running')) return { ok: true as const }
    if (set.work.do === 'rules')
      throw new AppError(
        'cannot_undo',
        'The rules are saved and listings are updating. You can undo this when it’s done.',
      )
    await queries.updateSet(ctx, id, { state: 'cancelled', finishedAt: ctx.services.clock.now() })
    // What an undo had not come to yet may be undone once more.
    if (set.undoes !== null) await queries.updateSet(ctx, set.undoes, { undoneBy: null })
    return { ok: true as const }
  })

/** Begins a change set whose work its caller does. */
export const open = (ctx: Ctx, kind: 'import' | 'pricing', title: string): Promise<number> =>
  queries.insertSet(ctx, { kind, title, state: 'running', collected: true })

/** Notes what became of products, in the transaction that changed them. */
export async function record(ctx: Ctx, id: number, items: readonly queries.Settled[]): Promise<void> {
  if (items.length > 0) await queries.addSettled(ctx, id, items)
}

/** Ends a change set that `open` began. */
export const close = (ctx: Ctx, id: number, state: 'done' | 'cancelled' | 'failed', error = ''): Promise<unknown> =>
  queries.updateSet(ctx, id, { state, error, finishedAt: ctx.services.clock.now() })
