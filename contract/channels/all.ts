import { bigcommerce } from './bigcommerce.ts'
import { clover } from './clover.ts'
import { csv } from './csv.ts'
import type { Built, ChannelDescription } from './describe.ts'
import { ebay } from './ebay.ts'
import { etsy } from './etsy.ts'
import { isBuilt, type ChannelId } from './names.ts'
import { shopify } from './shopify.ts'
import { square } from './square.ts'

/** What each channel says of itself. */
export const descriptions = { ebay, etsy, bigcommerce, shopify, square, clover, csv } as const satisfies Record<
  ChannelId,
  ChannelDescription
>
export const descriptionOf = (id: ChannelId): ChannelDescription => descriptions[id]

/** Of a channel that Motto speaks to; undefined of one that is still to come. */
export const builtDescription = (id: string): Built | undefined => (isBuilt(id) ? descriptions[id] : undefined)
