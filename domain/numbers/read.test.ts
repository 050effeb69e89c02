import { describe, expect, it } from 'vitest'
import { decimalSignOf, plainNumber } from './read.ts'

describe('the decimal sign of a language', () => {
  it.each([
    ['en-US', '.'],
    ['en-GB', '.'],
    ['de-DE', ','],
    ['de-CH', '.'],
    ['fr-FR', ','],
    ['es-MX', '.'],
    ['pt-BR', ','],
    ['ja-JP', '.'],
    ['ar-EG', '.'],
    ['en-US@posix', '.'],
    ['de-DE@euro', ','],
  ])('%s: %s', (language, sign) => expect(decimalSignOf(language)).toBe(sign))
})

describe('a number that somebody wrote', () => {
  it.each([
    ['7', '7'],
    ['12.50', '12.50'],
    ['12,50', '12.50'],
    ['1,25', '1.25'],
    ['0,125', '0.125'],
    ['.5', '.5'],
    [',5', '.5'],
    ['12.', '12.'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,00,000.5', '100000.5'],
    ['1 234', '1234'],
    ['1 234,5', '1234.5'],
    ['1\u00A0234,50\u00A0€', '1234.50'],
    ["1'299.50", '1299.50'],
    ['1’299,50', '1299.50'],
    ['$1,849.00', '1849.00'],
    ['$ 5', '5'],
    ['US$5', '5'],
    ['5€', '5'],
    ['CHF 12.50', '12.50'],
    ['12,50 kr', '12.50'],
    ['-3', '-3'],
    ['−3', '-3'],
    ['-$3', '-3'],
    ['$-3', '-3'],
    ['１２．５', '12.5'],
    ['١٢٫٥', '12.5'],
  ])('%s is the same everywhere: %s', (text, plain) => {
    expect([plainNumber(text, '.'), plainNumber(text, ',')]).toEqual([plain, plain])
  })
  it.each([
    ['1,250', '1250', '1.250'],
    ['1.250', '1.250', '1250'],
    ['999,999', '999999', '999.999'],
    ['$1.250', '1.250', '1250'],
  ])('%s is %s to one reader and %s to another', (text, english, german) => {
    expect([plainNumber(text, '.'), plainNumber(text, ',')]).toEqual([english, german])
  })
  it.each([
    '',
    ' ',
    '$',
    '.',
    '-',
    'abc',
    '12abc',
    '1o',
    '1e5',
    '-1e+2.7',
    '0x10',
    '1..2',
    '1.2.3',
    '1,2,3',
    '1,23,4',
    '1.234,56.7',
    '1,234.567,8',
    '12 50',
    '1 2',
    '--1',
    '-$-1',
    '5²',
    '½',
    '1-2',
    '12 pieces',
    'Infinity',
  ])('%j is none', (text) => {
    expect([plainNumber(text, '.'), plainNumber(text, ',')]).toEqual([undefined, undefined])
  })
  it('IMP-086 a long row of spaces is as quickly no number as a short one', () => {
    const row = ' '.repeat(200)
    for (const text of [`-${row}x`, `-${row}1${row}x`, `1${row}2${row}`]) expect(plainNumber(text, '.')).toBeUndefined()
    expect(plainNumber(`-${row}1`, '.')).toBe('-1')
  })
})
