import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { fixImportCells } from '#contract/imports.ts'
import { useWrite } from '#web/api.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import classes from '../imports.module.css'
import type { Import } from '../upload.ts'
import type { WrongCell } from './use-problems.ts'

const keyOf = ({ line, column }: WrongCell) => `${line} ${column}`

/** The cells that cannot be imported as they are, each to be corrected on the spot. The uploaded file stays as it is. */
export function FixCells({ record, cells }: { record: Import; cells: readonly WrongCell[] }) {
  if (cells.length === 0) return null
  return (
    <Card title="Fix cells" padded={false}>
      <p className={classes.fixHint} role="status">
        {plural(cells.length, 'cell')} to fix. Corrections go into this import; your file isn’t changed.
      </p>
      <div className={classes.scroll}>
        <table className={classes.rows} aria-label="Cells to fix">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">SKU</th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {cells.map((cell) => (
              <FixRow key={keyOf(cell)} importId={record.id} cell={cell} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** Enter or leaving the field checks the value. A right one leaves the list; a wrong one says why. */
function FixRow({ importId, cell }: { importId: number; cell: WrongCell }) {
  const { line, column, problem, sku } = cell
  const [value, setValue] = useState(cell.value)
  const fix = useWrite(fixImportCells, { quiet: true })
  const save = () => {
    if (value !== cell.value) fix.mutate({ params: { id: importId }, body: { cells: [{ line, column, value }] } })
  }
  return (
    <tr>
      <td className="tabular subtle">{line}</td>
      <td className="mono">{sku}</td>
      <td>{column}</td>
      <td>
        <TextInput
          size="xs"
          aria-label={`${column}, row ${line}`}
          value={value}
          error={fix.error?.message ?? problem}
          aria-busy={fix.isPending}
          onChange={(event) => setValue(event.currentTarget.value)}
          onBlur={save}
          onKeyDown={goOn}
        />
      </td>
    </tr>
  )
}

/** Enter goes to the next cell, which checks this one as it is left. After the last one it stays on the page. */
function goOn(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const fields = [...(event.currentTarget.closest('table')?.querySelectorAll('input') ?? [])]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (next) next.focus()
  else event.currentTarget.blur()
}
