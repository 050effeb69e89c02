import { describe, expect, it } from 'vitest'
import { ColumnCounter } from './columns.ts'
import { readCount, readMoney } from '../mapping/fields.ts'
import { decimalOf, readNumber } from './numbers.ts'
import { prepare } from './reading.ts'

describe('numbers as people write them', () => {
  it.each([
    ['12.5', '.', 12.5],
    ['1,234.50', '.', 1234.5],
    ['1.234,50', ',', 1234.5],
    ['1.234', ',', 1234],
    ['1,234', '.', 1234],
    ['1,234', ',', 1.234],
    ['1.234', '.', 1.234],
    ['$ 1,299.00', '.', 1299],
    ['1 299,00 €', ',', 1299],
    ["1'299.50", '.', 1299.5],
    ['CHF 12.50', '.', 12.5],
    ['12,5', '.', 12.5],
    ['.5', '.', 0.5],
    ['1,234,567', '.', 1_234_567],
    ['1e3', '.', 1000],
    ['1\u00A0234,5', ',', 1234.5],
  ] as const)('IMP-086 %j with “%s” before decimals is %d', (text, decimal, expected) => {
    expect(readNumber(text, decimal)).toBe(expected)
  })
  it.each(['abc', '12 pieces', '1.2.3,4', '1,23,4', '--1', '0x10', 'Infinity', '1e999', '12.5.', '$'])(
    'IMP-086 %j is no number: undefined',
    (text) => {
      expect(readNumber(text)).toBeUndefined()
    },
  )
  it.each([
    ['1,234', undefined],
    ['1.234', undefined],
    ['0,125', ','],
    ['12,5', ','],
    ['1.234,5', ','],
    ['1,234.5', '.'],
    ['1.234.567', ','],
    ['7', undefined],
    ['red', undefined],
  ])('%j says of its column: %s', (text, decimal) => {
    expect(decimalOf(text)).toBe(decimal)
  })

  it('a column decides for its doubtful values; one without a sign follows the others', () => {
    const counter = new ColumnCounter(['price', 'weight', 'sku'])
    for (const row of [
      ['1.234', '0,5', 'A.1'],
      ['1.500', '1,25', 'B'],
      ['', '', 'A.1'],
    ])
      counter.add(row)
    const [price, weight, sku] = counter.columns()
    expect([price?.decimal, weight?.decimal]).toEqual([undefined, ','])
    const decimals = (fieldMappings: Record<string, string>) => {
      const prepared = prepare('other', counter.columns(), {
        fieldMappings,
        attributeMappings: {},
        newAttributes: [],
        addAttributes: false,
        createTemplates: false,
        updateExisting: true,
        template: 1,
        templateColumn: null,
      })
      return 'reading' in prepared ? prepared.reading.decimals.slice(0, 2) : prepared.problems
    }
    const [first = '', second = ''] = counter.columns().map((c) => c.name)
    expect(decimals({ price: first, weight: second })).toEqual([',', ','])
    // What is no number has no say.
    expect(decimals({ price: first, notes: second })).toEqual(['.', ','])
    expect(sku).toMatchObject({
      name: 'sku',
      filled: 3,
      distinct: 2,
      samples: [
        { value: 'A.1', rows: 2 },
        { value: 'B', rows: 1 },
      ],
    })
    expect(price).toMatchObject({ filled: 2 })
  })

  it('IMP-085 blank is no number at all, which is 0 only where a product is new', () => {
    expect([readMoney(''), readMoney('  '), readCount('')]).toEqual([undefined, undefined, undefined])
    expect([readMoney('12.345'), readMoney('0'), readCount('3')]).toEqual([{ value: 1235 }, { value: 0 }, { value: 3 }])
  })
  it('IMP-086 says what is wrong', () => {
    expect([readMoney('cheap'), readMoney('-1'), readCount('1.5'), readMoney('99999999999')]).toEqual([
      { problem: 'This is not a number.' },
      { problem: 'Must be 0 or more.' },
      { problem: 'Enter a whole number.' },
      { problem: 'At most 10,000,000,000.' },
    ])
  })
})
