import { ChannelError, type Outcome, type Price } from '../../channel.ts'
import { chunks, done, each, inCalls, refused } from '../../kit/batch.ts'
import type { SquareConnection } from '../calls.ts'
import { retrieve, upsert } from './catalog.ts'
import { priced } from './map.ts'
import { isNamedByOptions, variationAsSent } from './whole.ts'
import { Variation } from '../wire.ts'

/** Objects in a change: one that is refused takes the others along, so not too many. */
const perCall = 25

interface Row {
  index: number
  variation: string
  price: Price
}

/** Changes prices alone, in the seller's own currency. */
export async function setPrices(c: SquareConnection, prices: Price[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = prices.map(({ sku }) => refused(new ChannelError('not_found', `${sku} isn’t on Square.`)))
  const rows = prices.flatMap((price, index): Row[] => {
    const variation = price.listing.parts[price.sku]?.variationId
    return variation ? [{ index, variation, price }] : []
  })
  return inCalls(outcomes, chunks(rows, perCall), (call) => tellAll(c, call))
}

/** Square takes all or none and does not always say which one it minds, so then each goes alone. */
async function tellAll(c: SquareConnection, rows: Row[]): Promise<Outcome[]> {
  try {
    return await tell(c, rows)
  } catch (error) {
    const kinds = ['invalid', 'not_found', 'conflict']
    if (!(error instanceof ChannelError) || !kinds.includes(error.kind) || rows.length === 1) throw error
    return each(rows, 1, async (row) => (await tell(c, [row]))[0] ?? done)
  }
}

async function tell(c: SquareConnection, rows: Row[]): Promise<Outcome[]> {
  const ids = rows.map(({ variation }) => variation)
  const { objects, items } = await retrieve(c, Variation, ids, { withItems: true })
  const there = new Map(objects.filter(({ is_deleted }) => !is_deleted).map((object) => [object.id, object]))
  const named = new Set(items.filter(isNamedByOptions).map(({ id }) => id))
  const changed = rows.flatMap(({ variation, price: { price, currency, listing } }) => {
    const object = there.get(variation)
    if (!object) return []
    const location = listing.data?.locationId ?? c.settings.locationId
    const isNamed = named.has(object.item_variation_data.item_id ?? '')
    return [variationAsSent(object, isNamed, priced(object, { amount: price, currency }, location))]
  })
  if (changed.length > 0) await upsert(c, changed)
  return rows.map(({ variation }) =>
    there.has(variation) ? done : refused(new ChannelError('not_found', 'This item was deleted on Square.')),
  )
}
