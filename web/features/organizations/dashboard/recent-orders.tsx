import type { UseQueryResult } from '@tanstack/react-query'
import type { CallReply } from '#contract/endpoint.ts'
import type { recentOrders } from '#contract/orders/orders.ts'
import { channelWords, listState } from '#domain/orders/intake/list-state.ts'
import { orderName } from '#domain/orders/name.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { toOrder } from '#web/addresses.ts'
import { ago, dateTime, moneyOf } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { ORDERS_A_PAGE } from './use-dashboard.ts'

type Orders = CallReply<typeof recentOrders>
type Order = Orders[number]

const columns: readonly Column<Order>[] = [
  {
    key: 'channel',
    header: <span className="sr-only">Channel</span>,
    width: 20,
    phone: 'corner',
    render: (order) => <ChannelMark channel={order.channel} />,
  },
  {
    key: 'order',
    header: 'Order',
    phone: 'title',
    render: (order) => (
      <Link {...toOrder(order.id)} className="mono">
        {orderName(order)}
      </Link>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    phone: 'bare',
    render: (order) => (
      <span className="muted" title={dateTime(order.orderDate)}>
        {ago(order.orderDate)}
      </span>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    phone: 'bare',
    render: (order) => order.customer || <span className="subtle">Walk-in</span>,
  },
  { key: 'total', header: 'Total', align: 'right', render: (order) => moneyOf(order.totalAmount, order.currency) },
  {
    key: 'status',
    header: 'Status',
    phone: 'bare',
    render: (order) => {
      const state = listState(order)
      const words = channelWords(order, markNames[order.channel])
      return <StatusChip of={state} title={[state.why, words].filter(Boolean).join('. ')} />
    },
  },
]

interface Props {
  orders: UseQueryResult<Orders>
  /** From 0. */
  page: number
  onPage: (page: number) => void
  connected: boolean
}

/** ANA-158: a page of the range's orders, newest first. */
export function RecentOrders({ orders, page, onPage, connected }: Props) {
  if (orders.isError && !orders.data)
    return <ErrorState error={orders.error} retry={() => void orders.refetch()} again="Retry" />
  return (
    <DataTable
      label="Recent Orders"
      columns={columns}
      rows={orders.data}
      rowKey={(order) => order.id}
      stale={orders.isPlaceholderData}
      page={{
        offset: page * ORDERS_A_PAGE,
        limit: ORDERS_A_PAGE,
        items: orders.data?.[0]?.totalRows ?? 0,
        itemsCapped: orders.data?.[0]?.itemsCapped,
        onChange: (offset) => onPage(offset / ORDERS_A_PAGE),
      }}
      empty={
        <EmptyState
          title="No orders in this range"
          actions={!connected && <ActionButton of={listActions.connectChannel} size="xs" />}
        >
          {connected
            ? 'They appear here as soon as somebody buys on one of your channels.'
            : 'Orders come in by themselves once a channel is connected.'}
        </EmptyState>
      }
    />
  )
}
