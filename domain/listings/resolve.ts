import type { AttributeList, Field } from '#contract/channels/describe.ts'
import type { Source } from '#contract/origins.ts'
import { barcodeOf } from '../products/barcode.ts'
import { resolve } from '../products/references.ts'
import type { Ruled, Unruled } from '../mappings/dynamic.ts'
import type { MapValue } from '../mappings/values.ts'
import {
  type Covered,
  type Entry,
  type Layers,
  coverFields,
  entriesIn,
  entryPath,
  filledValues,
  fillEntries,
} from './attributes.ts'
import { mapped } from './mapped.ts'
import { type Origins, step } from './origins.ts'
import { ruled, traced } from './ruled.ts'
import { nameKey } from '../products/values.ts'
import { variationPictures } from '../products/variation-picture.ts'

/** What a listing is made of, as stored. Money in minor units. */
export interface ListingSource extends Layers {
  product: {
    title: string
    description: string
    condition: string
    price: number
    barcode: string
    vendor: string
    tags: string[]
    images: { url: string }[]
    attributes: { name: string; value: string; overrideDynamicMapping?: boolean }[]
    sku: string
    location: string
    warehouse: string
    bin: string
  }
  variations: {
    sku: string
    barcode: string
    name: string
    price: number | null
    available: number
    images: { url: string }[]
    selectedImages: string[]
    attributes: { name: string; value: string }[]
  }[]
  /** Pieces of the product's own SKU. */
  available: number
  /** Attributes a variation varies by, in order. */
  variesBy: string[]
  /** What the channel says of its fields. */
  described: readonly Field[]
  /** Pieces the channel is not shown. */
  buffer: number
  /** What rewrites the product before it is listed, where it follows rules. */
  rules?: ((product: Unruled) => Ruled) | undefined
  /** What replaces its values by those that the channel allows. */
  mapValue?: MapValue | undefined
  /** Most that it shows, where it has such a number. */
  most?: number | undefined
}
export interface ResolvedListing {
  title: string
  description: string
  condition: string
  images: string[]
  tags: string[]
  vendor: string
  variants: {
    sku: string
    options: Record<string, string>
    price: number
    quantity: number
    barcode?: string
    image?: string
    /** Where the channel has columns: what those may refer to, by `nameKey`. */
    values?: Record<string, string>
  }[]
  fields: Record<string, unknown>
  /** References to attributes that do not exist or hold nothing: field → names. */
  unresolved: Record<string, string[]>
  /** How each value came about, by its field. */
  origins: Origins
}

/** Pieces a channel may show for one SKU, never below 0. @param buffer pieces held back. @param most that it shows of one SKU */
export const shown = (available: number, buffer: number, most = Infinity) =>
  Math.min(most, Math.max(0, available - buffer))

/** What stands on the channel for this product: texts with their references replaced, blank fields taken from the product, values mapped. */
export const resolveListing = (source: ListingSource): ResolvedListing =>
  mapped(resolveUnmapped(source), source.described, source.mapValue)

/** The same with the product's own values. */
export function resolveUnmapped(given: ListingSource): ResolvedListing {
  const { product, values: known, changes } = ruled(given)
  const source = { ...given, product }
  const { described } = source
  const { fields, sources } = coverFields(described, source)
  const unresolved: Record<string, string[]> = {}
  const origins: Origins = {}
  const text = (field: string, template: string) => {
    const found = resolve(template, known, field === 'description' ? 'html' : 'plain')
    if (found.unresolved.length > 0) unresolved[field] = found.unresolved
    return found.text
  }
  const say = (field: string, source: Source, written: string, value: string) => {
    origins[field] = traced(step(source, written, value), changes)
    return value
  }
  const ofProduct = (name: string): Source => ({ from: 'product', name })
  const sourceOf = (field: string) => sources.get(field) ?? ofProduct(field)
  const own = (field: 'title' | 'description', fallback: string, tidy = (text: string) => text) => {
    const given = filled(fields[field])
    const written = given ?? fallback
    return say(field, given === undefined ? ofProduct(field) : sourceOf(field), written, tidy(text(field, written)))
  }
  const resolved = resolveFields(fields, described, text)
  for (const { name, kind, entries } of described)
    if (sources.has(name) && !entries && kind !== 'hidden' && kind !== 'pricing')
      say(name, sourceOf(name), String(fields[name]), String(resolved[name]))
  const lists = described.flatMap(({ name, entries }) =>
    entries ? [[name, listOf(name, entries, { source, covered: { fields, sources }, resolved, say })] as const] : [],
  )
  const condition = filled(fields.condition)
  if (condition === undefined) say('condition', ofProduct('condition'), '', product.condition)
  if (!filled(fields.tags)) say('tags', ofProduct('tags'), '', product.tags.join(', '))
  const brand = valueOf(product.attributes, 'Brand')
  const vendor = filled(resolved.vendor) ?? (product.vendor || brand)
  if (!filled(resolved.vendor))
    say('vendor', product.vendor ? ofProduct('vendor') : { from: 'attribute', name: 'Brand' }, '', vendor)
  return {
    title: own('title', product.title, collapse),
    description: own('description', product.description),
    condition: condition ?? product.condition,
    images: product.images.map((i) => i.url),
    tags: filled(fields.tags) ? splitList(String(resolved.tags)) : product.tags,
    vendor,
    variants: withValues(source, known, variantsOf(source)),
    fields: { ...resolved, ...Object.fromEntries(lists) },
    unresolved,
    origins,
  }
}

type Say = (field: string, source: Source, written: string, value: string) => string

/** A list of attributes with what fills it: the product's attributes of the same names, and fields that are said as an attribute, too. */
function listOf(
  field: string,
  list: AttributeList,
  given: { source: ListingSource; covered: Covered; resolved: Readonly<Record<string, unknown>>; say: Say },
): Entry[] {
  const { source, covered, resolved, say } = given
  const filling = fillEntries(list, entriesIn(resolved, field), source.product.attributes)
  const said = entriesIn(covered.fields, field)
  const written = new Map(said.map((entry) => [entryPath(field, entry[list.name]), entry]))
  const textOf = (entry: Entry = {}) => filledValues(list, entry).join(', ')
  for (const entry of filling) {
    const name = String(entry[list.name])
    const path = said.length > 0 ? entryPath(field, name) : ''
    say(
      `${field}.${name}`,
      covered.sources.get(path) ?? { from: 'attribute', name },
      path && textOf(written.get(path)),
      textOf(entry),
    )
  }
  const isNamed = (name: string) => {
    const path = entryPath(field, name)
    return filling.some((entry) => entryPath(field, entry[list.name]) === path)
  }
  const also = source.described.flatMap(({ name: from, entry }): Entry[] => {
    const value = entry?.list === field ? filled(resolved[from]) : undefined
    if (!entry || value === undefined || isNamed(entry.name)) return []
    say(
      `${field}.${entry.name}`,
      covered.sources.get(from) ?? { from: 'schema', name: '' },
      String(covered.fields[from]),
      value,
    )
    return [{ ...list.filled, [list.name]: entry.name, [list.value]: value }]
  })
  return [...filling, ...also]
}

const filled = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined
const collapse = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const splitList = (text: string) =>
  text
    .split(',')
    .map((t) => t.trim())
    .filter(Boolean)
const valueOf = (attributes: { name: string; value: string }[], name: string) =>
  attributes.find((a) => a.name.toLowerCase() === name.toLowerCase())?.value ?? ''

/** Every text of the fields, at any depth, with its references replaced. Ids hold none and come back as they are. */
function resolveFields(
  fields: Record<string, unknown>,
  described: readonly Field[],
  text: (field: string, template: string) => string,
): Record<string, unknown> {
  const { listed, columns } = shapeOf(described)
  const nameOf = (field: string, entry: unknown) => {
    const named = listed.get(field)
    const isEntry = named !== undefined && entry && typeof entry === 'object' && named in entry
    return isEntry ? `${field}.${String((entry as Record<string, unknown>)[named])}` : field
  }
  const walk = (field: string, value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('{{') ? text(field, value) : value
    if (Array.isArray(value)) return value.map((v) => walk(nameOf(field, v), v))
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, walk(field, v)]))
    return value
  }
  const resolved: Record<string, unknown> = {}
  // Columns are filled for each variation by itself.
  for (const [name, value] of Object.entries(fields)) resolved[name] = columns.has(name) ? value : walk(name, value)
  return resolved
}

interface Shape {
  /** Where the name stands in an entry of a list, by its field. */
  listed: Map<string, string>
  columns: Set<string>
}
const shapes = new WeakMap<readonly Field[], Shape>()
/** What a channel's description says of its fields, read once for all of its listings. */
function shapeOf(described: readonly Field[]): Shape {
  const known = shapes.get(described)
  if (known) return known
  const shape: Shape = { listed: new Map(), columns: new Set() }
  for (const { name, kind, entries } of described) {
    if (entries && !shape.listed.has(name)) shape.listed.set(name, entries.name)
    if (kind === 'columns') shape.columns.add(name)
  }
  shapes.set(described, shape)
  return shape
}

/** Where the channel has columns, what those may refer to of each variation: its own attributes before the product's. */
function withValues(
  { described, variations }: ListingSource,
  known: ReadonlyMap<string, string>,
  variants: ResolvedListing['variants'],
): ResolvedListing['variants'] {
  if (!described.some(({ kind }) => kind === 'columns')) return variants
  return variants.map((variant, i) => {
    const own = (variations[i]?.attributes ?? []).filter(({ value }) => value.trim() !== '')
    const values = new Map([...known, ...own.map(({ name, value }): [string, string] => [nameKey(name), value])])
    return { ...variant, values: Object.fromEntries(values) }
  })
}

const coded = (of: Parameters<typeof barcodeOf>[0]) => {
  const barcode = barcodeOf(of)
  return barcode ? { barcode } : {}
}

function variantsOf({
  product,
  variations,
  available,
  variesBy,
  buffer,
  most,
}: ListingSource): ResolvedListing['variants'] {
  if (variations.length === 0)
    return [
      {
        sku: product.sku,
        options: {},
        price: product.price,
        quantity: shown(available, buffer, most),
        ...coded(product),
      },
    ]
  return variations.map((v) => {
    const names = variesBy.filter((name) => valueOf(v.attributes, name) !== '')
    const options =
      names.length > 0
        ? Object.fromEntries(names.map((name) => [name, valueOf(v.attributes, name)]))
        : { Style: v.name }
    const [image] = variationPictures(v, product.images)
    return {
      sku: v.sku,
      options,
      price: v.price ?? product.price,
      quantity: shown(v.available, buffer, most),
      ...coded(v),
      ...(image ? { image } : {}),
    }
  })
}
