import { createHash } from 'node:crypto'
import { DOES_NOT_APPLY } from '#contract/products/barcode.ts'
import type { BigCommerceSchema, BigCommerceSettings } from '#contract/channels/shapes/bigcommerce.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { ExternalListing, ReadyListing, ReadyVariant } from '../../channel.ts'
import { toDecimal } from '../../kit/money.ts'
import { splitList } from '../../kit/text.ts'
import type { Product, Store, Variant } from '../wire.ts'

export type BigCommerceListing = ReadyListing<BigCommerceSchema>

export const locationOf = (fields: BigCommerceSchema, settings: BigCommerceSettings) =>
  fields.locationId || settings.locationId

/** Stands among the words that the store's own search finds a product by, which no buyer is shown: an attempt whose answer was lost is known again. */
export const markOf = ({ key }: Pick<BigCommerceListing, 'key'>) => `motto-${key}`
const isMark = (word: string) => /^motto-\d+$/.test(word)
const wordsOf = ({ search_keywords: words }: Product) => splitList(words)
export const isOurs = (product: Product, listing: BigCommerceListing) => wordsOf(product).includes(markOf(listing))
export const tagsOf = (product: Product) => wordsOf(product).filter((word) => !isMark(word))

/** Numbers here, hundredths at ours. */
export const amountOf = (minor: number, currency: string): number => Number(toDecimal(minor, currency))

/** Names of the options in the order in which the variants bring them. */
export const optionNames = (variants: ReadyVariant[]) => [...new Set(variants.flatMap((v) => Object.keys(v.options)))]
export const isFamily = ({ variants }: BigCommerceListing) => optionNames(variants).length > 0
/** A variant of a product, or of ours, by its options: `Color=Red Size=M`. */
const keyOf = (options: Record<string, string>): string =>
  Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join(' ')
export const optionsIn = ({ option_values: values }: Variant): Record<string, string> =>
  Object.fromEntries(values.map(({ option_display_name: name, label }) => [name, label]))
export const keyOfReady = ({ options }: ReadyVariant) => keyOf(options)
export const keyOfThere = (variant: Variant) => keyOf(optionsIn(variant))

/** What we know a picture of ours by. */
export const pictureHash = (url: string) => createHash('sha256').update(url).digest('hex').slice(0, 16)

const conditions: Record<string, string> = { new: 'New', used: 'Used', refurbished: 'Refurbished' }
/** New, used or refurbished: everything else that was in somebody's hands is used. */
function conditionOf(condition: string): string {
  const plain = condition.trim().toLowerCase()
  if (plain === '' || plain.startsWith('new')) return 'New'
  return conditions[plain] ?? (plain.includes('refurbished') ? 'Refurbished' : 'Used')
}

const barcodeOf = ({ barcode }: ReadyVariant) => (barcode && barcode !== DOES_NOT_APPLY ? barcode : '')

/** Grams, and millimetres. */
const weights: Record<string, number> = { lb: 453.592_37, oz: 28.349_523_125, g: 1, kg: 1000, tonne: 1_000_000 }
const lengths: Record<string, number> = { in: 25.4, cm: 10 }
const weightUnits: Record<string, string> = {
  lbs: 'lb',
  pounds: 'lb',
  ounces: 'oz',
  kgs: 'kg',
  grams: 'g',
  tonnes: 'tonne',
}
const lengthUnits: Record<string, string> = { inches: 'in', centimeters: 'cm' }
/** BigCommerce writes the store's units in words: `LBS`, `Inches`. */
export const unitsOf = ({ weight_units: weight, dimension_units: length }: Store) => ({
  weight: weightUnits[weight.toLowerCase()] ?? weight.toLowerCase(),
  length: lengthUnits[length.toLowerCase()] ?? length.toLowerCase(),
})
const converted = (value: number, from: number | undefined, to: number | undefined) =>
  from && to ? Math.round((value * from * 10_000) / to) / 10_000 : value

/** In the store's units. A weight has to be there, so one that nobody knows is 0. */
export function sizeOf(size: SizeAndWeight | null, store: Store) {
  const units = unitsOf(store)
  const side = (value: number | null | undefined) =>
    value ? converted(value, lengths[size?.sizeUnit ?? 'in'], lengths[units.length]) : undefined
  const weight = size?.weight ? converted(size.weight, weights[size.weightUnit], weights[units.weight]) : 0
  const sides = { width: side(size?.width), height: side(size?.height), depth: side(size?.length) }
  return { weight, ...Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined)) }
}

/** What of a size we know in our words; a product without any has none. */
export function sizeThere({ weight, width, height, depth }: Product, store: Store): SizeAndWeight | null {
  const units = unitsOf(store)
  if (!weight && !width && !height && !depth) return null
  const known = units.weight in weights && units.weight !== 'tonne'
  return {
    weightUnit: (known ? units.weight : 'lb') as SizeAndWeight['weightUnit'],
    sizeUnit: units.length === 'cm' ? 'cm' : 'in',
    weight: weight || null,
    width: width || null,
    length: depth || null,
    height: height || null,
  }
}

/** The product's own fields, apart from its variants, options and pictures. What the seller left to the store stays as it is there. */
export function textOf(listing: BigCommerceListing, store: Store) {
  const { title, description, fields, variants, tags, currency } = listing
  const categories = splitList(fields.categoryIds).map(Number)
  const brand = fields.brandName || listing.vendor
  const family = isFamily(listing)
  const [first] = variants
  return {
    name: title,
    description,
    condition: conditionOf(listing.condition),
    ...sizeOf(listing.sizeAndWeight, store),
    price: amountOf(Math.min(...variants.map(({ price }) => price)), currency),
    // A product with variants has no SKU of its own: it would be taken from them.
    sku: family ? '' : (first?.sku ?? ''),
    upc: family || !first ? '' : barcodeOf(first),
    inventory_tracking: family ? 'variant' : 'product',
    search_keywords: [markOf(listing), ...tags].join(', '),
    ...(categories.length > 0 && { categories }),
    ...(brand && { brand_name: brand }),
  }
}

export const variantOf = (variant: ReadyVariant, currency: string) => ({
  sku: variant.sku,
  price: amountOf(variant.price, currency),
  upc: barcodeOf(variant),
})

/** A new product whole, but for its numbers. */
export function productOf(listing: BigCommerceListing, store: Store) {
  const { images, variants, currency } = listing
  return {
    ...textOf(listing, store),
    type: 'physical',
    is_visible: !listing.hidden,
    availability: 'available',
    ...(images.length > 0 && {
      images: images.map((image_url, n) => ({ image_url, sort_order: n, is_thumbnail: n === 0 })),
    }),
    ...(isFamily(listing) && {
      variants: variants.map((variant) => ({
        ...variantOf(variant, currency),
        ...(variant.image && { image_url: variant.image }),
        option_values: Object.entries(variant.options).map(([option_display_name, label]) => ({
          option_display_name,
          label,
        })),
      })),
    }),
  }
}

/** SKU → what the calls about its number and its price need. `of`: what BigCommerce counts. */
export const partOf = (
  product: Pick<Product, 'id'>,
  { id, option_values: values }: Variant,
): Record<string, string> => ({
  productId: String(product.id),
  variantId: String(id),
  of: values.length > 0 ? 'variant' : 'product',
})
export const partsOf = (product: Product, skus: Iterable<string>): ExternalListing['parts'] => {
  const skuSet = new Set(skus)
  return Object.fromEntries(
    product.variants.flatMap((variant) => {
      const sku = variant.sku || product.sku
      return skuSet.has(sku) ? [[sku, partOf(product, variant)]] : []
    }),
  )
}
