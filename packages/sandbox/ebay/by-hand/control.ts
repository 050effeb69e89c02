import { deskOf } from '../../kit/desk.ts'
import type { SimContext } from '../../kit/simulator.ts'
import { buy, sells } from '../orders/trade.ts'
import { openShop, type Shop, shops } from '../state.ts'
import { cancel, edit, offerOnSale, refund, ship } from './by-hand.ts'
import { addForeignItem } from './foreign-items.ts'
import { listings, orders } from './shop-window.ts'

export const controlOf = (context: SimContext) =>
  deskOf(context, {
    channel: 'eBay',
    who: 'seller',
    what: 'listing',
    shops: () => shops(context),
    namesOf: ({ seller }) => [seller],
    openFirst: () => openShop(context, 'motto_seller'),
    openNamed: (name) => openShop(context, name),
    listings,
    orders,
    addItem: addForeignItem,
    sells,
    bySku: offerOnSale,
    orderBy: (shop, id) => shop.get('order', id),
    buy,
    edit,
    ship,
    refund,
    cancel,
    takeAway: deleteShippingPolicy,
  })

/** Deletes the shipping policy of the listing that was published last. */
function deleteShippingPolicy(shop: Shop): string | undefined {
  const id = shop
    .list('offer')
    .findLast(({ status, listingPolicies }) => status === 'PUBLISHED' && listingPolicies.fulfillmentPolicyId)
    ?.listingPolicies.fulfillmentPolicyId
  if (id === undefined || !shop.get('policy', id)) return undefined
  shop.delete('policy', id)
  return id
}
