// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { ordersToPack, packPieces } from '#contract/orders/packing.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { roles } from '#contract/permissions.ts'
import { refresh } from '#web/cache.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aPackOrder, anOrderRow } from '#web/testing/orders.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, text, theOne, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const rows = [
  anOrderRow({ id: 41, number: 'BOX-1' }),
  anOrderRow({ id: 42, number: 'BOX-2', held: true }),
  anOrderRow({ id: 43, number: 'BOX-3', channel: 'etsy' }),
  anOrderRow({ id: 44, number: 'BOX-4', oversold: true }),
]
const [cap] = aPackOrder({ id: 43 }).lines
const caps = aPackOrder({ id: 43, number: 'BOX-3', lines: cap ? [{ ...cap, id: 9, sku: 'CAP', codes: [] }] : [] })

async function openQueue() {
  server.answer(searchOrders, rows)
  server.answer(ordersToPack, ({ query }) =>
    (query.ids ?? []).map((id) =>
      id === '43' ? caps : aPackOrder({ id: Number(id), number: `BOX-${Number(id) - 40}` }),
    ),
  )
  const page = await renderPage('/orders/pack')
  await theOne('table', 'Orders ready to pack')
  return page
}
const scan = async (code: string) => {
  await type('Scan or type a SKU or barcode', code)
  await press('button', 'Pack item')
}
const addressOf = (ids: string, at?: number) => `/orders/pack?orders=${ids}${at ? `&at=${at}` : ''}`

it('the packing queue lists what is ready on every channel by ship-by date, and says what waits', async () => {
  await openQueue()
  expect(server.calls(searchOrders).every(({ query }) => query.tab === 'readyToShip' && query.sort === 'shipBy')).toBe(
    true,
  )
  expect(all('row', /BOX/).map((row) => text(row).match(/BOX-\d/)?.[0])).toEqual(['BOX-1', 'BOX-2', 'BOX-3', 'BOX-4'])
  expect((await theOne('link', 'Pack 2')).getAttribute('href')).toBe('/orders/pack?orders=41+43')
  expect((await theOne('link', 'Pick List')).getAttribute('href')).toBe('/orders/print?kind=pick&orders=41+43')
  await press('checkbox', 'Select BOX-3')
  expect((await theOne('link', 'Pack 1')).getAttribute('href')).toBe('/orders/pack?orders=43')
})

it('the first scan at the packing queue begins the run at the order that needs the piece', async () => {
  const page = await openQueue()
  server.answer(packPieces, caps)
  await scan('NOT-OURS')
  await says('No order needs this item')
  await scan('cap')
  await until(() => page.address() === addressOf('41+43', 43))
  await says('Packed: Mug, 1 of 3')
  expect(server.calls(packPieces)).toMatchObject([{ body: { orderId: 43, itemId: 9, by: 1 } }])
})

it('the barcode of a slip opens its order, at the queue and at the desk', async () => {
  const page = await openQueue()
  await scan('box-3')
  await until(() => page.address() === addressOf('41+43', 43))
  await theOne('heading', 'BOX-3')
  await scan('BOX-3')
  await says('You’re packing BOX-3')
  await scan('BOX-1')
  await until(() => page.address() === addressOf('41+43', 41))
})

it('a piece of another order that is scanned when all is packed is kept for it, and is no tracking number', async () => {
  await openQueue()
  const [mug] = aPackOrder({ id: 41 }).lines
  const full = aPackOrder({ id: 41, number: 'BOX-1', lines: mug ? [{ ...mug, packed: mug.quantity }] : [] })
  await scan('box-1')
  server.answer(ordersToPack, [full, caps])
  await refresh(['packing'])
  await says('Everything is packed')
  await type('Scan or type a tracking number', 'CAP')
  await press('button', 'Pack item')
  await says('Keep it: BOX-3 needs it')
  expect(((await theOne('field', 'Tracking Number')) as HTMLInputElement).value).toBe('')
})

it('what is scanned after the buyer cancelled the order goes to the order that needs it, or back to its shelf', async () => {
  const page = await openQueue()
  server.answer(packPieces, caps)
  await scan('box-1')
  await theOne('heading', 'BOX-1')
  server.answer(ordersToPack, [aPackOrder({ id: 41, number: 'BOX-1', state: 'cancelled' }), caps])
  await refresh(['packing'])
  await says('This order was cancelled. Return its items to the shelf.')
  await scan('MUG-1')
  await says('No order needs this item')
  await scan('CAP')
  await until(() => page.address() === addressOf('41+43', 43))
  await says('Packed: Mug, 1 of 3')
  expect(server.calls(packPieces)).toMatchObject([{ body: { orderId: 43, itemId: 9, by: 1 } }])
})

it('orders join the queue and leave it while it is open, and a run takes what became ready', async () => {
  const page = await openQueue()
  server.answer(searchOrders, [...rows.slice(2), anOrderRow({ id: 45, number: 'BOX-5' })])
  await refresh(['orders'])
  await theOne('row', /BOX-5/)
  expect(all('row', /BOX-1/)).toEqual([])
  await press('link', 'Pack 2')
  await until(() => page.address() === addressOf('43+45'))
  server.answer(searchOrders, [...rows.slice(2), anOrderRow({ id: 45, number: 'BOX-5' }), anOrderRow({ id: 46 })])
  await refresh(['orders'])
  await press('link', 'Add 1 ready order')
  await until(() => page.address() === addressOf('43+45+46'))
})

it('the packing queue says so when no order is ready', async () => {
  server.answer(searchOrders, [])
  await renderPage('/orders/pack')
  await says('No orders to pack')
})

it('a guest reads the packing queue, and starts no run', async () => {
  server.answer(searchOrders, rows)
  await renderPage('/orders/pack', { roleId: roles.guest })
  await theOne('row', /BOX-1/)
  expect([...all('link', /^Pack/), ...all('field', /^Scan/)]).toEqual([])
})
