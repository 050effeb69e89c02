import { useParams, useSearch } from '@tanstack/react-router'
import { listChangeSets } from '#contract/changes/changes.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import type { ChangeSet } from '#web/form/change-sets/watch.ts'
import { ago, dateTime, number } from '#web/ui/format.ts'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Link, LinkButton, useNavigate } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { ChangeSetPage } from './change-set-page.tsx'
import { Actions, State } from './change-set-parts.tsx'
import { countsOf } from './change-state.ts'

const limit = 25

/** What was done to many products at once, newest first; one of them by its number in the address. */
export function HistoryPage() {
  const { changeSetId } = useParams({ from: '/inventory/history/{-$changeSetId}' })
  return changeSetId === undefined ? <List /> : <ChangeSetPage key={changeSetId} id={Number(changeSetId)} />
}

function List() {
  const { offset = 0 } = useSearch({ from: '/inventory/history/{-$changeSetId}' })
  const navigate = useNavigate({ from: '/inventory/history/{-$changeSetId}' })
  const sets = useRead(listChangeSets, { query: { offset, limit } }, { keepPrevious: true })
  return (
    <Page
      title="History"
      crumbs={[{ label: 'Inventory', to: linkTo({ to: '/inventory' }) }]}
      count={sets.data && `${number(sets.data.items)}${sets.data.itemsCapped ? '+' : ''}`}
      flush
    >
      {sets.isError && !sets.data ? (
        <ErrorState error={sets.error} retry={() => void sets.refetch()} />
      ) : (
        <DataTable
          wide
          label="History"
          columns={columns}
          rows={sets.data?.data}
          rowKey={({ id }) => id}
          stale={sets.isPlaceholderData}
          page={{
            offset,
            limit,
            items: sets.data?.items ?? 0,
            itemsCapped: sets.data?.itemsCapped,
            onChange: (next) => void navigate({ search: { offset: next || undefined } }),
          }}
          empty={
            <EmptyState
              title="No bulk changes yet"
              actions={<LinkButton to="/inventory">Back to Inventory</LinkButton>}
            >
              Bulk edits, tag changes, imports and deletions appear here. You can undo each one for 30 days.
            </EmptyState>
          }
        />
      )}
    </Page>
  )
}

const columns: readonly Column<ChangeSet>[] = [
  {
    key: 'title',
    header: 'What',
    phone: 'title',
    render: (set) => (
      <Link to="/inventory/history/{-$changeSetId}" params={{ changeSetId: String(set.id) }}>
        {set.title}
      </Link>
    ),
  },
  { key: 'state', header: 'State', render: (set) => <State set={set} /> },
  { key: 'products', header: 'Products', render: (set) => <span className="tabular">{countsOf(set)}</span> },
  { key: 'who', header: 'Who', render: (set) => set.userName || <span className="subtle">–</span> },
  { key: 'when', header: 'When', render: (set) => <span title={dateTime(set.createdAt)}>{ago(set.createdAt)}</span> },
  {
    key: 'actions',
    header: <span className="sr-only">Actions</span>,
    align: 'right',
    render: (set) => <Actions set={set} />,
  },
]
