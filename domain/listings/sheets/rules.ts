import type { SheetHeader } from '#contract/channels/shapes/csv.ts'
import type { Cell } from './cell.ts'

/*
 * What the data validation of a column says of a cell beside its list of options.
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/other#ConditionType
 */

/** Whether it holds, and what the column wants, after "This column takes". */
interface Rule {
  holds(value: number, bounds: readonly number[]): boolean
  wants(bounds: readonly string[]): string
  bounds: number
}
const rule = (bounds: number, word: string, holds: Rule['holds']): Rule => ({
  bounds,
  holds,
  wants: (all) => `${word} ${all.slice(0, bounds).join(' and ')}`,
})
const at = (bounds: readonly number[], n: number) => bounds[n] ?? Number.NaN
const within = (value: number, bounds: readonly number[]) => value >= at(bounds, 0) && value <= at(bounds, 1)
const numbers: Readonly<Record<string, Rule>> = {
  NUMBER_GREATER: rule(1, 'numbers above', (value, bounds) => value > at(bounds, 0)),
  NUMBER_GREATER_THAN_EQ: rule(1, 'numbers from', (value, bounds) => value >= at(bounds, 0)),
  NUMBER_LESS: rule(1, 'numbers below', (value, bounds) => value < at(bounds, 0)),
  NUMBER_LESS_THAN_EQ: rule(1, 'numbers up to', (value, bounds) => value <= at(bounds, 0)),
  NUMBER_EQ: rule(1, 'the number', (value, bounds) => value === at(bounds, 0)),
  NUMBER_NOT_EQ: rule(1, 'numbers other than', (value, bounds) => value !== at(bounds, 0)),
  NUMBER_BETWEEN: rule(2, 'numbers between', within),
  NUMBER_NOT_BETWEEN: rule(2, 'numbers not between', (value, bounds) => !within(value, bounds)),
}
const texts: Readonly<Record<string, { holds(text: string, bound: string): boolean; wants(bound: string): string }>> = {
  TEXT_EQ: { holds: (text, bound) => text === bound, wants: (bound) => `the text "${bound}"` },
  TEXT_CONTAINS: {
    holds: (text, bound) => text.toLowerCase().includes(bound.toLowerCase()),
    wants: (bound) => `texts with "${bound}"`,
  },
  TEXT_NOT_CONTAINS: {
    holds: (text, bound) => !text.toLowerCase().includes(bound.toLowerCase()),
    wants: (bound) => `texts without "${bound}"`,
  },
  TEXT_IS_EMAIL: { holds: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), wants: () => 'e-mail addresses' },
  TEXT_IS_URL: {
    holds: (text) => /^((https?|ftp):\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/i.test(text),
    wants: () => 'web addresses',
  },
}

/** Written into the sheet by people: a bound that is a formula, or in words of the sheet's language, is not ours to judge. */
const isPlain = (bounds: readonly string[], count: number) =>
  bounds.length >= count &&
  bounds.slice(0, count).every((bound) => bound.trim() !== '' && Number.isFinite(Number(bound)))

/** What a column wants instead of this cell; undefined where it takes it, or where that cannot be told. */
export function wantedInstead(
  { dataType, bounds = [] }: Pick<SheetHeader, 'dataType' | 'bounds'>,
  cell: Cell,
): string | undefined {
  if (cell === '') return undefined
  const number = numbers[dataType]
  if (number) {
    if (!isPlain(bounds, number.bounds)) return typeof cell === 'number' ? undefined : 'numbers'
    return typeof cell === 'number' && number.holds(cell, bounds.map(Number)) ? undefined : number.wants(bounds)
  }
  const text = texts[dataType]
  const [bound = ''] = bounds
  if (text) return bound.startsWith('=') || text.holds(String(cell), bound) ? undefined : text.wants(bound)
  if (dataType === 'BOOLEAN' && bounds.length === 0) return typeof cell === 'boolean' ? undefined : 'yes or no'
  return undefined
}
