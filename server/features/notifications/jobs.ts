import { kindNeeds, type NotificationKind } from '#contract/notifications.ts'
import { may } from '#contract/permissions.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { queueMail } from '../../mail/queue.ts'
import * as queries from './queries.ts'
import { mailOf } from './service.ts'

/** News of one kind waits this long for more of it, and all of it is one mail. */
export const GATHER_MS = 3 * 60_000
const SWEEP_MS = 15_000
const HOUR_MS = 3_600_000
const KEPT_MS = 30 * 24 * HOUR_MS
/** Rows deleted in one statement. */
const FORGOTTEN = 2000

const gathered = (services: Services) => new Date(services.clock.now().getTime() - GATHER_MS)

/** Tells an organization's open pages that there is news, and mails what was gathered. */
export async function sendNotificationsJob(
  services: Services,
  { organizationId }: { organizationId: number },
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  announce(ctx, ['notifications'])
  for (const { userId, kind } of await queries.due(ctx, gathered(services)))
    await inTransaction(ctx, (ctx) => mailOwed(ctx, userId, kind))
}

/** What is owed is taken in the transaction that queues the mail: a process that dies in between owes it still, and two never both queue it. */
async function mailOwed(ctx: Ctx, userId: number, kind: NotificationKind): Promise<void> {
  const owed = await queries.takeOwed(ctx, userId, kind)
  const member = await queries.membership(ctx, userId)
  if (owed.length === 0 || !member || !may(member.roleId, kindNeeds[kind])) return
  // Switched off while it was gathered.
  if (!(await queries.settingsOf(ctx, userId)).some((setting) => setting.kind === kind && setting.mailSince)) return
  const news = await queries.newest(
    ctx,
    owed.map((notification) => notification.notificationId),
  )
  if (news.length > 0)
    await queueMail(ctx.services, ctx.db, member.email, mailOf(ctx, member, kind, news), ctx.organizationId)
}

/** Of all organizations: has mails sent whose time has come. */
export async function sweepNotifications(services: Services): Promise<void> {
  const due = await queries.organizationsWithDue(services.database.system, gathered(services))
  for (const { organizationId } of due)
    await enqueue(
      jobContext(services, organizationId),
      'notifications.send',
      { organizationId },
      { key: String(organizationId) },
    )
}

/** Forgets what happened long ago. */
export async function forgetNotifications(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - KEPT_MS)
  while ((await queries.forget(services.database.system, before, FORGOTTEN)) === FORGOTTEN) {
    /* until nothing is left */
  }
}

/** Looks for mails whose time has come while a worker runs, and hourly for what is to be forgotten. */
export function startNotificationSweep(services: Services): { stop(): void } {
  const every = (ms: number, sweep: (services: Services) => Promise<void>) =>
    setInterval(
      () =>
        void sweep(services).catch((error: unknown) =>
          services.log.warn({ err: error }, 'notification cleanup failed'),
        ),
      ms,
    )
  const timers = [every(SWEEP_MS, sweepNotifications), every(HOUR_MS, forgetNotifications)]
  return { stop: () => timers.forEach(clearInterval) }
}
