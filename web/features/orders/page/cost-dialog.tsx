import { Button, Checkbox } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { clearCosts, saveLineCost } from '#contract/orders/costs.ts'
import { useWrite } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { MoneyInput } from '#web/ui/inputs/number-input.tsx'
import type { Order } from '../order.ts'
import classes from './orders.module.css'

/** The cost of a line, and of all other lines of its SKU whose cost is unknown. */
export function CostDialog({ item, onClose }: { item: Order['items'][number]; onClose: () => void }) {
  const [cost, setCost] = useState(item.cost)
  const [everywhere, setEverywhere] = useState(false)
  const entries = useEntries()
  const undo = useWrite(clearCosts, { onSuccess: () => toast.success('Undone') })
  const save = useWrite(saveLineCost, {
    onSuccess: ({ lines, more, at }) => {
      onClose()
      const detail = more ? { detail: 'More lines of this SKU have no cost. Add the cost again for the rest.' } : {}
      if (cost === null) toast.success('Cost removed')
      else
        toast.undo(
          `Cost saved for ${plural(lines, 'order line')}`,
          () => undo.mutate({ body: { sku: item.sku, at } }),
          detail,
        )
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entries.problem) return entries.focus()
    save.mutate({ body: { itemId: item.id, cost, everywhere: everywhere && cost !== null } })
  }
  return (
    <FormDialog opened onClose={onClose} title={`Cost of ${item.sku || item.itemTitle}`} size={420}>
      <form onSubmit={submit}>
        <div className={classes.form}>
          <div className={classes.wide}>
            <EntriesOf form={entries}>
              <MoneyInput
                data-autofocus
                label="Cost of one unit when it sold"
                value={cost}
                onChange={setCost}
                error={fieldError(save.error, 'cost')}
              />
            </EntriesOf>
          </div>
          {item.sku && (
            <Checkbox
              className={classes.wide}
              label={`Also use it for other sales of ${item.sku} without a cost`}
              checked={everywhere}
              onChange={(event) => setEverywhere(event.currentTarget.checked)}
            />
          )}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save cost
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
