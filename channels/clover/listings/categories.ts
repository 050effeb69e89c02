import { ChannelError, isGone } from '../../channel.ts'
import { splitList } from '../../kit/text.ts'
import { type CloverConnection, tell } from '../calls.ts'
import { categoriesOf, type CloverListing } from './map.ts'
import type { Item } from '../wire.ts'

/** Puts items into the chosen categories, and takes them out of those that were chosen before. Others are the seller's own. */
export async function sortInto(c: CloverConnection, listing: CloverListing, items: Item[]): Promise<void> {
  const categories = categoriesOf(listing)
  const before = splitList(listing.external?.data?.categoryIds ?? '').filter((id) => !categories.includes(id))
  const pairs = (ids: string[], isIn: boolean) =>
    items.flatMap((item) =>
      ids
        .filter((id) => (item.categories?.elements ?? []).some((category) => category.id === id) === isIn)
        .map((id) => ({ item: { id: item.id }, category: { id } })),
    )
  const [added, removed] = [pairs(categories, false), pairs(before, true)]
  if (removed.length > 0)
    await tell(c, { method: 'POST', path: 'category_items', query: [['delete', 'true']], json: { elements: removed } })
  if (added.length === 0) return
  await tell(c, { method: 'POST', path: 'category_items', json: { elements: added } }).catch((error: unknown) => {
    if (!(error instanceof ChannelError) || !(isGone(error) || error.kind === 'invalid')) throw error
    const words = 'Clover no longer has this category. Choose another.'
    throw new ChannelError('invalid', words, { fields: { categoryIds: words }, cause: error })
  })
}
