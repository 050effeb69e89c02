import { Button, Checkbox } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { returnPieces } from '#contract/orders/returns.ts'
import { shippedUnits } from '#domain/orders/intake/progress.ts'
import { useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Order } from '../order.ts'
import classes from '../page/orders.module.css'

interface Back {
  quantity: number | null
  restock: boolean
}

/** What came back of a shipped order, line by line: how many pieces, and whether they are for sale again. */
export function ReturnDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [returnedBefore] = useState(() => order.items.reduce((sum, { returned }) => sum + returned, 0))
  const left = (item: Order['items'][number]) => shippedUnits(order.state, item) - item.returned
  const open = order.items.filter((item) => left(item) > 0)
  const [back, setBack] = useState<Readonly<Record<number, Back>>>({})
  const entries = useEntries()
  const of = (item: Order['items'][number]): Back =>
    back[item.id] ?? { quantity: null, restock: item.productId !== null }
  const set = (item: Order['items'][number], change: Partial<Back>) =>
    setBack((now) => ({ ...now, [item.id]: { ...of(item), ...change } }))
  const lines = open.flatMap((item) => {
    const { quantity, restock } = of(item)
    return quantity ? [{ itemId: item.id, quantity, restock }] : []
  })
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const restocked = lines.reduce((sum, { quantity, restock }) => sum + (restock ? quantity : 0), 0)
  const write = useWrite(returnPieces, {
    quiet: true,
    onSuccess: () => {
      toast.success('Return recorded', { detail: `${plural(restocked, 'unit')} restocked.` })
      onClose()
    },
    onError: ({ message }) => toast.error('Couldn’t record the return', message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entries.problem) return entries.focus()
    if (lines.length > 0) write.mutate({ body: { orderId: order.id, returnedBefore, lines } })
  }
  const errorOf = (itemId: number) => {
    const at = lines.findIndex((line) => line.itemId === itemId)
    return at < 0 ? undefined : fieldError(write.error, `lines.${at}.quantity`)
  }
  return (
    <FormDialog opened onClose={onClose} title="Return" size={560} yOffset="5dvh">
      <form onSubmit={submit} className={classes.dialog}>
        <div className={classes.scroll}>
          {open.length === 0 && <Callout>Everything in this order has already been returned.</Callout>}
          <EntriesOf form={entries}>
            <ul className={classes.returns}>
              {open.map((item, at) => (
                <li key={item.id}>
                  <QuantityInput
                    label={`${item.itemTitle || item.sku} returned`}
                    noun="quantity"
                    description={`of ${plural(left(item), 'unit')} shipped · ${item.sku}`}
                    value={of(item).quantity}
                    max={left(item)}
                    data-autofocus={at === 0 || undefined}
                    error={errorOf(item.id)}
                    onChange={(quantity) => set(item, { quantity })}
                  />
                  <Checkbox
                    label="Restock"
                    description={
                      item.productId === null ? 'No product with this SKU, so it can’t be restocked.' : undefined
                    }
                    checked={of(item).restock}
                    disabled={item.productId === null}
                    onChange={(event) => set(item, { restock: event.currentTarget.checked })}
                  />
                </li>
              ))}
            </ul>
          </EntriesOf>
          <Refund order={order} />
        </div>
        <DialogFooter>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={write.isPending} disabled={lines.length === 0}>
            {units > 0 ? `Record return of ${plural(units, 'unit')}` : 'Record return'}
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

/** The money goes back where it was paid. */
const Refund = ({ order }: { order: Order }) => (
  <p className="small muted">
    {order.channel === 'manual' ? (
      'Record the refund under Payment.'
    ) : order.adminUrl ? (
      <>
        Refund the payment there:{' '}
        <a className="link" href={order.adminUrl} target="_blank" rel="noreferrer">
          Refund on {markNames[order.channel]}
        </a>
        . Units that you restock there as well count once.
      </>
    ) : (
      `Refund the payment on ${markNames[order.channel]}. Units that you restock there as well count once.`
    )}
  </p>
)
