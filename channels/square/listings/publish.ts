import { ChannelError, type ExternalListing, type Outcome } from '../../channel.ts'
import { each, ok, refused } from '../../kit/batch.ts'
import type { SquareConnection } from '../calls.ts'
import { findItem, type Found, retrieve, upsert, withSkus } from './catalog.ts'
import { locationOf, markOf, optionNames, partsOf, type SquareListing, toItem } from './map.ts'
import { planOf } from './options.ts'
import { hangPictures, standingPictures } from './pictures.ts'
import { setStock } from '../stock.ts'
import { Item, ofType, type Variation } from '../wire.ts'

/** Square takes one change of a seller's catalog at a time. */
const atOnce = 1
type How = 'publish' | 'revise'

/** Puts listings into the seller's catalog. Repeating is harmless: what an earlier try left is found by its mark. */
export const publish = (c: SquareConnection, batch: SquareListing[]): Promise<Outcome<ExternalListing>[]> =>
  each(batch, atOnce, (listing) => put(c, listing, 'publish'))

/** Changes what stands there; quantities of what is new alone. */
export const revise = (c: SquareConnection, batch: SquareListing[]): Promise<Outcome<ExternalListing>[]> =>
  each(batch, atOnce, (listing) => put(c, listing, 'revise'))

/** The item behind a listing, also when the listing itself has ended and lost its id. */
export const itemIdOf = ({ externalId, parts }: ExternalListing): string =>
  externalId || (Object.values(parts).find(({ itemId }) => itemId)?.itemId ?? '')

async function put(c: SquareConnection, listing: SquareListing, how: How): Promise<Outcome<ExternalListing>> {
  const known = listing.external && itemIdOf(listing.external)
  const item = known ? await findItem(c, known) : null
  if (how === 'revise' && !item) throw new ChannelError('not_found', 'This item is no longer on Square.')
  const there = await ofOurs(c, listing, item)
  const saved = await save(c, listing, there, how)
  try {
    await hangPictures(c, listing, saved.item)
    const fresh = listing.variants.filter(({ sku }) => how === 'publish' || !saved.before.has(sku))
    await count(c, listing, fresh, saved.external)
    return ok(saved.external)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    return { ...refused(error), made: saved.external }
  }
}

/**
 * What this listing has there, also what a try whose answer was lost left.
 * @throws ChannelError `already_there` where another item that is for sale has one of the SKUs
 */
async function ofOurs(c: SquareConnection, listing: SquareListing, existing: Found | null): Promise<Found | null> {
  const fresh = listing.variants.filter(({ sku }) => !listing.external?.parts[sku]?.variationId || !existing)
  const matches = await withSkus(
    c,
    fresh.map(({ sku }) => sku),
  )
  const others = matches.filter(({ item_variation_data: { item_id } }) => item_id && item_id !== existing?.item.id)
  if (others.length === 0) return existing
  const { objects: items } = await retrieve(
    c,
    Item,
    others.map(({ item_variation_data: { item_id } }) => item_id ?? ''),
  )
  const isOurs = ({ item_variation_data: { user_data } }: Variation) => user_data === markOf(listing)
  for (const variation of others.filter((candidate) => !isOurs(candidate))) {
    const item = items.find(({ id }) => id === variation.item_variation_data.item_id)
    if (item && !item.is_deleted && item.item_data.is_archived !== true) throw alreadyThere(c, listing, variation, item)
  }
  const ours = others.find(isOurs)?.item_variation_data.item_id
  return existing ?? (ours ? findItem(c, ours) : null)
}

function alreadyThere(
  c: SquareConnection,
  listing: SquareListing,
  { item_variation_data: { sku } }: Variation,
  item: Item,
) {
  const parts = partsOf(
    item,
    listing.variants.map((variant) => variant.sku),
  )
  const there = { externalId: item.id, url: urlOf(c, item.id), parts }
  return new ChannelError('already_there', `${sku} is already on Square.`, { there })
}

/** The seller's own page of the item: Square does not say where buyers see it. */
export const urlOf = (c: SquareConnection, id: string) => `${c.origins.web}/dashboard/items/library/${id}`

interface Saved {
  item: Found
  external: ExternalListing
  /** SKUs that stood there before. */
  before: Set<string>
}

async function save(c: SquareConnection, listing: SquareListing, there: Found | null, how: How): Promise<Saved> {
  const plan = await planOf(c, optionNames(listing.variants), listing.variants)
  const images = standingPictures(listing, there)
  const object = toItem(listing, { settings: c.settings, plan, there, live: how === 'publish', images })
  const answer = await upsert(c, [...plan.objects, object])
  const [item] = ofType(Item, answer.objects)
  if (!item) throw new ChannelError('unavailable', 'Square didn’t confirm the change.', { maybeDone: true })
  const external = {
    externalId: item.id,
    url: urlOf(c, item.id),
    data: { locationId: locationOf(listing.fields, c.settings) },
    parts: partsOf(
      item,
      listing.variants.map(({ sku }) => sku),
    ),
  }
  const before = (there?.item.item_data.variations ?? []).flatMap(({ item_variation_data: { sku } }) => sku ?? [])
  return { item: { item, images: there?.images ?? [] }, external, before: new Set(before) }
}

/** @throws ChannelError of the first number that was refused */
async function count(
  c: SquareConnection,
  listing: SquareListing,
  variants: SquareListing['variants'],
  external: ExternalListing,
) {
  if (variants.length === 0) return
  const locationId = locationOf(listing.fields, c.settings)
  const levels = variants.map(({ sku, quantity }) => ({ sku, quantity, listing: external, locationId }))
  const bad = (await setStock(c, levels)).find((outcome) => !outcome.ok)
  if (bad && !bad.ok) throw bad.error
}
