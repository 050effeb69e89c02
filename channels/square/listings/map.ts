import { createHash } from 'node:crypto'
import { DOES_NOT_APPLY } from '#contract/products/barcode.ts'
import type { SquareSchema, SquareSettings } from '#contract/channels/shapes/square.ts'
import type { ExternalListing, ReadyListing, ReadyVariant } from '../../channel.ts'
import { splitList } from '../../kit/text.ts'
import { type Found, placed } from './catalog.ts'
import type { Plan } from './options.ts'
import { itemDataAsSent, type Overrides, overridesOf, variationAsSent, variationDataAsSent } from './whole.ts'
import type { Item, Money, Variation } from '../wire.ts'

export type SquareListing = ReadyListing<SquareSchema>

export const locationOf = (fields: SquareSchema, settings: SquareSettings) => fields.locationId || settings.locationId

/** Written into each variation that we make, so that an attempt whose answer was lost is known again. */
export const markOf = ({ key }: SquareListing) => `motto-${key}`
/** Begins the name of every picture of ours. */
export const pictureMark = 'motto-'
/** A picture is known again by its name. */
export const imageName = (url: string) => `${pictureMark}${createHash('sha256').update(url).digest('hex').slice(0, 24)}`

/** Names of the options in the order in which the variants bring them. */
export const optionNames = (variants: ReadyVariant[]) => [...new Set(variants.flatMap((v) => Object.keys(v.options)))]

export const picturesOf = ({ images, variants }: SquareListing) => [
  ...new Set([...images, ...variants.flatMap((v) => v.image ?? [])]),
]
/** @param images URL → image */
export const idsOf = (urls: string[], images: ReadonlyMap<string, string>): string[] => [
  ...new Set(urls.flatMap((url) => images.get(url) ?? [])),
]

export interface InputOptions {
  settings: SquareSettings
  plan: Plan
  there: Found | null
  /** Makes it live; else it stays archived where somebody archived it. */
  live: boolean
  /** URL → image, of those that hang there. */
  images: ReadonlyMap<string, string>
}

/** The item as it should stand, with all of its variations. */
export function toItem(listing: SquareListing, o: InputOptions) {
  const { fields } = listing
  const there = o.there?.item ?? null
  const categories = splitList(fields.categoryIds)
  const taxes = splitList(fields.taxIds)
  return {
    ...(there && { version: there.version }),
    type: 'ITEM',
    id: there?.id ?? '#item',
    ...placed(there, locationOf(fields, o.settings), listing.external?.data?.locationId),
    item_data: {
      ...(there ? itemDataAsSent(there) : { product_type: 'REGULAR' }),
      name: listing.title,
      description_html: listing.description,
      ...(taxes.length > 0 && { is_taxable: true, tax_ids: taxes }),
      ...(o.live && { is_archived: listing.hidden ?? false }),
      ...(categories.length > 0 && { categories: categories.map((id) => ({ id })) }),
      item_options: o.plan.names.map((name) => ({ item_option_id: o.plan.optionId(name) })),
      ...(listing.images.length > 0 && { image_ids: idsOf(listing.images, o.images) }),
      variations: [...listing.variants.map((variant, n) => toVariation(listing, variant, n, o)), ...others(listing, o)],
    },
  }
}

/** Variations that were never ours stay; those that were and are no longer listed go. */
function others(listing: SquareListing, { there, plan }: InputOptions) {
  const ours = new Set([...listing.variants.map(({ sku }) => sku), ...Object.keys(listing.external?.parts ?? {})])
  const mark = markOf(listing)
  return (there?.item.item_data.variations ?? [])
    .filter(({ item_variation_data: { sku, user_data } }) => !ours.has(sku ?? '') && user_data !== mark)
    .map((variation) => variationAsSent(variation, plan.names.length > 0))
}

function toVariation(listing: SquareListing, variant: ReadyVariant, n: number, o: InputOptions) {
  const there = standing(listing, variant, o.there?.item) ?? null
  const location = locationOf(listing.fields, o.settings)
  const isNamed = o.plan.names.length > 0
  const barcode = variant.barcode && variant.barcode !== DOES_NOT_APPLY ? variant.barcode : undefined
  const pictures = variant.image ? idsOf([variant.image], o.images) : []
  return {
    ...(there && { version: there.version }),
    type: 'ITEM_VARIATION',
    id: there?.id ?? `#variation-${n}`,
    ...placed(there, location, listing.external?.data?.locationId),
    item_variation_data: {
      ...(there && variationDataAsSent(there, true)),
      item_id: o.there?.item.id ?? '#item',
      ...(!isNamed && { name: there?.item_variation_data.name ?? 'Regular' }),
      sku: variant.sku,
      ...(barcode && { upc: barcode }),
      pricing_type: 'FIXED_PRICING',
      ...priced(there, { amount: variant.price, currency: listing.currency }, location),
      track_inventory: true,
      user_data: markOf(listing),
      item_option_values: isNamed ? o.plan.valuesOf(variant) : [],
      ...((pictures.length > 0 || variant.image === undefined) && { image_ids: pictures }),
    },
  }
}

/** A price of its own at our location is the one that buyers pay there. */
export function priced(there: Variation | null, price: Money, location: string) {
  const overrides = (there ? overridesOf(there.item_variation_data) : []).map((override) =>
    // Where our pieces are, they are counted.
    override.location_id === location ? { ...override, track_inventory: true } : override,
  )
  if (overrides.length === 0) return { price_money: price }
  if (!overrides.some((override) => override.location_id === location && override.price_money))
    return { price_money: price, location_overrides: overrides }
  const own = (withPrice: Overrides[number]) =>
    withPrice.location_id === location ? { ...withPrice, price_money: price } : withPrice
  return {
    price_money: there?.item_variation_data.price_money ?? price,
    location_overrides: overrides.map(own),
  }
}

/** The variation of ours that has this SKU already: by its id, else by the SKU. */
export function standing(listing: SquareListing, { sku }: ReadyVariant, item: Item | undefined): Variation | undefined {
  const id = listing.external?.parts[sku]?.variationId
  const all = item?.item_data.variations ?? []
  return (
    all.find((variation) => variation.id === id) ?? all.find((variation) => variation.item_variation_data.sku === sku)
  )
}

/** What buyers pay at a location. */
export function priceAt({ item_variation_data: data }: Variation, location: string): Money | undefined {
  const own = (data.location_overrides ?? []).find((override) => override.location_id === location)
  return own?.price_money ?? data.price_money
}

export const partsOf = (item: Item, skus: Iterable<string>): ExternalListing['parts'] => {
  const skuSet = new Set(skus)
  return Object.fromEntries(
    item.item_data.variations.flatMap(({ id, item_variation_data: { sku } }) =>
      sku && skuSet.has(sku) ? [[sku, { variationId: id, itemId: item.id }]] : [],
    ),
  )
}
