import type { Json } from '../../kit/json.ts'
import { among, type Handler, pageOf, v3 } from '../api/call.ts'
import { BigCommerceError, notFound } from '../api/errors.ts'
import { objectOf, objects, whole } from '../api/input.ts'
import type { Count, Location, Product, Shop, Variant } from '../state.ts'
import { tellStock } from '../webhooks/webhooks.ts'

const mostItems = 2000
const mostPerPage = 1000

const none: Count = { onhand: 0, safety: 0, before: 0, seenFrom: 0 }
export const countAt = (shop: Shop, location: number, variant: number): Count =>
  shop.get('count', `${location}:${variant}`) ?? none
/** What the API tells: a number that was just set is seen a little later. */
export const seenAt = (shop: Shop, location: number, variant: number): Count => {
  const count = countAt(shop, location, variant)
  return count.seenFrom > shop.now() ? { ...count, onhand: count.before } : count
}
/** Pieces over all locations. */
export const totalOf = (shop: Shop, { id }: Variant): number =>
  shop.list('location').reduce((sum, location) => sum + seenAt(shop, location.id, id).onhand, 0)

/** Sets the pieces of a variant; a sale is seen at once. @param late whether it is seen later */
export function setCount(shop: Shop, location: number, variant: number, onhand: number, late = false): void {
  const { safety, onhand: before } = seenAt(shop, location, variant)
  const seenFrom = late ? shop.now() + (shop.context.lag().stock ?? 0) * 1000 : 0
  shop.put('count', `${location}:${variant}`, { onhand, safety, before, seenFrom })
}

export interface ProductVariant {
  product: Product
  variant: Variant
}
/** Every variant of every product: one without options has its base variant. */
export const allVariants = (shop: Shop): ProductVariant[] =>
  shop.list('product').flatMap((product) => product.variants.map((variant) => ({ product, variant })))

const identityOf = ({ product, variant }: ProductVariant) => ({
  sku: variant.sku,
  variant_id: variant.id,
  product_id: product.id,
})
const placeOf = (shop: Shop, { id, code, label, enabled }: Location, variant: Variant) => ({
  location_id: id,
  location_code: code,
  location_name: label,
  location_enabled: enabled,
  ...numbersOf(shop, id, variant),
})
function numbersOf(shop: Shop, location: number, variant: Variant) {
  const { onhand, safety } = seenAt(shop, location, variant.id)
  const available_to_sell = Math.max(0, onhand - safety)
  return {
    available_to_sell,
    total_inventory_onhand: onhand,
    settings: { safety_stock: safety, is_in_stock: available_to_sell > 0, warning_level: 0, bin_picking_number: '' },
  }
}

function filtered(shop: Shop, query: URLSearchParams): ProductVariant[] {
  const [skus, variants, products] = ['sku:in', 'variant_id:in', 'product_id:in'].map((name) => among(query, name))
  return allVariants(shop).filter(
    ({ product, variant }) =>
      (!skus || skus.has(variant.sku)) &&
      (!variants || variants.has(String(variant.id))) &&
      (!products || products.has(String(product.id))),
  )
}

const items: Handler = (call) => {
  const { shop, query } = call
  const locationIds = among(query, 'location_id:in')
  const places = shop.list('location').filter(({ id }) => !locationIds || locationIds.has(String(id)))
  const show = (match: ProductVariant) => ({
    identity: { ...identityOf(match), sku_id: match.variant.id },
    locations: places.map((place) => placeOf(shop, place, match.variant)),
  })
  return pageOf(call, filtered(shop, query), show, mostPerPage)
}

const itemsAt: Handler = (call) => {
  const { shop, query, params } = call
  const location = shop.get('location', params[0] ?? 0)
  if (!location) throw notFound('Location not found')
  const show = (match: ProductVariant) => ({
    identity: identityOf(match),
    ...numbersOf(shop, location.id, match.variant),
  })
  return pageOf(call, filtered(shop, query), show, mostPerPage)
}

const unknown = (at: string, sentence: string) =>
  new BigCommerceError(422, 'Invalid data', { errors: { [at]: sentence } })

/** What an adjustment means. One that is tracked as a product is named by its product, one by its variants by the variant. @throws BigCommerceError 422 */
function readTarget(
  shop: Shop,
  input: Json,
  at: string,
): { target: ProductVariant; location: number; quantity: number } {
  const location = whole(input, 'location_id')
  const quantity = whole(input, 'quantity')
  if (location === undefined || !shop.get('location', location)) throw unknown(at, 'location not found')
  if (quantity === undefined) throw unknown(at, 'quantity is required')
  const named = ['sku', 'variant_id', 'product_id'].filter((name) => input[name] !== undefined)
  if (named.length !== 1) throw unknown(at, 'exactly one of sku, variant_id and product_id is required')
  const target = allVariants(shop).find(
    ({ product, variant }) =>
      (input['sku'] !== undefined && variant.sku === input['sku']) ||
      (input['variant_id'] !== undefined && variant.id === input['variant_id']) ||
      (input['product_id'] !== undefined && product.id === input['product_id']),
  )
  if (!target) throw unknown(at, 'item not found')
  const { inventory_tracking: tracking } = target.product
  if (tracking === 'none') throw unknown(at, 'inventory of this item is not tracked')
  if (input['product_id'] !== undefined && tracking === 'variant') throw unknown(at, 'item is tracked by variant')
  if (input['variant_id'] !== undefined && tracking === 'product') throw unknown(at, 'item is tracked by product')
  return { target, location, quantity }
}

/** All of them or none; what is set is seen a little later. */
const adjust: Handler = ({ shop, request, context }) => {
  const inputs = objects(objectOf(request), 'items') ?? []
  if (inputs.length === 0) throw unknown('items', 'items is required')
  if (inputs.length > mostItems) throw unknown('items', `items may hold ${mostItems} at most`)
  const all = inputs.map((input, index) => readTarget(shop, input, `items.${index}`))
  shop.together(() => {
    for (const { target, location, quantity } of all) setCount(shop, location, target.variant.id, quantity, true)
  })
  for (const { target } of all) tellStock(shop, target)
  return { status: 200, body: { transaction_id: `${context.store.nextNumber('transaction')}-${shop.merchant.hash}` } }
}

export const inventoryRoutes = [
  v3('store_inventory_read_only', 'GET', '/inventory/items', items),
  v3('store_inventory_read_only', 'GET', '/inventory/locations/{}/items', itemsAt),
  v3('store_inventory', 'PUT', '/inventory/adjustments/absolute', adjust),
]
