import { escapeText } from '#domain/html/clean.ts'
import { nameKey } from '#domain/products/attributes/values.ts'

/** How many names a list of mentions shows (PRO-245). */
const shownNames = 100

/** A mention that is being typed: the position of its `@`, and the text from there to the caret. */
export interface Typed {
  at: number
  query: string
}

/** The mention before the caret, if one is being typed: an `@` at the start of a word. */
export function typedMention(text: string, caret: number): Typed | null {
  const match = /(?:^|[\s>({[.,;:"'-])@([^@\n{}<>]{0,60})$/.exec(text.slice(0, caret))
  if (!match) return null
  const query = match[1] ?? ''
  return { at: caret - query.length - 1, query }
}

/** Names that contain what was typed, those that start with it first (PRO-245, PRO-246). */
export function matchingNames(names: readonly string[], query: string): string[] {
  const text = query.trim().toLowerCase()
  const starts = names.filter((name) => name.toLowerCase().startsWith(text))
  const holds = names.filter((name) => !name.toLowerCase().startsWith(text) && name.toLowerCase().includes(text))
  return [...starts, ...holds].slice(0, shownNames)
}

/** What the list says beside an attribute of a template: its default, or some of its options; by `nameKey`. */
export const examplesOf = (
  attributes: readonly { name: string; defaultValue?: string | undefined; options?: readonly string[] | undefined }[],
) =>
  new Map(
    attributes.map((attribute) => [
      nameKey(attribute.name),
      attribute.defaultValue?.trim() || (attribute.options ?? []).slice(0, 3).join(', '),
    ]),
  )

/** What the list says beside a name: its value, an example of one, or that there is none. */
export const noteOf =
  (values?: ReadonlyMap<string, string>, examples?: ReadonlyMap<string, string>) =>
  (name: string): string =>
    values
      ? values.get(nameKey(name))?.trim() || 'No value yet'
      : examples
        ? examples.get(nameKey(name)) || 'No default'
        : ''

/** A mention as a reader sees it where its value is not known (PRO-252). */
export const shownText = (text: string) => text.replaceAll(/\{\{\s*([^{}]+?)\s*\}\}/g, '@$1')

/** How a mention is stored (PRO-252). */
export const referenceTo = (name: string) => `{{${name}}}`

export interface Edit {
  text: string
  from: number
  to: number
}

/** Puts text in the place of what is selected; the caret comes to stand behind it. */
export const insertAt = ({ text, from, to }: Edit, inserted: string): Edit => {
  const caret = from + inserted.length
  return { text: text.slice(0, from) + inserted + text.slice(to), from: caret, to: caret }
}

/** A list of all attributes, each with its value, as HTML (PRO-248). */
export const allReferences = (names: readonly string[]) =>
  `<ul>\n${names.map((name) => `  <li>${escapeText(`${name}: ${referenceTo(name)}`)}</li>`).join('\n')}\n</ul>`

/** Plain text becomes paragraphs; text with a tag stays as it is. */
export function asHtml(text: string): string {
  if (!text.trim() || /<\/?[a-z][^>]*>/i.test(text)) return text
  return text
    .trim()
    .split(/\n{2,}/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}
