import { editableFields } from '#contract/changes/changes.ts'
import { isFieldOf } from '#contract/products/fields.ts'
import { listingOf } from '../attributes/labels.ts'
import { excerptOf } from './excerpt.ts'
import { type PlacedAttribute, type PlacedVariation, type Snapshot, counts } from './snapshot.ts'

/** What is told of a product that was made or deleted. */
const essential = ['sku', 'title', 'price', 'quantity']

/** Fields stand in this order; attributes and variations follow by name. */
const order = [
  'sku',
  'templateId',
  'title',
  'description',
  'condition',
  'barcode',
  'price',
  'cost',
  'msrp',
  'quantity',
  'sold',
  'tags',
  'notes',
  ...editableFields,
  'images',
  'configuration',
]
const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length)

/** A field as a person reads it. */
function shown(field: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (listingOf(field) !== undefined) return ((value as { price: number }).price / 100).toFixed(2)
  if (isFieldOf(field, 'money')) return (Number(value) / 100).toFixed(2)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'tags') return (value as string[]).join(', ')
  if (field === 'images') return pictures((value as unknown[]).length)
  if (field === 'configuration')
    return (value as { dynamicMappingEnabled: boolean }).dynamicMappingEnabled ? 'on' : 'off'
  if (field.startsWith('attr.')) return (value as PlacedAttribute).value
  if (field.startsWith('variation.') && !counts.test(field)) return variation(value as PlacedVariation)
  return String(value)
}

const pictures = (n: number) => (n === 1 ? '1 image' : `${n} images`)
const variation = ({ name, sku, price }: PlacedVariation) =>
  [name, sku, ...(price === null ? [] : [(price / 100).toFixed(2)])].join(', ')

/** What changed of a product, field by field. A created product has no before, a deleted one no after. */
export function showChanges(
  before: Snapshot | null,
  after: Snapshot | null,
): { field: string; before: string; after: string }[] {
  const names = before && after ? [...new Set([...Object.keys(before), ...Object.keys(after)])] : essential
  return names
    .toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((field) => ({ field, before: shown(field, before?.[field]), after: shown(field, after?.[field]) }))
    .filter((c) => before === null || after === null || c.before !== c.after)
    .map(excerptOf)
}
