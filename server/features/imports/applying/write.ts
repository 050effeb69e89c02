import type { ImportOutcome } from '#contract/imports.ts'
import { differences } from '#domain/imports/planning/diff.ts'
import type { Judgement } from '#domain/imports/planning/judge.ts'
import type { ReadProduct } from '#domain/imports/planning/product.ts'
import type { Ctx } from '../../../context.ts'
import { plainText, sanitise } from '../../../http/requests/html.ts'
import * as changes from '../../changes/service.ts'
import * as products from '../../products/service.ts'

/** What became of one unit. */
export interface Result {
  outcome: ImportOutcome
  productId: number | null
  errors: Record<string, string>
  item?: changes.Settled
}

const clean = { html: sanitise, line: plainText }
export const refused = (
  productId: number | null,
  errors: Record<string, string>,
  sentence = 'This row was rejected.',
): Result => ({ outcome: 'error', productId, errors: { ...errors, '': sentence } })
const why = (outcome: { state: string; message?: string } | undefined) => outcome?.message

/** Makes, changes and deletes the products of judgements, in the caller's transaction. @returns in their order */
export async function writeProducts(ctx: Ctx, judged: readonly Judgement[]): Promise<Result[]> {
  const results = new Map<number, Result>()
  await create(ctx, judged, results)
  await update(ctx, judged, results)
  await remove(ctx, judged, results)
  return judged.map(
    (j, n) =>
      results.get(n) ?? { outcome: j.outcome, productId: 'productId' in j ? j.productId : null, errors: j.errors },
  )
}

async function create(ctx: Ctx, judged: readonly Judgement[], results: Map<number, Result>) {
  const creations = judged.flatMap((j, n) => (j.outcome === 'create' ? [{ n, ...j }] : []))
  const made =
    creations.length > 0
      ? await products.createMany(
          ctx,
          creations.map((w) => w.product),
        )
      : []
  creations.forEach(({ n, errors }, at) => {
    const result = made[at]
    results.set(
      n,
      result?.state === 'created'
        ? { outcome: 'create', productId: result.id, errors, item: slim(changes.created(result)) }
        : refused(null, errors, why(result)),
    )
  })
}

/** What the history shows of a product that was made: to undo it takes no more than its id. */
const shown = ['templateId', 'sku', 'title', 'price', 'cost', 'quantity', 'condition']
const slim = (item: changes.Settled): changes.Settled => ({
  ...item,
  after: item.after && Object.fromEntries(shown.map((name) => [name, item.after?.[name]])),
})

/** A product that several units are about (its variations, row by row) is changed once for each, one after the other. */
async function update(ctx: Ctx, judged: readonly Judgement[], results: Map<number, Result>) {
  const updates = judged.flatMap((j, n) => (j.outcome === 'update' ? [{ n, ...j }] : []))
  const rounds: { ids: Set<number>; units: typeof updates }[] = []
  for (const entry of updates) {
    let round = rounds.find((r) => !r.ids.has(entry.productId))
    if (!round) rounds.push((round = { ids: new Set(), units: [] }))
    round.ids.add(entry.productId)
    round.units.push(entry)
  }
  for (const { units } of rounds) {
    const made = await products.changeMany(
      ctx,
      units.map(({ productId, read, moveTo }) => ({
        id: productId,
        levels: concernsLevels(read) || moveTo !== undefined,
        templateId: moveTo?.id,
        plan: (now) => differences(read, now, clean, moveTo)?.change ?? null,
      })),
      { reason: 'import' },
    )
    units.forEach(({ n, productId, errors }, at) => {
      const result = made[at]
      results.set(
        n,
        !result || result.state === 'failed'
          ? refused(productId, errors, why(result))
          : {
              outcome: result.state === 'changed' ? 'update' : 'unchanged',
              productId,
              errors,
              item: changes.changed(result),
            },
      )
    })
  }
}

const concernsLevels = ({ quantity, sold, variations }: ReadProduct) =>
  quantity !== undefined || sold !== undefined || variations.length > 0

async function remove(ctx: Ctx, judged: readonly Judgement[], results: Map<number, Result>) {
  const deletions = judged.flatMap((j, n) => (j.outcome === 'delete' ? [{ n, productId: j.productId }] : []))
  const made =
    deletions.length > 0
      ? await products.removeMany(
          ctx,
          deletions.map((w) => w.productId),
        )
      : []
  deletions.forEach(({ n, productId }, at) => {
    const result = made[at]
    results.set(
      n,
      result?.state === 'removed'
        ? { outcome: 'delete', productId, errors: {}, item: changes.removed(result) }
        : refused(productId, {}, why(result)),
    )
  })
}

/** What the change set keeps of a unit; the names are for what is not in the database. */
export function itemOf({ outcome, productId, errors, item }: Result, read: ReadProduct): changes.Settled {
  const settled = item ?? {
    productId,
    state: outcome === 'error' ? 'failed' : 'unchanged',
    before: null,
    after: null,
    error: errors[''] ?? '',
    fields: {},
  }
  return { ...settled, sku: read.sku, title: read.texts.title ?? '' }
}
