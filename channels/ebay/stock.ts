import { ChannelError, type ExternalListing, type Level, type Outcome, type Price } from '../channel.ts'
import { done, each, refused, throwIfWhole } from '../kit/batch.ts'
import { toDecimal } from '../kit/money.ts'
import { readAs } from '../kit/read.ts'
import { type EbayConnection, inventory, send } from './calls.ts'
import { ebayError } from './errors.ts'
import { PriceQuantityAnswers } from './wire.ts'

/** bulkUpdatePriceQuantity takes so many, each SKU once. */
const perCall = 25

interface Row {
  index: number
  sku: string
  offerId: string
  quantity?: number
  price?: { value: string; currency: string }
}

/** Sets what buyers can have. eBay shows the smaller of the item's and the offer's number, so both are set. */
export const setStock = (c: EbayConnection, levels: Level[]): Promise<Outcome[]> =>
  update(c, levels, ({ quantity }) => ({ quantity }))

export const setPrices = (c: EbayConnection, prices: Price[]): Promise<Outcome[]> =>
  update(c, prices, ({ price, currency }) => ({ price: { value: toDecimal(price), currency } }))

async function update<T extends { sku: string; listing: ExternalListing }>(
  c: EbayConnection,
  wanted: T[],
  change: (item: T) => Partial<Row>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = wanted.map(({ sku }) =>
    refused(new ChannelError('not_found', `${sku} has no offer on eBay.`)),
  )
  const rows = wanted.flatMap((item, index): Row[] => {
    const offerId = item.listing.parts[item.sku]?.offerId
    return offerId ? [{ index, sku: item.sku, offerId, ...change(item) }] : []
  })
  const calls = intoCalls(rows)
  const answers = await each(calls, 1, async (call) => ({ ok: true as const, value: await updateCall(c, call) }))
  calls.forEach((call, n) => {
    const answer = answers[n]
    call.forEach((row, i) => {
      const outcome = answer?.ok ? answer.value[i] : answer
      if (outcome) outcomes[row.index] = outcome.ok ? done : outcome
    })
  })
  return throwIfWhole(outcomes)
}

/** Calls of at most 25 rows in which no SKU comes twice, in the order asked for. */
function intoCalls(rows: Row[]): Row[][] {
  const calls: Row[][] = []
  for (const row of rows) {
    const last = calls.at(-1)
    if (last && last.length < perCall && !last.some(({ sku }) => sku === row.sku)) last.push(row)
    else calls.push([row])
  }
  return calls
}

const toRequest = ({ sku, offerId, quantity, price }: Row) => ({
  sku,
  ...(quantity !== undefined && { shipToLocationAvailability: { quantity } }),
  offers: [{ offerId, ...(quantity !== undefined && { availableQuantity: quantity }), ...(price && { price }) }],
})

/** One call; the answer is read per element, for 207 means that some were refused. */
async function updateCall(c: EbayConnection, rows: Row[]): Promise<Outcome[]> {
  const answer = await send(c, {
    method: 'POST',
    path: inventory('/bulk_update_price_quantity'),
    json: { requests: rows.map(toRequest) },
  })
  const { responses } = readAs('eBay', PriceQuantityAnswers, answer.body, true)
  return rows.map((row) => {
    const mine = responses.filter((r) => r.sku === row.sku || (r.sku === undefined && r.offerId === row.offerId))
    const bad = mine.find((r) => r.statusCode >= 400)
    if (bad) return refused(ebayError(bad.statusCode, bad.errors ?? [], { write: true }))
    return mine.length
      ? done
      : refused(new ChannelError('unavailable', `eBay did not say what became of ${row.sku}.`, { maybeDone: true }))
  })
}
