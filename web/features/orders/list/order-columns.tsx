import { Fragment } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { searchOrders } from '#contract/orders/orders.ts'
import { channelWords, listState } from '#domain/orders/intake/list-state.ts'
import { orderName } from '#domain/orders/name.ts'
import { toOrder } from '#web/addresses.ts'
import type { useAccounts } from '#web/form/channels/account.tsx'
import { dateTime, moneyOf, number } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { ShipBy } from '../page/ship-by.tsx'
import classes from '../page/orders.module.css'

export type OrderRow = CallReply<typeof searchOrders>[number]

/** At most this many SKUs stand in a row (ORD-039). */
const shownSkus = 3

/** ORD-044, ORD-039, ORD-040. */
/** @param rows those on the page: what none of them has needs no column */
export const orderColumns = (
  { several, nameOf }: ReturnType<typeof useAccounts>,
  rows: readonly OrderRow[] = [],
): readonly Column<OrderRow>[] => [
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
      <Link {...toOrder(order.id)} className={`mono ${classes.number}`} title={orderName(order)}>
        {orderName(order)}
      </Link>
    ),
  },
  ...(several.length > 0
    ? [{ key: 'account', header: 'Account', render: (order: OrderRow) => nameOf(order.integrationId) || '–' }]
    : []),
  {
    key: 'date',
    header: 'Date',
    sortable: true,
    phone: 'hide',
    render: (order) => <span className="muted nowrap">{dateTime(order.orderDate)}</span>,
  },
  { key: 'shipBy', header: 'Ship by', sortable: true, render: (order) => <ShipBy at={order.shipBy} /> },
  { key: 'customer', header: 'Customer', phone: 'bare', render: (order) => <Customer name={order.customer} /> },
  ...(rows.some(({ assignee, tags }) => assignee || tags[0])
    ? [
        {
          key: 'work',
          header: 'Work',
          render: ({ assignee, tags }: OrderRow) => (
            <span className={classes.skus}>
              {assignee ?? (tags[0] ? '' : '–')} <span className="small subtle">{tags.join(', ')}</span>
            </span>
          ),
        },
      ]
    : []),
  { key: 'skus', header: 'SKUs', render: (order) => <Skus skus={order.skus} /> },
  {
    key: 'quantity',
    header: 'Items',
    align: 'right',
    render: ({ totalQuantity, toShip }) => (
      <>
        {number(totalQuantity)}{' '}
        {toShip !== null && <span className={`small muted ${classes.progress}`}>{number(toShip)} to ship</span>}
      </>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    align: 'right',
    render: (order) => <span className="name">{moneyOf(order.totalAmount, order.currency)}</span>,
  },
  { key: 'state', header: 'State', phone: 'bare', render: (order) => <OrderState order={order} /> },
]

/** One state for every channel; what the channel itself says is told on asking. */
function OrderState({ order }: { order: OrderRow }) {
  const state = listState(order)
  const words = channelWords(order, markNames[order.channel])
  return <StatusChip of={state} title={[state.why, words].filter(Boolean).join('. ')} />
}

const Customer = ({ name }: { name: string }) => (
  <span className={classes.customer} title={name}>
    {name || <span className="subtle">Walk-in</span>}
  </span>
)

function Skus({ skus }: { skus: readonly string[] }) {
  const rest = skus.length - shownSkus
  return (
    <span className={classes.skus}>
      <span className="mono">
        {skus.slice(0, shownSkus).map((sku, i, shown) => (
          <Fragment key={sku}>
            {i > 0 && ' '}
            <span className={classes.sku}>{i < shown.length - 1 ? `${sku},` : sku}</span>
          </Fragment>
        ))}
      </span>
      {rest > 0 && (
        <span className="small subtle" title={skus.slice(shownSkus).join(', ')}>
          {' '}
          ...and {rest} more
        </span>
      )}
    </span>
  )
}
