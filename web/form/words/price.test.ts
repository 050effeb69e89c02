import { expect, it } from 'vitest'
import type { PriceRule } from '#contract/pricing/price-rule.ts'
import { endingOf, ruleWords } from './price.ts'

const none: PriceRule = { from: 'USD', to: 'EUR', rate: 1, percent: 0, fixed: 0, round: null }

it.each([
  ['No change', {}],
  ['× 0.92', { rate: 0.92 }],
  ['× 0.92 + 5% − €1.50', { rate: 0.92, percent: 5, fixed: -1.5 }],
  ['− 10%, up to the next .99', { percent: -10, round: { to: 1, less: 0.01, direction: 'up' as const } }],
  ['to the nearest multiple of 0.05', { round: { to: 0.05, less: 0, direction: 'nearest' as const } }],
])('%s', (words, rule) => expect(ruleWords({ ...none, ...rule })).toBe(words))

it('says what rounded prices end in', () =>
  expect([endingOf({ to: 10, less: 0.01 }), endingOf({ to: 1000, less: 20 }), endingOf({ to: 1, less: 0.1 })]).toEqual([
    '…9.99',
    '…980',
    '.90',
  ]))
