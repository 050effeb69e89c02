import { useState } from 'react'
import { ordersByProduct } from '#contract/orders/orders.ts'
import { useRead } from '#web/api.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { ToEdges } from '#web/ui/layout/page.tsx'
import { orderColumns } from './order-columns.tsx'

const pageSize = 25

/** The orders that hold one SKU, newest first. */
export function ProductOrders({ sku }: { sku: string }) {
  const accounts = useAccounts()
  const [page, setPage] = useState(0)
  const orders = useRead(ordersByProduct, { query: { sku, page, pageSize } }, { keepPrevious: true })
  if (orders.isError && !orders.data) return <ErrorState error={orders.error} retry={() => void orders.refetch()} />
  return (
    <ToEdges>
      <DataTable
        wide
        label={`Orders of ${sku}`}
        columns={orderColumns(accounts)}
        rows={orders.data}
        rowKey={(order) => order.id}
        stale={orders.isPlaceholderData}
        page={{
          offset: page * pageSize,
          limit: pageSize,
          items: orders.data?.[0]?.totalRows ?? 0,
          itemsCapped: orders.data?.[0]?.itemsCapped,
          onChange: (offset) => setPage(Math.floor(offset / pageSize)),
        }}
        empty={
          <EmptyState title="No orders for this product yet">
            Sales from all channels appear here automatically.
          </EmptyState>
        }
      />
    </ToEdges>
  )
}
