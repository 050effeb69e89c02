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
import {
  addItem,
  buy,
  cancel,
  edit,
  itemOf,
  orderBy,
  priceOf,
  refund,
  sells,
  ship,
  soldOrders,
  takeAwayCategory,
  variationOf,
} from './by-hand.ts'
import { count } from './counts.ts'
import { isPaid, type OrderRow } from './order-rows.ts'
import {
  type Env,
  isAt,
  locations,
  makeMerchant,
  merchants,
  type ObjectRow,
  objects,
  objectOf,
  textOf,
} from './state.ts'

/** What people do there themselves. Without an account the seller is meant who connected last. */
export function controlOf(context: SimContext) {
  /** @throws Error when there is no such seller */
  const sellerOf = (account?: string): Env | undefined => {
    if (account === undefined) return merchants(context).at(-1)
    const found = merchants(context).find(({ merchant }) => merchant === account)
    if (!found) throw new Error(`There is no seller ${account}`)
    return found
  }
  /** Where to look for a SKU or an order: the one that is meant, or all, who connected last first. */
  const toSearch = (account?: string): Env[] => {
    const named = account === undefined ? undefined : sellerOf(account)
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
      const env = sellerOf(account)
      return env ? listings(env) : []
    },
    orders(account?: string): SandboxOrder[] {
      const env = sellerOf(account)
      return env ? soldOrders(env).map((one) => shownOrder(env, one)) : []
    },
    addItems(items: SandboxItem[], account?: string): void {
      const env = sellerOf(account) ?? makeMerchant(context, 'Alder Goods')
      context.store.together(() => {
        for (const one of items) addItem(env, one)
      })
    },
    buy(purchase: Purchase, account?: string): { externalOrderId: string } {
      const candidates = toSearch(account)
      const env = candidates.find((one) => purchase.lines.every(({ sku }) => sells(one, sku))) ?? candidates[0]
      if (!env) throw new Error('There is no seller yet: connect one, or put items into a shop')
      return { externalOrderId: context.store.together(() => buy(env, purchase)).id }
    },
    edit(change: Edit, account?: string): void {
      for (const env of toSearch(account)) {
        const variation = variationOf(env, change.sku)
        if (variation) return context.store.together(() => edit(env, variation, change))
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
      throw new Error('Square asks no app to forget a buyer: sellers delete customers themselves.')
    },
  }
}

const statusOf = (env: Env, item: ObjectRow, variation: ObjectRow): string => {
  if (item.data['is_archived'] === true) return 'archived'
  return locations(env).some(({ id }) => isAt(item, id) && isAt(variation, id)) ? 'live' : 'hidden'
}

const listings = (env: Env): SandboxListing[] =>
  objects(env, 'ITEM_VARIATION').flatMap((variation) => {
    const item = itemOf(env, variation)
    if (!item) return []
    const counts = locations(env).map(({ id }) => count(env, variation.id, id)?.quantity ?? 0)
    return [
      {
        externalId: item.id,
        sku: textOf(variation.data['sku']),
        title: textOf(item.data['name']),
        price: priceOf(variation) / 100,
        quantity: counts.reduce((sum, one) => sum + one, 0),
        status: statusOf(env, item, variation),
        url: `${env.context.baseUrl}/dashboard/items/library/${item.id}`,
      },
    ]
  })

function shownOrder(env: Env, { order }: OrderRow): SandboxOrder {
  const lines = order.line_items ?? []
  const [first] = order.fulfillments ?? []
  const tracking = textOf(objectOf(first?.shipment_details)['tracking_number'])
  return {
    externalOrderId: order.id,
    skus: lines.map((line) => textOf(env.context.store.get<ObjectRow>('object', line.catalog_object_id)?.data['sku'])),
    quantity: lines.reduce((sum, { quantity }) => sum + Number(quantity), 0),
    status: order.state,
    payment: isPaid(order) ? 'PAID' : 'UNPAID',
    shipped: first ? first.state === 'COMPLETED' : order.state === 'COMPLETED',
    tracking: tracking ? [tracking] : [],
  }
}
