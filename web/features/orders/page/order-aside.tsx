import { Button } from '@mantine/core'
import { Facts } from '#web/ui/tables/facts.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { moneyOf } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { addressLines } from '#domain/orders/address.ts'
import type { Order } from '../order.ts'
import { mapUrl } from './address.tsx'
import { OrderStatus } from './order-status.tsx'
import { paymentName } from '../payments/payment-name.ts'
import classes from './orders.module.css'

/** ORD-086. */
export const PaymentCard = ({ order }: { order: Order }) => (
  <Card title="Payment">
    <Facts>
      <dt>Method</dt>
      <dd>{paymentName(order.paymentDetails.paymentMethod) || '–'}</dd>
      <dt>Status</dt>
      <dd>
        <OrderStatus kind="payment" order={order} />
      </dd>
      <dt>Amount</dt>
      <dd>
        {moneyOf(order.paymentAmount, order.currency)} {order.paymentAmount !== null && order.currency}
      </dd>
      {order.feeAmount > 0 && (
        <>
          <dt>Fees</dt>
          <dd>{moneyOf(order.feeAmount, order.currency)}</dd>
        </>
      )}
    </Facts>
  </Card>
)

/** What an order made by hand says beyond its sums. */
export const NotesCard = ({ order: { source, orderDetails } }: { order: Order }) =>
  (source || orderDetails.notes) && (
    <Card title="Details">
      <Facts>
        {source && (
          <>
            <dt>Source</dt>
            <dd>{source}</dd>
          </>
        )}
        {orderDetails.notes && (
          <>
            <dt>Order Notes</dt>
            <dd className={classes.written}>{orderDetails.notes}</dd>
          </>
        )}
      </Facts>
    </Card>
  )

/** ORD-087..ORD-089. */
export function CustomerCard({ order: { customer } }: { order: Order }) {
  const map = mapUrl(customer.shippingAddress)
  return (
    <Card title="Customer">
      <div className="stack">
        <div className={classes.lines}>
          <span className="name">{customer.name || 'Walk-in'}</span>
          {customer.email && (
            <a className="link" href={`mailto:${customer.email}`}>
              {customer.email}
            </a>
          )}
          {customer.phone && <span className="tabular">{customer.phone}</span>}
        </div>
        <p className="muted">{addressLines(customer.shippingAddress).join(', ') || 'No address'}</p>
        {map && (
          <div>
            <Button
              component="a"
              href={map}
              target="_blank"
              rel="noreferrer"
              variant="default"
              rightSection={<Icon name="external" size="s" />}
            >
              Open in Maps
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
