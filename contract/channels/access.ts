import { cloverAccess } from './clover.ts'
import { bigcommerceAccess } from './bigcommerce.ts'
import { csvAccess } from './csv.ts'
import type { Access } from './describe.ts'
import { ebayAccess } from './ebay.ts'
import { etsyAccess } from './etsy.ts'
import type { BuiltId } from './names.ts'
import { shopifyAccess } from './shopify.ts'
import { squareAccess } from './square.ts'

/** How the server gets to each channel that Motto speaks to. */
export const accesses: Record<BuiltId, Access> = {
  bigcommerce: bigcommerceAccess,
  ebay: ebayAccess,
  etsy: etsyAccess,
  shopify: shopifyAccess,
  square: squareAccess,
  clover: cloverAccess,
  csv: csvAccess,
}
