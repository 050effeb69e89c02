import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { readBarcode } from './barcode.ts'
import { Html } from '../html.ts'
import { fieldsOf, mostOf, textKinds } from './fields.ts'
import {
  CountInput,
  Id,
  IdParam,
  Image,
  ImageUrl,
  Money,
  MoneyInput,
  NewImage,
  Ok,
  ProductAttribute,
  SizeAndWeight,
  Tags,
  TagsInput,
  Time,
  pageOf,
  pageQuery,
} from '../shapes.ts'
import { Joined, SortBy, productFilter } from './filter.ts'

/** Browsers take these for folders, so that no address leads to such a SKU. */
export const isFolder = (sku: string): boolean => sku === '.' || sku === '..'
export const FOLDER_SKU = 'A SKU of dots alone cannot stand in an address.'
export const Sku = z
  .string('SKU is required.')
  .trim()
  .min(1, 'SKU is required.')
  .max(100, 'At most 100 characters.')
  .refine((sku) => !isFolder(sku), FOLDER_SKU)

export { ProductAttribute }

/** Digits whose last one checks the others; '' for none. */
export const Barcode = z
  .string()
  .max(60, 'A barcode has at most 14 digits.')
  .transform((input, context) => {
    const read = readBarcode(input)
    if ('value' in read) return read.value
    context.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  })

/** PRO-197..199. */
export const Readiness = z.enum(['ready', 'partial', 'error'])
export type Readiness = z.output<typeof Readiness>

const Configuration = z.object({ dynamicMappingEnabled: z.boolean().default(false) })

export const Variation = z.object({
  id: Id,
  name: z.string(),
  sku: z.string(),
  /** Why the SKU cannot be changed; '' when it can. */
  skuLock: z.string(),
  barcode: z.string(),
  /** Null: the product's own (PRO-209). */
  price: Money.nullable(),
  cost: Money.nullable(),
  quantity: z.number().int(),
  reservedQuantity: z.number().int(),
  sold: z.number().int(),
  images: z.array(Image),
  selectedImages: z.array(z.string()),
  attributes: z.array(ProductAttribute),
})
/** Null takes the product's own again; blank leaves it as it is. */
const OwnMoney = MoneyInput.nullable()
export const VariationChange = z.object({
  id: Id.optional(),
  name: z.string().trim().min(1, 'Name is required.').max(200),
  sku: Sku,
  barcode: Barcode.optional(),
  price: OwnMoney,
  cost: OwnMoney,
  quantity: CountInput,
  images: z.array(NewImage).max(24).optional(),
  selectedImages: z.array(ImageUrl).max(24).optional(),
  attributes: z.array(ProductAttribute).max(50).optional(),
})

const shapeOf = <N extends string, T>(names: readonly N[], of: (name: N) => T) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<N, T>
const texts = shapeOf(fieldsOf(...textKinds), () => z.string())
const money = shapeOf(fieldsOf('money'), () => Money)
/** Whether it is made of others' pieces, or others are made of its own; a product's own SKU, not a variation's. */
const Bundled = z.enum(['bundle', 'component']).nullable()

/**
 * PRO-162..184. `quantity` is available, `reservedQuantity` promised to orders, `onHand` their sum; of a product with variations, what these have
 * together. `skuLock` says why the SKU cannot be changed; '' when it can.
 */
export const Product = z.object({
  id: Id,
  templateId: Id,
  template: z.object({ id: Id, name: z.string() }),
  sku: z.string(),
  skuLock: z.string(),
  /** The channels on which it is live. */
  liveOn: z.array(ChannelId),
  ...texts,
  tags: Tags,
  ...money,
  quantity: z.number().int(),
  reservedQuantity: z.number().int(),
  onHand: z.number().int(),
  sold: z.number().int(),
  bundled: Bundled,
  attributes: z.array(ProductAttribute),
  images: z.array(Image),
  variations: z.array(Variation),
  sizeAndWeight: SizeAndWeight,
  configuration: Configuration,
  active: z.boolean(),
  readiness: Readiness,
  missing: z.array(z.string()),
  version: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
})
export type Product = z.output<typeof Product>

const changes = {
  ...shapeOf(fieldsOf('line', 'text'), (name) => z.string().max(mostOf(name)).optional()),
  description: Html.optional(),
  barcode: Barcode.optional(),
  tags: TagsInput.optional(),
  ...shapeOf(fieldsOf('money'), () => MoneyInput),
  ...shapeOf(fieldsOf('count'), () => CountInput),
  attributes: z.array(ProductAttribute).max(500).optional(),
  images: z.array(NewImage).max(24, 'At most 24 images.').optional(),
  active: z.boolean().optional(),
  variations: z.array(VariationChange).max(250, 'At most 250 variations.').optional(),
  sizeAndWeight: SizeAndWeight.optional(),
  configuration: Configuration.optional(),
}
const ChosenTemplate = z.number('Please select a template.').int().positive('Please select a template.')
export const NewProduct = z.object({ templateId: ChosenTemplate, sku: Sku, ...changes })
/** What is left out or blank stays as it is. `version`, when given, guards against overwriting someone else's save. */
export const ProductChange = z.object({
  id: Id,
  sku: Sku.optional(),
  templateId: Id.optional(),
  version: z.number().int().optional(),
  ...changes,
})

/** INV-131..156. `quantity`, `reservedQuantity` and `sold` of a product with variations are what its variations have together. */
export const ProductRow = z.object({
  id: Id,
  sku: z.string(),
  templateId: Id,
  templateName: z.string(),
  ...texts,
  tags: Tags,
  ...money,
  quantity: z.number().int(),
  reservedQuantity: z.number().int(),
  sold: z.number().int(),
  bundled: Bundled,
  variations: z.number().int(),
  images: z.array(Image),
  attributes: z.array(ProductAttribute),
  sizeAndWeight: SizeAndWeight,
  /** Where it is live, as `ebay_12`: channel and integration id. */
  listedOn: z.array(z.string()),
  listings: z.array(z.object({ channel: ChannelId, status: z.string() })),
  /** The readiness; `status` is the name that tables use. */
  status: Readiness,
  readiness: Readiness,
  active: z.boolean(),
  version: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
})
/** What makes rows long, and most lists do not show. */
const long = { description: true, images: true, attributes: true, listedOn: true, listings: true } as const
export const longFields = Object.keys(long) as (keyof typeof long)[]
const RowField = z.enum(Object.keys(ProductRow.shape) as (keyof typeof ProductRow.shape)[])

export const listProducts = endpoint({
  method: 'GET',
  path: '/products',
  summary: 'List products',
  needs: 'organization:read',
  /** A page may hold a thousand, for what is pasted from a spreadsheet. */
  query: z.object({
    ...pageQuery,
    limit: z.coerce.number().int().min(1).max(1000).default(25),
    ...productFilter,
    sortBy: SortBy,
    orderBy: z.enum(['asc', 'desc']).default('desc'),
    /** What of a row is needed, joined by `+`: of the long fields, only those named come. All of them when left out. */
    fields: z.union([z.array(RowField), RowField.transform((field) => [field])]).optional(),
  }),
  reply: pageOf(ProductRow.partial(long)),
})
export const searchProducts = endpoint({
  method: 'GET',
  path: '/products/search',
  summary: 'Suggest products (tolerates typos)',
  needs: 'organization:read',
  query: z.object({ search: Joined, limit: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: z.array(z.object({ id: Id, sku: z.string(), title: z.string(), image: z.string() })),
})
export const allAttributeValues = endpoint({
  method: 'GET',
  path: '/products/allAttributeValues',
  summary: 'List attribute names and values, most used first',
  needs: 'organization:read',
  query: z.object({
    name: z.string().max(100).optional(),
    search: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
  }),
  /** `counts[i]` products have `values[i]`. */
  reply: z.array(z.object({ name: z.string(), values: z.array(z.string()), counts: z.array(z.number().int()) })),
})
export const getProduct = endpoint({
  method: 'GET',
  path: '/products/{id}',
  summary: 'Get a product',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: Product,
  errors: ['not_found'],
})
export const getProductBySku = endpoint({
  method: 'GET',
  path: '/products/sku/{sku}',
  summary: 'Find a product by its SKU',
  needs: 'organization:read',
  params: z.object({ sku: z.string().min(1).max(200) }),
  reply: z.object({ id: Id }),
  errors: ['not_found'],
})
export const createProduct = endpoint({
  method: 'POST',
  path: '/products/create',
  summary: 'Create a product from a template',
  needs: 'products:write',
  bodyBytes: 4 * MEGABYTE,
  body: z.object({ product: NewProduct }),
  reply: z.object({ id: Id }),
  errors: ['not_found', 'sku_taken'],
  changes: ['products', 'templates'],
})
export const updateProduct = endpoint({
  method: 'POST',
  path: '/products/update',
  summary: 'Save a product',
  needs: 'products:write',
  bodyBytes: 4 * MEGABYTE,
  body: z.object({ product: ProductChange }),
  /** `changeId`: what was changed stands under it in the product's history; null where nothing was. */
  reply: Product.extend({ changeId: Id.nullable() }),
  errors: ['not_found', 'sku_taken', 'edit_conflict', 'stock_conflict'],
  changes: ['products', 'listings'],
})
export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/products/{id}',
  summary: 'Delete a product without listings or open orders',
  needs: 'products:write',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found', 'product_listed', 'stock_conflict'],
  changes: ['products', 'listings', 'templates'],
})
export const duplicateProduct = endpoint({
  method: 'POST',
  path: '/products/duplicate/{id}',
  summary: 'Copy a product under a new SKU',
  needs: 'products:write',
  params: z.object({ id: IdParam }),
  /** Without a SKU the copy gets the next free one. */
  body: z.object({ sku: Sku.optional() }).optional(),
  reply: z.object({ id: Id }),
  errors: ['not_found', 'sku_taken'],
  changes: ['products'],
})
export const copySku = endpoint({
  method: 'GET',
  path: '/products/duplicate/{id}',
  summary: 'Suggest an unused SKU for a copy',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: z.object({ sku: z.string() }),
  errors: ['not_found'],
})
export const skuPrefixes = endpoint({
  method: 'GET',
  path: '/products/skuPrefixes',
  summary: 'List prefixes for a new SKU',
  needs: 'organization:read',
  query: z.object({ templateId: IdParam.optional() }),
  reply: z.array(
    z.object({
      type: z.enum(['custom', 'template', 'inventory']),
      prefix: z.string(),
      maxValue: z.number().int(),
      maxLength: z.number().int(),
      count: z.number().int(),
    }),
  ),
})
export const allSkus = endpoint({
  method: 'GET',
  path: '/products/allSkus',
  summary: 'List SKUs for pickers',
  needs: 'organization:read',
  query: z.object({
    search: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(5000).default(1000),
  }),
  reply: z.array(z.string()),
})
export const allTags = endpoint({
  method: 'GET',
  path: '/products/allTags',
  summary: 'List product tags',
  needs: 'organization:read',
  reply: z.array(z.string()),
})
export const imageSignature = endpoint({
  method: 'GET',
  path: '/products/cloudinarySignature',
  summary: 'Sign an image upload',
  needs: 'session',
  reply: z.object({
    name: z.string(),
    apiKey: z.string(),
    timestamp: z.number().int(),
    signature: z.string(),
    folder: z.string(),
    uploadUrl: z.string(),
  }),
  errors: ['email_unconfirmed'],
})
export const deleteImage = endpoint({
  method: 'POST',
  path: '/products/deleteImage',
  summary: 'Remove an image from a product',
  needs: 'products:write',
  body: z.object({ productId: Id, variationId: Id.nullable().optional(), imageUrl: z.string().max(2000) }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['products', 'listings'],
})

export const StockMovement = z.object({
  id: Id,
  sku: z.string(),
  reason: z.string(),
  source: z.string(),
  deltaOnHand: z.number().int(),
  deltaReserved: z.number().int(),
  deltaSold: z.number().int(),
  availableAfter: z.number().int(),
  orderId: Id.nullable(),
  /** SKU of the bundle that it moved in, '' where it moved for itself. */
  through: z.string(),
  userName: z.string(),
  at: Time,
})
export const listMovements = endpoint({
  method: 'GET',
  path: '/products/{id}/movements',
  summary: 'List a product’s stock movements, newest first',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  query: z.object(pageQuery),
  reply: pageOf(StockMovement),
  errors: ['not_found'],
})
