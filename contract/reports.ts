import { z } from 'zod'
import { MEGABYTE, endpoint } from './endpoint.ts'
import { AttributeFilter } from './products/filter.ts'
import { Id, IdParam, MailToken, Ok, pageOf, pageQuery, Time } from './shapes.ts'

/** How many reports an organization has, and how many people one of them goes to. */
export const MOST_REPORTS = 50
export const MOST_READERS = 50

export const reportRhythms = ['week', 'month'] as const
export type ReportRhythm = (typeof reportRhythms)[number]

const some = (most: number) => z.array(z.string().min(1).max(most)).max(1000)
/** What a report counts: a query of the analytics page without its days, which each report has of its own. */
export const ReportFilter = z.object({
  channels: some(40),
  templateNames: some(200),
  skus: some(200),
  attributes: z.array(AttributeFilter.extend({ action: z.enum(['in', 'not in']) })).max(50),
  /** The filters of products narrow the SKUs alone, as Search on the page leaves them. */
  only: z.literal('skus').optional(),
})
export type ReportFilter = z.output<typeof ReportFilter>

const fields = z.object({
  name: z.string().trim().min(1, 'Give the report a name.').max(200),
  every: z.enum(reportRhythms),
  filter: ReportFilter,
})
/** Members, by their user's id. */
const people = z.array(Id).max(MOST_READERS, `Choose up to ${MOST_READERS} people.`)
const NewReport = fields.extend({
  readers: people.min(1, 'Choose at least 1 person.').transform((ids) => [...new Set(ids)]),
})
export type NewReport = z.output<typeof NewReport>
/** Only what was changed: of two who change a report, neither takes back what the other did, nor brings back who left meanwhile. */
const ReportChange = fields
  .partial()
  .extend({ add: people.optional(), remove: people.optional() })
  // `readers`, which a new report takes, would be dropped without a word.
  .strict()
export type ReportChange = z.output<typeof ReportChange>

const Reader = z.object({ id: Id, name: z.string(), email: z.string() })
export const Report = z.object({
  id: Id,
  name: z.string(),
  every: z.enum(reportRhythms),
  filter: ReportFilter,
  readers: z.array(Reader),
  /** Who left it by themselves, and may come back. */
  left: z.array(Reader.extend({ at: Time })),
  /** The day on whose morning it goes out next, where the organization is; the days that it will tell of. */
  nextDay: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
})
export type Report = z.output<typeof Report>

export const listReports = endpoint({
  method: 'GET',
  path: '/reports',
  summary: 'List email reports',
  needs: 'organization:read',
  reply: z.object({
    /** False where mails are only written into a folder of the installation. */
    mailServer: z.boolean(),
    timeZone: z.string(),
    /** The caller, who can be sent one; null for a Super Admin who only looks in. */
    me: Id.nullable(),
    reports: z.array(Report),
  }),
})
export const createReport = endpoint({
  method: 'POST',
  path: '/reports',
  summary: 'Create an email report',
  needs: 'reports:write',
  bodyBytes: MEGABYTE,
  body: NewReport,
  reply: Report,
  errors: ['invalid_input'],
  changes: ['reports'],
})
export const updateReport = endpoint({
  method: 'PATCH',
  path: '/reports/{id}',
  summary: 'Change an email report',
  needs: 'reports:write',
  bodyBytes: MEGABYTE,
  params: z.object({ id: IdParam }),
  body: ReportChange,
  reply: Report,
  errors: ['not_found', 'invalid_input'],
  changes: ['reports'],
})
export const deleteReport = endpoint({
  method: 'DELETE',
  path: '/reports/{id}',
  summary: 'Delete an email report and its delivery history',
  needs: 'reports:write',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['reports'],
})
/** Of the days that were over last; to the caller alone, whether or not they get it otherwise. */
export const sendReport = endpoint({
  method: 'POST',
  path: '/reports/{id}/send',
  summary: 'Send yourself an email report now',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: z.object({ email: z.string() }),
  errors: ['not_found', 'forbidden', 'too_many_requests'],
  changes: ['reports'],
})
export const leaveReport = endpoint({
  method: 'POST',
  path: '/reports/{id}/leave',
  summary: 'Unsubscribe from an email report',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['reports'],
})

export const rejoinReport = endpoint({
  method: 'POST',
  path: '/reports/{id}/rejoin',
  summary: 'Resubscribe to an email report',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found', 'invalid_input'],
  changes: ['reports'],
})

export const ReportLink = z.object({
  /** `gone`: the report was deleted, or this person is none of its people any more. */
  state: z.enum(['on', 'stopped', 'gone']),
  organizationId: Id,
  organization: z.string(),
  report: z.string(),
})
export type ReportLink = z.output<typeof ReportLink>
export const readReportLink = endpoint({
  method: 'GET',
  path: '/reports/unsubscribe',
  summary: 'Get what a report’s unsubscribe link stops',
  needs: 'public',
  query: MailToken,
  reply: ReportLink,
  errors: ['code_invalid'],
})
export const stopReport = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/reports/unsubscribe',
  summary: 'Unsubscribe from a report by email link (RFC 8058)',
  needs: 'public',
  query: MailToken,
  reply: ReportLink,
  errors: ['code_invalid'],
  oneClick: '/unsubscribe/report',
})
export const resumeReport = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/reports/resubscribe',
  summary: 'Resubscribe to a report by email link',
  needs: 'public',
  query: MailToken,
  reply: ReportLink,
  errors: ['code_invalid', 'invalid_input'],
})

export const reportMailStates = ['waiting', 'sending', 'sent', 'written', 'failed'] as const
export type ReportMailState = (typeof reportMailStates)[number]
export const ReportMail = z.object({
  id: Id,
  reportId: Id,
  report: z.string(),
  email: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  /** Sent because somebody pressed "Send me a copy now". */
  asked: z.boolean(),
  /** `written`: into a folder of the installation, which has no mail server. */
  state: z.enum(reportMailStates),
  /** Why it failed, or why the last try did. */
  reason: z.string(),
  at: Time,
})
export type ReportMail = z.output<typeof ReportMail>
export const listReportMails = endpoint({
  method: 'GET',
  path: '/reports/mails',
  summary: 'List a report’s deliveries, newest first',
  needs: 'organization:read',
  query: z.object(pageQuery),
  reply: pageOf(ReportMail),
})
