import type { ComboboxProps } from '@mantine/core'
import { type FocusEvent, useState } from 'react'

interface Given {
  comboboxProps?: ComboboxProps | undefined
  onFocus?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined
}

/**
 * For a field with a list of options: they are made when the field first has the caret, and stay. A page has dozens of such lists, and to make
 * and place the closed ones took a phone longer than everything that it shows. They are there before the next key: the arrow that opens a list
 * also goes to its chosen option.
 */
export function useListOnFocus({ comboboxProps, onFocus }: Given) {
  const [wanted, setWanted] = useState(false)
  return {
    comboboxProps: { ...comboboxProps, keepMounted: wanted },
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      setWanted(true)
      onFocus?.(event)
    },
  }
}
