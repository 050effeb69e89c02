import { describe, expect, it } from 'vitest'
import type { PriceRule } from '#contract/pricing/price-rule.ts'
import { askedPrice, pricingProblem } from './price-rule.ts'

const rule = (more: Partial<PriceRule> = {}): PriceRule => ({
  from: 'USD',
  to: 'EUR',
  rate: 0.92,
  percent: 0,
  fixed: 0,
  round: null,
  ...more,
})
const priceOf = (price: number, more: Partial<PriceRule> = {}) => {
  const made = rule(more)
  return askedPrice(price, { from: made.from, to: made.to, rule: made })
}
const ending99 = { to: 1, less: 0.01 }

describe('what an account asks for a price', () => {
  it.each([
    ['a rate', 4250, {}, 3910],
    ['a rate that makes parts of a cent', 999, { rate: 0.9234 }, 922],
    ['a half cent goes up', 50, { rate: 0.11 }, 6],
    ['percents on top', 4250, { percent: 10 }, 4301],
    ['percents off', 10_000, { to: 'USD', rate: 1, percent: -12.5 }, 8750],
    ['an amount on top, in their currency', 4250, { fixed: 1.5 }, 4060],
    ['all of it', 4250, { percent: 5, fixed: 1, round: { ...ending99, direction: 'up' as const } }, 4299],
    [
      'up to .99 where it stands above one',
      4000,
      { rate: 1, to: 'USD', round: { ...ending99, direction: 'up' as const } },
      4099,
    ],
    [
      'up to .99 where it is that already',
      3999,
      { rate: 1, to: 'USD', round: { ...ending99, direction: 'up' as const } },
      3999,
    ],
    ['the nearest .99', 4010, { rate: 1, to: 'USD', round: { ...ending99, direction: 'nearest' as const } }, 3999],
    ['down to .99', 4098, { rate: 1, to: 'USD', round: { ...ending99, direction: 'down' as const } }, 3999],
    [
      'to five centimes',
      1013,
      { to: 'CHF', rate: 1.01, round: { to: 0.05, less: 0, direction: 'nearest' as const } },
      1025,
    ],
    [
      'yen, to the next 980',
      4250,
      { to: 'JPY', rate: 151.3, round: { to: 1000, less: 20, direction: 'up' as const } },
      698_000,
    ],
    ['what nobody priced', 0, { fixed: 5 }, 0],
  ])('%s', (_, price, input, expected) => expect(priceOf(price, input)).toBe(expected))

  it('is the price itself without a rule', () =>
    expect(askedPrice(4250, { from: 'USD', to: 'USD', rule: null })).toBe(4250))
})

describe('what stands in the way of a price', () => {
  const problem = (from: string, to: string, made: PriceRule | null, prices = [4250]) =>
    pricingProblem(prices, { from, to, rule: made }, 'eBay')
  it('nothing in the same currency, by a rule for both, or where the channel has not said which', () => {
    expect(problem('USD', 'USD', null)).toBeUndefined()
    expect(problem('USD', 'EUR', rule())).toBeUndefined()
    expect(problem('USD', '', null)).toBeUndefined()
  })
  it('another currency, with the place where to set the rate', () =>
    expect(problem('USD', 'EUR', null)).toBe(
      'Your prices are in USD, but this eBay account sells in EUR. Set an exchange rate under Integrations, eBay, Prices to start syncing.',
    ))
  it('a rule for other currencies, also where both are the same now', () => {
    expect(problem('USD', 'GBP', rule())).toContain(
      'converts USD to EUR, but your prices are in USD and it sells in GBP.',
    )
    expect(problem('EUR', 'EUR', rule())).toContain('Update the rule')
  })
  it('a price that would be given away', () => {
    expect(problem('USD', 'EUR', rule({ fixed: -39.1 }))).toContain('results in a price of 0 or less')
    expect(problem('USD', 'EUR', rule({ fixed: -39.1 }), [0, 4251])).toBeUndefined()
  })
})
