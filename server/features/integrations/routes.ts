import type { z } from 'zod'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { checkReadiness, connectionHealth, switchOn } from '#contract/integrations/health.ts'
import * as contract from '#contract/integrations/integrations.ts'
import * as lookups from '#contract/integrations/lookups.ts'
import { type App, route } from '../../http/route.ts'
import * as connecting from './connecting/connecting.ts'
import { type Asked, lookup } from './lookups.ts'
import { make } from './connecting/making.ts'
import { savePriceRule } from './price-rule.ts'
import * as service from './service.ts'
import { createSpreadsheet, updateConfig } from './spreadsheets.ts'
import * as health from './health.ts'
import { mountPrivacy } from './privacy/privacy.ts'
import { mountWebhooks } from './webhooks.ts'

/** A lookup's answer passes the contract's shape on its way out. */
const shaped = <S extends z.ZodType>(shape: S, answer: Promise<unknown>) => answer.then((a) => shape.parse(a))
const ok = { ok: true } as const

export default function mount(app: App) {
  route(app, contract.availableIntegrations, async (ctx) => service.available(ctx))
  route(app, contract.connectedChannels, (ctx) => service.connected(ctx))
  route(app, contract.listIntegrations, (ctx) => service.list(ctx))
  route(app, contract.listAccounts, (ctx) => service.accounts(ctx))
  route(
    app,
    contract.createIntegration,
    (ctx, { body: { name, shop, answers, another } }) =>
      service.create(ctx, name, { another, answers: { ...(shop && { shop }), ...answers } }),
    'Created Integration',
  )
  route(
    app,
    contract.saveIntegration,
    (ctx, { body }) => service.saveSettings(ctx, body.channel, body.settings, body.integrationId),
    'Updated Integration',
  )
  route(app, contract.makeThere, (ctx, { params, body }) => make(ctx, params.channel, body), 'Made and chosen')
  route(app, contract.savePriceRule, (ctx, { body }) => savePriceRule(ctx, body), 'Saved the price rule')
  route(
    app,
    contract.disconnectIntegration,
    async (ctx, { body }) => {
      await service.disconnect(ctx, body.channel, body.integrationId)
      return ok
    },
    'Disconnected integration. Re-authorize to reconnect.',
  )
  route(app, contract.oauthUrl, (ctx, { params, query }) => connecting.oauthUrl(ctx, params.channel, query))
  route(
    app,
    contract.exchangeCode,
    async (ctx, { params, body, query }) => {
      await connecting.exchange(ctx, params.channel, body, query.confirmed === 'yes')
      return ok
    },
    'Integration successful! Closing window...',
  )
  route(
    app,
    contract.connectWithKey,
    async (ctx, { params, body }) => {
      await connecting.connectWithKey(ctx, params.channel, body.answers, body.integrationId)
      return ok
    },
    'Integration successful!',
  )

  for (const [channel, byName] of Object.entries<Record<string, AnyEndpoint>>(lookups.lookups))
    for (const [name, endpoint] of Object.entries(byName))
      route(app, endpoint, (ctx, { query }) =>
        shaped(endpoint.reply, lookup(ctx, channel as ChannelId, name, query as Asked)),
      )
  route(app, lookups.saveEbayPolicies, async (ctx, { body: { integrationId, ...policies } }) => {
    await service.saveSettings(ctx, 'ebay', policies, integrationId)
    return ok
  })
  route(app, lookups.createSpreadsheet, (ctx, { body }) => createSpreadsheet(ctx, body), 'Created the spreadsheet')
  route(
    app,
    lookups.updateConfig,
    async (ctx, { body }) => {
      await updateConfig(ctx, body)
      return ok
    },
    'Updated Integration',
  )
  route(app, connectionHealth, (ctx, { params, query }) => health.health(ctx, params.channel, query.integrationId))
  route(app, checkReadiness, (ctx, { params, body }) => health.check(ctx, params.channel, body.integrationId))
  route(app, switchOn, (ctx, { params, body }) => health.switchOn(ctx, params.channel, body.id, body.integrationId))
  mountWebhooks(app)
  mountPrivacy(app)
}
