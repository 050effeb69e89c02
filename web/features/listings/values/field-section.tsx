import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { FieldMapping } from '#contract/mappings/mappings.ts'
import type { FieldValues } from '#contract/mappings/values.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { optionsHint, shownOptions } from '#web/ui/choices/many-options.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { Count, StatusChip } from '#web/ui/images/status-chip.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { type Entry, retargeted, unmapped } from './draft.ts'
import { newId } from './new-id.ts'
import { type RowState, rowState } from './row-state.ts'
import { countsOf } from './survey.ts'
import classes from './values.module.css'

/** MAP-146, MAP-147. */
const pageSizes = ['5', '10', '25', '50', '100']

interface Props {
  mapping: FieldMapping
  /** What the channel and the products say of it; undefined where neither knows it. */
  field: FieldValues | undefined
  channel: ChannelId
  isOpen: boolean
  onOpen: (open: boolean) => void
  onChange: (change: (values: readonly Entry[]) => Entry[]) => void
  onRemove: () => void
}

interface Row extends RowState {
  entry: Entry
  products: number
}

/** One field of a mapping: what is replaced, and with what (MAP-139..MAP-147). */
export function FieldSection(props: Props) {
  const { mapping, field, channel, isOpen, onOpen, onRemove } = props
  const { targetName, values } = mapping
  const counts = countsOf(field)
  const rows = values.map(
    (entry): Row => ({
      entry,
      ...rowState(entry, field, markNames[channel]),
      products: entry.sourceValues.reduce((sum, source) => sum + (counts.get(nameKey(source)) ?? 0), 0),
    }),
  )
  const errors = rows.filter(({ state }) => state.tone === 'danger').length
  const warnings = rows.filter(({ state }) => state.tone === 'warning').length
  return (
    <section className={classes.field} aria-label={targetName}>
      <header className={classes.head}>
        <ActionIcon
          aria-label={`${isOpen ? 'Hide' : 'Show'} ${targetName}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        </ActionIcon>
        <h3>{targetName}</h3>
        <span className="small subtle">{aboutWords(field, markNames[channel])}</span>
        {errors > 0 && <Count tone="danger">{errors} not allowed</Count>}
        {warnings > 0 && <Count tone="warning">{warnings} not allowed</Count>}
        <span className="grow" />
        <ActionIcon aria-label={`Remove ${targetName}`} onClick={onRemove}>
          <Icon name="trash" />
        </ActionIcon>
      </header>
      {isOpen && <Rows {...props} rows={rows} />}
    </section>
  )
}

function aboutWords(field: FieldValues | undefined, channel: string): string {
  if (!field) return `Not used by ${channel} here`
  const { required, strict, options } = field
  const list = options.length > 0 ? `, ${strict ? 'from' : 'suggests'} ${number(options.length)} values` : ''
  return `${required ? 'Required' : 'Optional'}${list}`
}

function Rows({ mapping: { targetName, values }, field, rows, onChange }: Props & { rows: readonly Row[] }) {
  const [sought, setSought] = useState('')
  const [limit, setLimit] = useState('25')
  const [offset, setOffset] = useState(0)
  const key = nameKey(sought)
  const matching = rows.filter(
    ({ entry }) => !key || [entry.targetValue, ...entry.sourceValues].some((value) => nameKey(value).includes(key)),
  )
  const from = offset < matching.length ? offset : 0
  const missing = unmapped(field, values)
  const columns = columnsOf({ targetName, field, onChange })
  const empty = (): Entry => ({ uuid: newId(), sourceValues: [], targetValue: '' })
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          type="search"
          aria-label={`Search ${targetName} values`}
          placeholder="Search values"
          leftSection={<Icon name="search" />}
          value={sought}
          onChange={(event) => {
            setSought(event.currentTarget.value)
            setOffset(0)
          }}
        />
        <span className="grow" />
        <Button
          variant="default"
          disabled={missing.length === 0}
          title="Adds a row for each value that isn’t allowed"
          onClick={() =>
            onChange((now) => [...now, ...missing.map((value) => ({ ...empty(), sourceValues: [value] }))])
          }
        >
          Add Mappings
        </Button>
        <Button
          variant="default"
          onClick={() => {
            onChange((now) => [...now, empty()])
            setOffset(Math.floor(rows.length / Number(limit)) * Number(limit))
          }}
        >
          Add Value
        </Button>
      </div>
      <DataTable
        label={`Values of ${targetName}`}
        columns={columns}
        rows={matching.slice(from, from + Number(limit))}
        rowKey={({ entry }) => entry.uuid}
        page={{ offset: from, limit: Number(limit), items: matching.length, onChange: setOffset }}
        footer={
          <Select
            aria-label={`Rows per page of ${targetName}`}
            w={84}
            data={pageSizes}
            value={limit}
            allowDeselect={false}
            onChange={(next) => {
              setLimit(next ?? '25')
              setOffset(0)
            }}
          />
        }
      />
    </>
  )
}

interface Cells {
  targetName: string
  field: FieldValues | undefined
  onChange: Props['onChange']
}
function columnsOf({ targetName, field, onChange }: Cells): Column<Row>[] {
  const set = (uuid: string, change: Partial<Entry>) =>
    onChange((now) => now.map((row) => (row.uuid === uuid ? { ...row, ...change } : row)))
  return [
    {
      key: 'replace',
      header: 'Replace',
      phone: 'wide',
      width: '34%',
      render: ({ entry }) => (
        <TagInput
          aria-label={`Replace with ${entry.targetValue || 'a value'} in ${targetName}`}
          placeholder={entry.sourceValues.length > 0 ? undefined : 'Values of your products'}
          value={entry.sourceValues}
          options={(field?.values ?? []).map(({ value }) => value)}
          onChange={(sourceValues) => set(entry.uuid, { sourceValues })}
        />
      ),
    },
    {
      key: 'with',
      header: 'With',
      phone: 'wide',
      width: '30%',
      render: ({ entry }) => (
        <WithInput
          key={entry.targetValue}
          label={`With, for ${entry.sourceValues.join(', ') || 'a new value'} in ${targetName}`}
          value={entry.targetValue}
          options={field?.options ?? []}
          onTake={(next) => onChange((now) => retargeted(now, entry.uuid, next))}
        />
      ),
    },
    {
      key: 'state',
      header: 'State',
      phone: 'wide',
      render: ({ state, sentence }) => (
        <>
          <StatusChip of={state} />
          {sentence && <small className={classes.sentence}>{sentence}</small>}
        </>
      ),
    },
    { key: 'products', header: 'Products', align: 'right', width: 90, render: ({ products }) => number(products) },
    {
      key: 'remove',
      header: <span className="sr-only">Remove</span>,
      label: '',
      phone: 'corner',
      width: 40,
      render: ({ entry }) => (
        <ActionIcon
          aria-label={`Remove ${entry.sourceValues.join(', ') || 'the empty row'}`}
          onClick={() => onChange((now) => now.filter(({ uuid }) => uuid !== entry.uuid))}
        >
          <Icon name="close" />
        </ActionIcon>
      ),
    },
  ]
}

interface WithProps {
  label: string
  value: string
  options: readonly string[]
  onTake: (value: string) => void
}
/** The target of a row, taken when it is chosen or left: while it is typed it would meet other rows' targets. */
export function WithInput({ label, value, options, onTake }: WithProps) {
  const [typed, setTyped] = useState(value)
  const take = (next: string) => next.trim() !== value && onTake(next.trim())
  return (
    <Autocomplete
      aria-label={label}
      placeholder={optionsHint(options.length, 'Choose a value', 'Value')}
      data={[...new Set(options)]}
      limit={shownOptions}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={take}
      onBlur={() => take(typed)}
      autoComplete="off"
    />
  )
}
