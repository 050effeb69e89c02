import type { MultiSelectProps, SelectProps } from '@mantine/core'
import { useFewPills } from './few-pills.tsx'
import { optionsHint, shownOptions } from './many-options.ts'
import { MultiSelect } from './multi-select.tsx'
import { Select } from './select.tsx'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

interface SingleProps extends Omit<SelectProps, 'data' | 'limit'> {
  options: readonly Option[]
}

/** One of many options, found by typing. */
export const SearchSelect = ({ options, placeholder, ...select }: SingleProps) => (
  <Select
    searchable
    nothingFoundMessage="No results"
    {...select}
    data={[...options]}
    limit={shownOptions}
    placeholder={optionsHint(options.length, placeholder)}
  />
)

interface MultiProps extends Omit<MultiSelectProps, 'data' | 'limit'> {
  options: readonly Option[]
}

/** What a field says that takes no more (LST-094). */
export const fullWords = (most: number) => `Maximum of ${most} values selected`

/** Several of many options; no more than `maxValues` are kept (LST-095), and the first five shown. */
export function SearchMultiSelect(props: MultiProps) {
  const { options, placeholder, value, onChange, maxValues, description, ...select } = props
  const isFull = maxValues !== undefined && (value?.length ?? 0) >= maxValues
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      nothingFoundMessage="No results"
      description={isFull ? fullWords(maxValues) : description}
      {...select}
      {...useFewPills(value ?? [])}
      data={[...options]}
      limit={shownOptions}
      maxValues={maxValues}
      value={value}
      onChange={(values) => onChange?.(maxValues ? values.slice(0, maxValues) : values)}
      placeholder={value?.length ? undefined : optionsHint(options.length, placeholder)}
    />
  )
}
