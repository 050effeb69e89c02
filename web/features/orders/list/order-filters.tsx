import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { allSkus } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import { channelChoices, useAccounts } from '#web/form/channels/account.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { SearchMultiSelect } from '#web/ui/choices/search-select.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import { activeFilters, isFiltered, type OrderSearch, rangeOf, ranges, startOf, usualStart } from './order-search.ts'
import classes from '../page/orders.module.css'

interface Props {
  search: OrderSearch
  /** Where the organization is; the ranges end here. */
  today: string
  onChange: (change: Partial<OrderSearch>) => void
}

const blankAsNone = <T extends { length: number }>(value: T): T | undefined => (value.length ? value : undefined)

type Work = 'held' | 'me' | 'nobody'
const workChoices: { value: Work; label: string }[] = [
  { value: 'held', label: 'On hold' },
  { value: 'me', label: 'Assigned to me' },
  { value: 'nobody', label: 'Unassigned' },
]
const dueChoices = [
  { value: 'late', label: 'Late' },
  { value: 'today', label: 'Today' },
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'later', label: 'Later' },
  { value: 'none', label: 'No date' },
]
/** Everything but the tab. */
const unfiltered = (search: OrderSearch): Partial<OrderSearch> =>
  Object.fromEntries(Object.keys(search).flatMap((name) => (name === 'tab' ? [] : [[name, undefined]])))
const workOf = ({ held, assigned }: OrderSearch): Work | null => (held ? 'held' : (assigned ?? null))

type Due = NonNullable<OrderSearch['due']>
const DueSelect = ({ value, onChange }: { value: Due | null; onChange: (due: Due | null) => void }) => (
  <Select
    label="Ship by"
    placeholder="Any"
    clearable
    data={dueChoices}
    value={value}
    onChange={(due) => onChange(due as Due | null)}
  />
)

/** Quick ranges act at once; the fields are looked for when Search is pressed. */
export function OrderFilters({ search, today, onChange }: Props) {
  // Every key changes the form: what would be remembered of it is only more to download.
  'use no memo'
  const usual = usualStart({ ...search, startDate: undefined, endDate: undefined }, today) ?? ''
  const [start, setStart] = useState(usualStart(search, today) ?? '')
  const [end, setEnd] = useState(search.endDate ?? '')
  const [words, setWords] = useState(search.search ?? '')
  const [channels, setChannels] = useState(search.channels ?? [])
  const [statuses, setStatuses] = useState(search.statuses ?? [])
  const [skus, setSkus] = useState(search.skus ?? [])
  const [due, setDue] = useState(search.due ?? null)
  const [work, setWork] = useState(workOf(search))
  const { several } = useAccounts()
  const known = useRead(allSkus, { query: {} })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange({
      search: blankAsNone(words.trim()),
      startDate: !end && start === usual ? undefined : blankAsNone(start),
      endDate: blankAsNone(end),
      channels: blankAsNone(channels),
      statuses: blankAsNone(statuses),
      skus: blankAsNone(skus),
      due: due ?? undefined,
      held: work === 'held' || undefined,
      assigned: work === 'held' ? undefined : (work ?? undefined),
    })
  }
  const range = rangeOf(search, today)
  const [open, setOpen] = useState(false)
  const active = activeFilters(search)
  return (
    <div className={classes.tools} data-folded={!open || undefined}>
      <div className={classes.fold}>
        <Button
          variant="default"
          leftSection={<Icon name="filter" />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {active ? `Filters (${active})` : 'Filters'}
        </Button>
      </div>
      <div className={classes.ranges}>
        <Segments
          aria-label="Date range"
          value={range === undefined ? '' : String(range)}
          onChange={(days) =>
            onChange({
              startDate: startOf(Number(days), today) === usual ? undefined : startOf(Number(days), today),
              endDate: undefined,
              anyTime: undefined,
            })
          }
          data={ranges.map(({ label, days }) => ({ label, value: String(days) }))}
        />
      </div>
      <form className={classes.filters} onSubmit={submit} aria-label="Filter orders">
        <TextInput
          type="search"
          label="Search"
          placeholder="Number, name or email"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Start Date"
          value={start}
          max={end || undefined}
          onChange={(event) => setStart(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="End Date"
          value={end}
          min={start || undefined}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
        <SearchMultiSelect
          label="Channels"
          placeholder="All"
          options={[...channelChoices(several), { value: 'manual', label: markNames.manual }]}
          value={channels}
          onChange={setChannels}
        />
        <Select
          label="Status"
          placeholder="Any"
          clearable
          data={['Completed', 'Pending']}
          value={statuses[0] ?? null}
          onChange={(value) => setStatuses(value ? [value] : [])}
        />
        <DueSelect value={due} onChange={setDue} />
        <Select
          label="Work"
          placeholder="Any"
          clearable
          data={workChoices}
          value={work}
          onChange={(value) => setWork(value as Work | null)}
        />
        <TagInput
          label="SKU"
          placeholder={skus.length ? undefined : 'Any'}
          value={skus}
          onChange={setSkus}
          options={known.data ?? []}
        />
        <div className={classes.go}>
          <Button type="submit" variant="default">
            Search
          </Button>
          {isFiltered(search) && (
            <Button variant="subtle" onClick={() => onChange(unfiltered(search))}>
              Clear
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}
