import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { manualState } from '#domain/orders/entry/manual.ts'
import { fieldError } from '#web/call.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { MoneyInput } from '#web/ui/inputs/number-input.tsx'
import type { Order } from '../order.ts'
import classes from '../page/orders.module.css'
import { atNoon, dayOf } from './payment-day.ts'
import { useOrderChange } from '../page/use-order-change.ts'

/** ORD-126, ORD-127. */
const statuses = ['paid', 'pending', 'authorized', 'voided', 'refunded', 'partially_refunded', 'failed']
const methods = ['Credit Card', 'PayPal', 'Cash', 'Check', 'Bank Transfer', 'Gift Card']

/** What was paid for an order made by hand (ORD-120..ORD-131). */
export function PaymentDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [method, setMethod] = useState(order.paymentDetails.paymentMethod)
  const [status, setStatus] = useState(order.paymentStatus)
  const [amount, setAmount] = useState(order.paymentAmount)
  const [day, setDay] = useState(dayOf(order.paymentDate))
  const entries = useEntries()
  const write = useOrderChange(order, { done: 'Payment Updated', failed: 'Failed to update payment.', onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entries.problem) return entries.focus()
    write.send({
      paymentStatus: status,
      paymentAmount: amount,
      paymentDate: day === dayOf(order.paymentDate) ? order.paymentDate : atNoon(day),
      paymentDetails: { paymentMethod: method },
    })
  }
  const cancels = order.state === 'open' && manualState({ ...order, paymentStatus: status }).state === 'cancelled'
  return (
    <FormDialog opened onClose={onClose} title="Payment" size={480}>
      <form onSubmit={submit}>
        <div className={classes.form}>
          <Autocomplete
            data-autofocus
            label="Payment Status"
            data={statuses}
            value={status}
            onChange={setStatus}
            error={fieldError(write.error, 'order.paymentStatus')}
            autoComplete="off"
          />
          <Autocomplete
            label="Payment Method"
            data={methods}
            value={method}
            onChange={setMethod}
            error={fieldError(write.error, 'order.paymentDetails.paymentMethod')}
            autoComplete="off"
          />
          <EntriesOf form={entries}>
            <MoneyInput
              label="Amount"
              value={amount}
              onChange={setAmount}
              error={fieldError(write.error, 'order.paymentAmount')}
            />
          </EntriesOf>
          <TextInput label="Currency" value={order.currency} disabled />
          <TextInput
            type="date"
            label="Payment Date"
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            error={fieldError(write.error, 'order.paymentDate')}
          />
          {cancels && (
            <div className={classes.wide}>
              <Callout tone="warning">Refunding an unshipped order cancels it and returns its units to stock.</Callout>
            </div>
          )}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={write.isPending}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
