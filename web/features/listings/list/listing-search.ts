import type { ChannelId } from '#contract/channels/ids.ts'
import type { behindFor, ListingProduct } from '#contract/listings/listings.ts'

/** The part of the address that says which listings are shown. */
export interface ListingSearch {
  channel?: ChannelId
  /** One account, by its integration. */
  account?: number
  status?: ListingProduct['status']
  /** Words, pieces of SKUs and barcodes of the product. */
  search?: string
  /** Only those that do not show what we say, for this reason. */
  behind?: (typeof behindFor)[number]
  offset?: number
}
