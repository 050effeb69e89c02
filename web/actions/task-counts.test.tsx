// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { profitFigures } from '#contract/analytics/profit.ts'
import { listImports } from '#contract/imports.ts'
import { unknownCosts } from '#contract/orders/costs.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { ordersToPack } from '#contract/orders/packing.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { beginPublishing, getPublishing, listPublishAccounts, startPublishing } from '#contract/publishing.ts'
import { listProducts } from '#contract/products/products.ts'
import { searchRecords } from '#contract/search.ts'
import { listTemplates } from '#contract/templates.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { shop } from '../testing/organization.ts'
import { aPackOrder, anOrderRow } from '../testing/orders.ts'
import { aProductRow } from '../testing/products.ts'
import { renderPage } from '../testing/render-page.tsx'
import { all, press, pressKey, says, text, theOne, type, until } from '../testing/screen.tsx'

const server = fakeServer()
const nothing = { products: [], templates: [], orders: [], customers: [] }
beforeEach(() => {
  server.answer(searchRecords, nothing)
  server.answer(listImports, { data: [], items: 0 })
  server.answer(listTemplates, [])
})

/** A page that reads nothing stands for any page: the palette is the same on each. */
async function anyPage() {
  const page = await renderPage('/no-such-page')
  await says('Page not found.')
  let steps = 0
  return {
    page,
    steps: () => steps,
    openPalette: async () => {
      steps++
      pressKey('k', { code: 'KeyK', ctrlKey: true })
      await theOne('dialog', 'Search or run')
    },
    /** Types and presses Enter: one step, as nothing has to be looked for. */
    enter: async (words: string) => {
      steps++
      await type('Search or run', words)
      const field = await theOne('field', 'Search or run')
      field.focus()
      pressKey('Enter', { code: 'Enter' })
    },
  }
}
const fileField = () => document.querySelector<HTMLInputElement>('main input[type="file"]')

it('an import starts from any page in at most 3 steps: the third chooses the file', async () => {
  const { openPalette, enter, steps, page } = await anyPage()
  await openPalette()
  await enter('upload')
  await until(() => fileField() !== null)
  expect(page.address()).toBe('/inventory/new?method=csv')
  expect(steps()).toBe(2)
})

it('an import starts from the inventory in 2 steps: the second chooses the file', async () => {
  server.answer(listProducts, { data: [], items: 0 })
  await renderPage('/inventory')
  await press('link', 'Import', (await theOne('button', 'Export CSV')).closest('header') ?? undefined)
  await until(() => fileField() !== null)
})

it('the packing desk waits for its first scan 2 steps from any page', async () => {
  server.answer(searchOrders, [anOrderRow({ id: 41 })])
  server.answer(ordersToPack, [aPackOrder({ id: 41 })])
  const { openPalette, enter, steps } = await anyPage()
  await openPalette()
  await enter('pack')
  await theOne('field', 'Scan or type a SKU or barcode')
  expect(steps()).toBe(2)
})

it('the orders of a buyer are found by email 2 steps from any page', async () => {
  const email = 'ana@example.com'
  server.answer(searchRecords, { ...nothing, customers: [{ name: 'Ana Lima', email }] })
  server.answer(searchOrders, [anOrderRow()])
  const { openPalette, enter, steps, page } = await anyPage()
  await openPalette()
  await enter(email)
  await until(() => page.address() === '/orders?search=ana%40example.com')
  await theOne('link', '12-34567')
  expect([steps(), all('link', '12-34567').length]).toEqual([2, 1])
})

it('last month’s profit by channel is read 2 steps from any page', async () => {
  const sums = { quantity: 3, net: 90, knownQuantity: 2, knownNet: 60, cost: 24, profit: 36, unknownFeesNet: 0 }
  const shares = { margin: 0.6, costKnown: 60 / 90 }
  server.answer(profitFigures, ({ params }) => ({
    currency: 'USD',
    startDate: '2026-10-30',
    endDate: '2026-11-28',
    total: { ...sums, ...shares },
    rows: params.by === 'channel' ? [{ name: 'ebay', value: '', ...sums, ...shares }] : [],
  }))
  server.answer(getClient, shop)
  server.answer(unknownCosts, { items: 0, currency: 'USD', rows: [] })
  const { openPalette, enter, steps } = await anyPage()
  await openPalette()
  await enter('profit')
  const table = await theOne('table', 'Profit by channel')
  const cells = [...table.querySelectorAll('tbody td')].map((cell) => text(cell))
  expect(cells.slice(1)).toEqual(['3', '$90.00', '$24.00', '$36.00', '60.0%', '67%'])
  expect(steps()).toBe(2)
})

it('100 products are published to three channels in 6 steps from any page', async () => {
  const on = ['ebay', 'etsy', 'shopify'] as const
  const ready = { unchecked: 0, ready: 100, blocked: 0, asked: 0, listed: 0, refused: 0, dropped: 0 }
  const accounts = on.map((channel, at) => ({ integrationId: at + 3, channel, account: 'Shop' }))
  const run = {
    id: 5,
    state: 'ready' as const,
    products: 100,
    total: 300,
    userName: 'Dana',
    createdAt: '2026-11-23T10:00:00.000Z',
    finishedAt: null,
    accounts: accounts.map((account) => ({ ...account, waits: null, counts: ready })),
    groups: [],
    moreGroups: false,
  }
  const rows = Array.from({ length: 25 }, (_, at) => aProductRow({ id: at + 1, sku: `MUG-${at + 1}` }))
  server.answer(listProducts, { data: rows, items: 100 })
  server.answer(listPublishAccounts, accounts)
  server.answer(beginPublishing, run)
  server.answer(getPublishing, run)
  server.answer(startPublishing, { ...run, state: 'running' })
  await anyPage()
  await press('link', /^Inventory/, await theOne('navigation', 'Main'))
  await press('checkbox', 'Select all rows on this page')
  await press('button', 'Select all 100 that match')
  await press('button', 'List', await theOne('group', 'Selected products'))
  await theOne('field', 'Shopify')
  await press('button', 'Check 100 products', await theOne('dialog', 'List on Channels'))
  await press('button', 'Publish 300 listings')
  await until(() => server.calls(startPublishing).length === 1)
  expect(server.calls(beginPublishing)[0]?.body).toMatchObject({ integrationIds: [3, 4, 5] })
})
