import type { Condition, Rule } from '#contract/mappings/mappings.ts'
import { type Meter, searchCost } from '../products/attributes/meter.ts'
import { resolve } from '../products/attributes/references.ts'
import { nameKey } from '../products/attributes/values.ts'
import { namesIn, numberCost, numberIn, parts } from './inputs.ts'

/** Values by `nameKey`. */
export type Values = ReadonlyMap<string, string>
type Test = (values: Values, meter: Meter) => boolean

const text = (value: string) => value.trim().toLowerCase()

/** Whether one input satisfies an operator for the listed values. A negated one must hold for all of them, any other for one. */
function satisfies(operator: Condition['operator'], input: string, listed: readonly string[]): boolean {
  const number = (compare: (a: number, b: number) => boolean) => {
    const a = numberIn(input)
    return a !== undefined && listed.some((value) => compareTo(a, value, compare))
  }
  const actual = text(input)
  switch (operator) {
    case 'equals':
      return listed.includes(actual)
    case 'not equals':
      return !listed.includes(actual)
    case 'contains':
      return listed.some((value) => value !== '' && actual.includes(value))
    case 'not contains':
      return !listed.some((value) => value !== '' && actual.includes(value))
    case 'less than':
    case 'sum less than':
      return number((a, b) => a < b)
    case 'greater than':
    case 'sum greater than':
      return number((a, b) => a > b)
  }
}
const compareTo = (a: number, value: string, compare: (a: number, b: number) => boolean) => {
  const b = numberIn(value)
  return b !== undefined && compare(a, b)
}

const isSum = (operator: Condition['operator']) => operator === 'sum less than' || operator === 'sum greater than'

/** What a sum operator compares: all inputs that are numbers, added; '' where none is. */
function sumOf(inputs: readonly string[]): string {
  const numbers = inputs.flatMap((input) => numberIn(input) ?? [])
  return numbers.length > 0 ? String(numbers.reduce((sum, n) => sum + n, 0)) : ''
}

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0)

/** A condition, read once for many products. One without an input never holds. */
function testOf({ input, operator, qualifier, value }: Condition): Test {
  const names = namesIn(input).map(nameKey)
  if (names.length === 0) return () => false
  const fixed = value.includes('{{') ? undefined : parts(value).map(text)
  const isNumeric = operator.endsWith('than')
  const looksInside = operator === 'contains' || operator === 'not contains'
  return (values, meter) => {
    const listed = fixed ?? parts(value).map((part) => text(resolve(part, values, 'plain', meter).text))
    const texts = names.map((name) => values.get(name) ?? '')
    const characters = lengthOf(texts)
    const read = listed.reduce((sum, value) => sum + (looksInside ? searchCost(value, characters) : 0), characters)
    const numbers = isNumeric ? numberCost(texts) + numberCost(listed) * texts.length : 0
    if (!meter.take(read + numbers)) return false
    const inputs = isSum(operator) ? [sumOf(texts)] : texts
    const matches = (candidate: string) => satisfies(operator, candidate, listed)
    if (qualifier === 'all') return inputs.every(matches)
    return qualifier === 'any' ? inputs.some(matches) : !inputs.some(matches)
  }
}

/**
 * The place of the first block of conditions that holds, all of it (MAP-059, MAP-060): undefined where none does. A rule without conditions
 * always applies: −1. Blocks without a condition are none.
 */
export function blockTest({
  conditionSets,
}: Pick<Rule, 'conditionSets'>): (values: Values, meter: Meter) => number | undefined {
  const blocks = conditionSets
    .map(({ conditions }, at) => ({ at, tests: conditions.map(testOf) }))
    .filter(({ tests }) => tests.length > 0)
  if (blocks.length === 0) return () => -1
  return (values, meter) => blocks.find(({ tests }) => tests.every((test) => test(values, meter)))?.at
}

/** A block of conditions as a sentence has it: `Brand equals Nikon and any of Mount, Model contains F-mount or AI-S`. */
export const blockWords = ({ conditionSets }: Pick<Rule, 'conditionSets'>, at: number): string =>
  at < 0
    ? 'it has no conditions'
    : (conditionSets[at]?.conditions ?? [])
        .map(({ input, operator, qualifier, value }) => {
          const names = namesIn(input)
          const how = qualifier === 'none' ? 'none of ' : names.length > 1 ? `${qualifier} of ` : ''
          return `${how}${names.join(', ')} ${operator} ${parts(value).join(' or ') || 'nothing'}`
        })
        .join(' and ')
