import { plural } from '#web/ui/format.ts'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { chooseExactOption } from '#web/ui/choices/exact-option.ts'
import classes from './imports.module.css'
import type { ImportColumn } from './upload.ts'

interface Props {
  label: string
  /** For tables, where the label stands in another cell. */
  hideLabel?: boolean
  columns: readonly ImportColumn[]
  value: string | null
  onChange: (column: string | null) => void
  /** Columns to offer first, with the rows whose value fits. */
  suggested?: readonly { column: string; rows: number }[]
}

const sampleChars = 60
/** "Red · Blue · 12 GB" */
const samplesOf = ({ samples }: ImportColumn) => {
  const text = samples.map(({ value }) => value).join(' · ')
  return text.length > sampleChars ? `${text.slice(0, sampleChars)}…` : text
}

/** A column of the file, with some of its values below it. */
export function ColumnSelect({ label, hideLabel, columns, value, onChange, suggested = [] }: Props) {
  const chosen = columns.find(({ name }) => name === value)
  const first = suggested.filter(({ column }) => columns.some(({ name }) => name === column))
  const options = [
    ...first.map(({ column, rows }) => ({ value: column, label: `${column} (${plural(rows, 'matching row')})` })),
    ...columns
      .filter(({ name }) => !first.some(({ column }) => column === name))
      .map(({ name }) => ({ value: name, label: name })),
  ]
  return (
    <div className={classes.column}>
      <SearchSelect
        label={hideLabel ? undefined : label}
        aria-label={hideLabel ? label : undefined}
        placeholder="Not in the file"
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        options={options}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => chooseExactOption(event, options.find((option) => option.value === value)?.label)}
      />
      {chosen && <span className="subtle small">{chosen.filled === 0 ? 'Empty in every row' : samplesOf(chosen)}</span>}
    </div>
  )
}
