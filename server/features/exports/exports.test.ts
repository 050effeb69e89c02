import { describe, expect, it } from 'vitest'
import { exportProducts, exportTemplates, importTemplateFile } from '#contract/exports.ts'
import { makeProduct, makeSeller } from '#seed/make.ts'
import { unzip } from '../../testing/files/unzip.ts'
import { cellsOf, exportsApp, rowsOf, skusOf } from '../../testing/shop/exports.ts'
import * as exported from './service.ts'

const { app, shop } = exportsApp()

describe('the product file', () => {
  it('INV-076 INV-246 is an attachment named products.csv in UTF-8, whose columns are those of the format', async () => {
    const { as } = await shop(['A-1'])
    const { status, headers, raw } = await app().call(exportProducts, { as })
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
    const exported = async (query: object) => skusOf((await app().call(exportProducts, { as, query } as never)).raw)
    expect(await exported({})).toEqual(['B-1', 'B-2', 'B-3', 'C-1'])
    expect(await exported({ selectedIds: [String(ids[2]), String(ids[0])], minPrice: 99 })).toEqual(['B-1', 'B-3'])
    expect(await exported({ minPrice: 10.01, maxPrice: 10.02 })).toEqual(['B-2', 'B-3'])
    expect(await exported({ search: ['B'], exceptIds: [String(ids[1])] })).toEqual(['B-1', 'B-3'])
    expect(await exported({ selectedIds: '', exceptIds: '' })).toEqual(['B-1', 'B-2', 'B-3', 'C-1'])
  })

  it('INV-246 begins with more than a few letters before it looks for a product, so that it is on its way at once', async () => {
    const { ctx } = await makeSeller(app().services)
    const { statements } = app().services.database
    const file = await exported.products(ctx, { format: 'csv' } as never)
    const before = statements.count
    const { value } = await file.parts.next()
    expect(statements.count).toBe(before)
    expect(String(value)).toMatch(/^\uFEFFtemplate,title,description,sku,/)
    await file.parts.return?.()
  })
  it('INV-246 refuses ids that are none', async () => {
    const { as } = await shop([])
    expect((await app().call(exportProducts, { as, query: { selectedIds: ['1', 'x'] } })).body).toMatchObject({
      code: 'invalid_input',
      fields: { selectedIds: 'Ids must be whole numbers.' },
    })
  })

  it('ORG-003 holds nothing of a neighbour, whatever ids are named', async () => {
    const { ids } = await shop(['D-1'])
    const { as } = await shop(['E-1'])
    expect(skusOf((await app().call(exportProducts, { as, query: { selectedIds: ids.map(String) } })).raw)).toEqual([])
  })

  it('INV-076 neutralises what a spreadsheet would run', async () => {
    const { as, ctx, template } = await shop([])
    await makeProduct(ctx, template.id, { sku: '-5', title: '=HYPERLINK("http://evil.example")' })
    const { raw } = await app().call(exportProducts, { as })
    expect(rowsOf(raw)[0]).toMatchObject({ sku: '-5', title: `'=HYPERLINK("http://evil.example")` })
    expect(raw.toString()).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  })

  it('INV-076 is the same to the byte while the products are the same', async () => {
    const { as, ids } = await shop(Array.from({ length: 30 }, (_, n) => `F-${n}`))
    const file = async (selected: number[]) =>
      (await app().call(exportProducts, { as, query: { selectedIds: selected.map(String) } })).raw
    const first = await file(ids)
    expect((await file(ids.toReversed())).equals(first)).toBe(true)
    expect((await app().call(exportProducts, { as })).raw.equals(first)).toBe(true)
  })

  it('INV-076 also comes as a workbook with the same content', async () => {
    const { as } = await shop(['00042'])
    const { raw, headers } = await app().call(exportProducts, { as, query: { format: 'xlsx' } })
    expect(headers['content-disposition']).toBe('attachment; filename="products.xlsx"')
    const sheet = unzip(raw).get('xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<c r="D2" t="inlineStr"><is><t xml:space="preserve">00042</t></is></c>')
    expect(sheet).toContain('<c r="I2"><v>10</v></c>')
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
    const { headers, raw } = await app().call(exportTemplates, { as })
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
      unzip((await app().call(exportTemplates, { as, query: { format: 'xlsx' } })).raw).get('xl/worksheets/sheet1.xml'),
    ).toContain('>Mugs<')
  })
})

describe('the header row to begin a file with', () => {
  it('IMP-179 IMP-180 is an attachment named import_template.csv; id 0 has the standard columns only', async () => {
    const { as } = await shop([])
    const { headers, raw } = await app().call(importTemplateFile, { as, params: { id: 0 } })
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
    const { raw } = await app().call(importTemplateFile, { as, params: { id: template.id } })
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
