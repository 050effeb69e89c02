import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { refundOrder } from '#contract/orders/refunds.ts'
import { useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { confirm, DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { moneyOf, plural } from '#web/ui/format.ts'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Order } from '../order.ts'
import shared from '../page/orders.module.css'
import classes from './undoing.module.css'
import { type RefundLine, type Undoing, useRefund } from './use-refund.ts'

/** In the order's currency, whatever the organization's is. */
const signOf = (currency: string) => ({
  leftSection: null,
  rightSection: <span className="small muted">{currency}</span>,
  rightSectionWidth: 48,
})

/** How much goes back, line by line and of the delivery; the channel is asked once it is confirmed. */
export function RefundForm({ order, undoing, onClose }: { order: Order; undoing: Undoing; onClose: () => void }) {
  const { shown, lines, shipping, setShipping, total, set, all } = useRefund(order, undoing)
  const { reasons = [], noteChars = 0 } = undoing.refund ?? {}
  const [reason, setReason] = useState(reasons[0]?.value ?? '')
  const [note, setNote] = useState('')
  const entries = useEntries()
  const channel = order.channel === 'manual' ? '' : markNames[order.channel]
  const write = useWrite(refundOrder, {
    quiet: true,
    onSuccess: () => {
      toast.success('Refund requested', { detail: `Waiting for ${channel}. The result appears on this order.` })
      onClose()
    },
    onError: ({ message }) => toast.error('Nothing was refunded', message),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (entries.problem) return entries.focus()
    if (total === 0 || !(await confirm(question(moneyOf(total, order.currency), channel)))) return
    write.mutate({
      body: { orderId: order.id, seen: undoing.refunds.length, lines, shipping: shipping ?? 0, reason, note },
    })
  }
  const errorOf = (itemId: number) => (name: string) => {
    const at = lines.findIndex((line) => line.itemId === itemId)
    return at < 0 ? undefined : fieldError(write.error, `lines.${at}.${name}`)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={shared.dialog}>
      <div className={shared.scroll}>
        <div className={classes.left}>
          <span>
            {moneyOf(undoing.left, order.currency)} <span className="muted">available to refund.</span>
          </span>
          <Button variant="default" size="xs" onClick={all}>
            Refund all
          </Button>
        </div>
        <EntriesOf form={entries}>
          <ul className={shared.returns}>
            {shown.map((line, at) => (
              <LineRow
                key={line.item.id}
                line={line}
                currency={order.currency}
                isFirst={at === 0}
                errorOf={errorOf(line.item.id)}
                onChange={(change) => set(line, change)}
              />
            ))}
          </ul>
          <MoneyInput
            label="Shipping"
            noun="amount"
            description={`of ${moneyOf(undoing.shippingLeft, order.currency)} paid for shipping`}
            {...signOf(order.currency)}
            value={shipping}
            disabled={undoing.shippingLeft === 0}
            error={fieldError(write.error, 'shipping')}
            onChange={setShipping}
          />
        </EntriesOf>
        <Select
          label="Reason"
          data={reasons}
          value={reason}
          allowDeselect={false}
          error={fieldError(write.error, 'reason')}
          onChange={(value) => value && setReason(value)}
        />
        {noteChars > 0 && (
          <TextInput
            label="Note"
            description={`Saved with the refund on ${channel}. The buyer may see it.`}
            maxLength={noteChars}
            value={note}
            error={fieldError(write.error, 'note')}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </div>
      <DialogFooter>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={write.isPending} disabled={total === 0}>
          {total > 0 ? `Refund ${moneyOf(total, order.currency)}` : 'Refund'}
        </Button>
      </DialogFooter>
    </form>
  )
}

const question = (amount: string, channel: string) => ({
  title: `Refund ${amount} on ${channel}?`,
  body: `The buyer gets this amount back from your ${channel} account. You can’t undo this.`,
  confirm: `Refund ${amount}`,
  cancel: 'Not yet',
  danger: true,
})

interface RowProps {
  line: RefundLine
  currency: string
  isFirst: boolean
  errorOf: (name: string) => string | undefined
  onChange: (change: { quantity?: number | null; amount?: number | null | undefined; restock?: boolean }) => void
}

/** How many pieces of a line, for how much, and whether they are for sale again. */
function LineRow({
  line: { item, pieces, quantity, amount, restock },
  currency,
  isFirst,
  errorOf,
  onChange,
}: RowProps) {
  const called = item.itemTitle || item.sku
  return (
    <li>
      <span className={classes.title}>
        {called} <span className="small muted">{item.sku}</span>
      </span>
      <div className={classes.pair}>
        <QuantityInput
          label={`Units of ${called}`}
          noun="quantity"
          description={pieces > 0 ? `of ${plural(pieces, 'unit')}` : 'Already refunded. Amount only.'}
          value={quantity}
          max={pieces}
          disabled={pieces === 0}
          data-autofocus={isFirst || undefined}
          error={errorOf('quantity')}
          onChange={(value) => onChange({ quantity: value, amount: undefined })}
        />
        <MoneyInput
          label={`Amount for ${called}`}
          noun="amount"
          description="Item amount, including tax"
          {...signOf(currency)}
          value={amount}
          error={errorOf('amount')}
          onChange={(value) => onChange({ amount: value })}
        />
      </div>
      <Checkbox
        label="Restock"
        description={item.productId === null ? 'No product with this SKU, so it can’t be restocked.' : undefined}
        checked={restock && (quantity ?? 0) > 0}
        disabled={item.productId === null || !quantity}
        onChange={(event) => onChange({ restock: event.currentTarget.checked })}
      />
    </li>
  )
}
