import { EtsySchema, EtsySettings } from '#contract/channels/shapes/etsy.ts'
import { etsy as described } from '#contract/channels/etsy.ts'
import type { Channel } from '../channel.ts'
import { get, ofShop } from './calls.ts'
import { categoryRules } from './listings/category-rules.ts'
import { check, etsyLimits, facts } from './listings/check.ts'
import { etsyConnect } from './connect.ts'
import { end, pull } from './listings/listings.ts'
import { defaults, etsyLookups } from './lookups.ts'
import { categoryOf, choicesOf, isPhysical } from './listings/map.ts'
import { pullOrders, ship } from './orders/orders.ts'
import { publish, revise } from './listings/publish.ts'
import { readiness } from './readiness.ts'
import { readStock, setPrices, setStock } from './stock.ts'
import { values } from './listings/values.ts'
import { etsyWebhooks } from './webhooks.ts'
import { Me, ShopAnswer } from './wire.ts'
import { trial } from './trial.ts'

export const etsy: Channel<EtsySchema, EtsySettings> = {
  id: 'etsy',
  name: 'Etsy',
  connect: { oauth: etsyConnect },
  settings: EtsySettings,
  fields: EtsySchema,
  limits: etsyLimits,
  lacks: described.lacks,
  lookups: etsyLookups,
  async account(c) {
    const { shop_id } = await get(c, Me, '/users/me')
    const facts = { shopId: String(shop_id) }
    const shop = await get(c, ShopAnswer, ofShop({ ...c, facts }))
    return { accountId: facts.shopId, shop: '', name: shop.shop_name, currency: shop.currency_code, facts }
  },
  check,
  trial,
  defaults,
  facts,
  values,
  factsKey: ({ fields }) => categoryOf(fields),
  categoryRules,
  refersTo: ({ fields }, settings) => ({
    sectionId: fields.sectionId,
    ...(isPhysical(fields) && choicesOf(fields, settings)),
  }),
  listings: { publish, revise, end, pull },
  // An app has 10,000 calls a day for all of its shops.
  stock: { mode: 'last', hidesAtZero: true, readSeconds: 300, read: readStock, set: setStock },
  prices: { set: setPrices },
  readiness,
  orders: {
    pull: pullOrders,
    ship,
    severalParcels: true,
    adminUrl: ({ externalOrderId, origins }) =>
      `${origins.web}/your/orders/sold?order_id=${encodeURIComponent(externalOrderId)}`,
    // Webhooks are for commercial apps alone. An app has 10,000 calls a day for all of its shops.
    pollSeconds: { sandbox: 15, live: 60 },
  },
  webhooks: etsyWebhooks,
}
