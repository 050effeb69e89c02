import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import { orderName } from '#domain/orders/name.ts'
import { packedOf } from '#domain/orders/packing/packing.ts'
import { useMay } from '#web/may.tsx'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { packLink } from '../slips/paper-link.ts'
import classes from './packing.module.css'
import type { Order } from './told.ts'
import { useReady } from './use-ready.ts'

function standing({ state, buyer, lines }: Order): string {
  if (state === 'cancelled') return 'Cancelled: return items'
  const { packed, all } = packedOf(lines)
  const short = lines.reduce((sum, line) => sum + line.shortfall, 0)
  const far = state === 'shipped' ? 'Shipped' : packed > 0 ? `${packed} of ${all}` : short > 0 ? `Short ${short}` : ''
  return [buyer || 'No name', far].filter(Boolean).join(' · ')
}

/** The orders that were chosen to be packed. */
export const Queue = ({
  orders,
  at,
  onShow,
}: {
  orders: readonly Order[]
  at: number
  onShow: (id: number) => void
}) => (
  <nav className={classes.queue} aria-label="Orders to pack">
    <h2>To pack</h2>
    {orders.map((order) => (
      <button
        key={order.id}
        type="button"
        data-state={order.state}
        aria-current={order.id === at || undefined}
        onClick={() => onShow(order.id)}
      >
        <ChannelMark channel={order.channel} />
        <span className={classes.grow}>
          <b className="mono">{orderName(order)}</b>
          <small>
            {order.state === 'shipped' && <Icon name="check" size="s" />}
            <span>{standing(order)}</span>
          </small>
        </span>
        <span className={classes.pieces}>{number(packedOf(order.lines).all)}</span>
      </button>
    ))}
    <MoreReady orders={orders} />
  </nav>
)

/** Orders that became ready since the run began. */
function MoreReady({ orders }: { orders: readonly Order[] }) {
  const { ids } = useReady()
  const mayPack = useMay('orders:write')
  const inRun = orders.map(({ id }) => id)
  const more = ids.filter((id) => !inRun.includes(id)).slice(0, MOST_ON_PAPER - inRun.length)
  if (!mayPack || more.length === 0) return null
  return (
    <LinkButton {...packLink([...inRun, ...more])} replace variant="subtle" size="xs">
      Add {plural(more.length, 'ready order')}
    </LinkButton>
  )
}
