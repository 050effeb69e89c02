import { z } from 'zod'
import { shopify } from '#contract/channels/shopify.ts'
import { ShopifyLocation, type ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import { problem, type Problems, spoken } from '#domain/listings/problems/problem.ts'
import { chunks } from '../../kit/batch.ts'
import type { Checked } from '../../checked.ts'
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

type Warnings = Record<string, string>

export function check(listing: ShopifyListing, rawFacts: unknown, settings?: ShopifySettings): Checked {
  const errors = { ...checkWords(listing), ...checkChoices(listing, rawFacts, settings), ...checkVariants(listing) }
  const warnings: Warnings = {}
  if (!listing.images.length) warnings.images = 'Recommended: add an image.'
  if (!listing.description.trim()) warnings.description = 'Recommended: add a description.'
  if (listing.variants.some(({ price }) => price === 0))
    warnings.price = 'The price is 0, so Shopify would give it away.'
  return { ...spoken('shopify', errors), warnings }
}

function checkWords(listing: ShopifyListing): Problems {
  const problems: Problems = {}
  const { titleChars, descriptionChars, images } = shopifyLimits
  if (!listing.title.trim()) problems.title = problem('title_missing')
  else if (listing.title.length > titleChars)
    problems.title = problem('title_too_long', { most: titleChars, count: listing.title.length })
  if (listing.description.length > descriptionChars)
    problems.description = problem('description_too_long', { limit: '500,000' })
  if (listing.images.length > images)
    problems.images = problem('too_many_pictures', { most: images, count: listing.images.length })
  const strange = listing.images.find((url) => !/^https?:\/\/[^\s/]/i.test(url))
  if (strange !== undefined) problems.images ??= problem('picture_address', { address: strange })
  for (const [field, about, texts, text] of [
    ['vendor', 'Vendor', 'vendors', vendorOf(listing)],
    ['productType', 'Product Type', 'product types', listing.fields.productType],
  ] as const)
    if (text.length > textChars)
      problems[field] = problem('text_too_long', { about, texts, most: textChars, count: text.length })
  const tags = tagsOf(listing)
  const long = tags.find((tag) => tag.length > textChars)
  if (tags.length > mostTags) problems.tags = problem('too_many_tags', { most: mostTags, count: tags.length })
  else if (long) problems.tags = problem('tag_too_long', { most: textChars, tag: long })
  return problems
}

function checkChoices(listing: ShopifyListing, rawFacts: unknown, settings?: ShopifySettings): Problems {
  const there = known(rawFacts)
  const isMissing = there && collectionsOf(listing).some((id) => !there.collections.has(id))
  return {
    ...checkLocation(listing, there?.locations, settings),
    ...(isMissing && { collectionIds: problem('collection_gone', { account: 'shop' }) }),
  }
}

function checkLocation(
  { fields }: ShopifyListing,
  known?: z.output<typeof Facts>['locations'],
  settings?: ShopifySettings,
): Problems {
  const chosen = locationOf(fields, settings ?? { locationId: '', buffer: 0 })
  if (!chosen) return { locationId: problem('location_missing', { called: 'Shopify location' }) }
  const place = known?.find(({ id }) => id === chosen)
  if (known && !place) return { locationId: problem('location_gone', { account: 'shop' }) }
  return place && !place.isActive
    ? { locationId: problem('location_closed', { place: place.name, state: 'closed' }) }
    : {}
}

function checkVariants({ variants }: ShopifyListing): Problems {
  const problems: Problems = {}
  const { variants: most, skuChars } = shopifyLimits
  const names = optionNames(variants)
  if (variants.length > most) problems.variations = problem('too_many_variations', { most, count: variants.length })
  else if (names.length > mostOptions)
    problems.variations = problem('too_many_options', { most: mostOptions, called: 'options', names: names.join(', ') })
  // "m" and "M" are one value to Shopify, and one name of an option.
  else if (new Set(variants.map(({ options }) => JSON.stringify(options).toLowerCase())).size < variants.length)
    problems.variations = problem('same_options')
  else if (names.some((name) => !name.trim())) problems.variations = problem('option_unnamed')
  else if (variants.some(({ options }) => names.some((name) => !options[name]?.trim())))
    problems.variations = problem('option_value_missing', { names: names.join(', ') })
  else if (
    variants.some(({ options }) =>
      Object.entries(options)
        .flat()
        .some((text) => text.length > textChars),
    )
  )
    problems.variations = problem('option_too_long', { most: textChars })
  for (const { sku, price } of variants) {
    if (!sku) problems.sku ??= problem('sku_missing', { need: 'sync' })
    else if (sku.length > skuChars) problems.sku ??= problem('sku_too_long', { most: skuChars, sku })
    if (!(price >= 0)) problems.price ??= problem('price_missing')
  }
  return problems
}
