import type { ProductAttribute } from '#contract/products/products.ts'
import type { FieldsOf, TextFieldName } from '#contract/products/fields.ts'
import type { Image, SizeAndWeight } from '#contract/shapes.ts'
import { changedFields } from './changed.ts'

export interface HeldVariation {
  id: number
  name: string
  sku: string
  barcode: string
  price: number | null
  cost: number | null
  images: Image[]
  selectedImages: string[]
  attributes: ProductAttribute[]
  quantity: number
  sold: number
}
/** A product as it is kept. Money in minor units. Counts and variations are there where they were read. */
export interface Held extends Record<TextFieldName, string>, Record<FieldsOf<'money'>, number> {
  templateId: number
  sku: string
  tags: string[]
  attributes: ProductAttribute[]
  images: Image[]
  sizeAndWeight: SizeAndWeight
  configuration: { dynamicMappingEnabled: boolean }
  active: boolean
  quantity?: number
  sold?: number
  variations?: HeldVariation[]
}
/** A product, or what changed of it, by the names that tables use: `price`, `weight`, `attr.Colour`, `variation.12`, `variation.12.quantity`. */
export type Snapshot = Record<string, unknown>
/** An attribute and its place among the product's. */
export type PlacedAttribute = ProductAttribute & { at: number }
/** A variation and its place; its pieces are counted apart. */
export type PlacedVariation = Omit<HeldVariation, 'quantity' | 'sold'> & { at: number }

const ATTRIBUTE = 'attr.'
const VARIATION = 'variation.'
const isAttribute = (name: string) => name.startsWith(ATTRIBUTE)
const isVariation = (name: string) => /^variation\.\d+$/.test(name)
export const counts = /^(?:quantity|sold|variation\.\d+\.(?:quantity|sold))$/

export function snapshotOf({ attributes, sizeAndWeight, variations, ...own }: Held): Snapshot {
  const flat: Snapshot = { ...own, ...sizeAndWeight }
  attributes.forEach((a, at) => {
    flat[ATTRIBUTE + a.name] = { ...a, at } satisfies PlacedAttribute
  })
  variations?.forEach(({ quantity, sold, ...v }, at) => {
    flat[VARIATION + v.id] = { ...v, at } satisfies PlacedVariation
    flat[`${VARIATION}${v.id}.quantity`] = quantity
    flat[`${VARIATION}${v.id}.sold`] = sold
  })
  return flat
}

/** An attribute that only moved up because one above it went is the same. */
const withoutPlace = (value: unknown) => {
  if (typeof value !== 'object' || value === null || !('at' in value)) return value
  const { at: _, ...rest } = value
  return rest
}
export const sameValue = (a: unknown, b: unknown): boolean =>
  !changedFields({ v: withoutPlace(a) ?? null }, { v: withoutPlace(b) ?? null })

/** What differs, on both sides; what one side does not have is missing there. Where attributes or variations change places, all of them differ. Null when nothing does. */
export function difference(before: Snapshot, after: Snapshot): { before: Snapshot; after: Snapshot } | null {
  const moved = [isAttribute, isVariation].filter((isOne) =>
    reordered(Object.keys(before).filter(isOne), Object.keys(after).filter(isOne)),
  )
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      (before[name] !== after[name] && !sameValue(before[name], after[name])) || moved.some((isOne) => isOne(name)),
  )
  if (names.length === 0) return null
  const pick = (from: Snapshot) =>
    Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Whether those on both sides stand in another order. */
function reordered(before: readonly string[], after: readonly string[]): boolean {
  const [was, is] = [new Set(before), new Set(after)]
  const stayed = before.filter((name) => is.has(name))
  return after.filter((name) => was.has(name)).some((name, n) => name !== stayed[n])
}

const measures = ['weightUnit', 'sizeUnit', 'weight', 'width', 'length', 'height'] as const

/**
 * The product with what a change made of it put back. Counts go back by the difference, so that sales since then stay, and not below zero.
 * @returns or the name of a field that somebody changed since
 */
export function putBack(now: Held, before: Snapshot, after: Snapshot): { state: Held } | { conflict: string } {
  const present = snapshotOf(now)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const conflict = names.find((name) => !counts.test(name) && !sameValue(present[name], after[name]))
  if (conflict !== undefined) return { conflict }
  const back: Snapshot = { ...present }
  for (const name of names) {
    if (before[name] === undefined) delete back[name]
    else
      back[name] =
        counts.test(name) && present[name] !== undefined && after[name] !== undefined
          ? Math.max(0, Number(present[name]) + Number(before[name]) - Number(after[name]))
          : before[name]
  }
  for (const isOne of [isAttribute, isVariation]) line(back, before, isOne)
  return { state: heldOf(back) }
}

/** What is put back takes its old place among the others. */
function line(back: Snapshot, before: Snapshot, isOne: (name: string) => boolean) {
  const placeOf = (name: string) => (before[name] as { at: number }).at
  const [order, returning] = [
    Object.keys(back).filter((n) => isOne(n) && !(n in before)),
    Object.keys(back).filter((n) => isOne(n) && n in before),
  ]
  for (const name of returning.toSorted((a, b) => placeOf(a) - placeOf(b))) order.splice(placeOf(name), 0, name)
  order.forEach((name, at) => {
    back[name] = { ...(back[name] as object), at }
  })
}

const placed = <T extends { at: number }>(flat: Snapshot, isOne: (name: string) => boolean): Omit<T, 'at'>[] =>
  Object.keys(flat)
    .filter(isOne)
    .map((name) => flat[name] as T)
    .toSorted((a, b) => a.at - b.at)
    .map((item) => {
      const { at: _, ...rest } = item
      return rest
    })

/** The product that a whole snapshot shows. */
export function heldOf(flat: Snapshot): Held {
  const own = Object.fromEntries(
    Object.entries(flat).filter(
      ([name]) => !isAttribute(name) && !name.startsWith(VARIATION) && !(measures as readonly string[]).includes(name),
    ),
  )
  const count = (name: string) => Number(flat[name] ?? 0)
  const variations = placed<PlacedVariation>(flat, isVariation).map((v) => ({
    ...v,
    quantity: count(`${VARIATION}${v.id}.quantity`),
    sold: count(`${VARIATION}${v.id}.sold`),
  }))
  return {
    ...own,
    sizeAndWeight: Object.fromEntries(measures.map((name) => [name, flat[name]])),
    attributes: placed<PlacedAttribute>(flat, isAttribute),
    ...(own.quantity === undefined ? {} : { variations }),
  } as Held
}
