import type { MarkId } from '#web/ui/channel-mark.tsx'

interface ChannelWords {
  id: MarkId
  words: string
  /** False while it is still being built. */
  ready: boolean
}

/** The channels as the landing page tells of them. */
export const channelWords: readonly ChannelWords[] = [
  { id: 'ebay', words: 'Item specifics, policies, variations, orders', ready: true },
  { id: 'shopify', words: 'Products, collections, locations, orders', ready: true },
  { id: 'etsy', words: 'Listings with variations', ready: false },
  { id: 'square', words: 'Catalog and in-store sales', ready: false },
  { id: 'bigcommerce', words: 'Products and categories', ready: false },
  { id: 'clover', words: 'Items and in-store sales', ready: false },
  { id: 'csv', words: 'Google Sheets, in and out', ready: false },
  { id: 'manual', words: 'Orders by phone or at a fair', ready: true },
]
