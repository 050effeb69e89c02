import { describe, expect, it } from 'vitest'
import { cellText, priceDoubt, readCell, readNumber, readOnlyReason } from './cells.ts'
import {
  baseColumns,
  builtInColumns,
  columnOf,
  defaultColumns,
  type ColumnDef,
  type ProductRow,
} from '../columns/columns.ts'
import { cut, wordsOf } from './plain.ts'

const row: ProductRow = {
  id: 7,
  sku: 'A-1',
  templateId: 1,
  templateName: 'Lenses',
  title: 'Lens',
  description: '<p>Fast &amp; sharp</p>',
  condition: 'Good',
  notes: 'n',
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
  const found = columnOf(key)
  if (!found) throw new Error(`No column ${key}`)
  return found
}

describe('the columns', () => {
  it('INV-090..INV-114 are those of the ledger, and each reads its field of the row', () => {
    const wanted: [string, string][] = [
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
    for (const [label, text] of wanted) {
      const found = baseColumns.filter((one) => one.label === label)
      expect([label, found.length]).toEqual([label, 1])
      for (const one of found) expect([label, cellText(row, one)]).toEqual([label, text])
    }
  })
  it('INV-115..INV-119 attributes are called attr.{name}, first of them vendor, location, warehouse and bin', () => {
    expect(builtInColumns.map(({ key }) => key)).toEqual(['attr.vendor', 'attr.location', 'attr.warehouse', 'attr.bin'])
    expect(builtInColumns.map((one) => cellText(row, one))).toEqual(['Acme', 'L', 'W', 'B-2'])
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
  it('INV-164 what stands there at first', () =>
    expect(defaultColumns).toEqual(['images', 'sku', 'template', 'title', 'price', 'quantity', 'status', 'updatedAt']))
  it('INV-089 which of them are typed into', () => {
    const editable = [...baseColumns, ...builtInColumns, column('attr.Mount')]
      .filter((one) => one.editable)
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
    expect(readOnlyReason(row, column('attr.Colour'))).toBe('The template Lenses has no attribute Colour.')
    expect(cellText(row, column('attr.Mount'))).toBe('')
    expect(readOnlyReason(row, column('attr.Mount'))).toBeUndefined()
    expect(readOnlyReason(row, column('sku'))).toBe('SKU is not changed in the table.')
  })
  it('counts variations one by one', () => {
    expect(readOnlyReason({ ...row, variations: 2 }, column('quantity'))).toMatch(/variations/)
    expect(readOnlyReason({ ...row, variations: 2 }, column('price'))).toBeUndefined()
  })
})

describe('what is typed', () => {
  it.each([
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['$5', 5],
    ['5,5', 5.5],
    [' 12 ', 12],
    ['1,234', 1234],
    ['.5', 0.5],
    ['1 234,5', 1234.5],
    ['−3', -3],
    ['12,345,678', 12345678],
  ])('%s is a number', (typed, value) => expect(readNumber(typed)).toBe(value))
  it.each(['', 'abc', '1e5', '0x10', '1..2', '1,2,3', '--1', '12abc'])('%j is none', (typed) =>
    expect(readNumber(typed)).toBeUndefined(),
  )

  it.each<[string, string, ReturnType<typeof readCell>]>([
    ['price', '19.999', { text: '20.00' }],
    ['price', 'cheap', { text: 'cheap', problem: 'Enter an amount.' }],
    ['price', '-1', { text: '-1', problem: 'Must be 0 or more.' }],
    ['price', '', { text: 'was' }],
    ['quantity', '1,000', { text: '1000' }],
    ['quantity', '2.5', { text: '2.5', problem: 'Enter a whole number.' }],
    ['weight', '', { text: '' }],
    ['weight', '1.50', { text: '1.5' }],
    ['tags', 'b, a ;; b', { text: 'b,a' }],
    ['active', 'TRUE', { text: 'Yes' }],
    ['active', 'perhaps', { text: 'perhaps', problem: 'Enter Yes or No.' }],
    ['condition', 'like new', { text: 'Like New' }],
    ['condition', 'used - good', { text: 'Used - Good' }],
    ['condition', 'Shiny', { text: 'Shiny', problem: 'Choose one of the conditions.' }],
    ['weightUnit', 'KG', { text: 'kg' }],
    ['weightUnit', 'stone', { text: 'stone', problem: 'Choose one of kg, lb, g, oz.' }],
    ['title', ' Two\nlines ', { text: 'Two lines' }],
    ['notes', 'Two\nlines', { text: 'Two\nlines' }],
    ['bin', 'x'.repeat(256), { text: 'x'.repeat(256), problem: 'At most 255 characters.' }],
  ])('%s takes %j', (key, typed, read) => expect(readCell(column(key), typed, 'was')).toEqual(read))
})

describe('a price under the cost', () => {
  it('is doubted; ten times of it is offered where a digit slipped', () => {
    expect(priceDoubt('NL-004209', 279.5, 2100)).toEqual({
      title: 'Price is below cost',
      sentence: '$279.50 would sell NL-004209 under its cost of $2,100.00. Did you mean $2,795.00?',
      instead: '2795.00',
    })
    expect(priceDoubt('A', 90, 100)?.instead).toBeUndefined()
    expect(priceDoubt('A', 100, 100)).toBeUndefined()
    expect(priceDoubt('A', 5, 0)).toBeUndefined()
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
