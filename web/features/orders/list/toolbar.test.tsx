// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { all, away, press, show, text, theOne } from '#web/testing/screen.tsx'
import type { OrderSearch } from './order-search.ts'
import { OrdersToolbar } from './toolbar.tsx'

const { matchMedia } = window
const screenOf = (kind: 'desk' | 'phone') => {
  window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: kind === 'phone' && /760px/.test(media) })
}
beforeEach(() => screenOf('desk'))
afterEach(() => {
  away()
  window.matchMedia = matchMedia
})

const opened: OrderSearch['dialog'][] = []
const toolbar = (chosen: number[] = [], toSettle = 0) => (
  <OrdersToolbar
    toSettle={toSettle}
    chosen={chosen}
    filter={{ tab: 'open' }}
    onOpen={(dialog) => void opened.push(dialog)}
  />
)
const addressOf = async (kind: 'link' | 'item', name: string) => (await theOne(kind, name)).getAttribute('href')
const items = () => all('item', /./).map((item) => text(item))

it('ORD-019 ORD-020 ORD-023 the toolbar of a wide screen shows paper, the CSV file and Import; its menu has the rest', async () => {
  show(toolbar())
  await theOne('button', 'Import')
  for (const name of ['Pick List', 'Packing Slip']) await theOne('button', name)
  expect(await addressOf('link', 'Export CSV')).toBe('/api/v2/orders/exportCSV?tab=open')
  await press('button', 'More actions')
  expect(await addressOf('item', 'Export Excel')).toBe('/api/v2/orders/exportCSV?tab=open&format=xlsx')
  expect(items()).toEqual(['Print All', 'Export Excel', 'Rules'])
})

it('on a phone the whole toolbar of orders is in its menu', async () => {
  screenOf('phone')
  show(toolbar([], 2))
  await press('button', 'More actions')
  await theOne('item', 'Resolve 2 orders')
  const why = 'Select orders in the list first'
  expect(items()).toEqual([
    'Resolve 2 orders',
    `Pick List${why}`,
    `Packing Slip${why}`,
    'Export CSV',
    'Import',
    'Print All',
    'Export Excel',
    'Rules',
  ])
  await press('item', 'Import')
  expect(opened).toEqual(['import'])
})

it('the selected orders are exported as CSV or as an Excel file', async () => {
  show(toolbar([4, 5]))
  expect(await addressOf('link', 'Export CSV')).toBe('/api/v2/orders/exportCSV?selectedIds=4+5')
  await press('button', 'More actions')
  expect(await addressOf('item', 'Export Excel')).toBe('/api/v2/orders/exportCSV?selectedIds=4+5&format=xlsx')
})
