import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** Like 2026-11-21; '' is none. */
  value: string
  onChange: (day: string) => void
}

/**
 * A day that acts at once: when it is picked from the calendar, and by keys when it is typed to the end, at Enter or where the field is left. What is
 * half typed is a day, too (the year 0002), and whoever acted on that would take the field from under the hands that type.
 */
export function DayInput({ value, onChange, ...rest }: Props) {
  const [draft, setDraft] = useState<string>()
  const [seen, setSeen] = useState(value)
  const typing = useRef(false)
  if (seen !== value) {
    setSeen(value)
    // Who types on meanwhile keeps what they typed.
    if (draft === value) setDraft(undefined)
  }
  const finish = (day: string) => {
    typing.current = false
    if (day !== value) onChange(day)
  }
  return (
    <TextInput
      {...rest}
      type="date"
      value={draft ?? value}
      onPointerDown={() => {
        typing.current = false
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value)
        else typing.current = true
      }}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value)
        if (!typing.current) finish(currentTarget.value)
      }}
      onBlur={({ currentTarget }) => {
        finish(currentTarget.value)
        setDraft(undefined)
      }}
    />
  )
}
