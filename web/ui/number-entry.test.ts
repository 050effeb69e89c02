import { describe, expect, it } from 'vitest'
import { cleanNumber, settleNumber } from './number-entry.ts'

describe('typing a number', () => {
  it('ORD-242 takes no negatives', () => expect(cleanNumber('-5', 2)).toBe('5'))
  it('ORD-243 takes no e, E or +', () =>
    expect([cleanNumber('1e5', 2), cleanNumber('1E5', 2), cleanNumber('+5', 2)]).toEqual(['15', '15', '5']))
  it('ORD-244 takes one decimal point only', () => expect(cleanNumber('1.2.3', 2)).toBe('1.23'))
  it('reads a pasted amount in either spelling', () => {
    expect([cleanNumber('$1,849.00', 2), cleanNumber('12,50', 2), cleanNumber('1,234', 2)]).toEqual([
      '1849.00',
      '12.50',
      '1234',
    ])
  })
  it('does not turn 2.5 pieces into 25', () => expect(cleanNumber('2.5', 0)).toBe('2'))
})

describe('leaving the field', () => {
  it('ORD-246 clamps to 0, and to the most if given', () => {
    expect([settleNumber('-3', { decimals: 0 }), settleNumber('12', { decimals: 0, max: 9 })]).toEqual([0, 9])
  })
  it('ORD-247 rounds money to 2 decimals', () => {
    expect([settleNumber('1.005', { decimals: 2 }), settleNumber('19.999', { decimals: 2 })]).toEqual([1.01, 20])
  })
  it('ORD-248 rounds a quantity to 0 decimals', () => expect(settleNumber('2.6', { decimals: 0 })).toBe(3))
  it('blank is no number', () =>
    expect([settleNumber('', { decimals: 2 }), settleNumber(' ', { decimals: 2 })]).toEqual([null, null]))
})
