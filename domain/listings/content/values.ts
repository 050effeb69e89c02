import { type Valued, valuesOf } from '../../products/attributes/values.ts'

/** A product's values by `nameKey`, as its listings may refer to them: its SKU and condition, too. */
export function valuesForListing(product: Valued & { sku: string; condition: string }): Map<string, string> {
  const values = valuesOf(product)
  if (!values.has('sku')) values.set('sku', product.sku)
  if (!values.has('condition')) values.set('condition', product.condition)
  return values
}
