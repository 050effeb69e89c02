import type { Services } from '../context.ts'
import { type Handlers, startWorkers } from '../jobs/worker.ts'
import { sendMailJob } from './accounts/jobs.ts'
import { linkJob, readJob, unlinkJob } from './adopting/jobs.ts'
import { startFolding } from './analytics/days/fold.ts'
import { startKeepingDays } from './analytics/days/keep-days.ts'
import { countRatesJob } from './analytics/rates/apply-rates.ts'
import { startCountingListings } from './analytics/days/count-listings.ts'
import { purgeChangesJob } from './changes/jobs.ts'
import { runChanges } from './changes/run.ts'
import { applyImportJob, planImportJob, purgeImportsJob, readImportJob, startSweeping } from './imports/jobs.ts'
import { certifyJob } from './integrations/checking/job.ts'
import { checkIntegrationJob } from './integrations/jobs.ts'
import { countFiguresJob } from './organizations/jobs.ts'
import { fillJob, startFilling } from './organizations/upgrade.ts'
import { sendNotificationsJob, startNotificationSweep } from './notifications/jobs.ts'
import { priceJob } from './listings/pricing/jobs.ts'
import { remapJob } from './listings/remap.ts'
import { oweJob } from './outbox/jobs.ts'
import { purgePublishingJob } from './publishing/forget.ts'
import { publishingJob } from './publishing/jobs.ts'
import { readRequirementsJob } from './requirements/jobs.ts'
import { eraseBuyersJob, startForgetting } from './orders/erase.ts'
import { pullOrdersJob } from './orders/jobs.ts'
import { rereadOrdersJob } from './orders/intake/reread.ts'
import { refundJob } from './orders/refunds/told.ts'
import { sendShadowedJob } from './orders/shipping/shadowed.ts'
import { promiseWaitingJob } from './orders/intake/promises.ts'
import { slipsJob, startForgettingSlips } from './orders/slips/jobs.ts'
import { judgeProductsJob } from './products/jobs.ts'
import { copyPicturesJob } from './products/images/jobs.ts'
import { dueReportsJob, sendReportJob, startReportSweep } from './reports/jobs.ts'
import { requeueSupport, sendSupportJob } from './support/jobs.ts'
import { pushJob } from './sync/jobs.ts'
import { lookJob, readNextJob, reconcileJob } from './sync/reconciling/reconcile.ts'
import { startTicker } from './sync/ticker.ts'
import { startWebhooks } from './webhooks/jobs.ts'

const handlers: Handlers = {
  'sync.push': pushJob,
  'sync.reconcile': (services, job) => reconcileJob(services, job),
  'sync.readNext': (services, job) => readNextJob(services, job),
  'sync.look': lookJob,
  'outbox.owe': oweJob,
  'figures.count': countFiguresJob,
  'figures.rates': countRatesJob,
  'upgrade.fill': (services) => fillJob(services),
  'listings.remap': remapJob,
  'listings.price': priceJob,
  'publishing.run': publishingJob,
  'publishing.purge': purgePublishingJob,
  'orders.pull': pullOrdersJob,
  'orders.reread': (services, job) => rereadOrdersJob(services, job),
  'orders.shadowed': (services, job) => sendShadowedJob(services, job),
  'orders.promise': promiseWaitingJob,
  'orders.refund': (services, job) => refundJob(services, job),
  'orders.slips': slipsJob,
  'orders.erase': eraseBuyersJob,
  'adopting.read': (services, job) => readJob(services, job),
  'adopting.link': (services, job) => linkJob(services, job),
  'adopting.unlink': unlinkJob,
  'requirements.read': readRequirementsJob,
  'integrations.check': checkIntegrationJob,
  'integrations.certify': (services, job) => certifyJob(services, job),
  'products.judge': judgeProductsJob,
  'products.pictures': copyPicturesJob,
  'changes.run': runChanges,
  'changes.purge': purgeChangesJob,
  'mail.send': sendMailJob,
  'notifications.send': sendNotificationsJob,
  'reports.due': dueReportsJob,
  'reports.send': sendReportJob,
  'support.send': sendSupportJob,
  'imports.read': readImportJob,
  'imports.plan': planImportJob,
  'imports.apply': applyImportJob,
  'imports.purge': purgeImportsJob,
}

/** Takes jobs and finds work whose time has come. @returns how to stop: what runs is finished or handed back */
export async function startBackground(services: Services): Promise<{ stop(): Promise<void> }> {
  await startWorkers(services, handlers)
  await requeueSupport(services)
  await startFilling(services)
  const ticker = startTicker(services)
  const sweeping = startSweeping(services)
  const forgetting = startForgetting(services)
  const forgettingSlips = startForgettingSlips(services)
  const notifying = startNotificationSweep(services)
  const reporting = startReportSweep(services)
  const folding = startFolding(services)
  const webhooks = startWebhooks(services)
  const keepingDays = startKeepingDays(services)
  const countingListings = startCountingListings(services)
  return {
    stop: async () => {
      sweeping.stop()
      forgetting.stop()
      forgettingSlips.stop()
      notifying.stop()
      reporting.stop()
      folding.stop()
      keepingDays.stop()
      countingListings.stop()
      await webhooks.stop()
      await ticker.stop()
    },
  }
}
