import { listState } from '#domain/orders/intake/list-state.ts'
import { orderName } from '#domain/orders/name.ts'
import { toOrder } from '#web/addresses.ts'
import { number } from '#web/ui/format.ts'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { ShipBy } from '../page/ship-by.tsx'
import type { ReadyRow } from './use-ready.ts'

export const queueColumns: readonly Column<ReadyRow>[] = [
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
  { key: 'shipBy', header: 'Ship by', render: (order) => <ShipBy at={order.shipBy} /> },
  { key: 'customer', header: 'Customer', phone: 'bare', render: (order) => order.customer || '–' },
  { key: 'skus', header: 'SKUs', render: (order) => <span className="mono">{order.skus.slice(0, 3).join(', ')}</span> },
  {
    key: 'items',
    header: 'Items',
    align: 'right',
    render: (order) => number(order.toShip ?? order.totalQuantity),
  },
  { key: 'state', header: 'State', phone: 'bare', render: (order) => <StatusChip of={listState(order)} /> },
]
