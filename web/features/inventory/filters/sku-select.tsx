import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { allSkus } from '#contract/products/products.ts'
import { useRead } from '#web/api.ts'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import classes from './filters.module.css'

/** How long typing pauses before suggestions are asked for (INV-233), in milliseconds. */
export const suggestionPauseMs = 1000
const suggested = 50

/** SKUs, suggested by the server while typing; a pasted list becomes many. */
export function SkuSelect({ value, onChange }: { value: readonly string[]; onChange: (skus: string[]) => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), suggestionPauseMs)
  const skus = useRead(allSkus, { query: { search: search || undefined, limit: suggested } }, { keepPrevious: true })
  return (
    <TagInput
      label="SKUs"
      placeholder={value.length ? undefined : 'Any SKU'}
      classNames={{ pillsList: classes.pills, inputField: classes.mono }}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      options={skus.data ?? []}
      error={skus.isError ? 'Failed to load suggestions.' : undefined}
    />
  )
}
