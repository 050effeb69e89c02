import { describe, expect, it } from 'vitest'
import { isGtin, isIsbn10 } from '#contract/products/barcode.ts'
import { barcodeName, readProductSearch } from './search.ts'

const read = (...texts: string[]) => {
  const { words, codes } = readProductSearch(texts)
  return { words, codes: codes.map(({ word, digits }) => (digits ? `${word} = ${digits}` : word)) }
}

describe('how a search for products is read', () => {
  it.each([
    ['red mug', { words: ['red', 'mug'], codes: [] }],
    ['NL-MUG', { words: ['NL-MUG'], codes: [] }],
    ['nl-0042 mug', { words: ['mug'], codes: ['nl-0042'] }],
    ['50mm', { words: [], codes: ['50mm'] }],
    // Too short to be a piece.
    ['a1 7', { words: ['a1', '7'], codes: [] }],
    // The end of a barcode, or of a SKU.
    ['6789', { words: [], codes: ['6789 = 6789'] }],
    ['678', { words: [], codes: ['678'] }],
    // https://www.gs1.org/services/check-digit-calculator: 4 006381 333931 is a GTIN-13, 0 36000 29145 2 a UPC-A.
    ['4006381333931', { words: [], codes: ['4006381333931 = 4006381333931'] }],
    ['4 006381 333931', { words: [], codes: ['4006381333931 = 4006381333931'] }],
    ['0 36000 29145 2', { words: [], codes: ['036000291452 = 036000291452'] }],
    // Two numbers that are no barcode together stay two.
    ['2024 1235', { words: [], codes: ['2024 = 2024', '1235 = 1235'] }],
    // The same book by its old and its new number (ISO 2108): both have 030640615.
    ['0-306-40615-2', { words: [], codes: ['0-306-40615-2 = 030640615'] }],
    ['978-0-306-40615-7', { words: [], codes: ['978-0-306-40615-7 = 030640615'] }],
    ['0 8044 2957 x', { words: [], codes: ['080442957X = 080442957'] }],
    ['123456789012345', { words: [], codes: ['123456789012345'] }],
    ['', { words: [], codes: [] }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })
  it('INV-047 takes a word once, however the texts are cut', () => {
    expect(read('red mug', 'red')).toEqual({ words: ['red', 'mug'], codes: [] })
  })
  it('may be a SKU as a whole, blanks and all', () => {
    expect(readProductSearch(['MUG  01 ', 'red']).sku).toBe('MUG 01 red')
  })
})

describe('barcodes', () => {
  it.each(['40170725', '036000291452', '4006381333931', '10614141000415'])('%s has a check digit that fits', (code) => {
    expect(isGtin(code)).toBe(true)
    expect(isGtin(`${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`)).toBe(false)
  })
  it('an ISBN of ten digits ends with a digit or X', () => {
    expect([isIsbn10('0306406152'), isIsbn10('080442957X'), isIsbn10('0306406153')]).toEqual([true, true, false])
  })
  it.each([
    ['UPC', true],
    ['ean-13', true],
    ['ISBN 10', true],
    ['Barcode number', true],
    ['Bar code', true],
    ['GTIN', true],
    ['European size', false],
    ['Upcycled', false],
    ['MPN', false],
  ])('an attribute named %s holds one: %s', (name, holds) => {
    expect(barcodeName.test(name)).toBe(holds)
  })
})
