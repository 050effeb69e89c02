import { z } from 'zod'
import { bigcommerce } from '../bigcommerce.ts'
import { schemaOf, settingsOf } from '../shape.ts'

/** LST-317..LST-322: how a template lists on BigCommerce. */
export const BigCommerceSchema = schemaOf(bigcommerce, {})
export type BigCommerceSchema = z.output<typeof BigCommerceSchema>

/** LST-116, LST-323: `label` tells the tree, too, where a store has several. */
export const BigCommerceCategory = z.object({
  category_id: z.string(),
  name: z.string(),
  label: z.string(),
  get children() {
    return z.array(BigCommerceCategory)
  },
})
export type BigCommerceCategory = z.output<typeof BigCommerceCategory>

/** LST-323. */
export const BigCommerceLocation = z.object({ id: z.string(), label: z.string(), isActive: z.boolean() })
export type BigCommerceLocation = z.output<typeof BigCommerceLocation>

/** IMP-174. The price is as the store says it. */
export const BigCommerceItem = z.object({ id: z.string(), name: z.string(), sku: z.string(), price: z.number() })
export type BigCommerceItem = z.output<typeof BigCommerceItem>
/** IMP-191. */
export const BigCommerceItems = z.object({ products: z.array(BigCommerceItem), count: z.number().int() })

export const BigCommerceSettings = settingsOf(bigcommerce)
export type BigCommerceSettings = z.output<typeof BigCommerceSettings>

export const bigcommerceReplies = {
  categories: z.array(BigCommerceCategory),
  locations: z.array(BigCommerceLocation),
  products: BigCommerceItems,
}
