import { expect, it } from 'vitest'
import * as contract from '#contract/imports.ts'
import { programFiles } from '#domain/testing/imports/program-files.ts'
import { upload } from '../../testing/files/import-file.ts'
import { importShops } from '../../testing/shop/imports.ts'

const { app, shop } = importShops()

it.each(programFiles)('a file from $program is imported as it is suggested', async ({ program, text, expected }) => {
  const { templateId, imported, product, as } = await shop()
  const { data } = await upload(app(), as, text)
  expect(data.format).toBe(program)
  const { done } = await imported(text, { template: templateId })
  expect(done.applied).toEqual({ create: expected.length })
  for (const { sku, title, price, quantity, variations } of expected) {
    const made = await product(sku)
    expect(made, sku).toMatchObject({ title, ...(price && { price: price / 100 }), ...(quantity && { quantity }) })
    expect(made?.variations.map((v) => v.sku)).toEqual(variations.map((words) => words.split(' | ')[0]))
    expect(made?.variations.map((v) => String(v.quantity))).toEqual(variations.map((words) => words.split(' | ')[3]))
  }
})

it('variations of a WooCommerce product without a SKU stay with it until the review gives it one', async () => {
  const { templateId, as, planned, apply, product } = await shop()
  const text = programFiles.find(({ program }) => program === 'woocommerce')?.text ?? ''
  const { id, rows } = await planned(
    text.replace('variable,TEE,', 'variable,,').replaceAll(',TEE,,Size', ',id:10,,Size'),
    { template: templateId },
  )
  expect(rows.map(({ line, sku, errors }) => [line, sku, errors])).toEqual([
    [2, '', { '': 'SKU is required.' }],
    [5, 'LAMP', {}],
  ])
  const cells = [{ line: 2, column: 'SKU', value: 'TEE' }]
  expect((await app().call(contract.fixImportCells, { params: { id }, body: { cells }, as })).status).toBe(200)
  await apply(id)
  expect((await product('TEE'))?.variations.map(({ sku }) => sku)).toEqual(['TEE-S', 'TEE-M'])
})

it('a file that was taken for another program is read again as the one that the seller names', async () => {
  const { as, reach } = await shop()
  const { data } = await upload(app(), as, 'sku,name,price\nA,Cup,5')
  expect(data.format).toBe('other')
  await app().call(contract.rereadImport, { params: { id: data.id }, body: { format: 'sellbrite' }, as })
  expect(await reach(data.id, 'mapping')).toMatchObject({
    format: 'sellbrite',
    mapping: { fieldMappings: { sku: 'sku', title: 'name', price: 'price' } },
  })
})
