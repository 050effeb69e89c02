import { type Valued, valuesOf } from '../products/values.ts'

/** A product's values by `nameKey`, as its listings may refer to them: its SKU and condition, too. */
export const valuesForListing = (product: Valued & { sku: string; condition: string }) =>
  valuesOf({
    ...product,
    attributes: [
      { name: 'SKU', value: product.sku },
      { name: 'Condition', value: product.condition },
      ...product.attributes,
    ],
  })
