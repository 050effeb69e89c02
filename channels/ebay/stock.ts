import {
  ChannelError,
  type ExternalListing,
  type Level,
  type Outcome,
  type Place,
  type Price,
  type Shown,
} from '../channel.ts'
import { chunks, done, each, inCalls, ok, refused, throwIfWhole } from '../kit/batch.ts'
import { toDecimal } from '../kit/money.ts'
import { readAs } from '../kit/read.ts'
import { type EbayConnection, get, inventory, offerPath, send } from './calls.ts'
import { ebayError } from './errors.ts'
import { end } from './listings/listings.ts'
import { formatOfPart } from './listings/map.ts'
import { BulkAnswers, isOnSale, Offer, PriceQuantityAnswers } from './wire.ts'

/** bulkUpdatePriceQuantity takes so many, each SKU once. */
const perCall = 25

interface Row {
  index: number
  sku: string
  offerId: string
  /** Its quantity is its item's alone. */
  auction: boolean
  quantity?: number
  price?: { value: string; currency: string }
}

const offersAtOnce = 4

/** What buyers can have. A sale takes from the item at once; the offer tells besides whether it is on sale, in a call for each. */
export async function readStock(
  c: EbayConnection,
  places: Place[],
  { state } = { state: false },
): Promise<Outcome<Shown>[]> {
  const skus = [...new Set(places.flatMap(({ sku, listing }) => (listing.parts[sku]?.offerId ? [sku] : [])))]
  const answers = await each(chunks(skus, perCall), 1, async (part) => ok(await readItems(c, part)))
  const items = new Map(
    answers.flatMap((answer, n) => chunks(skus, perCall)[n]?.map((sku) => [sku, answer] as const) ?? []),
  )
  const outcomes = await each(places, offersAtOnce, async ({ sku, listing }): Promise<Outcome<Shown>> => {
    const answer = items.get(sku)
    const item = answer?.ok ? answer.value.get(sku) : answer
    if (!item?.ok) return item ?? refused(new ChannelError('not_found', `${sku} isn’t on eBay.`))
    const offerId = listing.parts[sku]?.offerId
    if (!state || !offerId) return item
    const offer = await get(c, Offer, offerPath(offerId))
    const quantity = Math.min(item.value.quantity, offer.availableQuantity ?? item.value.quantity)
    return ok({ quantity, live: isOnSale(offer) })
  })
  return throwIfWhole(outcomes)
}

async function readItems(c: EbayConnection, skus: string[]): Promise<Map<string, Outcome<Shown>>> {
  const json = { requests: skus.map((sku) => ({ sku })) }
  const answer = await send(c, { method: 'POST', path: inventory('/bulk_get_inventory_item'), json, reads: true })
  const { responses } = readAs('eBay', BulkAnswers, answer.body)
  return new Map(
    responses.flatMap(({ sku, statusCode, errors, inventoryItem }): [string, Outcome<Shown>][] => {
      if (!sku) return []
      const quantity = inventoryItem?.availability?.shipToLocationAvailability?.quantity ?? 0
      return [[sku, statusCode < 400 ? ok({ quantity }) : refused(ebayError(statusCode, errors ?? []))]]
    }),
  )
}

/** Sets what buyers can have. eBay shows the smaller of the item's and the offer's number, so both are set. */
export async function setStock(c: EbayConnection, levels: Level[]): Promise<Outcome[]> {
  // The piece of an auction cannot be taken from it (25759): without it the auction is ended.
  const over = levels.filter(({ sku, quantity, listing }) => quantity === 0 && isAuction(listing, sku))
  const ended = await end(
    c,
    over.map(({ listing }) => listing),
  )
  const failed = new Map(over.flatMap((level, i) => (ended[i]?.ok ? [] : [[level, ended[i]] as const])))
  const outcomes = await update(c, levels, ({ quantity }) => ({ quantity }))
  return levels.flatMap((level, i) => failed.get(level) ?? outcomes[i] ?? [])
}
const isAuction = ({ parts }: ExternalListing, sku: string) => formatOfPart(parts[sku] ?? {}) === 'AUCTION'

export const setPrices = (c: EbayConnection, prices: Price[]): Promise<Outcome[]> =>
  update(c, prices, ({ price, currency }) => ({ price: { value: toDecimal(price, currency), currency } }))

async function update<T extends { sku: string; listing: ExternalListing }>(
  c: EbayConnection,
  levels: T[],
  change: (item: T) => Partial<Row>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = levels.map(({ sku }) =>
    refused(new ChannelError('not_found', `${sku} has no offer on eBay.`)),
  )
  const rows = levels.flatMap((item, index): Row[] => {
    const offerId = item.listing.parts[item.sku]?.offerId
    const auction = isAuction(item.listing, item.sku)
    return offerId ? [{ index, sku: item.sku, offerId, auction, ...change(item) }] : []
  })
  return inCalls(outcomes, intoCalls(rows), (call) => updateCall(c, call))
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

const toRequest = ({ sku, offerId, auction, quantity, price }: Row) => ({
  sku,
  ...(quantity !== undefined && { shipToLocationAvailability: { quantity } }),
  ...(!auction && {
    offers: [{ offerId, ...(quantity !== undefined && { availableQuantity: quantity }), ...(price && { price }) }],
  }),
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
      : refused(new ChannelError('unavailable', `eBay didn’t confirm the change to ${row.sku}.`, { maybeDone: true }))
  })
}
