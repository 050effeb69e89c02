import { Button } from '@mantine/core'
import { planImport } from '#contract/imports.ts'
import { DELETE_COLUMN } from '#domain/imports/mapping/delete-column.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { plural } from '#web/ui/format.ts'
import type { Import } from './upload.ts'

/** Rows that say DELETE in a column that no field uses: they are left out, unless the seller says that they mean it. */
export function UnusedDelete({ record }: { record: Import }) {
  const plan = useWrite(planImport)
  const column = record.columns.find(({ name }) => nameKey(name) === nameKey(DELETE_COLUMN))
  const rows = column?.samples.find(({ value }) => value.trim() === DELETE_COLUMN)?.rows ?? 0
  if (!column || rows === 0 || record.kind !== 'products' || record.mapping.fieldMappings?.delete) return null
  return (
    <Callout
      tone="warning"
      action={
        <Button
          size="xs"
          variant="default"
          loading={plan.isPending}
          onClick={() =>
            plan.mutate({
              params: { id: record.id },
              body: { ...record.mapping, fieldMappings: { ...record.mapping.fieldMappings, delete: column.name } },
            })
          }
        >
          Map it and review deletions
        </Button>
      }
    >
      <b>
        {plural(rows, 'row')} {rows === 1 ? 'is' : 'are'} marked DELETE.
      </b>{' '}
      Column {column.name} isn’t mapped, so these rows are skipped.
    </Callout>
  )
}
