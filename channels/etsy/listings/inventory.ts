import type { EtsyProperty } from '#contract/channels/shapes/etsy.ts'
import { etsy } from '#contract/channels/etsy.ts'
import type { ExternalListing, ReadyVariant } from '../../channel.ts'
import { amountOf, minorOf } from './map.ts'
import type { Product, PropertyValue } from '../wire.ts'

/** What updateListingInventory takes of a product: without ids of products and offerings, money as a number. */
export interface ProductIn {
  sku: string
  property_values: {
    property_id: number
    property_name?: string
    scale_id: number | null
    value_ids: number[]
    values: string[]
  }[]
  offerings: { price: number; quantity: number; is_enabled: boolean; readiness_state_id: number | null }[]
}

export const mostPieces = etsy.limits.pieces
export const shownAtMost = (quantity: number): number => Math.min(mostPieces, Math.max(0, quantity))

/** Pieces that buyers can have of a product while its listing is on sale. */
export const piecesOf = ({ offerings: [offering] }: Product): number => (offering?.is_enabled ? offering.quantity : 0)

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** As it stands there, fit to be sent back: its value ids keep the pictures and filters that go with them. */
export const sentBack = ({ sku, property_values, offerings }: Product): ProductIn => ({
  sku,
  property_values: property_values.map(valueBack),
  offerings: offerings.map(({ quantity, is_enabled, price, readiness_state_id }) => ({
    price: amountOf(minorOf(price), price.currency_code),
    quantity,
    is_enabled,
    readiness_state_id: readiness_state_id ?? null,
  })),
})
const valueBack = ({ property_id, property_name, scale_id, value_ids, values }: PropertyValue) => ({
  property_id,
  ...(property_name && { property_name }),
  scale_id: scale_id ?? null,
  value_ids,
  values,
})

/** The body of updateListingInventory: what differs between products is said to differ by all properties. */
export function inventoryOf(products: ProductIn[]) {
  const ids = products[0]?.property_values.map(({ property_id }) => property_id) ?? []
  const by = (of: (product: ProductIn) => unknown) => (new Set(products.map(of)).size > 1 ? ids : [])
  return {
    products,
    price_on_property: by(({ offerings }) => offerings[0]?.price),
    quantity_on_property: by(({ offerings }) => offerings[0]?.quantity),
    sku_on_property: by(({ sku }) => sku),
    readiness_state_on_property: by(({ offerings }) => offerings[0]?.readiness_state_id),
  }
}

/** Names a product apart from its SKU, by what it varies by; product ids are new after each write. */
const keyOf = (values: readonly Pick<PropertyValue, 'property_id' | 'values'>[]): string =>
  values.map(({ property_id, values: of }) => `${property_id}=${of.join('/')}`).join(';')

export const partOf = ({ property_values }: Pick<Product, 'property_values'>): Record<string, string> => ({
  key: keyOf(property_values),
})
export const partsOf = (products: readonly Pick<Product, 'sku' | 'property_values'>[]): ExternalListing['parts'] =>
  Object.fromEntries(products.flatMap((product) => (product.sku ? [[product.sku, partOf(product)]] : [])))

/** The product of one of our SKUs: by its SKU, else where the seller gave it none there, by what it varies by. */
export function productOf(
  products: readonly Product[],
  sku: string,
  parts: ExternalListing['parts'],
): Product | undefined {
  const part = parts[sku]
  if (!part) return undefined
  return (
    products.find((product) => product.sku === sku) ??
    products.find((product) => !product.sku && keyOf(product.property_values) === part.key)
  )
}

/** One thing that a listing varies by, as a property of Etsy. */
interface Axis {
  option: string
  property_id: number
  scale_id: number | null
  idsOf(value: string): number[]
}

/** Two properties that every category has, with a name of the seller's own. */
const custom = [513, 514]

/** Etsy's filters know the properties of a category; what is none of them becomes one of the seller's own. What stands there already stays what it is. */
export function axesOf(
  variants: readonly ReadyVariant[],
  known: readonly EtsyProperty[],
  there: readonly Product[],
): Axis[] {
  const options = Object.keys(variants[0]?.options ?? {})
  const axes: Axis[] = []
  for (const option of options) {
    const values = [...new Set(variants.map((variant) => variant.options[option] ?? ''))]
    const isFree = (id: number) => !axes.some(({ property_id }) => property_id === id)
    const axis = axisThere(option, there, known) ?? axisKnown(option, values, known)
    const own = { option, property_id: custom.find(isFree) ?? 0, scale_id: null, idsOf: () => [] }
    axes.push(axis && isFree(axis.property_id) ? axis : own)
  }
  return axes
}

function axisThere(option: string, there: readonly Product[], known: readonly EtsyProperty[]): Axis | undefined {
  const values = there.flatMap(({ property_values }) =>
    property_values.filter(({ property_name }) => property_name && same(property_name, option)),
  )
  const [first] = values
  if (!first) return undefined
  const { property_id } = first
  const scale_id = first.scale_id ?? null
  const property = known.find((candidate) => candidate.property_id === property_id)
  return {
    option,
    property_id,
    scale_id,
    idsOf: (value) =>
      values.find((propertyValue) => propertyValue.values.length === 1 && propertyValue.values[0] === value)
        ?.value_ids ?? idsIn(property, scale_id, value),
  }
}

const idsIn = (property: EtsyProperty | undefined, scale: number | null, value: string): number[] => {
  const possibleValue = property?.possible_values.find(({ name, scale_id }) => scale_id === scale && same(name, value))
  return possibleValue?.value_id ? [possibleValue.value_id] : []
}

/** A color is a primary one there. */
const isMeant = ({ name, display_name }: EtsyProperty, option: string) =>
  [name, display_name].some(
    (label) => same(label, option) || same(label, `Primary ${option.replace(/colour/i, 'color')}`),
  )

function axisKnown(option: string, values: readonly string[], known: readonly EtsyProperty[]): Axis | undefined {
  const property = known.find((candidate) => candidate.supports_variations && isMeant(candidate, option))
  if (!property) return undefined
  const { property_id, scales } = property
  const axis = (scale_id: number | null): Axis => ({
    option,
    property_id,
    scale_id,
    idsOf: (value) => idsIn(property, scale_id, value),
  })
  if (scales.length === 0) return axis(null)
  const scale = scales.find(({ scale_id }) => values.every((value) => idsIn(property, scale_id, value).length > 0))
  return scale && axis(scale.scale_id)
}

export interface Placed {
  currency: string
  /** The chosen processing profile; null: the one that stands there. */
  readinessId: number | null
  /** What stands there of the same SKU. */
  there: Product | undefined
  /** Whether the number that stands there counts. */
  keeps: boolean
}
export function productIn(variant: ReadyVariant, axes: readonly Axis[], { there, keeps, ...o }: Placed): ProductIn {
  const [offering] = there?.offerings ?? []
  const stays = keeps ? offering : undefined
  return {
    sku: variant.sku,
    property_values: axes.map(({ option, property_id, scale_id, idsOf }) => {
      const value = variant.options[option] ?? ''
      return { property_id, property_name: option, scale_id, value_ids: idsOf(value), values: [value] }
    }),
    offerings: [
      {
        price: amountOf(variant.price, o.currency),
        quantity: stays?.quantity ?? shownAtMost(variant.quantity),
        is_enabled: stays?.is_enabled ?? true,
        readiness_state_id: o.readinessId ?? offering?.readiness_state_id ?? null,
      },
    ],
  }
}

/** Products of the same listing that somebody else made there: they stay, where they vary by the same and are no double. */
export function othersOf(there: readonly Product[], isOurs: (product: Product) => boolean, ours: readonly ProductIn[]) {
  const shape = (values: readonly { property_id: number }[]) => values.map(({ property_id }) => property_id).join()
  const [first] = ours
  if (!first?.property_values.length) return []
  const usedKeys = new Set(ours.map(({ property_values }) => keyOf(property_values)))
  return there
    .filter((product) => !isOurs(product) && shape(product.property_values) === shape(first.property_values))
    .filter(({ property_values }) => !usedKeys.has(keyOf(property_values)))
    .map(sentBack)
}
