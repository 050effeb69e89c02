// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { ordersToPack } from '#contract/orders/packing.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aPackOrder, anOrderRow } from '#web/testing/orders.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { says, theOne, until } from '#web/testing/screen.tsx'

const server = fakeServer()

it('the packing desk without an address begins with all orders that are ready, by ship-by date', async () => {
  server.answer(searchOrders, [anOrderRow({ id: 41 }), anOrderRow({ id: 42, held: true }), anOrderRow({ id: 43 })])
  server.answer(ordersToPack, [aPackOrder({ id: 41 }), aPackOrder({ id: 43, number: 'BOX-3' })])
  const page = await renderPage('/orders/pack')
  await until(
    () => page.address() === '/orders/pack?orders=41&orders=43' || page.address() === '/orders/pack?orders=41+43',
  )
  await theOne('field', 'Scan or type a SKU or barcode')
  expect(server.calls(searchOrders).every(({ query }) => query.tab === 'readyToShip' && query.sort === 'shipBy')).toBe(
    true,
  )
})

it('the packing desk says so when no order is ready', async () => {
  server.answer(searchOrders, [])
  await renderPage('/orders/pack')
  await says('No orders to pack')
})
