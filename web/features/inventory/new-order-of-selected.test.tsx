// @vitest-environment jsdom
import { it } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aProductRow, pageWith } from '#web/testing/products.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { theOne, press, says, until } from '#web/testing/screen.tsx'

const server = fakeServer()

it('INV-080 INV-081 New Order begins with the selected products, whatever their SKUs are made of, and needs one', async () => {
  server.answer(
    listProducts,
    pageWith(
      aProductRow({ id: 1, sku: 'RED LAMP' }),
      aProductRow({ id: 2, sku: 'A+B' }),
      aProductRow({ id: 3, sku: 'C' }),
    ),
  )
  const page = await renderPage('/inventory')
  await theOne('checkbox', 'Select RED LAMP')
  await press('button', 'New Order', await theOne('group', 'Selected products'))
  await says('Select products first.')
  for (const sku of ['RED LAMP', 'A+B']) await press('checkbox', `Select ${sku}`)
  await press('button', 'New Order', await theOne('group', 'Selected products'))
  await until(() => page.address().startsWith('/orders/new?'))
  await until(() => server.calls(listProducts).some(({ query }) => query.skus?.join() === 'RED LAMP,A+B'))
})
