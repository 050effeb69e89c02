import type { CallInput, CallReply } from '#contract/endpoint.ts'
import type { updateProducts } from '#contract/changes/changes.ts'
import { fieldsBesides } from '#contract/products/fields.ts'
import type { listProducts } from '#contract/products/products.ts'
import { valuesIn, phrasesOf } from '#domain/products/attributes/suggested.ts'
import type { Group } from './words.ts'

export type Row = CallReply<typeof listProducts>['data'][number]
export type Field = NonNullable<Group['fixes']>
type Change = NonNullable<CallInput<typeof updateProducts>['body']>['products'][number]

/** The columns of a product that a fix shows and writes. */
export const rowFields = [
  'id',
  'sku',
  'title',
  'templateId',
  'templateName',
  'version',
  'variations',
  'attributes',
  'images',
  ...fieldsBesides(['title', 'tags', 'active']),
] as const satisfies readonly (keyof Row)[]

/** The attribute that a field names; undefined for the product’s own fields. */
export const attributeOf = (field: Field): string | undefined =>
  field.startsWith('attr.') ? field.slice('attr.'.length) : undefined

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** What a product has there now, as it is typed. */
export function valueOf(row: Row, field: Field): string {
  const attribute = attributeOf(field)
  if (attribute !== undefined) return row.attributes?.find(({ name }) => isSame(name, attribute))?.value ?? ''
  const value = (row as Record<string, unknown>)[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The change that writes a value upon the version that was shown. */
export function changeOf(row: Row, field: Field, value: string): Change {
  const base = { id: row.id, version: row.version }
  const attribute = attributeOf(field)
  if (attribute === undefined) return { ...base, [field]: value }
  const known = row.attributes ?? []
  const isKnown = known.some(({ name }) => isSame(name, attribute))
  const written = { value, source: 'user' as const }
  return {
    ...base,
    attributes: isKnown
      ? known.map((entry) => (isSame(entry.name, attribute) ? { ...entry, ...written } : entry))
      : [...known, { templateAttributeId: null, name: attribute, overrideDynamicMapping: false, ...written }],
  }
}

/** A value of the template’s list that stands in the title, where only one does. */
export function suggestionOf(row: Row, options: readonly string[]): string | undefined {
  const [only, ...others] = valuesIn(phrasesOf([row.title]), options)
  return others.length === 0 ? only : undefined
}

/** Why a value can’t be saved; undefined where it can. */
export const objectionTo = (value: string, most: number | null): string | undefined =>
  most !== null && value.length > most ? `Use up to ${most} characters. You have ${value.length}.` : undefined
