import { Button } from '@mantine/core'
import type { SizeAndWeight } from '#contract/shapes.ts'
import { wholeSize } from '#web/form/products/whole.ts'
import { date } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { carrierFor, trackingUrl } from '#domain/orders/shipping/tracking.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import type { Order } from '../order.ts'
import { AddressLines, sameAddress } from '../page/address.tsx'
import classes from '../page/orders.module.css'

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
        <Tracking {...order.shippingDetails} />
        {order.shippingDetails.moreParcels.map((parcel, at) => (
          <div key={at}>
            <h3>Parcel {at + 2}</h3>
            <p>
              {[parcel.service, measuresOf(wholeSize(parcel.sizeAndWeight))].filter(Boolean).join(', ') || (
                <span className="subtle">No service</span>
              )}
            </p>
            <Tracking shippingMethod={parcel.service || order.shippingDetails.shippingMethod} {...parcel} />
          </div>
        ))}
        {order.shippingDate && (
          <p className="muted">
            {order.channel === 'manual' && order.state === 'open' ? 'Ships' : 'Shipped'} {date(order.shippingDate)}
          </p>
        )}
      </div>
      <div>
        <h3>Billing To</h3>
        {sameAddress(order.paymentDetails.billingAddress, order.shippingDetails.shippingAddress) ? (
          <p className="muted">Same as Ship To</p>
        ) : (
          <AddressLines address={order.paymentDetails.billingAddress} />
        )}
      </div>
    </div>
  </Card>
)

const measuresOf = ({ length, width, height, sizeUnit, weight, weightUnit }: SizeAndWeight) =>
  [
    length !== null && width !== null && height !== null ? `${length} × ${width} × ${height} ${sizeUnit}` : '',
    weight === null ? '' : `${weight} ${weightUnit}`,
  ]
    .filter(Boolean)
    .join(', ')

/** The parcel's number, with the way to where its carrier shows it. */
function Tracking({ shippingMethod, trackingNumber }: { shippingMethod: string; trackingNumber: string }) {
  const url = trackingUrl(shippingMethod, trackingNumber)
  if (!trackingNumber) return null
  return (
    <p className="mono">
      {url ? (
        <a
          className={classes.track}
          href={url}
          target="_blank"
          rel="noreferrer"
          title={`Follow on ${carrierFor(shippingMethod, trackingNumber)}`}
        >
          {trackingNumber}
          <Icon name="external" size="s" />
        </a>
      ) : (
        trackingNumber
      )}
    </p>
  )
}
