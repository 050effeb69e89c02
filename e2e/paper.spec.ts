import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { createProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { begun } from './support/begun.ts'
import { shot } from './support/browser.ts'
import { lookHere, settled, turn } from './support/look.ts'
import { compared, printedPicture } from './support/print.ts'
import { until } from './support/wait.ts'

const stage = begun('Paper')
let page: Page
const ids: number[] = []

beforeAll(async () => {
  const { seller } = stage
  const { id: templateId } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Lamps' } } })
  for (const [sku, bin] of [
    ['BRASS', 'A-10'],
    ['COPPER', 'A-9'],
    ['IRON', ''],
    ['TIN', ''],
  ] as const) {
    const product = {
      templateId,
      sku,
      title: `${sku} lamp`,
      price: 20,
      quantity: 50,
      warehouse: 'Main',
      location: 'Hall',
      bin,
    }
    await seller.call(createProduct, { body: { product } })
  }
  const address = {
    name: 'Ana Lima',
    company: 'Lima Ltd',
    line1: '5 Rua Nova',
    city: 'Porto',
    region: 'PT',
    postalCode: '4000',
  }
  for (const [n, skus] of [['BRASS'], ['BRASS', 'COPPER'], ['IRON'], ['BRASS', 'COPPER', 'IRON', 'TIN']].entries()) {
    const order = {
      source: 'Phone',
      externalOrderId: `PAPER-${n}`,
      items: skus.map((sku, at) => ({ sku, itemTitle: `${sku} lamp`, quantity: at + 1, price: 20 })),
      paymentStatus: 'Paid' as const,
      paymentAmount: 20,
      paymentDate: '2026-11-20',
      discountAmount: 1,
      customer: {
        name: 'Ana Lima',
        email: 'ana@example.com',
        shippingAddress: address,
        billingAddress: { ...address, name: 'Office' },
      },
    }
    ids.push((await seller.call(createOrder, { body: { order } })).id)
  }
  page = stage.tab.page
  // Nobody is there to answer the print dialog.
  await page.context().addInitScript(() => {
    window.print = () =>
      document.documentElement.setAttribute(
        'data-prints',
        String(Number(document.documentElement.dataset.prints ?? 0) + 1),
      )
  })
})

const list = async () => {
  await page.goto(`${stage.motto.url}/orders`)
  await settled(page)
}
const choose = (n: number) => page.getByRole('checkbox', { name: `Select PAPER-${n}`, exact: true }).check()
const control = (name: string) =>
  page
    .getByRole('main')
    .locator('a, button')
    .filter({ hasText: new RegExp(`^${name}$`) })
/** Presses what opens a tab, and waits until its print dialog was asked for. */
async function opened(name: string): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), control(name).click()])
  await tab.locator('html[data-prints="1"]').waitFor()
  return tab
}
const cells = (tab: Page, of: string) =>
  tab
    .locator(of)
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.innerText.trim())))

/** Nobody buys ink for a dark page: what is printed is the same picture from both themes, and light. */
async function printedAlike(tab: Page) {
  await turn(tab, 'light')
  const light = await printedPicture(tab)
  await turn(tab, 'dark')
  const { different, light: lightness } = await compared(light, await printedPicture(tab))
  expect([different, lightness > 0.85]).toEqual([0, true])
}

describe('paper for orders that are chosen', () => {
  it('ORD-001 ORD-010..ORD-014 ORD-019..ORD-022 ORD-027 ORD-028 ORD-039 ORD-040 stands in the toolbar, and says what it needs', async () => {
    await list()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Orders')
    const filters = page.getByRole('form', { name: 'Filter orders' })
    for (const label of ['End Date', 'Channels', 'Status', 'SKU'])
      expect(await filters.getByLabel(label, { exact: true }).first().isVisible(), label).toBe(true)
    expect(await filters.getByRole('button', { name: 'Search' }).isEnabled()).toBe(true)
    for (const name of ['Pick List', 'Packing Slip']) {
      expect(await control(name).getAttribute('aria-disabled'), name).toBe('true')
      expect(await control(name).getAttribute('aria-description'), name).toBe('Select orders in the list first')
    }
    // What the ledger marks as work in progress works.
    expect(await control('Export CSV').getAttribute('href')).toMatch(/\/orders\/exportCSV\?/)
    const row = page.getByRole('row').filter({ hasText: 'PAPER-3' })
    expect((await row.innerText()).replaceAll(/\s+/g, ' ')).toContain('BRASS, COPPER, IRON ...and 1 more')
  })

  it('ORD-029..ORD-031 makes at most three slips at once, and says so', async () => {
    for (const n of [0, 1, 2]) await choose(n)
    expect(await control('Packing Slip').getAttribute('aria-disabled')).toBeNull()
    await choose(3)
    await page.getByText('4 selected').waitFor()
    expect(await control('Packing Slip').getAttribute('aria-disabled')).toBe('true')
    await control('Packing Slip').hover()
    await page.getByText('Exceeded maximum number of packing slips to generate at once (3)').waitFor()
    expect(await control('Export CSV').getAttribute('href')).toMatch(/selectedIds=/)
  })

  it('ORD-032..ORD-038 lists what to pick, order by order, or in one walk past the shelves', async () => {
    const tab = await opened('Pick List')
    await tab.getByRole('article', { name: 'Pick List' }).waitFor()
    const sections = await tab
      .locator('article section')
      .evaluateAll((all) => all.map((slip) => slip.querySelector('h3')?.innerText.split(' ')[0]))
    expect(sections.toSorted()).toEqual(['PAPER-0', 'PAPER-1', 'PAPER-2', 'PAPER-3'])
    const ofOne = tab.locator('article section').filter({ hasText: 'PAPER-1' })
    expect(await ofOne.getByRole('columnheader').allInnerTexts()).toEqual([
      'Quantity',
      'Title',
      'SKU',
      'Warehouse',
      'Location',
      'Bin',
    ])
    expect(
      await ofOne
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((td) => td.innerText.trim()))),
    ).toEqual([
      ['1', 'BRASS lamp', 'BRASS', 'Main', 'Hall', 'A-10'],
      ['2', 'COPPER lamp', 'COPPER', 'Main', 'Hall', 'A-9'],
    ])
    expect(await ofOne.getByRole('img', { name: 'Barcode BRASS' }).locator('rect').count()).toBeGreaterThan(10)
    await tab.getByText('By shelf', { exact: true }).click()
    await tab.getByRole('columnheader', { name: 'Orders' }).waitFor()
    const walk = await cells(tab, 'article tbody tr')
    expect(walk.map(([pieces, , sku, , , bin]) => [sku, pieces, bin])).toEqual([
      ['COPPER', '4', 'A-9'],
      ['BRASS', '3', 'A-10'],
      ['IRON', '4', '–'],
      ['TIN', '4', '–'],
    ])
    await lookHere(tab, 'pick-list')
    await printedAlike(tab)
    await tab.close()
  })

  it('ORD-046 ORD-066 prints a slip for each order, one page each, without the shell and without prices', async () => {
    await list()
    await choose(0)
    await choose(1)
    const tab = await opened('Packing Slip')
    const slip = tab.getByRole('article', { name: 'Packing slip of PAPER-1' })
    const text = (await slip.innerText()).replaceAll(/\s+/g, ' ')
    for (const words of ['Ana Lima', '5 Rua Nova', 'Porto, PT 4000', 'PAPER-1', 'COPPER lamp', '3 pieces'])
      expect(text).toContain(words)
    expect(text).not.toContain('$')
    await shot(tab, 'slips')
    await tab.emulateMedia({ media: 'print' })
    expect(await tab.getByRole('complementary').first().isVisible()).toBe(false)
    expect(await tab.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    const printed = async () => (await tab.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect((await printed()).match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2)
    await shot(tab, 'slips-printed')
    await tab.emulateMedia({ media: 'screen' })
    // In points, of which an inch has 72.
    for (const [paper, sheet] of [
      ['A4', /0 0 59[45][.\d]* 84[12]/],
      ['Letter', /0 0 612 792/],
      ['4 × 6 in', /0 0 288 432/],
    ] as const) {
      await tab.getByRole('radiogroup', { name: 'Paper' }).getByText(paper, { exact: true }).click()
      await until(`slips are printed on ${paper}`, async () =>
        sheet.test((await printed()).match(/MediaBox ?\[[^\]]*\]/)?.[0] ?? ''),
      )
    }
    await printedAlike(tab)
    await tab.close()
    await page.goto(`${stage.motto.url}/order/${ids[2]}`)
    await settled(page)
    const own = await opened('Packing Slip')
    await own.getByRole('article', { name: 'Packing slip of PAPER-2' }).waitFor()
    await own.close()
  })
})

describe("an order's page", () => {
  it('ORD-055 ORD-062..ORD-065 ORD-071 ORD-073..ORD-082 ORD-085 ORD-088 tells all of the order', async () => {
    await page.goto(`${stage.motto.url}/order/${ids[1]}`)
    await settled(page)
    const main = page.getByRole('main')
    await main.getByRole('img', { name: 'Manual' }).first().waitFor()
    const chips = await main.locator('[title^="Order"], [title^="Shipping"], [title^="Payment"]').allInnerTexts()
    expect(chips).toEqual(['Open', 'Not Shipped', 'Paid', 'Paid'])
    const headers = (await main.getByRole('columnheader').allInnerTexts()).map((text) => text.toLowerCase())
    expect(headers.filter((text) => ['title', 'quantity', 'price'].includes(text))).toEqual([
      'title',
      'quantity',
      'price',
    ])
    const text = (await main.innerText()).replaceAll(/\s+/g, ' ').replaceAll('−', '-')
    for (const words of [
      'Subtotal $60.00',
      'Discounts -$1.00',
      'Shipping fee $0.00',
      'Tax $0.00',
      'Total $59.00',
      'Amount paid $20.00',
      'Paid Nov 20, 2026',
      'Shipping & Billing',
      'Ship To Ana Lima',
      'Billing To Office',
      'Ana Lima, Lima Ltd, 5 Rua Nova',
    ])
      expect(text).toContain(words)
  })

  it('ORD-093..ORD-107 ORD-119 its shipping dialog has each line of the address and what the parcel measures, and says when it could not be saved', async () => {
    await page.goto(`${stage.motto.url}/order/${ids[1]}?dialog=shipping`)
    const dialog = page.getByRole('dialog', { name: 'Shipping' })
    await dialog.getByText('More: service, size, other parcels and address').click()
    const typed = async (label: string) => dialog.getByLabel(label, { exact: true }).inputValue()
    expect(await typed('Company Name')).toBe('Lima Ltd')
    expect(await typed('E-mail')).toBe('ana@example.com')
    expect(await typed('Address Line 1')).toBe('5 Rua Nova')
    expect([await typed('City'), await typed('State'), await typed('Zip')]).toEqual(['Porto', 'PT', '4000'])
    for (const label of ['Phone', 'Address Line 2', 'Country']) expect(await typed(label)).toBe('')
    for (const [label, value] of [
      ['L', '30'],
      ['W', '20'],
      ['H', 'tall'],
      ['Weight', '1.5'],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value)
    expect([await typed('Size Unit'), await typed('Weight Unit')]).toEqual(['in', 'lb'])
    await shot(page, 'order-parcel-size')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('“tall” is not a number.').waitFor()
    await dialog.getByLabel('H', { exact: true }).fill('10')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Order Shipping Updated').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    const saved = await stage.seller.call(getOrder, { query: { orderId: ids[1] ?? 0 } })
    expect(saved.order.shippingDetails.sizeAndWeight).toEqual({
      length: 30,
      width: 20,
      height: 10,
      sizeUnit: 'in',
      weight: 1.5,
      weightUnit: 'lb',
    })
    await page.goto(`${stage.motto.url}/order/${ids[1]}?dialog=shipping`)
    await dialog.getByText('More: service, size, other parcels and address').click()
    expect(await typed('Weight')).toBe('1.5')
    await dialog.getByLabel('Tracking Number').fill('x'.repeat(201))
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Update failed').waitFor()
    await page.getByText('Failed to update shipping.').waitFor()
  })
})
