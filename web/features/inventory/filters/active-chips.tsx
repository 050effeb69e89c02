import { listTemplates } from '#contract/templates.ts'
import { useRead } from '#web/api.ts'
import { FilterChip } from '#web/ui/filters/filter-bar.tsx'
import { Count } from '#web/ui/images/status-chip.tsx'
import { useInventorySearch } from '../search.ts'
import { chips } from './chips.ts'

/** Each filter that is on, in words, with a way to take it off. */
export function ActiveChips() {
  const { filters, setFilters } = useInventorySearch()
  const templates = useRead(listTemplates, undefined, { enabled: filters.templateIds !== undefined })
  const names = new Map((templates.data ?? []).map(({ id, name }) => [id, name]))
  return (
    <>
      {chips(filters, names).map(({ key, remove, ...words }) => (
        <FilterChip key={key} {...words} onRemove={() => setFilters(remove)} />
      ))}
    </>
  )
}

/** How many they are. */
export function ChipCount() {
  const { filters } = useInventorySearch()
  const on = chips(filters, new Map()).length
  return on > 0 ? <Count>{on}</Count> : null
}
