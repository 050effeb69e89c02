import { Card } from '#web/ui/layout/page.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import type { Order } from '../order.ts'
import { OrderStatus } from './order-status.tsx'

/** The three statuses that the channel itself keeps of an order (ORD-062..ORD-064). */
export const ToldCard = ({ order }: { order: Order }) => (
  <Card title={order.channel === 'manual' ? 'Status' : `Status on ${markNames[order.channel]}`}>
    <Facts>
      <dt>Order</dt>
      <dd>
        <OrderStatus kind="order" order={order} />
      </dd>
      <dt>Shipping</dt>
      <dd>
        <OrderStatus kind="shipping" order={order} />
      </dd>
      <dt>Payment</dt>
      <dd>
        <OrderStatus kind="payment" order={order} />
      </dd>
    </Facts>
  </Card>
)
