import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { listOperators } from '#contract/safety/operators.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { OperatorDialog } from './operator-dialog.tsx'
import { OperatorTable } from './operator-table.tsx'

/** The companies that product safety rules ask for. */
export function OperatorsPage() {
  const { operator: edited } = useSearch({ from: '/operators' })
  const navigate = useNavigate({ from: '/operators' })
  const operators = useRead(listOperators)
  const mayWrite = useMay('products:write')
  const show = (operator?: number | 'new') => void navigate({ search: operator === undefined ? {} : { operator } })
  const all = operators.data
  const editedOperator = all?.find(({ id }) => id === edited)
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={() => show('new')}>
      New operator
    </Button>
  )
  return (
    <Page
      title="Operators"
      crumbs={[{ label: 'Inventory', to: linkTo({ to: '/inventory' }) }]}
      count={all ? number(all.length) : undefined}
      actions={mayWrite && all && all.length > 0 && create}
    >
      {!mayWrite && <LookOnly needs="products:write" />}
      {all ? (
        all.length > 0 ? (
          <OperatorTable operators={all} onEdit={show} />
        ) : (
          <EmptyState title="No operators yet" actions={mayWrite && create} drawing={false}>
            An operator is a manufacturer, an importer or an EU responsible person. Marketplaces in the EU show their
            names and addresses to buyers.
          </EmptyState>
        )
      ) : operators.isError ? (
        <ErrorState error={operators.error} retry={() => void operators.refetch()} />
      ) : (
        <FormSkeleton fields={3} height={280} label="Loading operators" />
      )}
      {mayWrite && all && (edited === 'new' || editedOperator) && (
        <OperatorDialog key={edited} operator={editedOperator} onClose={() => show()} />
      )}
    </Page>
  )
}
