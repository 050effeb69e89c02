import type { Env } from '../../kit/merchants.ts'
import { deskOf } from '../../kit/desk.ts'
import type { SandboxListing, SandboxOrder, SimContext } from '../../kit/simulator.ts'
import { addItem, buy, cancel, edit, itemBySku, refund, sells, ship, takeAwayCategory } from './by-hand.ts'
import { itemOfLine, orderBy, type OrderRow, orders } from '../orders/order-rows.ts'
import { isAvailable, type ItemRow, items, makeMerchant, merchants, nameOf } from '../state.ts'

/** What merchants and buyers do on Clover's own pages. */
export const controlOf = (context: SimContext) => ({
  ...deskOf(context, {
    channel: 'Clover',
    who: 'merchant',
    what: 'item',
    shops: () => merchants(context),
    namesOf: ({ merchant }) => [merchant],
    openFirst: () => makeMerchant(context, 'Corner Shop'),
    listings: (env) => items(env).map((item) => shownListing(env, item)),
    orders: (env) => orders(env).map((order) => shownOrder(env, order)),
    addItem,
    sells,
    bySku: itemBySku,
    orderBy,
    buy: (env, purchase) => buy(env, purchase).id,
    edit,
    ship,
    refund,
    cancel,
    takeAway: takeAwayCategory,
  }),
  forget(): void {
    throw new Error('Clover asks no app to forget a buyer: merchants delete customers themselves.')
  },
})

const shownListing = (env: Env, item: ItemRow): SandboxListing => ({
  externalId: item.group ?? item.id,
  sku: item.sku ?? '',
  title: nameOf(env, item),
  price: item.price / 100,
  quantity: item.quantity ?? 0,
  status: item.hidden ? 'hidden' : isAvailable(item) ? 'live' : 'sold out',
  url: `${env.context.baseUrl}/inventory/items/${item.id}`,
})

const shownOrder = (env: Env, { order, lines }: OrderRow): SandboxOrder => ({
  externalOrderId: order.id,
  skus: [...new Set(lines.map((line) => itemOfLine(env, line)?.sku ?? ''))],
  quantity: lines.length,
  status: order.deletedTimestamp ? 'deleted' : (order.onlineOrder?.orderState ?? order.state ?? ''),
  payment: order.paymentState,
  shipped: order.state === 'locked' && (order.onlineOrder?.orderState ?? 'FULFILLED') === 'FULFILLED',
  tracking: [],
})
