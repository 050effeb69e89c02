import { nameKey } from './values.ts'

const reference = /\{\{([^{}]+)\}\}/g
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** The name in a reference, as typed: kept HTML writes `&` as `&amp;`, and an editor may put tags or hard spaces inside the braces. */
const nameIn = (inner: string) => (unusual.test(inner) ? plainName(inner) : inner.trim())
/** Most names are as somebody typed them. */
const unusual = /[<&]|\s\s|[^\S ]/
const plainName = (inner: string) =>
  inner
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

export interface Resolved {
  text: string
  unresolved: string[]
}

/** More than any text of a listing. Without an end, a page of references to one long value would fill the memory. */
const MOST_CHARACTERS = 1_000_000

/**
 * Replaces `{{name}}` with the attribute's value, whatever the case and spaces of the name (PRO-251, PRO-252). A value is text: for HTML it is escaped.
 * What has no value, or one that would make the text longer than any, stays as written and is listed once.
 * @param values by `nameKey`, see `valuesOf`
 */
export function resolve(text: string, values: ReadonlyMap<string, string>, as: 'html' | 'plain' = 'plain'): Resolved {
  if (!text.includes('{{')) return { text, unresolved: [] }
  const unresolved = new Set<string>()
  let room = MOST_CHARACTERS - text.length
  const resolved = text.replaceAll(reference, (written, inner: string) => {
    const name = nameIn(inner)
    const value = values.get(nameKey(name))
    if (value?.trim() && value.length <= room) {
      room -= value.length
      return as === 'html' ? escapeHtml(value) : value
    }
    unresolved.add(name)
    return written
  })
  return { text: resolved, unresolved: [...unresolved] }
}

/** The names that a text refers to, each once, in their order. */
export const references = (text: string): string[] => [
  ...new Map(
    [...text.matchAll(reference)].map(([, inner = '']) => nameIn(inner)).map((name) => [nameKey(name), name]),
  ).values(),
]

/** Text and the references in it, in their order; `name` is as written. */
export function pieces(text: string): (string | { name: string })[] {
  return text
    .split(reference)
    .map((part, at) => (at % 2 ? { name: part } : part))
    .filter(Boolean)
}

/**
 * HTML as it is read before all values are there: what has one is replaced, and what has none stands in a `mark` as `@name`. One in an attribute
 * stays as written.
 * @param values by `nameKey`
 */
export function previewOf(html: string, values: ReadonlyMap<string, string>): Resolved {
  const { text, unresolved } = resolve(html, values, 'html')
  const marked = text
    .split(/(<[^<>]*>)/)
    .map((part, at) =>
      at % 2
        ? part
        : part.replaceAll(
            reference,
            (_, inner: string) => `<mark title="No value yet">@${escapeHtml(nameIn(inner))}</mark>`,
          ),
    )
  return { text: marked.join(''), unresolved }
}

/** Lets references to a renamed attribute follow it. */
export const renameReferences = (text: string, from: string, to: string) =>
  text.replaceAll(reference, (written, inner: string) =>
    nameKey(nameIn(inner)) === nameKey(from) ? `{{${to}}}` : written,
  )
