import type { SimContext } from '../kit/simulator.ts'
import people from './data/buyers.json' with { type: 'json' }
import { followStock, shownQuantity } from './listings.ts'
import { linesShipped } from './order-view.ts'
import { amount, type Buyer, isObject, type Offer, type Order, objectOf, textOf } from './shapes.ts'
import { titleOf } from './shop-window.ts'
import { newId, newOrderId, type Shop, shops } from './state.ts'

/** @throws Error when the SKU is not for sale or too few are left */
export function buy(
  context: SimContext,
  asked: { sku: string; quantity: number; [more: string]: unknown },
): { externalOrderId: string } {
  const { sku, quantity } = asked
  const offers = shops(context)
    .filter((shop) => asked['seller'] === undefined || asked['seller'] === shop.seller)
    .flatMap((shop) =>
      shop
        .offersOf(sku)
        .filter((offer) => offer.status === 'PUBLISHED')
        .map((offer) => ({ shop, offer, left: shownQuantity(shop, offer) })),
    )
  const best = offers.toSorted((a, b) => b.left - a.left)[0]
  if (!best) throw new Error(`${sku} is not for sale on eBay.`)
  if (best.left < quantity) throw new Error(`Only ${best.left} of ${sku} left on eBay, ${quantity} wanted.`)
  const { shop, offer } = best
  return shop.together(() => {
    const order = makeOrder(shop, offer, quantity, objectOf(asked['buyer']))
    shop.put('order', order.orderId, order)
    moveStock(shop, offer.offerId, sku, -quantity)
    followStock(shop, sku)
    return { externalOrderId: order.orderId }
  })
}

/** A sale takes from the item and from the offer, a cancellation gives to both. */
function moveStock(shop: Shop, offerId: string | undefined, sku: string, change: number): void {
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

function makeOrder(shop: Shop, offer: Offer, quantity: number, given: Record<string, unknown>): Order {
  const orderId = newOrderId(shop)
  const now = shop.now()
  const group = shop.groupOf(offer.sku)
  const aspects = shop.get('item', offer.sku)?.product.aspects ?? {}
  const variationAspects = (group?.variesBy.specifications ?? []).map(({ name }) => ({
    name,
    value: aspects[name]?.[0] ?? '',
  }))
  const service = shippingOf(shop, offer)
  return {
    orderId,
    marketplaceId: offer.marketplaceId,
    creationDate: now,
    lastModifiedDate: now,
    cancelledDate: null,
    buyer: pickBuyer(shop, given),
    shippingCarrierCode: service.carrier,
    shippingServiceCode: service.code,
    shipments: [],
    lines: [
      {
        lineItemId: newId(shop, 'line'),
        sku: offer.sku,
        title: group?.title || titleOf(shop, offer),
        quantity,
        price: offer.pricingSummary.price ?? amount(0),
        legacyItemId: offer.listingId ?? '',
        variationAspects,
        deliveryCost: service.first + service.more * (quantity - 1),
        // eBay's id of a variation; here the offer's, which is as unique.
        ...(group ? { legacyVariationId: offer.offerId } : {}),
      },
    ],
  }
}

/** The buyers come in turn, so that the same purchases make the same orders. */
function pickBuyer(shop: Shop, given: Record<string, unknown>): Buyer {
  const buyer = people.buyers[shop.nextNumber('buyer') % people.buyers.length]
  if (!buyer) throw new Error('There are no buyers in the data.')
  return {
    ...buyer,
    ...(textOf(given['name']) ? { fullName: textOf(given['name']) } : {}),
    ...(textOf(given['email']) ? { email: textOf(given['email']) } : {}),
  }
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

/** @throws Error when there is no such order, or it is shipped or cancelled already */
export function cancel(context: SimContext, orderId: string): void {
  const shop = shops(context).find((one) => one.get('order', orderId))
  const order = shop?.get('order', orderId)
  if (!shop || !order) throw new Error(`There is no order ${orderId} on eBay.`)
  if (order.cancelledDate !== null) throw new Error(`Order ${orderId} is cancelled already.`)
  if (linesShipped(order).some(({ sent }) => sent > 0))
    throw new Error(`Order ${orderId} is shipped, it cannot be cancelled any more.`)
  shop.together(() => {
    shop.put('order', orderId, { ...order, cancelledDate: shop.now(), lastModifiedDate: shop.now() })
    for (const line of order.lines) moveStock(shop, line.legacyVariationId, line.sku, line.quantity)
  })
}
