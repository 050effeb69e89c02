import { Button } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { Callout } from '#web/ui/layout/callout.tsx'
import { plural } from '#web/ui/format.ts'
import { Segments } from '#web/ui/choices/segments.tsx'
import type { Product } from '#web/form/products/sellable.ts'
import type { Choose } from './choose.ts'
import classes from './new-order.module.css'
import { QuickOrder } from './quick-order.tsx'
import { useLines } from './use-lines.ts'
import { useOrder } from './use-order.ts'
import { AllSteps } from './wizard.tsx'

/** The usual order is written on one screen; the steps hold everything that an order can say. */
export type Form = 'quick' | 'steps'

/** Whoever writes an order on one screen has the buyer on the phone, as a rule. */
const usualSource = 'Phone'

interface Props {
  Picker: ComponentType<Choose>
  form: Form
  onForm: (form: Form) => void
  preselected: readonly Product[]
  /** SKUs of the address that no product has. */
  missing: readonly string[]
  onClear: () => void
}

/** One order in either of two forms: what is typed in one stands in the other. */
export function OrderForm({ Picker, form, onForm, preselected, missing, onClear }: Props) {
  const order = useOrder(preselected, form === 'quick' ? { source: usualSource } : {})
  const { copy, fetching } = useLines(order)
  /** Another round begins with nothing chosen in the table. */
  const [round, setRound] = useState(0)
  const turn = async (next: Form) => {
    // What is wrong in one form is not lost on the way to the other.
    if (order.entries.problem) return order.entries.focus()
    if (!(await copy())) return
    order.setChosen(new Map())
    if (next === 'quick' && !order.draft.source.trim()) order.begin({ source: usualSource })
    onForm(next)
  }
  const clear = () => {
    order.entries.discard()
    order.set({ items: [] })
    order.setChosen(new Map())
    setRound(round + 1)
    onClear()
  }
  return (
    <div className={classes.wizard}>
      <Segments
        className={classes.forms}
        aria-label="Order form"
        data={[
          { value: 'quick', label: 'Quick order' },
          { value: 'steps', label: 'All steps' },
        ]}
        value={form}
        disabled={order.closed || fetching}
        onChange={(next) => void turn(next === 'quick' ? 'quick' : 'steps')}
      />
      {preselected.length > 0 && (
        <Callout
          tone="info"
          action={
            <Button variant="subtle" size="xs" onClick={clear}>
              Clear
            </Button>
          }
        >
          {plural(preselected.length, 'product')} preselected.
        </Callout>
      )}
      {missing.length > 0 && <Callout tone="warning">Not found in your inventory: {missing.join(', ')}</Callout>}
      {form === 'quick' ? <QuickOrder order={order} /> : <AllSteps key={round} order={order} Picker={Picker} />}
    </div>
  )
}
