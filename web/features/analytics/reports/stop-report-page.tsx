import type { CallReply } from '#contract/endpoint.ts'
import type { readReportLink as readEndpoint } from '#contract/reports.ts'
import { call } from '#web/call.ts'
import { readReportLink, resumeReport, stopReport } from '#web/outside/endpoints.ts'
import { StopMails } from '#web/outside/stop-mails.tsx'

type Link = CallReply<typeof readEndpoint>

function show({ state, organization, report }: Link, token: string) {
  if (state === 'gone')
    return {
      title: 'You’re not subscribed',
      words: 'You no longer get this report: it was deleted, or you were removed from it.',
    }
  return state === 'stopped'
    ? {
        title: 'You’re unsubscribed',
        words: `You won’t get “${report}” from ${organization} anymore. Other recipients still do and can see that you unsubscribed.`,
        press: { label: 'Resubscribe', isUndo: true, run: () => call(resumeReport, { query: { token } }) },
      }
    : {
        title: 'Unsubscribe from this report?',
        words: `${organization} emails you the report “${report}”.`,
        press: { label: 'Unsubscribe', run: () => call(stopReport, { query: { token } }) },
      }
}

/** Where the link at the end of a mailed report leads. */
export const StopReportPage = () => (
  <StopMails read={(token) => call(readReportLink, { query: { token } })} show={show}>
    {(report) => (
      <a href={`/analytics/reports${report ? `?organization=${report.organizationId}` : ''}`}>View all email reports</a>
    )}
  </StopMails>
)
