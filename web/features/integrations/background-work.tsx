import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listJobs, retryJob } from '#contract/jobs.ts'
import { useRead, useWrite } from '#web/api.ts'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { ago, dateTime } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { jobStates } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import classes from './integrations.module.css'

type Job = CallReply<typeof listJobs>['data'][number]

const limit = 10
const shown = ['failed', 'waiting', 'running', 'done'] as const satisfies readonly Job['state'][]
const none = {
  failed: 'No failed tasks.',
  waiting: 'No queued tasks.',
  running: 'No running tasks.',
  done: 'No recent tasks.',
} as const
const names: Record<string, string> = {
  'sync.push': 'Update listings',
  'orders.pull': 'Import orders',
  'orders.reread': 'Re-check a day’s orders',
  'integrations.check': 'Check connection',
  'integrations.certify': 'Check connection with a test product',
  'sync.reconcile': 'Check channel quantities',
  'products.judge': 'Check products',
  'mail.send': 'Send email',
}

const columns = (manager: boolean): readonly Column<Job>[] => [
  {
    key: 'name',
    header: 'Task',
    phone: 'title',
    render: (job) => (
      <>
        {names[job.name] ?? job.name}
        {job.subject && <span className="subtle"> {job.subject}</span>}
        {job.called && <span className="subtle"> after a channel notification</span>}
      </>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    render: (job) => <StatusChip of={jobStates[job.state]} />,
  },
  { key: 'why', header: 'Reason', phone: 'wide', render: (job) => job.error || <span className="subtle">–</span> },
  { key: 'tries', header: 'Attempts', align: 'right', render: (job) => job.attempts },
  { key: 'next', header: 'When', render: (job) => <When job={job} /> },
  {
    key: 'retry',
    header: <span className="sr-only">Actions</span>,
    align: 'right',
    render: (job) =>
      manager && (job.state === 'failed' || job.repeatable) ? <Retry id={job.id} done={job.repeatable} /> : null,
  },
]

function When({ job }: { job: Job }) {
  const at = job.finishedAt ?? job.nextTryAt ?? job.startedAt ?? job.createdAt
  return (
    <span className="muted" title={dateTime(at)}>
      {job.state === 'waiting' && job.nextTryAt ? `next attempt ${dateTime(job.nextTryAt)}` : ago(at)}
    </span>
  )
}

/** What is done is looked at once more, as after a call of the channel that came again. */
function Retry({ id, done }: { id: string; done: boolean }) {
  const retry = useWrite(retryJob, { onSuccess: () => toast.info(done ? 'Checking again.' : 'Trying again.') })
  return (
    <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate({ params: { id } })}>
      {done ? 'Check again' : 'Try again'}
    </Button>
  )
}

/** What runs without anybody pressing a button: what waits, runs, failed, and why. */
export function BackgroundWork({
  channel,
  integrationId,
  manager,
}: {
  channel: ChannelId
  integrationId: number
  manager: boolean
}) {
  const [state, setState] = useState<Job['state']>('failed')
  const [offset, setOffset] = useState(0)
  const jobs = useRead(listJobs, { query: { channel, integrationId, state, offset, limit } }, { keepPrevious: true })
  return (
    <Card
      title="Background tasks"
      padded={false}
      actions={
        <Segments
          aria-label="Task status"
          value={state}
          onChange={(value) => {
            setState(value)
            setOffset(0)
          }}
          data={shown.map((value) => ({ value, label: jobStates[value].label }))}
        />
      }
    >
      {jobs.isError && !jobs.data ? (
        <ErrorState error={jobs.error} retry={() => void jobs.refetch()} />
      ) : (
        <DataTable
          label="Background tasks"
          columns={columns(manager)}
          rows={jobs.data?.data}
          rowKey={(job) => job.id}
          stale={jobs.isPlaceholderData}
          empty={<p className={classes.none}>{none[state]}</p>}
          page={{
            offset,
            limit,
            items: jobs.data?.items ?? 0,
            itemsCapped: jobs.data?.itemsCapped,
            onChange: setOffset,
          }}
        />
      )}
    </Card>
  )
}
