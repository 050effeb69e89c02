import { deskOf } from '../../kit/desk.ts'
import type { SimContext } from '../../kit/simulator.ts'
import { openShop, type Shop, shops } from '../state.ts'
import { buy, sells } from './buy.ts'
import { addItem, cancel, edit, findSku, listings, orders, refund, ship } from './by-hand.ts'

export const controlOf = (context: SimContext) =>
  deskOf(context, {
    channel: 'Etsy',
    who: 'shop',
    what: 'listing',
    shops: () => shops(context),
    namesOf: ({ seller }) => [seller.name, String(seller.shopId)],
    openFirst: () => openShop(context, 'MottoShop'),
    openNamed: (name) => openShop(context, name),
    listings,
    orders,
    addItem,
    sells,
    bySku: findSku,
    orderBy: (shop, id) => shop.get('receipt', id),
    buy,
    edit,
    ship,
    refund,
    cancel,
    takeAway: deleteShippingProfile,
  })

/** Deletes the shipping profile of the listing that was put on sale last. */
function deleteShippingProfile(shop: Shop): string | undefined {
  const id = shop
    .listings()
    .findLast(({ state, shipping_profile_id: profile }) => state === 'active' && profile)?.shipping_profile_id
  if (!id || !shop.get('shippingProfile', id)) return undefined
  shop.delete('shippingProfile', id)
  return String(id)
}
