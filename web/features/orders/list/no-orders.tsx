import { Button } from '@mantine/core'
import { ActionButton } from '#web/actions/action-link.tsx'
import { channelActions } from '#web/actions/channel-actions.ts'
import { orderActions } from '#web/actions/order-actions.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { isFiltered, type OrderSearch } from './order-search.ts'

/** Why the list is empty, and the way out. */
export const NoOrders = ({ search, onClear }: { search: OrderSearch; onClear: () => void }) =>
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
      actions={
        <>
          <ActionButton of={channelActions.connectChannel} />
          <ActionButton of={orderActions.newOrder} variant="default" />
        </>
      }
    >
      Orders from connected channels appear here automatically and reduce your stock.
    </EmptyState>
  )
