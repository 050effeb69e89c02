import {
  ChannelError,
  type ExternalListing,
  isGone,
  type Level,
  type Outcome,
  type Place,
  type Price,
  type Shown,
} from '../channel.ts'
import { chunks, done, each, ok, refused, throwIfWhole } from '../kit/batch.ts'
import { type EtsyConnection, find, get, ofShop, send } from './calls.ts'
import { inventoryOf, piecesOf, type ProductIn, productOf, sentBack, shownAtMost } from './listings/inventory.ts'
import { amountOf } from './listings/map.ts'
import { InventoryOfListing, Listing, listOf, type Product } from './wire.ts'

/** `batch/inventory` takes so many. */
const perRead = 100
const listingsAtOnce = 3

type OfListing = { sku: string; listing: ExternalListing }
const idOf = ({ listing: { data, externalId } }: OfListing): string => data?.listing ?? externalId
const unknown = (sku: string) => refused(new ChannelError('not_found', `${sku} isn’t on Etsy.`))

interface Standing {
  state: Listing['state']
  products: Product[]
}

/** What buyers can have, a hundred listings in a call. Nobody can buy of a listing that is not on sale, whatever number it says. */
export async function readStock(c: EtsyConnection, places: Place[]): Promise<Outcome<Shown>[]> {
  const ids = [...new Set(places.flatMap((place) => idOf(place) || []))]
  const parts = chunks(ids, perRead)
  const answers = await each(parts, 1, async (part) => ok(await readListings(c, part)))
  const byId = new Map(parts.flatMap((part, n) => part.map((id) => [id, answers[n]] as const)))
  return throwIfWhole(
    places.map((place): Outcome<Shown> => {
      const answer = byId.get(idOf(place))
      if (answer && !answer.ok) return answer
      const there = answer?.value.get(idOf(place))
      const product = there && productOf(there.products, place.sku, place.listing.parts)
      if (!there || !product) return unknown(place.sku)
      // One that is sold out comes back with the first piece.
      if (there.state === 'sold_out') return ok({ quantity: 0, live: true })
      const pieces = piecesOf(product)
      return ok(
        there.state === 'active' ? { quantity: pieces, live: true } : { quantity: 0, live: false, behind: pieces },
      )
    }),
  )
}

/** One that is gone makes the whole call fail: then each is asked for by itself. */
async function readListings(c: EtsyConnection, ids: string[]): Promise<Map<string, Standing>> {
  const query = { listing_ids: ids.join(',') }
  const all = await find(c, listOf(Listing), '/listings/batch/inventory', query)
  const standings = new Map<string, Standing>()
  for (const { listing_id, state, inventory } of all?.results ?? [])
    standings.set(String(listing_id), { state, products: inventory?.products ?? [] })
  if (all) return standings
  for (const id of ids) {
    const known = await standing(c, id)
    if (known) standings.set(id, known)
  }
  return standings
}

async function standing(c: EtsyConnection, id: string): Promise<Standing | null> {
  const inventory = await find(c, InventoryOfListing, `/listings/${id}/inventory`, { includes: 'Listing' })
  return inventory && { state: inventory.listing.state, products: inventory.products }
}

/** Etsy takes a listing's products only whole, so they are read just before; no other number of the listing changes. */
export const setStock = (c: EtsyConnection, levels: Level[]): Promise<Outcome[]> =>
  byListing(levels, (id, own) => setPieces(c, id, own))

export const setPrices = (c: EtsyConnection, prices: Price[]): Promise<Outcome[]> =>
  byListing(prices, async (id, own) => {
    const there = await need(c, id)
    const changed = change(there.products, own, (offering, { price, currency }) => ({
      ...offering,
      price: amountOf(price, currency),
    }))
    await put(c, id, changed.products)
    return changed.outcomes
  })

async function byListing<T extends OfListing>(
  rows: T[],
  work: (id: string, own: T[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const groups = [...Map.groupBy(rows, idOf)]
  const answers = await each(groups, listingsAtOnce, async ([id, own]) =>
    ok(id ? await work(id, own) : own.map(({ sku }) => unknown(sku))),
  )
  const outcomes = new Map<T, Outcome>()
  groups.forEach(([, own], n) => {
    const answer = answers[n]
    own.forEach((row, i) => {
      const outcome = answer?.ok ? answer.value[i] : answer
      if (outcome) outcomes.set(row, outcome)
    })
  })
  return throwIfWhole(rows.map((row) => outcomes.get(row) ?? unknown(row.sku)))
}

/** @throws ChannelError `ended` where it is not there any more, or over */
async function need(c: EtsyConnection, id: string): Promise<Standing> {
  try {
    const { listing, products } = await get(c, InventoryOfListing, `/listings/${id}/inventory`, { includes: 'Listing' })
    if (listing.state !== 'expired' && listing.state !== 'draft') return { state: listing.state, products }
  } catch (error) {
    if (!(error instanceof ChannelError && isGone(error))) throw error
  }
  throw new ChannelError('ended', 'This listing has ended on Etsy.')
}

type OfferingIn = ProductIn['offerings'][number]

/** All products as they are sent back, those that are meant changed. */
function change<T extends OfListing>(products: Product[], rows: T[], to: (offering: OfferingIn, row: T) => OfferingIn) {
  const meant = new Map<Product, T>()
  const outcomes = rows.map((row): Outcome => {
    const product = productOf(products, row.sku, row.listing.parts)
    if (!product) return unknown(row.sku)
    meant.set(product, row)
    return done
  })
  return {
    outcomes,
    products: products.map((product) => {
      const sent = sentBack(product)
      const row = meant.get(product)
      return row ? { ...sent, offerings: sent.offerings.map((offering) => to(offering, row)) } : sent
    }),
  }
}

const put = (c: EtsyConnection, id: string, products: ProductIn[]) =>
  send(c, { method: 'PUT', path: `/listings/${id}/inventory`, json: inventoryOf(products) })

/**
 * Without a piece it cannot stand there: it is hidden, and put on sale again with the first. What a hidden one says of its other products is
 * old, so those have none until they are told.
 */
async function setPieces(c: EtsyConnection, id: string, levels: Level[]): Promise<Outcome[]> {
  const { state, products } = await need(c, id)
  // One that somebody hid while it had pieces stays hidden, and its numbers are kept for when it is shown again.
  const isHidden = state === 'inactive' && levels.some(({ from = 0 }) => from > 0)
  const live = state === 'active' || isHidden
  const shown = live ? products : products.map(emptied)
  const { outcomes, products: next } = change(shown, levels, (offering, { quantity }) => ({
    ...offering,
    quantity: shownAtMost(quantity),
    is_enabled: quantity > 0 || offering.is_enabled,
  }))
  if (outcomes.every((outcome) => !outcome.ok)) return outcomes
  const patch = (to: 'active' | 'inactive') =>
    send(c, { method: 'PATCH', path: ofShop(c, `/listings/${id}`), form: { state: to } })
  const isEmpty = next.every(({ offerings }) =>
    offerings.every((offering) => !offering.is_enabled || offering.quantity === 0),
  )
  if (isEmpty) {
    if (state === 'active') await patch('inactive')
    return outcomes
  }
  if (!live || shown.some((product, i) => piecesOf(product) !== (next[i]?.offerings[0]?.quantity ?? 0)))
    await put(c, id, next)
  if (!live) await patch('active')
  return outcomes
}

const emptied = (product: Product): Product => ({
  ...product,
  offerings: product.offerings.map((offering) => ({ ...offering, quantity: 0 })),
})
