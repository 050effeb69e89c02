import { isObject, type Json, listOf, objectOf, textOf, textsOf } from '../../kit/json.ts'
import { type Call, type Handler, noContent, ok, route } from '../api/call.ts'
import { conditionIds } from './conditions.ts'
import { inventoryError, refuse } from '../api/errors.ts'
import { endListing, followStock } from './listings.ts'
import { pageOf } from '../api/paging.ts'
import { type Item } from '../shapes.ts'
import { countRevision } from './revisions.ts'
import { standardizeSizes } from './sizes.ts'
import type { Shop } from '../state.ts'

const scope = 'sell.inventory'
const base = '/sell/inventory/v1/inventory_item'

const shown = (shop: Shop, item: Item): Json => {
  const group = shop.groupOf(item.sku)
  return {
    ...item,
    ...(group
      ? { groupIds: [group.inventoryItemGroupKey], inventoryItemGroupKeys: [group.inventoryItemGroupKey] }
      : {}),
  }
}

const listItems: Handler = (call) => {
  const { part, frame } = pageOf(call, call.shop.list('item'))
  return ok({ ...frame, inventoryItems: part.map((item) => shown(call.shop, item)) })
}

const getItem: Handler = (call) => ok(shown(call.shop, findItem(call.shop, call.params[0] ?? '')))

/** A full replace: what is not sent is gone. Required aspects are only looked at when publishing. */
const putItem: Handler = (call) => {
  saveItem(
    call.shop,
    call.params[0] ?? '',
    (call.request.headers['content-language'] ?? 'en-US').replace('-', '_'),
    call.body(),
  )
  return noContent
}
const deleteItem: Handler = (call) => {
  const { sku } = findItem(call.shop, call.params[0] ?? '')
  call.shop.together(() => {
    for (const offer of call.shop.offersOf(sku)) {
      endListing(call.shop, offer)
      call.shop.delete('offer', offer.offerId)
    }
    const group = call.shop.groupOf(sku)
    if (group)
      call.shop.put('group', group.inventoryItemGroupKey, {
        ...group,
        variantSKUs: group.variantSKUs.filter((other) => other !== sku),
      })
    call.shop.delete('item', sku)
  })
  return noContent
}

export function findItem(shop: Shop, sku: string): Item {
  const item = shop.get('item', sku)
  if (!item) throw refuse(404, inventoryError(25702, `SKU ${sku} is not available in the system`, { sku }))
  return item
}

/** @throws EbayError 400 for what eBay refuses already here */
export function saveItem(shop: Shop, sku: string, locale: string, body: Json): void {
  checkSku(sku)
  const item: Item = {
    ...body,
    sku,
    locale,
    availability: readAvailability(body),
    product: readProduct(objectOf(body['product'])),
    ...(body['condition'] === undefined ? {} : { condition: readCondition(body['condition']) }),
  }
  if (textOf(body['conditionDescription']).length > 1000)
    throw refuse(
      400,
      inventoryError(25021, 'Invalid condition information. The description may have up to 1000 characters.'),
    )
  shop.together(() => {
    countRevision(shop, sku)
    shop.put('item', sku, item)
    standardizeSizes(shop, sku)
    followStock(shop, sku)
  })
}

/** The published rule says letters and digits only; what sellers use in practice (dashes, dots, spaces) goes through. */
function checkSku(sku: string): void {
  if (!/^[^\p{Cc}]{1,50}$/u.test(sku))
    throw refuse(
      400,
      inventoryError(25707, 'Invalid sku. sku has to be alphanumeric with upto 50 characters in length'),
    )
}

function readAvailability(body: Json): Item['availability'] {
  const availability = objectOf(body['availability'])
  const shipTo = objectOf(availability['shipToLocationAvailability'])
  return { ...availability, shipToLocationAvailability: { ...shipTo, quantity: readQuantity(shipTo['quantity'] ?? 0) } }
}
export function readQuantity(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw refuse(
    400,
    inventoryError(25004, 'Invalid quantity. The value must be a whole number of at least 0.', {
      quantity: String(value),
    }),
  )
}
function readCondition(value: unknown): string {
  if (typeof value === 'string' && value in conditionIds) return value
  throw refuse(400, inventoryError(25021, `Invalid condition information. ${String(value)} is no condition.`))
}

function readProduct(product: Json): Item['product'] {
  const title = textOf(product['title'])
  const description = textOf(product['description'])
  const imageUrls = textsOf(product['imageUrls'])
  const wrong = (detail: string) => refuse(400, inventoryError(25503, `Invalid product information. ${detail}`))
  if (title.length > 80) throw wrong('The title may have up to 80 characters.')
  if (textOf(product['subtitle']).length > 55) throw wrong('The subtitle may have up to 55 characters.')
  if (description.length > 4000) throw wrong('The description may have up to 4000 characters.')
  if (textOf(product['brand']).length > 65) throw wrong('The brand may have up to 65 characters.')
  if (textOf(product['mpn']).length > 65) throw wrong('The MPN may have up to 65 characters.')
  if (imageUrls.length > 24)
    throw refuse(400, inventoryError(25501, 'Invalid picture. At most 24 pictures are possible.'))
  return { ...product, title, description, imageUrls, aspects: readAspects(product['aspects']) }
}

/** Values are always lists of texts. */
export function readAspects(value: unknown): Record<string, string[]> {
  if (value === undefined || value === null) return {}
  const wrong = (name: string, detail: string) =>
    refuse(400, inventoryError(25601, `Invalid attribute. ${name}: ${detail}`, { fieldName: name }))
  if (!isObject(value)) throw wrong('aspects', 'must be an object')
  return Object.fromEntries(
    Object.entries(value).map(([name, values]) => {
      if (name.length > 40) throw wrong(name, 'a name may have up to 40 characters')
      if (!Array.isArray(values) || !values.every((entry) => typeof entry === 'string'))
        throw wrong(name, 'the value must be a list of texts')
      if (values.some((entry) => entry.length > 50)) throw wrong(name, 'a value may have up to 50 characters')
      if (values.length > 30) throw wrong(name, 'at most 30 values')
      return [name, values]
    }),
  )
}

export const requestsIn = (call: Call): Json[] => listOf(call.body()['requests']).filter(isObject)

export const itemRoutes = [
  route(scope, 'GET', base, listItems),
  route(scope, 'GET', `${base}/{}`, getItem),
  route(scope, 'PUT', `${base}/{}`, putItem),
  route(scope, 'DELETE', `${base}/{}`, deleteItem),
]
