import type { Services } from '../context.ts'
import { type JobName, type Jobs, jobNames, jobSettings } from './jobs.ts'

export type Handlers = { [N in JobName]: (services: Services, payload: Jobs[N]) => Promise<void> }

/** Takes jobs from the queue until the queue stops. A handler that throws is tried again later, as its queue says. */
export async function startWorkers(services: Services, handlers: Handlers): Promise<void> {
  for (const name of jobNames) await work(services, name, handlers[name])
}

const work = <N extends JobName>(services: Services, name: N, handle: Handlers[N]) =>
  services.queue.boss.work<Jobs[N]>(
    name,
    { localConcurrency: jobSettings[name].concurrency, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
    async (jobs) => {
      for (const job of jobs) {
        try {
          await handle(services, job.data)
        } catch (error) {
          services.log.warn({ err: error, job: name, id: job.id }, 'a job failed and will be tried again')
          throw error
        }
      }
    },
  )
