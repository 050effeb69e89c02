import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import * as contract from '#contract/imports.ts'
import { getTemplate } from '#contract/templates.ts'
import { makeTemplate } from '#seed/make.ts'
import { upload } from '../../testing/files/import-file.ts'
import { importShops } from '../../testing/shop/imports.ts'

const { app, shop } = importShops()

describe('reading a file', () => {
  it.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFFsku;title\nA;Größe €\n'), 'utf-8', ';'],
    ['UTF-8', Buffer.from('sku\ttitle\nA\tGröße €\n'), 'utf-8', '\t'],
    ['Windows-1252', iconv.encode('sku,title\nA,Größe €\n', 'windows-1252'), 'windows-1252', ','],
    ['UTF-16 LE with a mark', iconv.encode('sku,title\nA,Größe €\n', 'utf-16le', { addBOM: true }), 'utf-16le', ','],
    ['UTF-16 BE without a mark', iconv.encode('sku|title\nA|Größe €\n', 'utf-16be'), 'utf-16be', '|'],
  ])('knows %s and its separator', async (_, content, encoding, separator) => {
    const { as } = await shop()
    const { data } = await upload(app(), as, content)
    expect(data).toMatchObject({
      state: 'mapping',
      encoding,
      separator,
      headerRow: 1,
      rows: 1,
      fileName: 'products.csv',
      bytes: content.length,
    })
    expect(data.columns[1]).toMatchObject({ name: 'title', filled: 1, samples: [{ value: 'Größe €', rows: 1 }] })
  })
  it('IMP-003 takes files of separated values only', async () => {
    const { as } = await shop()
    expect(await upload(app(), as, 'sku\nA', { name: 'products.xlsx' })).toMatchObject({
      status: 415,
      code: 'unsupported_type',
    })
    expect((await app().call(contract.uploadImport, { as })).body).toMatchObject({
      code: 'invalid_input',
      fields: { file: 'Choose a CSV file.' },
    })
  })
  it('IMP-004 says that a file cannot be parsed', async () => {
    const { as } = await shop()
    expect(await upload(app(), as, 'sku,title\nA,"never closed\nB,x\n')).toMatchObject({
      status: 422,
      code: 'import_unreadable',
      message: 'Failed to parse CSV',
      fields: { file: expect.stringContaining('Line 2') },
    })
    expect(await upload(app(), as, '')).toMatchObject({ status: 422, code: 'import_unreadable' })
  })
  it('IMP-084 a row limit stops the reading', async () => {
    const { as, reach } = await shop()
    const { data } = await upload(app(), as, `sku\n${Array.from({ length: 3000 }, (_, n) => `A-${n}`).join('\n')}`, {
      path: '/imports?limit=1200',
    })
    expect(await reach(data.id, 'mapping')).toMatchObject({ rows: 1200 })
  })
  it('DESIGN 7: once a long file is read and planned, the planner knows how many records and units there are', async () => {
    const { planned, templateId } = await shop()
    const known = async (table: string) =>
      (
        await sql<{ name: string }>`select attname as name from pg_stats where tablename = ${table}`.execute(
          app().services.database.system,
        )
      ).rows.map(({ name }) => name)
    expect(await known('import_units')).toEqual([])
    const skus = Array.from({ length: 1500 }, (_, n) => `L-${n}`)
    await planned(`sku,title\n${skus.map((sku) => `${sku},A mug`).join('\n')}`, { template: templateId })
    expect([await known('import_rows'), await known('import_units')]).toEqual([
      expect.arrayContaining(['organization_id', 'import_id', 'line']),
      expect.arrayContaining(['organization_id', 'import_id', 'line', 'outcome']),
    ])
  })
  it('finds the header below title lines; another row, encoding and separator can be asked for', async () => {
    const { as, reach } = await shop()
    const { data } = await upload(
      app(),
      as,
      Buffer.concat([Buffer.from('My stock;;\n\nsku;title;price\nA;'), Buffer.from([0xe4]), Buffer.from(';1\n')]),
    )
    expect(data).toMatchObject({
      headerRow: 3,
      separator: ';',
      encoding: 'windows-1252',
      columns: [{ name: 'sku' }, { name: 'title', samples: [{ value: 'ä' }] }, { name: 'price' }],
    })
    await app().call(contract.rereadImport, { params: { id: data.id }, body: { encoding: 'koi8-r' }, as })
    expect((await reach(data.id, 'mapping')).columns[1]?.samples).toEqual([{ value: 'Д', rows: 1 }])
    await app().call(contract.rereadImport, { params: { id: data.id }, body: { headerRow: 1 }, as })
    expect(await reach(data.id, 'mapping')).toMatchObject({
      headerRow: 1,
      rows: 2,
      columns: [{ name: 'My stock' }, { name: 'Column 2' }, { name: 'Column 3' }],
    })
    expect(
      (await app().call(contract.rereadImport, { params: { id: data.id }, body: { encoding: 'martian' }, as })).body
        .fields,
    ).toEqual({ encoding: 'This encoding is not known.' })
  })
  it('reads a file of several pieces whole', async () => {
    const { as, reach } = await shop()
    const line = (n: number) => `S-${String(n).padStart(6, '0')},"Größe ${n}, ${'x'.repeat(150)}"`
    const { data } = await upload(
      app(),
      as,
      `sku,title\n${Array.from({ length: 20_000 }, (_, n) => line(n)).join('\r\n')}`,
    )
    expect(await reach(data.id, 'mapping')).toMatchObject({
      rows: 20_000,
      columns: [{ filled: 20_000 }, { filled: 20_000, name: 'title' }],
    })
  })
})

describe('mapping', () => {
  it('IMP-018 needs a template or a column that names it, and columns that are there', async () => {
    const { as, plan } = await shop()
    const { data } = await upload(app(), as, 'sku,title\nA,x\n')
    expect((await plan(data.id, data.mapping)).answer.body).toMatchObject({
      code: 'invalid_input',
      fields: { template: 'Choose a template, or the column that names it.' },
    })
    expect((await plan(data.id, { ...data.mapping, template: 999_999 })).answer.body.fields).toEqual({
      template: 'This template does not exist.',
    })
    expect((await plan(data.id, { templateColumn: 'nowhere' })).answer.body.fields).toEqual({
      templateColumn: 'The file has no column “nowhere”.',
    })
  })
  it('IMP-014 suggests columns for attributes, with the rows whose value is an option', async () => {
    const { as, ctx } = await shop()
    const { id } = await makeTemplate(ctx, {
      name: 'Shirts',
      attributes: [{ name: 'Colour', options: ['Red', 'Blue'] }, { name: 'Fit' }],
    })
    const { data } = await upload(app(), as, 'sku,shade,Color,fit\nA,red,Red,slim\nB,Blue,Green,\nC,green,Red,wide\n')
    const suggested =
      (await app().call(contract.suggestColumns, { params: { id: data.id }, query: { templateId: id }, as })).body
        .data ?? []
    expect(suggested.find((s) => s.attribute === 'Colour')?.columns).toEqual([
      { column: 'Color', rows: 2 },
      { column: 'shade', rows: 2 },
    ])
    expect(suggested.find((s) => s.attribute === 'Fit')?.columns).toEqual([{ column: 'fit', rows: 2 }])
  })
  it('is remembered for the next file of the same shape', async () => {
    const { as, templateId, imported } = await shop()
    await imported('a,b,c\nA-1,Name,9\n', { template: templateId, fieldMappings: { sku: 'a', title: 'b', price: 'c' } })
    const { data } = await upload(app(), as, 'A,B,C\nA-2,Other,8\n')
    expect(data.mapping).toMatchObject({ template: templateId, fieldMappings: { sku: 'a', title: 'b', price: 'c' } })
  })
  it('IMP-011 IMP-017 IMP-105..IMP-108 IMP-110 maps attributes, and adds new ones to the template', async () => {
    const { as, templateId, imported, product } = await shop()
    await imported('sku,title,Farbe,Fit\nA,One,rot,\nB,Two,blau,slim\n', {
      template: templateId,
      attributeMappings: { Colour: 'Farbe' },
      addAttributes: true,
      newAttributes: [{ name: 'Cut', column: 'Fit' }],
    })
    const template = (await app().call(getTemplate, { params: { id: templateId }, as })).body.data
    const added = template?.attributes.filter((a) => ['Colour', 'Cut'].includes(a.name)) ?? []
    expect(added.map((a) => a.name)).toEqual(['Colour', 'Cut'])
    expect(
      (await product('B'))?.attributes
        .filter((a) => a.source === 'import')
        .map((a) => [a.name, a.value, a.templateAttributeId]),
    ).toEqual([
      ['Colour', 'blau', added[0]?.id],
      ['Cut', 'slim', added[1]?.id],
    ])
    await imported('sku,Extra\nA,x\n', { template: templateId, attributeMappings: { Extra: 'Extra' } })
    expect(
      (await app().call(getTemplate, { params: { id: templateId }, as })).body.data?.attributes.some(
        (a) => a.name === 'Extra',
      ),
    ).toBe(false)
    expect((await product('A'))?.attributes.find((a) => a.name === 'Extra')).toMatchObject({
      value: 'x',
      templateAttributeId: null,
    })
  })
})
