import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { clearCosts, fillCosts, type unknownCosts } from '#contract/orders/costs.ts'
import { useWrite } from '#web/api.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { MoneyInput } from '#web/ui/inputs/number-input.tsx'

type Unknown = CallReply<typeof unknownCosts>

/** SKUs that sold at an unknown cost, each with a field: what is entered is the cost of all these sales. */
export function MissingCosts({ unknown, onClose }: { unknown: Unknown; onClose: () => void }) {
  const [costs, setCosts] = useState<Readonly<Record<string, number | null>>>(() =>
    Object.fromEntries(unknown.rows.map(({ sku, costNow }) => [sku, costNow])),
  )
  const entries = useEntries()
  const undo = useWrite(clearCosts)
  const takeBack = async (saved: readonly { sku: string; at: string }[]) => {
    try {
      for (const { sku, at } of saved) await undo.mutateAsync({ body: { sku, at } })
      toast.success('Undone')
    } catch {
      // A failure shows above the page, as that of any write.
    }
  }
  const fill = useWrite(fillCosts)
  const save = async () => {
    const saved: { sku: string; at: string; lines: number }[] = []
    try {
      for (const { sku } of unknown.rows) {
        const cost = costs[sku] ?? null
        // A SKU with very many lines is filled in several parts.
        for (let isLeft = cost !== null; isLeft && cost !== null; ) {
          const { lines, at, more } = await fill.mutateAsync({ body: { sku, cost } })
          saved.push({ sku, at, lines })
          isLeft = more && lines > 0
        }
      }
      onClose()
    } finally {
      // Where one fails, those before it are saved, and can be undone.
      const lines = saved.reduce((sum, part) => sum + part.lines, 0)
      if (lines > 0) toast.undo(`Cost saved for ${plural(lines, 'order line')}`, () => void takeBack(saved))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entries.problem) return entries.focus()
    // A failure shows above the page, as that of any write.
    void save().catch(() => undefined)
  }
  const isEmpty = Object.values(costs).every((cost) => cost === null)
  return (
    <FormDialog opened onClose={onClose} title="Costs of past sales" size={560}>
      <form onSubmit={submit}>
        <p className="muted">
          The cost is saved on every past sale of the SKU that has none. Fields begin with the product’s cost of today.
          Saving doesn’t change the product.
          {unknown.items > unknown.rows.length && ` Showing ${unknown.rows.length} of ${unknown.items} SKUs.`}
        </p>
        <EntriesOf form={entries}>
          <div className="stack">
            {unknown.rows.map(({ sku, title, units }) => (
              <MoneyInput
                key={sku}
                label={`${sku} · ${title}`}
                noun="cost"
                description={plural(units, 'unit')}
                value={costs[sku]}
                onChange={(cost) => setCosts((all) => ({ ...all, [sku]: cost }))}
              />
            ))}
          </div>
        </EntriesOf>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={fill.isPending} disabled={isEmpty}>
            Save costs
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
