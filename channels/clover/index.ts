import { CloverSchema, CloverSettings } from '#contract/channels/shapes/clover.ts'
import { clover as description } from '#contract/channels/clover.ts'
import type { Channel } from '../channel.ts'
import { check, cloverLimits, facts } from './listings/check.ts'
import { cloverConnect } from './connect.ts'
import { end, pull } from './listings/listings.ts'
import { cloverLookups } from './lookups.ts'
import { pullOrders } from './orders/orders.ts'
import { setPrices } from './listings/prices.ts'
import { publish, revise } from './listings/publish.ts'
import { merchant, readiness } from './readiness.ts'
import { readStock, setStock } from './stock.ts'
import { cloverWebhooks } from './webhooks.ts'
import { trial } from './trial.ts'

export const clover: Channel<CloverSchema, CloverSettings> = {
  id: 'clover',
  name: 'Clover',
  connect: { oauth: cloverConnect },
  settings: CloverSettings,
  fields: CloverSchema,
  limits: cloverLimits,
  lacks: description.lacks,
  lookups: cloverLookups,
  async account(c) {
    const { id, name, defaultCurrency, properties } = await merchant(c)
    return {
      accountId: id,
      shop: id,
      name: name || 'Clover',
      currency: defaultCurrency ?? properties?.defaultCurrency ?? '',
    }
  },
  check,
  trial,
  facts,
  factsSeconds: 60,
  // currency, stock tracking and categories are the same for every listing
  factsKey: () => '',
  listings: { publish, revise, end, pull },
  stock: { mode: 'last', read: readStock, set: setStock, ref: (part) => part.itemId ?? '' },
  prices: { set: setPrices },
  readiness,
  orders: {
    pull: pullOrders,
    // ORD-061: orders have no page of their own that a link could lead to
    adminUrl: () => '',
    // calls of Clover may be lost, and are not repeated
    pollSeconds: { sandbox: 15, live: 30 },
  },
  webhooks: cloverWebhooks,
}
