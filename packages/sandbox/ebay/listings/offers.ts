import { isObject, type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import { type Call, type Handler, noContent, ok, route } from '../api/call.ts'
import { inventoryError, refuse } from '../api/errors.ts'
import { readQuantity } from './items.ts'
import { endListing, followStock, listingStatus } from './listings.ts'
import { pageOf } from '../api/paging.ts'
import { countRevision } from './revisions.ts'
import { currencyOf, marketplaces } from './catalog.ts'
import { problemsOf } from './rules.ts'
import { amount, type Offer, type OfferText } from '../shapes.ts'
import { newId, type Shop } from '../state.ts'

const scope = 'sell.inventory'
const base = '/sell/inventory/v1/offer'

export function shown(shop: Shop, offer: Offer): Json {
  const { listingId, soldQuantity, byHand: _byHand, auctionEnds: _ends, availableQuantity, ...rest } = offer
  const listing =
    offer.status === 'PUBLISHED'
      ? { listing: { listingId, listingStatus: listingStatus(shop, offer), soldQuantity, listingOnHold: false } }
      : {}
  return { ...rest, ...(offer.format === 'AUCTION' ? {} : { availableQuantity }), ...listing }
}

/** There is no list of all offers: without a SKU eBay refuses. */
const listOffers: Handler = (call) => {
  const sku = call.query.get('sku')
  if (sku === null || sku === '')
    throw refuse(
      400,
      inventoryError(25707, 'Invalid sku. sku has to be alphanumeric with upto 50 characters in length'),
    )
  // "The marketplace_id query parameter currently does not have any practical use for this call."
  const format = call.query.get('format')
  const offers = call.shop.offersOf(sku).filter((offer) => format === null || offer.format === format)
  if (offers.length === 0)
    throw refuse(404, inventoryError(25713, 'This Offer is not available : No offer exists for the SKU.', { sku }))
  const { part, frame } = pageOf(call, offers)
  return ok({ ...frame, offers: part.map((offer) => shown(call.shop, offer)) })
}

const getOffer: Handler = (call) => ok(shown(call.shop, findOffer(call.shop, call.params[0] ?? '')))

export function findOffer(shop: Shop, offerId: string): Offer {
  const offer = shop.get('offer', offerId)
  if (!offer) throw refuse(404, inventoryError(25713, `This Offer is not available : ${offerId}.`, { offerId }))
  return offer
}

const postOffer: Handler = (call) => ({
  status: 201,
  body: { offerId: createOffer(call.shop, call.body()), warnings: [] },
})

/** @throws EbayError 25002 with the offer's id when the SKU has one there already */
export function createOffer(shop: Shop, body: Json): string {
  const sku = textOf(body['sku'])
  const marketplaceId = textOf(body['marketplaceId'])
  const format = textOf(body['format'])
  if (!shop.get('item', sku))
    throw refuse(400, inventoryError(25702, `SKU ${sku} is not available in the system`, { sku }))
  if (!marketplaces.includes(marketplaceId))
    throw refuse(400, inventoryError(25709, 'Invalid request. Invalid value for field marketplaceId'))
  if (format !== 'FIXED_PRICE' && format !== 'AUCTION')
    throw refuse(400, inventoryError(25709, 'Invalid request. Invalid value for field format'))
  const there = shop.offersOf(sku).find((offer) => offer.marketplaceId === marketplaceId && offer.format === format)
  if (there)
    throw refuse(
      400,
      inventoryError(25002, 'A user error has occurred. Offer entity already exists.', { offerId: there.offerId }),
    )
  // eBay documents that it takes a SKU on one site only; the number and the sentence of its refusal are ours.
  const elsewhere = shop
    .offersOf(sku)
    .find((other) => other.marketplaceId !== marketplaceId && other.status === 'PUBLISHED')
  if (elsewhere)
    throw refuse(
      400,
      inventoryError(
        25002,
        `A user error has occurred. The SKU ${sku} is offered on ${elsewhere.marketplaceId}. A SKU can be offered on one marketplace.`,
      ),
    )
  const offer: Offer = {
    ...readOffer(body, { format, marketplaceId }),
    offerId: newId(shop, 'offer'),
    sku,
    marketplaceId,
    format,
    status: 'UNPUBLISHED',
    listingId: null,
    soldQuantity: 0,
  }
  shop.put('offer', offer.offerId, offer)
  return offer.offerId
}

function readOffer(body: Json, { format, marketplaceId }: Pick<Offer, 'format' | 'marketplaceId'>): OfferText {
  const auction = format === 'AUCTION'
  if (auction) refuseForAuction(body)
  else if (objectOf(body['pricingSummary'])['auctionStartPrice'] !== undefined)
    throw refuse(
      400,
      inventoryError(25758, 'auctionStartPrice and auctionReservePrice are not supported for fixed price offer.'),
    )
  const { status: _status, listing: _listing, offerId: _offerId, ...fields } = body
  if (textOf(fields['listingDescription']).length > 500_000)
    throw refuse(400, inventoryError(25016, 'Invalid listingDescription. At most 500000 characters.'))
  const pricing = objectOf(fields['pricingSummary'])
  return {
    ...fields,
    categoryId: textOf(fields['categoryId']),
    merchantLocationKey: textOf(fields['merchantLocationKey']),
    // One piece of the item's is set aside for an auction.
    availableQuantity: auction ? 1 : readQuantity(fields['availableQuantity'] ?? 0),
    listingDescription: textOf(fields['listingDescription']),
    listingDuration: textOf(fields['listingDuration']) || 'GTC',
    listingPolicies: objectOf(fields['listingPolicies']),
    pricingSummary: {
      ...pricing,
      ...(pricing['price'] === undefined ? {} : { price: readPrice(pricing['price'], marketplaceId) }),
      ...(auction ? { auctionStartPrice: readPrice(pricing['auctionStartPrice'], marketplaceId) } : {}),
    },
    hideBuyerDetails: fields['hideBuyerDetails'] === true,
    includeCatalogProductDetails: fields['includeCatalogProductDetails'] !== false,
  }
}

function refuseForAuction(body: Json): void {
  if (body['availableQuantity'] !== undefined)
    throw refuse(400, inventoryError(25762, 'availableQuantity is not applicable for auction offer.'))
  if (objectOf(body['pricingSummary'])['auctionStartPrice'] === undefined)
    throw refuse(400, inventoryError(25757, 'auctionStartPrice is required for auction offer.'))
  if (!/^DAYS_(1|3|5|7|10|21|30)$/.test(textOf(body['listingDuration'])))
    throw refuse(400, inventoryError(25755, 'listingDuration is required for auction offer.'))
}

/** `{"value": "12.99", "currency": "USD"}`, the value a text. */
export function readPrice(value: unknown, marketplaceId: string) {
  const price = objectOf(value)
  const text = textOf(price['value'])
  if (!/^\d+(\.\d{1,2})?$/.test(text) || textOf(price['currency']) !== currencyOf(marketplaceId)) {
    throw refuse(
      400,
      inventoryError(25003, 'Invalid price. The value must be a decimal text in the currency of the marketplace.'),
    )
  }
  return amount(Number(text), textOf(price['currency']))
}

/** A full replace, but for SKU, marketplace and format. A published offer's listing changes at once, so it is checked like a publish. */
const putOffer: Handler = (call) => {
  const { shop } = call
  const before = findOffer(shop, call.params[0] ?? '')
  const { offerId, sku, marketplaceId, format, status, listingId, soldQuantity, byHand, auctionEnds } = before
  const offer: Offer = {
    ...readOffer(call.body(), { format, marketplaceId }),
    offerId,
    sku,
    marketplaceId,
    format,
    status,
    listingId,
    soldQuantity,
    ...(byHand && { byHand }),
    ...(auctionEnds !== undefined && { auctionEnds }),
  }
  if (status === 'PUBLISHED') {
    const problems = problemsOf(shop, offer, shop.groupOf(sku))
    if (problems.length > 0) throw refuse(400, ...problems)
  }
  shop.together(() => {
    countRevision(shop, sku)
    shop.put('offer', offerId, offer)
    followStock(shop, sku)
  })
  return noContent
}

const deleteOffer: Handler = (call: Call) => {
  const offer = findOffer(call.shop, call.params[0] ?? '')
  call.shop.together(() => {
    endListing(call.shop, offer)
    call.shop.delete('offer', offer.offerId)
  })
  return noContent
}

const getFees: Handler = (call) => {
  const offers = listOf(call.body()['offers'])
    .filter(isObject)
    .map((entry) => call.shop.get('offer', textOf(entry['offerId'])))
  if (offers.length === 0 || offers.length > 250 || offers.some((offer) => offer?.status !== 'UNPUBLISHED')) {
    throw refuse(
      400,
      inventoryError(
        25754,
        'One or more provided offerId(s) are invalid. All offerId(s) in the request should belong to an inventoryItem or inventoryItemGroup for a specific marketplaceId and format.',
      ),
    )
  }
  // Invented: a shop within its free listings.
  const fees = ['InsertionFee', 'ListingFee', 'SubtitleFee'].map((feeType) => ({
    feeType,
    amount: amount(0),
    promotionalDiscount: amount(0),
  }))
  return ok({ feeSummaries: [{ marketplaceId: 'EBAY_US', fees, warnings: [] }] })
}

export const offerRoutes = [
  route(scope, 'GET', base, listOffers),
  route(scope, 'POST', base, postOffer),
  route(scope, 'POST', `${base}/get_listing_fees`, getFees),
  route(scope, 'GET', `${base}/{}`, getOffer),
  route(scope, 'PUT', `${base}/{}`, putOffer),
  route(scope, 'DELETE', `${base}/{}`, deleteOffer),
]
