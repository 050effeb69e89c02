import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { converted, readRates } from './rates.ts'

describe('what an amount comes to in another currency', () => {
  it.each([
    [10_000, '1.0842', 'USD', 10_842],
    [1, '0.5', 'USD', 1],
    [1, '0.4999999999', 'USD', 0],
    [-1, '0.5', 'USD', -1],
    [-3, '0.1', 'USD', 0],
    // Yen have no hundredths: 1703.35 are 1703.
    [1000, '170.335', 'JPY', 170_300],
    [1000, '170.35', 'JPY', 170_400],
    [1000, '0.3085', 'KWD', 309],
    // More than a float holds exactly.
    [123_456_789_012, '0.0000000001', 'USD', 12],
    [900_719_925_474_099, '1', 'USD', 900_719_925_474_099],
  ])('%i hundredths at %s are %i of %s', (hundredths, rate, into, is) =>
    expect(converted(hundredths, rate, into)).toBe(is),
  )

  it('is never further from the exact product than half a coin', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.constantFrom('USD', 'JPY'),
        (hundredths, thousandths, into) => {
          const coin = into === 'JPY' ? 100 : 1
          const is = converted(hundredths, (thousandths / 1000).toFixed(3), into)
          expect(Math.abs(is % coin)).toBe(0)
          expect(Math.abs(is * 1000 - hundredths * thousandths)).toBeLessThanOrEqual(500 * coin)
        },
      ),
    ))
})

describe('rates that somebody pastes', () => {
  const francRate = { currency: 'CHF', day: '2026-05-01', rate: '1.0842' }
  it.each([
    'CHF,2026-05-01,1.0842',
    'CHF\t2026-05-01\t1.0842',
    'CHF;2026-05-01;1,0842',
    '"chf"; "2026-05-01" ;"1,0842"',
    'Currency,Day,Rate\r\nCHF,2026-05-01,1.0842\r\n\r\n',
    '\uFEFFcurrency;day;rate\nCHF;2026-05-01;1.0842',
  ])('are read from %j', (text) => expect(readRates(text, 'USD')).toEqual({ rates: [francRate], problems: [] }))

  it('are told what is wrong by line, and the others are read', () => {
    const rate = 'Enter a rate like 1.0842: above 0, below 1,000,000, with at most 10 decimals.'
    const text = [
      'CHF,2026-05-01,1.0842',
      'CHF,2026-05-01,1.0843',
      'USD,2026-05-01,1',
      'XYZ,2026-05-01,1',
      'EUR,2026-02-31,1',
      'EUR,1.5.2026,1',
      'EUR,2026-05-01,0',
      'EUR,2026-05-01,-1',
      'EUR,2026-05-01,1e3',
      'EUR,2026-05-01',
      'EUR,2026-05-01,1,0842',
    ].join('\n')
    expect(readRates(text, 'USD')).toEqual({
      rates: [francRate],
      problems: [
        { line: 2, text: 'CHF 2026-05-01 is already on line 1.' },
        { line: 3, text: 'Amounts in USD need no rate.' },
        { line: 4, text: 'Choose a currency.' },
        { line: 5, text: 'Enter a valid date.' },
        { line: 6, text: 'Enter a valid date.' },
        { line: 7, text: rate },
        { line: 8, text: rate },
        { line: 9, text: rate },
        { line: 10, text: 'Enter currency, day and rate, like CHF, 2026-05-01, 1.0842.' },
        { line: 11, text: 'Enter currency, day and rate, like CHF, 2026-05-01, 1.0842.' },
      ],
    })
  })
})
