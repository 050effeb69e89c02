import { useNavigate, useSearch } from '@tanstack/react-router'
import { listReportMails, type ReportMail } from '#contract/reports.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { reportMailStates } from '#domain/words/states.ts'
import { useRead } from '#web/api.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Card } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import classes from '../analytics.module.css'
import { dayOf } from './report-words.ts'

type Row = CallReply<typeof listReportMails>['data'][number]
const A_PAGE = 25

const reasonOf = ({ state, reason }: Pick<ReportMail, 'state' | 'reason'>) =>
  state === 'waiting' && reason ? `Will be tried again: ${reason}` : reason

const columns: readonly Column<Row>[] = [
  { key: 'report', header: 'Report', phone: 'title', render: ({ report }) => report },
  { key: 'days', header: 'Days', render: ({ firstDay, lastDay }) => `${dayOf(firstDay)} – ${dayOf(lastDay)}` },
  { key: 'email', header: 'To', render: ({ email }) => email },
  {
    key: 'at',
    header: 'When',
    render: ({ at, asked }) => (
      <>
        {dateTime(at)}
        {asked && <span className="subtle"> (asked for)</span>}
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    render: (mail) => (
      <>
        <StatusChip of={reportMailStates[mail.state]} />
        {mail.reason && <span className={`small subtle ${classes.reason}`}>{reasonOf(mail)}</span>}
      </>
    ),
  },
]

/** Every mail of the last 400 days, newest first. */
export function ReportMails() {
  const { offset = 0 }: { offset?: number } = useSearch({ strict: false })
  const navigate = useNavigate()
  const mails = useRead(listReportMails, { query: { offset, limit: A_PAGE } }, { keepPrevious: true })
  return (
    <Card title="What was mailed" padded={false}>
      {mails.isError && !mails.data ? (
        <ErrorState error={mails.error} retry={() => void mails.refetch()} />
      ) : (
        <DataTable
          label="What was mailed"
          columns={columns}
          rows={mails.data?.data}
          rowKey={({ id }) => id}
          stale={mails.isPlaceholderData}
          page={{
            offset,
            limit: A_PAGE,
            items: mails.data?.items ?? 0,
            onChange: (next) =>
              void navigate({ to: '/analytics/reports' as string, search: { offset: next || undefined } as object }),
          }}
          empty={<p className={`subtle ${classes.told}`}>Nothing was mailed yet.</p>}
        />
      )}
    </Card>
  )
}
