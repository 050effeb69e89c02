import { deskOf } from '../../kit/desk.ts'
import type { SandboxItem, SandboxListing, SandboxOrder, SimContext } from '../../kit/simulator.ts'
import { addItem, buy, cancel, edit, itemBySku, refund, sells, ship, takeAwayCategory } from './by-hand.ts'
import { itemOfLine, orderBy, type OrderRow, orders } from '../orders/order-rows.ts'
import { type Env, isAvailable, type ItemRow, items, makeMerchant, merchants, nameOf } from '../state.ts'

/** What people do there themselves. Without an account the merchant is meant who connected last. */
export function controlOf(context: SimContext) {
  const {
    named,
    toSearch: _,
    ...desk
  } = deskOf(context, {
    who: 'merchant',
    what: 'item',
    all: () => merchants(context),
    idOf: ({ merchant }) => merchant,
    sells,
    bySku: itemBySku,
    orderBy,
    buy,
    edit,
    ship,
    refund,
    cancel,
    takeAway: takeAwayCategory,
  })
  return {
    ...desk,
    listings(account?: string): SandboxListing[] {
      const env = named(account)
      return env ? items(env).map((item) => shownListing(env, item)) : []
    },
    orders(account?: string): SandboxOrder[] {
      const env = named(account)
      return env ? orders(env).map((one) => shownOrder(env, one)) : []
    },
    addItems(all: SandboxItem[], account?: string): void {
      const env = named(account) ?? makeMerchant(context, 'Corner Shop')
      context.store.together(() => {
        for (const one of all) addItem(env, one)
      })
    },
    forget(): void {
      throw new Error('Clover asks no app to forget a buyer: merchants delete customers themselves.')
    },
  }
}

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
