import { describe, expect, it } from 'vitest'
import { ImportMapping, type ImportFormat } from '#contract/imports.ts'
import { ColumnCounter } from '../reading/columns.ts'
import { mappingOf } from '../reading/formats.ts'
import { readProduct } from './product.ts'
import { prepare } from '../reading/reading.ts'

type Table = Record<string, string>[]
function read(table: Table, o: { format?: ImportFormat; mapping?: Partial<ImportMapping>; cut?: number } = {}) {
  const names = Object.keys(table[0] ?? {})
  const rows = table.map((row) => names.map((name) => row[name] ?? ''))
  const counter = new ColumnCounter(names)
  for (const row of rows) counter.add(row)
  const format = o.format ?? 'other'
  const prepared = prepare(
    format,
    counter.columns(),
    ImportMapping.parse({ ...mappingOf(format, names), ...o.mapping }),
  )
  if ('problems' in prepared) throw new Error(JSON.stringify(prepared.problems))
  return readProduct(
    prepared.reading,
    rows.map((cells, n) => ({ line: n + 2, cells: o.cut ? cells.slice(0, o.cut) : cells })),
  )
}

describe('a product of a file', () => {
  it('IMP-088..IMP-094 IMP-096..IMP-102 carries what its row says', () => {
    const product = read(
      [
        {
          sku: ' 007 ',
          template: 'Mugs',
          title: 'Mug',
          quantity: '5',
          price: '12.50',
          'Image 1': 'https://x.test/1.png',
          notes: 'n',
          condition: 'Used',
          tags: 'a, b',
          cost: '3',
          msrp: '20',
          sold: '2',
          weight: '1.5',
          weightUnit: 'kg',
          description: 'd',
          width: '1',
          length: '2',
          height: '3',
          sizeUnit: 'cm',
          templateId: '9',
          Colour: '0010.0',
          DELETE: '',
        },
      ],
      { format: 'motto' },
    )
    expect(product).toEqual({
      line: 2,
      sku: '007',
      template: 'Mugs',
      templateId: 9,
      remove: false,
      orphan: false,
      texts: { title: 'Mug', description: 'd', condition: 'Used', notes: 'n' },
      tags: ['a', 'b'],
      price: 1250,
      cost: 300,
      msrp: 2000,
      quantity: 5,
      sold: 2,
      size: { weight: 1.5, weightUnit: 'kg', width: 1, length: 2, height: 3, sizeUnit: 'cm' },
      images: ['https://x.test/1.png'],
      attributes: [{ name: 'Colour', value: '0010.0' }],
      variations: [],
      errors: {},
    })
  })
  it('IMP-085 leaves blank numbers out; leading and trailing zeros and long numbers survive', () => {
    const product = read(
      [{ sku: '00012345678901234567890', price: '', quantity: ' ', Ean: '04006381333931', Size: '1.50' }],
      { mapping: { attributeMappings: { EAN: 'Ean', Size: 'Size' } } },
    )
    expect([product.sku, product.price, product.quantity, product.attributes]).toEqual([
      '00012345678901234567890',
      undefined,
      undefined,
      [
        { name: 'EAN', value: '04006381333931' },
        { name: 'Size', value: '1.50' },
      ],
    ])
  })
  it('IMP-086 leaves a number out that cannot be read, says so at its column, and takes the rest', () => {
    const product = read([{ sku: 'A', Preis: 'teuer', quantity: '1.5', title: 'x'.repeat(501) }], {
      mapping: { fieldMappings: { sku: 'sku', price: 'Preis', quantity: 'quantity', title: 'title' } },
    })
    expect([product.price, product.quantity, product.texts.title, product.sku]).toEqual([
      undefined,
      undefined,
      undefined,
      'A',
    ])
    expect(product.errors).toEqual({
      Preis: 'This is not a number.',
      quantity: 'Enter a whole number.',
      title: 'At most 500 characters.',
    })
  })
  it('is refused with more attributes than a product may have', () => {
    const columns = (n: number, value = 'x') =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`A${i}`, value]))
    expect(read([{ sku: 'A', template: 'Mugs', ...columns(500) }], { format: 'motto' }).errors).toEqual({})
    expect(read([{ sku: 'A', template: 'Mugs', ...columns(501) }], { format: 'motto' }).errors).toEqual({
      '': 'At most 500 attributes.',
    })
    const [own, variation] = [
      { sku: 'A', parent: '', template: 'Mugs', ...columns(51, '') },
      { sku: 'A-1', parent: 'A', template: 'Mugs', ...columns(51) },
    ]
    expect(read([own, variation], { format: 'motto' }).errors).toEqual({
      '': expect.stringContaining('At most 50 attributes of a variation'),
    })
  })
  it('IMP-087 takes at most 12 images', () => {
    const product = read([
      { sku: 'A', images: Array.from({ length: 14 }, (_, n) => `https://x.test/${n}.png`).join(' ') },
    ])
    expect(product.images).toHaveLength(12)
    expect(product.images?.at(-1)).toBe('https://x.test/11.png')
  })
  it('reads decimal commas where its column has them', () => {
    expect(read([{ sku: 'A', price: '1.234,50' }])).toMatchObject({ price: 123_450 })
    expect(read([{ sku: 'A', price: '1.234', cost: '0,5' }])).toMatchObject({ price: 123_400, cost: 50 })
  })
  it('IMP-083 knows a row that deletes', () => {
    expect(read([{ sku: 'A', DELETE: 'DELETE' }]).remove).toBe(true)
    expect(read([{ sku: 'A', DELETE: 'no' }]).remove).toBe(false)
  })
  it('IMP-080 IMP-083 knows the column DELETE by its name where no field uses it, of products and of variations', () => {
    const unmapped = (record: Record<string, string>) => {
      const names = Object.keys(record)
      const columns = names.map((name, index) => ({
        index,
        name,
        filled: 1,
        distinct: 1,
        samples: [],
        numbers: 0,
        urls: 0,
      }))
      const fields = Object.fromEntries(['sku', 'parent'].filter((f) => f in record).map((f) => [f, f]))
      const prepared = prepare('other', columns, ImportMapping.parse({ fieldMappings: fields }))
      if ('problems' in prepared) throw new Error('no mapping')
      return readProduct(prepared.reading, [{ line: 7, cells: Object.values(record) }])
    }
    expect(unmapped({ sku: 'A', Delete: ' DELETE ' })).toMatchObject({ remove: false, asksToDelete: true })
    expect(unmapped({ sku: 'A', Delete: 'no' })).not.toHaveProperty('asksToDelete')
    expect(unmapped({ sku: 'A-1', parent: 'A', DELETE: 'DELETE' })).toMatchObject({
      variations: [],
      errors: { DELETE: expect.stringContaining('Line 7 says DELETE.') },
    })
  })
  it('a row without a SKU, and one with more cells than the header, is refused as a whole', () => {
    expect(read([{ sku: '', title: 'x' }]).errors).toEqual({ '': 'SKU is required.' })
    const prepared = prepare(
      'other',
      [{ index: 0, name: 'sku', filled: 1, distinct: 1, samples: [], numbers: 0, urls: 0 }],
      ImportMapping.parse({ fieldMappings: { sku: 'sku' } }),
    )
    if ('problems' in prepared) throw new Error('no mapping')
    expect(readProduct(prepared.reading, [{ line: 7, cells: ['A', '', 'x'] }]).errors).toEqual({
      '': 'Line 7 has 3 cells, but the header only 1. Check its quotation marks and separators.',
    })
  })
  it('says nothing of cells that a row does not reach', () => {
    expect(read([{ sku: 'A', title: 'T', notes: 'n' }], { cut: 2 }).texts).toEqual({ title: 'T' })
  })
  it('puts a product and its variations together by the SKU of their parent', () => {
    const product = read(
      [
        { sku: 'TEE', parent: '', title: 'Tee', price: '10', quantity: '', Colour: '', variation: '' },
        { sku: 'TEE-R', parent: 'TEE', title: '', price: '', quantity: '3', Colour: 'Red', variation: 'Red' },
      ],
      { mapping: { attributeMappings: { Colour: 'Colour' } } },
    )
    expect(product).toMatchObject({ sku: 'TEE', texts: { title: 'Tee' }, price: 1000, orphan: false })
    expect(product.variations).toEqual([
      {
        line: 3,
        name: 'Red',
        sku: 'TEE-R',
        quantity: 3,
        attributes: [{ name: 'Colour', value: 'Red' }],
        remove: false,
      },
    ])
  })
  it('reads a text back that was guarded from spreadsheets', () => {
    const names = {
      template: 'T',
      title: "'=cmd",
      sku: 'A',
      notes: "'+1",
      description: '',
      condition: '',
      tags: '',
      cost: '',
      price: '',
      msrp: '',
      quantity: '',
      DELETE: '',
    }
    expect(read([names], { format: 'motto' }).texts).toMatchObject({ title: '=cmd', notes: '+1' })
    expect(read([names]).texts).toMatchObject({ title: "'=cmd", notes: "'+1" })
  })
  it('IMP-107 IMP-108 a mapping names columns that the file has', () => {
    expect(
      prepare(
        'other',
        [],
        ImportMapping.parse({
          fieldMappings: { sku: 'SKU', colour: 'x' },
          attributeMappings: { A: 'B' },
          newAttributes: [{ name: 'N', column: 'C' }],
          templateColumn: 'T',
        }),
      ),
    ).toEqual({
      problems: {
        'fieldMappings.sku': 'The file has no column “SKU”.',
        'fieldMappings.colour': 'There is no such field.',
        'attributeMappings.A': 'The file has no column “B”.',
        'newAttributes.0.column': 'The file has no column “C”.',
        templateColumn: 'The file has no column “T”.',
      },
    })
  })
})
