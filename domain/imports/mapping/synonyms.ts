import type { ImportField } from '#contract/imports.ts'
import { type ProductFieldName, fieldsBesides } from '#contract/products/fields.ts'
import { labelOf } from '../../products/attributes/labels.ts'

/** A header as it is compared: without case, blanks, signs and the star of a required column. */
export const headerKey = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const otherNames: Partial<Record<ImportField, readonly string[]>> = {
  sku: [
    'sku',
    'skucode',
    'productsku',
    'itemsku',
    'variantsku',
    'customlabel',
    'customlabelsku',
    'sellersku',
    'itemcode',
    'productcode',
    'articlenumber',
    'artikelnummer',
    'partnumber',
    'stockkeepingunit',
    'itemnumber',
  ],
  title: [
    'title',
    'producttitle',
    'itemtitle',
    'name',
    'productname',
    'itemname',
    'titel',
    'bezeichnung',
    'produktname',
  ],
  description: [
    'description',
    'productdescription',
    'itemdescription',
    'longdescription',
    'body',
    'bodyhtml',
    'beschreibung',
    'details',
  ],
  tags: ['tags', 'tag', 'keywords', 'labels'],
  price: [
    'price',
    'sellingprice',
    'saleprice',
    'unitprice',
    'itemprice',
    'regularprice',
    'startprice',
    'variantprice',
    'preis',
    'verkaufspreis',
    'prix',
    'precio',
  ],
  msrp: [
    'msrp',
    'rrp',
    'retailprice',
    'listprice',
    'compareatprice',
    'variantcompareatprice',
    'recommendedretailprice',
    'uvp',
  ],
  cost: [
    'cost',
    'costprice',
    'unitcost',
    'costperitem',
    'purchaseprice',
    'buyprice',
    'einkaufspreis',
    'wholesaleprice',
  ],
  quantity: [
    'quantity',
    'qty',
    'stock',
    'inventory',
    'available',
    'availablequantity',
    'stockquantity',
    'instock',
    'onhand',
    'stocklevel',
    'currentstock',
    'inventoryquantity',
    'variantinventoryqty',
    'menge',
    'bestand',
    'lagerbestand',
  ],
  barcode: [
    'barcode',
    'gtin',
    'upc',
    'ean',
    'isbn',
    'gtin13',
    'gtin12',
    'ean13',
    'upca',
    'isbn13',
    'isbn10',
    'upcean',
    'eanupc',
    'barcodenumber',
    'variantbarcode',
    'productupcean',
    'globaltradeitemnumber',
    'globaltradeitemnumbergtin',
  ],
  sold: ['sold', 'quantitysold', 'soldquantity', 'unitssold'],
  condition: ['condition', 'itemcondition', 'productcondition', 'zustand'],
  weight: ['weight', 'itemweight', 'productweight', 'shippingweight', 'gewicht'],
  weightUnit: ['weightunit', 'unitofweight', 'variantweightunit', 'gewichtseinheit'],
  length: ['length', 'depth', 'productlength', 'productdepth', 'länge', 'laenge'],
  width: ['width', 'productwidth', 'breite'],
  height: ['height', 'productheight', 'höhe', 'hoehe'],
  sizeUnit: ['sizeunit', 'dimensionunit', 'unitofsize', 'lengthunit'],
  size: ['dimensions', 'measurements', 'packagesize', 'productsize'],
  notes: ['notes', 'note', 'comment', 'comments', 'internalnotes', 'remarks', 'notiz', 'bemerkung'],
  active: ['active', 'isactive', 'enabled', 'published', 'visible'],
  createdAt: ['createdat', 'created', 'datecreated', 'creationdate', 'dateadded'],
  vendor: ['vendor', 'supplier', 'lieferant'],
  location: ['location', 'storagelocation', 'lagerort'],
  warehouse: ['warehouse', 'lager'],
  bin: ['bin', 'binlocation', 'shelf', 'binpickingnumber', 'lagerplatz'],
  template: ['template', 'templatename', 'producttemplate'],
  templateId: ['templateid'],
  delete: ['delete'],
  images: [
    'images',
    'image',
    'imageurl',
    'imageurls',
    'imagelinks',
    'imagesrc',
    'photo',
    'photos',
    'photourl',
    'picture',
    'pictures',
    'pictureurl',
    'picurl',
    'bild',
    'bilder',
  ],
  parent: ['parent', 'parentsku', 'parentid', 'handle', 'itemgroupid', 'groupid'],
  variation: ['variation', 'variationname', 'variantname', 'varianttitle'],
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [
      `image${n + 1}`,
      [`image${n + 1}`, `imageurl${n + 1}`, `image${n + 1}url`, `picture${n + 1}`, `photo${n + 1}`],
    ]),
  ),
}

/** What columns of spreadsheets are called, the closest first; a product's field without other names goes by its own and its label. */
export const synonyms: Partial<Record<ImportField, readonly string[]>> = {
  ...otherNames,
  ...Object.fromEntries(
    fieldsBesides(Object.keys(otherNames)).map((field: ProductFieldName) => [
      field,
      [...new Set([headerKey(field), headerKey(labelOf(field))])],
    ]),
  ),
}

const byKey = new Map<string, ImportField>()
for (const [field, names] of Object.entries(synonyms))
  for (const name of names ?? []) if (!byKey.has(name)) byKey.set(name, field as ImportField)

/** Whether a header is one that files of products have. */
export const knownHeader = (name: string) => byKey.has(headerKey(name)) || /^\*?action\(|^c:\S/i.test(name.trim())

/** The columns that fit fields by their names; each column once, the closest name first. */
export function fieldsByName(
  names: readonly string[],
  table: Partial<Record<ImportField, readonly string[]>> = synonyms,
): Partial<Record<ImportField, string>> {
  const byHeader = new Map<string, string>()
  for (const name of names) if (!byHeader.has(headerKey(name))) byHeader.set(headerKey(name), name)
  const pairs = Object.entries(table).flatMap(([field, keys]) =>
    (keys ?? []).flatMap((key, rank) => {
      const name = byHeader.get(key)
      return name === undefined ? [] : [{ field: field as ImportField, name, rank }]
    }),
  )
  const columns: Partial<Record<ImportField, string>> = {}
  const used = new Set<string>()
  for (const { field, name } of pairs.toSorted((a, b) => a.rank - b.rank)) {
    if (columns[field] !== undefined || used.has(name)) continue
    columns[field] = name
    used.add(name)
  }
  return columns
}
