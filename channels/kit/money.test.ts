import { describe, expect, it } from 'vitest'
import { toDecimal, toMinor } from './money.ts'

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
  ])('%s is %i', (amount, minor) => expect(toMinor(amount)).toBe(minor))
  it.each([
    [1299, '12.99'],
    [5, '0.05'],
    [0, '0.00'],
    [-320, '-3.20'],
    [100000, '1000.00'],
  ])('%i is written %s', (minor, text) => expect(toDecimal(minor)).toBe(text))
  it('refuses what is not an amount', () => expect(() => toMinor('12,99')).toThrow('Not an amount'))
})
