import { ChannelError, type Outcome, type Price } from '../../channel.ts'
import { refused } from '../../kit/batch.ts'
import type { CloverConnection } from '../calls.ts'
import { changeRows } from './items.ts'

/** Changes prices alone, in the seller's own currency. */
export function setPrices(c: CloverConnection, prices: Price[]): Promise<Outcome[]> {
  const outcomes = prices.map(({ sku }): Outcome => refused(new ChannelError('not_found', `${sku} isn’t on Clover.`)))
  const rows = prices.flatMap(({ sku, price, listing }, index) => {
    const id = listing.parts[sku]?.itemId
    return id ? [{ index, change: { id, price } }] : []
  })
  return changeRows(c, outcomes, rows)
}
