import { readBarcode } from '#contract/products/barcode.ts'
import type { CallInput, CallReply } from '#contract/endpoint.ts'
import { type FieldsOf, type TextFieldName, fieldsOf, picked, textKinds } from '#contract/products/fields.ts'
import type { createProduct, getProduct, ProductAttribute, updateProduct } from '#contract/products/products.ts'
import type { Image, SizeAndWeight } from '#contract/shapes.ts'
import type { getTemplate, TemplateAttribute } from '#contract/templates.ts'
import { withDefaults } from '#domain/products/attributes/defaults.ts'
import { labelOf } from '#domain/products/attributes/labels.ts'
import { hasText } from '#domain/products/readiness.ts'
import { wholeAttribute, wholeImage, wholeSize, wholeTemplateAttribute } from '#web/form/products/whole.ts'

export type Product = CallReply<typeof getProduct>
export type Template = CallReply<typeof getTemplate>
type Change = NonNullable<CallInput<typeof updateProduct>['body']>['product']
type Creation = NonNullable<CallInput<typeof createProduct>['body']>['product']

export interface DraftVariation {
  /** Tells rows apart before they have an id. */
  key: string
  id?: number
  name: string
  sku: string
  /** Why the SKU stays; '' when it may change. */
  skuLock: string
  barcode: string
  /** Null: the product's own (PRO-209). */
  price: number | null
  cost: number | null
  quantity: number | null
  /** Its own pictures; those chosen of the product's stand before them. */
  images: Image[]
  selectedImages: string[]
  attributes: ProductAttribute[]
}

/** A product as its form holds it; null is a blank number, amounts are decimals. */
export interface Draft extends Record<TextFieldName, string>, Record<NumberField, number | null> {
  sku: string
  tags: string[]
  sizeAndWeight: SizeAndWeight
  images: Image[]
  attributes: ProductAttribute[]
  variations: DraftVariation[]
  configuration: { dynamicMappingEnabled: boolean }
}
export type Field = keyof Draft
type NumberField = FieldsOf<'money' | 'count'>
const numbers: ReadonlySet<string> = new Set(fieldsOf('money', 'count'))

const inDraft = fieldsOf(...textKinds, 'tags', 'money', 'count')
/** Lines whose fields stand together: whom it comes from, where it lies. */
export const placeFields = fieldsOf('line').filter((name) => name !== 'title' && name !== 'condition')
export const fieldLabels: Record<Field, string> = {
  ...(Object.fromEntries(inDraft.map((name) => [name, labelOf(name)])) as Record<(typeof inDraft)[number], string>),
  sku: 'SKU',
  notes: 'Internal notes',
  sizeAndWeight: 'Size and weight',
  images: 'Images',
  attributes: 'Attributes',
  variations: 'Variations',
  configuration: 'Dynamic mapping',
}

export const tagList = (tags: string): string[] => tags.split(',').filter(Boolean)
export const attributesOf = (template: Template): TemplateAttribute[] => template.attributes.map(wholeTemplateAttribute)

/** What a new product of a template begins with. */
export function newDraft(template: Template): Draft {
  const { title, description, tags, sizeAndWeight, configuration } = template
  const defaults = withDefaults(
    {},
    { title, description, tags: tagList(tags), sizeAndWeight, configuration, attributes: attributesOf(template) },
  )
  return {
    sku: '',
    condition: 'New',
    notes: '',
    barcode: '',
    ...(Object.fromEntries([...numbers].map((name) => [name, null])) as Record<NumberField, null>),
    images: [],
    variations: [],
    ...defaults,
  }
}

/** A kept product as its form begins. */
export function draftOf(product: Product): Draft {
  const { sku, tags } = product
  return {
    sku,
    tags: tagList(tags),
    ...picked(product, fieldsOf(...textKinds, 'money', 'count')),
    sizeAndWeight: wholeSize(product.sizeAndWeight),
    images: product.images.map(wholeImage),
    attributes: product.attributes.map(wholeAttribute),
    configuration: { dynamicMappingEnabled: product.configuration.dynamicMappingEnabled ?? false },
    variations: product.variations.map((v) => ({
      key: String(v.id),
      id: v.id,
      name: v.name,
      sku: v.sku,
      skuLock: v.skuLock,
      barcode: v.barcode,
      price: v.price,
      cost: v.cost,
      quantity: v.quantity,
      images: v.images.map(wholeImage),
      selectedImages: v.selectedImages,
      attributes: v.attributes.map(wholeAttribute),
    })),
  }
}

/**
 * A field as it is sent: a blank number is 0 (PRO-065..PRO-070), but a variation's blank price stays the product's.
 * @param before the variations as they were; what nobody touched is sent without its pieces, so that a sale stays taken, and without
 * its pictures, so that one that was copied to our store meanwhile stays
 */
function sent(field: Field, value: Draft[Field], before: readonly DraftVariation[] = []): unknown {
  if (numbers.has(field)) return value ?? 0
  if (field !== 'variations') return value
  return (value as DraftVariation[]).map((variation) => {
    const { key, skuLock: _, quantity, images, selectedImages, ...row } = variation
    const was = before.find((candidate) => candidate.key === key)
    const pictures = { images, selectedImages }
    return {
      ...row,
      ...(was?.quantity === quantity ? {} : { quantity: quantity ?? 0 }),
      ...(was && isSame(pictures, { images: was.images, selectedImages: was.selectedImages }) ? {} : pictures),
    }
  })
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The fields that differ from the kept product. */
export const changedIn = (before: Draft, edits: Partial<Draft>): Field[] =>
  (Object.keys(edits) as Field[]).filter((field) => !isSame(edits[field], before[field]))

/** Only what was edited is sent, so that a sale meanwhile is not taken back. @param base the product as it was when it was read as `version` */
export const changeOf = (draft: Draft, fields: readonly Field[], id: number, version: number, base: Draft): Change =>
  ({
    id,
    version,
    ...Object.fromEntries(fields.map((field) => [field, sent(field, draft[field], base.variations)])),
  }) as Change

export const creationOf = (draft: Draft, templateId: number): Creation =>
  ({
    templateId,
    ...Object.fromEntries((Object.keys(draft) as Field[]).map((field) => [field, sent(field, draft[field])])),
  }) as Creation

const required: readonly Field[] = ['sku', 'title', 'description', 'condition', 'quantity']
const isBlank = (value: unknown) => value === null || (typeof value === 'string' && !hasText(value))

/** What is wrong with a barcode, told before it is sent. */
const barcodeProblem = (barcode: string): string | undefined => {
  const read = readBarcode(barcode)
  return 'problem' in read ? read.problem : undefined
}

/** What a field says while it cannot be saved: a required one that is empty (PRO-056..PRO-062), a barcode that is none. */
export const problemOf = (field: Field, draft: Draft): string | undefined => {
  if (field === 'barcode') return barcodeProblem(draft.barcode)
  return required.includes(field) && isBlank(draft[field]) ? `${fieldLabels[field]} is required.` : undefined
}

/** The first changed barcode that no save would take. */
export function wrongBarcode(draft: Draft, changed: readonly Field[]): string | undefined {
  if (changed.includes('barcode') && barcodeProblem(draft.barcode)) return barcodeProblem(draft.barcode)
  if (!changed.includes('variations')) return undefined
  const at = draft.variations.findIndex(({ barcode }) => barcodeProblem(barcode))
  return at < 0 ? undefined : `Variation ${at + 1}: ${barcodeProblem(draft.variations[at]?.barcode ?? '')}`
}
