import { describe, expect, it } from 'vitest'
import { cellText, readCell, readOnlyReason, writtenIn } from './cells.ts'
import {
  baseColumns,
  builtInColumns,
  columnOf,
  defaultColumns,
  type ColumnDef,
  type ProductRow,
} from '../columns/columns.ts'
import { cut, wordsOf } from '#web/form/words/plain.ts'

const row: ProductRow = {
  id: 7,
  sku: 'A-1',
  templateId: 1,
  templateName: 'Lenses',
  title: 'Lens',
  description: '<p>Fast &amp; sharp</p>',
  condition: 'Good',
  notes: 'n',
  barcode: '',
  vendor: 'Acme',
  warehouse: 'W',
  location: 'L',
  bin: 'B-2',
  tags: 'a,b',
  price: 12.5,
  cost: 5,
  msrp: 20,
  quantity: 3,
  reservedQuantity: 1,
  bundled: null,
  sold: 4,
  variations: 0,
  images: [{ url: 'https://x/1.jpg', source: 'cloudinary' }],
  attributes: [{ templateAttributeId: 1, name: 'Mount', value: '', overrideDynamicMapping: false, source: 'user' }],
  sizeAndWeight: { weightUnit: 'lb', sizeUnit: 'in', weight: 1.25, width: null, length: null, height: null },
  listedOn: [],
  listings: [],
  status: 'ready',
  readiness: 'ready',
  active: true,
  version: 3,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-02T00:00:00.000Z',
}
const column = (key: string): ColumnDef => {
  const match = columnOf(key)
  if (!match) throw new Error(`No column ${key}`)
  return match
}

describe('the columns', () => {
  it('INV-090..INV-114 are those of the ledger, and each reads its field of the row', () => {
    const expected: [string, string][] = [
      ['id', '7'],
      ['SKU', 'A-1'],
      ['Title', 'Lens'],
      ['Notes', 'n'],
      ['Tags', 'a,b'],
      ['Description', '<p>Fast &amp; sharp</p>'],
      ['Condition', 'Good'],
      ['Image', 'https://x/1.jpg'],
      ['Quantity', '3'],
      ['Sold', '4'],
      ['Cost', '5.00'],
      ['Price', '12.50'],
      ['Updated', '2026-11-02T00:00:00.000Z'],
      ['Created', '2026-11-01T00:00:00.000Z'],
      ['Bin', 'B-2'],
      ['Weight', '1.25'],
      ['Weight Unit', 'lb'],
      ['Width', ''],
      ['Length', ''],
      ['Height', ''],
      ['Size Unit', 'in'],
      ['Active', 'Yes'],
      ['Template', 'Lenses'],
      ['Listings', ''],
      ['Status', 'ready'],
    ]
    for (const [label, text] of expected) {
      const columns = baseColumns.filter((def) => def.label === label)
      expect([label, columns.length]).toEqual([label, 1])
      for (const def of columns) expect([label, cellText(row, def)]).toEqual([label, text])
    }
  })
  it('INV-115..INV-119 attributes are called attr.{name}, first of them vendor, location, warehouse and bin', () => {
    expect(builtInColumns.map(({ key }) => key)).toEqual(['attr.vendor', 'attr.location', 'attr.warehouse', 'attr.bin'])
    expect(builtInColumns.map((def) => cellText(row, def))).toEqual(['Acme', 'L', 'W', 'B-2'])
    expect(column('attr.Mount').label).toBe('Mount')
    expect(columnOf('nothing')).toBeUndefined()
  })
  it('INV-120..INV-123 Status, Listings, Updated and Created are sorted by the server', () => {
    expect(['status', 'listings', 'updatedAt', 'createdAt'].map((key) => column(key).sort)).toEqual([
      'status',
      'listings',
      'updatedAt',
      'createdAt',
    ])
  })
  it('INV-126 the picture is 60 wide', () => expect(column('images').width).toBe(60))
  it('the standard columns come first, with Listings beside them', () =>
    expect(defaultColumns).toEqual([
      'images',
      'sku',
      'template',
      'title',
      'price',
      'quantity',
      'listings',
      'status',
      'updatedAt',
    ]))
  it('INV-089 which of them are typed into', () => {
    const editable = [...baseColumns, ...builtInColumns, column('attr.Mount')]
      .filter((def) => def.editable)
      .map(({ key }) => key)
    for (const key of [
      'title',
      'notes',
      'tags',
      'condition',
      'quantity',
      'sold',
      'cost',
      'price',
      'bin',
      'weight',
      'width',
      'length',
      'height',
      'weightUnit',
      'sizeUnit',
      'attr.Mount',
    ])
      expect(editable).toContain(key)
    for (const key of ['id', 'sku', 'template', 'listings', 'status', 'updatedAt', 'createdAt', 'images'])
      expect(editable).not.toContain(key)
  })
})

describe('a cell that cannot be typed into', () => {
  it('INV-226 INV-227 has no such attribute; a blank one can be filled', () => {
    expect(cellText(row, column('attr.Colour'))).toBeNull()
    expect(readOnlyReason(row, column('attr.Colour'))).toBe('Template Lenses has no “Colour” attribute.')
    expect(cellText(row, column('attr.Mount'))).toBe('')
    expect(readOnlyReason(row, column('attr.Mount'))).toBeUndefined()
    expect(readOnlyReason(row, column('sku'))).toBe('SKU can’t be edited in the grid.')
  })
  it('counts variations one by one', () => {
    expect(readOnlyReason({ ...row, variations: 2 }, column('quantity'))).toMatch(/variation/)
    expect(readOnlyReason({ ...row, variations: 2 }, column('price'))).toBeUndefined()
  })
})

describe('what is typed', () => {
  it.each<[string, string, ReturnType<typeof readCell>]>([
    ['price', '19.999', { text: '20.00' }],
    ['price', 'cheap', { text: 'cheap', problem: '“cheap” is not a number. Enter a price like 12.50.' }],
    ['price', '-1', { text: '-1', problem: 'Enter a price of 0 or more.' }],
    ['msrp', '-1', { text: '-1', problem: 'Enter an MSRP of 0 or more.' }],
    ['price', '12,50', { text: '12.50' }],
    ['price', '1o', { text: '1o', problem: '“1o” is not a number. Enter a price like 12.50.' }],
    ['sold', '-1', { text: '-1', problem: 'Enter a number of units of 0 or more.' }],
    ['price', '', { text: 'was' }],
    ['quantity', '1,000', { text: '1000' }],
    ['quantity', '2.5', { text: '2.5', problem: 'Units must be a whole number.' }],
    ['weight', '', { text: '' }],
    ['weight', '1.50', { text: '1.5' }],
    ['tags', 'b, a ;; b', { text: 'b,a' }],
    ['active', 'TRUE', { text: 'Yes' }],
    ['active', 'perhaps', { text: 'perhaps', problem: 'Enter Yes or No.' }],
    ['condition', 'like new', { text: 'Like New' }],
    ['condition', 'used - good', { text: 'Used - Good' }],
    ['condition', 'Shiny', { text: 'Shiny', problem: 'Select a condition.' }],
    ['weightUnit', 'KG', { text: 'kg' }],
    ['weightUnit', 'stone', { text: 'stone', problem: 'Select one of: kg, lb, g, oz.' }],
    ['title', ' Two\nlines ', { text: 'Two lines' }],
    ['notes', 'Two\nlines', { text: 'Two\nlines' }],
    ['bin', 'x'.repeat(256), { text: 'x'.repeat(256), problem: 'At most 255 characters.' }],
  ])('%s takes %j', (key, typed, read) => expect(readCell(column(key), typed, 'was')).toEqual(read))

  it('an attribute that is a number is read as one, may be below 0 and may be blank', () => {
    const watts = columnOf('attr.Watts', new Set(['watts']))
    if (!watts) throw new Error('no such column')
    expect([
      readCell(watts, '1.250,5', '', ','),
      readCell(watts, '-3', '', '.'),
      readCell(watts, '', '9', '.'),
    ]).toEqual([{ text: '1250.5' }, { text: '-3' }, { text: '' }])
    expect(readCell(watts, 'many', '', '.')).toEqual({
      text: 'many',
      problem: '“many” is not a number. Enter a number like 12.5.',
    })
    expect(writtenIn(watts, '1250.5', ',')).toBe('1250,5')
    expect(columnOf('attr.Watts')?.kind).toBe('attribute')
  })
  it('is read in the language of its reader, kept with a point, and shown as it was typed', () => {
    const german = (key: string, typed: string) => readCell(column(key), typed, 'was', ',')
    expect([german('price', '12,50'), german('price', '1.250'), german('weight', '1,125')]).toEqual([
      { text: '12.50' },
      { text: '1250.00' },
      { text: '1.125' },
    ])
    expect([readCell(column('price'), '1,250', 'was'), readCell(column('price'), '1.250', 'was')]).toEqual([
      { text: '1250.00' },
      { text: '1.25' },
    ])
    expect([writtenIn(column('weight'), '1.125', ','), writtenIn(column('bin'), 'B-1.2', ',')]).toEqual([
      '1,125',
      'B-1.2',
    ])
  })
})

describe('long texts', () => {
  it('INV-124 INV-125 are cut to 150 characters, never through the middle of one', () => {
    expect(cut('x'.repeat(150))).toBe('x'.repeat(150))
    expect(cut('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`)
    expect(cut('😀'.repeat(151))).toBe(`${'😀'.repeat(150)}…`)
  })
  it('INV-125 a description shows its words', () => {
    expect(wordsOf('<p>Fast &amp; sharp</p><ul><li>One</li><li>Two&nbsp;&#8364;</li></ul>')).toBe(
      'Fast & sharp One Two €',
    )
  })
})
