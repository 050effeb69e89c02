import { Button, TextInput } from '@mantine/core'
import { carrierFor, trackingDoubt } from '#domain/orders/shipping/tracking.ts'
import { toOrder } from '#web/addresses.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { AddressLines } from '../page/address.tsx'
import { MoreParcels } from '../shipping/more-parcels.tsx'
import { services } from '../shipping/services.ts'
import { paperLink } from '../slips/paper-link.ts'
import classes from './packing.module.css'
import type { Order } from './told.ts'
import type { Sending } from './use-shipping.ts'

/** Where the parcel goes, and with whom. */
export function Parcel({ order, sending, disabled }: { order: Order; sending: Sending; disabled: boolean }) {
  const { parcel, set, noParcels } = sending
  const doubt = trackingDoubt(parcel.service, parcel.trackingNumber)
  const carrier = carrierFor(parcel.service, parcel.trackingNumber)
  return (
    <div className={classes.aside}>
      <Card
        title="Ship To"
        actions={
          <LinkButton
            {...toOrder(order.id, { dialog: 'shipping' })}
            variant="subtle"
            size="xs"
            style={{ marginLeft: 'auto' }}
          >
            Edit
          </LinkButton>
        }
      >
        <AddressLines address={order.address} />
        {order.notes && <p className={classes.notes}>{order.notes}</p>}
      </Card>
      <Card title="Parcel">
        <div className="stack">
          {order.sentParcels > 0 && (
            <p className="small muted">{plural(order.sentParcels, 'parcel')} already shipped. This is the next one.</p>
          )}
          {noParcels && <p className="small subtle">{noParcels}</p>}
          <Autocomplete
            label="Shipping Service"
            data={services}
            value={parcel.service}
            disabled={disabled}
            onChange={(service) => set({ service })}
            maxLength={200}
            autoComplete="off"
          />
          <TextInput
            label="Tracking Number"
            value={parcel.trackingNumber}
            disabled={disabled}
            onChange={(event) => set({ trackingNumber: event.currentTarget.value })}
            description={doubt || (carrier && `Carrier: ${carrier}`)}
            maxLength={200}
            autoComplete="off"
          />
          {!noParcels && (
            <MoreParcels
              first={order.sentParcels + 2}
              channel={order.channel}
              tellsParcels={order.tellsParcels}
              parcels={parcel.moreParcels}
              disabled={disabled}
              onChange={(moreParcels) => set({ moreParcels })}
            />
          )}
          <div className={classes.papers}>
            <LinkButton {...paperLink('slips', [order.id])} target="_blank" variant="default">
              Packing Slip
            </LinkButton>
            {order.labelUrl && (
              <Button component="a" href={order.labelUrl} target="_blank" rel="noreferrer" variant="default">
                Shipping Label
              </Button>
            )}
          </div>
        </div>
      </Card>
    </div>
  )
}
