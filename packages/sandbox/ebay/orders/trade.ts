import { isObject, objectOf, textOf } from '../../kit/json.ts'
import { nextBuyer } from '../../kit/buyers.ts'
import type { Purchase } from '../../kit/simulator.ts'
import people from '../data/buyers.json' with { type: 'json' }
import { followStock, isForSale, shownQuantity } from '../listings/listings.ts'
import { amount, type Buyer, type Offer, type Order, type OrderLine } from '../shapes.ts'
import { titleOf } from '../by-hand/shop-window.ts'
import { newId, newOrderId, type Shop } from '../state.ts'
import { tellSale } from '../webhooks/notices.ts'

interface CartLine {
  offer: Offer
  quantity: number
}

/** @returns the order's number @throws Error when something is not for sale or too few are left */
export function buy(shop: Shop, purchase: Purchase): string {
  if (purchase.test) throw new Error('eBay has no test orders.')
  const cart = purchase.lines.map(({ sku, quantity }) => take(shop, sku, quantity))
  const order = makeOrder(shop, cart, purchase)
  shop.put('order', order.orderId, order)
  for (const { offer, quantity } of cart) {
    moveStock(shop, offer.offerId, offer.sku, -quantity)
    followStock(shop, offer.sku)
  }
  if (order.paymentStatus === 'PAID') tellSale(shop, order)
  return order.orderId
}

const offered = (shop: Shop, sku: string): Offer | undefined =>
  shop
    .offersOf(sku)
    .filter(isForSale)
    .toSorted((a, b) => shownQuantity(shop, b) - shownQuantity(shop, a))[0]
export const sells = (shop: Shop, sku: string): boolean => offered(shop, sku) !== undefined

function take(shop: Shop, sku: string, quantity: number): CartLine {
  const offer = offered(shop, sku)
  if (!offer) throw new Error(`${sku} is not for sale on eBay.`)
  const left = shownQuantity(shop, offer)
  if (left < quantity) throw new Error(`Only ${left} of ${sku} left on eBay, ${quantity} wanted.`)
  return { offer, quantity }
}

/** A sale takes from the item and from the offer, a cancellation gives to both. */
export function moveStock(shop: Shop, offerId: string | undefined, sku: string, change: number): void {
  const item = shop.get('item', sku)
  if (item) {
    const shipTo = item.availability.shipToLocationAvailability
    const quantity = Math.max(0, shipTo.quantity + change)
    shop.put('item', sku, {
      ...item,
      availability: { ...item.availability, shipToLocationAvailability: { ...shipTo, quantity } },
    })
  }
  const offer = offerId === undefined ? shop.offersOf(sku)[0] : shop.get('offer', offerId)
  if (!offer) return
  shop.put('offer', offer.offerId, {
    ...offer,
    availableQuantity: Math.max(0, offer.availableQuantity + change),
    soldQuantity: Math.max(0, offer.soldQuantity - change),
  })
}

function makeOrder(shop: Shop, cart: CartLine[], { payment, buyer }: Purchase): Order {
  const orderId = newOrderId(shop)
  const now = shop.now()
  const [first] = cart
  if (!first) throw new Error('A purchase needs at least one line.')
  const service = shippingOf(shop, first.offer)
  return {
    orderId,
    marketplaceId: first.offer.marketplaceId,
    creationDate: now,
    lastModifiedDate: now,
    visibleFrom: new Date(Date.parse(now) + shop.context.lag().orders * 1000).toISOString(),
    paymentStatus: ({ paid: 'PAID', pending: 'PENDING', failed: 'FAILED' } as const)[payment],
    cancelRequest: null,
    cancelledDate: null,
    refunds: [],
    buyer: pickBuyer(shop, buyer),
    shippingCarrierCode: service.carrier,
    shippingServiceCode: service.code,
    shipments: [],
    lines: cart.map((cartLine) => makeLine(shop, cartLine)),
  }
}

function makeLine(shop: Shop, { offer, quantity }: CartLine): OrderLine {
  const group = shop.groupOf(offer.sku)
  const aspects = shop.get('item', offer.sku)?.product.aspects ?? {}
  const service = shippingOf(shop, offer)
  return {
    lineItemId: newId(shop, 'line'),
    sku: offer.sku,
    title: group?.title || titleOf(shop, offer),
    quantity,
    // Who buys an auction at once pays its price for that; else one bid won it.
    price: offer.pricingSummary.price ?? offer.pricingSummary.auctionStartPrice ?? amount(0),
    legacyItemId: offer.listingId ?? '',
    variationAspects: (group?.variesBy.specifications ?? []).map(({ name }) => ({
      name,
      value: aspects[name]?.[0] ?? '',
    })),
    deliveryCost: service.first + service.more * (quantity - 1),
    // eBay's id of a variation; here the offer's, which is as unique.
    ...(group ? { legacyVariationId: offer.offerId } : {}),
  }
}

function pickBuyer(shop: Shop, person: Purchase['buyer']): Buyer {
  const buyer = nextBuyer(shop.context.store, people.buyers)
  return { ...buyer, ...(person?.name && { fullName: person.name }), ...(person?.email && { email: person.email }) }
}

function shippingOf(shop: Shop, offer: Offer): { carrier: string; code: string; first: number; more: number } {
  const policy = shop.get('policy', offer.listingPolicies.fulfillmentPolicyId ?? '')
  const options = policy?.body['shippingOptions']
  const services = Array.isArray(options) && isObject(options[0]) ? options[0]['shippingServices'] : undefined
  const service = objectOf(Array.isArray(services) ? services[0] : undefined)
  const cost = (name: string) => (service['freeShipping'] === true ? 0 : Number(objectOf(service[name])['value'] ?? 0))
  return {
    carrier: textOf(service['shippingCarrierCode']) || 'USPS',
    code: textOf(service['shippingServiceCode']) || 'USPSGroundAdvantage',
    first: cost('shippingCost'),
    more: cost('additionalShippingCost'),
  }
}
