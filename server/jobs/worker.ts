import type { Services } from '../context.ts'
import { jobRuns, jobSeconds } from '../observing/metrics.ts'
import { type Span, kinds } from '../observing/tracing.ts'
import { type StartedBy, inScope, jobScope, readTraceparent } from '../observing/scope.ts'
import { type JobName, type Jobs, jobNames, jobSettings } from './jobs.ts'

export type Handlers = { [N in JobName]: (services: Services, payload: Jobs[N]) => Promise<void> }

/** Takes jobs from the queue until the queue stops. A handler that throws is tried again later, as its queue says. */
export async function startWorkers(services: Services, handlers: Handlers): Promise<void> {
  for (const name of jobNames)
    for (let n = 0; n < jobSettings[name].concurrency; n += 1)
      services.queue.workers.push({ name, id: await work(services, name, handlers[name]) })
}

/** How often a worker looks by itself: what is new is told, by PostgreSQL where it can be listened to, and what is due the queue finds. */
const LOOK_SECONDS = { notified: 30, untold: 1 }

const work = <N extends JobName>(services: Services, name: N, handle: Handlers[N]) =>
  services.queue.boss.work<Jobs[N] & { startedBy?: StartedBy }>(
    name,
    { pollingIntervalSeconds: LOOK_SECONDS.untold, notifyPollingIntervalSeconds: LOOK_SECONDS.notified },
    async (jobs) => {
      for (const { id, data } of jobs) {
        const { startedBy, ...payload } = data
        const span = services.tracer?.start(`job ${name}`, kinds.consumer, readTraceparent(startedBy?.traceparent))
        await inScope(jobScope(name, startedBy, span), () =>
          run(services, { name, id, span }, () => handle(services, payload as unknown as Jobs[N])),
        )
      }
    },
  )

async function run(
  { log }: Services,
  job: { name: JobName; id: string; span: Span | undefined },
  work: () => Promise<void>,
): Promise<void> {
  const done = jobSeconds.startTimer({ job: job.name })
  try {
    await work()
    jobRuns.inc({ job: job.name, outcome: 'done' })
    job.span?.end({ 'motto.job': job.name })
  } catch (error) {
    jobRuns.inc({ job: job.name, outcome: 'failed' })
    job.span?.end({ 'motto.job': job.name }, true)
    log.warn({ err: error, job: job.name, id: job.id }, 'a job failed and will be tried again')
    throw error
  } finally {
    done()
  }
}
