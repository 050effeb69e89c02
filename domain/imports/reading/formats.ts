import type { ImportFormat, ImportMapping } from '#contract/imports.ts'
import { productColumns, readHeader } from '../../products/files/csv.ts'
import { cut } from './cut.ts'
import { type Format, bigCommerce, byParent, ebay, etsy, shopify } from './layouts.ts'
import { cin7, inflow, linnworks, sellbrite, woocommerce, zoho } from './programs.ts'
import { fieldsByName, headerKey } from '../mapping/synonyms.ts'

const images = (...patterns: string[]) =>
  Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`image${n + 1}`, patterns.map((p) => p + (n + 1))]))
const has = (keys: ReadonlySet<string>, ...all: string[]) => all.every((key) => keys.has(key))
const ownFields = Object.fromEntries(
  productColumns.map((column) => [
    column === 'DELETE' ? 'delete' : column.startsWith('Image ') ? headerKey(column) : column,
    [headerKey(column)],
  ]),
) as Format['fields']
const ownKeys = productColumns.map(headerKey)
const LIKE_OURS = 10

/** The kinds of files that need no mapping. Where their columns are described stands in docs/imports.md. */
export const formats: Record<ImportFormat, Format> = {
  motto: {
    is: (keys) => has(keys, 'template', 'sku') && ownKeys.filter((key) => keys.has(key)).length >= LIKE_OURS,
    fields: ownFields,
    layout: byParent,
    guarded: true,
    attribute: (name) => {
      const header = readHeader(name)
      return 'attribute' in header ? header.attribute : undefined
    },
  },
  shopify: {
    is: (keys) =>
      (has(keys, 'handle') &&
        ['option1name', 'option1value', 'variantprice', 'variantsku', 'bodyhtml'].filter((key) => keys.has(key))
          .length >= 2) ||
      (has(keys, 'urlhandle', 'title') &&
        ['option1name', 'option1value', 'productimageurl', 'publishedononlinestore', 'inventoryquantity'].filter(
          (key) => keys.has(key),
        ).length >= 2),
    fields: {
      sku: ['variantsku', 'sku'],
      parent: ['handle', 'urlhandle'],
      title: ['title'],
      description: ['bodyhtml', 'description'],
      tags: ['tags'],
      vendor: ['vendor'],
      price: ['variantprice', 'price'],
      barcode: ['variantbarcode', 'barcode'],
      msrp: ['variantcompareatprice', 'compareatprice'],
      cost: ['costperitem', 'variantcost'],
      quantity: ['variantinventoryqty', 'inventoryquantity'],
      weight: ['variantgrams', 'weightvaluegrams'],
      weightUnit: ['variantweightunit', 'weightunitfordisplay'],
      active: ['status', 'published', 'publishedononlinestore'],
      condition: ['googleshoppingcondition'],
      images: ['imagesrc', 'productimageurl'],
    },
    layout: shopify,
    guarded: false,
  },
  ebay: {
    is: (keys) =>
      [...keys].some((key) => key.startsWith('actionsiteid')) ||
      (has(keys, 'itemnumber') && (keys.has('customlabelsku') || keys.has('customlabel'))) ||
      has(keys, 'customlabel', 'startprice'),
    fields: {
      sku: ['customlabelsku', 'customlabel'],
      parent: ['itemnumber', 'itemid'],
      title: ['title'],
      description: ['description'],
      price: ['startprice', 'price', 'currentprice'],
      quantity: ['availablequantity', 'quantity'],
      sold: ['soldquantity'],
      barcode: ['pupc', 'pean', 'pisbn', 'upc', 'ean', 'isbn'],
      condition: ['condition', 'conditionid'],
      images: ['picurl', 'itemphotourl'],
    },
    attribute: (name) => /^\*?c:\s*(.+)$/i.exec(name.trim())?.[1] ?? /^p:\s*(.+)$/i.exec(name.trim())?.[1],
    layout: ebay,
    guarded: false,
  },
  etsy: {
    is: (keys) =>
      has(keys, 'title', 'currencycode', 'materials') || has(keys, 'title', 'variation1type', 'variation1values'),
    fields: {
      sku: ['sku'],
      title: ['title'],
      description: ['description'],
      price: ['price'],
      quantity: ['quantity'],
      tags: ['tags'],
      ...images('image', 'photo'),
    },
    layout: etsy,
    guarded: false,
  },
  bigcommerce: {
    is: (keys) =>
      has(keys, 'itemtype', 'productname', 'productcodesku') ||
      has(keys, 'item', 'sku', 'options', 'inventorytracking'),
    fields: {
      sku: ['productcodesku', 'sku'],
      title: ['productname', 'name'],
      description: ['productdescription', 'description'],
      price: ['price'],
      cost: ['costprice'],
      msrp: ['retailprice'],
      quantity: ['currentstocklevel', 'currentstock'],
      weight: ['productweight', 'weight'],
      width: ['productwidth', 'width'],
      height: ['productheight', 'height'],
      length: ['productdepth', 'depth'],
      bin: ['binpickingnumber'],
      barcode: ['productupcean', 'upcean', 'globaltradeitemnumber'],
      condition: ['productcondition'],
      active: ['productvisible', 'isvisible'],
      tags: ['searchkeywords'],
      images: ['internalimageurlexport', 'imageurlimport'],
      ...images('productimageurl'),
    },
    attribute: (name) => ({ brandname: 'Brand', manufacturerpartnumber: 'MPN' })[headerKey(name)],
    layout: bigCommerce,
    guarded: false,
  },
  woocommerce,
  sellbrite,
  linnworks,
  zoho,
  cin7,
  inflow,
  other: { is: () => true, fields: {}, layout: byParent, guarded: false },
}

/** Behind the refused rows of an import: why. Their cells are guarded as those of our own files are. */
export const REASON_COLUMN = 'Import error'

/** What kind of file has these columns. */
export function recognise(names: readonly string[]): ImportFormat {
  const keys = new Set(names.map(headerKey))
  return (Object.keys(formats) as ImportFormat[]).find((format) => formats[format].is(keys, names)) ?? 'other'
}

/** How a file of a kind is mapped before anybody looks at it. Columns of our own files are attributes where they are nothing else (IMP-081). */
export function mappingOf(
  format: ImportFormat,
  names: readonly string[],
): Pick<ImportMapping, 'fieldMappings' | 'attributeMappings' | 'templateColumn'> {
  const { fields, attribute } = formats[format]
  const { template, ...fieldMappings } = fieldsByName(
    names,
    Object.keys(fields).length > 0 ? { ...fields, template: ['template'] } : undefined,
  )
  const used = new Set([...Object.values(fieldMappings), template])
  const attributes = names.flatMap((name) => {
    const attributeName = used.has(name) || name === REASON_COLUMN ? undefined : attribute?.(name)
    return attributeName ? [[cut(attributeName, 100), name] as const] : []
  })
  return {
    fieldMappings: fieldMappings as Record<string, string>,
    attributeMappings: Object.fromEntries(attributes),
    templateColumn: template ?? null,
  }
}
