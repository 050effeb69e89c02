import { changeTags } from '#domain/products/history/edits.ts'
import { type Merge, type MergeEffect, mergeProduct } from '#domain/templates/merge.ts'
import { labelOf, listingOf } from '#domain/products/attributes/labels.ts'
import type { Held } from '#domain/products/history/snapshot.ts'
import type { Ctx } from '../../context.ts'
import type { ChangeWork, ProposedChange } from '../../db/tables/changes.ts'
import * as products from '../products/service.ts'
import { compared } from '../mappings/following.ts'
import { owe } from '../outbox/service.ts'
import * as pricing from '../pricing/service.ts'
import { exactly } from './each.ts'
import { countsPieces, edited } from './edited.ts'
import type { Settled, WaitingItem } from './queries.ts'

interface Run {
  work: ChangeWork
  sourceKey: string
}

/** Does a change set's work to some products, in the caller's transaction. @returns what became of each, by number */
export async function doWork(
  ctx: Ctx,
  { work, sourceKey }: Run,
  items: readonly WaitingItem[],
): Promise<Map<number, Settled>> {
  const ids = items.map((i) => i.productId)
  if (work.do === 'undo') return undo(ctx, sourceKey, items)
  if (work.do === 'rules') return followRules(ctx, work, items)
  if (work.do === 'delete') return byNumber(items, (await products.removeMany(ctx, ids)).map(removed))
  const outcomes = await products.changeMany(
    ctx,
    ids.map((id) => ({ id, ...planOf(work, id) })),
    { reason: 'bulk', sourceKey },
  )
  return byNumber(items, outcomes.map(changed))
}

/** What is made of each product, and whether that concerns its pieces or variations. */
function planOf(work: Extract<ChangeWork, { do: 'edit' | 'tags' | 'merge' | 'each' }>, id: number) {
  if (work.do === 'each') return eachPlan(work.rows[id])
  if (work.do === 'edit') return { plan: edited(work.edits), levels: countsPieces(work.edits) }
  return work.do === 'merge' ? { plan: uncounted(merged(work)), levels: true } : { plan: tagged(work), levels: false }
}

const eachPlan = (row: ProposedChange | undefined) =>
  row ? { plan: exactly(row), levels: countsPieces(row.edits) } : { plan: () => null, levels: false }

const byNumber = (items: readonly { n: number }[], outcomes: readonly Settled[]) =>
  new Map(items.flatMap(({ n }, at) => (outcomes[at] ? [[n, outcomes[at]] as const] : [])))

/** What a merge of two attributes makes of a product. @param each is told what becomes of the target's value */
export const merged =
  (merge: Merge, each: (effect: MergeEffect) => void = () => undefined) =>
  (now: Held): Partial<Held> | products.Failure => {
    const made = mergeProduct(now, merge)
    if ('fields' in made) return products.failure('invalid_input', Object.values(made.fields)[0], made.fields)
    if (made.effect) each(made.effect)
    return made.change
  }
/** Pieces that are not touched are not said either. */
const uncounted =
  (plan: (now: Held) => Partial<Held> | products.Failure) =>
  (now: Held): Omit<products.Change, 'id'> | products.Failure => {
    const made = plan(now)
    if (products.isFailure(made)) return made
    const { variations, ...change } = made
    return { ...change, ...(variations && { variations: variations.map(products.withoutPieces) }) }
  }
const tagged =
  ({ add, remove }: { add: string[]; remove: string[] }) =>
  (now: Held) => ({ tags: changeTags(now.tags, add, remove) })

/** Notes how products read by other rules, and what their listings owe their channels. */
async function followRules(
  ctx: Ctx,
  work: Extract<ChangeWork, { do: 'rules' }>,
  items: readonly WaitingItem[],
): Promise<Map<number, Settled>> {
  const ids = items.map((i) => i.productId)
  const read = new Map((await compared(ctx, work, ids)).map((row) => [row.id, row]))
  await owe(ctx, work.all ? ids : ids.filter((id) => read.get(id)?.changed), 'revise')
  return byNumber(
    items,
    ids.map((productId) => {
      const { changed: made, problem = '' } = read.get(productId) ?? {}
      if (problem) return { ...plain, productId, state: 'failed', error: problem }
      return made ? { ...plain, productId, state: 'changed', ...made } : { ...plain, productId, state: 'unchanged' }
    }),
  )
}

const plain = { before: null, after: null, error: '', fields: {} }
/** The refusal of a product, as the change set keeps it. */
export const refused = (productId: number | null, { message, fields }: products.Failure): Settled => ({
  ...plain,
  productId,
  state: 'failed',
  error: message,
  fields,
})
export function changed(outcome: products.ManyOutcome): Settled {
  if (outcome.state === 'failed') return refused(outcome.id, outcome)
  return outcome.state === 'unchanged'
    ? { ...plain, productId: outcome.id, state: 'unchanged' }
    : { ...plain, productId: outcome.id, state: 'changed', before: outcome.before, after: outcome.after }
}
export const removed = (outcome: products.RemoveOutcome): Settled =>
  outcome.state === 'failed'
    ? refused(outcome.id, outcome)
    : { ...plain, productId: outcome.id, state: 'changed', before: outcome.before }
export const created = (outcome: products.CreateOutcome): Settled =>
  outcome.state === 'failed'
    ? refused(null, outcome)
    : { ...plain, productId: outcome.id, state: 'changed', after: outcome.after }

/** What was made goes, which frees its SKUs; what went comes back; what was changed is put back. Where nobody knows any more what was done, nothing is. */
async function undo(ctx: Ctx, sourceKey: string, all: readonly WaitingItem[]): Promise<Map<number, Settled>> {
  const priced = new Map<number, Settled>()
  for (const item of all) if (pricesIn(item.before).length > 0) priced.set(item.n, await undoPrices(ctx, item))
  const items = all.filter(({ n }) => !priced.has(n))
  const [made, deletions, updated] = [
    items.filter((i) => !i.before && i.after),
    items.filter((i) => i.before && !i.after),
    items.filter((i) => i.before && i.after),
  ]
  const lost = items
    .filter((i) => !i.before && !i.after)
    .map(
      (i) =>
        [
          i.n,
          refused(i.productId, products.failure('cannot_undo', 'The details of this change are no longer available.')),
        ] as const,
    )
  const removals = byNumber(
    made,
    (
      await products.removeMany(
        ctx,
        made.map((i) => i.productId),
        { unlinking: true },
      )
    ).map(removed),
  )
  const changes: [number, Settled][] = []
  for (const round of rounds(updated))
    changes.push(
      ...byNumber(
        round,
        (
          await products.changeMany(
            ctx,
            round.map(({ productId, before, after }) => products.backwards(productId, before ?? {}, after ?? {})),
            { reason: 'undo', sourceKey },
          )
        ).map(changed),
      ),
    )
  const returns = byNumber(
    deletions,
    (
      await products.restoreMany(
        ctx,
        deletions.map((i) => ({ id: i.productId, before: i.before ?? {} })),
      )
    )
      .map(created)
      .map((o, n) => ({ ...o, productId: deletions[n]?.productId ?? null })),
  )
  return new Map([...priced, ...lost, ...removals, ...changes, ...returns])
}

const pricesIn = (snapshot: WaitingItem['before']) =>
  Object.keys(snapshot ?? {}).flatMap((field) => {
    const listingId = listingOf(field)
    return listingId === undefined ? [] : [{ field, listingId }]
  })

/** Prices that follow a schedule go back on their listings; the product itself stays as it is. */
async function undoPrices(ctx: Ctx, { productId, before, after }: WaitingItem): Promise<Settled> {
  const of = (snapshot: WaitingItem['before'], field: string) => snapshot?.[field] as pricing.KeptPrice
  for (const { field, listingId } of pricesIn(before))
    if (!(await pricing.putBack(ctx, { listingId, before: of(before, field), after: of(after, field) })))
      return refused(productId, products.failure('edit_conflict', `${labelOf(field)} was changed since.`, {}))
  return { ...plain, productId, state: 'changed', before: after, after: before }
}

/** A product that was changed several times is put back step by step, in the order given. */
function rounds(items: readonly WaitingItem[]): WaitingItem[][] {
  const chunks: WaitingItem[][] = []
  const times = new Map<number, number>()
  for (const item of items) {
    const time = times.get(item.productId) ?? 0
    times.set(item.productId, time + 1)
    const round = chunks[time]
    if (round) round.push(item)
    else chunks.push([item])
  }
  return chunks
}
