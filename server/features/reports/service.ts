import { may } from '#contract/permissions.ts'
import { MOST_READERS, MOST_REPORTS, type NewReport, type Report, type ReportChange } from '#contract/reports.ts'
import { reportDayAfter, reportDayBefore, reportDays } from '#domain/analytics/report-days.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { HOURS, limitKey, limitTries } from '../../http/requests/limits.ts'
import { enqueue } from '../../jobs/queue.ts'
import { audit } from '../audit.ts'
import * as queries from './queries.ts'

/** What is sent next tells of the days that are over then. */
function shown(row: queries.ReportRow): Report {
  const { startDate, endDate } = reportDays(row.every, row.nextDay)
  return { ...row, firstDay: startDate, lastDay: endDate }
}

export async function list(ctx: Ctx) {
  const { timeZone } = await queries.place(ctx)
  const member = ctx.userId === null ? undefined : await queries.membership(ctx, ctx.userId)
  return {
    mailServer: ctx.services.config.mailUrl !== undefined,
    timeZone,
    me: member?.userId ?? null,
    reports: (await queries.list(ctx)).map(shown),
  }
}

/** @throws not_found */
async function find(ctx: Ctx, id: number): Promise<queries.ReportRow> {
  const [report] = await queries.list(ctx, id)
  if (!report) throw new AppError('not_found', 'This report doesn’t exist anymore.')
  return report
}

/** @throws invalid_input where somebody is no member, who would learn of sales that they may not see */
async function checkReaders(ctx: Ctx, readers: readonly number[]): Promise<void> {
  if (readers.length === 0) return
  const members = await queries.membersAmong(ctx, readers)
  if (members.length < readers.length)
    throw invalid('readers', 'Choose members of this organization. People you invited must accept first.')
}

/** What the audit log tells: never somebody's figures. */
const describe = ({ name, every, readers }: queries.ReportRow) => ({
  name,
  every,
  readers: readers.map(({ email }) => email).join(', '),
})

export const create = (ctx: Ctx, report: NewReport): Promise<Report> =>
  inTransaction(ctx, async (ctx) => {
    if ((await queries.lockAndCount(ctx)) >= MOST_REPORTS)
      throw invalid('name', `You already have ${MOST_REPORTS} reports. Delete one first.`)
    const { readers, ...fields } = report
    await checkReaders(ctx, readers)
    const { day } = await queries.place(ctx)
    const id = await queries.insert(ctx, { ...fields, nextDay: reportDayAfter(fields.every, day) })
    await queries.addReaders(ctx, id, readers)
    const made = await find(ctx, id)
    await audit(ctx, { entity: 'report', entityId: id, action: 'create', new: describe(made) })
    return shown(made)
  })

/** @throws not_found, invalid_input */
export const update = (ctx: Ctx, id: number, { add = [], remove = [], ...input }: ReportChange): Promise<Report> =>
  inTransaction(ctx, async (ctx) => {
    const before = await find(ctx, id)
    const fields = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<
      Omit<NewReport, 'readers'>
    >
    const rhythm = fields.every
    const other = rhythm !== undefined && rhythm !== before.every
    await queries.update(ctx, id, {
      ...fields,
      ...(other && { nextDay: reportDayAfter(rhythm, (await queries.place(ctx)).day) }),
    })
    await checkReaders(ctx, add)
    if (add.length > 0) await queries.addReaders(ctx, id, add)
    if (remove.length > 0) await queries.removeReaders(ctx, id, remove)
    const after = await find(ctx, id)
    if (remove.length > 0 && after.readers.length === 0) throw invalid('readers', 'Choose at least 1 person.')
    checkCount(after)
    await audit(ctx, { entity: 'report', entityId: id, action: 'update', old: describe(before), new: describe(after) })
    return shown(after)
  })

function checkCount({ readers }: queries.ReportRow): void {
  if (readers.length > MOST_READERS) throw invalid('readers', `Choose up to ${MOST_READERS} people.`)
}

/** @throws not_found */
export const remove = (ctx: Ctx, id: number) =>
  inTransaction(ctx, async (ctx) => {
    const before = await find(ctx, id)
    await queries.remove(ctx, id)
    await audit(ctx, { entity: 'report', entityId: id, action: 'delete', old: describe(before) })
    return { ok: true } as const
  })

/** The caller gets it no longer, or again after having left; for the others nothing changes. @throws not_found */
export const setLeft = (ctx: Ctx, id: number, left: boolean) =>
  inTransaction(ctx, async (ctx) => {
    const before = await find(ctx, id)
    if (ctx.userId !== null && (await queries.setLeft(ctx, id, ctx.userId, left))) {
      const after = await find(ctx, id)
      if (!left) checkCount(after)
      await audit(ctx, {
        entity: 'report',
        entityId: id,
        action: 'update',
        old: describe(before),
        new: describe(after),
      })
    }
    return { ok: true } as const
  })

/** Mails the caller the days that were over last. @throws not_found, forbidden, too_many_requests */
export async function sendToMe(ctx: Ctx, id: number): Promise<{ email: string }> {
  const report = await find(ctx, id)
  const member = ctx.userId === null ? undefined : await queries.membership(ctx, ctx.userId)
  if (!member || !may(member.roleId, 'organization:read'))
    throw new AppError('forbidden', 'Only members of this organization can get its reports.')
  await limitTries(
    ctx.services,
    [{ key: limitKey('report-mail', member.userId), max: 20, seconds: HOURS }],
    'You’ve sent yourself many reports. Wait a few minutes, then try again.',
  )
  await inTransaction(ctx, async (ctx) => {
    const { day } = await queries.place(ctx)
    const days = reportDays(report.every, reportDayBefore(report.every, day))
    const mailId = await queries.askMail(ctx, id, member.userId, days, ctx.services.clock.now())
    await enqueue(ctx, 'reports.send', { organizationId: ctx.organizationId, mailId })
  })
  return { email: member.email }
}

export const mails = (ctx: Ctx, { offset, limit }: { offset: number; limit: number }) =>
  queries.mails(ctx, offset, limit)
