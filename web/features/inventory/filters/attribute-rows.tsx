import { ActionIcon, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { allAttributeValues } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { SearchMultiSelect, SearchSelect } from '#web/ui/choices/search-select.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import { type AttributeRow, noAttribute } from './draft.ts'
import classes from './filters.module.css'
import { suggestionPauseMs } from './sku-select.tsx'

const offered = 100

interface Props {
  rows: readonly AttributeRow[]
  onChange: (rows: AttributeRow[]) => void
  matchAll: boolean
  onMatchAll: (all: boolean) => void
  problemOf: (at: number) => string | undefined
}

/** INV-060, INV-061: an attribute, whether it is one of some values or none of them, and the values. */
export function AttributeRows({ rows, onChange, matchAll, onMatchAll, problemOf }: Props) {
  const known = useRead(allAttributeValues, { query: { limit: 1 } })
  const names = (known.data ?? []).map(({ name }) => name)
  const set = (at: number, row: AttributeRow) => onChange(rows.map((item, index) => (index === at ? row : item)))
  const remove = (at: number) => onChange(rows.length > 1 ? rows.filter((_, index) => index !== at) : [noAttribute])
  return (
    <fieldset className={classes.group} aria-label="Attributes">
      <div className={classes.groupHead}>
        <span className={classes.legend}>Attributes</span>
        <AnyOrAll label="Match attributes" value={matchAll} onChange={onMatchAll} />
      </div>
      {rows.map((row, at) => (
        // Rows have nothing of their own to be known by, and their fields keep no state.
        <Row
          key={at}
          row={row}
          at={at}
          names={names}
          onChange={(next) => set(at, next)}
          onRemove={() => remove(at)}
          problem={problemOf(at)}
        />
      ))}
      <Button
        variant="subtle"
        size="xs"
        className={classes.add}
        leftSection={<Icon name="plus" size="s" />}
        onClick={() => onChange([...rows, noAttribute])}
      >
        Add attribute
      </Button>
    </fieldset>
  )
}

export const AnyOrAll = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: boolean
  onChange: (all: boolean) => void
}) => (
  <Segments
    aria-label={label}
    value={value ? 'all' : 'any'}
    onChange={(chosen) => onChange(chosen === 'all')}
    data={[
      { value: 'any', label: 'Any' },
      { value: 'all', label: 'All' },
    ]}
  />
)

interface RowProps {
  row: AttributeRow
  at: number
  names: readonly string[]
  onChange: (row: AttributeRow) => void
  onRemove: () => void
  problem: string | undefined
}

function Row({ row, at, names, onChange, onRemove, problem }: RowProps) {
  const which = `Attribute ${at + 1}`
  const options = [...new Set([...names, ...(row.name ? [row.name] : [])])].map((value) => ({ value, label: value }))
  return (
    <div className={classes.row} role="group" aria-label={which}>
      <div className={classes.rowHead}>
        <SearchSelect
          aria-label={`${which}, name`}
          placeholder="Attribute"
          options={options}
          value={row.name || null}
          onChange={(name) => onChange({ ...row, name: name ?? '', values: name === row.name ? row.values : [] })}
        />
        <Select
          aria-label={`${which}, in or not in`}
          data={['in', 'not in']}
          value={row.action}
          onChange={(action) => onChange({ ...row, action: action === 'not in' ? 'not in' : 'in' })}
        />
        <ActionIcon aria-label={`Remove ${which.toLowerCase()}`} onClick={onRemove}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <Values
        row={row}
        label={`${which}, values`}
        onChange={(values) => onChange({ ...row, values })}
        problem={problem}
      />
    </div>
  )
}

interface ValuesProps {
  row: AttributeRow
  label: string
  onChange: (values: string[]) => void
  problem: string | undefined
}

/** The values that products have, the most frequent first, each with how many have it. */
function Values({ row, label, onChange, problem }: ValuesProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), suggestionPauseMs)
  const names = useRead(
    allAttributeValues,
    { query: { name: row.name, search: search || undefined, limit: offered } },
    { enabled: row.name !== '', keepPrevious: true },
  )
  const use = row.name ? names.data?.find(({ name }) => name === row.name) : undefined
  const counts = new Map((use?.values ?? []).map((value, at) => [value, use?.counts[at] ?? 0]))
  const values = [...new Set([...counts.keys(), ...row.values])].filter(Boolean)
  return (
    <SearchMultiSelect
      aria-label={label}
      placeholder="Any value"
      disabled={!row.name}
      options={values.map((value) => ({ value, label: value }))}
      value={row.values}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      error={problem ?? (names.isError ? 'Failed to load suggestions.' : undefined)}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          {counts.has(option.value) && <span className="subtle tabular">{number(counts.get(option.value))}</span>}
        </span>
      )}
    />
  )
}
