import { describe, expect, it } from 'vitest'
import * as contract from '#contract/imports.ts'
import { getTemplate } from '#contract/templates.ts'
import { upload } from '../../testing/files/import-file.ts'
import { importShops } from '../../testing/shop/imports.ts'

const { app, shop } = importShops()

const fix = (as: string, id: number, ...cells: { line: number; column: string; value: string }[]) =>
  app().call(contract.fixImportCells, { params: { id }, body: { cells }, as })
const problems = async (as: string, id: number) => {
  const { body } = await app().call(contract.listImportRows, { params: { id }, query: { problems: 'true' }, as })
  return { skipped: body.data?.skippedCells, cells: body.data?.data.flatMap(({ wrongCells = [] }) => wrongCells) ?? [] }
}

describe('cells that an import cannot take', () => {
  it('are listed by row with their values, corrected on the spot, and imported as corrected', async () => {
    const { as, templateId, planned, apply, product } = await shop()
    const { id } = await planned('sku,price,quantity\nA,cheap,3\nB,5,many\nC,7,1\n', { template: templateId })
    expect(await problems(as, id)).toEqual({
      skipped: 2,
      cells: [
        { line: 2, column: 'price', value: 'cheap', problem: 'This is not a number.' },
        { line: 3, column: 'quantity', value: 'many', problem: 'This is not a number.' },
      ],
    })
    expect(await fix(as, id, { line: 2, column: 'price', value: '12.50' })).toMatchObject({ status: 200 })
    await fix(as, id, { line: 3, column: 'quantity', value: '-4' })
    expect(await problems(as, id)).toEqual({
      skipped: 1,
      cells: [{ line: 3, column: 'quantity', value: '-4', problem: 'Must be 0 or more.' }],
    })
    await fix(as, id, { line: 3, column: 'quantity', value: '4' })
    expect(await problems(as, id)).toEqual({ skipped: 0, cells: [] })
    expect(await apply(id)).toMatchObject({ applied: { create: 3 } })
    expect([await product('A'), await product('B')]).toMatchObject([{ price: 12.5 }, { quantity: 4 }])
  })
  it('of a SKU change what becomes of the row, but not to a SKU that another row has', async () => {
    const { as, templateId, planned, get } = await shop()
    const { id, record } = await planned('sku,title\nA,One\n,Two\n', { template: templateId })
    expect(record.outcomes).toEqual({ create: 1, error: 1 })
    await fix(as, id, { line: 3, column: 'sku', value: 'A' })
    expect((await get(id))?.outcomes).toEqual({ create: 1, error: 1 })
    await fix(as, id, { line: 3, column: 'sku', value: 'B' })
    expect((await get(id))?.outcomes).toEqual({ create: 2 })
  })
  it('list a SKU that another row has, or that no product may have, so that it is corrected on the spot', async () => {
    const { as, templateId, planned, get } = await shop()
    const { id } = await planned(`sku,title\nA,One\nA,Two\n${'x'.repeat(300)},Three\n`, { template: templateId })
    const { cells } = await problems(as, id)
    expect(cells).toEqual([
      { line: 3, column: 'sku', value: 'A', problem: 'SKU A is already on line 2.' },
      { line: 4, column: 'sku', value: 'x'.repeat(300), problem: 'SKU: At most 100 characters.' },
    ])
    await fix(as, id, { line: 3, column: 'sku', value: 'B' }, { line: 4, column: 'sku', value: 'C' })
    expect((await get(id))?.outcomes).toEqual({ create: 3 })
  })
  it('are told each with its line where several rows are one product', async () => {
    const { as, planned } = await shop()
    const file = [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Type',
      'tee,Tee,Color,Gold,TEE-G,cheap,Shirts',
      'tee,,,Silver,TEE-S,dear,',
    ].join('\n')
    const { id } = await planned(file, { template: null, templateColumn: 'Type', createTemplates: true })
    const { skipped, cells } = await problems(as, id)
    expect(skipped).toBe(2)
    expect(cells.map(({ line, value }) => [line, value])).toEqual([
      [2, 'cheap'],
      [3, 'dear'],
    ])
  })
  it('cannot be corrected once the import runs, where the file has no such cell, or where rows would change products', async () => {
    const { as, templateId, planned, imported } = await shop()
    const { id } = await planned('sku,parent,price\nA,,x\n', { template: templateId })
    expect(await fix(as, id, { line: 9, column: 'price', value: '1' })).toMatchObject({ status: 400 })
    expect(await fix(as, id, { line: 2, column: 'cost', value: '1' })).toMatchObject({ status: 400 })
    expect(await fix(as, id, { line: 2, column: 'parent', value: 'B' })).toMatchObject({ status: 400 })
    const { id: done } = await imported('sku,price\nZ,x\n', { template: templateId })
    expect(await fix(as, done, { line: 2, column: 'price', value: '1' })).toMatchObject({ status: 409 })
  })
})

describe('option names of a file', () => {
  const shopify = [
    'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Type',
    'tee,Tee,Color,Gold,Size,S,TEE-G,20,Shirts',
    'tee,,,Silver,,S,TEE-S,20,',
  ].join('\n')

  it('become variation attributes of the templates that the import makes', async () => {
    const { as, imported, product } = await shop()
    await imported(shopify, { template: null, templateColumn: 'Type', createTemplates: true })
    const tee = await product('tee')
    expect(tee?.variations.map(({ attributes }) => attributes.map(({ name, value }) => [name, value]))).toEqual([
      [
        ['Color', 'Gold'],
        ['Size', 'S'],
      ],
      [
        ['Color', 'Silver'],
        ['Size', 'S'],
      ],
    ])
    const { body } = await app().call(getTemplate, { params: { id: tee?.templateId ?? 0 }, as })
    expect(body.data).toMatchObject({ name: 'Shirts', variations: ['Color', 'Size'] })
  })
  it('are added to a template that was there only where the mapping adds attributes', async () => {
    const { as, templateId, imported } = await shop()
    const variations = async () =>
      (await app().call(getTemplate, { params: { id: templateId }, as })).body.data?.variations
    await imported(shopify, { template: templateId, templateColumn: null, addAttributes: false })
    expect(await variations()).toEqual([])
    await imported(shopify.replaceAll('tee', 'top').replaceAll('TEE', 'TOP'), {
      template: templateId,
      templateColumn: null,
      addAttributes: true,
    })
    expect(await variations()).toEqual(['Color', 'Size'])
  })
})

describe('files by another name or of another kind', () => {
  it('Excel’s Unicode text, UTF-16 with tabs in a .txt, is read', async () => {
    const { as } = await shop()
    const content = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('sku\ttitle\r\nA\tGröße\r\n', 'utf16le')])
    const { data } = await upload(app(), as, content, { name: 'products.txt' })
    expect(data).toMatchObject({ state: 'mapping', encoding: 'utf-16le', separator: '\t', rows: 1 })
  })
  it('an image that is called .csv is refused, and the error names what it is', async () => {
    const { as } = await shop()
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
    expect(await upload(app(), as, png)).toMatchObject({
      status: 422,
      code: 'import_unreadable',
      fields: { file: expect.stringContaining('The file is a PNG image, not a CSV file.') },
    })
  })
})
