import { createHash } from 'node:crypto'
import type { ShopifySchema, ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import { DOES_NOT_APPLY } from '#contract/products/barcode.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { ReadyListing, ReadyVariant } from '../../channel.ts'
import { toDecimal } from '../../kit/money.ts'
import { slug, splitList } from '../../kit/text.ts'
import { gid } from '../calls.ts'

export type ShopifyListing = ReadyListing<ShopifySchema>

/** Ends every handle of ours; `-2` alone is what Shopify itself appends to a second product of the same title. */
export const handleEnd = (key: number) => `-motto-${key}`
/** The address part of a product made by us: the same for every attempt to publish one listing. */
export const handleOf = ({ title, key }: ShopifyListing) => `${slug(title, 80) || 'product'}${handleEnd(key)}`

export const locationOf = (fields: ShopifySchema, settings: ShopifySettings) =>
  gid('Location', fields.locationId || settings.locationId)
export const tagsOf = ({ fields, tags }: ShopifyListing) => (fields.tags ? splitList(fields.tags) : tags)
export const vendorOf = ({ fields, vendor }: ShopifyListing) => fields.vendor || vendor
export const collectionsOf = ({ fields }: ShopifyListing) =>
  splitList(fields.collectionIds).map((id) => gid('Collection', id))

const weightUnits = { kg: 'KILOGRAMS', lb: 'POUNDS', g: 'GRAMS', oz: 'OUNCES' } as const
const weightOf = (size: SizeAndWeight | null) =>
  size?.weight ? { measurement: { weight: { value: size.weight, unit: weightUnits[size.weightUnit] } } } : {}

/** Names of the options in the order in which the variants bring them. */
export const optionNames = (variants: Pick<ReadyVariant, 'options'>[]) => [
  ...new Set(variants.flatMap((v) => Object.keys(v.options))),
]

// what Shopify itself gives a product that comes in one form
const onlyOption = { name: 'Title', value: 'Default Title' }

function optionsOf(variants: Pick<ReadyVariant, 'options'>[]) {
  const names = optionNames(variants)
  if (!names.length) return [{ name: onlyOption.name, position: 1, values: [{ name: onlyOption.value }] }]
  return names.map((name, i) => ({
    name,
    position: i + 1,
    values: [...new Set(variants.flatMap((v) => v.options[name] ?? []))].map((value) => ({ name: value })),
  }))
}
function valuesOf(variant: Pick<ReadyVariant, 'options'>) {
  const values = Object.entries(variant.options).map(([optionName, name]) => ({ optionName, name }))
  return values.length ? values : [{ optionName: onlyOption.name, name: onlyOption.value }]
}

const imagesOf = ({ images, variants }: ShopifyListing) => [
  ...new Set([...images, ...variants.flatMap((v) => v.image ?? [])]),
]
/** Tells whether pictures changed: sending the same ones again would make Shopify fetch and store them anew. */
export const imageMark = (listing: ShopifyListing) =>
  createHash('sha256')
    .update(JSON.stringify([imagesOf(listing), listing.variants.map((v) => [v.sku, v.image ?? ''])]))
    .digest('hex')
    .slice(0, 16)

const fileOf = (url: string, title: string) => ({ originalSource: url, contentType: 'IMAGE', alt: title })

export interface InputOptions {
  /** SKU → variant id, of those that stand on Shopify. */
  variantIds: Record<string, string>
  withImages: boolean
  /** The product stands there already; a new one gets its handle and its stock with it. */
  update: boolean
  /** Makes it active; else it stays as it is, also when the seller archived it. */
  live: boolean
  /** Variants and tags of the seller's own, which stay as they are. */
  others?: { id: string; options: Record<string, string> }[]
  tags?: string[]
}

/** The input of productSet. Lists replace what stands there, so all variants are always sent. */
export function toProductInput(
  listing: ShopifyListing,
  settings: ShopifySettings,
  { variantIds, withImages, update, live, others = [], tags = tagsOf(listing) }: InputOptions,
) {
  const { fields } = listing
  const vendor = vendorOf(listing)
  const collections = collectionsOf(listing)
  return {
    title: listing.title,
    descriptionHtml: listing.description,
    ...(!update && { handle: handleOf(listing) }),
    ...(vendor && { vendor }),
    ...(fields.productType && { productType: fields.productType }),
    tags,
    ...(live && { status: listing.hidden ? 'DRAFT' : 'ACTIVE' }),
    ...(collections.length && { collections }),
    productOptions: optionsOf([...listing.variants, ...others]),
    ...(withImages && { files: imagesOf(listing).map((url) => fileOf(url, listing.title)) }),
    variants: [
      ...listing.variants.map((variant, i) => {
        const id = variantIds[variant.sku]
        return {
          ...(id && { id }),
          position: i + 1,
          optionValues: valuesOf(variant),
          sku: variant.sku,
          price: toDecimal(variant.price, listing.currency),
          // whether what stands there sells on when it is empty is the seller's choice
          ...(!id && { inventoryPolicy: 'DENY' }),
          inventoryItem: { tracked: true, ...weightOf(listing.sizeAndWeight) },
          ...(variant.barcode && variant.barcode !== DOES_NOT_APPLY && { barcode: variant.barcode }),
          ...(withImages && variant.image && { file: fileOf(variant.image, listing.title) }),
          ...(!update && {
            inventoryQuantities: [
              { locationId: locationOf(fields, settings), name: 'available', quantity: Math.max(0, variant.quantity) },
            ],
          }),
        }
      }),
      ...others.map((other, i) => ({
        id: other.id,
        position: listing.variants.length + i + 1,
        optionValues: valuesOf(other),
      })),
    ],
  }
}
