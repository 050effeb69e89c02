import { blankFields } from '#contract/products/fields.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import type { CsvProduct, CsvVariation } from '../products/files/csv.ts'
import { nameKey } from '../products/attributes/values.ts'
import { cut } from './reading/cut.ts'
import { slug } from './reading/layouts.ts'

/*
 * A listing that stands on a channel, as a product of ours would be in a file: products are made of listings by the same import that
 * makes them of files.
 */

/** What a listing says, as an adapter reads it. */
export interface SoldThere {
  title: string
  /** HTML. */
  description: string
  images: readonly string[]
  brand: string
  condition: string
  tags: readonly string[]
  attributes: readonly { name: string; values: readonly string[] }[]
  sizeAndWeight: SizeAndWeight | null
  variants: readonly SoldVariant[]
}
interface SoldVariant {
  sku: string
  options: Record<string, string>
  /** Minor units. */
  price: number
  /** Null where the channel does not count it. */
  quantity: number | null
  barcode: string
  image: string
}

const SKU_LENGTH = 60
const NAME_LENGTH = 200
/** Families of one title that are told apart by a number. */
const NUMBERED = 20

/** Whether it can be known again by its SKUs (IMP-164). */
export const hasSkus = ({ variants }: Pick<SoldThere, 'variants'>) => variants.every(({ sku }) => sku.trim() !== '')
export const isFamily = ({ variants }: Pick<SoldThere, 'variants'>) => variants.length > 1

/** SKUs that a family may have, which on a channel has none: the channel's own key for it where there is one, else the title's words. */
export function familySkus({ title, variants }: Pick<SoldThere, 'title' | 'variants'>, key: string): string[] {
  const own = new Set(variants.map(({ sku }) => sku))
  const base = cut(slug(title), SKU_LENGTH) || 'listing'
  const numbered = Array.from({ length: NUMBERED }, (_, n) => `${base}-${n + 2}`)
  return [key, base, ...numbered].filter((sku) => sku !== '' && !own.has(sku))
}

/** The listing as a product. @param family the SKU of one that has variations; without SKUs of its own it has none, and its import refuses it */
export function productOf(listing: SoldThere, family: string, templateName: string): CsvProduct {
  const [first] = listing.variants
  const alone = isFamily(listing) || !first ? undefined : first
  return {
    ...blankFields,
    templateId: 0,
    templateName,
    sku: hasSkus(listing) ? (alone?.sku ?? family) : '',
    title: listing.title,
    description: listing.description,
    condition: listing.condition,
    barcode: alone?.barcode ?? '',
    tags: listing.tags,
    price: Math.min(...listing.variants.map(({ price }) => price)),
    quantity: alone?.quantity ?? 0,
    sizeAndWeight: listing.sizeAndWeight ?? SizeAndWeight.parse({}),
    images: pictures([...listing.images, ...(alone ? [alone.image] : [])]),
    active: true,
    attributes: [...attributesOf(listing), ...(alone ? pairs(alone.options) : [])],
    variations: hasSkus(listing) && isFamily(listing) ? listing.variants.map(variationOf) : [],
  }
}

const variationOf = (variant: SoldVariant): CsvVariation => ({
  name: cut(Object.values(variant.options).filter(Boolean).join(' / ') || variant.sku, NAME_LENGTH),
  sku: variant.sku,
  barcode: variant.barcode,
  price: variant.price,
  cost: null,
  quantity: variant.quantity ?? 0,
  sold: 0,
  images: pictures([variant.image]),
  selectedImages: [],
  attributes: pairs(variant.options),
})

const pictures = (urls: readonly string[]) => [...new Set(urls)].filter(Boolean).map((url) => ({ url }))
const pairs = (options: Record<string, string>) =>
  Object.entries(options).flatMap(([name, value]) => (value ? [{ name, value }] : []))

function attributesOf({ attributes, brand }: SoldThere) {
  const own = attributes.map(({ name, values }) => ({ name, value: values.join(', ') }))
  return brand && !own.some(({ name }) => nameKey(name) === 'brand') ? [{ name: 'Brand', value: brand }, ...own] : own
}
