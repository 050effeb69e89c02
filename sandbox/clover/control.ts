import type {
  Cancellation,
  Edit,
  OrderPart,
  Purchase,
  SandboxItem,
  SandboxListing,
  SandboxOrder,
  SimContext,
} from '../kit/simulator.ts'
import { addItem, buy, cancel, edit, itemBySku, refund, sells, ship, takeAwayCategory } from './by-hand.ts'
import { itemOfLine, orderBy, type OrderRow, orders } from './order-rows.ts'
import { type Env, isAvailable, type ItemRow, items, makeMerchant, merchants, nameOf } from './state.ts'

/** What people do there themselves. Without an account the merchant is meant who connected last. */
export function controlOf(context: SimContext) {
  /** @throws Error when there is no such merchant */
  const merchantFor = (account?: string): Env | undefined => {
    if (account === undefined) return merchants(context).at(-1)
    const found = merchants(context).find(({ merchant }) => merchant === account)
    if (!found) throw new Error(`There is no merchant ${account}`)
    return found
  }
  /** Where to look for a SKU or an order: the one that is meant, or all, who connected last first. */
  const toSearch = (account?: string): Env[] => {
    const named = account === undefined ? undefined : merchantFor(account)
    return named ? [named] : merchants(context).toReversed()
  }
  const withOrder = (id: string, account: string | undefined, work: (env: Env, order: OrderRow) => void): void => {
    for (const env of toSearch(account)) {
      const order = orderBy(env, id)
      if (order) return context.store.together(() => work(env, order))
    }
    throw new Error(`There is no order ${id}`)
  }
  return {
    accounts: () => merchants(context).map(({ merchant }) => merchant),
    listings(account?: string): SandboxListing[] {
      const env = merchantFor(account)
      return env ? items(env).map((item) => shownListing(env, item)) : []
    },
    orders(account?: string): SandboxOrder[] {
      const env = merchantFor(account)
      return env ? orders(env).map((one) => shownOrder(env, one)) : []
    },
    addItems(all: SandboxItem[], account?: string): void {
      const env = merchantFor(account) ?? makeMerchant(context, 'Corner Shop')
      context.store.together(() => {
        for (const one of all) addItem(env, one)
      })
    },
    buy(purchase: Purchase, account?: string): { externalOrderId: string } {
      const candidates = toSearch(account)
      const env = candidates.find((one) => purchase.lines.every(({ sku }) => sells(one, sku))) ?? candidates[0]
      if (!env) throw new Error('There is no merchant yet: connect one, or put items into a shop')
      return { externalOrderId: context.store.together(() => buy(env, purchase)).id }
    },
    edit(change: Edit, account?: string): void {
      for (const env of toSearch(account)) {
        const item = itemBySku(env, change.sku)
        if (item) return context.store.together(() => edit(env, item, change))
      }
      throw new Error(`No item has the SKU ${change.sku}`)
    },
    ship: (part: OrderPart, account?: string) =>
      withOrder(part.externalOrderId, account, (env, order) => ship(env, order, part)),
    refund: (part: OrderPart & { restock: boolean }, account?: string) =>
      withOrder(part.externalOrderId, account, (env, order) => refund(env, order, part)),
    cancel: (asked: Cancellation, account?: string) =>
      withOrder(asked.externalOrderId, account, (env, order) => cancel(env, order, asked)),
    takeAway(): string | undefined {
      for (const env of toSearch()) {
        const gone = takeAwayCategory(env)
        if (gone !== undefined) return gone
      }
      return undefined
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
