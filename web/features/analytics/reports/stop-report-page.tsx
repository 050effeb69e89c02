import type { CallReply } from '#contract/endpoint.ts'
import type { readReportLink as readEndpoint } from '#contract/reports.ts'
import { call } from '#web/call.ts'
import { readReportLink, resumeReport, stopReport } from '#web/outside/endpoints.ts'
import { StopMails } from '#web/outside/stop-mails.tsx'

type Link = CallReply<typeof readEndpoint>

function show({ state, organization, report }: Link, token: string) {
  if (state === 'gone')
    return {
      title: 'Nothing to stop',
      words: 'This report is not mailed to you any more: it was deleted, or you are none of its people now.',
    }
  return state === 'stopped'
    ? {
        title: 'Report stopped',
        words: `${organization} no longer mails you the report “${report}”. Others who get it still do, and can see that you left.`,
        press: { label: 'Send it again', isUndo: true, run: () => call(resumeReport, { query: { token } }) },
      }
    : {
        title: 'Stop this report?',
        words: `${organization} mails you the report “${report}”.`,
        press: { label: 'Stop this report', run: () => call(stopReport, { query: { token } }) },
      }
}

/** Where the link at the end of a mailed report leads. */
export const StopReportPage = () => (
  <StopMails read={(token) => call(readReportLink, { query: { token } })} show={show}>
    {(report) => (
      <a href={`/analytics/reports${report ? `?organization=${report.organizationId}` : ''}`}>
        See all reports by mail
      </a>
    )}
  </StopMails>
)
