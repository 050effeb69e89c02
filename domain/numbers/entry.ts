import { decimal as exact, inUnits, isWhole } from '../products/decimal.ts'
import { type Decimal, plainNumber } from './read.ts'

/** What may stand in a field for a number. */
export interface EntryRule {
  /** What the field wants, without an article: `price`, `MSRP`. */
  noun: string
  /** To so many decimals a number is rounded. */
  decimals: number
  /** What it counts, where parts of one are a mistake: `Pieces`. */
  whole?: string
  /** None: 0. Null: below 0, too. */
  least?: number | null
  most?: number
}

const MOST_MONEY = 1e10
const MOST_PIECES = 1e9
const MOST_SIZE = 1e9

/** An amount of money, with two decimals. */
export const money = (noun = 'amount'): EntryRule => ({ noun, decimals: 2, most: MOST_MONEY })
/** A number of pieces. */
export const pieces = (noun = 'quantity'): EntryRule => ({ noun, decimals: 0, whole: 'Units', most: MOST_PIECES })
/** A weight or a length. */
export const measure = (noun: string): EntryRule => ({ noun, decimals: 4, most: MOST_SIZE })

/** A number that may be below 0, such as an attribute's. */
export const anyNumber = (noun = 'number'): EntryRule => ({ noun, decimals: 6, least: null, most: 1e15 })
/** Begun, but nothing yet that could be wrong. */
export const isBegun = (typed: string) => /^[\s\p{Sc}.,%+−-]*$/u.test(typed)

/** What a sentence calls a field: `Sale Price` is a sale price, `MSRP` stays. */
export const nounOf = (label: string) => (label === label.toUpperCase() ? label : label.toLowerCase())

/** The number that was typed, null where nothing was; or what is wrong with it. */
export type Entry = { value: number | null } | { problem: string }

/** Reads what was typed into a field. Nothing is dropped from it: what is no number of this kind is a problem. */
export function readEntry(typed: string, rule: EntryRule, decimal: Decimal): Entry {
  if (!typed.trim()) return { value: null }
  const plain = plainNumber(typed, decimal)
  const read = plain === undefined || plain.startsWith('+') ? null : exact(plain)
  if (!read) return { problem: `“${shortened(typed.trim())}” is not a number. ${askFor(rule, decimal)}` }
  if (rule.whole && !isWhole(read)) return { problem: `${rule.whole} must be a whole number.` }
  const value = inUnits(read, rule.decimals) / 10 ** rule.decimals
  const least = rule.least === undefined ? 0 : (rule.least ?? Number.NEGATIVE_INFINITY)
  if (value < least || (read.digits < 0n && least === 0))
    return { problem: `Enter ${withArticle(rule.noun)} of ${least} or more.` }
  return rule.most !== undefined && value > rule.most
    ? { problem: `At most ${rule.most.toLocaleString('en-US')}.` }
    : { value }
}

const CHARACTERS = 20
const shortened = (text: string) =>
  [...text].length > CHARACTERS ? `${[...text].slice(0, CHARACTERS).join('')}…` : text

const EXAMPLE = 12.5
/** `Enter a price like 12.50.` */
export const askFor = (rule: EntryRule, decimal: Decimal) =>
  `Enter ${withArticle(rule.noun)} like ${showEntry(rule.whole ? Math.floor(EXAMPLE) : EXAMPLE, rule.decimals === 2 ? 2 : 0, decimal)}.`

const withArticle = (noun: string) => `${/^([aeio]|M[A-Z])/.test(noun) ? 'an' : 'a'} ${noun}`

/** A number as its reader writes it, without thousands parted: `1250,00`. @param atLeast so many decimals; more where it has them */
export const showEntry = (value: number | null | undefined, atLeast: number, decimal: Decimal): string => {
  if (value === null || value === undefined) return ''
  const plain = String(value)
  const [, part = ''] = plain.split('.')
  return (part.length < atLeast ? value.toFixed(atLeast) : plain).replace('.', decimal)
}

/** A number in digits with a point, as its reader writes it; what is none stays as it is. */
export const localised = (plain: string, decimal: Decimal): string =>
  /^-?\d+\.\d+$/.test(plain) ? plain.replace('.', decimal) : plain
