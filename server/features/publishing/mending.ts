import { builtDescription } from '#contract/channels/all.ts'
import { channelNames } from '#contract/channels/ids.ts'
import type { PublishGroup, Remedy } from '#contract/publishing.ts'
import { attributeAt } from '#domain/listings/attributes.ts'

/** Fields of a product that a bulk edit changes. */
const edited = new Set(['title', 'description', 'condition', 'price', 'quantity', 'tags', 'barcode'])

/** Those that only a file changes for many products at once. */
const filed = new Set(['images', 'sku', 'variations', 'weight'])

/** How a field is called, and what mends all products of one reason at once. */
export function mendingOf({ channel, field, reason }: Pick<PublishGroup, 'channel' | 'field' | 'reason'>): {
  name: string
  remedies: Remedy[]
} {
  const described = builtDescription(channel)?.fields ?? []
  const known = described.find((one) => one.name === field)
  const attribute = attributeAt(described, field)
  const name = known?.label ?? attribute?.name ?? `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`
  // Where there is no value, there is none to be mapped.
  const missing = reason.startsWith(`${channelNames[channel]} needs `)
  if (attribute) return { name, remedies: missing ? ['edit', 'template'] : ['values', 'edit', 'template'] }
  if (known?.tree) return { name, remedies: ['category'] }
  if (filed.has(field)) return { name, remedies: ['file'] }
  if (edited.has(field)) return { name, remedies: ['edit', 'template'] }
  return field === 'priceRule' ? { name: 'Prices', remedies: ['prices'] } : { name, remedies: ['template'] }
}
