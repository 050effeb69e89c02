import { headerKey } from '../mapping/synonyms.ts'
import { type Format, type Layout, type Option, type Row, optionsOf } from './layouts.ts'

/*
 * Files of programs that sellers move from. Where their columns are described, and which of them are described nowhere, stands in docs/imports.md.
 */

const has = (keys: ReadonlySet<string>, ...all: string[]) => all.every((key) => keys.has(key))
const hasAny = (keys: ReadonlySet<string>, ...some: string[]) => some.some((key) => keys.has(key))
/** Columns that are attributes of themselves, by `headerKey`. */
const attributesBy = (names: Readonly<Record<string, string>>) => (name: string) => names[headerKey(name)]
const imagesBy = (...patterns: string[]) =>
  Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`image${n + 1}`, patterns.map((p) => p + (n + 1))]))
const barcodes = ['barcode', 'upc', 'ean', 'isbn', 'gtin']

/** Rows that name the SKU of their product are variations of it; what else a row says is of the product, not an option. */
const bySku = (options: (row: Row) => Option[], ids: readonly string[] = []): Layout => ({
  grouping: () => ({ by: 'parent', ids }),
  says: (_row, _first, { own, parent }) => (parent === '' || parent === own ? 'product' : 'variation'),
  options,
  optionsAlone: true,
})

/** Rows of one group are the variations of a product that has no row of its own. @param title the column with the group's title */
const byGroup = (title: string, options: (row: Row) => Option[]): Layout => ({
  grouping: () => ({ by: 'key', field: 'parent' }),
  says: (row, first, { parent }) => {
    if (parent === '' || options(row).length === 0) return row === first ? 'product' : 'nothing'
    return row === first ? 'both' : 'variation'
  },
  options,
  title: (row) => row.at(title)?.trim() || undefined,
})

const wooOptions = (row: Row) => optionsOf(row, (n) => [`attribute${n}name`, `attribute${n}values`])
const zohoOptions = (row: Row) =>
  optionsOf(
    row,
    (n) => [`attributename${n}`, `attributeoptionname${n}`],
    (n) => [`attributename${n}`, `attributeoption${n}`],
  )
const cin7Options = (row: Row) => optionsOf(row, (n) => [`option${n}label`, `option${n}`])

export const woocommerce: Format = {
  is: (keys) =>
    has(keys, 'type', 'sku', 'name') && hasAny(keys, 'regularprice', 'visibilityincatalog', 'attribute1name'),
  fields: {
    sku: ['sku'],
    parent: ['parent'],
    title: ['name'],
    description: ['description'],
    tags: ['tags'],
    price: ['regularprice'],
    quantity: ['stock'],
    barcode: ['gtinupceanorisbn'],
    active: ['published'],
    images: ['images'],
  },
  attribute: attributesBy({ categories: 'Category', brands: 'Brand' }),
  // Variations of a product without a SKU name its ID, as in `id:10`.
  layout: bySku(wooOptions, ['id']),
  guarded: false,
}

export const linnworks: Format = {
  is: (keys) =>
    has(keys, 'binrack') ||
    (has(keys, 'retailprice', 'purchaseprice') && hasAny(keys, 'stocklevel', 'barcodenumber', 'itemnumber')),
  fields: {
    sku: ['sku', 'itemnumber'],
    parent: ['variationsku', 'parentsku'],
    title: ['title', 'itemtitle'],
    description: ['shortdescription', 'description'],
    price: ['retailprice'],
    cost: ['purchaseprice'],
    quantity: ['stocklevel'],
    barcode: ['barcodenumber', 'barcode'],
    warehouse: ['location'],
    bin: ['binrack'],
    images: ['image', 'images'],
    ...imagesBy('image'),
  },
  attribute: attributesBy({ category: 'Category', brand: 'Brand' }),
  layout: bySku(() => []),
  guarded: false,
}

export const zoho: Format = {
  is: (keys) =>
    has(keys, 'itemname') &&
    hasAny(keys, 'rate', 'sellingprice') &&
    hasAny(keys, 'purchaserate', 'itemid', 'stockonhand'),
  fields: {
    sku: ['sku'],
    parent: ['itemgroupname', 'groupname'],
    title: ['itemname'],
    description: ['description'],
    price: ['rate', 'sellingprice'],
    cost: ['purchaserate', 'purchaseprice'],
    quantity: ['stockonhand', 'openingstock'],
    barcode: barcodes,
    active: ['status'],
    vendor: ['preferredvendor', 'vendor'],
  },
  attribute: attributesBy({ brand: 'Brand', categoryname: 'Category', category: 'Category' }),
  layout: byGroup('itemgroupname', zohoOptions),
  guarded: false,
}

/** Cin7 Core has a row for each product, Cin7 Omni one for each option of a style. */
export const cin7: Format = {
  is: (keys) =>
    (has(keys, 'productcode', 'name') && hasAny(keys, 'costingmethod', 'pricetier1')) ||
    (has(keys, 'productname', 'code') && hasAny(keys, 'option1label', 'option1', 'stylecode')),
  fields: {
    sku: ['productcode', 'code'],
    parent: ['stylecode'],
    title: ['name', 'productname'],
    description: ['description'],
    price: ['pricetier1', 'retailprice'],
    cost: ['costprice'],
    quantity: ['stockonhand', 'soh'],
    barcode: ['barcode'],
    weight: ['weight'],
    weightUnit: ['weightunits'],
    length: ['length'],
    width: ['width'],
    height: ['height'],
    sizeUnit: ['dimensionunits'],
    location: ['defaultlocation'],
    vendor: ['supplier'],
    tags: ['tags'],
    active: ['status'],
  },
  attribute: attributesBy({ brand: 'Brand', category: 'Category', type: 'Type' }),
  layout: byGroup('productname', cin7Options),
  guarded: false,
}

export const sellbrite: Format = {
  is: (keys) =>
    has(keys, 'sku', 'parentsku', 'name') && hasAny(keys, 'manufacturermodelnumber', 'categoryname', 'conditionnote'),
  fields: {
    sku: ['sku'],
    parent: ['parentsku'],
    title: ['name'],
    description: ['description'],
    price: ['price'],
    cost: ['cost'],
    msrp: ['msrp'],
    quantity: ['quantity', 'available', 'onhand'],
    barcode: barcodes,
    condition: ['condition'],
    warehouse: ['warehouse', 'warehousename'],
    bin: ['binlocation'],
    images: ['imagelist', 'images'],
    ...imagesBy('productimage', 'image'),
  },
  attribute: attributesBy({
    brand: 'Brand',
    categoryname: 'Category',
    manufacturer: 'Manufacturer',
    manufacturermodelnumber: 'MPN',
  }),
  layout: bySku(() => []),
  guarded: false,
}

export const inflow: Format = {
  is: (keys) =>
    has(keys, 'productname') &&
    hasAny(keys, 'sku', 'productsku') &&
    hasAny(keys, 'itemtype', 'reorderpoint', 'defaultsublocation'),
  fields: {
    sku: ['sku', 'productsku'],
    title: ['productname'],
    description: ['description'],
    price: ['unitprice', 'normalprice', 'salesprice', 'defaultunitprice'],
    cost: ['cost', 'unitcost'],
    quantity: ['quantityonhand', 'quantity'],
    barcode: ['barcode', 'barcodenumber'],
    location: ['defaultlocation', 'location'],
    bin: ['defaultsublocation', 'sublocation'],
    vendor: ['lastvendor', 'vendor'],
    active: ['isactive'],
    notes: ['remarks'],
  },
  attribute: attributesBy({ category: 'Category', brand: 'Brand' }),
  layout: bySku(() => []),
  guarded: false,
}
