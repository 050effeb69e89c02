import { type Call, type Handler, idsIn, includesIn, listOf, ok, pageOf, route } from '../api/call.ts'
import { invalid, notFound } from '../api/errors.ts'
import { Form } from '../api/input.ts'
import { checkActive, picturesMost, textIn } from './listing-input.ts'
import { showInventory, showListing, showWith, totalOf } from './listing-view.ts'
import { checkPrice, checkQuantity } from '../stock/offering.ts'
import { fourMonthsFrom, type Listing, type ListingState, newId } from '../state.ts'

const states: ListingState[] = ['active', 'inactive', 'sold_out', 'draft', 'expired']
const needed = ['quantity', 'title', 'description', 'price', 'who_made', 'when_made', 'taxonomy_id']

const blank = {
  type: 'physical' as const,
  is_supply: false,
  tags: [],
  materials: [],
  shipping_profile_id: null,
  return_policy_id: null,
  readiness_state_id: null,
  shop_section_id: null,
  item_weight: null,
  item_weight_unit: null,
  item_length: null,
  item_width: null,
  item_height: null,
  item_dimensions_unit: null,
  should_auto_renew: true,
}
const nothing = {
  images: [],
  attributes: [],
  variationImages: [],
  on: { price: [], quantity: [], sku: [], readiness: [] },
}

const create: Handler = ({ shop, context, request }) => {
  const form = Form.of(request)
  const missing = needed.find((name) => !form.has(name))
  if (missing) throw invalid(`Missing required parameter: ${missing}`)
  const quantity = checkQuantity(form.whole('quantity'))
  if (quantity === 0) throw invalid('quantity must be greater than 0')
  const price = checkPrice(form.float('price'))
  const text = textIn(shop, form)
  const physical = (text.type ?? 'physical') !== 'download'
  if (physical && !text.readiness_state_id) throw invalid('A readiness_state_id is required for physical listings.')
  if (physical && !text.shipping_profile_id) throw invalid('A shipping_profile_id is required for physical listings.')
  const now = shop.now()
  const offering = {
    offering_id: newId(context, 'offering'),
    quantity,
    is_enabled: true,
    price,
    readiness_state_id: text.readiness_state_id ?? null,
  }
  const listing = {
    ...blank,
    ...nothing,
    ...text,
    listing_id: newId(context, 'listing'),
    state: 'draft',
    created: now,
    updated: now,
    ending: fourMonthsFrom(now),
    products: [{ product_id: newId(context, 'product'), sku: '', property_values: [], offering }],
  } as unknown as Listing
  return ok(showListing(shop, shop.keepListing(listing)), 201)
}

const update: Handler = ({ shop, request, params }) => {
  const form = Form.of(request)
  const before = shop.listing(params[0] ?? '')
  const listing = { ...before, ...textIn(shop, form), images: picturesIn(form, before) }
  const state = form.text('state')
  if (state === undefined) {
    if (before.state === 'active') checkActive(shop, listing)
    return ok(showListing(shop, shop.keepListing(listing)))
  }
  if (state === 'active')
    return ok(showListing(shop, shop.keepListing(activated(shop.now(), listing, () => checkActive(shop, listing)))))
  if (state !== 'inactive') throw invalid(`Invalid value for 'state': ${state}`)
  if (before.state === 'draft') throw invalid('Cannot deactivate a listing in this state: state = edit')
  return ok(showListing(shop, shop.keepListing({ ...listing, state: 'inactive' })))
}

/** One that was sold out comes back with one piece where it has none, and begins its four months anew, for a fee. */
function activated(now: number, listing: Listing, check: () => void): Listing {
  check()
  const isOver = listing.state !== 'active' && (listing.state !== 'inactive' || listing.ending <= now)
  const ending = isOver ? fourMonthsFrom(now) : listing.ending
  if (totalOf(listing) > 0) return { ...listing, state: 'active', ending }
  const [first, ...rest] = listing.products
  if (!first) throw notFound()
  const offering = { ...first.offering, quantity: 1, is_enabled: true }
  return { ...listing, state: 'active', ending, products: [{ ...first, offering }, ...rest] }
}

/** Those that are named, in that order; the others are taken away. */
function picturesIn(form: Form, { images }: Listing): Listing['images'] {
  const ids = form.list('image_ids')
  if (ids === undefined) return images
  if (ids.length === 0) throw invalid('image_ids may not be empty')
  if (ids.length > picturesMost) throw invalid(`Listings are only allowed ${picturesMost} images`)
  return ids.map((id) => {
    const image = images.find(({ listing_image_id }) => String(listing_image_id) === id)
    if (!image) throw invalid(`Invalid image_ids: ${id}`)
    return image
  })
}

const list: Handler = (call) => {
  const state = call.query.get('state') ?? 'active'
  if (!states.includes(state as ListingState)) throw invalid(`Invalid value for 'state': ${state}`)
  const own = call.shop.listings().filter((listing) => listing.state === state)
  const isAscending = /^(asc|ascending|up)$/.test(call.query.get('sort_order') ?? 'desc')
  const { part, count } = pageOf(call, isAscending ? own : own.toReversed())
  return listOf(
    part.map((listing) => showWith(call.shop, listing, includesIn(call))),
    count,
  )
}

/** One that is missing makes the whole call fail. */
const needAll = (call: Call): Listing[] => idsIn(call).map((id) => call.shop.listing(id))
const batch: Handler = (call) => listOf(needAll(call).map((listing) => showWith(call.shop, listing, includesIn(call))))
const batchInventory: Handler = (call) =>
  listOf(
    needAll(call).map((listing) => ({
      ...showListing(call.shop, listing),
      inventory: showInventory(listing),
    })),
  )

const get: Handler = (call) => ok(showWith(call.shop, call.shop.listing(call.params[0] ?? ''), includesIn(call)))

const remove: Handler = ({ shop, params }) => {
  const { listing_id } = shop.listing(params[0] ?? '')
  shop.delete('listing', listing_id)
  return { status: 204 }
}

export const listingRoutes = [
  route('listings_w', 'POST', '/shops/{}/listings', create),
  route('listings_r', 'GET', '/shops/{}/listings', list),
  route('listings_w', 'PATCH', '/shops/{}/listings/{}', update),
  route('listings_r', 'GET', '/listings/batch', batch),
  route('listings_r', 'GET', '/listings/batch/inventory', batchInventory),
  route('listings_r', 'GET', '/listings/{}', get),
  route('listings_d', 'DELETE', '/listings/{}', remove),
]
