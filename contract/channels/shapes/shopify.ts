import { z } from 'zod'
import { schemaOf, settingsOf } from '../shape.ts'
import { shopify } from '../shopify.ts'

/** LST-298..LST-304: how a template lists on Shopify. */
export const ShopifySchema = schemaOf(shopify, {})
export type ShopifySchema = z.output<typeof ShopifySchema>

export const ShopifyLocation = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  address: z.string().default(''),
})
export const ShopifyCollection = z.object({ id: z.string(), title: z.string(), handle: z.string().default('') })

/** IMP-173. Prices as the shop writes them. */
export const ShopifyItem = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  variants: z.array(z.object({ id: z.string(), sku: z.string(), price: z.string() })),
})
export type ShopifyItem = z.output<typeof ShopifyItem>
/** IMP-189. `sinceId`: what to ask for next; empty at the end. */
export const ShopifyItems = z.object({ products: z.array(ShopifyItem), sinceId: z.string() })

export const ShopifySettings = settingsOf(shopify)
export type ShopifySettings = z.output<typeof ShopifySettings>

export const shopifyReplies = {
  locations: z.array(ShopifyLocation),
  collections: z.array(ShopifyCollection),
  products: ShopifyItems,
}
