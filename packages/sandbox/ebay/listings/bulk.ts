import { isObject, type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import type { SimAnswer } from '../../kit/simulator.ts'
import { type Call, type Handler, route } from '../api/call.ts'
import { EbayError, inventoryError, refuse } from '../api/errors.ts'
import { findItem, readQuantity, requestsIn, saveItem } from './items.ts'
import { followStock } from './listings.ts'
import { createOffer, readPrice } from './offers.ts'
import { publishOffer } from './publish.ts'
import { countRevision } from './revisions.ts'
import type { Shop } from '../state.ts'

const scope = 'sell.inventory'
const base = '/sell/inventory/v1'

/** Each element has a status of its own; the whole is 207 as soon as one of them failed. */
export function answer(responses: (Json & { statusCode: number })[]): SimAnswer {
  return { status: responses.every(({ statusCode }) => statusCode < 300) ? 200 : 207, body: { responses } }
}

/** Runs one element; what it refuses becomes its own status. */
export function element(about: Json, work: () => Json & { statusCode: number }): Json & { statusCode: number } {
  try {
    return { ...about, ...work() }
  } catch (error) {
    if (error instanceof EbayError) return { ...about, statusCode: error.status, errors: error.errors, warnings: [] }
    throw error
  }
}

function upTo25(call: Call, errorId: number, what: string): Json[] {
  const requests = requestsIn(call)
  if (requests.length > 25)
    throw refuse(400, inventoryError(errorId, `The number of ${what} in the request cannot exceed 25.`))
  if (requests.length === 0)
    throw refuse(400, inventoryError(25709, 'Invalid request. Invalid value for field requests'))
  return requests
}

const putItems: Handler = (call) => {
  const requests = upTo25(call, 25727, 'InventoryItems')
  const skus = requests.map((entry) => textOf(entry['sku']))
  if (new Set(skus).size !== skus.length)
    throw refuse(400, inventoryError(25728, 'InventoryItems should be unique in the request.'))
  if (requests.some((entry) => textOf(entry['sku']) === '' || textOf(entry['locale']) === '')) {
    throw refuse(
      400,
      inventoryError(25733, 'Valid SKU and locale information are required for all the InventoryItems in the request.'),
    )
  }
  return answer(
    requests.map(({ sku, locale, ...body }) =>
      element({ sku, locale }, () => {
        saveItem(call.shop, textOf(sku), textOf(locale), body)
        return { statusCode: 200, errors: [], warnings: [] }
      }),
    ),
  )
}

const getItems: Handler = (call) => {
  const requests = upTo25(call, 25727, 'InventoryItems')
  const skus = requests.map((entry) => textOf(entry['sku']))
  if (new Set(skus).size !== skus.length)
    throw refuse(400, inventoryError(25734, 'SKU should be unique in the request.'))
  return answer(
    skus.map((sku) =>
      element({ sku }, () => ({ statusCode: 200, inventoryItem: findItem(call.shop, sku), errors: [], warnings: [] })),
    ),
  )
}

const createOffers: Handler = (call) =>
  answer(
    upTo25(call, 25730, 'offers').map((body) => {
      const { sku, marketplaceId, format } = body
      return element({ sku, marketplaceId, format }, () => ({
        statusCode: 200,
        offerId: createOffer(call.shop, body),
        errors: [],
        warnings: [],
      }))
    }),
  )

const publishOffers: Handler = (call) => {
  const ids = upTo25(call, 25730, 'offers').map((entry) => textOf(entry['offerId']))
  if (new Set(ids).size !== ids.length)
    throw refuse(400, inventoryError(25731, 'OfferId should be unique in the request.'))
  return answer(
    ids.map((offerId) =>
      element({ offerId }, () => ({ statusCode: 200, ...publishOffer(call.shop, offerId), errors: [] })),
    ),
  )
}

const updatePriceAndQuantity: Handler = (call) =>
  answer(
    upTo25(call, 25727, 'InventoryItems').flatMap((request) => call.shop.together(() => updateOne(call.shop, request))),
  )

/** One answer per offer, or one for the SKU where no offer is named. Fields that are absent stay as they are. */
function updateOne(shop: Shop, request: Json): (Json & { statusCode: number })[] {
  const sku = textOf(request['sku'])
  const done = { statusCode: 200, errors: [], warnings: [] }
  const item = element({ sku }, () => {
    const before = findItem(shop, sku)
    countRevision(shop, sku, 25002)
    const quantity = objectOf(request['shipToLocationAvailability'])['quantity']
    if (quantity !== undefined) {
      refuseKnownSku(shop, sku, readQuantity(quantity))
      const shipToLocationAvailability = {
        ...before.availability.shipToLocationAvailability,
        quantity: readQuantity(quantity),
      }
      shop.put('item', sku, { ...before, availability: { ...before.availability, shipToLocationAvailability } })
    }
    return done
  })
  const offers = listOf(request['offers']).filter(isObject)
  const answers =
    item.statusCode !== 200 || offers.length === 0 ? [item] : offers.map((offer) => updateOffer(shop, sku, offer))
  followStock(shop, sku)
  return answers
}

/** The piece of a running auction cannot be taken from it. */
function refuseKnownSku(shop: Shop, sku: string, quantity: number): void {
  const auctions = shop.offersOf(sku).filter(({ format, status }) => format === 'AUCTION' && status === 'PUBLISHED')
  if (quantity < auctions.length)
    throw refuse(
      400,
      inventoryError(
        25759,
        'shipToLocationAvailability quantity value should be greater than or equal to auction allocation. Please provide valid quantity or unpublish auction offers of the sku.',
      ),
    )
}

function updateOffer(shop: Shop, sku: string, change: Json): Json & { statusCode: number } {
  const offerId = textOf(change['offerId'])
  return element({ sku, offerId }, () => {
    const offer = shop.get('offer', offerId)
    if (!offer || offer.sku !== sku || offer.status !== 'PUBLISHED') {
      throw refuse(400, inventoryError(25713, `This Offer is not available : ${offerId}.`, { offerId }))
    }
    if (offer.byHand === 'ended')
      throw refuse(
        400,
        inventoryError(25002, 'A user error has occurred. You are not allowed to revise ended listings.'),
      )
    const quantity =
      change['availableQuantity'] === undefined ? offer.availableQuantity : readQuantity(change['availableQuantity'])
    const price =
      change['price'] === undefined ? offer.pricingSummary.price : readPrice(change['price'], offer.marketplaceId)
    shop.put('offer', offerId, {
      ...offer,
      availableQuantity: quantity,
      pricingSummary: { ...offer.pricingSummary, price },
    })
    return { statusCode: 200, errors: [], warnings: [] }
  })
}

export const bulkRoutes = [
  route(scope, 'POST', `${base}/bulk_create_or_replace_inventory_item`, putItems),
  route(scope, 'POST', `${base}/bulk_get_inventory_item`, getItems),
  route(scope, 'POST', `${base}/bulk_create_offer`, createOffers),
  route(scope, 'POST', `${base}/bulk_publish_offer`, publishOffers),
  route(scope, 'POST', `${base}/bulk_update_price_quantity`, updatePriceAndQuantity),
]
