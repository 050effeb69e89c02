import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { listTemplates } from '#contract/templates.ts'
import { useRead } from '#web/api.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MoneyInput } from '#web/ui/number-input.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import classes from './products.module.css'

/** How long typing pauses before the list is asked for, in milliseconds. */
const pauseMs = 300

export interface Filters {
  search?: string
  template?: number
  min?: number
  max?: number
}

export const isFiltered = ({ search, template, min, max }: Filters) =>
  search !== undefined || template !== undefined || min !== undefined || max !== undefined

interface Props {
  filters: Filters
  onChange: (change: Filters) => void
  onClear: () => void
}

/** Search, template and price range of the product list; all of it stands in the address. */
export function ProductFilters({ filters, onChange, onClear }: Props) {
  const templates = useRead(listTemplates)
  const later = useDebouncedCallback(onChange, pauseMs)
  const [words, setWords] = useState(filters.search ?? '')
  // The address changes by itself, too: back, clear, a link.
  useEffect(() => setWords((now) => (now.trim() === (filters.search ?? '') ? now : (filters.search ?? ''))), [filters.search])
  return (
    <div className={classes.filters} role="search" aria-label="Filter products">
      <TextInput
        className={classes.search}
        type="search"
        aria-label="Search products"
        placeholder="Search keywords (title, description, SKU)"
        leftSection={<Icon name="search" />}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          later({ search: event.currentTarget.value.trim() || undefined })
        }}
      />
      <SearchSelect
        className={classes.templateFilter}
        aria-label="Template"
        placeholder="All templates"
        clearable
        options={(templates.data ?? []).map((t) => ({ value: String(t.id), label: t.name }))}
        value={filters.template === undefined ? null : String(filters.template)}
        onChange={(id) => onChange({ template: id ? Number(id) : undefined })}
      />
      <MoneyInput
        className={classes.priceFilter}
        aria-label="Price from"
        placeholder="Price from"
        value={filters.min}
        onCommit={(min) => onChange({ min: min ?? undefined })}
      />
      <MoneyInput
        className={classes.priceFilter}
        aria-label="Price to"
        placeholder="Price to"
        value={filters.max}
        onCommit={(max) => onChange({ max: max ?? undefined })}
      />
      {isFiltered(filters) && (
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}
