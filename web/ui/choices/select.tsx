import { Select as MantineSelect, type SelectProps } from '@mantine/core'
import { useListOnFocus } from './list-on-focus.ts'

/** One of a few options. */
export const Select = <Value extends string = string>(props: SelectProps<Value>) => (
  <MantineSelect<Value> {...props} {...useListOnFocus(props)} />
)
