import { Button } from '@mantine/core'
import { useState } from 'react'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import type { DraftVariation } from '../page/draft.ts'

interface Props {
  rows: readonly DraftVariation[]
  onFill: (rows: DraftVariation[]) => void
  onClose: () => void
}

/** Gives all variations one price, cost or quantity; what is left blank stays as it is. */
export function FillVariations({ rows, onFill, onClose }: Props) {
  const [price, setPrice] = useState<number | null>(null)
  const [cost, setCost] = useState<number | null>(null)
  const [quantity, setQuantity] = useState<number | null>(null)
  const entries = useEntries()
  const fill = {
    ...(price !== null && { price }),
    ...(cost !== null && { cost }),
    ...(quantity !== null && { quantity }),
  }
  const isEmpty = Object.keys(fill).length === 0
  return (
    <FormDialog opened onClose={onClose} title={`Fill ${plural(rows.length, 'variation')}`} size={440}>
      <EntriesOf form={entries}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            if (entries.problem) return entries.focus()
            if (isEmpty) return
            onFill(rows.map((row) => ({ ...row, ...fill })))
            onClose()
          }}
        >
          <div className={dialog.body}>
            <p className="muted">Blank fields aren’t changed. Save the product to apply your changes.</p>
            <MoneyInput label="Price" data-autofocus value={price} onChange={setPrice} />
            <MoneyInput label="Cost" value={cost} onChange={setCost} />
            <QuantityInput label="Quantity" value={quantity} onChange={setQuantity} />
          </div>
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isEmpty}>
              Fill
            </Button>
          </DialogFooter>
        </form>
      </EntriesOf>
    </FormDialog>
  )
}
