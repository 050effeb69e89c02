import type { Named } from './describe.ts'

/*
 * Without zod, and apart from the descriptions: pages that only name a channel need not load those.
 */

/** The seven channels in the order in which they stand beside each other (CHN-002..CHN-008). */
export const named = {
  ebay: { id: 'ebay', name: 'eBay', built: true },
  etsy: { id: 'etsy', name: 'Etsy', built: true },
  bigcommerce: { id: 'bigcommerce', name: 'BigCommerce', built: true },
  shopify: { id: 'shopify', name: 'Shopify', built: true },
  square: { id: 'square', name: 'Square', built: true },
  clover: { id: 'clover', name: 'Clover', built: true },
  csv: { id: 'csv', name: 'Google Sheets', built: true },
} as const satisfies Record<string, Named>
type All = (typeof named)[keyof typeof named]

/** By its name on the wire. */
export type ChannelId = All['id']
/** Those that Motto speaks to. */
export type BuiltId = Extract<All, { built: true }>['id']

const all = Object.values(named)
export const channelIds: readonly ChannelId[] = all.map(({ id }) => id)
export const channelNames = Object.fromEntries(all.map(({ id, name }) => [id, name])) as Record<ChannelId, string>
export const builtIds: readonly string[] = all.flatMap(({ id, built }) => (built ? [id] : []))
export const isBuilt = (id: string): id is BuiltId => builtIds.includes(id)
