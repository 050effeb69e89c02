import { Button } from '@mantine/core'
import { toIntegrations } from '#web/addresses.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { isFiltered, type OrderSearch } from './order-search.ts'

/** Why the list is empty, and the way out. */
export const NoOrders = ({
  search,
  mayConnect,
  onClear,
}: {
  search: OrderSearch
  mayConnect: boolean
  onClear: () => void
}) =>
  search.tab || isFiltered(search) ? (
    <EmptyState
      title="No orders match"
      drawing={false}
      actions={
        <Button variant="default" onClick={onClear}>
          Clear all filters
        </Button>
      }
    >
      Try a longer date range or clear some filters.
    </EmptyState>
  ) : (
    <EmptyState
      title="No orders in the last 30 days"
      actions={mayConnect && <LinkButton {...toIntegrations()}>Connect a channel</LinkButton>}
    >
      Orders from connected channels appear here automatically and reduce your stock.
    </EmptyState>
  )
