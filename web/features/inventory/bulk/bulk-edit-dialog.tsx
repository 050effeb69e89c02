import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { bulkEdit, type Edit, type EditableField, previewBulkEdit } from '#contract/changes/changes.ts'
import { allAttributeValues } from '#contract/products/products.ts'
import { useRead, useWrite } from '#web/api.ts'
import { call } from '#web/call.ts'
import { ChangeProgress } from '#web/form/change-sets/change-progress.tsx'
import { PreviewOf } from '#web/form/change-sets/preview-of.tsx'
import { askPrices } from '#web/form/products/ask-prices.tsx'
import { confirm, DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { decimalSign } from '#web/ui/inputs/decimal-sign.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './bulk.module.css'
import { EditRowFields } from './edit-row.tsx'
import { type Preview, type Selection, usePreview } from './preview.ts'
import { type EditRow, editsOf, fieldOptions, isTyped, newRow, withField } from './rows.ts'
import { useShowChangeSet } from '#web/form/change-sets/show-change-set.ts'
import { sentenceOf, watch } from '#web/form/change-sets/watch.ts'

/** From how many products on their number has to be typed first. */
const askFrom = 1000
const failedText = 'Failed to apply bulk edits.'

interface Props {
  selection: Selection
  /** How many products are chosen, as far as it is known. */
  count: number
  /** What is to be edited, where that is known. */
  field?: EditableField | null
  onClose: () => void
}

/** Fields of many products at once: first what would change, then a job that can be left (INV-208..INV-214). */
export function BulkEditDialog({ selection, count, field, onClose }: Props) {
  const [running, setRunning] = useState<number>()
  return (
    <FormDialog opened onClose={onClose} title="Bulk Edit" size={760} yOffset="8vh">
      {running === undefined ? (
        <EditForm {...{ selection, count, field, onClose }} onStarted={setRunning} />
      ) : (
        <ChangeProgress id={running} onClose={onClose} />
      )}
    </FormDialog>
  )
}

function EditForm({ selection, count, field = null, onStarted, onClose }: Props & { onStarted: (id: number) => void }) {
  const [rows, setRows] = useState([withField(newRow(0), field)])
  const [tried, setTried] = useState(false)
  const show = useShowChangeSet()
  const { edits, problems } = editsOf(rows, decimalSign())
  const preview = usePreview(selection, edits, problems.size === 0)
  const [asking, setAsking] = useState(false)
  const start = useWrite(bulkEdit, {
    quiet: true,
    // The dialog may be closed before the answer.
    onSuccess: (set) => watch(set, { done: 'Bulk edits applied.', failed: failedText, show }),
    onError: (error) => toast.error(sentenceOf(error, failedText)),
  })
  const total = preview.data?.total ?? count
  const apply = async () => {
    setTried(true)
    if (rows.every(({ field }) => !field)) return toast.info('Add at least one field to edit.')
    if (problems.size > 0) return
    const question = {
      title: `Edit ${plural(total, 'product')}?`,
      body: 'You can undo this for 30 days.',
      confirm: `Edit ${plural(total, 'product')}`,
      typed: String(total),
    }
    if (total > askFrom && !(await confirm(question))) return
    setAsking(true)
    const meant = await pricesMeant(selection, edits, preview.working ? undefined : preview.data).catch(
      (error: unknown) => {
        toast.error(sentenceOf(error, failedText))
        return false
      },
    )
    setAsking(false)
    if (meant)
      await start.mutateAsync({ body: { selection, edits } }).then(
        ({ id }) => onStarted(id),
        () => undefined,
      )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
    >
      <div className={classes.form}>
        <p className="muted">{plural(total, 'product')} selected. Only the fields you add here will change.</p>
        <Rows rows={rows} onChange={setRows} problems={problems} tried={tried} />
        <PreviewOf preview={preview} />
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={asking || start.isPending}>
          Apply
        </Button>
      </DialogFooter>
    </form>
  )
}

/** One question for all prices that may not be meant. @param seen the preview of these edits, where it is there */
async function pricesMeant(selection: Selection, edits: Edit[], seen: Preview | undefined): Promise<boolean> {
  if (!edits.some(({ field }) => field === 'price' || field === 'cost')) return true
  const { doubts } = seen ?? (await call(previewBulkEdit, { body: { selection, edits } }))
  return askPrices({ doubts: doubts.worst, items: doubts.items, cancel: 'Don’t change' })
}

interface RowsProps {
  rows: EditRow[]
  onChange: (rows: EditRow[]) => void
  problems: ReadonlyMap<number, string>
  /** From now on, missing values are shown as errors, too. */
  tried: boolean
}

/** Each field at most once; one row always stays. */
function Rows({ rows, onChange, problems, tried }: RowsProps) {
  const known = useRead(allAttributeValues, { query: { limit: 1 } })
  const all = fieldOptions(
    (known.data ?? []).map(({ name }) => name),
    rows,
  )
  const used = new Set<EditableField | null>(rows.map(({ field }) => field))
  const offered = (own: EditableField | null) =>
    all.map(({ group, items }) => ({ group, items: items.filter(({ value }) => value === own || !used.has(value)) }))
  const add = useRef<HTMLButtonElement>(null)
  const remove = (key: number) => {
    onChange(rows.filter((row) => row.key !== key))
    // The button that was pressed goes with its row; without this the focus would be lost.
    add.current?.focus()
  }
  return (
    <div className={classes.rows}>
      {rows.map((row, at) => (
        <EditRowFields
          key={row.key}
          row={row}
          at={at}
          fields={offered(row.field)}
          onChange={(next) => onChange(rows.map((item) => (item.key === row.key ? next : item)))}
          onRemove={rows.length > 1 ? () => remove(row.key) : undefined}
          problem={tried || isTyped(row) ? problems.get(row.key) : undefined}
        />
      ))}
      <Button
        ref={add}
        variant="subtle"
        size="xs"
        className={classes.add}
        leftSection={<Icon name="plus" size="s" />}
        onClick={() => onChange([...rows, newRow(Math.max(...rows.map(({ key }) => key)) + 1)])}
      >
        Add field
      </Button>
    </div>
  )
}
