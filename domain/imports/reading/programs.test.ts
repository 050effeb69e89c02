import { expect, it } from 'vitest'
import { ImportMapping } from '#contract/imports.ts'
import { type ReadProduct, readProduct } from '../planning/product.ts'
import { ColumnCounter } from './columns.ts'
import { CsvReader } from './csv.ts'
import { columnNames, findHeader } from './dialect.ts'
import { mappingOf, recognise } from './formats.ts'
import { programFiles } from '../../testing/imports/program-files.ts'
import { prepare } from './reading.ts'

/** The products of a text, put together by the first of their records as the database does it. */
function read(text: string): { format: string; products: ReadProduct[] } {
  const reader = new CsvReader(',')
  const records = [...reader.push(text), ...reader.end()]
  const header = findHeader(records)
  const names = columnNames(records[header]?.cells ?? [])
  const rows = records.slice(header + 1)
  const counter = new ColumnCounter(names)
  for (const row of rows) counter.add(row.cells)
  const format = recognise(names)
  const prepared = prepare(format, counter.columns(), ImportMapping.parse({ ...mappingOf(format, names), template: 1 }))
  if ('problems' in prepared) throw new Error(JSON.stringify(prepared.problems))
  const { grouping, fields } = prepared.reading
  let unit = 0
  const groups = Map.groupBy(rows, ({ cells, line }) => {
    const [parent, sku] = [cells[fields.parent ?? -1], cells[fields.sku ?? -1]]
    if (grouping.by === 'key') return parent || line
    if (grouping.by === 'continuation') {
      const at = prepared.reading.positions.get(grouping.column[0] ?? '') ?? 0
      unit += grouping.values.includes((cells[at] ?? '').trim().toLowerCase()) ? 0 : 1
      return unit
    }
    return grouping.by === 'parent' ? parent || sku : line
  })
  return { format, products: [...groups.values()].map((group) => readProduct(prepared.reading, group)) }
}
const short = ({ sku, texts, price, quantity, variations, errors }: ReadProduct) => ({
  sku,
  title: texts.title,
  price,
  quantity,
  variations: variations.map((v) => `${v.sku} | ${v.name} | ${v.price} | ${v.quantity}`),
  errors: Object.keys(errors),
})

it.each(programFiles)(
  'a file from $program is recognized, and its variations are variations',
  ({ program, text, expected }) => {
    const { format, products } = read(text)
    expect(format).toBe(program)
    expect(products.map(short)).toEqual(expected.map((product) => ({ errors: [], ...product })))
  },
)

it('a WooCommerce export keeps categories, brands, images, tags, barcodes and drafts', () => {
  const { products } = read(programFiles.find(({ program }) => program === 'woocommerce')?.text ?? '')
  expect(products[1]).toMatchObject({
    active: false,
    tags: ['desk', 'gift'],
    images: ['https://x.test/lamp-1.jpg', 'https://x.test/lamp-2.jpg'],
    texts: { barcode: '4006381333931' },
    attributes: [
      { name: 'Category', value: 'Home > Lamps' },
      { name: 'Brand', value: 'Northlight' },
    ],
  })
  expect(products[0]?.variations[0]?.attributes).toEqual([
    { name: 'Size', value: 'S' },
    { name: 'Color', value: 'Navy' },
  ])
})

it('options of Zoho Inventory and Cin7 are attributes of the variations', () => {
  for (const program of ['zoho', 'cin7'])
    expect(
      read(programFiles.find((file) => file.program === program)?.text ?? '').products[0]?.variations[0]?.attributes,
      program,
    ).toEqual([
      { name: 'Color', value: 'Navy' },
      { name: 'Size', value: 'S' },
    ])
})

it('a product file of Cin7 Core has a product in each row', () => {
  const { format, products } =
    read(`ProductCode,Name,Category,Brand,Type,CostingMethod,Length,Width,Height,Weight,WeightUnits,DimensionUnits,Barcode,PriceTier1,Description,Tags,Status
CUP-1,Enamel cup,Mugs,Northlight,Stock,FIFO,9,9,8,0.2,kg,cm,4006381333931,14.50,Blue rim,"camp, cup",Active`)
  expect(format).toBe('cin7')
  expect(products[0]).toMatchObject({
    sku: 'CUP-1',
    price: 1450,
    active: true,
    size: { weight: 0.2, weightUnit: 'kg', sizeUnit: 'cm', length: 9 },
    variations: [],
  })
})

it('files with columns of nobody in particular are still mapped by their names', () => {
  expect(recognise(['sku', 'name', 'price', 'quantity'])).toBe('other')
  expect(recognise(['Product Name', 'SKU', 'Cost'])).toBe('other')
})
