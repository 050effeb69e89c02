import type { ChannelId } from '#contract/channels/ids.ts'
import type { ListingProduct } from '#contract/listings.ts'

/** The part of the address that says which listings are shown. */
export interface ListingSearch {
  channel?: ChannelId
  status?: ListingProduct['status']
  /** Words, pieces of SKUs and barcodes of the product. */
  search?: string
  offset?: number
}
