import type { Json } from '../../kit/json.ts'
import { among, type Handler, nothing, ok, pageOf, v3 } from '../api/call.ts'
import { BigCommerceError, conflict, invalid, notFound, refuse } from '../api/errors.ts'
import { tellProduct } from '../webhooks/webhooks.ts'
import { listOf, objectOf, objects, text, whole } from '../api/input.ts'
import { allVariants } from '../stock/inventory.ts'
import { mostVariants, readVariant, skuMustBeFree, valuesOf } from './product-input.ts'
import { showListed, showOption, showVariant } from './product-view.ts'
import { baseOf, makeVariant } from './products.ts'
import type { Product, Shop } from '../state.ts'

const mostInBatch = 50
const mostValues = 250

const ofProduct: Handler = (call) => {
  const product = call.shop.need('product', call.params[0] ?? 0)
  return pageOf(call, product.variants, (variant) => showVariant(call.shop, product, variant))
}

/** Base variants are not found by their SKU here: that is their product's. */
const list: Handler = (call) => {
  const { shop, query } = call
  const [sku, ids, id] = [query.get('sku'), among(query, 'product_id:in'), query.get('id')]
  const matches = allVariants(shop).filter(
    ({ product, variant }) =>
      (sku === null || (variant.sku === sku && product.options.length > 0)) &&
      (!ids || ids.has(String(product.id))) &&
      (id === null || String(variant.id) === id),
  )
  return pageOf(call, matches, ({ product, variant }) => showListed(shop, product, variant))
}

/** The first variant of one's own takes the place of the base variant. @throws BigCommerceError 409, 422 */
function added(shop: Shop, product: Product, from: Json): Product {
  const own = product.variants.filter(({ values }) => values.length > 0)
  if (own.length >= mostVariants) throw invalid('variants', `A product may have ${mostVariants} variants`)
  const bare = { ...product, variants: own }
  return { ...bare, variants: [...own, makeVariant(shop, bare, from)] }
}

const create: Handler = ({ shop, request, params }) => {
  const product = shop.need('product', params[0] ?? 0)
  const saved = shop.together(() => shop.keepProduct(added(shop, product, objectOf(request))))
  tellProduct(shop, saved, 'updated')
  const made = saved.variants.at(-1)
  return ok(made && showVariant(shop, saved, made))
}

/** Changes those that have an id, and makes those that name their product. @throws BigCommerceError 404, 409, 422 */
function put(shop: Shop, from: Json): { product: Product; id: number } {
  const id = whole(from, 'id')
  if (id === undefined) {
    const product = shop.keepProduct(added(shop, shop.need('product', whole(from, 'product_id') ?? 0), from))
    return { product, id: product.variants.at(-1)?.id ?? 0 }
  }
  const match = allVariants(shop).find(({ variant }) => variant.id === id)
  if (!match) throw notFound(`There is no variant ${id}.`)
  const { product, variant } = match
  const read = readVariant(from)
  if (read.sku) skuMustBeFree(shop, read.sku, (_, candidate) => candidate.id === id)
  const values = objects(from, 'option_values') ? valuesOf(product, from, id) : variant.values
  const next = { ...variant, ...read, values }
  const variants = product.variants.map((candidate) => (candidate.id === id ? next : candidate))
  const sku = product.options.length === 0 && read.sku !== undefined ? { sku: read.sku } : {}
  return { product: shop.keepProduct({ ...product, ...sku, variants }), id }
}

/** All or none; each that was refused is named. */
const putMany: Handler = (call) => {
  const { shop, request } = call
  const inputs = listOf(request, mostInBatch)
  try {
    const done = shop.together(() => inputs.map((input) => put(shop, input)))
    for (const id of new Set(done.map(({ product }) => product.id))) tellProduct(shop, { id }, 'updated')
    const shown = done.flatMap(({ product, id }) => {
      const now = shop.need('product', product.id)
      const variant = now.variants.find((candidate) => candidate.id === id)
      return variant ? [showListed(shop, now, variant)] : []
    })
    return ok(shown, {
      pagination: { total: shown.length, count: shown.length, per_page: shown.length, current_page: 1 },
    })
  } catch (error) {
    if (!(error instanceof BigCommerceError) || error.status === 413) throw error
    const { status, message: title, errors } = error
    return { status: 422, body: { batch_errors: [{ status, title, type: '', errors }] } }
  }
}

const remove: Handler = ({ shop, params }) => {
  const product = shop.need('product', params[0] ?? 0)
  const variants = product.variants.filter(({ id }) => id !== params[1])
  if (variants.length === product.variants.length) return nothing
  if (variants.length === 0) throw refuse(422, 'A product needs a variant.')
  tellProduct(shop, shop.keepProduct({ ...product, variants }), 'updated')
  return nothing
}

const options: Handler = (call) => {
  const product = call.shop.need('product', call.params[0] ?? 0)
  return pageOf(call, product.options, (option) => showOption(product, option))
}

const addOption: Handler = ({ shop, request, params }) => {
  const product = shop.need('product', params[0] ?? 0)
  const body = objectOf(request)
  const name = text(body, 'display_name', { least: 1, most: 255 })
  if (name === undefined) throw invalid('display_name', 'display_name is required')
  if (body['type'] === undefined) throw invalid('type', 'type is required')
  if (product.options.some((other) => other.name === name))
    throw conflict('display_name', 'The option is there already')
  const values = (objects(body, 'option_values') ?? []).map((value) => ({
    id: shop.newId('value'),
    label: text(value, 'label', { least: 1, most: 255 }) ?? '',
  }))
  const option = { id: shop.newId('option'), name, values }
  const saved = shop.keepProduct({ ...product, options: [...product.options, option] })
  return ok(showOption(saved, option, saved.options.length - 1))
}

const addValue: Handler = ({ shop, request, params }) => {
  const product = shop.need('product', params[0] ?? 0)
  const option = product.options.find(({ id }) => id === params[1])
  if (!option) throw notFound()
  const body = objectOf(request)
  const label = text(body, 'label', { least: 1, most: 255 })
  const sort_order = whole(body, 'sort_order', { least: -2_147_483_648 })
  if (label === undefined || sort_order === undefined) throw invalid('label', 'label and sort_order are required')
  if (option.values.some((known) => known.label === label)) throw invalid('label', 'The value is there already')
  if (option.values.length >= mostValues) throw invalid('label', `An option may have ${mostValues} values`)
  const value = { id: shop.newId('value'), label }
  const next = { ...option, values: [...option.values, value] }
  shop.keepProduct({
    ...product,
    options: product.options.map((candidate) => (candidate.id === option.id ? next : candidate)),
  })
  return ok({ id: value.id, label, sort_order, is_default: false, value_data: {} })
}

/** With an option its variants go; without any, the base variant is back. */
const removeOption: Handler = ({ shop, params }) => {
  const product = shop.need('product', params[0] ?? 0)
  const left = product.options.filter(({ id }) => id !== params[1])
  if (left.length === product.options.length) return nothing
  const variants = left.length === 0 ? [baseOf(shop, product)] : []
  shop.keepProduct({ ...product, options: left, variants })
  return nothing
}

export const variantRoutes = [
  v3('store_v2_products_read_only', 'GET', '/catalog/products/{}/variants', ofProduct),
  v3('store_v2_products', 'POST', '/catalog/products/{}/variants', create),
  v3('store_v2_products', 'DELETE', '/catalog/products/{}/variants/{}', remove),
  v3('store_v2_products_read_only', 'GET', '/catalog/variants', list),
  v3('store_v2_products', 'PUT', '/catalog/variants', putMany),
  v3('store_v2_products_read_only', 'GET', '/catalog/products/{}/options', options),
  v3('store_v2_products', 'POST', '/catalog/products/{}/options', addOption),
  v3('store_v2_products', 'DELETE', '/catalog/products/{}/options/{}', removeOption),
  v3('store_v2_products', 'POST', '/catalog/products/{}/options/{}/values', addValue),
]
