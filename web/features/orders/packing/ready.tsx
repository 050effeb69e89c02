import { searchOrders } from '#contract/orders/orders.ts'
import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import { useRead } from '#web/api.ts'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { LinkButton, Navigate } from '#web/ui/link.tsx'

/** Begins to pack all orders that are paid and not on hold, by ship-by date. The address keeps them, so that nobody's list changes while they pack. */
export function ReadyOrders() {
  const query = { tab: 'readyToShip', sort: 'shipBy', pageSize: MOST_ON_PAPER } as const
  const orders = useRead(searchOrders, { query })
  if (orders.isError && !orders.data) return <ErrorState error={orders.error} retry={() => void orders.refetch()} />
  if (!orders.data) return <FormSkeleton fields={6} label="Loading the orders" />
  const ready = orders.data.filter(({ held, shipping }) => !held && shipping !== 'shipped')
  if (ready.length > 0)
    return <Navigate to="/orders/pack" search={{ orders: ready.map(({ id }) => String(id)) }} replace />
  return (
    <EmptyState title="No orders to pack" drawing={false} actions={<LinkButton to="/orders">Orders</LinkButton>}>
      Paid orders that are not on hold appear here. You can also select orders in the list and click Pack.
    </EmptyState>
  )
}
