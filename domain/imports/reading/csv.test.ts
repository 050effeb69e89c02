import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { CsvReader, Unreadable } from './csv.ts'

const read = (text: string, separator = ',', size = text.length || 1) => {
  const reader = new CsvReader(separator)
  const records = []
  for (let at = 0; at < text.length; at += size) records.push(...reader.push(text.slice(at, at + size)))
  return [...records, ...reader.end()]
}
const cells = (text: string, separator?: string) => read(text, separator).map((r) => r.cells)

describe('separated values', () => {
  it.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n1;2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      ';',
    ],
    [
      'a\tb\r1\t2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      '\t',
    ],
    ['"a ""quoted"" one","two\nlines",""', [['a "quoted" one', 'two\nlines', '']]],
    ['5" nail,"x" y,z"', [['5" nail', 'x y', 'z"']]],
    ['a,b,c\n1\n1,2,3,4', [['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']]],
    [
      'a,b\n\n \n,,\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['007,1.50, x ', [['007', '1.50', ' x ']]],
    ['a\0b,\0', [['ab', '']]],
  ] as [string, string[][], string?][])('reads %j', (text, expected, separator) => {
    expect(cells(text, separator)).toEqual(expected)
  })

  it('counts lines as an editor does, line breaks in cells too', () => {
    expect(read('h\r\n"one\r\ntwo"\r\n\r\nlast\nend').map((r) => [r.line, r.cells[0]])).toEqual([
      [1, 'h'],
      [2, 'one\r\ntwo'],
      [5, 'last'],
      [6, 'end'],
    ])
  })

  it('refuses a quotation mark that is never closed, and says where it stands', () => {
    expect(() => read('a,b\n1,2\n"3,4\n5,6\n')).toThrow(
      new Unreadable('Line 3 has an opening quotation mark without a closing one.'),
    )
  })

  it('refuses a line without an end before it fills the memory, quoted or not, in one cell or many', () => {
    const endless = (part: string) => {
      const reader = new CsvReader(',')
      let parts = 0
      expect(() => {
        for (; parts < 1000; parts += 1) reader.push(part)
      }).toThrow(Unreadable)
      return parts * part.length
    }
    expect(endless('a'.repeat(65_536))).toBeLessThan(8_100_000)
    expect(endless(`${'a'.repeat(65_535)},`)).toBeLessThan(8_100_000)
    expect(endless(`"${'a'.repeat(65_533)}",`)).toBeLessThan(8_100_000)
  })

  const table = fc.array(
    fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r', ' ', '7', '\t') }), {
      minLength: 2,
      maxLength: 5,
    }),
    { minLength: 1, maxLength: 8 },
  )
  it('finds what Papa Parse wrote, however the text is cut to pieces', () => {
    fc.assert(
      fc.property(
        table,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        (rows, size, separator, newline) => {
          const text = Papa.unparse(rows, { delimiter: separator, newline, quotes: true })
          const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
          expect(read(text, separator, size).map((r) => r.cells)).toEqual(filled)
        },
      ),
    )
  })
})
