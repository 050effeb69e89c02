import { describe, expect, it } from 'vitest'
import { ColumnCounter } from './columns.ts'

const counted = (names: string[], rows: string[][]) => {
  const counter = new ColumnCounter(names)
  for (const row of rows) counter.add(row)
  return counter.columns()
}

describe('what is kept of the columns of a file', () => {
  it('is their values by frequency, and the sign before decimals where the values tell', () => {
    const [colour, price, weight] = counted(
      ['colour', 'price', 'weight'],
      [
        ['red', '1,50', '1.234'],
        ['blue', '2,25', ''],
        ['red', '', ''],
      ],
    )
    expect(colour).toMatchObject({
      filled: 3,
      distinct: 2,
      samples: [
        { value: 'red', rows: 2 },
        { value: 'blue', rows: 1 },
      ],
    })
    expect([price?.decimal, weight?.decimal]).toEqual([',', undefined])
  })

  it('does not grow with the number of columns', () => {
    const names = Array.from({ length: 4000 }, (_, n) => `c${n}`)
    const columns = counted(
      names,
      Array.from({ length: 60 }, (_, row) => names.map((name) => `${name} ${row}`)),
    )
    expect(columns.reduce((sum, c) => sum + c.distinct, 0)).toBeLessThanOrEqual(200_000)
    expect(columns.reduce((sum, c) => sum + c.samples.length, 0)).toBeLessThanOrEqual(20_000)
    expect(columns.every((c) => c.filled === 60 && c.samples.length > 0)).toBe(true)
  })
})
