import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportTemplates } from '#contract/exports.ts'
import { bulkInsert } from '#contract/imports.ts'
import { getTemplate, listTemplates } from '#contract/templates.ts'
import { addressOf } from '../../testing/address.ts'
import { upload } from '../../testing/files/import-file.ts'
import { type ImportApp, importApp } from '../../testing/shop/imports.ts'

let app: ImportApp
beforeAll(async () => {
  app = await importApp()
})
afterAll(() => app.stop())

async function shop() {
  const seller = await app.shop()
  const templates = async () => (await app.call(listTemplates, { as: seller.as })).body.data ?? []
  const templateNamed = async (name: string) => {
    const id = (await templates()).find((t) => t.name === name)?.id ?? 0
    return (await app.call(getTemplate, { params: { id }, as: seller.as })).body.data
  }
  return { ...seller, templates, templateNamed }
}

describe('products in one request', () => {
  it('IMP-057 IMP-176 IMP-177 the template stands in the address, object fields travel as JSON', async () => {
    const { as, templateId, product } = await shop()
    const answer = await upload(app, as, 'Code,Name,Preis,Farbe\nA,Mug,"12,50",rot\n', {
      path: `/products/importCSV/${templateId}`,
      fields: {
        addAttributes: 'false',
        createTemplates: 'false',
        newAttributes: JSON.stringify([{ name: 'Colour', column: 'Farbe' }]),
        fieldMappings: JSON.stringify({ sku: 'Code', title: 'Name', price: 'Preis' }),
        attributeMappings: '{}',
        template: String(templateId),
        templateColumn: '',
      },
    })
    expect(answer).toMatchObject({
      status: 200,
      message: 'Successfully imported CSV.',
      data: { state: 'done', applied: { create: 1 } },
    })
    expect(await product('A')).toMatchObject({
      title: 'Mug',
      price: 12.5,
      templateId,
      attributes: expect.arrayContaining([expect.objectContaining({ name: 'Colour', value: 'rot' })]),
    })
  })
  it('IMP-111 IMP-177 with 0 in the address each row names its template', async () => {
    const { as, product, templateId } = await shop()
    const answer = await upload(app, as, 'sku,kind\nA,Mugs\nB,Plates\n', {
      path: '/products/importCSV/0',
      fields: { templateColumn: 'kind' },
    })
    expect(answer.data).toMatchObject({ state: 'done', outcomes: { create: 1, skip: 1 } })
    expect(await product('A')).toMatchObject({ templateId })
  })
  it('a file of our own maps itself', async () => {
    const { as, product } = await shop()
    await upload(
      app,
      as,
      'template,title,description,sku,notes,condition,tags,cost,price,msrp,quantity,sold,DELETE,Colour\nMugs,One,d,A,n,Used,"a,b",1,2,3,4,5,,Red\n',
      { path: '/products/importCSV/0' },
    )
    expect(await product('A')).toMatchObject({
      title: 'One',
      description: 'd',
      notes: 'n',
      condition: 'Used',
      tags: 'a,b',
      cost: 1,
      price: 2,
      msrp: 3,
      quantity: 4,
      sold: 5,
    })
  })
  it('says what is wrong with the request', async () => {
    const { as, templateId } = await shop()
    const send = (path: string, fields: Record<string, string>, content = 'sku\nA\n') =>
      upload(app, as, content, { path, fields })
    expect(await send(`/products/importCSV/${templateId}`, { fieldMappings: 'sku=Code' })).toMatchObject({
      status: 400,
      fields: { fieldMappings: 'This is not the JSON that it should be.' },
    })
    expect(await send('/products/importCSV/999999', {})).toMatchObject({ status: 404 })
    expect(await send('/products/importCSV/0', {})).toMatchObject({
      status: 400,
      message: 'Choose a template, or the column that names it.',
    })
    expect(await send('/products/importCSV/0', { templateColumn: 'kind' })).toMatchObject({
      status: 400,
      message: 'The file has no column “kind”.',
    })
    expect(await send(`/products/importCSV/${templateId}`, {}, 'sku\n"A\n')).toMatchObject({
      status: 422,
      message: 'Failed to parse CSV',
    })
  })
})

describe('bulkInsert', () => {
  it('IMP-181 IMP-182 inserts products, or updates them by their SKU, and answers how many', async () => {
    const { as, templateId, product } = await shop()
    const first = await app.call(bulkInsert, {
      as,
      body: {
        products: [
          {
            sku: 'A',
            templateName: 'mugs',
            title: 'One',
            price: 12.5,
            quantity: 3,
            images: [{ url: 'https://x.test/1.png' }],
          },
          { sku: 'B', templateId, title: 'Two' },
          { sku: 'C', title: 'No template' },
          { title: 'No SKU' },
          { sku: 'B', templateId },
          { sku: 'D', templateId, price: -1 },
        ],
      },
    })
    expect(first.body.data).toMatchObject({
      written: 2,
      failed: [
        { index: 2, sku: 'C', fields: { templateId: 'There is no such template.' } },
        { index: 3, sku: '' },
        { index: 4, sku: 'B', message: 'This SKU appears twice.' },
        { index: 5, fields: { price: 'Enter 0 or more.' } },
      ],
    })
    expect(first.body.data?.changeSetId).toBeGreaterThan(0)
    const again = await app.call(bulkInsert, {
      as,
      body: {
        products: [
          { sku: 'A', title: 'Uno', price: '' },
          { sku: 'B', templateId, quantity: 7 },
        ],
      },
    })
    expect(again.body.data).toMatchObject({ written: 2, failed: [] })
    expect([await product('A'), await product('B')]).toMatchObject([
      { title: 'Uno', price: 12.5, quantity: 3, images: [{ url: 'https://x.test/1.png' }] },
      { title: 'Two', quantity: 7 },
    ])
  })
})

describe('templates from a CSV', () => {
  const file = `name,details,notes,tags,isStock,title,description,typeDescription,typeNotes,active,brand,category,vendor,warehouse,location,bin,manufacturer,dynamicMappingEnabled,Colour,Size,DELETE
Shirts,Tops,careful,"a,b",false,{{Brand}} shirt,<p>Soft</p>,,,true,Acme,,,,,,,true,"Red,Blue",*,
,no name,,,,,,,,,,,,,,,,,,,
Cups,,,,,,,,,,,,,,,,,,ADD,S,
Mugs,,,,,,,,,,,,,,,,,,,,DELETE
Gone,,,,,,,,,,,,,,,,,,,,DELETE`
  it('IMP-113 IMP-114 IMP-136..IMP-142 IMP-178 makes, changes and deletes templates in one go', async () => {
    const { as, templates, templateNamed, rows } = await shop()
    const answer = await upload(app, as, file, { path: '/productTemplates/importCSV', name: 'templates.csv' })
    expect(answer).toMatchObject({
      status: 200,
      message: 'Successfully imported Templates CSV! Navigating to Templates.',
      data: {
        state: 'done',
        kind: 'templates',
        applied: { create: 2, delete: 1 },
        outcomes: { create: 2, delete: 1, skip: 2 },
      },
    })
    expect((await templates()).map((t) => t.name)).toEqual(['Cups', 'Shirts'])
    const shirts = await templateNamed('Shirts')
    expect(shirts).toMatchObject({
      details: 'Tops',
      notes: 'careful',
      tags: 'a,b',
      title: '{{Brand}} shirt',
      description: '<p>Soft</p>',
      configuration: { dynamicMappingEnabled: true },
    })
    expect(
      shirts?.attributes
        .filter((a) => ['Brand', 'Colour', 'Size'].includes(a.name))
        .map((a) => [a.name, a.defaultValue, a.options]),
    ).toEqual([
      ['Brand', 'Acme', []],
      ['Colour', '', ['Red', 'Blue']],
      ['Size', '', []],
    ])
    expect(
      (await templateNamed('Cups'))?.attributes
        .filter((a) => ['Colour', 'Size'].includes(a.name))
        .map((a) => [a.name, a.options]),
    ).toEqual([
      ['Colour', []],
      ['Size', ['S']],
    ])
    expect((await rows(answer.data.id, 'skip')).map((r) => [r.line, r.errors])).toEqual([
      [3, { '': 'No Template Name' }],
      [6, { '': 'No template has this name.' }],
    ])
  })
  it('IMP-113 IMP-136 IMP-137 IMP-138 shows first what it would do; a template with products is not deleted', async () => {
    const { as, templateNamed, imported, templateId, reach, plan, rows, apply } = await shop()
    await imported('sku\nA\n', { template: templateId })
    const { data } = await upload(app, as, 'name,details,DELETE\nMugs,,DELETE\nmugs,new,\nPlates,new,\n', {
      path: '/imports?kind=templates',
      name: 'templates.csv',
    })
    await reach(data.id, 'mapping')
    const { record } = await plan(data.id, {})
    expect(record?.outcomes).toEqual({ delete: 1, error: 1, create: 1 })
    expect((await rows(data.id)).map((r) => [r.templateName, r.outcome, r.errors[''] ?? ''])).toEqual([
      ['Mugs', 'delete', ''],
      ['mugs', 'error', 'The template “mugs” is already on line 2.'],
      ['Plates', 'create', ''],
    ])
    expect((await apply(data.id)).applied).toEqual({ error: 1, create: 1 })
    expect((await rows(data.id, 'error')).map((r) => r.errors[''])).toContain(
      'Products still use this template. Move or delete them first.',
    )
    expect(await templateNamed('Plates')).toMatchObject({ details: 'new' })
  })
  it('IMP-116 an export of templates changes nothing; a file without names is refused', async () => {
    const { as, plan } = await shop()
    await upload(app, as, file, { path: '/productTemplates/importCSV', name: 't.csv' })
    const csv = (
      await app.fastify.inject({ method: 'GET', url: addressOf(exportTemplates, {}), headers: { cookie: as } })
    ).body
    const { data } = await upload(app, as, csv, { path: '/imports?kind=templates', name: 't.csv' })
    expect((await plan(data.id, {})).record?.outcomes).toEqual({ unchanged: 2 })
    expect(await upload(app, as, 'title\nx\n', { path: '/productTemplates/importCSV', name: 't.csv' })).toMatchObject({
      status: 400,
      message: 'The file has no column “name”.',
    })
  })
})
