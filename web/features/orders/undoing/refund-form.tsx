import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { type orderUndoing, refundOrder } from '#contract/refunds.ts'
import { worthOf } from '#domain/orders/refunds.ts'
import { useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { markNames } from '#web/ui/channel-mark.tsx'
import { confirm, DialogFooter } from '#web/ui/confirm.tsx'
import { EntriesOf, useEntries } from '#web/ui/entries.tsx'
import { moneyOf, plural } from '#web/ui/format.ts'
import { MoneyInput, QuantityInput } from '#web/ui/number-input.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Order } from '../order-page.tsx'
import shared from '../orders.module.css'
import classes from './undoing.module.css'

export type Undoing = CallReply<typeof orderUndoing>

interface Back {
  quantity: number | null
  /** Undefined: what the pieces are worth. */
  amount?: number | null
  restock: boolean
}

const cents = (amount: number) => Math.round(amount * 100)

/** How much goes back, line by line and of the delivery; the channel is asked once it is confirmed. */
export function RefundForm({ order, undoing, onClose }: { order: Order; undoing: Undoing; onClose: () => void }) {
  const [back, setBack] = useState<Readonly<Record<number, Back>>>({})
  const [shipping, setShipping] = useState<number | null>(null)
  const reasons = undoing.refund?.reasons ?? []
  const [reason, setReason] = useState(reasons[0]?.value ?? '')
  const [note, setNote] = useState('')
  const entries = useEntries()
  const channel = order.channel === 'manual' ? '' : markNames[order.channel]
  const items = order.items.flatMap((item) => {
    const line = undoing.lines.find(({ itemId }) => itemId === item.id)
    return line ? [{ item, ...line }] : []
  })
  type Shown = (typeof items)[number]
  const of = ({ item }: Shown): Back => back[item.id] ?? { quantity: null, restock: item.productId !== null }
  const amountOf = (shown: Shown): number | null => {
    const { quantity, amount } = of(shown)
    if (amount !== undefined) return amount
    return quantity ? worthOf(cents(shown.amount), quantity, shown.pieces, order.currency) / 100 : null
  }
  const set = ({ item, ...shown }: Shown, change: Partial<Back>) =>
    setBack((now) => ({ ...now, [item.id]: { ...of({ item, ...shown }), ...change } }))
  const lines = items.flatMap((shown) => {
    const amount = amountOf(shown)
    const { quantity, restock } = of(shown)
    const pieces = quantity ?? 0
    return amount || pieces > 0
      ? [{ itemId: shown.item.id, quantity: pieces, amount: amount ?? 0, restock: restock && pieces > 0 }]
      : []
  })
  const total = lines.reduce((sum, { amount }) => sum + cents(amount), cents(shipping ?? 0)) / 100
  const write = useWrite(refundOrder, {
    quiet: true,
    onSuccess: () => {
      toast.success('Refund Asked For', { detail: `${channel} is asked now. The order shows its answer.` })
      onClose()
    },
    onError: ({ message }) => toast.error('Nothing was refunded', message),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (entries.problem) return entries.focus()
    if (total === 0) return
    const yes = await confirm({
      title: `Refund ${moneyOf(total, order.currency)} on ${channel}?`,
      body: 'The money leaves your account there and goes back to the buyer. This cannot be undone.',
      confirm: `Refund ${moneyOf(total, order.currency)}`,
      cancel: 'Not yet',
      danger: true,
    })
    if (yes)
      write.mutate({
        body: { orderId: order.id, seen: undoing.refunds.length, lines, shipping: shipping ?? 0, reason, note },
      })
  }
  const all = () => {
    setBack(
      Object.fromEntries(
        items.map((shown) => [shown.item.id, { quantity: shown.pieces || null, restock: of(shown).restock }]),
      ),
    )
    setShipping(undoing.shippingLeft || null)
  }
  const errorOf = (itemId: number, name: string) => {
    const at = lines.findIndex((line) => line.itemId === itemId)
    return at < 0 ? undefined : fieldError(write.error, `lines.${at}.${name}`)
  }
  const sign = { leftSection: null, rightSection: <span className="small muted">{order.currency}</span> }
  return (
    <form onSubmit={(event) => void submit(event)} className={shared.dialog}>
      <div className={shared.scroll}>
        <div className={classes.left}>
          <span>
            {moneyOf(undoing.left, order.currency)} <span className="muted">can go back.</span>
          </span>
          <Button variant="default" size="xs" onClick={all}>
            All of it
          </Button>
        </div>
        <EntriesOf form={entries}>
          <ul className={shared.returns}>
            {items.map((shown, at) => {
              const { item, pieces } = shown
              const called = item.itemTitle || item.sku
              return (
                <li key={item.id}>
                  <span className={classes.title}>
                    {called} <span className="small muted">{item.sku}</span>
                  </span>
                  <div className={classes.pair}>
                    <QuantityInput
                      label={`Pieces of ${called}`}
                      noun="quantity"
                      description={pieces > 0 ? `Of ${plural(pieces, 'piece')}` : 'None is left: money alone'}
                      value={of(shown).quantity}
                      max={pieces}
                      disabled={pieces === 0}
                      data-autofocus={at === 0 || undefined}
                      error={errorOf(item.id, 'quantity')}
                      onChange={(quantity) => set(shown, { quantity, amount: undefined })}
                    />
                    <MoneyInput
                      label={`Amount for ${called}`}
                      noun="amount"
                      description="Goods, with their tax"
                      {...sign}
                      rightSectionWidth={48}
                      value={amountOf(shown)}
                      error={errorOf(item.id, 'amount')}
                      onChange={(amount) => set(shown, { amount })}
                    />
                  </div>
                  <Checkbox
                    label="For sale again"
                    description={item.productId === null ? 'No product here has its SKU.' : undefined}
                    checked={of(shown).restock && (of(shown).quantity ?? 0) > 0}
                    disabled={item.productId === null || !of(shown).quantity}
                    onChange={(event) => set(shown, { restock: event.currentTarget.checked })}
                  />
                </li>
              )
            })}
          </ul>
          <MoneyInput
            label="Shipping"
            noun="amount"
            description={`Of ${moneyOf(undoing.shippingLeft, order.currency)} that was paid for it`}
            {...sign}
            rightSectionWidth={48}
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
        <TextInput
          label="Note"
          description={`${channel} keeps it with the refund. The buyer may read it.`}
          maxLength={undoing.refund?.noteChars}
          value={note}
          error={fieldError(write.error, 'note')}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
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
