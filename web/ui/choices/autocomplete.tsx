import { type AutocompleteProps, Autocomplete as MantineAutocomplete } from '@mantine/core'
import { useListOnFocus } from './list-on-focus.ts'

/** Any text, with some offered. */
export const Autocomplete = (props: AutocompleteProps) => <MantineAutocomplete {...props} {...useListOnFocus(props)} />
