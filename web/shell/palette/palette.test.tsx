// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { listImports } from '#contract/imports.ts'
import { type RoleId, roles } from '#contract/permissions.ts'
import { searchRecords } from '#contract/search.ts'
import { listTemplates } from '#contract/templates.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { type RenderedPage, renderPage } from '../../testing/render-page.tsx'
import { all, nameOf, press, pressKey, says, text, theOne, type, until } from '../../testing/screen.tsx'

const server = fakeServer()
const nothing = { products: [], templates: [], orders: [], customers: [] }
beforeEach(() => {
  server.answer(searchRecords, nothing)
  server.answer(listImports, { data: [], items: 0 })
  server.answer(listTemplates, [])
})

interface Opened {
  page: RenderedPage
  palette: HTMLElement
  /** Names of the rows, from the top. */
  rows: () => string[]
}

/** Opens the palette by its shortcut on a page that reads nothing. */
async function openPalette(roleId: RoleId = roles.admin): Promise<Opened> {
  const page = await renderPage('/no-such-page', { roleId })
  await says('Page not found.')
  pressKey('k', { code: 'KeyK', ctrlKey: true })
  const palette = await theOne('dialog', 'Search or run')
  return { page, palette, rows: () => all('button', /./, palette).map(nameOf) }
}
const typeIn = ({ palette }: Opened, query: string) => type('Search or run', query, palette)
const spoken = ({ palette }: Opened) => text(palette.querySelector('[role="status"]') ?? palette)

it('everyday words find the action that is meant', async () => {
  const opened = await openPalette()
  for (const [query, action] of [
    ['upload', 'Import products from a file'],
    ['csv', 'Import products from a file'],
    ['import', 'Import products from a file'],
    ['refund', 'Refund an order'],
    ['money back', 'Refund an order'],
    ['refnud', 'Refund an order'],
    ['reprint label', 'Print a shipping label'],
    ['sell', 'Create and list'],
    ['mass change', 'Bulk edit products'],
    ['backup', 'Export products'],
    ['oversold', 'Order issues'],
    ['add user', 'Invite someone'],
    ['2fa', 'Set up two-factor authentication'],
    ['revert', 'Undo a change or an import'],
    ['tracking', 'Mark an order shipped'],
    ['dark', 'Switch theme'],
    ['sign out', 'Logout'],
  ] as const) {
    await typeIn(opened, query)
    await until(() => opened.rows()[0]?.startsWith(action))
  }
})

it('an action that needs an open order says so and leads to the orders', async () => {
  const opened = await openPalette()
  await typeIn(opened, 'refund')
  const row = await theOne('button', /^Refund an order/, opened.palette)
  expect(nameOf(row)).toBe('Refund an orderOrders: open an order')
})

it('a guest finds no action that needs a permission of others', async () => {
  const opened = await openPalette(roles.guest)
  await typeIn(opened, 'csv')
  await until(() => opened.rows().length === 3)
  expect(opened.rows().map((row) => row.replace(/(Templates|Inventory|Orders): .*/, ''))).toEqual([
    'Export products',
    'Export orders',
    'Export templates',
  ])
  await typeIn(opened, 'audit log')
  await until(() => opened.rows().length === 0)
  await says('No results.')
})

it('a template called eBay Import comes after the actions that import', async () => {
  server.answer(searchRecords, { ...nothing, templates: [{ id: 3, name: 'eBay Import' }] })
  const opened = await openPalette()
  await typeIn(opened, 'import')
  await until(() => opened.rows().includes('eBay Import'))
  expect(opened.rows().slice(0, 4)).toEqual([
    'Import products from a file',
    'Import existing listings',
    'Import orders',
    'Import templates from a file',
  ])
})

it('Enter right after an everyday word starts the action without waiting for records', async () => {
  server.hold(searchRecords)
  const opened = await openPalette()
  await typeIn(opened, 'upload')
  await until(() => opened.rows()[0] === 'Import products from a file')
  ;(await theOne('field', 'Search or run', opened.palette)).focus()
  pressKey('Enter', { code: 'Enter' })
  await until(() => opened.page.address() === '/inventory/new?method=csv')
})

it('how many rows fit and which of them is selected is announced', async () => {
  const opened = await openPalette()
  await typeIn(opened, 'stock sharing')
  await until(() => spoken(opened) === '2 results. Stock sharing')
  ;(await theOne('field', 'Search or run', opened.palette)).focus()
  pressKey('ArrowDown', { code: 'ArrowDown' })
  await until(() => spoken(opened) === 'Change stock sharing')
  await typeIn(opened, 'qqqq')
  await until(() => spoken(opened) === 'No results')
})

it('Escape closes the palette', async () => {
  const opened = await openPalette()
  ;(await theOne('field', 'Search or run', opened.palette)).focus()
  pressKey('Escape', { code: 'Escape' })
  await until(() => all('dialog', 'Search or run').length === 0)
  await press('button', /^Search or run/)
  await theOne('dialog', 'Search or run')
})
