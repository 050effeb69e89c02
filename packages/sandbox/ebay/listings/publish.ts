import { textOf } from '../../kit/json.ts'
import { type Call, type Handler, noContent, ok, route } from '../api/call.ts'
import { type EbayErrorBody, inventoryError, refuse } from '../api/errors.ts'
import { findGroup } from './groups.ts'
import { endListing, shownQuantity } from './listings.ts'
import { findOffer } from './offers.ts'
import { problemsOf } from './rules.ts'
import { standardizeSizes } from './sizes.ts'
import { type Group, type Offer } from '../shapes.ts'
import { newId, type Shop } from '../state.ts'

const scope = 'sell.inventory'
const base = '/sell/inventory/v1/offer'

/** A POST without any body is turned away before the API sees it. */
const withBody =
  (handle: Handler): Handler =>
  (call) => {
    if (call.request.rawBody.length > 0) return handle(call)
    return {
      status: 411,
      headers: { 'content-type': 'text/html' },
      body: '<HTML><HEAD>\n<TITLE>Length Required</TITLE>\n</HEAD><BODY>\n<H1>Length Required</H1>\nPOST requests require a <code>Content-length</code> header.\n</BODY></HTML>\n',
    }
  }

function auctionEnd(shop: Shop, { format, listingDuration }: Offer): string | undefined {
  if (format !== 'AUCTION') return undefined
  return new Date(Date.parse(shop.now()) + Number(listingDuration.slice('DAYS_'.length)) * 86_400_000).toISOString()
}

/** @throws EbayError 400 with everything that is wrong */
export function publishOffer(shop: Shop, offerId: string): { listingId: string; warnings: EbayErrorBody[] } {
  const offer = findOffer(shop, offerId)
  // One that somebody ended by hand is published anew, as another listing.
  if (offer.status === 'PUBLISHED' && offer.byHand !== 'ended' && offer.listingId !== null) {
    const warning: EbayErrorBody = {
      ...inventoryError(25402, 'System warning. The offer is already published.'),
      category: 'APPLICATION',
    }
    return { listingId: offer.listingId, warnings: [warning] }
  }
  if (shop.groupOf(offer.sku)) {
    throw refuse(
      400,
      inventoryError(
        25732,
        'Offers associated with SKUs that are part of a variation group cannot be published using this endpoint.',
      ),
    )
  }
  const problems = problemsOf(shop, offer, undefined)
  if (shownQuantity(shop, offer) === 0)
    problems.push(inventoryError(25004, 'Invalid quantity. A listing starts with at least one piece.'))
  if (problems.length > 0) throw refuse(400, ...problems)
  const listingId = newId(shop, 'listing')
  shop.put('offer', offerId, {
    ...offer,
    status: 'PUBLISHED',
    listingId,
    soldQuantity: 0,
    byHand: undefined,
    auctionEnds: auctionEnd(shop, offer),
  })
  standardizeSizes(shop, offer.sku)
  return { listingId, warnings: [] }
}

const publish: Handler = (call) => ok(publishOffer(call.shop, call.params[0] ?? ''))

const withdraw: Handler = (call) => {
  const offer = findOffer(call.shop, call.params[0] ?? '')
  if (offer.status !== 'PUBLISHED')
    throw refuse(
      400,
      inventoryError(25002, 'A user error has occurred. The offer is not published.', { offerId: offer.offerId }),
    )
  endListing(call.shop, offer)
  return ok({ listingId: offer.listingId, warnings: [] })
}

/** One listing for the whole family; done again, it takes in what is new. */
const publishGroup: Handler = (call) => {
  const { shop } = call
  const { group, marketplaceId } = readTarget(call)
  const offers = group.variantSKUs.map((sku) =>
    shop.offersOf(sku).find((offer) => offer.marketplaceId === marketplaceId),
  )
  const known = offers.filter((offer) => offer !== undefined)
  const problems =
    known.length < offers.length
      ? [inventoryError(25013, 'Invalid data in the Inventory Item Group. Every variation needs an offer.')]
      : [...familyProblems(shop, group, known), ...known.flatMap((offer) => problemsOf(shop, offer, group))]
  if (problems.length > 0) throw refuse(400, ...unique(problems))
  const isLive = (offer: Offer) => offer.status === 'PUBLISHED' && offer.byHand !== 'ended'
  const listingId = known.find(isLive)?.listingId ?? newId(shop, 'listing')
  shop.together(() => {
    for (const offer of known)
      if (!isLive(offer))
        shop.put('offer', offer.offerId, {
          ...offer,
          status: 'PUBLISHED',
          listingId,
          soldQuantity: 0,
          byHand: undefined,
        })
    for (const { sku } of known) standardizeSizes(shop, sku)
  })
  return ok({ listingId, warnings: [] })
}

function readTarget(call: Call): { group: Group; marketplaceId: string } {
  const body = call.body()
  const key = textOf(body['inventoryItemGroupKey'])
  if (!call.shop.get('group', key)) {
    throw refuse(
      400,
      inventoryError(
        25705,
        `The Inventory Item Group named ${key} could not be found or is not available in the system.`,
      ),
    )
  }
  const marketplaceId = textOf(body['marketplaceId'])
  if (marketplaceId === '')
    throw refuse(400, inventoryError(25709, 'Invalid request. Invalid value for field marketplaceId'))
  return { group: findGroup(call.shop, key), marketplaceId }
}

/** What must agree, or differ, between the variations of one listing. */
function familyProblems(shop: Shop, group: Group, offers: Offer[]): EbayErrorBody[] {
  const wrong = (detail: string) => inventoryError(25013, `Invalid data in the Inventory Item Group. ${detail}`)
  const same = (read: (offer: Offer) => unknown) =>
    new Set(offers.map((offer) => JSON.stringify(read(offer)))).size <= 1
  const varying = group.variesBy.specifications
  const choices = group.variantSKUs.map((sku) => {
    const aspects = shop.get('item', sku)?.product.aspects ?? {}
    return varying.map(({ name, values }) =>
      values.find((value) => aspects[name]?.length === 1 && aspects[name][0] === value),
    )
  })
  return [
    ...(varying.length === 0 ? [wrong('variesBy.specifications is missing.')] : []),
    ...(same((offer) => offer.categoryId) ? [] : [wrong('All offers must be in one category.')]),
    ...(same((offer) => offer.listingPolicies) ? [] : [wrong('All offers must have the same policies.')]),
    ...(same((offer) => offer.merchantLocationKey) ? [] : [wrong('All offers must have the same location.')]),
    ...(choices.some((choice) => choice.includes(undefined))
      ? [wrong('Every variation needs one of the listed values of each aspect it varies by.')]
      : []),
    ...(new Set(choices.map((choice) => JSON.stringify(choice))).size < choices.length
      ? [wrong('Two variations have the same values.')]
      : []),
    ...(offers.every((offer) => shownQuantity(shop, offer) === 0) &&
    offers.every((offer) => offer.status !== 'PUBLISHED')
      ? [inventoryError(25004, 'Invalid quantity. A listing starts with at least one piece.')]
      : []),
  ]
}

function unique(problems: EbayErrorBody[]): EbayErrorBody[] {
  return problems.filter((problem, index) => problems.findIndex((other) => other.message === problem.message) === index)
}

const withdrawGroup: Handler = (call) => {
  const { group, marketplaceId } = readTarget(call)
  const offers = group.variantSKUs
    .flatMap((sku) => call.shop.offersOf(sku))
    .filter((offer) => offer.marketplaceId === marketplaceId)
  if (offers.length === 0) throw refuse(400, inventoryError(25725, 'No offer found'))
  call.shop.together(() => offers.forEach((offer) => endListing(call.shop, offer)))
  return noContent
}

export const publishRoutes = [
  route(scope, 'POST', `${base}/publish_by_inventory_item_group`, withBody(publishGroup)),
  route(scope, 'POST', `${base}/withdraw_by_inventory_item_group`, withBody(withdrawGroup)),
  route(scope, 'POST', `${base}/{}/publish`, withBody(publish)),
  route(scope, 'POST', `${base}/{}/withdraw`, withBody(withdraw)),
]
