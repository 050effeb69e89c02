import { MultiSelect as MantineMultiSelect, type MultiSelectProps } from '@mantine/core'
import { useListOnFocus } from './list-on-focus.ts'

/** Several of a few options. */
export const MultiSelect = (props: MultiSelectProps) => <MantineMultiSelect {...props} {...useListOnFocus(props)} />
