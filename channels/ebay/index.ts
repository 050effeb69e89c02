import { EbaySchema, EbaySettings } from '#contract/channels/shapes/ebay.ts'
import type { Channel } from '../channel.ts'
import { bringIn } from './listings/bring-in.ts'
import { get } from './calls.ts'
import { categoryRules } from './listings/category-rules.ts'
import { check, ebayLimits, facts } from './listings/check.ts'
import { ebayConnect } from './connect.ts'
import { end } from './listings/listings.ts'
import { defaults, ebayLookups } from './lookups.ts'
import { make } from './listings/make.ts'
import { auctionDays, categoryOf, locationOf, policiesOf } from './listings/map.ts'
import { marketplaceOf } from './listings/marketplaces.ts'
import { pullOrders, ship } from './orders/orders.ts'
import { ebayPrivacy } from './orders/privacy.ts'
import { publish, revise } from './listings/publish.ts'
import { rateLimits } from './rate-limits.ts'
import { refund, refunds } from './orders/refund.ts'
import { createSigningKey } from './signing/keys.ts'
import { readiness, switchOn } from './readiness.ts'
import { pull } from './listings/pull.ts'
import { sold } from './listings/sold.ts'
import { readStock, setPrices, setStock } from './stock.ts'
import { values } from './listings/values.ts'
import { ebayWebhooks } from './webhooks.ts'
import { User } from './wire.ts'
import { trial } from './trial.ts'

export const ebay: Channel<EbaySchema, EbaySettings> = {
  id: 'ebay',
  name: 'eBay',
  connect: { oauth: ebayConnect },
  settings: EbaySettings,
  fields: EbaySchema,
  limits: ebayLimits,
  lookups: ebayLookups,
  async account(c) {
    const user = await get(c, User, '/commerce/identity/v1/user/', undefined, 'apiz')
    // for US sellers the username may be an opaque id; the user id is the stable one
    const name = user.username ?? user.userId
    const { currency } = marketplaceOf(c.settings.marketplaceId)
    return { accountId: user.userId, shop: '', name, currency, site: user.registrationMarketplaceId ?? '' }
  },
  createSigningKey,
  check,
  trial,
  defaults,
  facts,
  values,
  factsKey: ({ fields }) => categoryOf(fields),
  categoryRules,
  refersTo: ({ fields }, settings) => ({ locationId: locationOf(fields, settings), ...policiesOf(fields, settings) }),
  listings: { publish, revise, end, auctionDays, pull },
  stock: { mode: 'last', read: readStock, set: setStock },
  prices: { set: setPrices },
  readiness,
  make,
  quotas: rateLimits,
  switchOn,
  bringIn,
  sold,
  privacy: ebayPrivacy,
  orders: {
    pull: pullOrders,
    ship,
    refund,
    refunds,
    severalParcels: true,
    parts: true,
    adminUrl: ({ externalOrderId, origins }) =>
      `${origins.web}/sh/ord/details?orderid=${encodeURIComponent(externalOrderId)}`,
    labelUrl: ({ web }) => `${web}/sh/ord/?filter=status:AWAITING_SHIPMENT`,
    // Not every app may hear of sales, and nobody of what becomes of an order: so we look.
    pollSeconds: { sandbox: 1, live: 30 },
    lane: 'fulfillment',
  },
  webhooks: ebayWebhooks,
}
