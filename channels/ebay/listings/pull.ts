import { ebayConditions } from '#contract/channels/ebay.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import type { Page } from '../../channel.ts'
import { chunks, each, ok } from '../../kit/batch.ts'
import { readAs } from '../../kit/read.ts'
import type { ChannelProduct, ChannelVariant, ListingState } from '../../product.ts'
import { type EbayConnection, find, get, groupPath, inventory, send } from '../calls.ts'
import { BulkAnswers, Group, type InventoryItem, InventoryItems, type Offer } from '../wire.ts'
import { minorOf, readBarcodes } from './map.ts'
import { offersOfSku, otherLanguage } from '../sites/offers.ts'

const itemsPerPage = 50
/** bulkGetInventoryItem takes so many. */
const itemsPerCall = 25
const offersAtOnce = 5

interface Piece {
  sku: string
  item: InventoryItem
  offer: Offer | null
}

/** Everything the Inventory API knows of. Listings made in Seller Hub are not among them. A group comes whole, on the page of its first SKU. */
export async function pull(c: EbayConnection, cursor = '0'): Promise<Page<ChannelProduct>> {
  // here, unlike for orders, eBay's `offset` counts pages
  const page = Number(cursor)
  const answer = await get(c, InventoryItems, inventory('/inventory_item'), {
    limit: String(itemsPerPage),
    offset: String(page),
  })
  const known = new Map(answer.inventoryItems.flatMap((item) => (item.sku ? [[item.sku, item] as const] : [])))
  const keys = [...new Set(answer.inventoryItems.flatMap((item) => item.inventoryItemGroupKeys ?? []))]
  const groups = new Map<string, Group>()
  for (const key of keys) {
    const group = await find(c, Group, groupPath(key))
    const first = group?.variantSKUs?.[0]
    if (group && first !== undefined && known.has(first)) groups.set(key, group)
  }
  await addItems(
    c,
    known,
    [...groups.values()].flatMap((group) => group.variantSKUs ?? []),
  )
  const alone = answer.inventoryItems.flatMap(({ sku, inventoryItemGroupKeys }) =>
    sku && !inventoryItemGroupKeys?.length ? [sku] : [],
  )
  const products: { skus: string[]; key?: string; group?: Group }[] = [
    ...alone.map((sku) => ({ skus: [sku] })),
    ...[...groups].map(([key, group]) => ({ skus: group.variantSKUs ?? [], key, group })),
  ]
  const { offers, elsewhere } = await offersOf(
    c,
    products.flatMap(({ skus }) => skus),
  )
  // What is on another site of the seller's is not a listing of this one.
  const isElsewhere = (sku: string) => elsewhere.has(sku) || otherLanguage(c, known.get(sku)) !== undefined
  const here = products.filter(({ skus }) => !skus.some(isElsewhere))
  const items = here.flatMap(({ skus, key, group }) => {
    const pieces = skus.flatMap((sku): Piece[] => {
      const item = known.get(sku)
      return item ? [{ sku, item, offer: offers.get(sku) ?? null }] : []
    })
    return pieces[0] ? [toProduct(c, pieces[0], pieces, key, group)] : []
  })
  return { items, next: answer.next ? String(page + 1) : undefined }
}

/** Items of groups that stand on other pages. */
async function addItems(c: EbayConnection, known: Map<string, InventoryItem>, skus: string[]): Promise<void> {
  for (const part of chunks(
    skus.filter((sku) => !known.has(sku)),
    itemsPerCall,
  )) {
    const answer = await send(c, {
      method: 'POST',
      path: inventory('/bulk_get_inventory_item'),
      json: { requests: part.map((sku) => ({ sku })) },
      reads: true,
    })
    for (const { sku, statusCode, inventoryItem } of readAs('eBay', BulkAnswers, answer.body).responses)
      if (sku && inventoryItem && statusCode < 400) known.set(sku, inventoryItem)
  }
}

interface SiteOffers {
  offers: Map<string, Offer | null>
  /** SKUs that have offers on other sites alone. */
  elsewhere: Set<string>
}
/** @throws ChannelError: an offer that could not be read is not one that is missing */
async function offersOf(c: EbayConnection, skus: string[]): Promise<SiteOffers> {
  const outcomes = await each(skus, offersAtOnce, async (sku) => ok({ sku, ...(await offersOfSku(c, sku)) }))
  const read = outcomes.map((outcome) => {
    if (!outcome.ok) throw outcome.error
    return outcome.value
  })
  return {
    offers: new Map(read.map(({ sku, own }) => [sku, own[0] ?? null])),
    elsewhere: new Set(
      read.flatMap(({ sku, own, elsewhere }) => (own.length === 0 && elsewhere.length > 0 ? [sku] : [])),
    ),
  }
}

function toProduct(
  c: EbayConnection,
  first: Piece,
  pieces: Piece[],
  key: string | undefined,
  group: Group | undefined,
): ChannelProduct {
  const listingId = pieces.find((piece) => piece.offer?.listing?.listingId)?.offer?.listing?.listingId ?? ''
  const options = group?.variesBy?.specifications?.map(({ name }) => name) ?? []
  const { item, offer } = first
  const { aspects, ...words } = wordsOf(first, group)
  const condition = item.condition ?? ''
  return {
    externalId: listingId,
    url: listingId ? `${c.origins.web}/itm/${listingId}` : '',
    state: stateOf(pieces),
    updatedAt: null,
    ...words,
    category: { id: offer?.categoryId ?? '', name: '' },
    condition: (ebayConditions as Record<string, string>)[condition] ?? condition,
    tags: [],
    attributes: Object.entries(aspects)
      .filter(([name]) => !options.includes(name))
      .map(([name, values]) => ({ name, values })),
    sizeAndWeight: sizeOf(item),
    currency: offer?.pricingSummary?.price?.currency ?? '',
    variants: pieces.map((piece) => toVariant(piece, options, key)),
    data: key ? { group: key } : {},
  }
}

/** A family's words and pictures are its group's; each piece has some of its own besides. */
function wordsOf({ item: { product }, offer, sku }: Piece, group: Group | undefined) {
  const { title = sku, description = '', imageUrls: images = [], aspects = {} } = { ...product, ...group }
  return {
    title,
    description: group?.description ?? offer?.listingDescription ?? description,
    images,
    brand: product?.brand ?? brandOf(product?.aspects),
    aspects,
  }
}
const brandOf = (aspects: Record<string, string[]> = {}) => aspects.Brand?.[0] ?? ''

function toVariant({ sku, item, offer }: Piece, options: string[], key: string | undefined): ChannelVariant {
  const { product } = item
  return {
    sku,
    options: Object.fromEntries(options.map((name) => [name, product?.aspects?.[name]?.[0] ?? ''])),
    price: minorOf(offer?.pricingSummary?.price),
    quantity: offer?.availableQuantity ?? item.availability?.shipToLocationAvailability?.quantity ?? 0,
    barcode: readBarcodes(product ?? {}),
    image: product?.imageUrls?.[0] ?? '',
    part: { ...(offer && { offerId: offer.offerId }), ...(key && { group: key }) },
  }
}

// what getOffer says of the listing behind a published offer
const states: Record<string, ListingState> = {
  OUT_OF_STOCK: 'sold_out',
  INACTIVE: 'hidden',
  ENDED: 'ended',
  EBAY_ENDED: 'ended',
}
function stateOf(pieces: Piece[]): ListingState {
  const published = pieces.flatMap(({ offer }) => (offer?.status === 'PUBLISHED' ? [offer] : []))
  const listed = published.map(({ listing }) => states[listing?.listingStatus ?? ''] ?? 'live')
  if (listed.includes('live')) return 'live'
  return listed[0] ?? (pieces.some(({ offer }) => offer?.listing?.listingId) ? 'ended' : 'draft')
}

const weightUnits: Record<string, SizeAndWeight['weightUnit']> = { KILOGRAM: 'kg', POUND: 'lb', GRAM: 'g', OUNCE: 'oz' }
const sizeUnits: Record<string, SizeAndWeight['sizeUnit']> = { CENTIMETER: 'cm', INCH: 'in' }
/** Null where eBay has none, or in a unit that we do not keep (meters, feet). */
function sizeOf({ packageWeightAndSize: there }: InventoryItem): SizeAndWeight | null {
  const weightUnit = weightUnits[there?.weight?.unit ?? '']
  const sizeUnit = sizeUnits[there?.dimensions?.unit ?? '']
  if (!weightUnit && !sizeUnit) return null
  const { width, length, height } = there?.dimensions ?? {}
  return SizeAndWeight.parse({
    ...(weightUnit && { weightUnit, weight: there?.weight?.value }),
    ...(sizeUnit && { sizeUnit, width, length, height }),
  })
}
