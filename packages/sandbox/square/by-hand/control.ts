import type { Env } from '../../kit/merchants.ts'
import { objectOf, textOf } from '../../kit/json.ts'
import { deskOf } from '../../kit/desk.ts'
import type { SandboxListing, SandboxOrder, SimContext } from '../../kit/simulator.ts'
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
import { count } from '../stock/counts.ts'
import { isPaid, type OrderRow } from '../orders/order-rows.ts'
import { isAt, locations, makeMerchant, merchants, type ObjectRow, objects } from '../state.ts'

/** What sellers and buyers do on Square's own pages. */
export const controlOf = (context: SimContext) => ({
  ...deskOf(context, {
    channel: 'Square',
    who: 'seller',
    what: 'item',
    shops: () => merchants(context),
    namesOf: ({ merchant }) => [merchant],
    openFirst: () => makeMerchant(context, 'Alder Goods'),
    listings,
    orders: (env) => soldOrders(env).map((order) => shownOrder(env, order)),
    addItem,
    sells,
    bySku: variationOf,
    orderBy,
    buy: (env, purchase) => buy(env, purchase).id,
    edit,
    ship,
    refund,
    cancel,
    takeAway: takeAwayCategory,
  }),
  forget(): void {
    throw new Error('Square asks no app to forget a buyer: sellers delete customers themselves.')
  },
})

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
        quantity: counts.reduce((sum, quantity) => sum + quantity, 0),
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
