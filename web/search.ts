/** Search parameters as they stand in the address: text, or a list where a literal `+` joins the items. */
export type RawSearch = Record<string, unknown>

const decode = (s: string) => {
  try {
    return decodeURIComponent(s)
  } catch {
    return s
  }
}

/** `?skus=a+b&page=2` → `{ skus: ['a', 'b'], page: '2' }`. A `+` inside a value is written as %2B. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params: Record<string, string | string[]> = {}
  for (const part of search.replace(/^\?/, '').split('&')) {
    if (!part) continue
    const at = part.indexOf('=')
    const key = decode(at < 0 ? part : part.slice(0, at))
    const raw = at < 0 ? '' : part.slice(at + 1)
    params[key] = raw.includes('+') ? raw.split('+').map(decode) : decode(raw)
  }
  return params
}

/** Text, or undefined when blank. */
export const text = (v: unknown): string | undefined =>
  (Array.isArray(v) ? v.join('+') : typeof v === 'string' || typeof v === 'number' ? String(v) : '') || undefined

/** A whole number of at least `min`, or undefined. */
export const count = (v: unknown, min = 0): number | undefined => {
  const n = typeof v === 'number' ? v : typeof v === 'string' && v.trim() ? Number(v) : Number.NaN
  return Number.isInteger(n) && n >= min ? n : undefined
}

/** What looks like a day, like 2026-11-21, or undefined. */
export const day = (v: unknown): string | undefined => (/^\d{4}-\d{2}-\d{2}$/.test(text(v) ?? '') ? text(v) : undefined)

/** A list without blanks, or undefined when there is none. */
export const list = (v: unknown): string[] | undefined => {
  const items = (Array.isArray(v) ? v : [v]).map((item) => text(item)).filter((item) => item !== undefined)
  return items.length ? items : undefined
}

/** One of the given words, or undefined. */
export const oneOf = <const T extends string>(v: unknown, words: readonly T[]): T | undefined =>
  words.find((word) => word === v)

/** The account of a channel that a page speaks of, by its integration; without one it is the first. */
export const ofAccount = (s: RawSearch): { account?: number } => ({ account: count(s.account, 1) })

/** Of a page that maps values: its dialog, a field of the channel, and a value of it. */
export const ofListing = (s: RawSearch): { account?: number; mapping?: 'values'; field?: string; value?: string } => ({
  ...ofAccount(s),
  mapping: oneOf(s.mapping, ['values']),
  field: text(s.field),
  value: text(s.value),
})

export const flag = (v: unknown): true | undefined => (v === true || v === 'true' ? true : undefined)
