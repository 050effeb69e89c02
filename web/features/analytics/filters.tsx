import { ActionIcon, Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { allAttributeValues, allSkus } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { DEFAULT_PRESET, type DayRange, lastDays, presetOf, presets } from '#domain/analytics/presets.ts'
import { useRead } from '#web/api.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { shownOptions } from '#web/ui/choices/many-options.ts'
import { SearchMultiSelect } from '#web/ui/choices/search-select.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { type AttributeChoice, attributesOf } from '#domain/analytics/attributes.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import { type AnalyticsSearch, attributesText, blankAsNone } from './address.ts'
import classes from './analytics.module.css'

/** The known channels and orders made by hand (ANA-012, ANA-077). */
const channels = (['ebay', 'etsy', 'square', 'shopify', 'bigcommerce', 'manual'] as const).map((value) => ({
  value,
  label: markNames[value],
}))

interface Props {
  search: AnalyticsSearch
  range: DayRange
  today: string
  onChange: (change: AnalyticsSearch) => void
  onClear: () => void
}

const keyOf = ({ startDate, endDate }: DayRange) => `${startDate} ${endDate}`

/** Dates and channels act at once; what narrows by product waits for its button. */
export function Filters({ search, range, today, onChange, onClear }: Props) {
  const narrowed = [search.templates, search.skus, ...attributesOf(search)].filter(Boolean).length
  const [chosen, setChosen] = useState<boolean>()
  // What narrows the figures is seen, unless somebody hid it: then the button says that there is something.
  const more = chosen ?? narrowed > 0
  /** The days that somebody chose one by one; Back and a saved query bring others. */
  const [edited, setEdited] = useState<string>()
  const preset = edited === keyOf(range) ? 'custom' : presetOf(range, today)
  const setDay = (change: Partial<DayRange>) => {
    const next = { ...range, ...change }
    if (!next.startDate || !next.endDate || next.endDate > today) return
    // The other end moves along rather than that a range is turned around.
    if (next.startDate > next.endDate) {
      if (change.startDate) next.endDate = next.startDate
      else next.startDate = next.endDate
    }
    setEdited(keyOf(next))
    onChange(next)
  }
  return (
    <div className={classes.filters}>
      <div className={classes.line}>
        <Segments
          aria-label="Range"
          value={preset}
          onChange={(key) => {
            const days = presets.find((candidate) => candidate.key === key)?.days
            setEdited(undefined)
            if (days)
              onChange(key === DEFAULT_PRESET ? { startDate: undefined, endDate: undefined } : lastDays(days, today))
          }}
          data={presets.map(({ key, label, short }) => ({
            value: key,
            label: (
              <>
                <span className={classes.long}>{label}</span>
                <span className={classes.short}>{short}</span>
              </>
            ),
          }))}
        />
        <DayInput
          label="Start date"
          className={classes.day}
          value={range.startDate}
          max={today}
          onChange={(startDate) => setDay({ startDate })}
        />
        <DayInput
          label="End date"
          className={classes.day}
          value={range.endDate}
          max={today}
          onChange={(endDate) => setDay({ endDate })}
        />
        <SearchMultiSelect
          label="Channels"
          placeholder={search.channels ? undefined : 'All'}
          className={classes.wide}
          options={channels}
          value={search.channels ?? []}
          onChange={(value) => onChange({ channels: blankAsNone(value) })}
        />
        <Button
          variant="default"
          leftSection={<Icon name={more ? 'minus' : 'plus'} />}
          aria-expanded={more}
          onClick={() => setChosen(!more)}
        >
          {more ? 'Hide Filters' : narrowed > 0 ? `More Filters (${narrowed})` : 'More Filters'}
        </Button>
      </div>
      {more && (
        <ProductFilters
          key={JSON.stringify([search.templates, search.skus, search.attributes])}
          search={search}
          onChange={onChange}
          onClear={() => {
            setEdited(undefined)
            onClear()
          }}
        />
      )}
    </div>
  )
}

/** Attribute rows with a name of their own each, so that a removed one takes its own words along. */
type Row = AttributeChoice & { id: number }
const blankRow = (id: number): Row => ({ id, name: '', values: [] })

function ProductFilters({ search, onChange, onClear }: Pick<Props, 'search' | 'onChange' | 'onClear'>) {
  const [templates, setTemplates] = useState(search.templates ?? [])
  const [skus, setSkus] = useState(search.skus ?? [])
  const [rows, setRows] = useState<Row[]>(() => {
    const attributeRows = attributesOf(search).map((row, id) => ({ ...row, id }))
    return attributeRows.length > 0 ? attributeRows : [blankRow(0)]
  })
  const known = { templates: useRead(listTemplates, { query: {} }), skus: useRead(allSkus, { query: {} }) }
  const drafted = {
    templates: blankAsNone(templates),
    skus: blankAsNone(skus),
    attributes: attributesText(rows),
  }
  const search_ = (event: FormEvent) => {
    event.preventDefault()
    onChange({ ...drafted, only: drafted.templates || drafted.skus || drafted.attributes ? 'skus' : undefined })
  }
  return (
    <form className={classes.more} aria-label="More filters" onSubmit={search_}>
      <SearchMultiSelect
        label="Templates"
        placeholder={templates.length ? undefined : 'All'}
        options={(known.templates.data ?? []).map(({ name }) => ({ value: name, label: name }))}
        value={templates}
        onChange={setTemplates}
      />
      <TagInput
        label="SKUs"
        placeholder={skus.length ? undefined : 'All'}
        value={skus}
        onChange={setSkus}
        options={known.skus.data ?? []}
      />
      <Attributes rows={rows} setRows={setRows} />
      <div className={classes.buttons}>
        <Button type="submit" variant="default" title="Applies to Sales by SKU only">
          Search
        </Button>
        <Button variant="default" onClick={() => onChange({ ...drafted, only: undefined })}>
          Apply to all charts
        </Button>
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
      </div>
    </form>
  )
}

function Attributes({ rows, setRows }: { rows: readonly Row[]; setRows: (rows: Row[]) => void }) {
  const known = useRead(allAttributeValues, { query: {} })
  const set = (id: number, change: Partial<Row>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  return (
    <fieldset className={classes.attributes}>
      <legend>Attributes</legend>
      {rows.map(({ id, name, values, action }, at) => (
        <div key={id} className={classes.attributeRow}>
          <Select
            aria-label={`Attribute name ${at + 1}`}
            placeholder="Attribute"
            searchable
            clearable
            limit={shownOptions}
            data={[...new Set([...(known.data ?? []).map((attribute) => attribute.name), ...(name ? [name] : [])])]}
            value={name || null}
            onChange={(value) => set(id, { name: value ?? '' })}
          />
          <div className={classes.values}>
            {action && <span>is none of</span>}
            <TagInput
              aria-label={`Attribute values ${at + 1}`}
              placeholder={values.length ? undefined : 'Values'}
              value={values}
              options={known.data?.find((attribute) => attribute.name === name)?.values ?? []}
              onChange={(next) => set(id, { values: next })}
            />
          </div>
          <ActionIcon
            size={32}
            aria-label={`Remove attribute ${at + 1}`}
            title={rows.length === 1 ? 'Keep at least one row' : 'Remove'}
            disabled={rows.length === 1}
            onClick={() => setRows(rows.filter((row) => row.id !== id))}
          >
            <Icon name="close" />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<Icon name="plus" />}
        onClick={() => setRows([...rows, blankRow(Math.max(...rows.map(({ id }) => id)) + 1)])}
      >
        Add Attributes
      </Button>
    </fieldset>
  )
}
