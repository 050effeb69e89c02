import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { columnNames, findHeader, findSeparator } from './dialect.ts'

describe('what a file is written in', () => {
  it.each([
    ['sku,title\n1,"a;b;c;d"\n2,"e;f;g;h"\n', ','],
    ['sku;price\nA;1,50\nB;2,75\n', ';'],
    ['sku\ttitle\nA\tone, two, three\n', '\t'],
    ['sku|title\nA|one\n', '|'],
    ['sku\nA\nB\n', ','],
    ['sep=;\nsku;title\nA;"x,y,z"\n', ';'],
    ['"a ""b"", c";d\n"e, f";g\n', ';'],
  ])('finds the separator of %j', (sample, separator) => {
    expect([...findSeparator(sample)].at(-1)).toBe(separator)
  })

  const records = (text: string) => text.split('\n').map((line) => ({ cells: line.split(',') }))
  it.each([
    ['sku,title,price\nA,One,1\nB,Two,2', 0],
    ['Stock list,,\nprinted 2026-11-21,,\nsku,title,price\nA,One,1', 2],
    ['My shop,,\nArtikel,Farbe,Menge\nA,rot,1\nB,blau,2', 1],
    ['sep=,\nsku,title\nA,One', 1],
    [
      '#INFO,Version=0.0.2,Template= eBay-draft-listings-template_US\n#INFO,,\nAction(SiteID=US),Custom label (SKU),Title\nDraft,A,One',
      2,
    ],
    ['1,2,3\n4,5,6', 0],
  ])('finds the header row of %j', (text, index) => {
    expect(findHeader(records(text))).toBe(index)
  })

  it('gives each column a name of its own', () => {
    expect(columnNames(['Size', ' size', '', 'SKU', 'Size', ''])).toEqual([
      'Size',
      'size (2)',
      'Column 3',
      'SKU',
      'Size (3)',
      'Column 6',
    ])
  })

  it.each([
    ['one name', () => 'Size'],
    ['one name in many spellings', (n: number) => n.toString(2).replaceAll('0', 'a').replaceAll('1', 'A')],
  ])('names thousands of columns with %s in a few steps each', (_title, nameAt) => {
    const has = vi.spyOn(Set.prototype, 'has')
    onTestFinished(() => has.mockRestore())
    const cells = Array.from({ length: 3000 }, (_, n) => nameAt(n))
    const names = columnNames(cells)
    const steps = has.mock.calls.length
    has.mockRestore()
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(cells.length)
    expect(steps).toBeLessThanOrEqual(3 * cells.length)
  })

  it('can pause after each separator that it tries', () =>
    expect([...findSeparator(`"${'x,'.repeat(1000)}`)]).toHaveLength(4))
})
