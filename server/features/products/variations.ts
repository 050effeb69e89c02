import type { HandlerInput } from '#contract/endpoint.ts'
import type { updateProduct } from '#contract/products/products.ts'
import { linkAttributes } from '#domain/products/attributes/defaults.ts'
import { invalid } from '../../errors.ts'
import type * as queries from './queries.ts'

/** `sold` is set where pieces come back with a deleted variation. */
export type VariationChange = NonNullable<
  HandlerInput<typeof updateProduct>['body']['product']['variations']
>[number] & { sold?: number }
type Stored = Awaited<ReturnType<typeof queries.variationsOf>>[number]
type Named = readonly { id: number; name: string }[]

const ownOr = (value: number | null | undefined, before: number | null = null) => (value === undefined ? before : value)

/** A variation as it is kept: what is left out stays as before, or begins empty and so takes the product's own (PRO-209). */
export function variationFields(
  change: VariationChange,
  position: number,
  attributes: Named,
  before?: Stored,
): queries.VariationFields {
  return {
    id: before?.id,
    name: change.name,
    sku: change.sku,
    position,
    barcode: change.barcode ?? before?.barcode ?? '',
    price: ownOr(change.price, before?.price),
    cost: ownOr(change.cost, before?.cost),
    images: change.images ?? before?.images ?? [],
    selectedImages: change.selectedImages ?? before?.selectedImages ?? [],
    attributes: change.attributes ? linkAttributes(change.attributes, attributes) : (before?.attributes ?? []),
  }
}

export interface VariationPlan {
  updated: { change: VariationChange; fields: queries.VariationFields }[]
  added: { change: VariationChange; fields: queries.VariationFields }[]
  removed: Stored[]
}

/** Compares the whole list with the stored variations. @throws invalid_input at a variation of another product */
export function planVariations(
  before: readonly Stored[],
  changes: readonly VariationChange[],
  attributes: Named,
): VariationPlan {
  const left = new Map(before.map((v) => [v.id, v]))
  const plan: VariationPlan = { updated: [], added: [], removed: [] }
  changes.forEach((change, position) => {
    const stored = change.id === undefined ? undefined : left.get(change.id)
    if (change.id !== undefined && !stored)
      throw invalid(`product.variations.${position}.id`, 'This variation is not one of this product.')
    if (stored) left.delete(stored.id)
    const entry = { change, fields: variationFields(change, position, attributes, stored) }
    if (stored) plan.updated.push(entry)
    else plan.added.push(entry)
  })
  plan.removed = [...left.values()]
  return plan
}
