import { searchOrders } from '#contract/orders/orders.ts'
import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import { useRead } from '#web/api.ts'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { LinkButton, Navigate } from '#web/ui/link.tsx'

/** Begins to pack all orders that are paid and not on hold, the oldest first. The address keeps them, so that nobody's list changes while they pack. */
export function ReadyOrders() {
  const query = { tab: 'readyToShip', pageSize: MOST_ON_PAPER } as const
  const newest = useRead(searchOrders, { query })
  const page = Math.max(0, Math.ceil((newest.data?.[0]?.totalRows ?? 0) / MOST_ON_PAPER) - 1)
  const oldest = useRead(searchOrders, { query: { ...query, page } }, { enabled: newest.data !== undefined })
  const failed = [newest, oldest].find((read) => read.isError && !read.data)
  if (failed) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />
  if (!oldest.data) return <FormSkeleton fields={6} label="Loading the orders" />
  const ready = oldest.data.filter(({ held, shipping }) => !held && shipping !== 'shipped').toReversed()
  if (ready.length > 0)
    return <Navigate to="/orders/pack" search={{ orders: ready.map(({ id }) => String(id)) }} replace />
  return (
    <EmptyState title="No orders to pack" drawing={false} actions={<LinkButton to="/orders">Orders</LinkButton>}>
      Paid orders that are not on hold appear here. You can also select orders in the list and click Pack.
    </EmptyState>
  )
}
