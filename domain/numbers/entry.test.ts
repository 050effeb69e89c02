import { describe, expect, it } from 'vitest'
import { localised, measure, money, pieces, readEntry, showEntry } from './entry.ts'

const value = (value: number | null) => ({ value })
const problem = (problem: string) => ({ problem })

describe('what is typed into a field', () => {
  it.each([
    ['12,50', money('price'), value(12.5)],
    ['12.5', money('price'), value(12.5)],
    ['$1,849.00', money('price'), value(1849)],
    ['', money('price'), value(null)],
    ['  ', money('price'), value(null)],
    ['0', money('price'), value(0)],
    ['-0', money('price'), value(0)],
    ['1,25', measure('weight'), value(1.25)],
    ['0.0001', measure('weight'), value(0.0001)],
    ['1,000', pieces(), value(1000)],
    ['3.0', pieces(), value(3)],
    ['-5.5', { noun: 'number', decimals: 6, least: null }, value(-5.5)],
  ])('%j is taken', (typed, rule, entry) => expect(readEntry(typed, rule, '.')).toEqual(entry))

  it('ORD-247 an amount is rounded to two decimals, halves upwards', () => {
    expect([readEntry('1.005', money(), '.'), readEntry('19.999', money(), '.')]).toEqual([value(1.01), value(20)])
  })
  it('is decided by the language of its reader where it can be both', () => {
    expect(['.', ','].map((sign) => readEntry('1,250', money(), sign as '.'))).toEqual([value(1250), value(1.25)])
    expect(['.', ','].map((sign) => readEntry('1.250', pieces(), sign as '.'))).toEqual([
      problem('Units must be a whole number.'),
      value(1250),
    ])
  })

  it.each([
    ['-3', money('price'), 'Enter a price of 0 or more.'],
    ['-3', money('MSRP'), 'Enter an MSRP of 0 or more.'],
    ['-0.001', money('price'), 'Enter a price of 0 or more.'],
    ['-1', pieces(), 'Enter a quantity of 0 or more.'],
    ['2.6', pieces(), 'Units must be a whole number.'],
    ['2,6', pieces(), 'Units must be a whole number.'],
    ['abc', money('price'), '“abc” is not a number. Enter a price like 12.50.'],
    ['1e5', money(), '“1e5” is not a number. Enter an amount like 12.50.'],
    ['+5', pieces(), '“+5” is not a number. Enter a quantity like 12.'],
    ['1.2.3', measure('weight'), '“1.2.3” is not a number. Enter a weight like 12.5.'],
    ['10000000001', money(), 'At most 10,000,000,000.'],
    ['6', { noun: 'quantity', decimals: 0, whole: 'Units', most: 5 }, 'At most 5.'],
    ['x'.repeat(30), money(), `“${'x'.repeat(20)}…” is not a number. Enter an amount like 12.50.`],
  ])('%j stays as typed, with the reason why it cannot be accepted', (typed, rule, sentence) => {
    expect(readEntry(typed, rule, '.')).toEqual(problem(sentence))
  })
  it('an example is written as the reader writes', () => {
    expect(readEntry('teuer', money('price'), ',')).toEqual(
      problem('“teuer” is not a number. Enter a price like 12,50.'),
    )
  })
})

describe('what a field shows', () => {
  it('is whole, in the sign of the reader', () => {
    expect([showEntry(1250, 2, '.'), showEntry(12.5, 2, ','), showEntry(3, 0, '.'), showEntry(null, 2, '.')]).toEqual([
      '1250.00',
      '12,50',
      '3',
      '',
    ])
    expect([showEntry(1.125, 0, ','), showEntry(0.0001, 2, '.')]).toEqual(['1,125', '0.0001'])
    expect([localised('1.125', ','), localised('1250', ','), localised('abc.d', ',')]).toEqual([
      '1,125',
      '1250',
      'abc.d',
    ])
  })
})
