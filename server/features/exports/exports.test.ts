import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportProducts, exportTemplates, importTemplateFile } from '#contract/exports.ts'
import { type Product, getProduct } from '#contract/products.ts'
import { readTags, restore } from '#domain/products/csv-cells.ts'
import { readHeader } from '#domain/products/csv.ts'
import { fillFixture } from '#seed/fixture.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { unzip } from '../../testing/unzip.ts'
import { products as exportOf } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const cellsOf = (raw: Buffer) =>
  Papa.parse<string[]>(raw.toString().slice(1).trimEnd(), { delimiter: ',', newline: '\r\n' }).data
/** The rows of a file by the names of its columns; blanks are left out. */
function rowsOf(raw: Buffer): Record<string, string>[] {
  const [header = [], ...rows] = cellsOf(raw)
  return rows.map((row) =>
    Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']).filter(([, cell]) => cell !== '')),
  )
}
const skusOf = (raw: Buffer) => rowsOf(raw).map((row) => row.sku)

async function shop(skus: readonly string[]) {
  const seller = await makeSeller(app.services)
  const template = await makeTemplate(seller.ctx, {
    name: 'Mugs',
    attributes: [{ name: 'Color', options: ['Blue', 'Red, deep'] }, { name: 'Title' }],
    variations: ['Color'],
  })
  const ids: number[] = []
  for (const [at, sku] of skus.entries())
    ids.push((await makeProduct(seller.ctx, template.id, { sku, price: 1000 + at })).id)
  return { ...seller, template, ids }
}

describe('the product file', () => {
  it('INV-076 INV-246 is an attachment named products.csv in UTF-8, whose columns are those of the format', async () => {
    const { as } = await shop(['A-1'])
    const { status, headers, raw } = await app.call(exportProducts, { as })
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="products.csv"',
    ])
    const text = raw.toString()
    expect(
      text.startsWith(
        '\uFEFFtemplate,title,description,sku,notes,condition,tags,cost,price,msrp,quantity,sold,weight,',
      ),
    ).toBe(true)
    expect(cellsOf(raw)[0]?.slice(-3)).toEqual(['Brand', 'Color', 'attr.Title'])
    expect(rowsOf(raw)).toEqual([
      {
        template: 'Mugs',
        title: 'Product A-1',
        description: '<p>Good.</p>',
        sku: 'A-1',
        condition: 'New',
        cost: '0',
        price: '10',
        msrp: '0',
        quantity: '10',
        sold: '0',
        weightUnit: 'lb',
        sizeUnit: 'in',
        templateId: expect.stringMatching(/^\d+$/),
        active: 'true',
      },
    ])
  })

  it('INV-077 INV-246 holds the selected products, else all of the filter but the excepted, always in the order of their ids', async () => {
    const { as, ids } = await shop(['B-1', 'B-2', 'B-3', 'C-1'])
    const exported = async (query: object) => skusOf((await app.call(exportProducts, { as, query } as never)).raw)
    expect(await exported({})).toEqual(['B-1', 'B-2', 'B-3', 'C-1'])
    expect(await exported({ selectedIds: [String(ids[2]), String(ids[0])], minPrice: 99 })).toEqual(['B-1', 'B-3'])
    expect(await exported({ minPrice: 10.01, maxPrice: 10.02 })).toEqual(['B-2', 'B-3'])
    expect(await exported({ search: ['B'], exceptIds: [String(ids[1])] })).toEqual(['B-1', 'B-3'])
    expect(await exported({ selectedIds: '', exceptIds: '' })).toEqual(['B-1', 'B-2', 'B-3', 'C-1'])
  })

  it('INV-246 refuses ids that are none', async () => {
    const { as } = await shop([])
    expect((await app.call(exportProducts, { as, query: { selectedIds: ['1', 'x'] } })).body).toMatchObject({
      code: 'invalid_input',
      fields: { selectedIds: 'Ids are whole numbers.' },
    })
  })

  it('ORG-003 holds nothing of a neighbour, whatever ids are named', async () => {
    const { ids } = await shop(['D-1'])
    const { as } = await shop(['E-1'])
    expect(skusOf((await app.call(exportProducts, { as, query: { selectedIds: ids.map(String) } })).raw)).toEqual([])
  })

  it('INV-076 neutralises what a spreadsheet would run', async () => {
    const { as, ctx, template } = await shop([])
    await makeProduct(ctx, template.id, { sku: '-5', title: '=HYPERLINK("http://evil.example")' })
    const { raw } = await app.call(exportProducts, { as })
    expect(rowsOf(raw)[0]).toMatchObject({ sku: '-5', title: `'=HYPERLINK("http://evil.example")` })
    expect(raw.toString()).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  })

  it('INV-076 is the same to the byte while the products are the same', async () => {
    const { as, ids } = await shop(Array.from({ length: 30 }, (_, n) => `F-${n}`))
    const file = async (selected: number[]) =>
      (await app.call(exportProducts, { as, query: { selectedIds: selected.map(String) } })).raw
    const first = await file(ids)
    expect((await file(ids.toReversed())).equals(first)).toBe(true)
    expect((await app.call(exportProducts, { as })).raw.equals(first)).toBe(true)
  })

  it('INV-076 also comes as a workbook with the same content', async () => {
    const { as } = await shop(['00042'])
    const { raw, headers } = await app.call(exportProducts, { as, query: { format: 'xlsx' } })
    expect(headers['content-disposition']).toBe('attachment; filename="products.xlsx"')
    const sheet = unzip(raw).get('xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<c r="D2" t="inlineStr"><is><t xml:space="preserve">00042</t></is></c>')
    expect(sheet).toContain('<c r="I2"><v>10</v></c>')
  })
})

/** Texts of all kinds; the database holds no zero bytes. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('=1+1', `'=1`, '-5', '00012', '1.50', ' x ', 'a\r\nb', '"', `';`, '\uFEFFx', ''),
  )
  .map((t) => t.toWellFormed().replaceAll('\0', ''))
const money = fc.integer({ min: 0, max: 99_999_999 })
const attribute = fc.record({
  name: fc.constantFrom('Color', 'Title', 'attr.x', '=f', 'Image 2'),
  value: text,
  templateAttributeId: fc.constant(null),
  overrideDynamicMapping: fc.constant(false),
  source: fc.constant('user'),
})
const attributes = fc.uniqueArray(attribute, { selector: (a) => a.name, maxLength: 4 })
const wanted = fc.record({
  title: text,
  description: text,
  notes: text,
  condition: text,
  vendor: text,
  location: text,
  warehouse: text,
  bin: text,
  tags: fc.uniqueArray(
    text.map((t) => t.trim()).filter((t) => t !== ''),
    { maxLength: 3 },
  ),
  cost: money,
  price: money,
  msrp: money,
  attributes,
  images: fc.array(
    fc.webUrl().map((url) => ({ url, source: 'user' })),
    { maxLength: 12 },
  ),
  active: fc.boolean(),
  weight: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
  quantity: fc.nat(1e6),
  variations: fc.array(
    fc.record({
      name: text.filter((t) => t.trim() !== ''),
      price: fc.option(money),
      cost: fc.option(money),
      quantity: fc.nat(1e6),
      attributes,
    }),
    { maxLength: 2 },
  ),
})
type Wanted = typeof wanted extends fc.Arbitrary<infer T> ? T : never

async function keep({ db, organizationId }: Ctx, templateId: number, sku: string, w: Wanted): Promise<number> {
  const { weight, quantity, variations, ...fields } = w
  const json = (value: unknown) => JSON.stringify(value)
  const { id } = await db
    .insertInto('products')
    .values({
      organizationId,
      templateId,
      sku,
      ...fields,
      attributes: json(w.attributes),
      images: json(w.images),
      sizeAndWeight: json({ weight }),
      configuration: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('stockLevels')
    .values({ organizationId, sku, productId: id, variationId: null, onHand: quantity })
    .execute()
  for (const [position, v] of variations.entries()) {
    const { id: variationId } = await db
      .insertInto('variations')
      .values({
        organizationId,
        productId: id,
        name: v.name,
        sku: `${sku}-${position}`,
        price: v.price,
        cost: v.cost,
        attributes: json(v.attributes),
        images: '[]',
        selectedImages: '[]',
        position,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('stockLevels')
      .values({ organizationId, sku: `${sku}-${position}`, productId: id, variationId, onHand: v.quantity })
      .execute()
  }
  return id
}

type Read = Record<string, unknown> & { attributes: Record<string, string>; images: string[] }
/** What a row of the file says, read by the rules of the format alone. */
function readRow(header: readonly string[], row: readonly string[]): Read {
  const read: Read = { attributes: {}, images: [] }
  header.forEach((name, at) => {
    const cell = restore(row[at] ?? '')
    const column = readHeader(name)
    if ('attribute' in column) {
      if (cell !== '') read.attributes[column.attribute] = cell
    } else if (column.column.startsWith('Image ')) {
      if (cell !== '') read.images.push(cell)
    } else read[column.column] = cell
  })
  return read
}
const valuesOf = (of: readonly { name: string; value: string }[]) =>
  Object.fromEntries(of.filter((a) => a.value !== '').map((a) => [a.name, a.value]))
/** Blank is null. */
const numberOf = (cell: unknown) => (cell === '' ? null : Number(cell))

describe('what was exported', () => {
  it('INV-076 IMP-081 reads back as the products that there are, whatever they hold', async () => {
    const { ctx, as, template } = await shop([])
    await fc.assert(
      fc.asyncProperty(fc.array(wanted, { minLength: 1, maxLength: 3 }), async (all) => {
        await ctx.db.deleteFrom('products').where('organizationId', '=', ctx.organizationId).execute()
        const ids: number[] = []
        for (const [n, one] of all.entries()) ids.push(await keep(ctx, template.id, `P-${n}`, one))
        const [header = [], ...rows] = cellsOf((await app.call(exportProducts, { as })).raw)
        const read = rows.map((row) => readRow(header, row))
        for (const [n, id] of ids.entries()) {
          const product = (await app.call(getProduct, { as, params: { id } })).body.data as unknown as Product & {
            tags: string
          }
          const row = read.find((r) => r.sku === product.sku)
          const { title, description, notes, condition, vendor, location, warehouse, bin } = product
          expect(row).toMatchObject({
            title,
            description,
            notes,
            condition,
            vendor,
            location,
            warehouse,
            bin,
            template: 'Mugs',
            active: String(product.active),
            weightUnit: product.sizeAndWeight.weightUnit,
          })
          expect([row?.price, row?.cost, row?.msrp, row?.quantity, row?.sold, row?.weight].map(numberOf)).toEqual([
            product.price,
            product.cost,
            product.msrp,
            // Where there are variations, the page shows what they have together; their rows carry it.
            product.variations.length ? all[n]?.quantity : product.quantity,
            product.sold,
            product.sizeAndWeight.weight,
          ])
          expect(readTags(String(row?.tags)).join(',')).toBe(product.tags)
          expect(row?.images).toEqual(product.images.map((i) => i.url))
          expect(row?.attributes).toEqual(valuesOf(product.attributes))
          const variations = read.filter((r) => r.parent === product.sku)
          expect(
            variations.map((v) => [
              v.variation,
              v.sku,
              numberOf(v.price),
              numberOf(v.cost),
              numberOf(v.quantity),
              v.attributes,
            ]),
          ).toEqual(product.variations.map((v) => [v.name, v.sku, v.price, v.cost, v.quantity, valuesOf(v.attributes)]))
        }
      }),
      { numRuns: 25 },
    )
  })

  it('INV-246 is read from the database a little at a time, however much it is', async () => {
    const { ctx } = await makeSeller(app.services)
    await fillFixture(app.services, { organizationId: ctx.organizationId, products: 3000 })
    const { statements } = app.services.database
    const file = await exportOf(ctx, { format: 'csv', attributes: undefined } as Parameters<typeof exportOf>[1])
    let largest = 0
    let rows = 0
    const before = statements.count
    for (let next = await file.parts.next(); !next.done; next = await file.parts.next()) {
      const part = String(next.value)
      largest = Math.max(largest, part.length)
      rows += part.split('\r\n').length - 1
    }
    expect(rows).toBeGreaterThan(3000)
    expect(largest).toBeLessThan(2_000_000)
    expect(statements.count - before).toBeLessThan(30)
  })
})

describe('the template file', () => {
  it('TPL-005 TPL-229 is an attachment named templates.csv with a row for each template, as its import reads it', async () => {
    const { as, template, ctx } = await shop([])
    await ctx.db
      .updateTable('productTemplates')
      .set({ tags: ['kitchen', 'gift'], details: '+tea' })
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', template.id)
      .execute()
    const { headers, raw } = await app.call(exportTemplates, { as })
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="templates.csv"',
    ])
    expect(rowsOf(raw)).toEqual([
      {
        name: 'Mugs',
        details: `'+tea`,
        tags: 'kitchen,gift',
        isStock: 'false',
        dynamicMappingEnabled: 'false',
        Color: 'Blue,"Red, deep"',
        'attr.Title': '*',
      },
    ])
  })
  it('TPL-005 also comes as a workbook', async () => {
    const { as } = await shop([])
    expect(
      unzip((await app.call(exportTemplates, { as, query: { format: 'xlsx' } })).raw).get('xl/worksheets/sheet1.xml'),
    ).toContain('>Mugs<')
  })
})

describe('the header row to begin a file with', () => {
  it('IMP-179 IMP-180 is an attachment named import_template.csv; id 0 has the standard columns only', async () => {
    const { as } = await shop([])
    const { headers, raw } = await app.call(importTemplateFile, { as, params: { id: 0 } })
    expect(headers['content-disposition']).toBe('attachment; filename="import_template.csv"')
    expect(cellsOf(raw)).toEqual([
      [
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
        'DELETE',
      ],
    ])
  })
  it('IMP-180 with a template also its attributes, and what its variations need', async () => {
    const { as, template } = await shop([])
    const { raw } = await app.call(importTemplateFile, { as, params: { id: template.id } })
    expect(cellsOf(raw)[0]?.slice(32)).toEqual([
      'parent',
      'variation',
      'bin',
      'Brand',
      'Color',
      'location',
      'attr.Title',
      'vendor',
      'warehouse',
    ])
  })
})
