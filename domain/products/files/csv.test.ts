import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvLine, neutralise, readTags, restore, writeTags } from './cells.ts'
import {
  type CsvProduct,
  attributeColumns,
  attributeHeader,
  productColumns,
  productHeader,
  productRows,
  readHeader,
  standardColumns,
} from './csv.ts'

const product: CsvProduct = {
  templateId: 7,
  templateName: 'Mugs',
  sku: '00042',
  barcode: '',
  title: 'Fjord Mug',
  description: '<p>Blue, "deep"</p>',
  notes: '',
  condition: 'New',
  tags: ['kitchen', 'gift, small'],
  cost: 420,
  price: 1999,
  msrp: 0,
  quantity: 12,
  sold: 3,
  sizeAndWeight: { weightUnit: 'lb', sizeUnit: 'in', weight: 0.9, width: null, length: null, height: 4 },
  images: [{ url: 'https://images.example/1.jpg' }],
  vendor: 'Northlight',
  location: '',
  warehouse: '',
  bin: 'A-1',
  active: true,
  attributes: [
    { name: 'Color', value: 'Blue' },
    { name: 'Title', value: '=SUM(A1)' },
  ],
  variations: [],
}
const read = (header: readonly string[], rows: ReturnType<typeof productRows>) => {
  const { data, errors } = Papa.parse<string[]>(
    [header, ...rows]
      .map((cells) => csvLine(cells))
      .join('')
      .trimEnd(),
  )
  expect(errors).toEqual([])
  return data
}

describe('the columns of the product file', () => {
  it('IMP-060..IMP-080 stand in the order of the format', () => {
    expect(productColumns.slice(0, standardColumns.length)).toEqual(standardColumns)
    expect(standardColumns.slice(0, 19)).toEqual([
      'template',
      'title',
      'description',
      'sku',
      'notes',
      'condition',
      'tags',
      'cost',
      'price',
      'msrp',
      'quantity',
      'sold',
      'weight',
      'weightUnit',
      'width',
      'length',
      'height',
      'sizeUnit',
      'templateId',
    ])
    expect(standardColumns.slice(19, 31)).toEqual([
      'Image 1',
      'Image 2',
      'Image 3',
      'Image 4',
      'Image 5',
      'Image 6',
      'Image 7',
      'Image 8',
      'Image 9',
      'Image 10',
      'Image 11',
      'Image 12',
    ])
    expect(standardColumns.slice(31)).toEqual(['DELETE'])
  })

  it('IMP-081 every other column is an attribute, each name once and in order', () => {
    expect(attributeColumns(['size', 'Brand', 'Size', ' Color '])).toEqual(['Brand', 'Color', 'size'])
    expect(readHeader('Brand')).toEqual({ attribute: 'Brand' })
  })

  it.each([
    ['Title', 'attr.Title'],
    ['delete', 'attr.delete'],
    ['attr.Title', 'attr.attr.Title'],
    ['Image 3', 'attr.Image 3'],
    ['=1+1', '=1+1'],
    ['Brand', 'Brand'],
  ])('an attribute named %s has the header %s, and is read from it', (name, header) => {
    expect(attributeHeader(name)).toBe(header)
    expect(readHeader(neutralise(header))).toEqual({ attribute: name })
  })

  it('a standard column is found whatever its case', () => {
    expect(readHeader(' SKU ')).toEqual({ column: 'sku' })
    expect(readHeader('weightunit')).toEqual({ column: 'weightUnit' })
  })
})

describe('the rows of a product', () => {
  it('hold what it is, each in its column', () => {
    const [header = [], row = []] = read(productHeader(['Color', 'Title']), productRows(product, ['Color', 'Title']))
    const cells = Object.fromEntries(header.map((name, at) => [name, row[at]]).filter(([, cell]) => cell !== ''))
    expect(cells).toEqual({
      template: 'Mugs',
      title: 'Fjord Mug',
      description: '<p>Blue, "deep"</p>',
      sku: '00042',
      condition: 'New',
      tags: 'kitchen,"gift, small"',
      cost: '4.2',
      price: '19.99',
      msrp: '0',
      quantity: '12',
      sold: '3',
      weight: '0.9',
      weightUnit: 'lb',
      height: '4',
      sizeUnit: 'in',
      templateId: '7',
      'Image 1': 'https://images.example/1.jpg',
      vendor: 'Northlight',
      bin: 'A-1',
      active: 'true',
      Color: 'Blue',
      'attr.Title': `'=SUM(A1)`,
    })
  })

  it('IMP-082 a variation has a row of its own that names its product and repeats the template; a blank price is the product’s own', () => {
    const variations = [
      {
        name: 'Large',
        sku: '00042-L',
        barcode: '',
        price: null,
        cost: 500,
        quantity: 4,
        sold: 0,
        images: [],
        selectedImages: [],
        attributes: [{ name: 'Size', value: 'L' }],
      },
    ]
    const [header = [], , row = []] = read(productHeader(['Size']), productRows({ ...product, variations }, ['Size']))
    const cells = Object.fromEntries(header.map((name, at) => [name, row[at]]).filter(([, cell]) => cell !== ''))
    expect(cells).toEqual({
      template: 'Mugs',
      templateId: '7',
      sku: '00042-L',
      parent: '00042',
      variation: 'Large',
      cost: '5',
      quantity: '4',
      sold: '0',
      Size: 'L',
    })
  })
})

/** Texts as people and attackers write them. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((s) => s.toWellFormed()),
  fc
    .array(
      fc.constantFrom(
        `'`,
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '"',
        ',',
        ';',
        ' ',
        '1',
        '.',
        'a',
        'é',
        '＝',
        '\uFEFF',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)

describe('a cell', () => {
  it.each([
    ['=1+1', `'=1+1`],
    ['+1-2', `'+1-2`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `'\tx`],
    ['\rx', `'\rx`],
    ['-5', '-5'],
    ['+3.20', '+3.20'],
    ['-5+cmd', `'-5+cmd`],
    [`'=1`, `''=1`],
    [`'tis`, `'tis`],
    ['00012', '00012'],
  ])('INV-076 holding %j is written as %j, so that no spreadsheet runs it', (input, written) => {
    expect(neutralise(input)).toBe(written)
    expect(restore(written)).toBe(input)
  })

  it('INV-076 never begins like a formula, but for plain numbers, and reads back as it was', () => {
    fc.assert(
      fc.property(text, (cell) => {
        const written = neutralise(cell)
        expect(restore(written)).toBe(cell)
        if (!/^[+-]\d+(\.\d+)?$/.test(cell)) expect(written).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })

  it('reads back from a line as it was, beside any others', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (cells) => {
        const { data } = Papa.parse<string[]>(csvLine(cells), { delimiter: ',', newline: '\r\n' })
        expect(data[0]?.map(restore)).toEqual(cells)
      }),
    )
  })

  it('IMP-066 of tags reads back as the tags, whatever they hold', () => {
    const tag = text.map((t) => t.trim()).filter((t) => t !== '')
    fc.assert(
      fc.property(fc.uniqueArray(tag, { maxLength: 6 }), (tags) => {
        expect(readTags(restore(neutralise(writeTags(tags))))).toEqual(tags)
      }),
    )
  })
})
