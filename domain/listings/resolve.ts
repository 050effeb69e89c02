import type { Field } from '#contract/channels/describe.ts'
import { barcodeOf } from '../products/barcode.ts'
import { resolve } from '../products/references.ts'
import { valuesOf } from '../products/values.ts'
import { entriesIn, fillEntries } from './attributes.ts'

/** What a listing is made of, as stored. Money in minor units. */
export interface ListingSource {
  product: {
    title: string
    description: string
    condition: string
    price: number
    barcode: string
    vendor: string
    tags: string[]
    images: { url: string }[]
    attributes: { name: string; value: string }[]
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
    attributes: { name: string; value: string }[]
  }[]
  /** Pieces of the product's own SKU. */
  available: number
  /** Attributes a variation varies by, in order. */
  variesBy: string[]
  /** The schema's fields with the listing's own overrides. */
  fields: Record<string, unknown>
  /** What the channel says of its fields. */
  described: readonly Field[]
  /** Pieces the channel is not shown. */
  buffer: number
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
  }[]
  fields: Record<string, unknown>
  /** References to attributes that do not exist or hold nothing: field → names. */
  unresolved: Record<string, string[]>
}

/** Pieces a channel may show for one SKU, never below 0. @param buffer pieces held back */
export const shown = (available: number, buffer: number) => Math.max(0, available - buffer)

/** What stands on the channel for this product: texts with their references replaced, blank fields taken from the product. */
export function resolveListing(source: ListingSource): ResolvedListing {
  const { product, fields, described } = source
  const { sku, condition } = product
  const known = valuesOf({
    ...product,
    attributes: [{ name: 'SKU', value: sku }, { name: 'Condition', value: condition }, ...product.attributes],
  })
  const unresolved: Record<string, string[]> = {}
  const text = (field: string, template: string) => {
    const found = resolve(template, known, field === 'description' ? 'html' : 'plain')
    if (found.unresolved.length > 0) unresolved[field] = found.unresolved
    return found.text
  }
  const own = (field: 'title' | 'description', fallback: string) => text(field, filled(fields[field]) ?? fallback)
  const resolved = resolveFields(fields, described, text)
  const lists = described.flatMap(({ name, entries }) =>
    entries && name in fields ? [[name, fillEntries(entries, entriesIn(resolved, name), product.attributes)]] : [],
  )
  return {
    title: collapse(own('title', product.title)),
    description: own('description', product.description),
    condition: filled(fields.condition) ?? product.condition,
    images: product.images.map((i) => i.url),
    tags: filled(fields.tags) ? splitList(String(resolved.tags)) : product.tags,
    vendor: filled(resolved.vendor) ?? (product.vendor || valueOf(product.attributes, 'Brand')),
    variants: variantsOf(source),
    fields: { ...resolved, ...Object.fromEntries(lists) },
    unresolved,
  }
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
  const nameOf = (field: string, entry: unknown) => {
    const named = described.find(({ name }) => name === field)?.entries?.name
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
  return Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, walk(k, v)]))
}

const coded = (of: Parameters<typeof barcodeOf>[0]) => {
  const barcode = barcodeOf(of)
  return barcode ? { barcode } : {}
}

function variantsOf({ product, variations, available, variesBy, buffer }: ListingSource): ResolvedListing['variants'] {
  if (variations.length === 0)
    return [
      {
        sku: product.sku,
        options: {},
        price: product.price,
        quantity: shown(available, buffer),
        ...coded(product),
      },
    ]
  return variations.map((v) => {
    const names = variesBy.filter((name) => valueOf(v.attributes, name) !== '')
    const options =
      names.length > 0
        ? Object.fromEntries(names.map((name) => [name, valueOf(v.attributes, name)]))
        : { Style: v.name }
    const [image] = v.images
    return {
      sku: v.sku,
      options,
      price: v.price ?? product.price,
      quantity: shown(v.available, buffer),
      ...coded(v),
      ...(image ? { image: image.url } : {}),
    }
  })
}
