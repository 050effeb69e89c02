import { type Axis, combinationCount, type Combination, missing, skusFor } from '#domain/products/variations/matrix.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { newId } from '#web/new-id.ts'
import { withValue } from '../attributes/attribute-rows.ts'
import type { Draft, DraftVariation, Template } from '../page/draft.ts'
import { attributeOf, valueOf } from './variation-values.ts'

/** As the contract of products has it. */
export const mostVariations = 250

/** The values of each option that are in use, in the order of the rows. */
export const optionsOf = (rows: readonly DraftVariation[], names: readonly string[]): Axis[] =>
  names.map((name) => {
    const values = new Map<string, string>()
    for (const row of rows) {
      const value = valueOf(row, name).trim()
      if (value && !values.has(nameKey(value))) values.set(nameKey(value), value)
    }
    return { name, values: [...values.values()] }
  })

/** A variation for each combination, with a free SKU made of its values. */
export function variationsOf(
  combinations: readonly Combination[],
  { template, draft }: { template: Template; draft: Draft },
  { price, quantity }: Pick<DraftVariation, 'price' | 'quantity'> = { price: null, quantity: 0 },
): DraftVariation[] {
  const skus = skusFor(
    draft.sku,
    combinations,
    draft.variations.map(({ sku }) => sku),
  )
  return combinations.map((values, at) => ({
    key: `new-${newId()}`,
    name: values.map(({ value }) => value).join(' / '),
    sku: skus[at] ?? '',
    skuLock: '',
    barcode: '',
    price,
    cost: null,
    quantity: quantity ?? 0,
    images: [],
    selectedImages: [],
    attributes: values.reduce<DraftVariation['attributes']>(
      (all, { name, value }) => withValue(all, name, value, attributeOf(template, name)?.id ?? null),
      [],
    ),
  }))
}

/** The combinations that values added to one option ask for. Those that were removed before, of other values, stay away. */
export function combinationsOfAdded(
  axes: readonly Axis[],
  option: string,
  added: readonly string[],
  rows: readonly DraftVariation[],
): readonly Combination[] | 'too many' {
  if (combinationCount(axes) > mostVariations) return 'too many'
  const keys = new Set(added.map(nameKey))
  const absent = missing(
    axes,
    rows.map(({ attributes }) => attributes),
  ).filter((combination) => combination.some(({ name, value }) => name === option && keys.has(nameKey(value))))
  return absent.length + rows.length > mostVariations ? 'too many' : absent
}
