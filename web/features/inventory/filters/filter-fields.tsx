import { Checkbox, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { allTags } from '#contract/products/products.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listTemplates } from '#contract/templates.ts'
import { productSortNames } from '#contract/products/sorts.ts'
import { useRead } from '#web/api.ts'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { SearchMultiSelect } from '#web/ui/choices/search-select.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { currencySign } from '#web/ui/format.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { AnyOrAll, AttributeRows } from './attribute-rows.tsx'
import { channelOptions } from './chips.ts'
import type { Asked, Draft } from './draft.ts'
import classes from './filters.module.css'
import { SkuSelect } from './sku-select.tsx'

export interface FieldsProps {
  draft: Draft
  problems: Asked['problems']
  onChange: (change: Partial<Draft>) => void
}

/** What the list can be narrowed by (INV-057..INV-075). */
export function FilterFields({ draft, problems, onChange }: FieldsProps) {
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
      <Range title="Price" low="minPrice" high="maxPrice" unit={currencySign()} {...{ draft, problems, onChange }} />
      <Range title="Quantity" low="minQuantity" high="maxQuantity" {...{ draft, problems, onChange }} />
      <Range title="Sold" low="minSold" high="maxSold" {...{ draft, problems, onChange }} />
      <Channels
        title="Listed on"
        value={draft.listedOn}
        onChange={(listedOn) => onChange({ listedOn })}
        problem={problems.listedOn}
        extra={
          <AnyOrAll
            label="Match listings"
            value={draft.matchAllListings}
            onChange={(matchAllListings) => onChange({ matchAllListings })}
          />
        }
      />
      <Channels
        title="Not listed on"
        value={draft.notListedOn}
        onChange={(notListedOn) => onChange({ notListedOn })}
        problem={problems.notListedOn}
      />
      <TagInput
        label="Has tags"
        value={draft.hasTags}
        onChange={(hasTags) => onChange({ hasTags })}
        options={tags.data ?? []}
      />
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
            label={key === 'startDate' ? 'Created from' : 'Created to'}
            value={draft[key]}
            onChange={(event) => onChange({ [key]: event.currentTarget.value })}
            error={problems[key]}
          />
        ))}
      </div>
      <div className={classes.two}>
        <Select
          label="Sort"
          data={Object.entries(productSortNames).map(([value, label]) => ({ value, label }))}
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
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...value, channel] : value.filter((other) => other !== channel))
          }
        />
      ))}
    </div>
    {problem && <p className={classes.problem}>{problem}</p>}
  </fieldset>
)
