import type { z } from 'zod'
import * as contract from '#contract/integrations.ts'
import * as lookups from '#contract/lookups.ts'
import { type App, route } from '../../http/route.ts'
import { lookup } from './lookups.ts'
import * as service from './service.ts'
import { mountWebhooks } from './webhooks.ts'

/** A lookup's answer passes the contract's shape on its way out. */
const shaped = <S extends z.ZodType>(shape: S, answer: Promise<unknown>) => answer.then((a) => shape.parse(a))
const ok = { ok: true } as const

export default function mount(app: App) {
  route(app, contract.availableIntegrations, async (ctx) => service.available(ctx))
  route(app, contract.listIntegrations, (ctx) => service.list(ctx))
  route(
    app,
    contract.createIntegration,
    (ctx, { body }) => service.create(ctx, body.name, body.shop),
    'Created Integration',
  )
  route(
    app,
    contract.saveIntegration,
    (ctx, { body }) => service.saveSettings(ctx, body.channel, body.settings),
    'Updated Integration',
  )
  route(
    app,
    contract.disconnectIntegration,
    async (ctx, { body }) => {
      await service.disconnect(ctx, body.channel, body.integrationId)
      return ok
    },
    'Disconnected integration. Re-authorize to reconnect.',
  )
  route(app, contract.oauthUrl, (ctx, { params, query }) => service.oauthUrl(ctx, params.channel, query))
  route(
    app,
    contract.exchangeCode,
    async (ctx, { params, body }) => {
      await service.exchange(ctx, params.channel, body)
      return ok
    },
    'Integration successful! Closing window...',
  )

  route(app, lookups.ebayCategories, (ctx) => shaped(lookups.ebayCategories.reply, lookup(ctx, 'ebay', 'categories')))
  route(app, lookups.ebayAspects, (ctx, { query }) =>
    shaped(lookups.ebayAspects.reply, lookup(ctx, 'ebay', 'aspects', query)),
  )
  route(app, lookups.ebayAspectsMany, (ctx, { query }) =>
    shaped(lookups.ebayAspectsMany.reply, lookup(ctx, 'ebay', 'aspectsMany', query)),
  )
  route(app, lookups.ebaySuggestions, (ctx, { query }) =>
    shaped(lookups.ebaySuggestions.reply, lookup(ctx, 'ebay', 'suggestions', query)),
  )
  route(app, lookups.ebayLocations, (ctx) => shaped(lookups.ebayLocations.reply, lookup(ctx, 'ebay', 'locations')))
  route(app, lookups.ebayPolicies, (ctx) => shaped(lookups.ebayPolicies.reply, lookup(ctx, 'ebay', 'policies')))
  route(app, lookups.saveEbayPolicies, async (ctx, { body }) => {
    await service.saveSettings(ctx, 'ebay', body)
    return ok
  })
  route(app, lookups.shopifyLocations, (ctx) =>
    shaped(lookups.shopifyLocations.reply, lookup(ctx, 'shopify', 'locations')),
  )
  route(app, lookups.shopifyCollections, (ctx) =>
    shaped(lookups.shopifyCollections.reply, lookup(ctx, 'shopify', 'collections')),
  )
  mountWebhooks(app)
}
