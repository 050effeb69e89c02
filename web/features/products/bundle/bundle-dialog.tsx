import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { MOST_COMPONENTS, MOST_PIECES, saveBundle } from '#contract/products/bundles.ts'
import { possible } from '#domain/stock/bundle.ts'
import { useWrite } from '#web/api.ts'
import { AddProduct } from '#web/form/products/add-product.tsx'
import type { Sellable } from '#web/form/products/sellable.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { confirm, DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { useOpened } from '../page/editor.ts'
import { type Bundle, limitedBy } from './limited.ts'
import classes from './bundle.module.css'

interface Row {
  sku: string
  title: string
  available: number
  /** Null while nothing is typed. */
  pieces: number | null
}
const isWhole = (row: Row): row is Row & { pieces: number } => row.pieces !== null && row.pieces >= 1

const brief = (parts: readonly { sku: string; pieces: number }[]) => parts.map(({ sku, pieces }) => ({ sku, pieces }))

/** Chooses what a product is made of. */
export function BundleDialog({ bundle, onClose }: { bundle: Bundle; onClose: () => void }) {
  const { product } = useOpened()
  const [rows, setRows] = useState<Row[]>(bundle.parts)
  /** As it was opened: what somebody else makes of it meanwhile is not overwritten. */
  const [was] = useState(() => brief(bundle.parts))
  const [problem, setProblem] = useState<string>()
  const putBack = useWrite(saveBundle, { onSuccess: () => toast.success('Undone.', { detail: bundle.sku }) })
  const save = useWrite(saveBundle, {
    quiet: true,
    onSuccess: (saved) => {
      const isBundle = saved.parts.length > 0
      toast.undo(
        isBundle ? 'Bundle saved.' : 'Bundle removed.',
        () => putBack.mutate({ body: { id: product.id, parts: was, was: brief(saved.parts) } }),
        { detail: isBundle ? `${plural(saved.available, 'bundle')} available.` : bundle.sku },
      )
      onClose()
    },
  })
  const isBundle = bundle.parts.length > 0
  const whole = rows.filter(isWhole)
  const isSame =
    rows.length === bundle.parts.length &&
    rows.every(({ sku, pieces }, i) => bundle.parts[i]?.sku === sku && bundle.parts[i].pieces === pieces)
  const send = (parts: readonly { sku: string; pieces: number }[]) =>
    save.mutate({ body: { id: product.id, parts: brief(parts), was } })
  const change = (next: Row[]) => {
    setRows(next)
    setProblem(undefined)
    if (save.isError) save.reset()
  }
  const add = ({ sku, title, available }: Sellable) => {
    const there = rows.find((row) => row.sku === sku)
    if (!there) return change([...rows, { sku, title, available, pieces: 1 }])
    change(rows.map((row) => (row === there ? { ...row, pieces: (row.pieces ?? 0) + 1 } : row)))
  }
  const submit = () => {
    if (rows.length === 0) return setProblem('Add a component first.')
    if (whole.length === rows.length) send(whole)
  }
  const end = async () => {
    const yes = await confirm({
      title: `Stop selling ${bundle.sku} as a bundle?`,
      body: 'It becomes a regular product with 0 in stock. Its components keep their stock.',
      confirm: 'Remove bundle',
      danger: true,
    })
    if (yes) send([])
  }
  const fields = save.error?.fields ?? {}
  const isOfRow = Object.keys(fields).some((field) => field.startsWith('parts.'))
  return (
    <FormDialog opened onClose={onClose} title={`Components of ${bundle.sku}`} size={560} dirty={!isSame}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) submit()
        }}
      >
        <div className={dialog.body}>
          {bundle.refusal ? (
            <Callout tone="warning">{bundle.refusal}</Callout>
          ) : (
            <>
              <p className="muted">
                A bundle has no stock of its own. Its availability comes from its components, and each sale reduces
                their stock.
              </p>
              <ul className={classes.rows} aria-label="Components">
                {rows.map((row, i) => (
                  <ComponentRow
                    key={row.sku}
                    row={row}
                    problem={fields[`parts.${i}.sku`] ?? fields[`parts.${i}.pieces`]}
                    onPieces={(pieces) => change(rows.map((item) => (item === row ? { ...item, pieces } : item)))}
                    onRemove={() => change(rows.filter((item) => item !== row))}
                  />
                ))}
              </ul>
              {rows.length < MOST_COMPONENTS && (
                <AddProduct
                  label="Add a component"
                  onAdd={(_, sellable) => add(sellable)}
                  error={problem ?? (save.error && !isOfRow ? save.error.message : undefined)}
                />
              )}
              {whole.length > 0 && (
                <p role="status">
                  <b>{plural(possible(whole), 'bundle')}</b>: {limitedBy(whole)}
                </p>
              )}
            </>
          )}
        </div>
        <DialogFooter>
          {isBundle && !bundle.refusal && (
            <Button variant="subtle" color="red" className={classes.end ?? ''} onClick={() => void end()}>
              Remove bundle
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {bundle.refusal ? 'Close' : 'Cancel'}
          </Button>
          {!bundle.refusal && (
            <Button type="submit" loading={save.isPending} disabled={isSame}>
              Save
            </Button>
          )}
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

interface RowProps {
  row: Row
  problem: string | undefined
  onPieces: (pieces: number | null) => void
  onRemove: () => void
}

const ComponentRow = ({ row, problem, onPieces, onRemove }: RowProps) => (
  <li>
    <span className={classes.what}>
      {row.title} <span className="mono muted">{row.sku}</span>
      <span className="subtle small"> {number(row.available)} available</span>
      {problem && (
        <span className={classes.problem} role="alert">
          {problem}
        </span>
      )}
    </span>
    <QuantityInput
      aria-label={`Units of ${row.sku} per bundle`}
      className={classes.pieces ?? ''}
      value={row.pieces}
      error={isWhole(row) && row.pieces <= MOST_PIECES ? undefined : 'At least 1.'}
      onChange={onPieces}
    />
    <ActionIcon variant="subtle" aria-label={`Remove ${row.sku}`} onClick={onRemove}>
      <Icon name="trash" />
    </ActionIcon>
  </li>
)
