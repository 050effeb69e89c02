import { ChannelError, type Level, type Outcome, type Place, type Shown } from '../channel.ts'
import { chunks, done, each, inCalls, ok, refused } from '../kit/batch.ts'
import { type CloverConnection, tell } from './calls.ts'
import { atOnce, idsPerCall, itemsById } from './listings/items.ts'
import { countOf, isOnSale, type Item } from './wire.ts'

const notThere = (sku: string) => refused(new ChannelError('not_found', `${sku} isn’t on Clover.`))
const uncounted = 'Clover isn’t tracking stock for this item. Set its stock on Clover, or save the listing here.'

/** What buyers can have. */
export function readStock(c: CloverConnection, places: Place[]): Promise<Outcome<Shown>[]> {
  const rows = places.flatMap(({ sku, listing }, index) => {
    const id = listing.parts[sku]?.itemId
    return id ? [{ index, id }] : []
  })
  const missing: Outcome<Shown>[] = places.map(({ sku }) => notThere(sku))
  return inCalls(missing, chunks(rows, idsPerCall), async (part) => {
    const items = await itemsById(
      c,
      part.map(({ id }) => id),
    )
    return part.map(({ id }) => shownOf(items.get(id)))
  })
}

function shownOf(item: Item | undefined): Outcome<Shown> {
  if (!item) return refused(new ChannelError('not_found', 'This item was deleted on Clover.'))
  const quantity = countOf(item)
  if (quantity === null) return refused(new ChannelError('invalid', uncounted, { fields: { quantity: uncounted } }))
  // With nothing left it is not for sale, and comes back by itself.
  const live = isOnSale(item) || (item.hidden !== true && quantity === 0)
  return ok(live ? { quantity, live } : { quantity: 0, live, behind: quantity })
}

/** The last who tells wins, so core looks before. */
export const setStock = (c: CloverConnection, levels: Level[]): Promise<Outcome[]> =>
  each(levels, atOnce, async ({ sku, listing, quantity }): Promise<Outcome> => {
    const id = listing.parts[sku]?.itemId
    if (!id) return notThere(sku)
    const json = { quantity: Math.max(0, quantity) }
    await tell(c, { method: 'POST', path: `item_stocks/${encodeURIComponent(id)}`, json })
    return done
  })
