import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Address } from '#contract/orders/orders.ts'
import { whyLinesStay } from '#domain/orders/entry/manual.ts'
import { fieldError } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { AddProduct } from '#web/form/products/add-product.tsx'
import type { Order } from '../order.ts'
import classes from '../page/orders.module.css'
import type { Sellable } from '#web/form/products/sellable.ts'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useOrderChange } from '../page/use-order-change.ts'

interface Line {
  key: string
  id?: number
  sku: string
  itemTitle: string
  quantity: number | null
  price: number | null
  taxAmount: number
  discountAmount: number
}

const addressFields = [
  ['name', 'Recipient Name'],
  ['company', 'Company'],
  ['line1', 'Address line 1'],
  ['line2', 'Address line 2'],
  ['city', 'City'],
  ['region', 'State/Region'],
  ['postalCode', 'Postal Code'],
  ['country', 'Country'],
] as const

/** Changes an order made by hand, as one: its lines, where it goes, and what is noted. */
export function EditDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [lines, setLines] = useState<readonly Line[]>(() =>
    order.items.map((item) => ({ ...item, key: String(item.id) })),
  )
  const [address, setAddress] = useState<Address>(order.shippingDetails.shippingAddress)
  const [notes, setNotes] = useState(order.orderDetails.notes)
  const entries = useEntries()
  const write = useOrderChange(order, {
    done: 'Order updated.',
    failed: 'The order was not changed.',
    onClose,
  })
  const stay = whyLinesStay(order.state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entries.problem) return entries.focus()
    write.send({
      ...(stay ? {} : { items: lines.map((line) => ({ ...line, quantity: line.quantity ?? 0 })) }),
      shippingDetails: { shippingAddress: address },
      orderDetails: { notes },
    })
  }
  return (
    <FormDialog opened onClose={onClose} title="Edit order" size={640} yOffset="5dvh">
      <form onSubmit={submit} className={classes.dialog}>
        <div className={classes.scroll}>
          <EntriesOf form={entries}>
            {stay ? (
              <Callout>{stay}</Callout>
            ) : (
              <Lines
                lines={lines}
                onChange={setLines}
                errorOf={(at, field) => fieldError(write.error, `order.items.${at}.${field}`)}
              />
            )}
          </EntriesOf>
          <h3>Ship To</h3>
          <div className={classes.form}>
            {addressFields.map(([field, label], at) => (
              <TextInput
                key={field}
                label={label}
                data-autofocus={(stay && at === 0) || undefined}
                value={address[field] ?? ''}
                onChange={(event) => setAddress({ ...address, [field]: event.currentTarget.value })}
                error={fieldError(write.error, `order.shippingDetails.shippingAddress.${field}`)}
                autoComplete="off"
              />
            ))}
          </div>
          <Textarea
            label="Order Notes"
            minRows={2}
            maxRows={8}
            maxLength={10_000}
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
          {write.error && <Callout tone="danger">{write.error.message}</Callout>}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={write.isPending} disabled={!stay && lines.length === 0}>
            Save Changes
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

/** One more piece: of the line that sells it already, or on a line of its own. */
function withOneMore(lines: readonly Line[], { sku, title, price }: Sellable): readonly Line[] {
  const at = lines.findIndex((line) => line.sku === sku)
  const there = lines[at]
  if (there) return lines.with(at, { ...there, quantity: (there.quantity ?? 0) + 1 })
  return [...lines, { key: sku, sku, itemTitle: title, quantity: 1, price, taxAmount: 0, discountAmount: 0 }]
}

interface LinesProps {
  lines: readonly Line[]
  /** Given what the lines are then: a product may be looked up while something else is typed. */
  onChange: (change: (lines: readonly Line[]) => readonly Line[]) => void
  errorOf: (at: number, field: string) => string | undefined
}

function Lines({ lines, onChange, errorOf }: LinesProps) {
  const change = (key: string, part: Partial<Line>) =>
    onChange((now) => now.map((line) => (line.key === key ? { ...line, ...part } : line)))
  return (
    <>
      {lines.map((line, at) => (
        <div key={line.key} role="group" aria-label={line.sku} className={classes.line}>
          <span>
            {line.itemTitle || line.sku} <span className="mono muted">{line.sku}</span>
          </span>
          <QuantityInput
            label="Qty"
            max={100_000}
            data-autofocus={at === 0 || undefined}
            value={line.quantity}
            onChange={(quantity) => change(line.key, { quantity })}
            error={errorOf(at, 'quantity') ?? errorOf(at, 'sku')}
          />
          <MoneyInput
            label="Sale Price"
            value={line.price}
            onChange={(price) => change(line.key, { price })}
            error={errorOf(at, 'price')}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Remove ${line.sku}`}
            onClick={() => onChange((now) => now.filter(({ key }) => key !== line.key))}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      ))}
      <AddProduct onAdd={(_product, sellable) => onChange((now) => withOneMore(now, sellable))} />
    </>
  )
}
