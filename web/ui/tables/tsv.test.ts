import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBlock, writeBlock } from './tsv.ts'

describe('blocks on the clipboard', () => {
  it('are read as spreadsheets write them: quotes around line breaks, doubled quotes, an empty cell, a last line break', () => {
    // What LibreOffice Calc and Excel put on the clipboard for a cell of two lines, one with a quote, an empty one and a plain one.
    expect(readBlock('"one\ntwo"\t"a ""b"" c"\t\t4\r\nx\ty\tz\t5\r\n')).toEqual([
      ['one\ntwo', 'a "b" c', '', '4'],
      ['x', 'y', 'z', '5'],
    ])
  })
  it.each([
    ['a word that begins with a quote', '"Best" lens\t1', [['"Best" lens', '1']]],
    ['a size in inches', '5"\t10"', [['5"', '10"']]],
    ['a quote that is never closed', '"open\t2', [['"open', '2']]],
    ['old line ends', 'a\rb', [['a'], ['b']]],
    ['a single cell', 'a', [['a']]],
    ['an empty line between', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['rows of different lengths', 'a\nb\tc', [['a'], ['b', 'c']]],
  ])('take %s as text', (_, text, block) => {
    expect(readBlock(text)).toEqual(block)
  })
  it('are written so that quotes, tabs and line breaks survive', () => {
    expect(
      writeBlock([
        ['a\tb', 'c\nd'],
        ['"e"', 'f'],
      ]),
    ).toBe('"a\tb"\t"c\nd"\r\n"""e"""\tf')
  })
  it('come back as they were', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', 'é') })
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      )
    fc.assert(
      fc.property(block, (cells) => {
        // A spreadsheet's last row may be blank only with its own line break.
        const text = `${writeBlock(cells)}\r\n`
        expect(readBlock(text)).toEqual(cells)
      }),
    )
  })
})
