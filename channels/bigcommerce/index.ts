import { BigCommerceSchema, BigCommerceSettings } from '#contract/channels/shapes/bigcommerce.ts'
import type { Channel } from '../channel.ts'
import { storeOf } from './calls.ts'
import { bigcommerceLimits, check, facts } from './listings/check.ts'
import { bigcommerceConnect, bigcommerceKey } from './connect.ts'
import { end, pull } from './listings/listings.ts'
import { bigcommerceLookups, defaults } from './lookups.ts'
import { pullOrders } from './orders/orders.ts'
import { setPrices } from './listings/prices.ts'
import { publish, revise } from './listings/publish.ts'
import { readiness } from './readiness.ts'
import { cancel, refund, refunds } from './orders/refund.ts'
import { ship, track } from './orders/ship.ts'
import { readStock, setStock } from './stock.ts'
import { receive, stockRef, subscribe } from './webhooks.ts'
import { trial } from './trial.ts'

export const bigcommerce: Channel<BigCommerceSchema, BigCommerceSettings> = {
  id: 'bigcommerce',
  name: 'BigCommerce',
  connect: { oauth: bigcommerceConnect, key: bigcommerceKey },
  settings: BigCommerceSettings,
  fields: BigCommerceSchema,
  limits: bigcommerceLimits,
  lookups: bigcommerceLookups,
  async account(c) {
    const { id, name, currency } = await storeOf(c)
    return { accountId: id, shop: id, name: name || 'BigCommerce', currency, facts: { storeHash: id } }
  },
  check,
  trial,
  defaults,
  facts,
  factsSeconds: 60,
  // locations, categories and the currency are the same for every listing
  factsKey: () => '',
  listings: { publish, revise, end, pull },
  // What was set "becomes visible after a short delay"; how short is not published.
  stock: { mode: 'last', settleSeconds: 20, read: readStock, set: setStock, ref: stockRef },
  prices: { set: setPrices },
  readiness,
  storeUrl: ({ shop, origins }) => `${(origins.store ?? '').replace('{shop}', shop)}/manage`,
  orders: {
    pull: pullOrders,
    ship,
    parts: true,
    track,
    refund,
    refunds,
    cancel,
    adminUrl: ({ externalOrderId, shop, origins }) =>
      `${(origins.store ?? '').replace('{shop}', shop)}/manage/orders/${externalOrderId}`,
    // BigCommerce calls at once; looking finds what was missed.
    pollSeconds: { sandbox: 15, live: 60 },
  },
  webhooks: { scope: 'account', subscribe, receive },
}
