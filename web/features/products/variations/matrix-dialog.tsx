import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Axis, combinationCount, missing, skusFor } from '#domain/products/variations/matrix.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { EntriesOf, useEntries } from '#web/ui/inputs/entries.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { MoneyInput, QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { attributesOf, type Draft, type DraftVariation, type Template } from '../page/draft.ts'
import classes from '../page/products.module.css'
import { mostVariations, optionsOf, variationsOf } from './combine.ts'

interface Props {
  template: Template
  draft: Draft
  onAdd: (variations: DraftVariation[]) => void
  onClose: () => void
}

/** Makes a variation of each combination of values that is not there yet. */
export function MatrixDialog({ template, draft, onAdd, onClose }: Props) {
  const attributes = attributesOf(template)
  const of = (name: string) => attributes.find((a) => nameKey(a.name) === nameKey(name))
  const there = draft.variations.map(({ attributes }) => attributes)
  const [axes, setAxes] = useState<Axis[]>(() => optionsOf(draft.variations, template.variations))
  const [price, setPrice] = useState<number | null>(null)
  const [quantity, setQuantity] = useState<number | null>(0)
  const entries = useEntries()
  const room = mostVariations - draft.variations.length
  // Counted before they are made: four long lists would be millions.
  const isTooMany = combinationCount(axes) > mostVariations
  const added = isTooMany ? [] : missing(axes, there)
  const problem = isTooMany || added.length > room ? `At most ${mostVariations} variations.` : undefined
  const submit = () => {
    if (entries.problem) return entries.focus()
    if (added.length === 0 || problem) return
    onAdd(variationsOf(added, { template, draft }, { price, quantity }))
    onClose()
  }
  return (
    <FormDialog opened onClose={onClose} title="Add variations" size={560}>
      <EntriesOf form={entries}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            submit()
          }}
        >
          <div className={dialog.body}>
            <p className="muted">Adds a variation for every missing combination of these values.</p>
            {axes.map(({ name, values }, at) => (
              <TagInput
                key={name}
                label={name}
                data-autofocus={at === 0 || undefined}
                options={of(name)?.options ?? []}
                value={values}
                onChange={(next) => setAxes(axes.map((axis) => (axis.name === name ? { name, values: next } : axis)))}
              />
            ))}
            <div className={classes.four}>
              <MoneyInput
                label="Price per variation"
                value={price}
                placeholder={draft.price?.toFixed(2)}
                onChange={setPrice}
              />
              <QuantityInput label="Quantity per variation" value={quantity} onChange={setQuantity} />
            </div>
            <p role="status" className={problem ? classes.bad : 'subtle'}>
              {problem ??
                (added.length === 0
                  ? 'All combinations already exist.'
                  : `${plural(added.length, 'variation')} will be added: ${skusFor(
                      draft.sku,
                      added.slice(0, 3),
                      draft.variations.map(({ sku }) => sku),
                    ).join(', ')}${added.length > 3 ? ', …' : ''}`)}
            </p>
          </div>
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={added.length === 0 || Boolean(problem)}>
              {added.length > 0 ? `Add ${plural(added.length, 'variation')}` : 'Add'}
            </Button>
          </DialogFooter>
        </form>
      </EntriesOf>
    </FormDialog>
  )
}
