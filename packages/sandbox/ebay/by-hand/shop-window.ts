import type { SandboxListing, SandboxOrder, SimContext } from '../../kit/simulator.ts'
import { findCategory } from '../listings/catalog.ts'
import { endAuctions, isForSale, listingStatus, shownQuantity } from '../listings/listings.ts'
import { orderStatus, paymentStatus } from '../orders/order-view.ts'
import type { Offer } from '../shapes.ts'
import { type Shop, shops } from '../state.ts'

/** What a buyer reads above the one offer. */
export const titleOf = (shop: Shop, offer: Offer) => {
  const own = shop.get('item', offer.sku)?.product.title ?? ''
  return own || shop.groupOf(offer.sku)?.title || offer.sku
}

export function listings(shop: Shop): SandboxListing[] {
  const { baseUrl } = shop.context
  endAuctions(shop)
  const byHand = shop.list('handmade').map(({ listingId, item: { sku, title, price, quantity } }) => ({
    externalId: listingId,
    sku,
    title,
    price,
    quantity,
    status: 'ACTIVE',
    url: `${baseUrl}/itm/${listingId}`,
  }))
  const known = shop
    .list('offer')
    .filter((offer) => offer.status === 'PUBLISHED')
    .map((offer) => ({
      externalId: offer.listingId ?? '',
      sku: offer.sku,
      title: titleOf(shop, offer),
      price: Number((offer.pricingSummary.auctionStartPrice ?? offer.pricingSummary.price)?.value ?? 0),
      quantity: shownQuantity(shop, offer),
      status: listingStatus(shop, offer),
      url: `${baseUrl}/itm/${offer.listingId}`,
    }))
  return [...known, ...byHand]
}

export const orders = (shop: Shop): SandboxOrder[] =>
  shop
    .list('order')
    .toSorted((a, b) => a.creationDate.localeCompare(b.creationDate))
    .map((order) => ({
      externalOrderId: order.orderId,
      skus: order.lines.map(({ sku }) => sku),
      quantity: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
      status: order.cancelledDate === null ? orderStatus(order) : 'CANCELED',
      payment: paymentStatus(order),
      shipped: orderStatus(order) === 'FULFILLED',
      tracking: order.shipments.flatMap(({ shipmentTrackingNumber }) => shipmentTrackingNumber ?? []),
    }))

/** What the page of a listing shows. */
export function findListing(context: SimContext, listingId: string) {
  for (const shop of shops(context)) {
    const offers = shop.list('offer').filter((offer) => offer.listingId === listingId && isForSale(offer))
    const first = offers[0]
    if (!first) continue
    const group = shop.groupOf(first.sku)
    return {
      seller: shop.seller,
      title: group?.title || titleOf(shop, first),
      category: findCategory(first.categoryId)?.name ?? '',
      images: [
        ...(group?.imageUrls ?? []),
        ...offers.flatMap((offer) => shop.get('item', offer.sku)?.product.imageUrls ?? []),
      ],
      description:
        first.listingDescription || group?.description || shop.get('item', first.sku)?.product.description || '',
      variations: offers.map((offer) => ({
        sku: offer.sku,
        price: offer.pricingSummary.price,
        quantity: shownQuantity(shop, offer),
        aspects: shop.get('item', offer.sku)?.product.aspects ?? {},
      })),
    }
  }
  return null
}
