import { nameKey } from '../products/attributes/values.ts'

/* Which of a channel's values a seller may have meant. */

export type Why = 'case' | 'number' | 'unit' | 'near'
export interface Proposal {
  value: string
  why: Why
}

/**
 * Letters and digits, without marks, case and signs: `Nikon-Z` and `nikon z` are the same. What makes another number stays: 3-6 is not 36, −2 not 2,
 * and 1/2 neither 12 nor 1-2.
 */
const plain = (text: string) =>
  text
    .replaceAll(/(?=\p{No})/gu, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('\u2044', '/')
    .replaceAll(/(?<![\p{L}\p{N}])[-\u2212](?=[.,]?\p{N})/gu, minus)
    .replaceAll(/(?<!\p{N})\/|\/(?!\p{N})|[^\p{L}\p{N}.,/\u2212]/gu, ' ')
    .replaceAll(/[.,](?!\p{N})|(?<!\p{N})[.,]/gu, '')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/(?<!\p{N}) | (?!\p{N})/gu, '')
const minus = '\u2212'

/** Of a unit: what it measures, and how many of the smallest it is. */
const units: Readonly<Record<string, readonly [of: string, size: number]>> = {
  mm: ['length', 1],
  cm: ['length', 10],
  m: ['length', 1000],
  in: ['length', 25.4],
  inch: ['length', 25.4],
  inches: ['length', 25.4],
  '"': ['length', 25.4],
  ft: ['length', 304.8],
  mg: ['weight', 0.001],
  g: ['weight', 1],
  kg: ['weight', 1000],
  oz: ['weight', 28.349523125],
  lb: ['weight', 453.59237],
  lbs: ['weight', 453.59237],
  ml: ['volume', 1],
  cl: ['volume', 10],
  l: ['volume', 1000],
  w: ['power', 1],
  kw: ['power', 1000],
  mb: ['storage', 1],
  gb: ['storage', 1000],
  tb: ['storage', 1_000_000],
}
/** Three digits behind a comma are thousands, as elsewhere in English: 1,000 is not 1. */
const measured = /^([1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)\s?([a-z"]{0,8})\.?$/
const thousands = /,(?=\d{3}(?:[,.]|$))/g

interface Measure {
  amount: number
  unit: string
}
/** Half of the world writes a thousand so. */
const eitherWay = /^[1-9]\d{0,2}\.\d{3}(?!\d)/
/** A number with its unit; undefined for anything else. */
function measureIn(text: string): Measure | undefined {
  const [, amount, unit = ''] = measured.exec(text.trim().toLowerCase()) ?? []
  if (amount === undefined) return undefined
  const plainly = amount.startsWith('0') ? amount : amount.replaceAll(thousands, '')
  return { amount: Number(plainly.replace(',', '.')), unit }
}

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))

/** Whether two numbers are the same, and whether only once their units are turned into each other. A number without a unit is not one with. */
function sameMeasure(a: Measure, b: Measure): Why | undefined {
  if (a.unit === b.unit) return close(a.amount, b.amount) ? 'number' : undefined
  const [first, other] = [units[a.unit], units[b.unit]]
  if (!first || !other || first[0] !== other[0]) return undefined
  return close(a.amount * first[1], b.amount * other[1]) ? 'unit' : undefined
}

/** Longer texts are not compared letter by letter. */
const MOST_CHARACTERS = 60
/** How much of the longer text must stand in the other one for it to be near. */
const NEAR = 0.7
/** One that goes on where the other ends is more alike than one with another letter inside. */
const GOES_ON = 0.05

/** How alike two texts are, from 0 to 1: letters to be put in, taken out or replaced, against the length. */
export function likeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 1
  if (longest > MOST_CHARACTERS) return 0
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return 1 - (row[b.length] ?? longest) / longest
}

/** The numbers of a plain text; a size of clothes is one. */
const numbersIn = (text: string) =>
  /^x*[sml]$/.test(text) ? text : (text.match(/\u2212?\d+(?:\/\d+)?/g) ?? []).join(' ')

/** Whether one denies what the other says: unscented is not scented. */
const denies = (a: string, b: string) =>
  a.endsWith(b) && /^(?:un|non|not|no|in|dis|anti)$/.test(a.slice(0, a.length - b.length))

/** Reads a field's allowed values once, to propose one of them for each of many others. */
export function proposer(options: readonly string[]): (value: string) => Proposal | undefined {
  const byText = new Map<string, string>()
  const byKey = new Map<string, string>()
  for (const option of options) {
    if (!byText.has(nameKey(option))) byText.set(nameKey(option), option)
    if (plain(option) && !byKey.has(plain(option))) byKey.set(plain(option), option)
  }
  const measures = options.flatMap((option) => {
    const measure = eitherWay.test(option.trim()) ? undefined : measureIn(option)
    return measure ? [{ option, measure }] : []
  })
  const known = options.map((option) => {
    const text = plain(option)
    return { option, text, numbers: numbersIn(text) }
  })
  return (value) => {
    const text = plain(value)
    if (!text) return undefined
    const same = byText.get(nameKey(value)) ?? byKey.get(text)
    if (same !== undefined) return { value: same, why: 'case' }
    if (eitherWay.test(value.trim())) return undefined
    const measure = measureIn(value)
    if (measure) {
      const matches = measures.flatMap(({ option, measure: other }) => {
        const why = sameMeasure(measure, other)
        return why ? [{ value: option, why }] : []
      })
      return matches.find(({ why }) => why === 'number') ?? matches[0]
    }
    return nearest(text, numbersIn(text), known)
  }
}

/**
 * The option that is most alike, where one is more so than all others. Numbers are never near: 50 is not 55. Nor is what begins with another letter:
 * slips of the pen come later in a word, while a dining room is not a living room.
 */
function nearest(
  text: string,
  numbers: string,
  known: readonly { option: string; text: string; numbers: string }[],
): Proposal | undefined {
  let best: { option: string; score: number } | undefined
  let tied = false
  for (const { option, text: other, numbers: theirs } of known) {
    if (text[0] !== other[0] || numbers !== theirs || denies(text, other) || denies(other, text)) continue
    const most = Math.min(text.length, other.length) / Math.max(text.length, other.length)
    if (most < NEAR || (best && most + GOES_ON < best.score)) continue
    const score = likeness(text, other) + (text.startsWith(other) || other.startsWith(text) ? GOES_ON : 0)
    if (score < NEAR || (best && score < best.score)) continue
    tied = best?.score === score
    best = { option, score }
  }
  return best && !tied ? { value: best.option, why: 'near' } : undefined
}
