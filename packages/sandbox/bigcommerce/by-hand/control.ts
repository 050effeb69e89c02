import { deskOf } from '../../kit/desk.ts'
import type { SimContext } from '../../kit/simulator.ts'
import { takeCategory } from '../shop/store-view.ts'
import { openShop, shops } from '../state.ts'
import { buy, findSku, sells } from './buy.ts'
import { addItem, cancel, edit, listings, orders, refund, ship } from './by-hand.ts'

export const controlOf = (context: SimContext) =>
  deskOf(context, {
    channel: 'BigCommerce',
    who: 'store',
    what: 'product',
    shops: () => shops(context),
    namesOf: ({ merchant }) => [merchant.name, merchant.hash],
    openFirst: () => openShop(context, 'Motto Store'),
    openNamed: (name) => openShop(context, name),
    listings,
    orders,
    addItem,
    sells,
    bySku: findSku,
    orderBy: (shop, id) => shop.get('order', id),
    buy,
    edit,
    ship,
    refund,
    cancel,
    takeAway: takeCategory,
  })
