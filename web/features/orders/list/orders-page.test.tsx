// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { importOrders, searchOrders } from '#contract/orders/orders.ts'
import { listMeanings, listUnsettled } from '#contract/orders/settling.ts'
import { roles } from '#contract/permissions.ts'
import { allSkus } from '#contract/products/products.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { anOrderRow } from '#web/testing/orders.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, theOne, press, says, text, type, until, valueOf } from '#web/testing/screen.tsx'
import { start } from '#web/testing/shell-answers.ts'

const server = fakeServer()
const four = [1, 2, 3, 4].map((n) => anOrderRow({ id: n, number: `N-${n}` }))

beforeEach(() => server.answer(searchOrders, four))

const open = async (address = '/orders') => {
  const page = await renderPage(address)
  await says('N-1')
  return page
}
const query = () => server.calls(searchOrders).at(-1)?.query
/** Opens the menu of a filter. */
const filterBy = async (name: RegExp) => press('button', name, await theOne('search', 'Filter orders'))

describe('the list of orders', () => {
  it('ORD-001 ORD-009..ORD-014 it has its title, its filters and Search', async () => {
    const page = await open()
    await theOne('heading', 'Orders')
    const bar = await theOne('search', 'Filter orders')
    for (const name of ['Channels', 'Status', 'Ship by', 'Work', 'SKU']) await theOne('button', name, bar)
    await filterBy(/^Date/)
    const form = await theOne('form', 'Filter by date')
    await type('Start Date', '2026-10-01', form)
    await type('End Date', '2026-10-31', form)
    await press('button', 'Search', form)
    await until(() => query()?.startDate === '2026-10-01' && query()?.endDate === '2026-10-31')
    await theOne('button', 'Date Oct 1 to Oct 31', bar)
    await filterBy(/^Status/)
    expect(all('choice').map((choice) => text(choice))).toEqual(['Any status', 'Completed', 'Pending'])
    await press('choice', 'Completed')
    await until(() => query()?.statuses?.[0] === 'Completed')
    expect(page.address()).toContain('statuses=Completed')
    await press('button', 'Remove filter Status')
    await until(() => !page.address().includes('statuses'))
    await press('button', 'Clear', bar)
    await until(() => page.address() === '/orders')
  })

  it('ORD-013 the SKU filter suggests the SKUs of the inventory', async () => {
    server.answer(allSkus, ['LAMP-1', 'TEE-1'])
    await open()
    await filterBy(/^SKU/)
    const form = await theOne('form', 'Filter by SKU')
    await press('field', 'SKU', form)
    await press('option', 'LAMP-1')
    await press('button', 'Search', form)
    await until(() => query()?.skus?.[0] === 'LAMP-1')
    await theOne('button', 'SKU LAMP-1')
  })

  it('ORD-011 the channel filter offers each account of a channel that has several', async () => {
    server.answer(listAccounts, [
      { id: 5, channel: 'shopify', account: 'first.example', authenticated: true },
      { id: 6, channel: 'shopify', account: 'second.example', authenticated: true },
    ])
    server.answer(searchOrders, [anOrderRow({ number: 'N-1', channel: 'shopify', integrationId: 6 })])
    await open()
    const row = await theOne('row', /N-1/)
    expect(text(row)).toContain('second.example')
    await filterBy(/^Channels/)
    await press('choice', 'Shopify: second.example')
    await until(() => query()?.integrationIds?.[0] === '6')
    // The menu stays open for the next one.
    await press('choice', 'eBay')
    await until(() => query()?.channels?.[0] === 'ebay')
  })

  it('ORD-003..ORD-008 a quick range asks for its days at once', async () => {
    await open()
    await filterBy(/^Date/)
    for (const [range, startDate] of [
      ['1 Year', '2025-11-29'],
      ['6 Months', '2026-06-02'],
      ['3 Months', '2026-08-31'],
      ['1 Week', '2026-11-22'],
      ['1 Day', '2026-11-28'],
    ] as const) {
      await press('radio', range)
      await until(() => query()?.startDate === startDate)
    }
    await theOne('button', 'Date 1 Day (since Nov 28)')
  })

  it('ORD-015..ORD-018 ORD-355 each tab asks for its orders', async () => {
    const page = await open()
    const tabs = await theOne('navigation', 'Orders by state')
    expect(all('link', /./, tabs).map((tab) => text(tab))).toEqual([
      'All',
      'Open',
      'Ready to Ship',
      'Completed',
      'Needs attention',
    ])
    for (const [name, tab] of [
      ['Open', 'open'],
      ['Ready to Ship', 'readyToShip'],
      ['Completed', 'completed'],
    ] as const) {
      await press('link', name, await theOne('navigation', 'Orders by state'))
      await until(() => query()?.tab === tab)
      expect(page.address()).toBe(`/orders?tab=${tab}`)
    }
  })

  it('orders that need attention have a tab, of all time, and an empty one says what would stand there', async () => {
    const page = await open()
    await press('link', 'Needs attention', await theOne('navigation', 'Orders by state'))
    await until(() => query()?.tab === 'attention' && query()?.startDate === undefined)
    expect(page.address()).toBe('/orders?tab=attention')
    server.answer(searchOrders, [])
    await renderPage('/orders?tab=attention')
    await says('No orders need attention')
    expect((await theOne('link', 'Show open orders')).getAttribute('href')).toBe('/orders?tab=open')
  })

  it('Pack says how many orders are ready, or are selected', async () => {
    server.answer(getStart, { ...start, packableOrders: 7 })
    await open()
    expect((await theOne('link', 'Pack 7')).getAttribute('href')).toBe('/orders/pack')
    await press('checkbox', 'Select N-2')
    await press('checkbox', 'Select N-3')
    await until(() => all('link', 'Pack 2').length > 0)
    server.answer(getStart, { ...start, packableOrders: 1000 })
    await open()
    await theOne('link', 'Pack 1,000+')
  })

  it('ORD-044 the columns are those of the ledger, and a row leads to its order', async () => {
    const page = await open()
    expect([...document.querySelectorAll('th')].map((header) => text(header)).filter(Boolean)).toEqual([
      'Channel',
      'Order',
      'Date',
      'Ship by',
      'Customer',
      'SKUs',
      'Items',
      'Total',
      'State',
    ])
    expect((await theOne('link', 'N-1')).getAttribute('href')).toBe('/order/1')
    expect(page.address()).toBe('/orders')
  })

  it('an order has one state in the list, and its channel’s own words on asking', async () => {
    server.answer(searchOrders, [anOrderRow({ number: 'N-1' })])
    await open()
    const cells = (await theOne('row', /N-1/)).querySelectorAll('td:last-child [data-tone]')
    const state = [...cells]
    expect(state.map((chip) => [text(chip), chip.getAttribute('title')])).toEqual([
      ['Ready to ship', 'eBay: Not started, Paid'],
    ])
  })

  it('the list can be sorted by the ship-by date, and narrowed to a day', async () => {
    const shipBy = '2020-11-20T12:00:00.000Z'
    server.answer(searchOrders, [anOrderRow({ number: 'N-1', shipBy })])
    const page = await open()
    expect(text(await theOne('row', /N-1/))).toContain('Late, Nov 20, 2020')
    await press('button', 'Ship by', document.querySelector('table') ?? document.body)
    await until(() => query()?.sort === 'shipBy')
    expect(page.address()).toBe('/orders?sort=shipBy')
    await filterBy(/^Ship by/)
    await press('choice', 'Late')
    await until(() => query()?.due === 'late' && query()?.startDate === undefined)
  })

  it('a partly shipped order says in the list how many units are still to ship', async () => {
    server.answer(searchOrders, [anOrderRow({ number: 'N-1', shipping: 'partly', totalQuantity: 3, toShip: 1 })])
    await open()
    expect(text(await theOne('row', /N-1/))).toContain('1 to ship')
  })

  it('ORD-039 ORD-040 a row names three SKUs, and counts the others', async () => {
    server.answer(searchOrders, [anOrderRow({ number: 'N-1', skus: ['BRASS', 'COPPER', 'IRON', 'TIN'] })])
    await open()
    expect(text(await theOne('row', /N-1/))).toContain('BRASS, COPPER, IRON ...and 1 more')
  })

  it('ORD-027..ORD-031 paper needs selected orders, and slips at most three', async () => {
    await open()
    for (const name of ['Pick List', 'Packing Slip']) {
      const button = await theOne('button', name)
      expect(button.getAttribute('aria-disabled'), name).toBe('true')
      expect(button.getAttribute('aria-description'), name).toBe('Select orders in the list first')
    }
    for (const n of [1, 2, 3]) await press('checkbox', `Select N-${n}`)
    expect((await theOne('link', 'Packing Slip')).getAttribute('href')).toBe('/orders/print?kind=slips&orders=1+2+3')
    await press('checkbox', 'Select N-4')
    const slips = await theOne('button', 'Packing Slip')
    expect(slips.getAttribute('aria-disabled')).toBe('true')
    expect(slips.getAttribute('aria-description')).toBe(
      'Exceeded maximum number of packing slips to generate at once (3)',
    )
    expect((await theOne('link', 'Pick List')).getAttribute('href')).toBe('/orders/print?kind=pick&orders=1+2+3+4')
  })

  it('ORD-019 ORD-020 the toolbar has paper and files, of the selected orders or of all', async () => {
    await open()
    for (const name of ['Pick List', 'Packing Slip']) await theOne('button', name)
    expect((await theOne('link', 'Export CSV')).getAttribute('href')).toMatch(/\/orders\/exportCSV\?(?!.*selectedIds)/)
    await press('checkbox', 'Select N-2')
    await until(() => all('link', 'Export CSV')[0]?.getAttribute('href')?.includes('selectedIds=2'))
  })

  it('ORD-023..ORD-026 the Import Orders dialog looks for the orders of one account', async () => {
    server.answer(importOrders, { imported: 2, updated: 0 })
    await open()
    await press('button', 'Import')
    const dialog = await theOne('dialog', 'Import Orders')
    expect(await valueOf('Channel', dialog)).toMatch(/^eBay/)
    await press('button', 'Import', dialog)
    await says('Imported Orders')
    expect(server.calls(importOrders)).toMatchObject([{ params: { channel: 'ebay' }, body: { integrationId: 5 } }])
    await until(() => all('dialog').length === 0)
  })

  it('a page that does not exist leads to the first one', async () => {
    server.answer(searchOrders, ({ query: { page } }) => (page > 0 ? [] : four))
    const page = await open('/orders?page=99&search=N')
    await until(() => page.address() === '/orders?search=N')
  })

  it('an empty list says why, and a failed one offers another try', async () => {
    server.answer(searchOrders, [])
    await renderPage('/orders')
    await says('No orders in the last 30 days')
    await renderPage('/orders?tab=completed')
    await says('No orders found')
    await theOne('button', 'Clear filters')
    server.fail(searchOrders, 'internal')
    await renderPage('/orders')
    await says('Something went wrong in Motto. Nothing was saved. Try again.')
    server.answer(searchOrders, four)
    await press('button', 'Try again')
    await says('N-1')
  })

  it('orders with problems are counted in a link that leads to them', async () => {
    server.answer(getStart, { ...start, oversoldOrders: 2, unknownOrders: 1 })
    await open()
    expect((await theOne('link', 'Resolve 3 orders')).getAttribute('href')).toBe('/orders/issues')
  })

  it('the older address of the order issues leads to them', async () => {
    server.answer(listUnsettled, { data: [], items: 0, short: 0, unknown: 0 })
    server.answer(listMeanings, [])
    const page = await renderPage('/orders/settle?kind=unknown')
    await theOne('heading', 'Order issues')
    expect(page.address()).toBe('/orders/issues?kind=unknown')
  })

  it('a guest gets no buttons that change something', async () => {
    await renderPage('/orders', { roleId: roles.guest })
    await says('N-1')
    await theOne('link', 'Export CSV')
    for (const name of ['Import', 'New Order', 'Pack'])
      expect([...all('button', name), ...all('link', name)], name).toEqual([])
  })
})
