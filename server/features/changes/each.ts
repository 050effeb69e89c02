import type { Edit } from '#contract/changes/changes.ts'
import { type Held, type Snapshot, difference, sameValue, snapshotOf } from '#domain/products/history/snapshot.ts'
import type { Ctx } from '../../context.ts'
import type { ProposedChange } from '../../db/tables/changes.ts'
import * as products from '../products/service.ts'
import * as templates from '../templates/service.ts'
import { edited } from './edited.ts'

type Attributes = readonly { name: string }[]
export interface PlannedChange extends ProposedChange {
  product: Held
  /** Why it cannot be made; '' when it can. Without a problem and without a difference, the product has these values already. */
  error: string
}

const CHANGED = 'This product was changed since. Propose the change again.'

/** What edits would make of a product: the values that differ, before and after. */
function plan(product: Held, edits: readonly Edit[], attributes: Attributes) {
  const made = edited(edits)(product, { attributes })
  if (products.isFailure(made)) return made
  return { made, ...(difference(touched(product, made), touched({ ...product, ...made }, made)) ?? nothing) }
}
const nothing = { before: {}, after: {} }

const touched = (product: Held, made: object): Snapshot =>
  snapshotOf({
    attributes: [],
    ...Object.fromEntries(Object.entries(product).filter(([name]) => name in made)),
  } as unknown as Held)

/** Plans edits of several products, each its own; nothing is locked or written. Products that do not exist are missing. */
export async function planEach(
  ctx: Ctx,
  rows: readonly { productId: number; edits: Edit[] }[],
): Promise<Map<number, PlannedChange>> {
  const present = await products.presentMany(
    ctx,
    rows.map((row) => row.productId),
  )
  const attributesOf = new Map<number, Attributes>()
  const planned = new Map<number, PlannedChange>()
  for (const { productId, edits } of rows) {
    const product = present.get(productId)?.product
    if (!product) continue
    const attributes = attributesOf.get(product.templateId) ?? (await templates.attributesOf(ctx, product.templateId))
    attributesOf.set(product.templateId, attributes)
    const outcome = plan(product, edits, attributes)
    planned.set(
      productId,
      products.isFailure(outcome)
        ? { product, edits, ...nothing, error: outcome.message }
        : { product, edits, before: outcome.before, after: outcome.after, error: '' },
    )
  }
  return planned
}

/** Makes a planned change of a locked product, unless it would be another one by now. */
export const exactly =
  ({ edits, before, after }: ProposedChange) =>
  (now: Held, { attributes }: { attributes: Attributes }) => {
    const outcome = plan(now, edits, attributes)
    if (products.isFailure(outcome)) return outcome
    const same = agrees(outcome.before, before) && agrees(outcome.after, after)
    return same ? outcome.made : products.failure('edit_conflict', CHANGED)
  }

const agrees = (a: Snapshot, b: Snapshot): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => sameValue(a[name], b[name]))
