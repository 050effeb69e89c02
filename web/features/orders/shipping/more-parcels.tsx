import { Button, TextInput } from '@mantine/core'
import { carrierFor, trackingDoubt } from '#domain/orders/shipping/tracking.ts'
import { wholeSize } from '#web/form/products/whole.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { MeasureInput } from '#web/ui/inputs/number-input.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import type { Order } from '../order.ts'
import classes from '../page/orders.module.css'
import { services } from './services.ts'

export type MoreParcel = Order['shippingDetails']['moreParcels'][number]

const sides = [
  ['L', 'length'],
  ['W', 'width'],
  ['H', 'height'],
  ['Weight', 'weight'],
] as const

interface Props {
  channel: Order['channel']
  tellsParcels: boolean
  /** Which of the order's parcels is the first of these. */
  first?: number
  parcels: readonly MoreParcel[]
  disabled?: boolean
  onChange: (parcels: MoreParcel[]) => void
  /** Of a server's refusal, by `moreParcels.0.trackingNumber`. */
  errorOf?: (field: string) => string | undefined
}

/** An order's parcels after the first, each with its number, service, size and weight. */
export function MoreParcels({ channel, tellsParcels, first = 2, parcels, disabled, onChange, errorOf }: Props) {
  const set = (at: number, change: Partial<MoreParcel>) =>
    onChange(parcels.map((parcel, n) => (n === at ? { ...parcel, ...change } : parcel)))
  const service = parcels.at(-1)?.service ?? ''
  return (
    <>
      {parcels.map((parcel, at) => (
        <fieldset key={at} className={`${classes.wide} ${classes.parcel}`} disabled={disabled}>
          <legend>Parcel {at + first}</legend>
          <TextInput
            label={`Tracking Number of parcel ${at + first}`}
            value={parcel.trackingNumber}
            maxLength={200}
            onChange={(event) => set(at, { trackingNumber: event.currentTarget.value })}
            description={
              trackingDoubt(parcel.service, parcel.trackingNumber) ||
              (carrierFor(parcel.service, parcel.trackingNumber) &&
                `Carrier: ${carrierFor(parcel.service, parcel.trackingNumber)}`)
            }
            error={errorOf?.(`moreParcels.${at}.trackingNumber`)}
            autoComplete="off"
          />
          <Autocomplete
            label={`Service of parcel ${at + first}`}
            data={services}
            value={parcel.service}
            maxLength={200}
            onChange={(chosen) => set(at, { service: chosen })}
            error={errorOf?.(`moreParcels.${at}.service`)}
            autoComplete="off"
          />
          <div className={classes.measures}>
            {sides.map(([label, side]) => (
              <MeasureInput
                key={side}
                label={`${label} ${side === 'weight' ? wholeSize(parcel.sizeAndWeight).weightUnit : wholeSize(parcel.sizeAndWeight).sizeUnit}`}
                noun={side}
                value={wholeSize(parcel.sizeAndWeight)[side]}
                onChange={(value) => set(at, { sizeAndWeight: { ...parcel.sizeAndWeight, [side]: value } })}
              />
            ))}
          </div>
          <Button size="xs" variant="subtle" onClick={() => onChange(parcels.filter((_, n) => n !== at))}>
            Remove parcel {at + first}
          </Button>
        </fieldset>
      ))}
      <div className={classes.wide}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" />}
          disabled={disabled}
          onClick={() =>
            onChange([...parcels, { service, trackingNumber: '', sizeAndWeight: parcels.at(-1)?.sizeAndWeight ?? {} }])
          }
        >
          Add parcel
        </Button>
        {parcels.length > 0 && channel !== 'manual' && !tellsParcels && (
          <p className="small muted">
            {markNames[channel]} accepts only the first tracking number. The others are saved in Motto.
          </p>
        )}
      </div>
    </>
  )
}
