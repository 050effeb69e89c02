import * as contract from '#contract/jobs.ts'
import { type App, route } from '../../http/route.ts'
import { listJobs, retryJob } from './visible.ts'

const ok = { ok: true } as const

export default function mount(app: App) {
  route(app, contract.listJobs, (ctx, { query }) => listJobs(ctx, query))
  route(app, contract.retryJob, async (ctx, { params }) => {
    await retryJob(ctx, params.id)
    return ok
  })
}
