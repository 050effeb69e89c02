import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef } from 'react'
import classes from '../form.module.css'
import { MentionList } from './mention-list.tsx'
import { useMentions } from './use-mentions.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  value: string
  onChange: (value: string) => void
  /** Attributes that may be mentioned. */
  names: readonly string[]
  /** An example of an attribute's value, or that it has none. */
  noteOf?: (name: string) => string
}

/** One line of text in which `@` mentions an attribute; a mention is kept as `{{name}}`. */
export function TitleInput({ value, onChange, names, noteOf, onBlur, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const mentions = useMentions({ field, value, onChange, names })
  return (
    <div className={classes.mentionField}>
      <TextInput
        maxLength={500}
        autoComplete="off"
        dir="auto"
        {...input}
        {...mentions.props}
        ref={field}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={(event) => {
          mentions.props.onBlur()
          onBlur?.(event)
        }}
      />
      {mentions.open && <MentionList {...mentions.list} noteOf={noteOf} />}
    </div>
  )
}
