import { createHash } from 'node:crypto'
import type { EbaySchema, EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { DOES_NOT_APPLY } from '#contract/products/barcode.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { ExternalListing, ReadyListing, ReadyVariant } from '../../channel.ts'
import type { Connection } from '../../connection.ts'
import { toDecimal, toMinor } from '../../kit/money.ts'
import { plainText, splitList } from '../../kit/text.ts'
import { conditionOf } from './conditions.ts'
import { marketplaceOf } from './marketplaces.ts'
import { regulatoryOf, otherParts } from '../safety/regulatory.ts'
import type { InventoryItem, Offer } from '../wire.ts'

export interface EbayListing extends ReadyListing<EbaySchema> {
  /** What is said of its condition besides; absent: nobody asked what its category wants. */
  conditionDescriptors?: readonly { name: string; values?: string[]; additionalInfo?: string }[]
  /** Ids of its safety documents by what they are; absent: nobody asked eBay for them. */
  documentIds?: Readonly<Record<string, string>>
}

/** Listings of several buyable forms are one group on eBay. */
export const isGroup = (listing: EbayListing) =>
  listing.variants.length > 1 || Object.keys(listing.variants[0]?.options ?? {}).length > 0

/** An offer is made in one format and keeps it; a SKU may have one in each. */
export const formatOf = ({ auction }: Pick<EbayListing, 'auction'>): 'AUCTION' | 'FIXED_PRICE' =>
  auction ? 'AUCTION' : 'FIXED_PRICE'
/** In which one a part of a listing stands there. */
export const formatOfPart = (part: Record<string, string>): string => part.format ?? 'FIXED_PRICE'
/** What an offer's part keeps of its auction: what stands there may be another than what is wanted by now. */
const partOfAuction = ({ auction }: Pick<EbayListing, 'auction'>): Record<string, string> =>
  auction ? { format: formatOf({ auction }), days: String(auction.days) } : {}
export const auctionDays = ({ parts }: ExternalListing): number =>
  Math.max(0, ...Object.values(parts).map((part) => (formatOfPart(part) === 'AUCTION' ? Number(part.days ?? 0) : 0)))

/** An amount of eBay's in minor units of its currency; 0 where there is none. */
export const minorOf = (amount: { value?: string | undefined; currency?: string | undefined } | undefined): number =>
  toMinor(amount?.value, amount?.currency ?? '')

export const categoryOf = (fields: EbaySchema) => splitList(fields.ebayCategoryIds)[0] ?? ''
export const locationOf = (fields: EbaySchema, settings: EbaySettings) => fields.locationId || settings.locationId
export const policiesOf = (fields: EbaySchema, settings: EbaySettings) => ({
  fulfillmentPolicyId: fields.fulfillmentPolicyId || settings.fulfillmentPolicyId,
  paymentPolicyId: fields.paymentPolicyId || settings.paymentPolicyId,
  returnPolicyId: fields.returnPolicyId || settings.returnPolicyId,
})
export const conditionText = (listing: EbayListing) => listing.condition || listing.fields.condition

/** The item specifics we speak of; an empty list means that the seller left it blank. */
export function aspectsOf(fields: EbaySchema): Record<string, string[]> {
  const aspects: Record<string, string[]> = {}
  if (fields.brand) aspects.Brand = [fields.brand]
  for (const { aspectName, value } of fields.aspects) {
    const values = (Array.isArray(value) ? value : [value]).map((v) => v.trim()).filter(Boolean)
    if (values.length || !aspects[aspectName]) aspects[aspectName] = values
  }
  return aspects
}

/** Names of item specifics that hold a size, on eBay's sites. */
export const isSizeName = (name: string): boolean =>
  /(^|[\s-])(size|größe|schuhgröße|taille|pointure|taglia|talla|maat|rozmiar)$/i.test(name.trim())
/** SKU → name of the item specific → its size. */
export type SentSizes = Record<string, Record<string, string>>
/** The sizes that a listing says, of each SKU. */
export function sizesOf({ fields, variants }: EbayListing): SentSizes {
  const shared = Object.entries(aspectsOf(fields)).flatMap(([name, values]) =>
    isSizeName(name) && values[0] !== undefined && values.length === 1 ? [[name, values[0]] as const] : [],
  )
  return Object.fromEntries(
    variants.flatMap(({ sku, options }) => {
      const sizes = [...shared, ...Object.entries(options).filter(([name]) => isSizeName(name))]
      return sizes.length > 0 ? [[sku, Object.fromEntries(sizes)]] : []
    }),
  )
}
/** Remembered so that a size that eBay rewrote is told from one that the seller changed. */
function rememberedSizes(listing: EbayListing): Record<string, string> {
  const sizes = sizesOf(listing)
  return Object.keys(sizes).length > 0 ? { sizes: JSON.stringify(sizes) } : {}
}

const idsOf = ({ documentIds }: EbayListing): string[] => Object.values(documentIds ?? {})

const texts = ['subtitle', 'brand', 'conditionDescription'] as const
/** What is remembered of a listing: the item specifics and texts that are there by us. */
export const saidOf = (listing: EbayListing): Record<string, string> => ({
  ...(listing.safety && { regulatory: JSON.stringify(Object.keys(regulatoryOf(listing.safety, idsOf(listing)))) }),
  ...rememberedSizes(listing),
  ...(listing.documentIds && { documents: JSON.stringify(listing.documentIds) }),
  aspects: JSON.stringify(aspectNames(listing)),
  texts: JSON.stringify(texts.filter((name) => listing.fields[name])),
})
/** Names of those, as they were last written; none of a listing that somebody else made. */
const saidBefore = ({ external }: EbayListing, what: 'aspects' | 'texts' | 'regulatory'): string[] =>
  JSON.parse(external?.data?.[what] ?? '[]') as string[]

/** What stands on eBay and we do not mention stays, but what is there by us: nobody says it any more. What we mention is ours, blank removes it. */
export function mergeAspects(
  there: Record<string, string[]>,
  ours: Record<string, string[]>,
  before: readonly string[] = [],
): Record<string, string[]> {
  const mentioned = new Set([...Object.keys(ours), ...before].map((name) => name.toLowerCase()))
  const others = Object.entries(there).filter(([name]) => !mentioned.has(name.toLowerCase()))
  return Object.fromEntries([...others, ...Object.entries(ours).filter(([, values]) => values.length)])
}

const withoutKeys = <T extends object>(value: T, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))

/** Where eBay keeps barcodes, each kind apart. */
const barcodeFields = ['upc', 'ean', 'isbn'] as const
// a number of another length is not a barcode that eBay knows; it would refuse the whole item
const barcodeOf = (code: string | undefined): Record<string, string[]> => {
  // which of the two a category asks for is not published
  if (code === DOES_NOT_APPLY) return { upc: [code], ean: [code] }
  const digits = code?.replace(/[\s-]/g, '') ?? ''
  if (/^97[89]\d{10}$/.test(digits) || /^\d{9}[\dXx]$/.test(digits)) return { isbn: [digits] }
  if (/^\d{12}$/.test(digits)) return { upc: [digits] }
  return /^(\d{8}|\d{13})$/.test(digits) ? { ean: [digits] } : {}
}

/** A number before the word that there is none. */
export function readBarcodes(product: Partial<Record<(typeof barcodeFields)[number], string[] | undefined>>): string {
  const codes = barcodeFields.flatMap((field) => product[field] ?? [])
  return codes.find((code) => code !== DOES_NOT_APPLY) ?? codes[0] ?? ''
}

const weightUnits = { kg: 'KILOGRAM', lb: 'POUND', g: 'GRAM', oz: 'OUNCE' } as const
const sizeUnits = { cm: 'CENTIMETER', in: 'INCH' } as const
/** eBay wants all three sides or none. */
function packageOf(size: SizeAndWeight | null) {
  const weight = size?.weight ? { value: size.weight, unit: weightUnits[size.weightUnit] } : undefined
  const dimensions =
    size?.width && size.length && size.height
      ? { width: size.width, length: size.length, height: size.height, unit: sizeUnits[size.sizeUnit] }
      : undefined
  return weight || dimensions ? { ...(weight && { weight }), ...(dimensions && { dimensions }) } : undefined
}

/** Longest description an inventory item holds; the listing itself shows the offer's, which may be 500,000. */
const itemDescriptionChars = 4000

/** The body of createOrReplaceInventoryItem: a full replacement, so what stands there is merged in. */
export function toItem(listing: EbayListing, variant: ReadyVariant, there: InventoryItem | null) {
  const options = Object.fromEntries(Object.entries(variant.options).map(([name, value]) => [name, [value]]))
  const { fields } = listing
  const parcel = packageOf(listing.sizeAndWeight)
  const removed = saidBefore(listing, 'texts')
  const condition = conditionOf(conditionText(listing))
  const barcode = barcodeOf(variant.barcode)
  // one of another kind would stand beside ours
  const replaced = Object.keys(barcode).length > 0 ? barcodeFields : []
  const images = [
    ...new Set([
      ...(variant.image ? [variant.image] : []),
      ...(isGroup(listing) && variant.image ? [] : listing.images),
    ]),
  ]
  return {
    ...withoutKeys(there ?? {}, [
      'sku',
      'locale',
      'groupIds',
      'inventoryItemGroupKeys',
      // They belong to the condition.
      ...(there?.condition === condition ? [] : ['conditionDescriptors']),
      ...removed,
    ]),
    condition,
    ...(listing.conditionDescriptors?.length && { conditionDescriptors: listing.conditionDescriptors }),
    ...(fields.conditionDescription && { conditionDescription: fields.conditionDescription }),
    availability: {
      ...there?.availability,
      shipToLocationAvailability: { ...there?.availability?.shipToLocationAvailability, quantity: variant.quantity },
    },
    product: {
      ...withoutKeys(there?.product ?? {}, [...removed, ...replaced]),
      title: listing.title,
      description: (plainText(listing.description) || listing.title).slice(0, itemDescriptionChars),
      imageUrls: images,
      aspects: mergeAspects(
        there?.product?.aspects ?? {},
        { ...aspectsOf(fields), ...options },
        saidBefore(listing, 'aspects'),
      ),
      ...(fields.subtitle && { subtitle: fields.subtitle }),
      ...(fields.brand && { brand: fields.brand }),
      ...barcode,
    },
    ...(parcel && { packageWeightAndSize: parcel }),
  }
}

/** How it is sold. Of an auction eBay wants no quantity: one piece of the item's is set aside for it. */
function saleOf({ auction, currency }: EbayListing, variant: ReadyVariant, there: Offer | null) {
  const amount = (price: number) => ({ value: toDecimal(price, currency), currency })
  if (!auction)
    return {
      availableQuantity: variant.quantity,
      pricingSummary: { ...there?.pricingSummary, price: amount(variant.price) },
      listingDuration: 'GTC',
    }
  return {
    pricingSummary: {
      auctionStartPrice: amount(auction.startPrice),
      ...(auction.buyItNowPrice !== null && { price: amount(auction.buyItNowPrice) }),
    },
    listingDuration: `DAYS_${auction.days}`,
  }
}

const offerKeysSetOnce = ['offerId', 'sku', 'marketplaceId', 'format', 'status', 'listing']

/** The body of updateOffer: everything but what is fixed when the offer is made. */
export function toOffer(listing: EbayListing, variant: ReadyVariant, settings: EbaySettings, there: Offer | null) {
  const regulatory = {
    ...otherParts(there?.regulatory, saidBefore(listing, 'regulatory')),
    ...regulatoryOf(listing.safety, idsOf(listing)),
  }
  return {
    ...withoutKeys(there ?? {}, [...offerKeysSetOnce, 'regulatory']),
    ...(Object.keys(regulatory).length > 0 && { regulatory }),
    categoryId: categoryOf(listing.fields),
    merchantLocationKey: locationOf(listing.fields, settings),
    ...saleOf(listing, variant, there),
    listingPolicies: { ...there?.listingPolicies, ...policiesOf(listing.fields, settings) },
    listingDescription: listing.description || listing.title,
    // eBay's default is true and lets its catalogue overwrite what we wrote
    includeCatalogProductDetails: false,
  }
}
export const toNewOffer = (listing: EbayListing, variant: ReadyVariant, settings: EbaySettings) => ({
  sku: variant.sku,
  marketplaceId: marketplaceOf(settings.marketplaceId).id,
  format: formatOf(listing),
  ...toOffer(listing, variant, settings, null),
})

/** What stands on eBay after a save: the group of a family, and an offer of each SKU. */
export interface Saved {
  group: string | undefined
  offers: { sku: string; offerId: string }[]
}

/** A listing as it stands there. @param listingId eBay's number of it */
export function externalOf(
  { origins }: Pick<Connection<EbaySettings>, 'origins'>,
  listing: EbayListing,
  listingId: string,
  { group, offers }: Saved,
): ExternalListing {
  const more = { ...(group && { group }), ...partOfAuction(listing) }
  const parts = Object.fromEntries(offers.map(({ sku, offerId }) => [sku, { offerId, ...more }]))
  return { externalId: listingId, url: `${origins.web}/itm/${listingId}`, data: saidOf(listing), parts }
}

/** Item specifics that a listing has, so that a refusal which speaks of one is known by it. */
export const aspectNames = (listing: EbayListing): string[] => [
  ...Object.keys(aspectsOf(listing.fields)),
  ...Object.keys(listing.variants[0]?.options ?? {}),
]

/** Named after the SKU, which is unique in the seller's account: a repeated publish finds the same group. */
export const newGroupKey = (listing: EbayListing) =>
  `motto-${createHash('sha256')
    .update(listing.variants[0]?.sku ?? '')
    .digest('hex')
    .slice(0, 24)}`

const groupImages = 12

export function toGroup(listing: EbayListing, key: string, there: object | null) {
  const names = [...new Set(listing.variants.flatMap((v) => Object.keys(v.options)))]
  const valuesOf = (name: string) => [...new Set(listing.variants.flatMap((v) => v.options[name] ?? []))]
  // the picture changes with the first option whose every value has a picture of its own
  const shown = names.find((name) => listing.variants.every((v) => v.image) && valuesOf(name).length > 1)
  return {
    ...withoutKeys(there ?? {}, ['inventoryItemGroupKey']),
    inventoryItemGroupKey: key,
    title: listing.title,
    description: listing.description || listing.title,
    imageUrls: listing.images.slice(0, groupImages),
    aspects: Object.fromEntries(
      Object.entries(aspectsOf(listing.fields)).filter(([name, values]) => values.length && !names.includes(name)),
    ),
    ...(listing.fields.subtitle && { subtitle: listing.fields.subtitle }),
    variantSKUs: listing.variants.map((v) => v.sku),
    variesBy: {
      aspectsImageVariesBy: shown ? [shown] : [],
      specifications: names.map((name) => ({ name, values: valuesOf(name) })),
    },
  }
}
