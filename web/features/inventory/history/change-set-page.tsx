import { useSearch } from '@tanstack/react-router'
import { getChangeSet, listChangeItems } from '#contract/changes/changes.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { linkTo, toHistory } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { Change, reasonsOf } from '#web/form/change-sets/preview-of.tsx'
import type { ChangeSet } from '#web/form/change-sets/watch.ts'
import { date, dateTime, number } from '#web/ui/format.ts'
import { Count } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { JobProgress } from '#web/ui/layout/job-progress.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { Actions, State } from './change-set-parts.tsx'
import { countsOf, isRunning } from './change-state.ts'
import classes from './history.module.css'

type Item = CallReply<typeof listChangeItems>['data'][number]

const limit = 50
const crumbs = [
  { label: 'Inventory', to: linkTo({ to: '/inventory' }) },
  { label: 'History', to: toHistory() },
]

/** One change set: how it went, and every product of it. */
export function ChangeSetPage({ id }: { id: number }) {
  const known = Number.isInteger(id) && id > 0
  const changeSet = useRead(getChangeSet, { params: { id } }, { enabled: known })
  const set = changeSet.data
  if (set)
    return (
      <Page
        key="found"
        title={set.title}
        crumbs={crumbs}
        flush
        actions={<Actions set={set} />}
        below={<Facts set={set} />}
      >
        <Items set={set} />
      </Page>
    )
  return (
    <Page title="History" crumbs={crumbs}>
      {!known || changeSet.error?.status === 404 ? (
        <EmptyState title="Change not found" drawing={false}>
          It’s older than 30 days, or it belongs to another organization.
        </EmptyState>
      ) : changeSet.isError ? (
        <ErrorState error={changeSet.error} retry={() => void changeSet.refetch()} />
      ) : (
        <TableSkeleton label="History, loading" rows={8} />
      )}
    </Page>
  )
}

function Facts({ set }: { set: ChangeSet }) {
  return (
    <div className={classes.facts}>
      <p>
        <State set={set} />
        <span className="tabular">{countsOf(set)}</span>
        <span className="muted">
          {set.userName && `${set.userName}, `}
          {dateTime(set.createdAt)}
        </span>
        {set.undoUntil && set.undoneBy === null && (
          <span className="muted">Undo available until {date(set.undoUntil)}</span>
        )}
        {set.undoneBy !== null && <To id={set.undoneBy}>View the undo</To>}
        {set.undoes !== null && <To id={set.undoes}>View the original change</To>}
      </p>
      {isRunning(set) && (
        <JobProgress title={set.title} done={set.done - set.failed} failed={set.failed} total={set.total} />
      )}
      {set.error && <Callout tone="danger">{set.error}</Callout>}
    </div>
  )
}

const To = ({ id, children }: { id: number; children: string }) => (
  <Link to="/inventory/history/{-$changeSetId}" params={{ changeSetId: String(id) }}>
    {children}
  </Link>
)

const states = [
  { state: undefined, label: 'All', of: (set: ChangeSet) => set.total },
  { state: 'changed', label: 'Changed', of: (set: ChangeSet) => set.changed },
  { state: 'unchanged', label: 'Unchanged', of: (set: ChangeSet) => set.unchanged },
  { state: 'failed', label: 'Failed', of: (set: ChangeSet) => set.failed },
] as const

function Items({ set }: { set: ChangeSet }) {
  const { offset = 0, state } = useSearch({ from: '/inventory/history/{-$changeSetId}' })
  const navigate = useNavigate({ from: '/inventory/history/{-$changeSetId}' })
  const items = useRead(
    listChangeItems,
    { params: { id: set.id }, query: { offset, limit, state } },
    { keepPrevious: true },
  )
  const params = { changeSetId: String(set.id) }
  return (
    <>
      <PageTabs
        label="Products by result"
        tabs={states.map((entry) => ({
          label: entry.label,
          active: entry.state === state,
          count:
            entry.of(set) > 0 ? (
              <Count tone={entry.state === 'failed' ? 'danger' : 'neutral'}>{number(entry.of(set))}</Count>
            ) : undefined,
          link: linkTo({ to: '/inventory/history/{-$changeSetId}', params, search: { state: entry.state } }),
        }))}
      />
      {items.isError && !items.data ? (
        <ErrorState error={items.error} retry={() => void items.refetch()} />
      ) : (
        <DataTable
          wide
          label="Products"
          columns={columns}
          rows={items.data?.data}
          rowKey={(item) => item.productId ?? item.sku}
          stale={items.isPlaceholderData}
          page={{
            offset,
            limit,
            items: items.data?.items ?? 0,
            itemsCapped: items.data?.itemsCapped,
            onChange: (next) => void navigate({ search: { state, offset: next || undefined } }),
          }}
          empty={
            <EmptyState title="No products" drawing={false}>
              {isRunning(set) ? 'Products appear here as they’re processed.' : 'Product details are kept for 30 days.'}
            </EmptyState>
          }
        />
      )}
    </>
  )
}

const columns: readonly Column<Item>[] = [
  {
    key: 'sku',
    header: 'SKU',
    phone: 'title',
    render: ({ productId, sku }) =>
      productId === null ? (
        <span className="mono">{sku}</span>
      ) : (
        <Link className="mono" to="/product/$productId" params={{ productId: String(productId) }}>
          {sku}
        </Link>
      ),
  },
  { key: 'title', header: 'Title', render: ({ title }) => title || <span className="subtle">No title</span> },
  {
    key: 'changes',
    header: 'Result',
    render: (item) => (
      <span className={classes.changes}>
        {item.changes.map((change) => (
          <Change key={change.field} {...change} />
        ))}
        {reasonsOf(item).map((reason) => (
          <span key={reason} className={classes.refused}>
            {reason}
          </span>
        ))}
        {item.state === 'unchanged' && <span className="subtle">Unchanged</span>}
        {item.state === 'waiting' && <span className="subtle">Waiting</span>}
      </span>
    ),
  },
]
