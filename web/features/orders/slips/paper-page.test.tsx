// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getSlipSettings, saveSlipSettings } from '#contract/orders/slips.ts'
import { ordersOnPaper } from '#contract/orders/work.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { anOrder, anOrderLine, type Order } from '#web/testing/orders.ts'
import { shop } from '#web/testing/organization.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, theOne, press, says, text, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const print = vi.fn<() => void>()

const line = (sku: string, quantity: number, bin: string) =>
  anOrderLine({
    id: quantity,
    sku,
    itemTitle: `${sku} lamp`,
    quantity,
    product: { title: `${sku} lamp`, images: [], location: 'Hall', warehouse: 'Main', bin, sizeAndWeight: {} },
  })
const address = { name: 'Ana Lima', line1: '5 Rua Nova', city: 'Porto', region: 'PT', postalCode: '4000' }
const order = (id: number, items: Order['items'], over: Partial<Order> = {}) =>
  anOrder({
    id,
    number: `PAPER-${id}`,
    items,
    shippingDetails: { ...anOrder().shippingDetails, shippingAddress: address },
    ...over,
  })

beforeEach(() => {
  vi.stubGlobal('print', print.mockClear())
  server.answer(getClient, shop)
  server.answer(getSlipSettings, { returnAddress: '', logo: '' })
  server.answer(ordersOnPaper, [
    order(1, [line('BRASS', 1, 'A-10')]),
    order(2, [line('BRASS', 1, 'A-10'), line('COPPER', 2, 'A-9')]),
    order(3, [line('IRON', 3, '')]),
  ])
})
const rows = (within: ParentNode) =>
  [...within.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => text(cell)))

describe('the pick list', () => {
  it('ORD-032..ORD-038 lists title, SKU, quantity and place of each item, order by order', async () => {
    await renderPage('/orders/print?kind=pick&orders=1+2+3')
    const list = await theOne('article', 'Pick List')
    expect(server.calls(ordersOnPaper)[0]?.query.ids).toEqual(['1', '2', '3'])
    const sections = [...list.querySelectorAll('section')]
    expect(sections.map((section) => text(section.querySelector('h3') ?? section).split(' ')[0])).toEqual([
      'PAPER-1',
      'PAPER-2',
      'PAPER-3',
    ])
    const second = sections[1] ?? list
    expect([...second.querySelectorAll('th')].map((header) => text(header))).toEqual([
      'Quantity',
      'Title',
      'SKU',
      'Warehouse',
      'Location',
      'Bin',
    ])
    expect(rows(second)).toEqual([
      ['1', 'BRASS lamp', 'BRASS', 'Main', 'Hall', 'A-10'],
      ['2', 'COPPER lamp', 'COPPER', 'Main', 'Hall', 'A-9'],
    ])
    expect((await theOne('image', 'Barcode COPPER', second)).querySelectorAll('rect').length).toBeGreaterThan(10)
  })

  it('By shelf makes one walk of all orders, in the order of the bins', async () => {
    const page = await renderPage('/orders/print?kind=pick&orders=1+2+3')
    await press('radio', 'By shelf')
    await says('PAPER-1 × 1, PAPER-2 × 1')
    expect(page.address()).toContain('by=place')
    expect(rows(await theOne('article', 'Pick List')).map(([pieces, , sku, , , bin]) => [sku, pieces, bin])).toEqual([
      ['COPPER', '2', 'A-9'],
      ['BRASS', '2', 'A-10'],
      ['IRON', '3', '–'],
    ])
  })

  it('orders that are shipped or on hold are left out, and the page says so', async () => {
    server.answer(ordersOnPaper, [
      order(1, [line('BRASS', 1, 'A-10')]),
      order(2, [line('TIN', 1, '')], { state: 'shipped', shipping: 'shipped' }),
      order(3, [line('IRON', 1, '')], { held: true }),
    ])
    await renderPage('/orders/print?kind=pick&orders=1+2+3')
    const list = await theOne('article', 'Pick List')
    expect(list.querySelectorAll('section')).toHaveLength(1)
    await says('1 order on hold not included.')
    await says('1 order not included because it’s shipped or cancelled.')
  })

  it('no orders, or a failure, is said instead of a sheet', async () => {
    await renderPage('/orders/print?kind=pick')
    await says('Select orders in the list first.')
    server.fail(ordersOnPaper, 'internal')
    await renderPage('/orders/print?kind=pick&orders=1')
    await theOne('button', 'Try again')
    expect(print).not.toHaveBeenCalled()
  })
})

describe('packing slips', () => {
  it('show the return address below the sender, and the settings change it', async () => {
    let saved = { returnAddress: '9 Pier Rd\nHarbor', logo: '' }
    server.answer(getSlipSettings, () => saved)
    server.answer(saveSlipSettings, ({ body }) => (saved = body as typeof saved))
    await renderPage('/orders/print?kind=slips&orders=1')
    await says('9 Pier Rd')
    await press('button', 'Slip settings')
    await type('Return address', '1 Rose St')
    await press('button', 'Save slip settings')
    await until(() => server.calls(saveSlipSettings).length === 1)
    expect(server.calls(saveSlipSettings)[0]?.body).toEqual({ returnAddress: '1 Rose St', logo: '' })
  })

  it('ORD-046 each order has a slip with its number, day, address and items, and no price', async () => {
    await renderPage('/orders/print?kind=slips&orders=1+2+3')
    const slip = await theOne('article', 'Packing slip of PAPER-2')
    for (const words of [
      'PAPER-2',
      'Nov 20, 2026',
      'Ana Lima',
      '5 Rua Nova',
      'Porto, PT 4000',
      'COPPER lamp',
      '3 items',
    ])
      expect(text(slip)).toContain(words)
    expect(text(slip)).not.toContain('$')
    await theOne('image', 'Barcode PAPER-2', slip)
    expect(all('article', /^Packing slip of/)).toHaveLength(3)
    await until(() => print.mock.calls.length === 1)
  })

  it('the paper is chosen in the address, and Print prints once more', async () => {
    const page = await renderPage('/orders/print?kind=slips&orders=1')
    await theOne('article', 'Packing slip of PAPER-1')
    await until(() => print.mock.calls.length === 1)
    await press('radio', '4 × 6 in')
    await until(() => page.address().includes('paper=label'))
    await press('button', 'Print')
    expect(print).toHaveBeenCalledTimes(2)
  })
})
