import type { Purchase, SimContext } from '../../kit/simulator.ts'
import people from '../data/buyers.json' with { type: 'json' }
import { findSku, withPieces } from './by-hand.ts'
import { type Buyer, newId, type Receipt } from '../state.ts'
import { tell } from '../webhooks/webhooks.ts'

/** @throws Error when something is not for sale or too few are left */
export function buy(context: SimContext, purchase: Purchase, account?: string): { externalOrderId: string } {
  if (purchase.test) throw new Error('Etsy has no test orders.')
  const wanted = purchase.lines.map(({ sku, quantity }) => {
    const found = findSku(context, sku, account)
    if (!found || found.listing.state !== 'active') throw new Error(`${sku} is not for sale on Etsy.`)
    const { is_enabled, quantity: left } = found.product.offering
    if (!is_enabled || left < quantity) throw new Error(`Only ${is_enabled ? left : 0} of ${sku} are left on Etsy.`)
    return { ...found, quantity }
  })
  const shop = wanted[0]?.shop
  if (!shop || wanted.some((one) => one.shop.seller.shopId !== shop.seller.shopId))
    throw new Error('An order is of one shop.')
  const receipt = shop.together(() => {
    const now = shop.now()
    const made: Receipt = {
      receipt_id: newId(context, 'receipt'),
      created: now,
      updated: now,
      visibleFrom: context.now().getTime() + context.lag().orders * 1000,
      payment: purchase.payment,
      shippedAt: null,
      canceledAt: null,
      shipments: [],
      mails: 0,
      refunds: [],
      buyer: pickBuyer(context, purchase.buyer),
      buyer_user_id: newId(context, 'buyer'),
      lines: wanted.map(({ listing, product, quantity }) => {
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
    for (const { listing, product, quantity } of wanted) {
      // Two lines may be of one listing: it is read anew for each.
      const current = shop.listing(listing.listing_id)
      shop.keepListing(withPieces(current, product, product.offering.quantity - quantity))
    }
    shop.put('receipt', made.receipt_id, made)
    return made
  })
  if (receipt.payment === 'paid') tell(shop, receipt, 'order.paid')
  return { externalOrderId: String(receipt.receipt_id) }
}

/** The buyers come in turn, so that the same purchases make the same orders. */
function pickBuyer(context: SimContext, given: Purchase['buyer']): Buyer {
  const buyer = people.buyers[context.store.nextNumber('whose turn') % people.buyers.length]
  if (!buyer) throw new Error('There are no buyers in the data.')
  return { ...buyer, ...(given?.name && { name: given.name }), ...(given?.email && { email: given.email }) }
}
