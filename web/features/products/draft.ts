import type { CallInput, CallReply } from '#contract/endpoint.ts'
import type { createProduct, getProduct, ProductAttribute, updateProduct } from '#contract/products.ts'
import type { Image, SizeAndWeight } from '#contract/shapes.ts'
import type { getTemplate, TemplateAttribute } from '#contract/templates.ts'
import { withDefaults } from '#domain/products/defaults.ts'
import { wholeAttribute, wholeImage, wholeSize, wholeTemplateAttribute } from '#web/form/whole.ts'

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
  /** Null: the product's own (PRO-209). */
  price: number | null
  cost: number | null
  quantity: number | null
  attributes: ProductAttribute[]
}

/** A product as its form holds it; null is a blank number, amounts are decimals. */
export interface Draft {
  sku: string
  title: string
  description: string
  condition: string
  notes: string
  tags: string[]
  vendor: string
  location: string
  warehouse: string
  bin: string
  quantity: number | null
  sold: number | null
  price: number | null
  cost: number | null
  msrp: number | null
  sizeAndWeight: SizeAndWeight
  images: Image[]
  attributes: ProductAttribute[]
  variations: DraftVariation[]
}
export type Field = keyof Draft

export const fieldLabels: Record<Field, string> = {
  sku: 'SKU',
  title: 'Title',
  description: 'Description',
  condition: 'Condition',
  notes: 'Internal notes',
  tags: 'Tags',
  vendor: 'Vendor',
  location: 'Location',
  warehouse: 'Warehouse',
  bin: 'Bin',
  quantity: 'Quantity',
  sold: 'Sold',
  price: 'Price',
  cost: 'Cost',
  msrp: 'MSRP',
  sizeAndWeight: 'Size and weight',
  images: 'Images',
  attributes: 'Attributes',
  variations: 'Variations',
}

export const tagList = (tags: string): string[] => tags.split(',').filter(Boolean)
export const attributesOf = (template: Template): TemplateAttribute[] => template.attributes.map(wholeTemplateAttribute)

/** What a new product of a template begins with. */
export function newDraft(template: Template): Draft {
  const { title, description, tags, sizeAndWeight, configuration } = template
  const { configuration: _, ...defaults } = withDefaults(
    {},
    { title, description, tags: tagList(tags), sizeAndWeight, configuration, attributes: attributesOf(template) },
  )
  return {
    sku: '',
    condition: 'New',
    notes: '',
    quantity: null,
    sold: null,
    price: null,
    cost: null,
    msrp: null,
    images: [],
    variations: [],
    ...defaults,
  }
}

/** A kept product as its form begins. */
export function draftOf(product: Product): Draft {
  const {
    sku,
    title,
    description,
    condition,
    notes,
    tags,
    vendor,
    location,
    warehouse,
    bin,
    quantity,
    sold,
    price,
    cost,
    msrp,
  } = product
  return {
    sku,
    title,
    description,
    condition,
    notes,
    tags: tagList(tags),
    vendor,
    location,
    warehouse,
    bin,
    quantity,
    sold,
    price,
    cost,
    msrp,
    sizeAndWeight: wholeSize(product.sizeAndWeight),
    images: product.images.map(wholeImage),
    attributes: product.attributes.map(wholeAttribute),
    variations: product.variations.map((v) => ({
      key: String(v.id),
      id: v.id,
      name: v.name,
      sku: v.sku,
      skuLock: v.skuLock,
      price: v.price,
      cost: v.cost,
      quantity: v.quantity,
      attributes: v.attributes.map(wholeAttribute),
    })),
  }
}

const numbers = new Set<Field>(['quantity', 'sold', 'price', 'cost', 'msrp'])

/** A field as it is sent: a blank number is 0 (PRO-065..PRO-070), but a variation's blank price stays the product's. */
function sent(field: Field, value: Draft[Field]): unknown {
  if (numbers.has(field)) return value ?? 0
  if (field !== 'variations') return value
  return (value as DraftVariation[]).map((variation) => {
    const { key: _, skuLock: __, ...row } = variation
    return { ...row, quantity: row.quantity ?? 0 }
  })
}

/** The fields that differ from the kept product. */
export const changedIn = (before: Draft, edits: Partial<Draft>): Field[] =>
  (Object.keys(edits) as Field[]).filter((field) => JSON.stringify(edits[field]) !== JSON.stringify(before[field]))

/** Only what was edited is sent, so that a sale meanwhile is not taken back. */
export const changeOf = (draft: Draft, fields: readonly Field[], id: number, version: number): Change =>
  ({ id, version, ...Object.fromEntries(fields.map((field) => [field, sent(field, draft[field])])) }) as Change

export const creationOf = (draft: Draft, templateId: number): Creation =>
  ({
    templateId,
    ...Object.fromEntries((Object.keys(draft) as Field[]).map((field) => [field, sent(field, draft[field])])),
  }) as Creation

const required: readonly Field[] = ['sku', 'title', 'description', 'condition', 'quantity']
const isBlank = (value: unknown) =>
  value === null || (typeof value === 'string' && value.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() === '')

/** What a required field says while it is empty (PRO-056..PRO-062). */
export const problemOf = (field: Field, draft: Draft): string | undefined =>
  required.includes(field) && isBlank(draft[field]) ? `${fieldLabels[field]} is required.` : undefined
