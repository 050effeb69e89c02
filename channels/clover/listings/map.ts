import { DOES_NOT_APPLY } from '#contract/products/barcode.ts'
import type { CloverSchema } from '#contract/channels/shapes/clover.ts'
import { ChannelError, type ExternalListing, type ReadyListing, type ReadyVariant } from '../../channel.ts'
import { splitList } from '../../kit/text.ts'
import type { CloverConnection } from '../calls.ts'
import { webOf } from '../connect.ts'
import type { Item } from '../wire.ts'

export type CloverListing = ReadyListing<CloverSchema>

/** Names of the options in the order in which the variants bring them. */
export const optionNames = (variants: ReadyVariant[]) => [...new Set(variants.flatMap((v) => Object.keys(v.options)))]
export const isFamily = ({ variants }: CloverListing) => optionNames(variants).length > 0
export const categoriesOf = ({ fields }: CloverListing) => splitList(fields.categoryIds)

/** The seller's own list of items: Clover does not say where buyers see one. */
export const urlOf = (c: CloverConnection) => `${webOf(c)}/inventory/items`

/** What has come to stand there so far, so that a try that fails is gone on with. */
export interface Made {
  groupId: string
  /** SKU → item. */
  items: Map<string, string>
  /** Something was made by this try. */
  isNew: boolean
}
export const madeOf = ({ external }: CloverListing): Made => ({
  groupId: external?.data?.groupId ?? '',
  items: new Map(
    Object.entries(external?.parts ?? {}).flatMap(([sku, { itemId }]) => (itemId ? [[sku, itemId] as const] : [])),
  ),
  isNew: false,
})

/** Null where nothing stands there. */
export function externalOf(c: CloverConnection, listing: CloverListing, made: Made): ExternalListing | null {
  const [first = ''] = made.items.values()
  const externalId = made.groupId || first
  if (!externalId) return null
  return {
    externalId,
    url: urlOf(c),
    data: { categoryIds: categoriesOf(listing).join(), ...(made.groupId && { groupId: made.groupId }) },
    parts: Object.fromEntries([...made.items].map(([sku, itemId]) => [sku, { itemId }])),
  }
}

/** An item as it should stand, but for whether it is shown. A group names its items itself. */
export const toItem = (listing: CloverListing, { sku, price, barcode }: ReadyVariant, o: { isNew: boolean }) => ({
  ...((o.isNew || !isFamily(listing)) && { name: listing.title }),
  price,
  priceType: 'FIXED',
  sku,
  ...(barcode && barcode !== DOES_NOT_APPLY && { code: barcode }),
  autoManage: true,
})

/** What of it stands differently; null where nothing does. */
export function changeOf(item: Item, change: Record<string, unknown>): { id: string } | null {
  const there: Record<string, unknown> = item
  const changed = Object.entries(change).filter(([name, value]) => there[name] !== value)
  return changed.length > 0 ? { id: item.id, ...Object.fromEntries(changed) } : null
}

export const regrouped = () => {
  const words =
    'Clover can’t turn a single item into variations, or the other way around. Unlist it, then list it again.'
  return new ChannelError('invalid', words, { fields: { variations: words } })
}
