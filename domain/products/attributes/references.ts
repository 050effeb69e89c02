import { COST, type Meter } from './meter.ts'
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

/** Most values have nothing to escape. */
const escapeHtml = (text: string) =>
  /[&<>"']/.test(text)
    ? text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;')
    : text

export interface Resolved {
  text: string
  unresolved: string[]
  /** Some values were left out, as the text would be longer than any, or the meter has run out. */
  isTooLong?: true
}

/** More than any text of a listing. Without an end, a page of references to one long value would fill the memory. */
const MOST_CHARACTERS = 1_000_000

/**
 * Replaces `{{name}}` with the attribute's value, whatever the case and spaces of the name (PRO-251, PRO-252). A value is text: for HTML it is escaped.
 * What has no value, or one that would make the text longer than any, stays as written and is listed once.
 * @param values by `nameKey`, see `valuesOf`
 * @param meter counts the text and the values that are put into it
 */
export function resolve(
  text: string,
  values: Pick<ReadonlyMap<string, string>, 'get'>,
  as: 'html' | 'plain' = 'plain',
  meter?: Meter,
): Resolved {
  if (!text.includes('{{')) return { text, unresolved: [] }
  const unresolved = new Set<string>()
  let [room, done, resolved, isTooLong] = [MOST_CHARACTERS - text.length, 0, '', meter?.take(text.length) === false]
  // By hand, for this is what most of the time of a listing goes into: half as long as with the expression.
  for (let open = text.indexOf('{{'); open >= 0 && !meter?.isOver; ) {
    const end = endOf(text, open + 2)
    if (end < 0) {
      open = text.indexOf('{{', open + 1)
      continue
    }
    const name = nameIn(text.slice(open + 2, end))
    const value = values.get(nameKey(name))
    // Blanks are read as well, up to where something else stands.
    isTooLong ||= meter?.take(COST.reference + (value?.length ?? 0)) === false
    const isFilled = value !== undefined && /\S/.test(value)
    if (isFilled && !isTooLong && value.length <= room) {
      room -= value.length
      resolved += text.slice(done, open) + (as === 'html' ? escapeHtml(value) : value)
      done = end + 2
    } else {
      isTooLong ||= isFilled
      unresolved.add(name)
    }
    open = text.indexOf('{{', end + 2)
  }
  const whole = { text: done === 0 ? text : resolved + text.slice(done), unresolved: [...unresolved] }
  return isTooLong ? { ...whole, isTooLong } : whole
}

const [OPEN, CLOSE] = ['{'.charCodeAt(0), '}'.charCodeAt(0)]
/** Where the braces close that opened before `from`, as `reference` has it; −1 where they do not. */
function endOf(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === OPEN) return -1
    if (code === CLOSE) return at > from && text.charCodeAt(at + 1) === CLOSE ? at : -1
  }
  return -1
}

/** The names that a text refers to, each once, in their order. */
export function references(text: string): string[] {
  if (!text.includes('{{')) return []
  const named = [...text.matchAll(reference)].map(([, inner = '']) => nameIn(inner))
  return [...new Map(named.map((name) => [nameKey(name), name])).values()]
}

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
