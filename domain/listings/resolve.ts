import { resolve } from '../products/references.ts'
import { valuesOf } from '../products/values.ts'

/** What a listing is made of, as stored. Money in minor units. */
export interface ListingSource {
  product: {
    title: string
    description: string
    condition: string
    price: number
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
  variants: { sku: string; options: Record<string, string>; price: number; quantity: number; image?: string }[]
  fields: Record<string, unknown>
  /** References to attributes that do not exist or hold nothing: field → names. */
  unresolved: Record<string, string[]>
}

/** Attributes that say where a thing lies, not what it is. */
const internal = new Set(['vendor', 'location', 'warehouse', 'bin'])

/** Pieces a channel may show for one SKU, never below 0. @param buffer pieces held back */
export const shown = (available: number, buffer: number) => Math.max(0, available - buffer)

/** What stands on the channel for this product: texts with their references replaced, blank fields taken from the product. */
export function resolveListing(source: ListingSource): ResolvedListing {
  const { product, fields } = source
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
  const resolved = resolveFields(fields, text)
  return {
    title: collapse(own('title', product.title)),
    description: own('description', product.description),
    condition: filled(fields.condition) ?? product.condition,
    images: product.images.map((i) => i.url),
    tags: filled(fields.tags) ? splitList(String(resolved.tags)) : product.tags,
    vendor: filled(resolved.vendor) ?? (product.vendor || valueOf(product.attributes, 'Brand')),
    variants: variantsOf(source),
    fields: {
      ...resolved,
      ...('aspects' in fields ? { aspects: aspectsOf(resolved.aspects, product.attributes) } : {}),
    },
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
  text: (field: string, template: string) => string,
): Record<string, unknown> {
  const walk = (field: string, value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('{{') ? text(field, value) : value
    if (Array.isArray(value)) return value.map((v) => walk(nameOf(field, v), v))
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, walk(field, v)]))
    return value
  }
  return Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, walk(k, v)]))
}
const nameOf = (field: string, entry: unknown) =>
  field === 'aspects' && entry && typeof entry === 'object' && 'aspectName' in entry
    ? `aspects.${String(entry.aspectName)}`
    : field

interface Aspect {
  aspectName: string
  value: string | string[]
  dataType: string
  required: boolean
}
/** The schema's aspects; one it leaves out or blank is taken from the product's attribute of the same name. */
function aspectsOf(given: unknown, attributes: { name: string; value: string }[]): Aspect[] {
  const set = (Array.isArray(given) ? (given as Aspect[]) : []).filter((a) =>
    [a.value].flat().some((v) => v.trim() !== ''),
  )
  const named = new Set(set.map((a) => a.aspectName.toLowerCase()))
  const own = attributes.filter(
    (a) =>
      a.value.trim() !== '' &&
      !internal.has(a.name.toLowerCase()) &&
      !named.has(a.name.toLowerCase()) &&
      a.name.length <= 40,
  )
  return [...set, ...own.map((a) => ({ aspectName: a.name, value: a.value, dataType: 'STRING', required: false }))]
}

function variantsOf({ product, variations, available, variesBy, buffer }: ListingSource): ResolvedListing['variants'] {
  if (variations.length === 0)
    return [{ sku: product.sku, options: {}, price: product.price, quantity: shown(available, buffer) }]
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
      ...(image ? { image: image.url } : {}),
    }
  })
}
