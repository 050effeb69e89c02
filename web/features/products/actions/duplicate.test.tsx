// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { copySku, duplicateProduct, listProducts } from '#contract/products/products.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aProduct } from '#web/testing/listings.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { aProductRow, pageWith } from '#web/testing/products.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { press, says, submit, text, theOne, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()

it('PRO-117 PRO-118 a copy gets a free SKU, or the one that is typed, and a used one is told while it is typed', async () => {
  answerProductPage(server, aProduct({ sku: 'COPY-000041' }))
  server.answer(copySku, { sku: 'COPY-000044' })
  server.answer(duplicateProduct, { id: 13 })
  server.answer(listProducts, ({ query: { skus } }) =>
    skus?.[0] === 'COPY-000043' ? pageWith(aProductRow({ sku: 'COPY-000043' })) : pageWith(),
  )
  const page = await renderPage('/product/12')
  await press('button', 'Duplicate')
  const dialog = await theOne('dialog', 'Duplicate COPY-000041')
  await until(async () => (await valueOf('SKU of the copy', dialog)) === 'COPY-000044')
  await type('SKU of the copy', 'COPY-000043', dialog)
  await says('A product with the SKU COPY-000043 already exists.')
  submit(dialog)
  expect(server.calls(duplicateProduct)).toEqual([])
  await type('SKU of the copy', 'COPY-000049', dialog)
  await until(() => !text(dialog).includes('already exists'))
  submit(dialog)
  await says('Product duplicated.')
  await until(() => page.address() === '/product/13')
  expect(server.calls(duplicateProduct).map(({ params, body }) => [params.id, body?.sku])).toEqual([
    [12, 'COPY-000049'],
  ])
})
