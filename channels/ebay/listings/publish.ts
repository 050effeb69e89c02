import { ChannelError, type ExternalListing, type Outcome, type ReadyVariant } from '../../channel.ts'
import { each, ok } from '../../kit/batch.ts'
import { readAs } from '../../kit/read.ts'
import {
  ask,
  type EbayConnection,
  find,
  get,
  groupPath,
  inventory,
  itemPath,
  offerPath,
  send,
  succeeded,
} from '../calls.ts'
import { errorOfAnswer, offerAlreadyThere, sentences } from '../errors.ts'
import { end } from './listings.ts'
import { marketplaceOf } from './marketplaces.ts'
import {
  aspectNames,
  type EbayListing,
  externalOf,
  formatOf,
  formatOfPart,
  isGroup,
  newGroupKey,
  type Saved as Standing,
  toGroup,
  toItem,
  toNewOffer,
  toOffer,
  minorOf,
} from './map.ts'
import { conditionsOfCategory } from '../lookups.ts'
import { setStock } from '../stock.ts'
import { described } from '../conditions/descriptors.ts'
import { withDocuments } from '../safety/documents.ts'
import { mustBeFree, mustBeInLanguage, offersOfSku } from '../sites/offers.ts'
import { withShownSizes } from '../sizes/sizes.ts'
import { publishTogether } from './together.ts'
import { Group, InventoryItem, isLive, Offer, OfferMade, Published } from '../wire.ts'

/** Listings worked on at once; SKUs differ, and eBay refuses simultaneous writes only on one SKU (25025). */
const listingsAtOnce = 3
const variantsAtOnce = 4

const withDescriptors = (c: EbayConnection, batch: readonly EbayListing[]) =>
  described(c, batch, (categoryId) => conditionsOfCategory(c, categoryId))

/** Puts listings on eBay. Repeating is harmless: items and offers are found by SKU before anything is made. */
export async function publish(c: EbayConnection, listings: EbayListing[]): Promise<Outcome<ExternalListing>[]> {
  const batch = await each(await withDescriptors(c, listings), listingsAtOnce, async (listing) =>
    ok(await withDocuments(c, listing)),
  )
  const together = await publishTogether(
    c,
    batch.flatMap((listing) => (listing.ok && !listing.value.hidden ? listing.value : [])),
  )
  return each(batch, listingsAtOnce, async (listing) =>
    listing.ok ? (together.get(listing.value) ?? publishOne(c, listing.value)) : listing,
  )
}
/** Changes live listings. @throws nothing; an ended listing answers `not_found` */
export const revise = (c: EbayConnection, batch: EbayListing[]) =>
  each(batch, listingsAtOnce, (listing) => reviseOne(c, listing))

async function publishOne(
  c: EbayConnection,
  listing: EbayListing,
  how: How = 'publish',
): Promise<Outcome<ExternalListing>> {
  if (changedShape(listing)) await takeDown(c, listing)
  const saved = await save(c, listing, how)
  if (listing.hidden) return ok(externalOf(c, listing, '', saved), saved.warnings)
  const path = saved.group
    ? inventory('/offer/publish_by_inventory_item_group')
    : `${offerPath(saved.offers[0]?.offerId ?? '')}/publish`
  const json = saved.group
    ? { inventoryItemGroupKey: saved.group, marketplaceId: marketplaceOf(c.settings.marketplaceId).id }
    : {}
  const answer = await send(c, { method: 'POST', path, json }, aspectNames(listing))
  const { listingId, warnings } = readAs('eBay', Published, answer.body, true)
  return ok(externalOf(c, listing, listingId, saved), [...saved.warnings, ...sentences(warnings)])
}

async function reviseOne(c: EbayConnection, input: EbayListing): Promise<Outcome<ExternalListing>> {
  // An offer that was never published is changed as it was made.
  if (input.hidden) return publishOne(c, input, 'revise')
  const live = await liveOffer(c, input)
  const [current = input] = await withDescriptors(c, [input])
  const listing = await withDocuments(c, current)
  if (changedShape(listing)) return publishOne(c, listing)
  const saved = await save(c, listing, 'revise')
  // a variation made since is not live before its group is published again
  if (saved.offers.some((offer) => offer.status !== 'PUBLISHED')) return publishOne(c, listing, 'revise')
  return ok(externalOf(c, listing, live, saved), saved.warnings)
}

/** The live listing's id. @throws ChannelError `not_found` when it has ended */
async function liveOffer(c: EbayConnection, listing: EbayListing): Promise<string> {
  for (const { offerId } of Object.values(listing.external?.parts ?? {})) {
    const offer = offerId ? await find(c, Offer, offerPath(offerId)) : null
    if (offer?.listing?.listingId && isLive(offer)) return offer.listing.listingId
  }
  throw new ChannelError('not_found', 'This listing has ended on eBay.')
}

const groupOf = ({ external }: EbayListing) => Object.values(external?.parts ?? {}).find((part) => part.group)?.group

/** Listed alone and now a family, or at a price and now an auction, or the other way round: eBay has no way from one to the other. */
function changedShape(listing: EbayListing): boolean {
  const parts = Object.values(listing.external?.parts ?? {})
  const isOther = parts.some((part) => formatOfPart(part) !== formatOf(listing))
  return isOther || (parts.length > 0 && (groupOf(listing) !== undefined) !== isGroup(listing))
}

/** The offer that a SKU has in the format that is wanted. */
function knownOffer(listing: EbayListing, sku: string): string | undefined {
  const part = listing.external?.parts[sku]
  return part && formatOfPart(part) === formatOf(listing) ? part.offerId : undefined
}

/** Ends what stands in the old shape; a SKU can be listed alone only when its group is gone (25703, 25704, 25732). */
async function takeDown(c: EbayConnection, listing: EbayListing) {
  if (listing.external) for (const outcome of await end(c, [listing.external])) if (!outcome.ok) throw outcome.error
  const group = groupOf(listing)
  if (group && (await find(c, Group, groupPath(group)))) await send(c, { method: 'DELETE', path: groupPath(group) })
}

type How = 'publish' | 'revise'

/** eBay takes items and offers only whole. In a revise the number that stands there, read just before, stays: somebody may have bought since ours was counted. */
const keeping = (
  { external }: EbayListing,
  variant: ReadyVariant,
  how: How,
  quantity: number | undefined,
): ReadyVariant =>
  how === 'revise' && quantity !== undefined && external?.parts[variant.sku] ? { ...variant, quantity } : variant

interface Saved extends Standing {
  offers: { sku: string; offerId: string; status: string }[]
  warnings: string[]
}

/** Items, group and offers as they should stand; nothing is published yet. */
async function save(c: EbayConnection, input: EbayListing, how: How): Promise<Saved> {
  const { listing, warnings } = await withShownSizes(c, input)
  const freeOffersBySku = await freeOffers(c, listing)
  const items = await settled(listing.variants, (variant) => saveItem(c, listing, variant, how))
  const group = isGroup(listing)
    ? await saveGroup(
        c,
        listing,
        items.flatMap((item) => item.there?.inventoryItemGroupKeys ?? []),
      )
    : undefined
  const offers = await settled(listing.variants, (variant) => saveOffer(c, listing, variant, how, freeOffersBySku))
  return { group, offers, warnings: [...warnings, ...[...items, ...offers].flatMap((part) => part.warnings)] }
}

/** As `each`, but the first refusal is the whole listing's. */
async function settled<T>(variants: ReadyVariant[], work: (variant: ReadyVariant) => Promise<T>): Promise<T[]> {
  const outcomes = await each(variants, variantsAtOnce, async (variant) => ok(await work(variant)))
  return outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error
    return outcome.value
  })
}

async function saveItem(c: EbayConnection, listing: EbayListing, input: ReadyVariant, how: How) {
  const there = await find(c, InventoryItem, itemPath(input.sku))
  const variant = keeping(listing, input, how, there?.availability?.shipToLocationAvailability?.quantity)
  const answer = await send(
    c,
    { method: 'PUT', path: itemPath(variant.sku), json: toItem(listing, variant, there) },
    aspectNames(listing),
  )
  return { there, warnings: warningsIn(answer.body) }
}

async function saveGroup(c: EbayConnection, listing: EbayListing, existing: string[]): Promise<string> {
  const key = groupOf(listing) ?? existing[0] ?? newGroupKey(listing)
  const there = await find(c, Group, groupPath(key))
  await emptyRemoved(c, listing)
  await send(c, { method: 'PUT', path: groupPath(key), json: toGroup(listing, key, there) }, aspectNames(listing))
  return key
}

/** A variation that is no longer ours must not sell on while it leaves the listing. */
async function emptyRemoved(c: EbayConnection, listing: EbayListing) {
  const skus = new Set(listing.variants.map((v) => v.sku))
  const { external: there } = listing
  const removed = Object.keys(there?.parts ?? {}).filter((sku) => !skus.has(sku))
  if (there && removed.length)
    await setStock(
      c,
      removed.map((sku) => ({ sku, quantity: 0, listing: there, locationId: '' })),
    )
}

async function saveOffer(
  c: EbayConnection,
  listing: EbayListing,
  variant: ReadyVariant,
  how: How,
  offers: ReadonlyMap<string, Offer | null>,
) {
  const known = knownOffer(listing, variant.sku)
  const there = offers.has(variant.sku) ? offers.get(variant.sku) : await findOffer(c, listing, variant.sku, known)
  if (there) return updateOffer(c, listing, variant, there, how)
  const answer = await ask(c, {
    method: 'POST',
    path: inventory('/offer'),
    json: toNewOffer(listing, variant, c.settings),
  })
  const existing = offerAlreadyThere(answer)
  if (existing) return updateOffer(c, listing, variant, await get(c, Offer, offerPath(existing)), how)
  if (!succeeded(answer)) throw errorOfAnswer(answer, true, aspectNames(listing))
  const made = readAs('eBay', OfferMade, answer.body, true)
  return { sku: variant.sku, offerId: made.offerId, status: 'UNPUBLISHED', warnings: sentences(made.warnings) }
}

async function updateOffer(c: EbayConnection, listing: EbayListing, input: ReadyVariant, there: Offer, how: How) {
  const variant = keeping(listing, input, how, there.availableQuantity)
  const answer = await send(
    c,
    { method: 'PUT', path: offerPath(there.offerId), json: toOffer(listing, variant, c.settings, there) },
    aspectNames(listing),
  )
  return { sku: variant.sku, offerId: there.offerId, status: there.status, warnings: warningsIn(answer.body) }
}

/**
 * The offers of SKUs that this listing has not had before. A live one that does not say what we would say is somebody else's.
 * @throws ChannelError `already_there`, before anything is written
 */
async function freeOffers(c: EbayConnection, listing: EbayListing): Promise<ReadonlyMap<string, Offer | null>> {
  const fresh = listing.variants.filter(({ sku }) => !knownOffer(listing, sku))
  const offers = await settled(fresh, (variant) => findOffer(c, listing, variant.sku))
  const offersBySku = new Map(fresh.map(({ sku }, i) => [sku, offers[i] ?? null]))
  for (const variant of fresh) {
    const offer = offersBySku.get(variant.sku)
    if (offer?.status !== 'PUBLISHED') continue
    const item = await find(c, InventoryItem, itemPath(variant.sku))
    mustBeInLanguage(c, variant.sku, item)
    if (!saysTheSame(listing, variant, offer, item)) throw alreadyThere(c, variant.sku, offer, item, offersBySku)
  }
  return offersBySku
}

/** What an earlier try of ours left, whose answer was lost; taking it for ours changes nothing there. */
const saysTheSame = (listing: EbayListing, variant: ReadyVariant, offer: Offer, item: InventoryItem | null) =>
  item?.product?.title === listing.title &&
  offer.listingDescription === (listing.description || listing.title) &&
  minorOf(listing.auction ? offer.pricingSummary?.auctionStartPrice : offer.pricingSummary?.price) === variant.price

function alreadyThere(
  c: EbayConnection,
  sku: string,
  { listing }: Offer,
  item: InventoryItem | null,
  offers: ReadonlyMap<string, Offer | null>,
): ChannelError {
  const externalId = listing?.listingId ?? ''
  const group = item?.inventoryItemGroupKeys?.[0]
  const parts = Object.fromEntries(
    [...offers].flatMap(([offeredSku, offer]) =>
      offer?.listing?.listingId === externalId
        ? [[offeredSku, { offerId: offer.offerId, ...(group && { group }) }] as const]
        : [],
    ),
  )
  const there = { externalId, url: `${c.origins.web}/itm/${externalId}`, parts }
  return new ChannelError('already_there', `${sku} is already on eBay.`, { there })
}

/** The one offer of its format that a SKU can have on a marketplace. */
async function findOffer(c: EbayConnection, listing: EbayListing, sku: string, known?: string): Promise<Offer | null> {
  const there = known ? await find(c, Offer, offerPath(known)) : null
  if (there) return there
  const { own, elsewhere } = await offersOfSku(c, sku, formatOf(listing))
  if (own.length === 0) mustBeFree(sku, elsewhere)
  return own[0] ?? null
}

const warningsIn = (body: unknown) => sentences(OfferMade.pick({ warnings: true }).safeParse(body).data?.warnings)
