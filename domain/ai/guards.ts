import { withoutTags } from '../html/tags.ts'

/** Generation begins with more than so many characters of plain text (PRO-272). */
export const moreThan = 50
/** Attributes with a value that a description needs to be written from (PRO-267). */
export const fewestAttributes = 10

/** Text without tags and entities, for counting. */
export const plainOf = (html: string): string =>
  withoutTags(html, ' ')
    .replaceAll(/&(?:nbsp|#160);/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

interface Written {
  title: string
  description: string
}

/** Why no text is written; '' when one can be (PRO-266, PRO-267). */
export function whyNoText(now: string, attributes: readonly { value: string }[]): string {
  if (plainOf(now)) return 'Clear the field first to generate a new text.'
  const filled = attributes.filter(({ value }) => value.trim()).length
  return filled < fewestAttributes ? `Fill in at least ${fewestAttributes} attributes first (${filled} so far).` : ''
}

/** Whether attributes can be read from what is written: enough of it, and no placeholder left (PRO-270, PRO-271). */
export const canReadAttributes = ({ title, description }: Written): boolean =>
  [title, description].every((text) => plainOf(text).length > moreThan && !text.includes('{{'))
