import { z } from 'zod'
import { DOES_NOT_APPLY } from '#contract/products/barcode.ts'
import { bigcommerce } from '#contract/channels/bigcommerce.ts'
import {
  type BigCommerceCategory,
  BigCommerceLocation,
  type BigCommerceSettings,
} from '#contract/channels/shapes/bigcommerce.ts'
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

type Found = Record<string, string>

export function check(
  listing: BigCommerceListing,
  rawFacts: unknown,
  settings?: BigCommerceSettings,
): { errors: Found; warnings: Found } {
  const known = read(rawFacts)
  const errors = { ...checkWords(listing), ...checkChoices(listing, known, settings), ...checkVariants(listing) }
  return { errors, warnings: warningsOf(listing) }
}

function warningsOf({ images, fields, variants, sizeAndWeight }: BigCommerceListing): Found {
  const problems: Found = {}
  if (images.length === 0) problems.images = 'Without an image, your store shows a gray box.'
  if (!fields.categoryIds) problems.categoryIds = 'Without a category, buyers can only find this product by searching.'
  if (!sizeAndWeight?.weight) problems.weight = 'Without a weight, BigCommerce calculates shipping for a weight of 0.'
  if (variants.some(({ price }) => price === 0)) problems.price = 'The price is 0, so BigCommerce would give it away.'
  return problems
}

function checkWords({ title, description, images, variants, fields, vendor }: BigCommerceListing): Found {
  const problems: Found = {}
  const { titleChars, descriptionChars, images: mostImages } = bigcommerceLimits
  const long = lengthOf(title)
  if (!title.trim()) problems.title = 'BigCommerce requires a title.'
  else if (long > titleChars)
    problems.title = `BigCommerce titles can have up to ${titleChars} characters. This one has ${long}.`
  if (lengthOf(description) > descriptionChars)
    problems.description = 'BigCommerce descriptions can have up to 500,000 characters, including HTML.'
  if (lengthOf(fields.brandName || vendor) > most.brandChars)
    problems.brandName = `BigCommerce brand names can have up to ${most.brandChars} characters.`
  const pictures = [...images, ...variants.flatMap(({ image }) => image ?? [])]
  if (images.length > mostImages)
    problems.images = `BigCommerce allows up to ${mostImages} images. You have ${images.length}.`
  // They are fetched from where they are.
  else if (pictures.some((url) => url.length > most.addressChars))
    problems.images = `BigCommerce image URLs can have up to ${most.addressChars} characters. Upload this image to Motto instead.`
  return problems
}

function checkChoices(
  { fields, currency }: BigCommerceListing,
  known: ReturnType<typeof read>,
  settings?: BigCommerceSettings,
): Found {
  const problems: Found = {}
  const chosen = locationOf(fields, settings ?? { locationId: '', buffer: 0 })
  const place = known?.locations.find(({ id }) => id === chosen)
  if (!chosen) problems.locationId = 'Choose a BigCommerce location.'
  else if (known && !place) problems.locationId = 'Your BigCommerce store doesn’t have this location. Choose another.'
  else if (place && !place.isActive) problems.locationId = `${place.label} is closed. Choose another location.`
  if (known?.currency && known.currency !== currency)
    problems.price = `Your store sells in ${known.currency}, but this price is in ${currency}.`
  const categories = splitList(fields.categoryIds)
  if (known && categories.some((id) => !known.categories.has(id)))
    problems.categoryIds = 'BigCommerce no longer has this category. Choose another.'
  else if (categories.length > most.categories)
    problems.categoryIds = `BigCommerce allows up to ${most.categories} categories per product.`
  return problems
}

function checkVariants({ variants }: BigCommerceListing): Found {
  const problems: Found = variationsOf(variants)
  const { skuChars } = bigcommerceLimits
  for (const { sku, price, barcode } of variants) {
    if (!sku) problems.sku ??= 'A SKU is required to sync with BigCommerce.'
    else if (sku.length > skuChars) problems.sku ??= `BigCommerce SKUs can have up to ${skuChars} characters: ${sku}`
    if (!(price >= 0)) problems.price ??= 'BigCommerce requires a price.'
    if (barcode && barcode !== DOES_NOT_APPLY && barcode.length > most.barcodeChars)
      problems.barcode ??= `BigCommerce barcodes can have up to ${most.barcodeChars} digits: ${barcode}`
  }
  return problems
}

function variationsOf(variants: BigCommerceListing['variants']): Found {
  const { variants: mostVariants } = bigcommerceLimits
  const names = optionNames(variants)
  const texts = variants.flatMap(({ options }) => Object.entries(options).flat())
  const values = names.map((name) => new Set(variants.map(({ options }) => options[name])).size)
  const sentence = [
    variants.length > mostVariants &&
      `BigCommerce allows up to ${mostVariants} variations. You have ${variants.length}.`,
    new Set(variants.map((variant) => keyOfReady(variant).toLowerCase())).size < variants.length &&
      'Two variations have the same options.',
    variants.some(({ options }) => names.some((name) => !options[name])) &&
      `Every variation needs a value for ${names.join(', ')}.`,
    values.some((count) => count > most.values) && `BigCommerce allows up to ${most.values} values per option.`,
    texts.some((text) => lengthOf(text) > most.optionChars) &&
      `BigCommerce option names and values can have up to ${most.optionChars} characters.`,
  ].find(Boolean)
  return sentence ? { variations: sentence } : {}
}
