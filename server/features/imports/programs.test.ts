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
