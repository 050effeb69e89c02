import { ChannelError, type Level, type Outcome, type Place, type Shown } from '../channel.ts'
import { done, each, ok, refused } from '../kit/batch.ts'
import { type CloverConnection, tell } from './calls.ts'
import { atOnce, findItem } from './items.ts'
import { countOf, isOnSale } from './wire.ts'

const notThere = (sku: string) => refused(new ChannelError('not_found', `${sku} is not on Clover.`))
const uncounted = 'Clover does not count this item yet: set its stock there, or save the listing once.'

/** What buyers can have. Clover answers for one item at a time, or for all. */
export const readStock = (c: CloverConnection, places: Place[]): Promise<Outcome<Shown>[]> =>
  each(places, atOnce, async ({ sku, listing }): Promise<Outcome<Shown>> => {
    const id = listing.parts[sku]?.itemId
    if (!id) return notThere(sku)
    const item = await findItem(c, id)
    if (!item) return refused(new ChannelError('not_found', 'This item was deleted on Clover.'))
    const quantity = countOf(item)
    if (quantity === null) return refused(new ChannelError('invalid', uncounted, { fields: { quantity: uncounted } }))
    // With nothing left it is not for sale, and comes back by itself.
    const live = isOnSale(item) || (item.hidden !== true && quantity === 0)
    return ok(live ? { quantity, live } : { quantity: 0, live, behind: quantity })
  })

/** The last who tells wins, so core looks before. */
export const setStock = (c: CloverConnection, levels: Level[]): Promise<Outcome[]> =>
  each(levels, atOnce, async ({ sku, listing, quantity }): Promise<Outcome> => {
    const id = listing.parts[sku]?.itemId
    if (!id) return notThere(sku)
    const json = { quantity: Math.max(0, quantity) }
    await tell(c, { method: 'POST', path: `item_stocks/${encodeURIComponent(id)}`, json })
    return done
  })
