import { listActions } from '#web/actions/list-actions.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { NoMatch } from '#web/ui/filters/no-match.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { isFiltered, type OrderSearch } from './order-search.ts'

/** Why the list is empty, and the way out. */
export const NoOrders = ({ search, onClear }: { search: OrderSearch; onClear: () => void }) =>
  search.tab === 'attention' && !isFiltered(search) ? (
    <EmptyState
      title="No orders need attention"
      actions={
        <LinkButton to="/orders" search={{ tab: 'open' }}>
          Show open orders
        </LinkButton>
      }
    >
      Orders appear here when they are oversold or late, when a SKU is unknown or a payment failed, or when a channel
      hasn’t accepted a corrected shipment.
    </EmptyState>
  ) : search.tab || isFiltered(search) ? (
    <NoMatch things="orders" onClear={onClear}>
      Try a longer date range or clear some filters.
    </NoMatch>
  ) : (
    <EmptyState
      title="No orders in the last 30 days"
      actions={
        <>
          <ActionButton of={listActions.connectChannel} />
          <ActionButton of={listActions.newOrder} variant="default" />
        </>
      }
    >
      Orders from connected channels appear here automatically and reduce your stock.
    </EmptyState>
  )
