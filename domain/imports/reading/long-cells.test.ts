import { describe, expect, it } from 'vitest'
import { separateTags } from '../../products/tags.ts'
import { readImages, readMoney, readSize } from '../mapping/fields.ts'
import { decimalOf } from './numbers.ts'
import { findHeader } from './dialect.ts'
import { etsy, readBigCommerceOptions, rowOf, positionsOf } from './layouts.ts'

/** As long as a cell may be. What looks at it in quadratic time takes minutes, and the test ends first. */
const LONG = 1_900_000

describe('A cell as long as a file may have', () => {
  it('is no name of a column, where it is of blanks', () => {
    expect(findHeader([{ cells: [`${' '.repeat(LONG)}x`, '5'] }, { cells: ['sku', 'title'] }])).toBe(1)
  })
  it('is no number and no size, where it is of digits', () => {
    const digits = `${'1'.repeat(LONG)}x`
    expect(readMoney(digits)).toEqual({ problem: 'This is not a number.' })
    expect(readMoney(`${'1'.repeat(LONG)}e`)).toEqual({ problem: 'This is not a number.' })
    expect(readSize(digits)).toMatchObject({ problem: expect.stringContaining('length x width x height') })
    expect(decimalOf(digits)).toBe(undefined)
  })
  it('of commas is refused where pictures belong', () => {
    expect(readImages(`${','.repeat(99_000)}x`)).toMatchObject({ urls: [] })
    expect(readImages(','.repeat(LONG))).toEqual({ urls: [], problem: 'At most 100,000 characters.' })
  })
  it('of blanks in quotation marks is one blank tag after the other', () => {
    expect(
      separateTags('" '.repeat(LONG / 2))
        .join('')
        .trim(),
    ).toBe('')
  })
  it('of blanks behind a BigCommerce option is read once', () => {
    expect(readBigCommerceOptions(`Type=Swatch|Name=Size|Value=${' '.repeat(LONG)}x`)).toEqual([
      { name: 'Size', value: 'x' },
    ])
    expect(readBigCommerceOptions('Name='.repeat(LONG / 5))).toEqual([])
    const swatches = '[#'.repeat(LONG / 2)
    expect(readBigCommerceOptions(`Name=Size|Value=M${swatches}x`)).toEqual([{ name: 'Size', value: `M${swatches}x` }])
  })
  it('of choices of an Etsy listing makes one variation more than a product may have', () => {
    const values = Array.from({ length: 9000 }, (_, n) => `v${n}`).join(',')
    const header = ['sku', 'Variation 1 Values', 'Variation 2 Values']
    expect(etsy.listed?.(rowOf(1, ['E-1', values, values], positionsOf(header)))).toHaveLength(251)
  })
})

describe('BigCommerce options', () => {
  it.each([
    ['Type=Swatch|Name=Colour|Value=Red[#FF0000]Type=Rectangles|Name=Size|Value=M', 'Colour=Red Size=M'],
    ['Type=Swatch|Name=Colour|Value=Red[#FF0000] || Type=Rectangles|Name=Size|Value=M', 'Colour=Red Size=M'],
    ['Type=Swatch|Name=Print|Value=Cat[https://x.test/cat.png]', 'Print=Cat'],
    ['Type=Dropdown|Name=Box|Value=[Gift] a:b', 'Box=[Gift] a:b'],
    ['[S]Size=M,[CS]Colour=Red:#FF0000', 'Size=M Colour=Red'],
    ['Type=Dropdown|Value=M', ''],
  ])('%s', (text, options) => {
    expect(
      readBigCommerceOptions(text)
        .map(({ name, value }) => `${name}=${value}`)
        .join(' '),
    ).toBe(options)
  })
})
