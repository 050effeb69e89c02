import * as drifts from '#contract/sync/drift.ts'
import * as contract from '#contract/jobs.ts'
import * as shadows from '#contract/sync/shadow.ts'
import * as shares from '#contract/sync/sharing.ts'
import { type App, route } from '../../http/route.ts'
import { listDrift, readBackNow, saveDriftRule, settleDrift } from './drift/drift.ts'
import * as shadow from './shadow/service.ts'
import { listSharing, saveSharing } from './sharing/sharing.ts'
import { productSharing } from './sharing/product-sharing.ts'
import { listJobs, retryJob } from './reconciling/visible.ts'

const ok = { ok: true } as const

export default function mount(app: App) {
  route(app, drifts.listDrift, (ctx, { params, query }) => listDrift(ctx, params.channel, query.integrationId))
  route(app, drifts.settleDrift, async (ctx, { body }) => {
    await settleDrift(ctx, body.ids, body.as)
    return ok
  })
  route(app, drifts.saveDriftRule, async (ctx, { params, body }) => {
    await saveDriftRule(ctx, params.channel, body)
    return ok
  })
  route(app, drifts.readBack, async (ctx, { params, body }) => {
    await readBackNow(ctx, params.channel, body?.integrationId)
    return ok
  })
  route(app, shares.listSharing, (ctx) => listSharing(ctx))
  route(app, shares.saveOrganizationSharing, async (ctx, { body }) => {
    await saveSharing(ctx, {}, body.sharing)
    return ok
  })
  route(app, shares.saveSharingException, async (ctx, { body: { sharing, ...where } }) => {
    await saveSharing(ctx, where, sharing)
    return ok
  })
  route(app, shares.getProductSharing, (ctx, { params }) => productSharing(ctx, params.id))
  route(app, shadows.getShadow, (ctx, { params, query }) => shadow.shadow(ctx, params.integrationId, query.after))
  route(
    app,
    shadows.startShadow,
    async (ctx, { params }) => {
      await shadow.start(ctx, params.integrationId)
      return ok
    },
    'Shadow mode on',
  )
  route(app, shadows.refreshShadow, async (ctx, { params }) => {
    await shadow.refresh(ctx, params.integrationId)
    return ok
  })
  route(
    app,
    shadows.confirmShadow,
    async (ctx, { params, body }) => {
      await shadow.confirm(ctx, params.integrationId, body.list)
      return ok
    },
    'Changes confirmed',
  )
  route(app, shadows.resendShadowed, async (ctx, { params }) => {
    await shadow.resend(ctx, params.integrationId)
    return ok
  })
  route(app, contract.listJobs, (ctx, { query }) => listJobs(ctx, query))
  route(app, contract.retryJob, async (ctx, { params }) => {
    await retryJob(ctx, params.id)
    return ok
  })
}
