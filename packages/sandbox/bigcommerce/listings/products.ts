import type { Json } from '../../kit/json.ts'
import { among, type Call, type Handler, nothing, ok, pageOf, v3 } from '../api/call.ts'
import { conflict, invalid, refuse } from '../api/errors.ts'
import { tellProduct } from '../webhooks/webhooks.ts'
import { addPictures } from './images.ts'
import { listOf, objectOf, objects, whole } from '../api/input.ts'
import { setCount } from '../stock/inventory.ts'
import { mostVariants, readText, readVariant, skuMustBeFree, valuesOf, withValues } from './product-input.ts'
import { showProduct } from './product-view.ts'
import type { Product, ProductText, Shop, Variant } from '../state.ts'

const mostInBatch = 10
const parts = [
  'variants',
  'images',
  'custom_fields',
  'bulk_pricing_rules',
  'primary_image',
  'modifiers',
  'options',
  'videos',
]

/** @throws BigCommerceError 422 */
function includeOf(query: URLSearchParams): Set<string> {
  const requested = among(query, 'include') ?? new Set<string>()
  for (const part of requested) if (!parts.includes(part)) throw invalid('include', `${part} cannot be included`)
  return requested
}

const orders: Record<string, (a: Product, b: Product) => number> = {
  id: (a, b) => a.id - b.id,
  name: (a, b) => a.name.localeCompare(b.name),
  date_modified: (a, b) => a.modified - b.modified,
}

const list: Handler = (call) => {
  const { shop, query } = call
  const include = includeOf(query)
  const [ids, skus] = [among(query, 'id:in'), among(query, 'sku:in')]
  const [sku, name, greater] = [query.get('sku'), query.get('name'), Number(query.get('id:greater') ?? 0)]
  const since = Date.parse(query.get('date_modified:min') ?? '') || 0
  const matches = shop
    .list('product')
    .filter(
      (product) =>
        (!ids || ids.has(String(product.id))) &&
        (!skus || skus.has(product.sku)) &&
        (sku === null || product.sku === sku) &&
        (name === null || product.name === name) &&
        product.id > greater &&
        product.modified >= since,
    )
    .toSorted(orders[query.get('sort') ?? 'id'] ?? orders['id'])
  if (query.get('direction') === 'desc') matches.reverse()
  // With options a page is ten at most.
  return pageOf(call, matches, (product) => showProduct(shop, product, include), include.has('options') ? 10 : 250)
}

const get: Handler = ({ shop, params, query }) =>
  ok(showProduct(shop, shop.need('product', params[0] ?? 0), includeOf(query)))

const blank: ProductText = {
  name: '',
  sku: '',
  description: '',
  type: 'physical',
  weight: 0,
  width: 0,
  height: 0,
  depth: 0,
  price: 0,
  categories: [],
  brand_id: 0,
  inventory_tracking: 'none',
  is_visible: false,
  availability: 'available',
  condition: 'New',
  upc: '',
  search_keywords: '',
}

const create: Handler = ({ shop, request }) => {
  const body = objectOf(request)
  for (const field of ['name', 'type', 'weight', 'price'])
    if (body[field] === undefined) throw invalid(field, `The ${field} of a product is required`)
  const product = shop.together(() => {
    const made = make(shop, { ...blank, ...readText(shop, body, null) }, objects(body, 'variants') ?? [])
    shop.put('product', made.id, made)
    countAll(shop, made, body)
    return made
  })
  const { saved, failed } = addPictures(shop, product, objects(body, 'images') ?? [])
  tellProduct(shop, saved, 'created')
  const shown = showProduct(shop, saved, new Set(['variants', 'images', 'options']))
  // The product stands all the same.
  return failed ? { status: 207, body: { data: shown, meta: {}, errors: { images: failed } } } : ok(shown)
}

/** Sets the number of a product at the default location, where it is told one. */
function countAll(shop: Shop, { variants }: Product, body: Json): void {
  const level = whole(body, 'inventory_level')
  if (level !== undefined) for (const { id } of variants) setCount(shop, 1, id, level)
}

/** A product with its options and variants; one without has its base variant. @throws BigCommerceError 409, 422 */
export function make(shop: Shop, text: ProductText, variants: Json[]): Product {
  const now = shop.now()
  const id = shop.newId('product')
  const product: Product = { ...text, id, created: now, modified: now, options: [], variants: [], images: [] }
  if (variants.length === 0) return { ...product, variants: [baseOf(shop, product)] }
  if (variants.length > mostVariants) throw invalid('variants', `A product may have ${mostVariants} variants`)
  const whole: Product = { ...product, options: withValues(shop, [], variants) }
  for (const variant of variants) whole.variants.push(makeVariant(shop, whole, variant))
  return whole
}

/** The variant that stands for a product without options. */
export const baseOf = (shop: Shop, { sku, upc }: Pick<Product, 'sku' | 'upc'>): Variant => ({
  id: shop.newId('variant'),
  sku,
  price: null,
  weight: null,
  upc,
  image_url: '',
  values: [],
})

/** @throws BigCommerceError 409, 422 */
export function makeVariant(shop: Shop, product: Product, from: Json): Variant {
  const { sku = '', price = null, weight = null, upc = '', image_url = '' } = readVariant(from)
  if (!sku) throw invalid('sku', 'The SKU of a variant is required')
  skuMustBeFree(shop, sku, () => false)
  if (product.variants.some((variant) => variant.sku === sku)) throw conflict('sku', 'The SKU is a duplicate')
  return { id: shop.newId('variant'), sku, price, weight, upc, image_url, values: valuesOf(product, from) }
}

function changed(shop: Shop, product: Product, body: Json): Product {
  const text = readText(shop, body, product.id)
  const next = { ...product, ...text }
  // Without options the product and its one variant are the same thing.
  if (product.options.length > 0) return next
  const { sku, upc } = next
  return { ...next, variants: product.variants.map((variant) => ({ ...variant, sku, upc })) }
}

const update: Handler = ({ shop, request, params }) => {
  const body = objectOf(request)
  const saved = shop.together(() => {
    const next = shop.keepProduct(changed(shop, shop.need('product', params[0] ?? 0), body))
    // Of one with options each variant has a number of its own.
    if (next.options.length === 0) countAll(shop, next, body)
    return next
  })
  tellProduct(shop, saved, 'updated')
  return ok(showProduct(shop, saved, new Set()))
}

/** All or none. @throws BigCommerceError 413 */
const updateMany = (call: Call) => {
  const { shop, request } = call
  const saved = shop.together(() =>
    listOf(request, mostInBatch).map((body) => {
      const id = whole(body, 'id')
      const product = id === undefined ? undefined : shop.get('product', id)
      if (!product) throw refuse(404, `There is no product ${id}.`)
      return shop.keepProduct(changed(shop, product, body))
    }),
  )
  for (const product of saved) tellProduct(shop, product, 'updated')
  return ok(saved.map((product) => showProduct(shop, product, new Set())))
}

const remove: Handler = ({ shop, params }) => {
  const id = params[0] ?? 0
  if (shop.get('product', id)) tellProduct(shop, { id }, 'deleted')
  shop.delete('product', id)
  return nothing
}

export const productRoutes = [
  v3('store_v2_products_read_only', 'GET', '/catalog/products', list),
  v3('store_v2_products', 'POST', '/catalog/products', create),
  v3('store_v2_products', 'PUT', '/catalog/products', updateMany),
  v3('store_v2_products_read_only', 'GET', '/catalog/products/{}', get),
  v3('store_v2_products', 'PUT', '/catalog/products/{}', update),
  v3('store_v2_products', 'DELETE', '/catalog/products/{}', remove),
]
