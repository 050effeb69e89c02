import { nameKey } from '#domain/products/attributes/values.ts'
import { withValue } from '../attributes/attribute-rows.ts'
import { attributesOf, type DraftVariation, type Template } from '../page/draft.ts'

/** A variation's value for an attribute, as it was typed; '' for none. */
export const valueOf = (variation: DraftVariation, name: string): string =>
  variation.attributes.find((a) => nameKey(a.name) === nameKey(name))?.value ?? ''

export const attributeOf = (template: Template, name: string) =>
  attributesOf(template).find((attribute) => nameKey(attribute.name) === nameKey(name))

const nameFrom = (variation: DraftVariation, names: readonly string[]) =>
  names
    .map((name) => valueOf(variation, name))
    .filter(Boolean)
    .join(' / ')

/** Sets the value of an option. A name that was made from the values follows them; one that was typed stays. */
export function withOption(row: DraftVariation, template: Template, name: string, value: string): DraftVariation {
  const names = template.variations
  const next = {
    ...row,
    attributes: withValue(row.attributes, name, value, attributeOf(template, name)?.id ?? null),
  }
  return { ...next, name: !row.name || row.name === nameFrom(row, names) ? nameFrom(next, names) : row.name }
}

/** A free SKU for one more row. */
function nextSku(sku: string, rows: readonly DraftVariation[]): string {
  const used = new Set(rows.map((row) => row.sku))
  let n = rows.length + 1
  while (used.has(`${sku}-${n}`)) n++
  return `${sku}-${n}`
}

/** One more row, blank but for its SKU. */
export const blankVariation = (sku: string, rows: readonly DraftVariation[]): DraftVariation => ({
  key: `new-${Date.now()}-${rows.length}`,
  name: '',
  sku: nextSku(sku, rows),
  skuLock: '',
  barcode: '',
  price: null,
  cost: null,
  quantity: 0,
  images: [],
  selectedImages: [],
  attributes: [],
})
