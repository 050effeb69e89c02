import { named as bigcommerce } from './bigcommerce.ts'
import { named as clover } from './clover.ts'
import { named as csv } from './csv.ts'
import { named as ebay } from './ebay.ts'
import { named as etsy } from './etsy.ts'
import { named as shopify } from './shopify.ts'
import { named as square } from './square.ts'

/*
 * Without zod and without the descriptions: pages that only name a channel need not load those.
 */

/** The seven channels in the order in which they stand beside each other (CHN-002..CHN-008). */
const all = [ebay, etsy, bigcommerce, shopify, square, clover, csv] as const
type All = (typeof all)[number]

/** By its name on the wire. */
export type ChannelId = All['id']
/** Those that Motto speaks to. */
export type BuiltId = Extract<All, { built: true }>['id']

export const channelIds: readonly ChannelId[] = all.map(({ id }) => id)
export const channelNames = Object.fromEntries(all.map(({ id, name }) => [id, name])) as Record<ChannelId, string>
const builtIds: readonly string[] = all.flatMap(({ id, built }) => (built ? [id] : []))
export const isBuilt = (id: string): id is BuiltId => builtIds.includes(id)
