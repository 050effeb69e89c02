import { z } from 'zod'
import { Html } from '../html.ts'

/** LST-298..LST-304: how a template lists on Shopify. Texts may hold `{{attribute}}` references; blank means "the product's own". */
export const ShopifySchema = z.object({
  title: z.string().max(500).default(''),
  description: Html.default(''),
  locationId: z.string().default(''),
  productType: z.string().max(255).default(''),
  vendor: z.string().max(255).default(''),
  /** Comma separated; blank means "the product's own tags". */
  tags: z.string().max(20_000).default(''),
  /** Comma separated collection ids. */
  collectionIds: z.string().default(''),
})
export type ShopifySchema = z.output<typeof ShopifySchema>

export const ShopifyLocation = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  address: z.string().default(''),
})
export const ShopifyCollection = z.object({ id: z.string(), title: z.string(), handle: z.string().default('') })

export const ShopifySettings = z.object({
  locationId: z.string().default(''),
  buffer: z.number().int().min(0).default(0),
})
export type ShopifySettings = z.output<typeof ShopifySettings>
