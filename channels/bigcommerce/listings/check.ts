import { z } from 'zod'
import { DOES_NOT_APPLY } from '#contract/products/barcode.ts'
import { bigcommerce } from '#contract/channels/bigcommerce.ts'
import {
  type BigCommerceCategory,
  BigCommerceLocation,
  type BigCommerceSettings,
} from '#contract/channels/shapes/bigcommerce.ts'
import { problem, type Problem, type Problems, spoken } from '#domain/listings/problems/problem.ts'
import type { Checked } from '../../checked.ts'
import { onceRead } from '../../kit/facts.ts'
import { lengthOf, splitList } from '../../kit/text.ts'
import { aloneLane, type BigCommerceConnection, storeOf } from '../calls.ts'
import { bigcommerceLookups } from '../lookups.ts'
import { type BigCommerceListing, keyOfReady, locationOf, optionNames } from './map.ts'

export const bigcommerceLimits = {
  ...bigcommerce.limits,
  requestsPerSecond: 5,
  concurrency: 3,
  // Of a Standard or Plus store, shared with all other apps of the merchant; Pro has three times as many.
  quotas: [
    { per: 'account', calls: 150, seconds: 30 },
    { per: 'account', lane: aloneLane, calls: 150, seconds: 30, atOnce: 1 },
  ],
} as const
const most = { addressChars: 255, optionChars: 255, barcodeChars: 14, brandChars: 255, categories: 1000, values: 250 }

const Facts = z.object({
  locations: z.array(BigCommerceLocation),
  /** Ids. */
  categories: z.array(z.string()),
  currency: z.string(),
})

const read = onceRead(Facts, ({ categories, ...rest }) => ({ ...rest, categories: new Set(categories) }))

/** What can be chosen there: a location may have been closed, a category deleted since. */
export async function facts(c: BigCommerceConnection): Promise<z.output<typeof Facts>> {
  const [locations, tree, { currency }] = await Promise.all([
    bigcommerceLookups.locations(c),
    bigcommerceLookups.categories(c),
    storeOf(c),
  ])
  return { locations, categories: idsIn(tree), currency }
}
const idsIn = (tree: BigCommerceCategory[]): string[] =>
  tree.flatMap(({ category_id: id, children }) => [id, ...idsIn(children)])

type Warnings = Record<string, string>

export function check(listing: BigCommerceListing, rawFacts: unknown, settings?: BigCommerceSettings): Checked {
  const known = read(rawFacts)
  const errors = { ...checkWords(listing), ...checkChoices(listing, known, settings), ...checkVariants(listing) }
  return { ...spoken('bigcommerce', errors), warnings: warningsOf(listing) }
}

function warningsOf({ images, fields, variants, sizeAndWeight }: BigCommerceListing): Warnings {
  const problems: Warnings = {}
  if (images.length === 0) problems.images = 'Without an image, your store shows a gray box.'
  if (!fields.categoryIds) problems.categoryIds = 'Without a category, buyers can only find this product by searching.'
  if (!sizeAndWeight?.weight) problems.weight = 'Without a weight, BigCommerce calculates shipping for a weight of 0.'
  if (variants.some(({ price }) => price === 0)) problems.price = 'The price is 0, so BigCommerce would give it away.'
  return problems
}

function checkWords({ title, description, images, variants, fields, vendor }: BigCommerceListing): Problems {
  const problems: Problems = {}
  const { titleChars, descriptionChars, images: mostImages } = bigcommerceLimits
  const long = lengthOf(title)
  if (!title.trim()) problems.title = problem('title_missing')
  else if (long > titleChars) problems.title = problem('title_too_long', { most: titleChars, count: long })
  if (lengthOf(description) > descriptionChars)
    problems.description = problem('description_too_long', { limit: '500,000' })
  if (lengthOf(fields.brandName || vendor) > most.brandChars)
    problems.brandName = problem('brand_too_long', { most: most.brandChars })
  const pictures = [...images, ...variants.flatMap(({ image }) => image ?? [])]
  if (images.length > mostImages)
    problems.images = problem('too_many_pictures', { most: mostImages, count: images.length })
  // They are fetched from where they are.
  else if (pictures.some((url) => url.length > most.addressChars))
    problems.images = problem('picture_address_too_long', { most: most.addressChars })
  return problems
}

function checkChoices(
  { fields, currency }: BigCommerceListing,
  known: ReturnType<typeof read>,
  settings?: BigCommerceSettings,
): Problems {
  const problems: Problems = {}
  const chosen = locationOf(fields, settings ?? { locationId: '', buffer: 0 })
  const place = known?.locations.find(({ id }) => id === chosen)
  if (!chosen) problems.locationId = problem('location_missing', { called: 'BigCommerce location' })
  else if (known && !place) problems.locationId = problem('location_gone', { account: 'BigCommerce store' })
  else if (place && !place.isActive)
    problems.locationId = problem('location_closed', { place: place.label, state: 'closed' })
  if (known?.currency && known.currency !== currency)
    problems.price = problem('price_currency', { account: 'Your store', sells: known.currency, asked: currency })
  const categories = splitList(fields.categoryIds)
  if (known && categories.some((id) => !known.categories.has(id))) problems.categoryIds = problem('category_gone')
  else if (categories.length > most.categories)
    problems.categoryIds = problem('too_many_categories', { most: most.categories })
  return problems
}

function checkVariants({ variants }: BigCommerceListing): Problems {
  const problems: Problems = variationsOf(variants)
  const { skuChars } = bigcommerceLimits
  for (const { sku, price, barcode } of variants) {
    if (!sku) problems.sku ??= problem('sku_missing', { need: 'sync' })
    else if (sku.length > skuChars) problems.sku ??= problem('sku_too_long', { most: skuChars, sku })
    if (!(price >= 0)) problems.price ??= problem('price_missing')
    if (barcode && barcode !== DOES_NOT_APPLY && barcode.length > most.barcodeChars)
      problems.barcode ??= problem('barcode_too_long', { most: most.barcodeChars, unit: 'digits', barcode })
  }
  return problems
}

function variationsOf(variants: BigCommerceListing['variants']): Problems {
  const { variants: mostVariants } = bigcommerceLimits
  const names = optionNames(variants)
  const texts = variants.flatMap(({ options }) => Object.entries(options).flat())
  const values = names.map((name) => new Set(variants.map(({ options }) => options[name])).size)
  const refusal = [
    variants.length > mostVariants && problem('too_many_variations', { most: mostVariants, count: variants.length }),
    new Set(variants.map((variant) => keyOfReady(variant).toLowerCase())).size < variants.length &&
      problem('same_options'),
    variants.some(({ options }) => names.some((name) => !options[name])) &&
      problem('option_value_missing', { names: names.join(', ') }),
    values.some((count) => count > most.values) && problem('too_many_option_values', { most: most.values, option: '' }),
    texts.some((text) => lengthOf(text) > most.optionChars) && problem('option_too_long', { most: most.optionChars }),
  ].find((candidate): candidate is Problem => candidate !== false)
  return refusal ? { variations: refusal } : {}
}
