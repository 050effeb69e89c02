import type { RuledText } from '#contract/mappings/mappings.ts'
import { plainNumber } from '../numbers/read.ts'
import { DIGIT_COST } from '../products/attributes/meter.ts'
import { references } from '../products/attributes/references.ts'
import { nameKey } from '../products/attributes/values.ts'

/** Parts of a text that commas join, without blanks at their ends. */
export const parts = (text: string): string[] => text.split(',').map((part) => part.trim())

/** The attributes that an input names, each once: `{{Brand}},{{Color}}`, or without braces. */
export const namesIn = (input: string): string[] =>
  input.includes('{{')
    ? references(input)
    : [
        ...new Map(
          parts(input)
            .filter(Boolean)
            .map((name) => [nameKey(name), name]),
        ).values(),
      ]

/** A text of the product, or one of its attributes. */
export type Target = { text: RuledText } | { attribute: string }

/** What an action changes. @param standard where it names nothing */
export function targetsIn(target: string, standard: RuledText): Target[] {
  const names = namesIn(target)
  if (names.length === 0) return [{ text: standard }]
  return names.map((attribute) => {
    const key = nameKey(attribute)
    return !target.includes('{{') && (key === 'title' || key === 'description') ? { text: key } : { attribute }
  })
}

/** Where a number's unit begins: `14.6 oz`, `5 %`. */
const unit = /\s*(?:[\p{L}%"″'′°]+\.?)$/u

/** No number is longer, with its unit: a text is not searched for one. */
const MOST_DIGITS = 100

/** The number that a value is, also with a unit behind it; undefined where it is none. */
export function numberIn(value: string): number | undefined {
  if (value.length > MOST_DIGITS) return undefined
  const digits = plainNumber(value, '.') ?? plainNumber(value.trim().replace(unit, ''), '.')
  const number = digits === undefined ? Number.NaN : Number(digits)
  return Number.isFinite(number) ? number : undefined
}

/** What reading these as numbers counts on a meter. */
export const numberCost = (values: readonly string[]): number =>
  values.reduce((sum, { length }) => sum + Math.min(length, MOST_DIGITS) * DIGIT_COST, 0)

/** A number as people write it, without the dust of binary fractions. */
export const written = (number: number): string => String(Number(number.toPrecision(12)))
