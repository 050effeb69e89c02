import { may } from '#contract/permissions.ts'
import { reportDayAfter, reportDayBefore, reportDays } from '#domain/analytics/report-days.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { sendMail } from '../../mail/send.ts'
import { reportMail } from '../../mail/templates.ts'
import { reportFiles } from './contents.ts'
import * as queries from './queries.ts'
import { stopAddress } from './unsubscribe.ts'

const SWEEP_MS = 30_000
const HOUR_MS = 3_600_000
const KEPT_MS = 400 * 24 * HOUR_MS
/** Rows deleted in one statement. */
const FORGOTTEN = 2000
/** A mail server that refuses for now is asked so often, for some hours. */
const MOST_TRIES = 8

/** Notes who is to be mailed what, each report in a transaction of its own, with the jobs that mail it. */
export async function dueReportsJob(services: Services, { organizationId }: { organizationId: number }): Promise<void> {
  const ctx = jobContext(services, organizationId)
  while (await inTransaction(ctx, noteNext)) announce(ctx, ['reports'])
}

/** @returns whether there was one. Where Motto was off for weeks, the days that were over last are told, and no others. */
async function noteNext(ctx: Ctx): Promise<boolean> {
  const now = ctx.services.clock.now()
  const report = await queries.takeDue(ctx, now)
  if (!report) return false
  const { day } = await queries.place(ctx)
  const sent = reportDayBefore(report.every, day)
  for (const mailId of await queries.oweMails(ctx, report.id, reportDays(report.every, sent), now))
    await enqueue(ctx, 'reports.send', { organizationId: ctx.organizationId, mailId })
  await queries.update(ctx, report.id, { nextDay: reportDayAfter(report.every, sent) })
  return true
}

/** Mails one report to one person, once: what may have arrived is not sent again. */
export async function sendReportJob(
  services: Services,
  { organizationId, mailId }: { organizationId: number; mailId: number },
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  try {
    await sendOne(ctx, mailId)
  } finally {
    announce(ctx, ['reports'])
  }
}

async function sendOne(ctx: Ctx, mailId: number): Promise<void> {
  const mail = await queries.findMail(ctx, mailId)
  if (mail?.state === 'sending')
    return void (await queries.moveMail(ctx, mailId, 'sending', 'failed', {
      reason: 'Motto stopped while sending this. It may have arrived, so Motto won’t send it again.',
    }))
  if (mail?.state !== 'waiting') return
  const member = await queries.membership(ctx, mail.userId)
  const [report] = await queries.list(ctx, mail.reportId)
  if (!report || !member || !may(member.roleId, 'organization:read'))
    return void (await queries.moveMail(ctx, mailId, 'waiting', 'failed', {
      reason: 'This person no longer has access.',
    }))
  if (!mail.asked && !isReader(report, mail))
    return void (await queries.moveMail(ctx, mailId, 'waiting', 'failed', {
      reason: 'This person unsubscribed.',
    }))
  try {
    await deliver(ctx, mail, report, member.email)
  } catch (error) {
    await noteFailure(ctx, mail, error)
  }
}

const isReader = ({ readers }: queries.ReportRow, { userId }: queries.MailRow) =>
  readers.some(({ id }) => id === userId)

/** Everything that can fail by itself is done before the mail is taken: what stops in between is then rarely in doubt. */
async function deliver(ctx: Ctx, mail: queries.MailRow, report: queries.ReportRow, to: string): Promise<void> {
  const { config, clock } = ctx.services
  const days = { startDate: mail.firstDay, endDate: mail.lastDay }
  const { name: organization, timeZone } = await queries.place(ctx)
  const made = await reportFiles(ctx, { name: report.name, organization, timeZone, filter: report.filter }, days)
  const outgoing = {
    ...reportMail({
      organization,
      name: report.name,
      lines: [...made.report.lines.slice(1), ...made.report.notes],
      address: made.address,
      settings: `${config.publicUrl}/analytics/reports?organization=${ctx.organizationId}`,
      every: report.every,
      unsubscribe: isReader(report, mail) ? stopAddress(ctx, report.id, mail.userId) : undefined,
    }),
    id: `report-${ctx.organizationId}-${mail.id}`,
    attachments: made.attachments,
  }
  if (!(await queries.moveMail(ctx, mail.id, 'waiting', 'sending', { tried: true }))) return
  await sendMail({ config, clock }, to, outgoing)
  await queries.moveMail(ctx, mail.id, 'sending', config.mailUrl ? 'sent' : 'written')
}

/** What went wrong, as the mail server or the network says it. */
interface MailError {
  message?: string
  code?: string
  responseCode?: number
  syscall?: string
}
/** Nothing of the mail was taken: no connection came about, or the mail server said no. */
const isUnsent = ({ responseCode, syscall, code, message = '' }: MailError) =>
  responseCode !== undefined ||
  syscall === 'connect' ||
  ['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE'].includes(code ?? '') ||
  /^(?:Connection timeout|Greeting never received|connect )/.test(message)

/** @throws what may go better next time */
async function noteFailure(ctx: Ctx, { id, tries }: queries.MailRow, error: unknown): Promise<void> {
  const failure = error as MailError
  const reason = (failure.message ?? 'The email couldn’t be sent.').slice(0, 500)
  const wasTaken = (await queries.findMail(ctx, id))?.state === 'sending'
  const from = wasTaken ? 'sending' : 'waiting'
  if (wasTaken && ctx.services.config.mailUrl && !isUnsent(failure))
    return void (await queries.moveMail(ctx, id, from, 'failed', {
      reason: `${reason}. It may have arrived, so Motto won’t send it again.`,
    }))
  const isFinal = (failure.responseCode ?? 0) >= 500 || tries + 1 >= MOST_TRIES
  await queries.moveMail(ctx, id, from, isFinal ? 'failed' : 'waiting', { reason, tried: !wasTaken })
  if (!isFinal) throw error
}

/** Of all organizations: has reports noted whose morning has come. */
export async function sweepReports(services: Services): Promise<void> {
  const due = await queries.organizationsWithDue(services.database.system, services.clock.now())
  for (const { organizationId } of due)
    await enqueue(
      jobContext(services, organizationId),
      'reports.due',
      { organizationId },
      { key: String(organizationId) },
    )
}

/** Forgets what was mailed long ago. */
export async function forgetReportMails(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - KEPT_MS)
  while ((await queries.forget(services.database.system, before, FORGOTTEN)) === FORGOTTEN) {
    /* until nothing is left */
  }
}

/** Looks for reports whose morning has come while a worker runs, and hourly for what is to be forgotten. */
export function startReportSweep(services: Services): { stop(): void } {
  const every = (ms: number, sweep: (services: Services) => Promise<void>) =>
    setInterval(
      () => void sweep(services).catch((error: unknown) => services.log.warn({ err: error }, 'report cleanup failed')),
      ms,
    )
  const timers = [every(SWEEP_MS, sweepReports), every(HOUR_MS, forgetReportMails)]
  return { stop: () => timers.forEach(clearInterval) }
}
