import type { z } from 'zod'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import * as checks from '#contract/integrations/connection-checks.ts'
import { checkReadiness, connectionHealth, switchOn } from '#contract/integrations/health.ts'
import * as contract from '#contract/integrations/integrations.ts'
import * as lookups from '#contract/integrations/lookups.ts'
import { type App, route, stepsRoute } from '../../http/route.ts'
import * as checking from './checking/service.ts'
import * as connecting from './connecting/connecting.ts'
import { type Asked, lookup } from './lookups.ts'
import { choose, make } from './connecting/making.ts'
import { savePriceRule } from './price-rule.ts'
import * as service from './service.ts'
import * as spreadsheets from './spreadsheets.ts'
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
    (ctx, { body: { name, shop, answers, another, shadow } }) =>
      service.create(ctx, name, { another, shadow, answers: { ...(shop && { shop }), ...answers } }),
    'Created Integration',
  )
  route(
    app,
    contract.saveIntegration,
    (ctx, { body }) => service.saveSettings(ctx, body.channel, body.settings, body.integrationId),
    'Updated Integration',
  )
  stepsRoute(
    app,
    contract.makeThere,
    {
      prepare: (ctx, { params, body }) => make(ctx, params.channel, body),
      save: (ctx, { params, body }, made) => choose(ctx, params.channel, body.field, made),
    },
    'Created and selected',
  )
  route(app, contract.savePriceRule, (ctx, { body }) => savePriceRule(ctx, body), 'Saved the price rule')
  stepsRoute(
    app,
    contract.disconnectIntegration,
    {
      prepare: (ctx, { body }) => service.leave(ctx, body.channel, body.integrationId),
      save: async (ctx, _, row) => {
        await service.disconnect(ctx, row)
        return ok
      },
    },
    'Disconnected integration. Re-authorize to reconnect.',
  )
  route(app, contract.oauthUrl, (ctx, { params, query }) => connecting.oauthUrl(ctx, params.channel, query))
  stepsRoute(
    app,
    contract.exchangeCode,
    {
      prepare: (ctx, { params, body, query }) =>
        connecting.exchange(ctx, params.channel, body, query.confirmed === 'yes'),
      save: async (ctx, _, met) => {
        await connecting.connect(ctx, met)
        return ok
      },
    },
    'Integration successful! Closing window...',
  )
  stepsRoute(
    app,
    contract.connectWithKey,
    {
      prepare: (ctx, { params, body }) => connecting.meetByKey(ctx, params.channel, body),
      save: async (ctx, _, met) => {
        await connecting.connect(ctx, met)
        return ok
      },
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
  stepsRoute(
    app,
    lookups.createSpreadsheet,
    {
      prepare: (ctx, { body }) => spreadsheets.makeSpreadsheet(ctx, body),
      save: (ctx, { body }, made) => spreadsheets.addSpreadsheet(ctx, body.title, made),
    },
    'Created the spreadsheet',
  )
  stepsRoute(
    app,
    lookups.updateConfig,
    {
      prepare: (ctx, { body }) => spreadsheets.readConfig(ctx, body),
      save: async (ctx, _, config) => {
        await spreadsheets.updateConfig(ctx, config)
        return ok
      },
    },
    'Updated Integration',
  )
  route(app, connectionHealth, (ctx, { params, query }) => health.health(ctx, params.channel, query.integrationId))
  stepsRoute(app, checkReadiness, {
    prepare: (ctx, { params, body }) => health.ask(ctx, params.channel, body.integrationId),
    save: (ctx, { params }, answer) => health.keepReadiness(ctx, params.channel, answer),
  })
  stepsRoute(app, switchOn, {
    prepare: (ctx, { params, body }) => health.switchOn(ctx, params.channel, body.id, body.integrationId),
    save: (ctx, { params, body }, answer) => health.keepReadiness(ctx, params.channel, answer, body.id),
  })
  route(app, checks.listConnectionChecks, (ctx, { params }) => checking.list(ctx, params.integrationId))
  route(
    app,
    checks.startConnectionCheck,
    (ctx, { params }) => checking.start(ctx, params.integrationId),
    'Check started',
  )
  route(app, checks.connectionCheckRecording, (ctx, { params }) =>
    checking.recording(ctx, params.integrationId, params.checkId),
  )
  mountWebhooks(app)
  mountPrivacy(app)
}
