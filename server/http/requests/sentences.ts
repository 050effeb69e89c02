import type { z } from 'zod'

const names: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of values',
  date: 'a date',
}
const units: Record<string, (n: number) => string> = {
  string: (n) => (n === 1 ? ' character' : ' characters'),
  array: (n) => (n === 1 ? ' item' : ' items'),
  set: (n) => (n === 1 ? ' item' : ' items'),
}
const amount = (limit: number | bigint, origin: string) => `${limit}${units[origin]?.(Number(limit)) ?? ''}`
const required = 'This is required.'

/** What is wrong with an input, as a sentence, where the contract gives none of its own. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys' && issue.input === undefined) return required
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${names[issue.expected] ?? issue.expected}.`
    case 'too_big':
      return `At most ${amount(issue.maximum, issue.origin)}.`
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? required
        : `At least ${amount(issue.minimum, issue.origin)}.`
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}.`
        : `Must be one of ${issue.values.map(String).join(', ')}.`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return `Unknown: ${issue.keys.join(', ')}.`
    default:
      return 'This value isn’t valid.'
  }
}
