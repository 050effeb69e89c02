import * as contract from '#contract/webhooks/webhooks.ts'
import { type App, route } from '../../http/route.ts'
import * as webhooks from './service.ts'

const ok = { ok: true } as const

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listWebhooks, (ctx) => webhooks.list(ctx))
  route(app, contract.createWebhook, (ctx, { body }) => webhooks.create(ctx, body), 'Webhook created')
  route(app, contract.updateWebhook, (ctx, { params, body }) => webhooks.edit(ctx, params.id, body), 'Webhook saved')
  route(
    app,
    contract.deleteWebhook,
    async (ctx, { params }) => {
      await webhooks.remove(ctx, params.id)
      return ok
    },
    'Webhook deleted',
  )
  route(app, contract.rotateWebhookSecret, (ctx, { params }) => webhooks.rotate(ctx, params.id), 'Secret replaced')
  route(app, contract.testWebhook, (ctx, { params }) => webhooks.test(ctx, params.id))
  route(app, contract.listDeliveries, (ctx, { params, query }) => webhooks.deliveries(ctx, params.id, query))
  route(
    app,
    contract.replayDelivery,
    async (ctx, { params }) => {
      await webhooks.replay(ctx, params.id, params.deliveryId)
      return ok
    },
    'Queued to be sent again',
  )
  route(app, contract.replayFailed, (ctx, { params, body }) => webhooks.replayFailed(ctx, params.id, body.since))
}
