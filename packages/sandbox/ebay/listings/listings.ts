import type { Offer } from '../shapes.ts'
import type { Shop } from '../state.ts'

/** Pieces a buyer sees: the smaller of what the item has and what the offer allows. */
export function shownQuantity(shop: Shop, offer: Offer): number {
  const total = shop.get('item', offer.sku)?.availability.shipToLocationAvailability.quantity ?? 0
  return Math.min(total, offer.availableQuantity)
}

/** Whether a buyer finds it. */
export const isForSale = (offer: Offer): boolean => offer.status === 'PUBLISHED' && offer.byHand === undefined

export function listingStatus(shop: Shop, offer: Offer): 'ACTIVE' | 'OUT_OF_STOCK' | 'ENDED' | 'INACTIVE' {
  if (offer.byHand) return offer.byHand === 'ended' ? 'ENDED' : 'INACTIVE'
  return shownQuantity(shop, offer) > 0 ? 'ACTIVE' : 'OUT_OF_STOCK'
}

/** The offer stays, unpublished; publishing it again makes a new listing. */
export function endListing(shop: Shop, offer: Offer): void {
  if (offer.status === 'PUBLISHED')
    shop.put('offer', offer.offerId, {
      ...offer,
      status: 'UNPUBLISHED',
      listingId: null,
      soldQuantity: 0,
      byHand: undefined,
      auctionEnds: undefined,
    })
}

/** Without the out-of-stock program a listing ends once nothing is left; a family, once nothing is left of all. */
export function followStock(shop: Shop, sku: string): void {
  for (const offer of shop.offersOf(sku))
    if (offer.format === 'AUCTION' && shownQuantity(shop, offer) === 0) endListing(shop, offer)
  if (shop.hasProgram('OUT_OF_STOCK_CONTROL')) return
  for (const offer of shop.offersOf(sku)) {
    if (offer.status !== 'PUBLISHED') continue
    const family = shop.list('offer').filter((candidate) => candidate.listingId === offer.listingId)
    if (family.every((member) => shownQuantity(shop, member) === 0))
      family.forEach((member) => endListing(shop, member))
  }
}

/**
 * Auctions whose days are over end: what was not sold is the item's again. (eBay's documentation also speaks of their becoming fixed-price
 * listings; which of the two happens is not known.)
 */
export function endAuctions(shop: Shop): void {
  const now = shop.now()
  for (const offer of shop.list('offer'))
    if (offer.status === 'PUBLISHED' && offer.auctionEnds !== undefined && offer.auctionEnds <= now)
      endListing(shop, offer)
}
