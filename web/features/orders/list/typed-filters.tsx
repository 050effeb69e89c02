import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { allSkus } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import { Segments } from '#web/ui/choices/segments.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import filters from '#web/ui/filters/filters.module.css'
import { type OrderSearch, rangeOf, ranges, startOf, usualStart } from './order-search.ts'
import classes from '../page/orders.module.css'

interface Props {
  search: OrderSearch
  today: string
  onChange: (change: Partial<OrderSearch>) => void
  onClose: () => void
}

function Fields({
  label,
  onSearch,
  onClear,
  children,
}: {
  label: string
  onSearch: () => void
  onClear: () => void
  children: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch()
  }
  return (
    <form className={filters.form} aria-label={label} onSubmit={submit}>
      {children}
      <div className={filters.foot}>
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
        <Button type="submit">Search</Button>
      </div>
    </form>
  )
}

/** Quick ranges act at once (ORD-003..ORD-008); days of one's own are looked for when Search is clicked. */
export function DateFields({ search, today, onChange, onClose }: Props) {
  const usual = usualStart({ ...search, startDate: undefined, endDate: undefined, anyTime: undefined }, today) ?? ''
  const shown = { start: usualStart(search, today) ?? '', end: search.endDate ?? '' }
  const [start, setStart] = useState(shown.start)
  const [end, setEnd] = useState(shown.end)
  const range = rangeOf(search, today)
  return (
    <Fields
      label="Filter by date"
      onSearch={() => {
        const isUsual = !end && start === usual
        const none = !start && !end
        onChange({
          startDate: isUsual || none ? undefined : start || undefined,
          endDate: end || undefined,
          anyTime: none && usual ? true : undefined,
        })
        onClose()
      }}
      onClear={() => {
        onChange({ startDate: undefined, endDate: undefined, anyTime: undefined })
        onClose()
      }}
    >
      <Segments
        aria-label="Date range"
        className={classes.ranges}
        value={range === undefined ? '' : String(range)}
        onChange={(days) => {
          const from = startOf(Number(days), today)
          setStart(from)
          setEnd('')
          onChange({ startDate: from === usual ? undefined : from, endDate: undefined, anyTime: undefined })
        }}
        data={ranges.map(({ label, days }) => ({ label, value: String(days) }))}
      />
      <div className={classes.dates}>
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
      </div>
    </Fields>
  )
}

/** Free text with suggestions (ORD-013). */
export function SkuFields({ search, onChange, onClose }: Props) {
  const [skus, setSkus] = useState(search.skus ?? [])
  const known = useRead(allSkus, { query: {} })
  return (
    <Fields
      label="Filter by SKU"
      onSearch={() => {
        onChange({ skus: skus.length > 0 ? skus : undefined })
        onClose()
      }}
      onClear={() => {
        onChange({ skus: undefined })
        onClose()
      }}
    >
      <TagInput label="SKU" data-autofocus value={skus} onChange={setSkus} options={known.data ?? []} />
    </Fields>
  )
}
