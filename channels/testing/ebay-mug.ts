import { EbaySchema } from '#contract/channels/shapes/ebay.ts'
import type { EbayListing } from '../ebay/listings/map.ts'

/** A mug, ready for eBay, that is not there yet. */
export const ebayMug = (over: Partial<EbayListing> = {}): EbayListing => ({
  key: 1,
  title: 'Mug',
  description: 'A mug',
  currency: 'USD',
  condition: 'New',
  images: ['https://p.example/1.jpg'],
  tags: [],
  vendor: '',
  sizeAndWeight: null,
  variants: [{ sku: 'MUG-1', options: {}, price: 1299, quantity: 1 }],
  external: null,
  fields: EbaySchema.parse({ ebayCategoryIds: '20695' }),
  ...over,
})
