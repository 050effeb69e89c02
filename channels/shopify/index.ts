import { ShopifySchema, ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { Channel } from '../channel.ts'
import { ask, numberOf } from './calls.ts'
import { check, facts, factsKey, shopifyLimits } from './listings/check.ts'
import { originOf, shopifyConnect } from './connect.ts'
import { end, pull } from './listings/listings.ts'
import { defaults, shopifyLookups } from './lookups.ts'
import { pullOrders } from './orders/orders.ts'
import { flaws } from './listings/pictures.ts'
import { shopifyPrivacy } from './orders/privacy.ts'
import { publish, revise } from './listings/publish.ts'
import { readiness } from './readiness.ts'
import { cancel, refund } from './orders/refund.ts'
import { ship, track } from './orders/ship.ts'
import { readStock, setPrices, setStock } from './stock.ts'
import { receive, subscribe } from './webhooks.ts'
import { Account, Leave } from './wire.ts'
import { trial } from './trial.ts'

export const shopify: Channel<ShopifySchema, ShopifySettings> = {
  id: 'shopify',
  name: 'Shopify',
  connect: { oauth: shopifyConnect },
  settings: ShopifySettings,
  fields: ShopifySchema,
  limits: shopifyLimits,
  lookups: shopifyLookups,
  async account(c) {
    const { shop } = await ask(c, 'account', Account)
    return { accountId: shop.id, shop: shop.myshopifyDomain, name: shop.name, currency: shop.currencyCode }
  },
  check,
  trial,
  defaults,
  facts,
  factsSeconds: 60,
  factsKey,
  listings: { publish, revise, end, flaws, pull },
  stock: { mode: 'compare', read: readStock, set: setStock, ref: (part) => part.inventoryItemId ?? '' },
  prices: { set: setPrices },
  readiness,
  storeUrl: ({ shop, origins }) => `${originOf(origins, shop)}/admin`,
  privacy: shopifyPrivacy,
  orders: {
    pull: pullOrders,
    ship,
    track,
    refund,
    cancel,
    severalParcels: true,
    parts: true,
    adminUrl: ({ externalOrderId, shop, origins }) =>
      `${originOf(origins, shop)}/admin/orders/${numberOf(externalOrderId)}`,
    // webhooks tell at once; looking finds what they missed, and all where there are none
    pollSeconds: { sandbox: 15, live: 30 },
  },
  webhooks: { scope: 'account', subscribe, receive },
  async disconnect(c) {
    await ask(c, 'leave', Leave)
  },
}
