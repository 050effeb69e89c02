import { nextBuyer } from '../../kit/buyers.ts'
import type { Purchase, SimContext } from '../../kit/simulator.ts'
import people from '../data/buyers.json' with { type: 'json' }
import { cancel, findSku, type Listed, withQuantity } from './by-hand.ts'
import { type Buyer, newId, type Receipt, type Shop } from '../state.ts'
import { tell } from '../webhooks/webhooks.ts'

export const sells = (shop: Shop, sku: string): boolean => findSku(shop, sku)?.listing.state === 'active'

function take(shop: Shop, sku: string, quantity: number): Listed & { quantity: number } {
  const listed = findSku(shop, sku)
  if (listed?.listing.state !== 'active') throw new Error(`${sku} is not for sale on Etsy.`)
  const { is_enabled, quantity: left } = listed.product.offering
  if (!is_enabled || left < quantity) throw new Error(`Only ${is_enabled ? left : 0} of ${sku} are left on Etsy.`)
  return { ...listed, quantity }
}

/** @returns the receipt's number @throws Error when something is not for sale or too few are left */
export function buy(shop: Shop, purchase: Purchase): string {
  if (purchase.test) throw new Error('Etsy has no test orders.')
  const cart = purchase.lines.map(({ sku, quantity }) => take(shop, sku, quantity))
  const receipt = makeReceipt(shop, cart, purchase)
  for (const { listing, product, quantity } of cart) {
    // Two lines may be of one listing: it is read anew for each.
    const current = shop.listing(listing.listing_id)
    shop.keepListing(withQuantity(current, product, product.offering.quantity - quantity))
  }
  shop.put('receipt', receipt.receipt_id, receipt)
  if (receipt.payment === 'paid') tell(shop, receipt, 'order.paid')
  // Etsy cancels an order whose payment fails, and puts its units on sale again.
  if (receipt.payment === 'failed')
    cancel(shop, receipt, { externalOrderId: String(receipt.receipt_id), restock: true })
  return String(receipt.receipt_id)
}

function makeReceipt(shop: Shop, cart: (Listed & { quantity: number })[], { payment, buyer }: Purchase): Receipt {
  const { context } = shop
  const now = shop.now()
  return {
    receipt_id: newId(context, 'receipt'),
    created: now,
    updated: now,
    visibleFrom: context.now().getTime() + context.lag().orders * 1000,
    payment,
    shippedAt: null,
    canceledAt: null,
    shipments: [],
    mails: 0,
    refunds: [],
    buyer: pickBuyer(context, buyer),
    buyer_user_id: newId(context, 'buyer'),
    lines: cart.map(({ listing, product, quantity }) => {
      const profile = shop.get('shippingProfile', listing.shipping_profile_id ?? '')
      const { primaryCost = 0, secondaryCost = 0 } = profile ?? {}
      return {
        transaction_id: newId(context, 'transaction'),
        listing_id: listing.listing_id,
        product_id: product.product_id,
        sku: product.sku,
        title: listing.title,
        quantity,
        price: product.offering.price,
        shipping: Math.round((primaryCost + secondaryCost * (quantity - 1)) * 100),
        shipping_profile_id: listing.shipping_profile_id,
        properties: product.property_values,
      }
    }),
  }
}

function pickBuyer({ store }: SimContext, person: Purchase['buyer']): Buyer {
  const buyer = nextBuyer(store, people.buyers)
  return { ...buyer, ...(person?.name && { name: person.name }), ...(person?.email && { email: person.email }) }
}
