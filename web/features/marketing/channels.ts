import { builtDescription } from '#contract/channels/all.ts'
import { builtIds, channelIds, channelNames, isBuilt } from '#contract/channels/names.ts'
import { namesOf } from '#domain/products/history/live.ts'
import type { MarkId } from '#web/ui/images/channel-mark.tsx'

interface ChannelWords {
  id: MarkId
  words: string
  /** False while it is still being built. */
  ready: boolean
}

/** The channels as the landing page tells of them. */
const words: readonly Omit<ChannelWords, 'ready'>[] = [
  { id: 'ebay', words: 'Item specifics, policies, variations, orders' },
  { id: 'shopify', words: 'Products, collections, locations, orders' },
  { id: 'etsy', words: 'Listings with variations, attributes, orders' },
  { id: 'square', words: 'Catalog and in-store sales' },
  { id: 'bigcommerce', words: 'Products and categories' },
  { id: 'clover', words: 'Items and in-store sales' },
  { id: 'csv', words: 'Google Sheets, in and out' },
  { id: 'manual', words: 'Orders by phone or at a fair' },
]

export const channelWords: readonly ChannelWords[] = words.map((word) => ({
  ...word,
  ready: word.id === 'manual' || isBuilt(word.id),
}))

/** `eBay, Shopify and Square` */
export const worksWith = namesOf(channelIds.filter((id) => builtIds.includes(id)).map((id) => channelNames[id]))
/** Those with buyers: a spreadsheet has none. */
export const buyersOn = namesOf(
  channelIds
    .filter((id) => !builtDescription(id)?.lacks?.includes('orders') && builtIds.includes(id))
    .map((id) => channelNames[id]),
)
export const comesNext = namesOf(channelIds.filter((id) => !builtIds.includes(id)).map((id) => channelNames[id]))
