import { channelChoices, useAccounts } from '#web/form/channels/account.tsx'
import { FilterBar } from '#web/ui/filters/filter-bar.tsx'
import { ChoiceFilter, ChoicesFilter, FieldsFilter } from '#web/ui/filters/filter-menu.tsx'
import { dayName } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { SearchField } from '#web/ui/inputs/search-field.tsx'
import { OrderChips } from './order-chips.tsx'
import { hasChips, isFiltered, type OrderSearch, rangeOf, ranges, usualStart } from './order-search.ts'
import { DateFields, SkuFields } from './typed-filters.tsx'
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
const dueChoices: { value: NonNullable<OrderSearch['due']>; label: string }[] = [
  { value: 'late', label: 'Late' },
  { value: 'today', label: 'Today' },
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'later', label: 'Later' },
  { value: 'none', label: 'No date' },
]
const statusChoices = ['Completed', 'Pending'].map((value) => ({ value, label: value }))

/** Everything but the tab. */
const unfiltered = (search: OrderSearch): Partial<OrderSearch> =>
  Object.fromEntries(Object.keys(search).flatMap((name) => (name === 'tab' ? [] : [[name, undefined]])))
const workOf = ({ held, assigned }: OrderSearch): Work | undefined => (held ? 'held' : assigned)

/** How long typing pauses before the list is asked for, in milliseconds. */
const pauseMs = 300
const tidy = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

/** What the dates of the list are, in words. */
function datesOf(search: OrderSearch, today: string): string {
  const start = usualStart(search, today)
  const range = ranges.find(({ days }) => days === rangeOf(search, today))?.label
  if (start && !search.endDate) return range ? `${range} (since ${dayName(start)})` : `since ${dayName(start)}`
  if (!search.endDate) return 'Any'
  return start ? `${dayName(start)} to ${dayName(search.endDate)}` : `until ${dayName(search.endDate)}`
}

/** What narrows the list of orders. Choices act at once; what is typed is looked for when Search is clicked. */
export function OrderFilters({ search, today, onChange }: Props) {
  const { several } = useAccounts()
  const work = (next: Work | undefined) =>
    onChange({ held: next === 'held' || undefined, assigned: next === 'held' ? undefined : next })
  return (
    <FilterBar label="Filter orders" onClear={isFiltered(search) ? () => onChange(unfiltered(search)) : undefined}>
      <SearchField
        className={classes.words}
        label="Search orders"
        placeholder="Number, name or email"
        value={search.search ?? ''}
        tidy={tidy}
        pauseMs={pauseMs}
        onSearch={(text) => onChange({ search: blankAsNone(text) })}
      />
      <FieldsFilter name="Date" chosen={datesOf(search, today)} width={320}>
        {(close) => <DateFields search={search} today={today} onChange={onChange} onClose={close} />}
      </FieldsFilter>
      <ChoicesFilter
        name="Channels"
        options={[...channelChoices(several), { value: 'manual', label: markNames.manual }]}
        value={search.channels ?? []}
        onChange={(channels) => onChange({ channels: blankAsNone(channels) })}
      />
      <ChoiceFilter
        name="Status"
        any="Any status"
        options={statusChoices}
        value={search.statuses?.[0]}
        onChange={(status) => onChange({ statuses: status ? [status] : undefined })}
      />
      <ChoiceFilter
        name="Ship by"
        any="Any day"
        options={dueChoices}
        value={search.due}
        onChange={(due) => onChange({ due })}
      />
      <ChoiceFilter name="Work" any="Any work" options={workChoices} value={workOf(search)} onChange={work} />
      <FieldsFilter
        name="SKU"
        chosen={search.skus && (search.skus.length > 2 ? `${search.skus.length} SKUs` : search.skus.join(', '))}
        onRemove={() => onChange({ skus: undefined })}
      >
        {(close) => <SkuFields search={search} today={today} onChange={onChange} onClose={close} />}
      </FieldsFilter>
      {hasChips(search) && <OrderChips search={search} onChange={onChange} />}
    </FilterBar>
  )
}
