import type { EditableField } from '#contract/changes/changes.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { fieldsOf as fieldsOfKinds, isFieldOf, productFields } from '#contract/products/fields.ts'
import type { listProducts } from '#contract/products/products.ts'
import type { ProductSort } from '#contract/products/sorts.ts'
import { labelOf } from '#domain/products/attributes/labels.ts'

/** A product as the list tells it, in wire form. */
export type ProductRow = CallReply<typeof listProducts>['data'][number]

/** What the table needs of a row besides what every row brings: always the picture, for phones, and where it is live, for questions about prices. */
export function fieldsOf(
  columns: readonly string[],
): ('images' | 'listedOn' | 'listings' | 'description' | 'attributes')[] {
  const attributes = columns.some((key) => columnOf(key)?.kind === 'attribute')
  return [
    'images',
    'listedOn',
    'listings',
    ...(columns.includes('description') ? ['description' as const] : []),
    ...(attributes ? ['attributes' as const] : []),
  ]
}

/** How a column's cells are shown, typed, copied and pasted. */
export type ColumnKind =
  | 'id'
  | 'image'
  | 'sku'
  | 'line'
  | 'text'
  | 'barcode'
  | 'html'
  | 'tags'
  | 'condition'
  | 'choice'
  | 'money'
  | 'count'
  | 'size'
  | 'flag'
  | 'template'
  | 'listings'
  | 'status'
  | 'time'
  | 'attribute'
  | 'number'

export interface ColumnDef {
  /** Its name in views and layouts. */
  key: string
  label: string
  kind: ColumnKind
  /** What is written when a cell of it is changed; none where it cannot be (INV-089). */
  editable?: EditableField
  /** What the server sorts by; none where it cannot. */
  sort?: ProductSort
  /** In pixels, before anybody drew it wider. */
  width: number
  align?: 'right' | 'center'
  /** Of a choice. */
  options?: readonly string[]
}

const weightUnits = ['kg', 'lb', 'g', 'oz'] as const
const sizeUnits = ['cm', 'in'] as const

const size = (key: 'weight' | 'width' | 'length' | 'height', label: string): ColumnDef => ({
  key,
  label,
  kind: 'size',
  editable: key,
  width: 100,
  align: 'right',
})
const builtIn = (name: 'vendor' | 'location' | 'warehouse' | 'bin', label: string): ColumnDef => ({
  key: `attr.${name}`,
  label,
  kind: 'line',
  editable: name,
  width: 130,
  ...(name === 'bin' ? { sort: 'bin' as const } : {}),
})

const placedColumns: readonly ColumnDef[] = [
  { key: 'id', label: 'id', kind: 'id', width: 100, align: 'right' },
  { key: 'images', label: 'Image', kind: 'image', width: 60 },
  { key: 'sku', label: 'SKU', kind: 'sku', sort: 'sku', width: 130 },
  { key: 'title', label: 'Title', kind: 'line', editable: 'title', sort: 'title', width: 320 },
  { key: 'description', label: 'Description', kind: 'html', width: 300 },
  { key: 'notes', label: 'Notes', kind: 'text', editable: 'notes', width: 200 },
  { key: 'tags', label: 'Tags', kind: 'tags', editable: 'tags', width: 200 },
  { key: 'barcode', label: 'Barcode', kind: 'barcode', editable: 'barcode', width: 150 },
  { key: 'condition', label: 'Condition', kind: 'condition', editable: 'condition', sort: 'condition', width: 130 },
  { key: 'template', label: 'Template', kind: 'template', sort: 'template', width: 140 },
  { key: 'price', label: 'Price', kind: 'money', editable: 'price', sort: 'price', width: 115, align: 'right' },
  { key: 'cost', label: 'Cost', kind: 'money', editable: 'cost', sort: 'cost', width: 150, align: 'right' },
  { key: 'msrp', label: 'MSRP', kind: 'money', editable: 'msrp', width: 150, align: 'right' },
  {
    key: 'quantity',
    label: 'Quantity',
    kind: 'count',
    editable: 'quantity',
    sort: 'quantity',
    width: 96,
    align: 'right',
  },
  { key: 'reserved', label: 'Reserved', kind: 'count', width: 100, align: 'right' },
  { key: 'sold', label: 'Sold', kind: 'count', editable: 'sold', sort: 'sold', width: 100, align: 'right' },
  { key: 'listings', label: 'Listings', kind: 'listings', sort: 'listings', width: 120 },
  { key: 'status', label: 'Status', kind: 'status', sort: 'status', width: 125 },
  { key: 'active', label: 'Active', kind: 'flag', editable: 'active', width: 100, align: 'center' },
  { key: 'updatedAt', label: 'Updated', kind: 'time', sort: 'updatedAt', width: 120 },
  { key: 'createdAt', label: 'Created', kind: 'time', sort: 'createdAt', width: 120 },
  { key: 'bin', label: 'Bin', kind: 'line', editable: 'bin', sort: 'bin', width: 110 },
  size('weight', 'Weight'),
  { key: 'weightUnit', label: 'Weight Unit', kind: 'choice', editable: 'weightUnit', width: 110, options: weightUnits },
  size('width', 'Width'),
  size('length', 'Length'),
  size('height', 'Height'),
  { key: 'sizeUnit', label: 'Size Unit', kind: 'choice', editable: 'sizeUnit', width: 110, options: sizeUnits },
]

/** Fields of the product that are shown among the attributes (INV-116..119). */
export const builtInColumns: readonly ColumnDef[] = [
  builtIn('vendor', 'Vendor'),
  builtIn('location', 'Location'),
  builtIn('warehouse', 'Warehouse'),
  builtIn('bin', 'Bin'),
]

const placedKeys = new Set([...placedColumns, ...builtInColumns].map(({ key }) => key.replace('attr.', '')))
/** Of fields that have no place above. */
const otherColumns = fieldsOfKinds('line', 'text', 'barcode', 'tags', 'money', 'count', 'flag')
  .filter((name) => !placedKeys.has(name))
  .map(
    (name): ColumnDef => ({
      key: name,
      label: labelOf(name),
      kind: productFields[name].kind,
      editable: name,
      width: 130,
      ...(isFieldOf(name, 'money', 'count') && { align: 'right' as const }),
    }),
  )

/** Every column that needs no attribute of a template (INV-090..119), in the order in which the chooser offers them. */
export const baseColumns: readonly ColumnDef[] = [...placedColumns, ...otherColumns]

const known = new Map([...baseColumns, ...builtInColumns].map((column) => [column.key, column]))
const prefix = 'attr.'

/** INV-115. */
export const attributeKey = (name: string): `attr.${string}` => `${prefix}${name}`
export const attributeName = (key: string): string | undefined =>
  key.startsWith(prefix) ? key.slice(prefix.length) : undefined

/** The column of a key; undefined when there is none of that name. @param numeric attributes that are numbers */
export function columnOf(key: string, numeric?: ReadonlySet<string>): ColumnDef | undefined {
  const def = known.get(key)
  if (def) return def
  const name = attributeName(key)
  if (!name) return undefined
  const column = { key, label: name, editable: attributeKey(name), width: 130 }
  return numeric?.has(name.toLowerCase())
    ? { ...column, kind: 'number', align: 'right' }
    : { ...column, kind: 'attribute' }
}

/** What is shown until somebody chooses. */
export const defaultColumns: readonly string[] = [
  'images',
  'sku',
  'template',
  'title',
  'price',
  'quantity',
  'listings',
  'status',
  'updatedAt',
]

/** Stay at the left while the rest scrolls. */
export const pinnedColumns: readonly string[] = ['images', 'sku']

export const defaultSort: { by: ProductSort; order: 'asc' | 'desc' } = { by: 'updatedAt', order: 'desc' }
