import { Button } from '@mantine/core'
import { useState } from 'react'
import { availableStockTemplates, listStockTemplates, removeStockTemplate } from '#contract/library.ts'
import { useRead, useWrite } from '#web/api.ts'
import { messageOf } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { date } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { AddDialog } from './add-dialog.tsx'
import type { Available } from './available.ts'
import { columnsOf, type StockTemplate } from './columns.tsx'

const limit = 25

/** The curation of the template library (TPL-157..TPL-211). @param search part of a template's or an organization's name */
export const StockScreen = ({ search }: { search: string | undefined }) => (
  <div className="stack">
    <AvailableTemplates key={search} search={search} />
    <Library />
  </div>
)

const LoadError = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <Callout
    tone="danger"
    action={
      <Button size="xs" variant="default" onClick={retry}>
        Try again
      </Button>
    }
  >
    <b>Error</b> {messageOf(error)}
  </Callout>
)

function AvailableTemplates({ search }: { search: string | undefined }) {
  const [offset, setOffset] = useState(0)
  const [adding, setAdding] = useState<Available>()
  const templates = useRead(availableStockTemplates, { query: { offset, limit, search } }, { keepPrevious: true })
  const columns: Column<Available>[] = [
    { key: 'name', header: 'Name', phone: 'title', render: ({ name }) => name },
    { key: 'client', header: 'Client', render: ({ clientName }) => clientName },
    { key: 'created', header: 'Created', render: ({ createdAt }) => date(createdAt) },
    {
      key: 'action',
      header: 'Action',
      align: 'right',
      render: (row) =>
        row.isStock ? (
          <Button
            size="xs"
            variant="default"
            aria-label={`Add to Library: ${row.name}`}
            title={row.inLibrary ? 'Already in the library. Add it again to update it.' : undefined}
            onClick={() => setAdding(row)}
          >
            Add to Library
          </Button>
        ) : (
          <span className="subtle">Template is not stock</span>
        ),
    },
  ]
  return (
    <Card title="Available Stock Templates" padded={false}>
      {templates.isError && !templates.data ? (
        <LoadError error={templates.error} retry={() => void templates.refetch()} />
      ) : (
        <DataTable
          label="Available Stock Templates"
          columns={columns}
          rows={templates.data?.data}
          rowKey={({ id }) => id}
          stale={templates.isPlaceholderData}
          page={templates.data && { offset, limit, items: templates.data.items, onChange: setOffset }}
          empty={
            <EmptyState title={search ? 'No template matches' : 'No templates yet'} drawing={false}>
              {search ? 'Try a shorter search.' : 'Templates of every organization appear here.'}
            </EmptyState>
          }
        />
      )}
      {adding && <AddDialog of={adding} onClose={() => setAdding(undefined)} />}
    </Card>
  )
}

function Library() {
  const library = useRead(listStockTemplates)
  const remove = useWrite(removeStockTemplate, {
    onSuccess: () => toast.success('Removed template from library'),
  })
  const ask = async ({ id, name }: StockTemplate) => {
    const sure = await confirm({
      title: `Remove "${name}" from the library?`,
      body: 'Organizations can no longer import it. Templates already created from it are kept.',
      confirm: 'Remove',
      danger: true,
    })
    if (sure) remove.mutate({ body: { stockTemplateId: id } })
  }
  const columns: Column<StockTemplate>[] = [
    ...columnsOf('Category/Sub-category'),
    { key: 'created', header: 'Created', render: ({ createdAt }) => date(createdAt) },
    {
      key: 'remove',
      header: 'Remove',
      align: 'right',
      render: (row) => (
        <Button
          size="xs"
          variant="default"
          color="red"
          aria-label={`Remove ${row.name}`}
          loading={remove.isPending && remove.variables.body?.stockTemplateId === row.id}
          onClick={() => void ask(row)}
        >
          Remove
        </Button>
      ),
    },
  ]
  return (
    <Card title="Template Library" padded={false}>
      {library.isError && !library.data ? (
        <LoadError error={library.error} retry={() => void library.refetch()} />
      ) : (
        <DataTable
          label="Template Library"
          columns={columns}
          rows={library.data}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="The library is empty" drawing={false}>
              Turn on “Is Stock Template” on a template’s Details tab, then add it above.
            </EmptyState>
          }
        />
      )}
    </Card>
  )
}
