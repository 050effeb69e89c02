import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { deleteReport, leaveReport, listReports, rejoinReport, sendReport } from '#contract/reports.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { date } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card, Page } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link, LinkButton } from '#web/ui/link.tsx'
import classes from '../analytics.module.css'
import { OfOrganization } from '../of-organization.tsx'
import { EditReport } from './report-form.tsx'
import { ReportMails } from './report-mails.tsx'
import { dayOf, narrowedBy, rhythms, searchOf } from './report-words.ts'

export { NewReport } from './report-form.tsx'

type Reports = CallReply<typeof listReports>
type Row = Reports['reports'][number]

/** What is mailed by itself, to whom, and what became of it. */
export function ReportsPage() {
  const { organization }: { organization?: number } = useSearch({ strict: false })
  return (
    <OfOrganization organization={organization}>
      <ReportsHere />
    </OfOrganization>
  )
}

function ReportsHere() {
  const reports = useRead(listReports)
  const { data } = reports
  // Here, not in its row: somebody else may delete the report while it is changed.
  const [editing, setEditing] = useState<Row>()
  return (
    <Page title="Email reports" crumbs={[{ label: 'Analytics', to: linkTo({ to: '/analytics' }) }]}>
      {data ? (
        <div className="stack">
          {!data.mailServer && (
            <Callout tone="warning">
              Motto can’t send email yet. Reports are saved to the “outbox” folder until your administrator sets{' '}
              <code>MAIL_URL</code>.
            </Callout>
          )}
          <Card title="Reports" padded={false}>
            {data.reports.length === 0 ? (
              <EmptyState
                title="No email reports yet."
                drawing={false}
                actions={<LinkButton to="/analytics">Open Analytics</LinkButton>}
              >
                Set filters in Analytics, then choose “Email as report”.
              </EmptyState>
            ) : (
              <ul className={`${classes.saved} ${classes.reports}`} aria-label="Reports">
                {data.reports.map((report) => (
                  <ReportRow key={report.id} report={report} of={data} onChange={() => setEditing(report)} />
                ))}
              </ul>
            )}
          </Card>
          <ReportMails />
          {editing && (
            <EditReport
              report={editing}
              isGone={!data.reports.some(({ id }) => id === editing.id)}
              onClose={() => setEditing(undefined)}
            />
          )}
        </div>
      ) : reports.isError ? (
        <ErrorState error={reports.error} retry={() => void reports.refetch()} />
      ) : (
        <TableSkeleton rows={8} label="Loading reports" />
      )}
    </Page>
  )
}

function ReportRow({ report, of, onChange }: { report: Row; of: Reports; onChange: () => void }) {
  const { id, name, every, readers, left, filter } = report
  const mayWrite = useMay('reports:write')
  const params = { params: { id } }
  const send = useWrite(sendReport, {
    onSuccess: ({ email }) =>
      toast.success(`Report sent to ${email}.`, { detail: 'It covers the last complete period.' }),
  })
  const rejoin = useWrite(rejoinReport, { onSuccess: () => toast.success('You’re subscribed again.') })
  const leave = useWrite(leaveReport, {
    onSuccess: () => toast.undo('You’re unsubscribed.', () => rejoin.mutate(params)),
  })
  const remove = useWrite(deleteReport, { onSuccess: () => toast.success('Report deleted.') })
  const askRemove = async () => {
    const yes = await confirm({
      title: `Delete “${name}”?`,
      body: 'It won’t be sent anymore, and its history is deleted.',
      confirm: 'Delete report',
      danger: true,
    })
    if (yes) remove.mutate(params)
  }
  return (
    <li>
      <span className="grow">
        <b>{name}</b>
        <small className="subtle">
          {rhythms[every].label}, {rhythms[every].when} ({of.timeZone}). Next on {dayOf(report.nextDay)}, of{' '}
          {dayOf(report.firstDay)} to {dayOf(report.lastDay)}.
        </small>
        <small className="subtle">
          {readers.length > 0
            ? `To ${readers.map(({ email }) => email).join(', ')}`
            : 'No recipients: everyone unsubscribed.'}
        </small>
        {left.length > 0 && (
          <small className="subtle">
            Unsubscribed: {left.map(({ email, at }) => `${email} (${date(at)})`).join(', ')}
          </small>
        )}
        <small className="subtle">
          <Link to="/analytics" search={searchOf(filter, report)}>
            {narrowedBy(filter)}
          </Link>
        </small>
      </span>
      <span className={classes.buttons}>
        {of.me !== null && (
          <Button
            size="xs"
            loading={send.isPending}
            onClick={() => send.mutate(params)}
            aria-label={`Send me a copy now: ${name}`}
          >
            Send me a copy now
          </Button>
        )}
        {readers.some((reader) => reader.id === of.me) && (
          <Button
            size="xs"
            variant="default"
            loading={leave.isPending}
            onClick={() => leave.mutate(params)}
            aria-label={`Unsubscribe from ${name}`}
          >
            Unsubscribe
          </Button>
        )}
        {left.some((reader) => reader.id === of.me) && (
          <Button
            size="xs"
            variant="default"
            loading={rejoin.isPending}
            onClick={() => rejoin.mutate(params)}
            aria-label={`Resubscribe to ${name}`}
          >
            Resubscribe
          </Button>
        )}
        {mayWrite && (
          <>
            <Button size="xs" variant="default" onClick={onChange} aria-label={`Change ${name}`}>
              Change
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={remove.isPending}
              onClick={() => void askRemove()}
              aria-label={`Delete ${name}`}
            >
              Delete
            </Button>
          </>
        )}
      </span>
    </li>
  )
}
