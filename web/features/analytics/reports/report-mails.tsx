import { useSearch } from '@tanstack/react-router'
import type { CallReply } from '#contract/endpoint.ts'
import { listReportMails, type ReportMail } from '#contract/reports.ts'
import { reportMailStates } from '#domain/words/states.ts'
import { useRead } from '#web/api.ts'
import { dateTime } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/tables/pager.tsx'
import classes from '../analytics.module.css'
import { dayOf } from './report-words.ts'

type Row = CallReply<typeof listReportMails>['data'][number]
const A_PAGE = 25

const reasonOf = ({ state, reason }: Pick<ReportMail, 'state' | 'reason'>) =>
  state === 'waiting' && reason ? `Retrying: ${reason}` : reason

function MailRow({ mail }: { mail: Row }) {
  const { report, firstDay, lastDay, email, at, asked, state, reason } = mail
  return (
    <li>
      <span className="grow">
        <b>{report}</b>
        <small className="subtle">
          {dayOf(firstDay)} – {dayOf(lastDay)}, to {email}, {dateTime(at)}
          {asked && ' (sent on request)'}
        </small>
        {reason && <small className={classes.reason}>{reasonOf(mail)}</small>}
      </span>
      <StatusChip of={reportMailStates[state]} />
    </li>
  )
}

/** Every mail of the last 400 days, newest first. */
export function ReportMails() {
  const { offset = 0 }: { offset?: number } = useSearch({ strict: false })
  const navigate = useNavigate()
  const mails = useRead(listReportMails, { query: { offset, limit: A_PAGE } }, { keepPrevious: true })
  const items = mails.data?.items ?? 0
  const turn = (next: number) => void navigate({ to: '/analytics/reports', search: { offset: next || undefined } })
  return (
    <Card title="Sent emails" padded={false}>
      {!mails.data ? (
        mails.isError ? (
          <ErrorState error={mails.error} retry={() => void mails.refetch()} />
        ) : (
          <TableSkeleton rows={4} label="Loading sent emails" />
        )
      ) : items === 0 ? (
        <p className={`subtle ${classes.told}`}>No emails sent yet.</p>
      ) : (
        <>
          <ul
            className={`${classes.saved} ${classes.reports}`}
            aria-label="Sent emails"
            aria-busy={mails.isPlaceholderData}
          >
            {mails.data.data.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
          {items > A_PAGE && (
            <div className={classes.told}>
              <Pager label="Sent emails: pagination" offset={offset} limit={A_PAGE} items={items} onChange={turn} />
            </div>
          )}
        </>
      )}
    </Card>
  )
}
