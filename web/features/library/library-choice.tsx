import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listStockTemplates } from '#contract/library.ts'
import { useRead } from '#web/api.ts'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { categoryOf, columnsOf, type StockTemplate } from './columns.tsx'
import { TakeDialog } from './take-dialog.tsx'

/** The template library to choose from. @param onTaken when a template was made, before its page opens */
export function LibraryChoice({ onTaken }: { onTaken: () => void }) {
  const library = useRead(listStockTemplates)
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<StockTemplate>()
  if (library.isError && !library.data) return <ErrorState error={library.error} retry={() => void library.refetch()} />
  const matches = (template: StockTemplate) =>
    `${template.name} ${categoryOf(template)} ${template.tags}`.toLowerCase().includes(search.trim().toLowerCase())
  return (
    <div className="stack">
      {Boolean(library.data?.length) && (
        <TextInput
          type="search"
          aria-label="Search the template library"
          placeholder="Search the template library"
          leftSection={<Icon name="search" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <DataTable
        label="Template Library"
        columns={[
          ...columnsOf('Category'),
          {
            key: 'details',
            header: 'Details',
            align: 'right',
            phone: 'bare',
            render: (row) => (
              <Button size="xs" variant="default" aria-label={`Details of ${row.name}`} onClick={() => setShown(row)}>
                Details
              </Button>
            ),
          },
        ]}
        rows={library.data?.filter(matches)}
        rowKey={({ id }) => id}
        empty={
          library.data?.length ? (
            <EmptyState title="No template matches" drawing={false} />
          ) : (
            <EmptyState title="There are no Stock Templates available now." drawing={false}>
              Start from scratch, or from a marketplace category.
            </EmptyState>
          )
        }
      />
      {shown && <TakeDialog of={shown} onTaken={onTaken} onClose={() => setShown(undefined)} />}
    </div>
  )
}
