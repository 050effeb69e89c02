import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { listPublishing } from '#contract/publishing.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { ago, dateTime, number, plural } from '#web/ui/format.ts'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Link, LinkButton, useNavigate } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from './publishing.module.css'
import { movesByItself, stateOf } from './words.ts'

type Run = CallReply<typeof listPublishing>['data'][number]

const limit = 25
const lookMs = 5000

/** The times that many products were listed at once, newest first. */
export function PublishingRunsPage() {
  const { offset = 0 } = useSearch({ from: '/inventory/publishing' })
  const navigate = useNavigate({ from: '/inventory/publishing' })
  return (
    <PublishingRuns offset={offset} onOffset={(next) => void navigate({ search: { offset: next || undefined } })} />
  )
}

export function PublishingRuns({ offset, onOffset }: { offset: number; onOffset: (offset: number) => void }) {
  const runs = useRead(listPublishing, { query: { offset, limit } }, { keepPrevious: true })
  const moving = runs.data?.data.some(movesByItself) ?? false
  const { refetch } = runs
  useEffect(() => {
    if (!moving) return undefined
    const timer = setInterval(() => void refetch(), lookMs)
    return () => clearInterval(timer)
  }, [moving, refetch])
  return (
    <Page
      title="Publish runs"
      crumbs={[{ label: 'Inventory', to: linkTo({ to: '/inventory' }) }]}
      count={runs.data && number(runs.data.items)}
      flush
    >
      {runs.isError && !runs.data ? (
        <ErrorState error={runs.error} retry={() => void runs.refetch()} />
      ) : (
        <DataTable
          wide
          label="Publish runs"
          columns={columns}
          rows={runs.data?.data}
          rowKey={({ id }) => id}
          stale={runs.isPlaceholderData}
          page={{
            offset,
            limit,
            items: runs.data?.items ?? 0,
            onChange: onOffset,
          }}
          empty={
            <EmptyState
              title="No publish runs yet"
              actions={<LinkButton to="/inventory">Back to Inventory</LinkButton>}
            >
              Select products in Inventory and click List. Publish runs stay here for 30 days.
            </EmptyState>
          }
        />
      )}
    </Page>
  )
}

const columns: readonly Column<Run>[] = [
  {
    key: 'what',
    header: 'What',
    phone: 'title',
    render: ({ id, products }) => (
      <Link to="/inventory/publishing/$runId" params={{ runId: String(id) }}>
        List {plural(products, 'product')}
      </Link>
    ),
  },
  { key: 'state', header: 'State', render: (run) => <StatusChip of={stateOf(run)} /> },
  {
    key: 'channels',
    header: 'Channels',
    render: ({ accounts }) =>
      accounts.length === 0 ? (
        <span className="subtle">–</span>
      ) : (
        <span className={classes.marks}>
          {accounts.map(({ integrationId, channel }) => (
            <ChannelMark key={integrationId} channel={channel} />
          ))}
        </span>
      ),
  },
  {
    key: 'failed',
    header: 'Not listed',
    render: ({ failed, failedCapped }) => (
      <span className="tabular">{failed > 0 ? `${number(failed)}${failedCapped ? '+' : ''}` : '–'}</span>
    ),
  },
  { key: 'who', header: 'Who', render: ({ userName }) => userName || <span className="subtle">–</span> },
  { key: 'when', header: 'When', render: (run) => <span title={dateTime(run.createdAt)}>{ago(run.createdAt)}</span> },
]
