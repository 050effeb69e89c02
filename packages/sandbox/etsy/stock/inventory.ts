import { isObject, type Json } from '../../kit/json.ts'
import { type Handler, includesIn, ok, route } from '../api/call.ts'
import { invalid } from '../api/errors.ts'
import { jsonOf } from '../api/input.ts'
import { showInventory, showListing, totalOf } from '../listings/listing-view.ts'
import { checkPrice, checkQuantity } from './offering.ts'
import { type Listing, newId, type Offering, type Product, type PropertyValue, type Shop } from '../state.ts'
import { valueOf } from './values.ts'

const propertiesMost = 2
const valuesMost = 70
const combinationsMost = 4900

const get: Handler = (call) => {
  const listing = call.shop.listing(call.params[0] ?? '')
  const withListing = includesIn(call).has('Listing') && { listing: showListing(call.shop, listing) }
  return ok({ ...showInventory(listing), ...withListing })
}

/** Takes the place of all that was there; every product gets a new id. */
const put: Handler = ({ shop, request, params }) => {
  const listing = shop.listing(params[0] ?? '')
  const body = jsonOf(request)
  const inputs = body['products']
  if (!Array.isArray(inputs) || inputs.length === 0) throw invalid('products is required')
  if (inputs.length > combinationsMost) throw invalid(`A listing can have ${combinationsMost} products at most`)
  return shop.together(() => {
    const products = inputs.map((input) => readProduct(shop, listing, input))
    const on = readOn(body)
    checkVariations(products)
    checkDifferences(products, on)
    const readiness_state_id = products[0]?.offering.readiness_state_id ?? listing.readiness_state_id
    const next: Listing = { ...listing, products, on, readiness_state_id }
    if (totalOf(next) === 0) throw invalid('At least one offering must have a quantity greater than 0')
    const saved = shop.keepListing({ ...next, variationImages: stillThere(next) })
    return ok(showInventory(saved))
  })
}

function readProduct(shop: Shop, listing: Listing, input: unknown): Product {
  if (!isObject(input)) throw invalid('Invalid product')
  for (const strange of ['product_id', 'is_deleted']) if (strange in input) throw invalid(`Unexpected key '${strange}'`)
  const sku = input['sku'] ?? ''
  if (typeof sku !== 'string' || sku.length > 32) throw invalid('sku must be a string of 32 characters or fewer')
  const [offering, ...more] = Array.isArray(input['offerings']) ? input['offerings'] : []
  if (!isObject(offering) || more.length > 0) throw invalid('Each product must have one offering')
  const values = Array.isArray(input['property_values']) ? input['property_values'] : []
  return {
    product_id: newId(shop.context, 'product'),
    sku,
    property_values: values.map((value) => valueOf(shop, listing, value)),
    offering: readOffering(shop, listing, offering),
  }
}

function readOffering(shop: Shop, { type }: Listing, input: Json): Offering {
  for (const strange of ['offering_id', 'is_deleted'])
    if (strange in input) throw invalid(`Unexpected key '${strange}'`)
  if (typeof input['is_enabled'] !== 'boolean') throw invalid("Expected bool value for 'is_enabled' (got NULL).")
  const readiness = input['readiness_state_id']
  if (type !== 'download' && (typeof readiness !== 'number' || !shop.get('processingProfile', readiness)))
    throw invalid('A readiness_state_id is required for physical listings.')
  return {
    offering_id: newId(shop.context, 'offering'),
    quantity: checkQuantity(input['quantity']),
    is_enabled: input['is_enabled'],
    price: checkPrice(input['price']),
    readiness_state_id: typeof readiness === 'number' ? readiness : null,
  }
}

function readOn(body: Json): Listing['on'] {
  const ids = (name: string) => {
    const list = body[`${name}_on_property`] ?? []
    if (!Array.isArray(list) || !list.every((id) => Number.isInteger(id))) throw invalid(`Invalid ${name}_on_property`)
    return list as number[]
  }
  return { price: ids('price'), quantity: ids('quantity'), sku: ids('sku'), readiness: ids('readiness_state') }
}

const key = (values: readonly PropertyValue[], of?: readonly number[]): string =>
  JSON.stringify(
    values
      .filter(({ property_id }) => !of || of.includes(property_id))
      .map(({ property_id, value_ids }) => [property_id, value_ids]),
  )

/** Every product varies by the same properties, and no two are the same. */
function checkVariations(products: Product[]): void {
  const shape = ({ property_values }: Product) => property_values.map(({ property_id }) => property_id).join()
  const [first] = products
  if (products.some((product) => shape(product) !== (first ? shape(first) : '')))
    throw invalid('All products must have the same properties')
  const properties = first?.property_values ?? []
  if (properties.length > propertiesMost) throw invalid(`A listing can have ${propertiesMost} variations at most`)
  if (products.length > 1 && properties.length === 0) throw invalid("Property values can't be empty")
  if (new Set(products.map(({ property_values }) => key(property_values))).size < products.length)
    throw invalid('Two products have the same property values')
  for (const { property_id } of properties) {
    const values = products.flatMap((product) =>
      product.property_values.flatMap((value) => (value.property_id === property_id ? value.value_ids : [])),
    )
    if (new Set(values).size > valuesMost) throw invalid(`A variation can have ${valuesMost} values at most`)
  }
}

/** What differs must be said to differ, and by which properties. */
function checkDifferences(products: Product[], on: Listing['on']): void {
  const varies = products[0]?.property_values.map(({ property_id }) => property_id) ?? []
  const parts: [name: string, ids: number[], of: (product: Product) => unknown][] = [
    ['price', on.price, ({ offering }) => offering.price],
    ['quantity', on.quantity, ({ offering }) => offering.quantity],
    ['sku', on.sku, ({ sku }) => sku],
    ['readiness_state', on.readiness, ({ offering }) => offering.readiness_state_id],
  ]
  for (const [name, ids, of] of parts) {
    if (ids.some((id) => !varies.includes(id)))
      throw invalid(`${name}_on_property names a property that no product has`)
    const seen = new Map<string, unknown>()
    for (const product of products) {
      const place = key(product.property_values, ids)
      if (seen.has(place) && seen.get(place) !== of(product))
        throw invalid(`The ${name} of products is incompatible with ${name}_on_property`)
      seen.set(place, of(product))
    }
  }
}

/** Pictures of values that are gone are not shown any more. */
const stillThere = ({ products, variationImages }: Listing) => {
  const ids = new Set(products.flatMap(({ property_values }) => property_values.flatMap(({ value_ids }) => value_ids)))
  return variationImages.filter(({ value_id }) => ids.has(value_id))
}

const getImages: Handler = ({ shop, params }) => {
  const { variationImages } = shop.listing(params[0] ?? '')
  return ok({ count: variationImages.length, results: variationImages })
}

/** One property has pictures; those that are given take the place of all. */
const putImages: Handler = ({ shop, request, params }) => {
  const listing = shop.listing(params[0] ?? '')
  const inputs = jsonOf(request)['variation_images']
  if (!Array.isArray(inputs) || !inputs.every(isObject)) throw invalid('variation_images is required')
  const variationImages = inputs.map((input) => {
    const [property_id, value_id, image_id] = ['property_id', 'value_id', 'image_id'].map((name) => Number(input[name]))
    if (property_id === undefined || value_id === undefined || image_id === undefined) throw invalid('Invalid image')
    const isValue = listing.products.some(({ property_values }) =>
      property_values.some((value) => value.property_id === property_id && value.value_ids.includes(value_id)),
    )
    if (!isValue) throw invalid(`Invalid value_id: ${value_id}`)
    if (!listing.images.some(({ listing_image_id }) => listing_image_id === image_id))
      throw invalid(`Invalid image_id: ${image_id}`)
    return { property_id, value_id, image_id }
  })
  if (new Set(variationImages.map(({ property_id }) => property_id)).size > 1)
    throw invalid('Images can vary by one property only')
  shop.keepListing({ ...listing, variationImages })
  return ok({ count: variationImages.length, results: variationImages })
}

export const inventoryRoutes = [
  route('listings_r', 'GET', '/listings/{}/inventory', get),
  route('listings_w', 'PUT', '/listings/{}/inventory', put),
  route('listings_r', 'GET', '/shops/{}/listings/{}/variation-images', getImages),
  route('listings_w', 'POST', '/shops/{}/listings/{}/variation-images', putImages),
]
