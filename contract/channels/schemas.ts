import type { z } from 'zod'
import { CloverSchema } from './clover-shapes.ts'
import { BigCommerceSchema } from './bigcommerce-shapes.ts'
import { CsvSchema } from './csv-shapes.ts'
import { EbaySchema } from './ebay-shapes.ts'
import { EtsySchema } from './etsy-shapes.ts'
import type { BuiltId, ChannelId } from './names.ts'
import { ShopifySchema } from './shopify-shapes.ts'
import { SquareSchema } from './square-shapes.ts'

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
