import type { AttributeList, Field } from '#contract/channels/describe.ts'
import type { Source } from '#contract/listings/origins.ts'
import { barcodeOf } from '../../products/skus/barcode.ts'
import { Meter } from '../../products/attributes/meter.ts'
import { resolve } from '../../products/attributes/references.ts'
import type { RuleRun } from '../../mappings/dynamic.ts'
import type { MapValue } from '../../mappings/values.ts'
import { type Covered, type Entry, type Layers, entriesIn, entryPath, filledValues, fillEntries } from './attributes.ts'
import { excessOf } from './excess.ts'
import { mapped } from '../rules/mapped.ts'
import { type Note, originsBy, ruled } from '../rules/ruled.ts'
import { nameKey } from '../../products/attributes/values.ts'
import { variationPictures } from '../../products/variations/image.ts'
import type { ResolvedListing } from './resolved-listing.ts'
import { resolveFields, writtenIn } from './written.ts'

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
  rules?: RuleRun | undefined
  /** What replaces its values by those that the channel allows. */
  mapValue?: MapValue | undefined
  /** Most that it shows, where it has such a number. */
  most?: number | undefined
}

/** Pieces a channel may show for one SKU, never below 0. @param buffer pieces held back. @param most that it shows of one SKU */
export const shown = (available: number, buffer: number, most = Infinity) =>
  Math.min(most, Math.max(0, available - buffer))

/** What stands on the channel for this product: texts with their references replaced, blank fields taken from the product, values mapped. */
export const resolveListing = (source: ListingSource, meter?: Meter): ResolvedListing =>
  mapped(resolveUnmapped(source, meter), source.described, source.mapValue)

/** The same with the product's own values. @param meter counts what is read and written */
export function resolveUnmapped(listing: ListingSource, meter = new Meter()): ResolvedListing {
  const { product, values: known, changes, stopped } = ruled({ ...listing, meter })
  let excess = excessOf(stopped)
  const source = { ...listing, product }
  const { described } = source
  const written = writtenIn(described, source)
  const { fields, sources } = written
  const unresolved: Record<string, string[]> = {}
  const notes: Note[] = []
  const text = (field: string, template: string) => {
    meter.enter({ field })
    const resolution = resolve(template, known, field === 'description' ? 'html' : 'plain', meter)
    if (resolution.unresolved.length > 0) unresolved[field] = resolution.unresolved
    if (resolution.isTooLong) excess ??= { field }
    return resolution.text
  }
  const ofProduct = (name: string): Source => ({ from: 'product', name })
  const sourceOf = (field: string) => sources.get(field) ?? ofProduct(field)
  const own = (field: 'title' | 'description', fallback: string, tidy = (text: string) => text) => {
    const template = filled(fields[field])
    const written = template ?? fallback
    const value = tidy(text(field, written))
    notes.push((say) => say(field, template === undefined ? ofProduct(field) : sourceOf(field), written, value))
    return value
  }
  const resolved = resolveFields(written, described, text)
  notes.push((say) => {
    for (const { name, kind, entries } of described)
      if (sources.has(name) && !entries && kind !== 'hidden' && kind !== 'pricing')
        say(name, sourceOf(name), String(fields[name]), String(resolved[name]))
  })
  const lists: Record<string, Entry[]> = {}
  for (const { name, entries } of described)
    if (entries) lists[name] = listOf(name, entries, { source, covered: written, resolved, notes })
  const condition = filled(fields.condition)
  const ownTags = filled(fields.tags)
  const ownVendor = filled(resolved.vendor)
  const vendor = ownVendor ?? (product.vendor || valueOf(product.attributes, 'Brand'))
  notes.push((say) => {
    if (condition === undefined) say('condition', ofProduct('condition'), '', product.condition)
    if (ownTags === undefined) say('tags', ofProduct('tags'), '', product.tags.join(', '))
    if (ownVendor === undefined)
      say('vendor', product.vendor ? ofProduct('vendor') : { from: 'attribute', name: 'Brand' }, '', vendor)
  })
  const [title, description] = [own('title', product.title, collapse), own('description', product.description)]
  return {
    title,
    description,
    condition: condition ?? product.condition,
    images: product.images.map((i) => i.url),
    tags: ownTags === undefined ? product.tags : splitList(String(resolved.tags)),
    vendor,
    variants: withValues(source, known, variantsOf(source)),
    fields: Object.assign(resolved, lists),
    unresolved,
    ...(excess && { excess }),
    origins: originsBy(notes, changes),
  }
}

/** A list of attributes with what fills it: the product's attributes of the same names, and fields that are said as an attribute, too. */
function listOf(
  field: string,
  list: AttributeList,
  context: { source: ListingSource; covered: Covered; resolved: Readonly<Record<string, unknown>>; notes: Note[] },
): Entry[] {
  const { source, covered, resolved, notes } = context
  const filling = fillEntries(list, entriesIn(resolved, field), source.product.attributes)
  const isNamed = (name: string) => {
    const path = entryPath(field, name)
    return filling.some((entry) => entryPath(field, entry[list.name]) === path)
  }
  const also = source.described.flatMap(({ name: from, entry }) => {
    const value = entry?.list === field ? filled(resolved[from]) : undefined
    return !entry || value === undefined || isNamed(entry.name) ? [] : [{ from, name: entry.name, value }]
  })
  notes.push((say) => {
    const entries = entriesIn(covered.fields, field)
    const written = new Map(entries.map((entry) => [entryPath(field, entry[list.name]), entry]))
    const textOf = (entry: Entry = {}) => filledValues(list, entry).join(', ')
    for (const entry of filling) {
      const name = String(entry[list.name])
      const path = entries.length > 0 ? entryPath(field, name) : ''
      say(
        `${field}.${name}`,
        covered.sources.get(path) ?? { from: 'attribute', name },
        path && textOf(written.get(path)),
        textOf(entry),
      )
    }
    for (const { from, name, value } of also)
      say(
        `${field}.${name}`,
        covered.sources.get(from) ?? { from: 'schema', name: '' },
        String(covered.fields[from]),
        value,
      )
  })
  return [...filling, ...also.map(({ name, value }) => ({ ...list.filled, [list.name]: name, [list.value]: value }))]
}

const filled = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined
/** Most texts have single blanks already. */
const collapse = (text: string) => (/\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim()
const splitList = (text: string) =>
  text
    .split(',')
    .map((t) => t.trim())
    .filter(Boolean)
const valueOf = (attributes: { name: string; value: string }[], name: string) =>
  attributes.find((a) => a.name.toLowerCase() === name.toLowerCase())?.value ?? ''

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
