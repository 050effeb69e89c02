import { describe, expect, it } from 'vitest'
import { type Decimal, type Direction, decimal, inUnits, negative, plus, times, toMultiple } from './decimal.ts'

const read = (input: string | number): Decimal => {
  const parsed = decimal(input)
  if (!parsed) throw new Error(`${input} is no number`)
  return parsed
}

describe('exact decimals', () => {
  it.each([
    ['12.5', 1250],
    ['.5', 50],
    ['5.', 500],
    ['-0.015', -2],
    ['1e3', 100_000],
    ['1.5e-2', 2],
    [1e-7, 0],
    [1e21, 1e23],
    [' 7 ', 700],
  ])('reads %s', (input, cents) => {
    expect(inUnits(read(input), 2)).toBe(cents)
  })
  it.each(['', '.', 'x', '0x10', '1,5', '1.2.3', 'Infinity', 'NaN', '--1', '1e9999'])(
    'takes %j for no number',
    (input) => {
      expect(decimal(input)).toBeNull()
    },
  )
  it.each([
    ['19.99', '1.1', 2199],
    ['1.50', '1.15', 173],
    ['0.05', '0.1', 1],
    ['-0.05', '0.1', -1],
    ['1.005', '1', 101],
    ['100', '0.333', 3330],
  ])('multiplies %s by %s without drift, halves away from zero', (a, b, cents) => {
    expect(inUnits(times(read(a), read(b)), 2)).toBe(cents)
  })
  it('adds and takes away across scales', () => {
    expect(inUnits(plus(read('0.1'), read('0.2')), 2)).toBe(30)
    expect(inUnits(plus(read('5'), negative(read('0.01'))), 2)).toBe(499)
  })
  it.each<[string, string, Direction, number]>([
    ['20.3', '1', 'nearest', 2000],
    ['20.5', '1', 'nearest', 2100],
    ['20.3', '1', 'up', 2100],
    ['20.7', '1', 'down', 2000],
    ['20', '1', 'up', 2000],
    ['7.3', '0.25', 'nearest', 725],
    ['7.375', '0.25', 'nearest', 750],
    ['-1.5', '1', 'up', -100],
    ['-1.5', '1', 'down', -200],
  ])('finds for %s the multiple of %s, %s', (value, step, direction, cents) => {
    expect(inUnits(toMultiple(read(value), read(step), direction), 2)).toBe(cents)
  })
})
