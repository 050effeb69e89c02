import type { ReportLink } from '#contract/reports.ts'
import { type Ctx, type Services, announce, jobContext } from '../../context.ts'
import { notOurs, readToken, unsubscribeToken } from '../../mail/unsubscribe.ts'
import * as queries from './queries.ts'
import { setLeft } from './service.ts'

/** Where a report is stopped by one of its people, and by their mail program. */
export const stopAddress = ({ services, organizationId }: Ctx, reportId: number, userId: number) =>
  `${services.config.publicUrl}/unsubscribe/report?token=${unsubscribeToken(services, { organizationId, userId, what: `report-${reportId}` })}`

/** Whoever holds the link acts as the person whom it was mailed to. @throws code_invalid */
function open(services: Services, token: string) {
  const { organizationId, userId, what } = readToken(services, token)
  const reportId = /^report-(\d{1,15})$/.exec(what)?.[1]
  if (!reportId) throw notOurs()
  return { ctx: { ...jobContext(services, organizationId), userId }, reportId: Number(reportId), userId }
}
type Opened = ReturnType<typeof open>

async function shown({ ctx, reportId, userId }: Opened): Promise<ReportLink> {
  const { organizationId } = ctx
  const known = await queries.readership(ctx, reportId, userId)
  if (!known) return { state: 'gone', organizationId, organization: '', report: '' }
  const { report, organization, leftAt } = known
  return { state: leftAt ? 'stopped' : 'on', organizationId, organization, report }
}

/** What a link stops, and whether that is done. */
export const readLink = (services: Services, token: string) => shown(open(services, token))

/** Stops the report that a link is about, or brings it back. Doing so twice is as good as once. */
export async function followLink(services: Services, token: string, left: boolean): Promise<ReportLink> {
  const link = open(services, token)
  if ((await shown(link)).state !== 'gone') {
    await setLeft(link.ctx, link.reportId, left)
    announce(link.ctx, ['reports'])
  }
  return shown(link)
}
