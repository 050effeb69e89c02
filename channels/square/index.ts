import { SquareSchema, SquareSettings } from '#contract/channels/shapes/square.ts'
import type { Channel } from '../channel.ts'
import { ask } from './calls.ts'
import { check, facts, squareLimits } from './listings/check.ts'
import { leaveCall, squareConnect } from './connect.ts'
import { end, pull } from './listings/listings.ts'
import { defaults, squareLookups } from './lookups.ts'
import { pullOrders } from './orders/orders.ts'
import { setPrices } from './listings/prices.ts'
import { publish, revise } from './listings/publish.ts'
import { readiness } from './readiness.ts'
import { refund } from './orders/refund.ts'
import { ship } from './orders/ship.ts'
import { readStock, setStock } from './stock.ts'
import { receive } from './webhooks.ts'
import { Merchants } from './wire.ts'
import { trial } from './trial.ts'

export const square: Channel<SquareSchema, SquareSettings> = {
  id: 'square',
  name: 'Square',
  connect: { oauth: squareConnect },
  settings: SquareSettings,
  fields: SquareSchema,
  limits: squareLimits,
  lookups: squareLookups,
  async account(c) {
    const { merchant } = await ask(c, Merchants, { method: 'GET', path: 'merchants' })
    const [own] = merchant
    return {
      accountId: own?.id ?? '',
      shop: own?.id ?? '',
      name: own?.business_name || 'Square',
      currency: own?.currency ?? '',
    }
  },
  check,
  trial,
  defaults,
  facts,
  factsSeconds: 60,
  // locations, taxes and categories are the same for every listing
  factsKey: () => '',
  listings: { publish, revise, end, pull },
  stock: { mode: 'last', read: readStock, set: setStock, ref: (part) => part.variationId ?? '' },
  prices: { set: setPrices },
  readiness,
  storeUrl: ({ origins }) => `${origins.web}/dashboard`,
  orders: {
    pull: pullOrders,
    ship,
    refund,
    adminUrl: ({ externalOrderId, origins }) => `${origins.web}/dashboard/orders/overview/${externalOrderId}`,
    // calls of Square tell at once; looking finds what they missed, and sales of a till that was offline
    pollSeconds: { sandbox: 15, live: 30 },
  },
  webhooks: { scope: 'app', receive },
  async disconnect(c) {
    await c.http(leaveCall({ ...c.app, origins: c.origins }, c.accessToken))
  },
}
