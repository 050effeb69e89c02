import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { updateShipping } from '#contract/orders/orders.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import { canShip } from '#domain/orders/intake/status.ts'
import { carrierFor, trackingDoubt } from '#domain/orders/shipping/tracking.ts'
import { wordOfLack } from '#domain/words/lacks.ts'
import { useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { wholeSize } from '#web/form/products/whole.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Order } from '../order.ts'
import { type MoreParcel, MoreParcels } from './more-parcels.tsx'
import { ParcelSize, parcelSize } from './parcel-size.tsx'
import { services } from './services.ts'
import classes from '../page/orders.module.css'

const fields = [
  ['name', 'Full Name'],
  ['company', 'Company Name'],
  ['email', 'E-mail'],
  ['phone', 'Phone'],
  ['addressLine1', 'Address Line 1'],
  ['addressLine2', 'Address Line 2'],
  ['city', 'City'],
  ['state', 'State'],
  ['zip', 'Zip'],
  ['country', 'Country'],
] as const
type Field = (typeof fields)[number][0]

/** What was typed is saved although the channel did not take it (ORD-118). */
const savedHere: readonly (ErrorCode | undefined)[] = [
  'channel_refused',
  'channel_unavailable',
  'integration_unauthenticated',
]

function typedAddress({ customer, shippingDetails: { shippingAddress: a } }: Order): Record<Field, string> {
  const text = (value: string | undefined) => value ?? ''
  return {
    name: text(a.name),
    company: text(a.company),
    email: customer.email,
    phone: a.phone || customer.phone,
    addressLine1: text(a.line1),
    addressLine2: text(a.line2),
    city: text(a.city),
    state: text(a.region),
    zip: text(a.postalCode),
    country: text(a.country),
  }
}

interface Typed {
  service: string
  trackingNumber: string
  sizeAndWeight: SizeAndWeight
  moreParcels: MoreParcel[]
  address: Record<Field, string>
}

const typedOf = (order: Order): Typed => ({
  service: order.shippingDetails.shippingMethod,
  trackingNumber: order.shippingDetails.trackingNumber,
  sizeAndWeight: wholeSize(order.shippingDetails.sizeAndWeight),
  moreParcels: order.shippingDetails.moreParcels,
  address: typedAddress(order),
})

const differing = <T extends object>(now: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T])),
  ) as Partial<T>

/** What was changed here alone: all else may be corrected by a colleague meanwhile, and stays. */
function changed(now: Typed, before: Typed): Partial<Omit<Typed, 'address'> & { address: Partial<Typed['address']> }> {
  const { address, ...rest } = differing(now, before)
  return { ...rest, ...(address && { address: differing(address, before.address) }) }
}

/** What is to be known of its channel before anything is saved. @param isChanged another parcel is typed than the one that is kept */
function Before({ order, isChanged }: { order: Order; isChanged: boolean }) {
  const noParcels = wordOfLack(builtDescription(order.channel), 'parcels')
  return (
    <>
      {builtDescription(order.channel)?.shippingHint && (
        <Callout>{builtDescription(order.channel)?.shippingHint}</Callout>
      )}
      {noParcels && <Callout>{noParcels}</Callout>}
      {!canShip(order) && (
        <Callout>
          This order is already shipped, completed or cancelled. Its address and tracking can still be saved.
        </Callout>
      )}
      {order.state === 'shipped' && order.channel !== 'manual' && !noParcels && isChanged && (
        <Callout tone={order.tellsTracking ? 'info' : 'warning'}>
          {order.tellsTracking
            ? `Saving sends this to ${markNames[order.channel]}.`
            : `${markNames[order.channel]} doesn’t accept changes after an order is shipped. This updates Motto only.`}
        </Callout>
      )}
    </>
  )
}

/** Where and how an order goes; "Mark Shipped" tells its channel, "Save" does not (ORD-092..ORD-119). */
export function ShippingDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  // As it was opened, or saved from here last.
  const [before, setBefore] = useState(() => typedOf(order))
  const [typed, setTyped] = useState<Typed>(() => ({ ...typedOf(order), sizeAndWeight: parcelSize(order) }))
  const set = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }))
  const { address, service, trackingNumber, moreParcels } = typed
  const entries = useEntries()
  const write = useWrite(updateShipping, {
    quiet: true,
    onSuccess: () => {
      toast.success('Order Shipping Updated')
      onClose()
    },
    onError: (error) => {
      if (savedHere.includes(error.code))
        toast.error('Partially updated', `Channel update failed; local order saved. ${error.message}`)
      else toast.error('Update failed', `Failed to update shipping. ${error.message}`)
    },
  })
  const send = (action?: 'ship') => {
    if (entries.problem) return entries.focus()
    write.mutate(
      { body: { orderId: order.id, channel: order.channel, action, ...changed(typed, before) } },
      { onError: ({ code }) => savedHere.includes(code) && setBefore(typed) },
    )
  }
  const isShipping = write.isPending && write.variables.body?.action === 'ship'
  const shippable = canShip(order)
  const { trackingNumber: newNumber, moreParcels: newParcels } = differing(typed, before)
  const isChanged = newNumber !== undefined || newParcels !== undefined
  const [openedShipped] = useState(!shippable)
  // Enter, which scanners type after a number, corrects what was shipped before, but not what a colleague has shipped just now.
  const corrects = openedShipped && !shippable
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(corrects ? undefined : 'ship')
  }
  const carrier = carrierFor(service, trackingNumber)
  // A field that the server refused must not hide.
  const moreAtFirst = Object.keys(write.error?.fields ?? {}).some((field) => field !== 'trackingNumber')
  return (
    <FormDialog opened onClose={onClose} title="Shipping" size={560} yOffset="5dvh">
      <form onSubmit={submit} className={classes.dialog}>
        <div className={classes.scroll}>
          <Before order={order} isChanged={isChanged} />
          <TextInput
            label="Tracking Number"
            data-autofocus
            value={trackingNumber}
            onChange={(event) => set({ trackingNumber: event.currentTarget.value })}
            description={
              trackingDoubt(service, trackingNumber) ||
              (carrier ? `Carrier: ${carrier}` : 'The carrier is detected from the tracking number or service.')
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={fieldError(write.error, 'trackingNumber')}
            autoComplete="off"
          />
          <details className={classes.more} open={moreAtFirst || undefined}>
            <summary>More options: service, size, parcels, address</summary>
            <div className={classes.form}>
              <Autocomplete
                className={classes.wide}
                label="Shipping Service"
                data={services}
                value={service}
                onChange={(chosen) => set({ service: chosen })}
                error={fieldError(write.error, 'service')}
                autoComplete="off"
              />
              <EntriesOf form={entries}>
                <ParcelSize value={typed.sizeAndWeight} onChange={(sizeAndWeight) => set({ sizeAndWeight })} />
                <MoreParcels
                  channel={order.channel}
                  tellsParcels={order.tellsParcels}
                  parcels={moreParcels}
                  onChange={(parcels) => set({ moreParcels: parcels })}
                  errorOf={(field) => fieldError(write.error, field)}
                />
              </EntriesOf>
              <h3 className={classes.wide}>Ship To</h3>
              {fields.map(([field, label]) => (
                <TextInput
                  key={field}
                  label={label}
                  type={field === 'email' ? 'email' : 'text'}
                  value={address[field]}
                  onChange={(event) => set({ address: { ...address, [field]: event.currentTarget.value } })}
                  error={fieldError(write.error, `address.${field}`)}
                />
              ))}
            </div>
          </details>
        </div>
        <DialogFooter>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            {...(corrects ? { type: 'submit' } : { variant: 'default', onClick: () => send() })}
            loading={write.isPending && !isShipping}
            disabled={write.isPending}
          >
            Save
          </Button>
          <Button type="submit" loading={isShipping} disabled={!shippable || write.isPending}>
            Mark Shipped
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
