import type { z } from 'zod'
import { CloverSchema } from './shapes/clover.ts'
import { BigCommerceSchema } from './shapes/bigcommerce.ts'
import { CsvSchema } from './shapes/csv.ts'
import { EbaySchema } from './shapes/ebay.ts'
import { EtsySchema } from './shapes/etsy.ts'
import type { BuiltId, ChannelId } from './names.ts'
import { ShopifySchema } from './shapes/shopify.ts'
import { SquareSchema } from './shapes/square.ts'

const built: Record<BuiltId, z.ZodObject> = {
  bigcommerce: BigCommerceSchema,
  ebay: EbaySchema,
  etsy: EtsySchema,
  shopify: ShopifySchema,
  square: SquareSchema,
  clover: CloverSchema,
  csv: CsvSchema,
}
/** The fields of a schema, where Motto can list. */
export const schemaFields: Partial<Record<ChannelId, z.ZodObject>> = built
