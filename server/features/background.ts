import type { Services } from '../context.ts'
import { type Handlers, startWorkers } from '../jobs/worker.ts'
import { sendMailJob } from './accounts/jobs.ts'
import { checkIntegrationJob } from './integrations/jobs.ts'
import { pullOrdersJob } from './orders/jobs.ts'
import { judgeProductsJob } from './products/jobs.ts'
import { requeueSupport, sendSupportJob } from './support/jobs.ts'
import { pushJob } from './sync/jobs.ts'
import { startTicker } from './sync/ticker.ts'

const handlers: Handlers = {
  'sync.push': pushJob,
  'orders.pull': pullOrdersJob,
  'integrations.check': checkIntegrationJob,
  'products.judge': judgeProductsJob,
  'mail.send': sendMailJob,
  'support.send': sendSupportJob,
}

/** Takes jobs and finds work whose time has come. @returns how to stop: what runs is finished or handed back */
export async function startBackground(services: Services): Promise<{ stop(): Promise<void> }> {
  await startWorkers(services, handlers)
  await requeueSupport(services)
  const ticker = startTicker(services)
  return { stop: async () => ticker.stop() }
}
