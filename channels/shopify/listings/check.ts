import { z } from 'zod'
import { shopify } from '#contract/channels/shopify.ts'
import { ShopifyLocation, type ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import { chunks } from '../../kit/batch.ts'
import { onceRead } from '../../kit/facts.ts'
import { ask, type ShopifyConnection } from '../calls.ts'
import { shopifyLookups } from '../lookups.ts'
import { collectionsOf, locationOf, optionNames, type ShopifyListing, tagsOf, vendorOf } from './map.ts'
import { Known } from '../wire.ts'

export const shopifyLimits = {
  ...shopify.limits,
  requestsPerSecond: 10,
  concurrency: 4,
  // Of 10 points each. A shop's bucket of 2,000 refills with 100 a second at least, other apps apart; a quarter of it is left for retries.
  quotas: [{ per: 'account', calls: 250, seconds: 10, burst: 150 }],
} as const
const mostOptions = 3
const mostTags = 250
const textChars = 255
/** Of a list in a request. */
const mostIds = 250

const Facts = z.object({
  locations: z.array(ShopifyLocation),
  /** Of those that the listing names: a shop may have thousands. */
  collections: z.array(z.string()).default([]),
})

const known = onceRead(Facts, ({ locations, collections }) => ({ locations, collections: new Set(collections) }))

/** Listings in the same collections have the same facts. */
export const factsKey = (listing: ShopifyListing): string => collectionsOf(listing).join()

/** The shop's locations and the listing's collections: what was chosen may have been closed or deleted. */
export async function facts(c: ShopifyConnection, listing: ShopifyListing): Promise<z.output<typeof Facts>> {
  const ids = collectionsOf(listing).filter((id) => /\/\d+$/.test(id))
  const [locations, ...there] = await Promise.all([
    shopifyLookups.locations(c),
    ...chunks(ids, mostIds).map((some) => ask(c, 'known', Known, { ids: some })),
  ])
  return { locations, collections: there.flatMap(({ nodes }) => nodes.flatMap((node) => node?.id ?? [])) }
}

type Found = Record<string, string>

export function check(
  listing: ShopifyListing,
  rawFacts: unknown,
  settings?: ShopifySettings,
): { errors: Found; warnings: Found } {
  const errors = { ...checkWords(listing), ...checkChoices(listing, rawFacts, settings), ...checkVariants(listing) }
  const warnings: Found = {}
  if (!listing.images.length) warnings.images = 'Recommended: add an image.'
  if (!listing.description.trim()) warnings.description = 'Recommended: add a description.'
  if (listing.variants.some(({ price }) => price === 0))
    warnings.price = 'The price is 0, so Shopify would give it away.'
  return { errors, warnings }
}

function checkWords(listing: ShopifyListing): Found {
  const problems: Found = {}
  const { titleChars, descriptionChars, images } = shopifyLimits
  if (!listing.title.trim()) problems.title = 'Shopify requires a title.'
  else if (listing.title.length > titleChars)
    problems.title = `Shopify titles can have up to ${titleChars} characters. This one has ${listing.title.length}.`
  if (listing.description.length > descriptionChars)
    problems.description = 'Shopify descriptions can have up to 500,000 characters, including HTML.'
  if (listing.images.length > images)
    problems.images = `Shopify allows up to ${images} images. You have ${listing.images.length}.`
  const strange = listing.images.find((url) => !/^https?:\/\/[^\s/]/i.test(url))
  if (strange !== undefined)
    problems.images ??= `Shopify downloads images from the web, but this isn’t a web address: ${strange}`
  for (const [field, label, text] of [
    ['vendor', 'vendors', vendorOf(listing)],
    ['productType', 'product types', listing.fields.productType],
  ] as const)
    if (text.length > textChars)
      problems[field] = `Shopify ${label} can have up to ${textChars} characters. This one has ${text.length}.`
  const tags = tagsOf(listing)
  const long = tags.find((tag) => tag.length > textChars)
  if (tags.length > mostTags) problems.tags = `Shopify allows up to ${mostTags} tags. You have ${tags.length}.`
  else if (long) problems.tags = `Shopify tags can have up to ${textChars} characters: ${long}`
  return problems
}

function checkChoices(listing: ShopifyListing, rawFacts: unknown, settings?: ShopifySettings): Found {
  const there = known(rawFacts)
  const isMissing = there && collectionsOf(listing).some((id) => !there.collections.has(id))
  return {
    ...checkLocation(listing, there?.locations, settings),
    ...(isMissing && { collectionIds: 'Your shop no longer has this collection. Choose another.' }),
  }
}

function checkLocation(
  { fields }: ShopifyListing,
  known?: z.output<typeof Facts>['locations'],
  settings?: ShopifySettings,
): Found {
  const chosen = locationOf(fields, settings ?? { locationId: '', buffer: 0 })
  if (!chosen) return { locationId: 'Choose a Shopify location.' }
  const place = known?.find(({ id }) => id === chosen)
  if (known && !place) return { locationId: 'Your shop doesn’t have this location. Choose another.' }
  return place && !place.isActive ? { locationId: `${place.name} is closed. Choose another location.` } : {}
}

function checkVariants({ variants }: ShopifyListing): Found {
  const problems: Found = {}
  const { variants: most, skuChars } = shopifyLimits
  const names = optionNames(variants)
  if (variants.length > most)
    problems.variations = `Shopify allows up to ${most} variations. You have ${variants.length}.`
  else if (names.length > mostOptions)
    problems.variations = `Shopify allows up to ${mostOptions} options. You have ${names.join(', ')}.`
  // "m" and "M" are one value to Shopify, and one name of an option.
  else if (new Set(variants.map(({ options }) => JSON.stringify(options).toLowerCase())).size < variants.length)
    problems.variations = 'Two variations have the same options.'
  else if (names.some((name) => !name.trim())) problems.variations = 'An option has no name.'
  else if (variants.some(({ options }) => names.some((name) => !options[name]?.trim())))
    problems.variations = `Every variation needs a value for ${names.join(', ')}.`
  else if (
    variants.some(({ options }) =>
      Object.entries(options)
        .flat()
        .some((text) => text.length > textChars),
    )
  )
    problems.variations = `Shopify option names and values can have up to ${textChars} characters.`
  for (const { sku, price } of variants) {
    if (!sku) problems.sku ??= 'A SKU is required to sync with Shopify.'
    else if (sku.length > skuChars) problems.sku ??= `Shopify SKUs can have up to ${skuChars} characters: ${sku}`
    if (!(price >= 0)) problems.price ??= 'Shopify requires a price.'
  }
  return problems
}
