import { Checkbox, Select, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { allTags } from '#contract/products.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listTemplates } from '#contract/templates.ts'
import { useRead } from '#web/api.ts'
import { ChannelMark } from '#web/ui/channel-mark.tsx'
import { Count } from '#web/ui/status-chip.tsx'
import { SearchMultiSelect } from '#web/ui/search-select.tsx'
import { BesidePanel, SidePanelButton, type SidePanelState } from '#web/ui/side-panel.tsx'
import { TagInput } from '#web/ui/tag-input.tsx'
import { sortNames } from '../address.ts'
import { useInventorySearch } from '../search.ts'
import { AnyOrAll, AttributeRows } from './attribute-rows.tsx'
import { channelOptions, chips } from './chips.ts'
import { type Asked, askedOf, type Draft, draftOf } from './draft.ts'
import classes from './filters.module.css'
import { SkuSelect } from './sku-select.tsx'

/** Opens and closes the panel; says how many filters are on. */
export function FiltersButton({ panel }: { panel: SidePanelState }) {
  const { filters } = useInventorySearch()
  const on = chips(filters, new Map()).length
  return (
    <SidePanelButton panel={panel} right={on ? <Count>{on}</Count> : undefined}>
      Filters
    </SidePanelButton>
  )
}

/** The list with all its filters beside it. What is filled in is looked for when Search is pressed (INV-057..INV-075). */
export function FilterPanel({ panel, children }: { panel: SidePanelState; children: ReactNode }) {
  const { search, clear, setFilters } = useInventorySearch()
  const { search: _words, offset: _offset, limit: _limit, dialog: _dialog, ...narrowing } = search
  const address = JSON.stringify(narrowing)
  const [entry, setEntry] = useState({ address, draft: draftOf(search), tried: true })
  // The address changes by itself, too: back, a chip, a view. What it says then replaces what was not looked for.
  const current = entry.address === address ? entry : { address, draft: draftOf(search), tried: true }
  const asked = askedOf(current.draft)
  const find = () => {
    if (Object.keys(asked.problems).length) return setEntry({ ...current, tried: true })
    setFilters(asked.filters, asked.sort)
  }
  return (
    <BesidePanel
      panel={panel}
      title="Filters"
      onSearch={find}
      onClear={() => {
        setEntry({ address, draft: draftOf({}), tried: false })
        clear()
      }}
      fields={
        <Fields
          draft={current.draft}
          problems={current.tried ? asked.problems : {}}
          onChange={(change) => setEntry({ ...current, draft: { ...current.draft, ...change }, tried: false })}
        />
      }
    >
      {children}
    </BesidePanel>
  )
}

interface FieldsProps {
  draft: Draft
  problems: Asked['problems']
  onChange: (change: Partial<Draft>) => void
}

function Fields({ draft, problems, onChange }: FieldsProps) {
  const templates = useRead(listTemplates)
  const tags = useRead(allTags)
  return (
    <>
      <SkuSelect value={draft.skus} onChange={(skus) => onChange({ skus })} />
      <AttributeRows
        rows={draft.attributes}
        onChange={(attributes) => onChange({ attributes })}
        matchAll={draft.matchAllAttributes}
        onMatchAll={(matchAllAttributes) => onChange({ matchAllAttributes })}
        problemOf={(at) => problems[`attributes.${at}`] ?? (at === 0 ? problems.attributes : undefined)}
      />
      <SearchMultiSelect
        label="Templates"
        placeholder="Any template"
        options={(templates.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.templateIds}
        onChange={(templateIds) => onChange({ templateIds })}
        error={problems.templateIds}
      />
      <Range title="Price" low="minPrice" high="maxPrice" unit="$" {...{ draft, problems, onChange }} />
      <Range title="Quantity" low="minQuantity" high="maxQuantity" {...{ draft, problems, onChange }} />
      <Range title="Sold" low="minSold" high="maxSold" {...{ draft, problems, onChange }} />
      <Channels
        title="Listed on"
        value={draft.listedOn}
        onChange={(listedOn) => onChange({ listedOn })}
        problem={problems.listedOn}
        extra={
          <AnyOrAll label="Match listings" value={draft.matchAllListings} onChange={(matchAllListings) => onChange({ matchAllListings })} />
        }
      />
      <Channels
        title="Not listed on"
        value={draft.notListedOn}
        onChange={(notListedOn) => onChange({ notListedOn })}
        problem={problems.notListedOn}
      />
      <TagInput label="Has tags" value={draft.hasTags} onChange={(hasTags) => onChange({ hasTags })} options={tags.data ?? []} />
      <TagInput
        label="Missing tags"
        value={draft.missingTags}
        onChange={(missingTags) => onChange({ missingTags })}
        options={tags.data ?? []}
      />
      <div className={classes.two}>
        {(['startDate', 'endDate'] as const).map((key) => (
          <TextInput
            key={key}
            type="date"
            label={key === 'startDate' ? 'Created from' : 'Created until'}
            value={draft[key]}
            onChange={(event) => onChange({ [key]: event.currentTarget.value })}
            error={problems[key]}
          />
        ))}
      </div>
      <div className={classes.two}>
        <Select
          label="Sort"
          data={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
          value={draft.sortBy}
          onChange={(_, option) => onChange({ sortBy: (option as { value: Draft['sortBy'] }).value })}
          error={problems.sortBy}
        />
        <Select
          label="Order"
          data={[
            { value: 'asc', label: 'Ascending' },
            { value: 'desc', label: 'Descending' },
          ]}
          value={draft.orderBy}
          onChange={(chosen) => onChange({ orderBy: chosen === 'asc' ? 'asc' : 'desc' })}
        />
      </div>
    </>
  )
}

interface RangeProps extends FieldsProps {
  title: string
  low: 'minPrice' | 'minQuantity' | 'minSold'
  high: 'maxPrice' | 'maxQuantity' | 'maxSold'
  unit?: string
}

const Range = ({ title, low, high, unit, draft, problems, onChange }: RangeProps) => (
  <fieldset className={classes.group} aria-label={title}>
    <span className={classes.legend}>{title}</span>
    <div className={classes.two}>
      {[low, high].map((key) => (
        <TextInput
          key={key}
          aria-label={`${key === low ? 'Minimum' : 'Maximum'} ${title.toLowerCase()}`}
          placeholder={key === low ? 'Min' : 'Max'}
          inputMode={unit ? 'decimal' : 'numeric'}
          autoComplete="off"
          leftSection={unit}
          leftSectionWidth={unit ? 24 : undefined}
          value={draft[key]}
          onChange={(event) => onChange({ [key]: event.currentTarget.value })}
          error={problems[key]}
        />
      ))}
    </div>
  </fieldset>
)

interface ChannelsProps {
  title: string
  value: readonly ChannelId[]
  onChange: (channels: ChannelId[]) => void
  problem: string | undefined
  extra?: ReactNode
}

const Channels = ({ title, value, onChange, problem, extra }: ChannelsProps) => (
  <fieldset className={classes.group} aria-label={title}>
    <div className={classes.groupHead}>
      <span className={classes.legend}>{title}</span>
      {extra}
    </div>
    <div className={classes.two}>
      {channelOptions.map(({ value: channel, label }) => (
        <Checkbox
          key={channel}
          label={
            <span className={classes.channel}>
              <ChannelMark channel={channel} named />
              {label}
            </span>
          }
          aria-label={`${title} ${label}`}
          checked={value.includes(channel)}
          onChange={(event) => onChange(event.currentTarget.checked ? [...value, channel] : value.filter((other) => other !== channel))}
        />
      ))}
    </div>
    {problem && <p className={classes.problem}>{problem}</p>}
  </fieldset>
)
