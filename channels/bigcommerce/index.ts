import { BigCommerceSchema, BigCommerceSettings } from '#contract/channels/bigcommerce-shapes.ts'
import type { Channel } from '../channel.ts'
import { storeOf } from './calls.ts'
import { bigcommerceLimits, check, facts } from './check.ts'
import { bigcommerceConnect, bigcommerceKey } from './connect.ts'
import { end, pull } from './listings.ts'
import { bigcommerceLookups, defaults } from './lookups.ts'
import { pullOrders } from './orders.ts'
import { setPrices } from './prices.ts'
import { publish, revise } from './publish.ts'
import { readiness } from './readiness.ts'
import { cancel, refund, refunds } from './refund.ts'
import { ship, track } from './ship.ts'
import { readStock, setStock } from './stock.ts'
import { receive, stockRef, subscribe } from './webhooks.ts'

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
  defaults,
  facts,
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
