import {
  type FieldsOf,
  type TextFieldName,
  fieldsBesides,
  fieldsOf,
  picked,
  textKinds,
} from '#contract/products/fields.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import { type Cell, restore, writeTags } from './cells.ts'
import { nameKey } from '../attributes/values.ts'
import { variationPictures } from '../variations/image.ts'

/** Images that a file has room for (IMP-079, IMP-087). */
const CSV_IMAGES = 12
const imageColumns = Array.from({ length: CSV_IMAGES }, (_, n) => `Image ${n + 1}` as const)

/** The standard columns in their order (IMP-060..080). */
export const standardColumns = [
  'template',
  'title',
  'description',
  'sku',
  'notes',
  'condition',
  'tags',
  'cost',
  'price',
  'msrp',
  'quantity',
  'sold',
  'weight',
  'weightUnit',
  'width',
  'length',
  'height',
  'sizeUnit',
  'templateId',
  ...imageColumns,
  'DELETE',
] as const
/** What the row of a variation says besides: the SKU of its product, and its name. */
export const variationColumns = ['parent', 'variation'] as const
/** Columns that have their place; those of other fields follow. */
const placed = [
  ...standardColumns,
  ...variationColumns,
  'vendor',
  'location',
  'warehouse',
  'bin',
  'active',
  'barcode',
] as const
/** The columns of a product file, with what it takes to read back the same products. */
export const productColumns = [...placed, ...fieldsBesides(placed)] as const
export type ProductColumn = (typeof productColumns)[number]

export interface CsvVariation {
  name: string
  sku: string
  barcode: string
  /** Minor units; null is the product's own. */
  price: number | null
  cost: number | null
  quantity: number
  sold: number
  images: readonly { url: string }[]
  selectedImages: readonly string[]
  attributes: readonly { name: string; value: string }[]
}
/** Money in minor units. Quantity and sold are of the product's own SKU. */
export interface CsvProduct extends Record<TextFieldName, string>, Record<FieldsOf<'money' | 'count'>, number> {
  templateId: number
  templateName: string
  sku: string
  tags: readonly string[]
  sizeAndWeight: SizeAndWeight
  images: readonly { url: string }[]
  active: boolean
  attributes: readonly { name: string; value: string }[]
  variations: readonly CsvVariation[]
}

const PREFIX = 'attr.'
const firstImage = productColumns.indexOf('Image 1')
const standard: ReadonlyMap<string, ProductColumn> = new Map(productColumns.map((name) => [nameKey(name), name]))
const isTaken = (key: string) => standard.has(key) || key.startsWith(PREFIX) || /^image ?\d+$/.test(key)

/** The header of an attribute's column: its name, behind `attr.` where a standard column has that name. */
export const attributeHeader = (name: string) => (isTaken(nameKey(name)) ? PREFIX + name : name)

/** What a column of our own files holds: a standard column's content, or else an attribute (IMP-081). */
export function readHeader(header: string): { column: ProductColumn } | { attribute: string } {
  const text = restore(header).trim()
  const column = standard.get(nameKey(text))
  if (column) return { column }
  return { attribute: nameKey(text).startsWith(PREFIX) ? text.slice(PREFIX.length) : text }
}

/** Attribute names for columns: each once whatever its case, in an order that depends on nothing but the names. The first spelling given stays. */
export function attributeColumns(names: Iterable<string>): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name.trim())
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name)
}

/** The header row of a file with these attributes. */
export const productHeader = (attributes: readonly string[]): string[] => [
  ...productColumns,
  ...attributes.map(attributeHeader),
]

const money = (minor: number | null) => (minor === null ? null : minor / 100)

function cellsOf(
  values: Partial<Record<ProductColumn, Cell>>,
  images: readonly { url: string }[],
  of: CsvProduct['attributes'],
  attributes: readonly string[],
): Cell[] {
  const cells: Cell[] = productColumns.map((name) => values[name] ?? null)
  images.slice(0, CSV_IMAGES).forEach(({ url }, n) => (cells[firstImage + n] = url))
  const own = Array.from<Cell>({ length: attributes.length }).fill(null)
  const places = placesOf(attributes)
  for (const { name, value } of of) {
    const place = places.get(nameKey(name))
    if (place !== undefined) own[place] = value
  }
  return cells.concat(own)
}

/** Where each attribute stands: told once for all rows, as files may have thousands of them. */
function placesOf(attributes: readonly string[]): ReadonlyMap<string, number> {
  const places = known.get(attributes) ?? new Map(attributes.map((name, n) => [nameKey(name), n]))
  known.set(attributes, places)
  return places
}
const known = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** A product's rows: its own, then one for each variation, which repeats the template because rows without one are skipped (IMP-082). */
export function productRows(product: CsvProduct, attributes: readonly string[]): Cell[][] {
  const { templateName: template, templateId, sku, sizeAndWeight } = product
  const own = cellsOf(
    {
      template,
      templateId,
      sku,
      ...picked(product, fieldsOf(...textKinds, 'count')),
      ...Object.fromEntries(fieldsOf('money').map((name) => [name, money(product[name])])),
      ...sizeAndWeight,
      tags: writeTags(product.tags),
      active: String(product.active),
    },
    product.images,
    product.attributes,
    attributes,
  )
  const variations = product.variations.map((v) =>
    cellsOf(
      {
        template,
        templateId,
        sku: v.sku,
        barcode: v.barcode,
        cost: money(v.cost),
        price: money(v.price),
        quantity: v.quantity,
        sold: v.sold,
        parent: sku,
        variation: v.name,
      },
      variationPictures(v, product.images).map((url) => ({ url })),
      v.attributes,
      attributes,
    ),
  )
  return [own, ...variations]
}
