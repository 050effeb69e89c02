import { getSales } from '#contract/analytics.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { useRead } from '#web/api.ts'
import { ChannelMark, markNames } from '#web/ui/channel-mark.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { money, number } from '#web/ui/format.ts'
import { Card, Page } from '#web/ui/page.tsx'
import { SalesFigures } from '#web/ui/sales-figures.tsx'

type Row = CallReply<typeof getSales>['channels'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'channel',
    header: 'Channel',
    phone: 'title',
    render: ({ channel }) => (
      <span className="row">
        <ChannelMark channel={channel} named />
        {markNames[channel]}
      </span>
    ),
  },
  { key: 'orders', header: 'Orders', align: 'right', render: ({ orders }) => number(orders) },
  { key: 'amount', header: 'Sales', align: 'right', render: ({ amount }) => money(amount) },
]

/** Sales of the last 30 days, in figures; there are no charts yet. */
export function AnalyticsPage() {
  const sales = useRead(getSales)
  return (
    <Page title="Analytics">
      {sales.isError && !sales.data ? (
        <ErrorState error={sales.error} retry={() => void sales.refetch()} />
      ) : (
        <div className="stack">
          <SalesFigures />
          <Card title="By channel, last 30 days" padded={false}>
            <DataTable
              label="Sales by channel"
              columns={columns}
              rows={sales.data?.channels}
              rowKey={({ channel }) => channel}
              empty={
                <EmptyState title="No orders in the last 30 days" drawing={false}>
                  What sells from now on is counted here.
                </EmptyState>
              }
            />
          </Card>
        </div>
      )}
    </Page>
  )
}
