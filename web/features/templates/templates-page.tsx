import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { channelIds } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { exportTemplates } from '#contract/exports.ts'
import { listTemplates } from '#contract/templates.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { useRead } from '#web/api.ts'
import { addressOf } from '#web/call.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { ago, dateTime, number, plural } from '#web/ui/format.ts'
import { ChannelMarks } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { SearchField } from '#web/ui/inputs/search-field.tsx'
import { FilterBar } from '#web/ui/filters/filter-bar.tsx'
import { NoMatch } from '#web/ui/filters/no-match.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from './templates.module.css'

type Row = CallReply<typeof listTemplates>[number]
type SortKey = 'name' | 'products' | 'attributes' | 'updatedAt'

/** Rows on a page, and what else may be chosen (TPL-011, TPL-012). */
const rowsAtFirst = 25
const rowChoices = ['5', '10', '25', '50', '100']

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    phone: 'title',
    render: (row) => (
      <span className={classes.name}>
        <Link to="/template/$templateId" params={{ templateId: String(row.id) }}>
          {row.name}
        </Link>
        {row.details && <span className="subtle small">{row.details}</span>}
      </span>
    ),
  },
  {
    key: 'products',
    header: 'Products',
    sortable: true,
    align: 'right',
    render: (row) => (
      <Link
        to="/template/$templateId/products"
        params={{ templateId: String(row.id) }}
        aria-label={`${plural(row.products, 'product')} of ${row.name}`}
      >
        {number(row.products)}
      </Link>
    ),
  },
  { key: 'attributes', header: 'Attributes', sortable: true, align: 'right', render: (row) => number(row.attributes) },
  {
    key: 'channels',
    header: 'Channels',
    phone: 'hide',
    render: (row) => {
      const set = channelIds.filter((channel) => row.channels.includes(channel))
      return set.length ? (
        <ChannelMarks listings={set.map((channel) => ({ channel, state: 'live' }))} />
      ) : (
        <span className="subtle">None set up</span>
      )
    },
  },
  {
    key: 'updatedAt',
    header: 'Updated',
    sortable: true,
    phone: 'hide',
    render: (row) => (
      <span className="muted" title={dateTime(row.updatedAt)}>
        {ago(row.updatedAt)}
      </span>
    ),
  },
]

/** Sorted here, since all templates are on the page (TPL-010). */
function sorted(rows: readonly Row[], by: SortKey, descending: boolean): Row[] {
  const compare = (a: Row, b: Row) =>
    by === 'name'
      ? a.name.localeCompare(b.name)
      : by === 'updatedAt'
        ? a.updatedAt.localeCompare(b.updatedAt)
        : a[by] - b[by]
  return rows.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)))
}

/** How long typing pauses before the rows follow, in milliseconds: they are all here. */
const pauseMs = 100
const asTyped = (text: string) => text

const matches = (row: Row, words: string) =>
  `${row.name} ${row.details}`.toLowerCase().includes(words.trim().toLowerCase())

export function TemplatesPage() {
  const { search = '', sort = 'name', order = 'asc', page = 1, rows = rowsAtFirst } = useSearch({ from: '/templates' })
  const navigate = useNavigate({ from: '/templates' })
  const go = (change: { search?: string; sort?: SortKey; order?: 'asc' | 'desc'; page?: number; rows?: number }) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace: true })
  const templates = useRead(listTemplates)
  const matching =
    templates.data &&
    sorted(
      templates.data.filter((row) => matches(row, search)),
      sort,
      order === 'desc',
    )
  return (
    <Page
      title="Templates"
      flush
      count={templates.data && number(templates.data.length)}
      actions={
        <>
          <ActionButton of={listActions.importTemplates} variant="default" />
          <Button
            component="a"
            variant="default"
            href={addressOf(exportTemplates)}
            download="templates.csv"
            leftSection={<Icon name="download" />}
          >
            Export CSV
          </Button>
          <ActionButton of={listActions.newTemplate} />
        </>
      }
      below={
        <div className={classes.toolbar}>
          <FilterBar label="Filter templates" onClear={search ? () => go({ search: undefined }) : undefined}>
            <SearchField
              className={classes.search}
              label="Search templates"
              placeholder="Search Templates..."
              value={search}
              tidy={asTyped}
              pauseMs={pauseMs}
              onSearch={(text) => go({ search: text || undefined })}
            />
          </FilterBar>
        </div>
      }
    >
      {templates.isError && !templates.data ? (
        <ErrorState error={templates.error} retry={() => void templates.refetch()} />
      ) : (
        <DataTable
          label="Templates"
          wide
          columns={columns}
          rows={matching?.slice((page - 1) * rows, page * rows)}
          rowKey={(row) => row.id}
          sort={{ by: sort, descending: order === 'desc' }}
          onSort={({ by, descending }) => go({ sort: by as SortKey, order: descending ? 'desc' : 'asc' })}
          page={{
            offset: (page - 1) * rows,
            limit: rows,
            items: matching?.length ?? 0,
            onChange: (offset) => go({ page: offset / rows + 1 }),
          }}
          footer={<RowsSelect value={rows} onChange={(next) => go({ rows: next })} />}
          empty={
            templates.data?.length ? (
              <NoMatch things="templates" onClear={() => go({ search: undefined })}>
                Try a different search.
              </NoMatch>
            ) : (
              <EmptyState title="No templates yet" actions={<ActionButton of={listActions.newTemplate} />}>
                Templates hold what similar products share: attributes, default texts, sizes and listing settings. Every
                product uses one.
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  )
}

export const RowsSelect = ({ value, onChange }: { value: number; onChange: (rows: number) => void }) => (
  <span className="row">
    <span aria-hidden="true">Rows</span>
    <Select
      size="xs"
      w={72}
      data={rowChoices}
      value={String(value)}
      onChange={(next) => next && onChange(Number(next))}
      aria-label="Rows per page"
    />
  </span>
)
