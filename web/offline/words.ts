import { plural } from '../ui/format.ts'
import { type KeptWrite, productsOf } from './queue.ts'

const nouns: readonly (readonly [string, string])[] = [
  ['/products', 'product'],
  ['/productTemplates', 'template'],
  ['/orders', 'order'],
  ['/listing', 'listing'],
  ['/views', 'view'],
  ['/images', 'picture'],
]

/** What a kept write is, as a heading: "Change of 2 products". */
export function titleOf(write: KeptWrite): string {
  const noun = nouns.find(([prefix]) => write.path.startsWith(prefix))?.[1] ?? 'record'
  const count = productsOf(write).length
  return `Change of ${count > 1 ? plural(count, noun) : /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`}`
}

/** "sizeAndWeight" → "Size and weight" */
export const labelOf = (field: string): string => {
  const words = field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words === 'sku' ? 'SKU' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Any value in one line. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Empty'
  if (Array.isArray(value)) return value.map(textOf).join(', ') || 'Empty'
  if (typeof value === 'object') {
    const { name, value: inner, ...rest } = value as Record<string, unknown>
    if (name !== undefined && inner !== undefined) return `${textOf(name)}: ${textOf(inner)}`
    return Object.entries({
      ...(name === undefined ? {} : { name }),
      ...(inner === undefined ? {} : { value: inner }),
      ...rest,
    })
      .map(([key, field]) => `${labelOf(key)} ${textOf(field)}`)
      .join(', ')
  }
  return String(value)
}

/** Not what somebody typed, but how it is found. */
const hidden = new Set(['id', 'version', 'templateId', 'templateAttributeId', 'orderId', 'productId'])

/** What somebody typed, by field. @param content a product, an order, or whatever else a write carries */
export const fieldsOf = (content: unknown): [field: string, value: unknown][] =>
  typeof content === 'object' && content !== null
    ? Object.entries(content).filter(([field, value]) => !hidden.has(field) && value !== undefined)
    : []

/** All of it as text, to be pasted elsewhere. */
export const copyOf = (contents: readonly unknown[]): string =>
  contents
    .flatMap((content) => fieldsOf(content).map(([field, value]) => `${labelOf(field)}: ${textOf(value)}`))
    .join('\n')

/** What a write would change, record by record. */
export function contentsOf(write: KeptWrite): unknown[] {
  const products = productsOf(write)
  if (products.length > 0) return products
  const { body } = write.input
  const inner = typeof body === 'object' && body !== null ? Object.values(body) : []
  const [only] = inner
  return inner.length === 1 && typeof only === 'object' && only !== null && !Array.isArray(only) ? [only] : [body]
}
