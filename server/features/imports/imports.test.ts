import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { undoChangeSet, getChangeSet } from '#contract/changes/changes.ts'
import { failedRowsFile, exportProducts } from '#contract/exports.ts'
import * as contract from '#contract/imports.ts'
import { listTemplates } from '#contract/templates.ts'
import { makeTemplate } from '#seed/make.ts'
import { importRows, imports } from '../../observing/metrics.ts'
import { addressOf } from '../../testing/address.ts'
import { importShops } from '../../testing/shop/imports.ts'
import { until } from '../../testing/setup/until.ts'

const { app, shop } = importShops()

describe('what an import would do, and does', () => {
  it('IMP-041 IMP-044..IMP-050 shows each row before anything happens', async () => {
    const { templateId, planned, skus } = await shop()
    const { rows, record } = await planned(
      'sku,title,price,quantity,image,Colour\n007,Mug,"1,234.50",3,https://x.test/1.png,Red\n',
      { template: templateId, attributeMappings: { Colour: 'Colour' } },
    )
    expect(rows).toEqual([
      {
        line: 2,
        outcome: 'create',
        productId: null,
        sku: '007',
        templateName: 'Mugs',
        title: 'Mug',
        quantity: 3,
        reservedQuantity: 0,
        price: 1234.5,
        images: [{ url: 'https://x.test/1.png' }],
        attributes: [{ name: 'Colour', value: 'Red' }],
        variations: 0,
        changes: [],
        errors: {},
      },
    ])
    expect(record).toMatchObject({ state: 'ready', outcomes: { create: 1 }, done: 1 })
    expect(await skus()).toEqual([])
  })
  it('IMP-095 shows what is promised to orders, which a file does not change', async () => {
    const { templateId, imported, planned, ctx } = await shop()
    await imported('sku,quantity\nA,5\n', { template: templateId })
    await ctx.db.updateTable('stockLevels').set({ reserved: 2 }).where('sku', '=', 'A').execute()
    const { rows } = await planned('sku,quantity\nA,4\n', { template: templateId })
    expect(rows[0]).toMatchObject({
      quantity: 4,
      reservedQuantity: 2,
      changes: [{ field: 'quantity', before: '3', after: '4' }],
    })
  })
  it('IMP-008 IMP-010 IMP-085 IMP-103 creates and updates; blank is 0 on create and no change afterwards', async () => {
    const { templateId, imported, product } = await shop()
    await imported('sku,title,price,quantity,notes\nA,One,,5,first\n', { template: templateId })
    expect(await product('A')).toMatchObject({
      title: 'One',
      price: 0,
      quantity: 5,
      notes: 'first',
      condition: 'New',
      active: true,
    })
    importRows.reset()
    imports.reset()
    const { planned, done } = await imported('sku,price,quantity,cost\nA,12.5,,\n', { template: templateId })
    expect(planned[0]).toMatchObject({
      outcome: 'update',
      title: 'One',
      changes: [{ field: 'price', before: '0.00', after: '12.50' }],
    })
    expect(done).toMatchObject({ state: 'done', applied: { update: 1 } })
    expect((await importRows.get()).values).toEqual([{ labels: { outcome: 'update' }, value: 1 }])
    expect((await imports.get()).values).toEqual([{ labels: { outcome: 'done' }, value: 1 }])
    expect(await product('A')).toMatchObject({ title: 'One', price: 12.5, quantity: 5, notes: 'first', version: 2 })
  })
  it('IMP-009 IMP-082 IMP-104 IMP-111 per row: skips rows whose template is missing or unknown, and counts them', async () => {
    const { ctx, planned, apply, skus } = await shop()
    await makeTemplate(ctx, { name: 'Cups' })
    const { id, record, rows } = await planned('sku,kind\nA,mugs\nB,CUPS\nC,\nD,Plates\n', { templateColumn: 'kind' })
    expect(record.outcomes).toEqual({ create: 2, skip: 2 })
    expect(rows.map((r) => [r.sku, r.outcome, r.errors['']])).toEqual([
      ['A', 'create', undefined],
      ['B', 'create', undefined],
      ['C', 'skip', 'This row has no template.'],
      ['D', 'skip', 'There is no template “Plates”.'],
    ])
    await apply(id)
    expect(await skus()).toEqual(['A', 'B'])
  })
  it('IMP-110 IMP-112 one template for all rows counts before the ids that a file has', async () => {
    const { templateId, planned } = await shop()
    const { rows } = await planned('sku,templateId\nA,999999\n', { template: templateId })
    expect(rows[0]).toMatchObject({ outcome: 'create', templateName: 'Mugs' })
    expect((await planned('sku,templateId\nA,999999\n')).rows[0]).toMatchObject({
      outcome: 'skip',
      errors: { '': 'There is no template 999999.' },
    })
  })
  it('makes templates only where it is asked to', async () => {
    const { imported, planned, skus } = await shop()
    expect((await planned('sku,template\nA,Plates\n')).record.outcomes).toEqual({ skip: 1 })
    await imported('sku,template\nA,Plates\nB,Plates\n', { createTemplates: true })
    expect(await skus()).toEqual(['A', 'B'])
  })
  it('shows the name of a template that it would make and move a product to, and shortens a name to what fits', async () => {
    const { as, templateId, imported, planned, apply, skus } = await shop()
    await imported('sku,title\nA,One\n', { template: templateId })
    const long = 'Plates of all kinds, '.repeat(6).slice(0, 120)
    const { id, rows } = await planned(`sku,template\nA,Cups\nB,"${long} one"\nC,"${long} two"\n`, {
      createTemplates: true,
      templateColumn: 'template',
    })
    expect(rows[0]).toMatchObject({
      outcome: 'update',
      changes: [{ field: 'template', before: 'Mugs', after: 'Cups' }],
    })
    await apply(id)
    expect(await skus()).toEqual(['A', 'B', 'C'])
    const { data } = (await app().call(listTemplates, { as })).body
    expect(data?.map(({ name, products }) => [name, products])).toEqual([
      ['Cups', 1],
      ['Mugs', 0],
      [long, 2],
    ])
  })
  it('IMP-053 IMP-083 lists what it deletes, deletes it, and brings it back', async () => {
    const { as, templateId, imported, planned, apply, rows, skus, product } = await shop()
    await imported('sku,title,price,quantity\nA,One,5,3\nB,Two,6,4\n', { template: templateId })
    const { id, record } = await planned('sku,DELETE\nA,DELETE\nB,\nX,DELETE\n', { template: templateId })
    expect(record.outcomes).toEqual({ delete: 1, unchanged: 1, skip: 1 })
    expect((await rows(id, 'delete')).map((r) => [r.sku, r.title])).toEqual([['A', 'One']])
    const done = await apply(id)
    expect(await skus()).toEqual(['B'])
    await app().call(undoChangeSet, { params: { id: done.changeSetId ?? 0 }, as })
    await until('it is back', async () => ((await product('A'))?.quantity === 3 ? true : undefined))
  })
  it('IMP-080 a column DELETE that no field uses makes nothing and deletes nothing: its rows are shown with the reason', async () => {
    const { templateId, imported, planned, apply, skus } = await shop()
    await imported('sku,title\nA,One\n', { template: templateId })
    const { id, record, rows } = await planned('sku,title,DELETE\nA,Two,DELETE\nNEW,Three,DELETE\nB,Four,\n', {
      template: templateId,
      fieldMappings: { sku: 'sku', title: 'title' },
    })
    expect(record.outcomes).toEqual({ skip: 2, create: 1 })
    expect(rows.filter((row) => row.outcome === 'skip').map((row) => [row.sku, row.errors])).toEqual(
      ['A', 'NEW'].map((sku) => [
        sku,
        { '': 'Skipped: the DELETE column isn’t mapped. Map it to delete this product.' },
      ]),
    )
    await apply(id)
    expect(await skus()).toEqual(['A', 'B'])
  })
  it('refuses the second row of a SKU, and says where the first stands', async () => {
    const { templateId, planned } = await shop()
    const { rows } = await planned('sku,title\nA,One\nB,Two\nA,Three\n', { template: templateId })
    expect(rows.map((r) => [r.outcome, r.errors['']])).toEqual([
      ['create', undefined],
      ['create', undefined],
      ['error', 'SKU A is already on line 2.'],
    ])
  })
  it('IMP-086 takes a row without its bad cells, and offers the refused rows as a file that can be imported', async () => {
    const { templateId, planned, apply, file, imported, product } = await shop()
    const { id, rows } = await planned('sku,title,price\nA,=One,cheap\n,Two,2\nC,Three,3\n', { template: templateId })
    expect(rows.map((r) => [r.outcome, r.errors])).toEqual([
      ['create', { price: 'This is not a number.' }],
      ['error', { '': 'SKU is required.' }],
      ['create', {}],
    ])
    await apply(id)
    const failed = await file(addressOf(failedRowsFile, { params: { id } }))
    expect(failed).toBe(
      "\uFEFFsku,title,price,Import error\r\nA,'=One,cheap,price: This is not a number.\r\n,Two,2,SKU is required.\r\n",
    )
    await imported(failed.replace('cheap', '7').replace(',Two', 'B,Two'), { template: templateId })
    expect([await product('A'), await product('B')]).toMatchObject([
      { title: '=One', price: 7 },
      { title: 'Two', price: 2 },
    ])
  })
  it('judges again under lock what changed since the plan', async () => {
    const { templateId, imported, planned, apply, product, ctx } = await shop()
    await imported('sku,title,price\nA,One,5\n', { template: templateId })
    const { id, rows } = await planned('sku,title,price\nA,Uno,5\nB,Two,6\n', { template: templateId })
    expect(rows.map((r) => r.outcome)).toEqual(['update', 'create'])
    await ctx.db.updateTable('products').set({ title: 'Uno' }).where('sku', '=', 'A').execute()
    await imported('sku,title\nB,Already\n', { template: templateId })
    expect((await apply(id)).applied).toEqual({ unchanged: 1, update: 1 })
    expect(await product('B')).toMatchObject({ title: 'Two', price: 6 })
  })
  it('can be undone as one: what was made goes, what was changed is put back', async () => {
    const { as, templateId, imported, product, skus } = await shop()
    await imported('sku,title,quantity\nA,One,5\n', { template: templateId })
    const { done } = await imported('sku,title,quantity\nA,Uno,9\nB,Two,1\n', { template: templateId })
    expect((await app().call(getChangeSet, { params: { id: done?.changeSetId ?? 0 }, as })).body.data).toMatchObject({
      kind: 'import',
      state: 'done',
      changed: 2,
      total: 2,
      title: 'Import of products.csv',
    })
    await app().call(undoChangeSet, { params: { id: done?.changeSetId ?? 0 }, as })
    await until('it is undone', async () => ((await skus()).length === 1 ? true : undefined))
    expect(await product('A')).toMatchObject({ title: 'One', quantity: 5 })
  })
  it('is refused while it is at work or over, and can be cancelled', async () => {
    const { as, templateId, planned, apply, get } = await shop()
    const { id } = await planned('sku\nA\n', { template: templateId })
    expect((await app().call(contract.cancelImport, { params: { id }, as })).body.data).toMatchObject({
      state: 'cancelled',
    })
    expect((await app().call(contract.applyImport, { params: { id }, as })).body).toMatchObject({
      code: 'import_busy',
      message: 'This import is finished. Upload the file again to start a new one.',
    })
    const other = await planned('sku\nA\n', { template: templateId })
    await apply(other.id)
    expect(await get(other.id)).toMatchObject({ state: 'done' })
    expect((await app().call(contract.listImports, { as })).body.data).toMatchObject({
      items: 2,
      data: [
        { id: other.id, state: 'done' },
        { id, state: 'cancelled' },
      ],
    })
  })
})

describe('files that map themselves', () => {
  const folder = join(process.env.IMPORT_SAMPLES ?? '../shared/samples')
  const samples = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.csv')) : []
  it.runIf(samples.length > 0)(
    'the samples come in cleanly with their variations; three cells changed change three',
    async () => {
      for (const name of samples) {
        const { templateId, imported, planned, product } = await shop()
        const text = readFileSync(join(folder, name), 'utf8')
        const { done, planned: rows } = await imported(text, { template: templateId }, { name })
        const handles = new Set(
          text
            .split('\n')
            .slice(1)
            .filter((line) => /^[a-z0-9-]+,/.test(line))
            .map((line) => line.split(',')[0]),
        )
        expect([name, done.format, done.applied]).toEqual([name, 'shopify', { create: handles.size }])
        const [grouped] = rows.filter((r) => r.variations > 1)
        expect((await product(grouped?.sku ?? ''))?.variations.map((v) => v.attributes[0]?.name)).toEqual(
          Array.from({ length: grouped?.variations ?? 0 }, () => 'Size'),
        )
        expect((await planned(text, { template: templateId }, { name })).record.outcomes).toEqual({
          unchanged: handles.size,
        })
        const titles = rows.slice(0, 3).map((r) => r.title)
        const changed = titles.reduce((all, title) => all.replace(`,${title},`, `,${title} II,`), text)
        const again = await planned(changed, { template: templateId }, { name })
        expect(again.rows.flatMap((r) => r.changes)).toEqual(
          titles.map((title) => ({ field: 'title', before: title, after: `${title} II` })),
        )
      }
    },
  )
  it('an export changes nothing when it is imported again', async () => {
    const { templateId, imported, planned, file, product } = await shop()
    await imported(
      `Handle,Title,Body (HTML),Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Cost per item
tee,"=Tee, +1",<p>é</p>,"a,b",Size,S,0010,3,20,https://x.test/1.png,7.5
tee,,,,,M,0020,4,22,,8
cup,Cup,,,Title,Default Title,C-1,5,9.99,,`,
      { template: templateId },
    )
    expect((await product('tee'))?.variations.map((v) => [v.sku, v.quantity, v.price])).toEqual([
      ['0010', 3, null],
      ['0020', 4, 22],
    ])
    const csv = await file(addressOf(exportProducts, {}))
    const { record, rows } = await planned(csv)
    expect(rows.filter((r) => r.outcome !== 'unchanged')).toEqual([])
    expect(record).toMatchObject({ format: 'motto', outcomes: { unchanged: 2 } })
    const changed = await planned(csv.replace('9.99', '8.5'))
    expect(changed.rows.flatMap((r) => r.changes)).toEqual([{ field: 'price', before: '9.99', after: '8.50' }])
  })
})
