import { describe, expect, it } from 'vitest'
import type { Cell } from '#domain/products/files/cells.ts'
import { unzip } from '../../testing/files/unzip.ts'
import { workbook } from './xlsx.ts'

async function* groups(...all: Cell[][][]) {
  yield* all
}
async function written(rows: AsyncIterable<Cell[][]>, header = ['a', 'b', 'c'], mostRows?: number) {
  const parts: Buffer[] = []
  for await (const part of workbook('Products', async () => ({ header, rows }), mostRows)) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

describe('a workbook', () => {
  it('has the parts that the package convention asks for', async () => {
    const files = unzip(await written(groups([['x', 1, null]])))
    expect([...files.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    expect(files.get('xl/workbook.xml')).toContain('<sheet name="Products" sheetId="1" r:id="rId1"/>')
  })

  it('begins before anybody knows its columns', async () => {
    const parts = workbook('Products', () => new Promise(() => {}))
    const { value } = await parts.next()
    expect(Buffer.from(value as Buffer).toString('latin1', 0, 2)).toBe('PK')
  })

  it('INV-076 keeps texts as texts, leading zeros and formulas too, and numbers as numbers', async () => {
    const sheet = unzip(await written(groups([['00042', 19.99, '=1+1']]))).get('xl/worksheets/sheet1.xml')
    expect(sheet).toContain(
      '<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">00042</t></is></c><c r="B2"><v>19.99</v></c><c r="C2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c></row>',
    )
  })

  it('leaves blanks out, and names columns as spreadsheets do', async () => {
    const header = Array.from({ length: 28 }, (_, n) => `h${n}`)
    const sheet = unzip(await written(groups([header.map((_, n) => (n === 27 ? 'last' : null))]), header)).get(
      'xl/worksheets/sheet1.xml',
    )
    expect(sheet).toContain('<row r="2"><c r="AB2" t="inlineStr"><is><t xml:space="preserve">last</t></is></c></row>')
  })

  it('writes what XML cannot hold in the way of the format (ECMA-376, ST_Xstring)', async () => {
    const sheet = unzip(await written(groups([['<b> & "c"', 'a\u0001b\rc\nd', '_x0041_']]))).get(
      'xl/worksheets/sheet1.xml',
    )
    expect(sheet).toContain('&lt;b&gt; &amp; "c"<')
    expect(sheet).toContain('a_x0001_b_x000D_c\nd<')
    expect(sheet).toContain('>_x005F_x0041_<')
  })

  it('cuts a text at what a cell takes', async () => {
    const sheet = unzip(await written(groups([['x'.repeat(40_000), null, null]]))).get('xl/worksheets/sheet1.xml') ?? ''
    expect(/x{100,}/.exec(sheet)?.[0].length).toBe(32_767)
  })

  it('goes on in another sheet when one is full', async () => {
    const four = Array.from({ length: 4 }, (): Cell[] => ['x'])
    const files = unzip(await written(groups(four, four, four), ['n'], 10))
    const rows = (name: string) => files.get(name)?.split('<row ').length ?? 0
    expect([rows('xl/worksheets/sheet1.xml') - 2, rows('xl/worksheets/sheet2.xml') - 2]).toEqual([8, 4])
    expect(files.get('xl/workbook.xml')).toContain('name="Products 2"')
  })

  it('without rows still has its header', async () => {
    expect(unzip(await written(groups())).get('xl/worksheets/sheet1.xml')).toContain('<row r="1">')
  })
})
