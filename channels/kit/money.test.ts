import { describe, expect, it } from 'vitest'
import { decimalsOf } from '#domain/numbers/decimals.ts'
import { fromHundredths, toDecimal, toHundredths, toMinor } from './money.ts'

describe('money', () => {
  it.each([
    ['12.99', 1299],
    ['0.1', 10],
    ['5', 500],
    ['.5', 50],
    ['1.005', 101],
    ['1.004', 100],
    ['-3.2', -320],
    ['19.9900', 1999],
    // floats get these wrong: 1.15 * 100 = 114.99999999999999
    ['1.15', 115],
    ['4.35', 435],
    ['8.2', 820],
    ['90071992547409.91', 9007199254740991],
    ['', 0],
    [undefined, 0],
    [8.2, 820],
  ])('%s is %i', (amount, minor) => expect(toMinor(amount, 'USD')).toBe(minor))
  it.each([
    [1299, '12.99'],
    [5, '0.05'],
    [0, '0.00'],
    [-320, '-3.20'],
    [100000, '1000.00'],
  ])('%i is written %s', (minor, text) => expect(toDecimal(minor, 'USD')).toBe(text))
  it('refuses what is not an amount', () => expect(() => toMinor('12,99', 'USD')).toThrow('Not an amount'))
  it.each([
    ['JPY', '1299', 1299, '1299'],
    ['JPY', '1299.5', 1300, '1300'],
    ['KWD', '1.2345', 1235, '1.235'],
    ['KWD', '0.005', 5, '0.005'],
    ['EUR', '0.05', 5, '0.05'],
    ['nobody knows', '1.5', 150, '1.50'],
  ])('of %s: %s is %i, written %s', (currency, amount, minor, text) => {
    expect(toMinor(amount, currency)).toBe(minor)
    expect(toDecimal(minor, currency)).toBe(text)
  })
  it('knows how fine a currency is', () => expect(['USD', 'JPY', 'KWD'].map(decimalsOf)).toEqual([2, 0, 3]))
  it('goes over into the hundredths that Motto keeps, and back', () => {
    expect([fromHundredths(1299, 'USD'), fromHundredths(129900, 'JPY'), fromHundredths(1250, 'KWD')]).toEqual([
      1299, 1299, 12500,
    ])
    expect([toHundredths(1299, 'USD'), toHundredths(1299, 'JPY'), toHundredths(12505, 'KWD')]).toEqual([
      1299, 129900, 1251,
    ])
  })
})
