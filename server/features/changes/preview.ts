import type { previewBulkEdit } from '#contract/changes/changes.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { amountIn } from '#domain/numbers/money.ts'
import { type Doubt, priceDoubts, worstFirst } from '#domain/products/price-doubt.ts'
import { type Snapshot, difference, snapshotOf } from '#domain/products/history/snapshot.ts'
import { showChanges } from '#domain/products/history/shown.ts'
import { breathe } from '../../breathe.ts'
import type { Ctx } from '../../context.ts'
import { currencyOf } from '../organizations/service.ts'
import * as products from '../products/service.ts'
import { countSelection, matchingIds } from '../products/list/selection.ts'
import * as templates from '../templates/service.ts'
import { edited } from './edited.ts'

type Asked = HandlerInput<typeof previewBulkEdit>['body']
type Item = HandlerReply<typeof previewBulkEdit>['examples'][number]
export type Plan = ReturnType<typeof edited>
type Made = ReturnType<Plan>

/** A preview reads this many products; for larger selections its numbers are lower bounds. */
const LOOKED_AT = 20_000
const CHUNK = 500
const SHOWN = 10
const WORST = 5

/** What a bulk edit would change, with some examples and what would be refused. */
export async function preview(ctx: Ctx, { selection, edits }: Asked): Promise<HandlerReply<typeof previewBulkEdit>> {
  const doubts = noDoubts()
  const currency = await currencyOf(ctx)
  const say = (amount: number) => amountIn(amount, currency)
  const seen = await lookAt(ctx, selection, edited(edits), (product, made) =>
    doubt(doubts, product, { ...product, ...made }, say),
  )
  return { ...seen, doubts }
}

/** What a plan would make of the products, with some examples and what would be refused. Nothing is locked or written. @param each is told what a product would get */
export async function lookAt(
  ctx: Ctx,
  selection: Asked['selection'],
  plan: Plan,
  each: (product: products.Present['product'], made: Exclude<Made, products.Failure>) => void = () => undefined,
) {
  const seen = {
    total: await countSelection(ctx, selection),
    changing: 0,
    failing: 0,
    capped: false,
    examples: [] as Item[],
    problems: [] as Item[],
  }
  const attributesOf = templatesOnce(ctx)
  let looked = 0
  for await (const ids of chunksOf(ctx, selection)) {
    for (const { id, product } of (await products.presentMany(ctx, ids)).values()) {
      const made = plan(product, { attributes: await attributesOf(product.templateId) })
      note(seen, id, product, made)
      if (!products.isFailure(made)) each(product, made)
      await breathe()
    }
    looked += ids.length
    if (looked >= LOOKED_AT) break
  }
  return { ...seen, capped: seen.total > LOOKED_AT }
}

function note(
  seen: { changing: number; failing: number; examples: Item[]; problems: Item[] },
  productId: number,
  product: products.Present['product'],
  made: Made,
) {
  const item = { productId, sku: product.sku, title: product.title, changes: [], error: '', fields: {} }
  if (products.isFailure(made)) {
    seen.failing += 1
    if (seen.problems.length < SHOWN)
      seen.problems.push({ ...item, state: 'failed', error: made.message, fields: made.fields })
    return
  }
  const changed = difference(part(product, made), part({ ...product, ...made }, made))
  if (!changed) return
  seen.changing += 1
  if (seen.examples.length < SHOWN)
    seen.examples.push({ ...item, state: 'changed', changes: showChanges(changed.before, changed.after) })
}

const noDoubts = () => ({ items: 0, worst: [] as Doubt[] })

/** Adds what speaks against the prices that a product would get. */
function doubt(doubts: ReturnType<typeof noDoubts>, before: Priced, after: Priced, say: (amount: number) => string) {
  if (before.price === after.price && before.cost === after.cost) return
  const priceProblems = priceDoubts(inDollars(after), say, inDollars(before))
  doubts.items += priceProblems.length
  if (priceProblems.length > 0) doubts.worst = worstFirst([...doubts.worst, ...priceProblems]).slice(0, WORST)
}

type Priced = products.Present['product']
const dollars = (minor: number | null) => (minor === null ? null : minor / 100)
const inDollars = ({ sku, price, cost, variations = [] }: Priced) => ({
  sku,
  price: price / 100,
  cost: cost / 100,
  variations: variations.map((v) => ({ id: v.id, sku: v.sku, price: dollars(v.price), cost: dollars(v.cost) })),
})

/** The fields that edits touch. */
const part = (product: products.Present['product'], made: object): Snapshot =>
  snapshotOf({
    attributes: [],
    ...Object.fromEntries(Object.entries(product).filter(([name]) => name in made)),
  } as unknown as products.Present['product'])

async function* chunksOf(ctx: Ctx, selection: Asked['selection']): AsyncGenerator<number[]> {
  if ('ids' in selection) {
    for (let at = 0; at < selection.ids.length; at += CHUNK) yield selection.ids.slice(at, at + CHUNK)
    return
  }
  for (let after = 0; ; ) {
    const ids = await matchingIds(ctx, selection.filter, { after, limit: CHUNK, except: selection.except })
    if (ids.length === 0) return
    yield ids
    after = ids.at(-1) ?? after
  }
}

/** Attributes by template, each read once. */
function templatesOnce(ctx: Ctx) {
  const known = new Map<number, Awaited<ReturnType<typeof templates.attributesOf>>>()
  return async (id: number) => {
    const attributes = known.get(id) ?? (await templates.attributesOf(ctx, id))
    known.set(id, attributes)
    return attributes
  }
}
