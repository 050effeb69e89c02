import type { ComboboxProps } from '@mantine/core'
import { type FocusEvent, useEffect, useState } from 'react'

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
  const [list, setList] = useState<'none' | 'made' | 'there'>('none')
  useEffect(() => {
    if (list !== 'made') return undefined
    // The list takes its name after it was first drawn.
    const named = setTimeout(() => setList('there'))
    return () => clearTimeout(named)
  }, [list])
  return {
    comboboxProps: {
      ...comboboxProps,
      keepMounted: list !== 'none',
      // What holds anyway, said so that the field is drawn once more: only then does it know the list that it names.
      ...(list === 'there' && { keepMountedMode: 'display-none' as const }),
    },
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      setList((now) => (now === 'none' ? 'made' : now))
      onFocus?.(event)
    },
  }
}
