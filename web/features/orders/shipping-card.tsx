import { Button } from '@mantine/core'
import { date } from '#web/ui/format.ts'
import { Card } from '#web/ui/page.tsx'
import { AddressLines } from './address.tsx'
import type { Order } from './order-page.tsx'
import classes from './orders.module.css'

/** ORD-082..ORD-085. */
export const ShippingCard = ({ order, onEdit }: { order: Order; onEdit?: () => void }) => (
  <Card
    title="Shipping & Billing"
    actions={
      onEdit &&
      order.state !== 'cancelled' && (
        <Button variant="subtle" size="xs" onClick={onEdit}>
          Edit
        </Button>
      )
    }
  >
    <div className={classes.half}>
      <div>
        <h3>Ship To</h3>
        <AddressLines address={order.shippingDetails.shippingAddress} />
      </div>
      <div>
        <h3>Service</h3>
        <p>{order.shippingDetails.shippingMethod || <span className="subtle">None yet</span>}</p>
        {order.shippingDetails.trackingNumber && <p className="mono">{order.shippingDetails.trackingNumber}</p>}
        {order.shippingDate && (
          <p className="muted">
            {order.channel === 'manual' && order.state === 'open' ? 'To be shipped' : 'Shipped'}{' '}
            {date(order.shippingDate)}
          </p>
        )}
      </div>
      <div>
        <h3>Billing To</h3>
        <AddressLines address={order.paymentDetails.billingAddress} />
      </div>
    </div>
  </Card>
)
