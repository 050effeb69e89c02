import { builtDescription } from '#contract/channels/all.ts'
import type { PublishGroup, Remedy } from '#contract/publishing.ts'
import { attributeAt } from '#domain/listings/attributes.ts'

/** Fields of a product that a bulk edit changes. */
const edited = new Set(['title', 'description', 'condition', 'price', 'quantity', 'tags', 'barcode'])

/** How a field is called, and what mends all products of one reason at once. */
export function mendingOf({ channel, field }: Pick<PublishGroup, 'channel' | 'field'>): {
  name: string
  remedies: Remedy[]
} {
  const described = builtDescription(channel)?.fields ?? []
  const known = described.find((one) => one.name === field)
  const attribute = attributeAt(described, field)
  const name = known?.label ?? attribute?.name ?? `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`
  if (attribute) return { name, remedies: ['values', 'edit', 'template'] }
  if (known?.tree) return { name, remedies: ['category'] }
  if (edited.has(field)) return { name, remedies: ['edit', 'template'] }
  return field === 'priceRule' ? { name: 'Prices', remedies: ['prices'] } : { name, remedies: ['template'] }
}
