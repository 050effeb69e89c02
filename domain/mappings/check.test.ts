import { describe, expect, it } from 'vitest'
import type { Action } from '#contract/mappings/mappings.ts'
import { problemsOf } from './check.ts'

const uuid = '00000000-0000-4000-8000-000000000000'
const names = (n: number) => Array.from({ length: n }, (_, at) => `Attribute ${at}`).join()
const write = (target: string, value: string, more: Partial<Action> = {}): Action => ({
  uuid,
  target,
  action: 'set value',
  input: '',
  value,
  ...more,
})
const rules = (action: Action, conditions: { input: string; value: string }[] = []) => [
  {
    uuid,
    conditionSets: [
      {
        uuid,
        conditions: conditions.map((condition) => ({
          uuid,
          operator: 'equals' as const,
          qualifier: 'all' as const,
          ...condition,
        })),
      },
    ],
    actions: [action],
  },
]
const problem = (...all: ReturnType<typeof rules>[]) =>
  problemsOf(
    all.map((list, at) => ({ name: `Words ${at}`, active: true, rules: list })),
    'title',
    ['Brand'],
  )['']

describe('rules that no product can be within the budget with', () => {
  it('are refused by name where they write too much for every product', () =>
    expect(problem(rules(write('', 'new')), rules(write(names(250), 'x'.repeat(9000))))).toBe(
      'The rule “Words 1” writes 2,250,000 characters for each product. Motto works with up to 2,000,000. Shorten its texts, or change fewer attributes.',
    ))
  it.each([
    [
      'their conditions may leave products out',
      rules(write(names(250), 'x'.repeat(9000)), [{ input: 'Brand', value: 'a' }]),
    ],
    ['their text refers to attributes', rules(write(names(250), `{{Brand}}${'x'.repeat(9000)}`))],
    ['they write few characters', rules(write(names(250), 'x'.repeat(100)))],
  ])('are saved where %s', (_title, list) => expect(problem(list)).toBeUndefined())

  it('are refused where they hold more text than is read for each request', () =>
    expect(problem(...Array.from({ length: 60 }, () => rules(write('', 'x'.repeat(9000)))))).toBe(
      'These rules hold 540,000 characters. Motto works with up to 500,000. Shorten their values, or delete some rules.',
    ))
})
