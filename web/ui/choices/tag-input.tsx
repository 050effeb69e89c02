import { TagsInput, type TagsInputProps } from '@mantine/core'
import { knownTags, parseTags, tidyTags } from '#domain/products/tags.ts'
import { useFewPills } from './few-pills.tsx'
import { useListOnFocus } from './list-on-focus.ts'
import { shownOptions } from './many-options.ts'

export interface TagInputProps
  extends Omit<TagsInputProps, 'data' | 'value' | 'onChange' | 'splitChars' | 'onPaste' | 'onPasteCapture'> {
  value: readonly string[]
  onChange: (tags: string[]) => void
  options?: readonly string[]
  /** Entries that are no option are kept too. */
  freeEntry?: boolean
  /** A space ends an entry as well (PRO-258). */
  spaceEnds?: boolean
}

/** A list of short words: a comma ends one, a pasted list becomes many. */
export function TagInput({ value, onChange, options: offered, freeEntry = true, spaceEnds, ...input }: TagInputProps) {
  const options = offered ?? []
  const { renderPill, onBlur } = useFewPills(value)
  const list = useListOnFocus(input)
  const keep = (tags: readonly string[]) => onChange(knownTags(tags, options, freeEntry))
  return (
    <TagsInput
      {...input}
      {...list}
      {...(offered && { renderPill })}
      onBlur={(event) => {
        onBlur()
        input.onBlur?.(event)
      }}
      data={tidyTags(options)}
      limit={shownOptions}
      value={[...value]}
      onChange={keep}
      splitChars={spaceEnds ? [',', ' '] : [',']}
      acceptValueOnBlur
      // Before the field itself pastes: it knows only of commas.
      onPasteCapture={(event) => {
        const pasted = parseTags(event.clipboardData.getData('text'))
        if (pasted.length < 2) return
        event.preventDefault()
        event.stopPropagation()
        keep([...value, ...pasted])
      }}
    />
  )
}
