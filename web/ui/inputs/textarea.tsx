import { Textarea as MantineTextarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'

/** Where the browser itself grows a field with its text, the page is not laid out once more to measure it. */
const grows = globalThis.CSS?.supports?.('field-sizing: content') ?? false

type Props = Omit<TextareaProps, 'autosize' | 'style'>

/** A text of several lines: as high as what is in it, from `minRows` to `maxRows`; with `rows` as high as that. */
export function Textarea({ minRows = 3, maxRows, ...rest }: Props) {
  if (rest.rows) return <MantineTextarea {...rest} />
  if (!grows) return <MantineTextarea {...rest} autosize minRows={minRows} maxRows={maxRows} />
  const between: Record<string, number | undefined> = { '--rows': minRows, '--most-rows': maxRows }
  return <MantineTextarea {...rest} data-grows style={between as CSSProperties} />
}
