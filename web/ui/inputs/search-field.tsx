import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../images/icon.tsx'

interface Props {
  label: string
  /** The label when left out. */
  placeholder?: string
  className?: string | undefined
  /** What the list shows now, tidied. */
  value: string
  /** What is asked for by a text: the same for two texts that find the same. */
  tidy: (text: string) => string
  pauseMs: number
  /** '' searches for nothing. */
  onSearch: (text: string) => void
}

/** Searches a moment after typing, at once on Enter. */
export function SearchField({ label, placeholder = label, className, value, tidy, pauseMs, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  /** What was searched for from here and has not come yet, in order. */
  const own = useRef<string[]>([])
  // The address changes by itself, too: back, Clear, a view. What says the same in other blanks stays as it was typed, and so does
  // what is typed while an earlier search of this field comes.
  useEffect(() => {
    const at = own.current.indexOf(value)
    own.current.splice(0, at + 1)
    if (at < 0) setTyped((now) => (tidy(now) === value ? now : value))
  }, [value, tidy])
  const search = (text: string) => {
    const tidied = tidy(text)
    if (tidied === value) return
    own.current.push(tidied)
    onSearch(tidied)
  }
  const later = useDebouncedCallback(search, pauseMs)
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Icon name="search" />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        later(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        later.cancel()
        search(typed)
      }}
    />
  )
}
