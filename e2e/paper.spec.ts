import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { ordersToPack, packPieces } from '#contract/orders/packing.ts'
import { createProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { begun } from './support/begun.ts'
import { shot } from './support/browser.ts'
import { lookHere, settled, turn } from './support/look.ts'
import { orderWizard } from './support/order-wizard.ts'
import { compared, printedPicture } from './support/print.ts'
import { until } from './support/wait.ts'

const stage = begun('Paper')
let page: Page
const ids: number[] = []
const { seeText } = orderWizard(() => page)

beforeAll(async () => {
  const { seller } = stage
  const { id: templateId } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Lamps' } } })
  for (const [sku, bin, barcode] of [
    ['BRASS', 'A-10', ''],
    ['COPPER', 'F-01', '036000291452'],
    ['IRON', 'F-02', ''],
    ['TIN', 'F-03', ''],
  ] as const) {
    const product = { templateId, sku, title: `${sku} lamp`, price: 20, quantity: 50, bin, barcode }
    await seller.call(createProduct, { body: { product } })
  }
  const shippingAddress = { name: 'Ana Lima', line1: '5 Rua Nova', city: 'Porto', region: 'PT', postalCode: '4000' }
  for (const [n, lines] of [
    [
      ['COPPER', 2],
      ['BRASS', 1],
    ],
    [['IRON', 1]],
  ].entries()) {
    const order = {
      source: 'Phone',
      externalOrderId: `BOX-${n + 1}`,
      items: lines.map(([sku, quantity]) => ({ sku: `${sku}`, quantity, price: 20, itemTitle: `${sku} lamp` })),
      customer: { name: 'Ana Lima', shippingAddress },
    }
    ids.push((await seller.call(createOrder, { body: { order } })).id)
  }
  page = stage.tab.page
  await page.context().addInitScript(() => {
    // Nobody is there to answer the print dialog.
    window.print = () => document.documentElement.setAttribute('data-prints', '1')
    const tones: number[] = []
    Object.assign(window, { tones })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      tones.push(this.frequency.value)
      return start.apply(this, when)
    }
  })
})

const pagesIn = (pdf: string) => pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length

/** Clicks what opens a tab, and waits until its print dialog was asked for. */
async function openPaper(name: string): Promise<Page> {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('main').getByRole('link', { name, exact: true }).click(),
  ])
  await tab.locator('html[data-prints="1"]').waitFor()
  return tab
}

/** Nobody buys ink for a dark page: what is printed is the same picture from both themes, and light. */
async function expectSamePrint(tab: Page) {
  await turn(tab, 'light')
  const light = await printedPicture(tab)
  await turn(tab, 'dark')
  const { different, light: lightness } = await compared(light, await printedPicture(tab))
  expect([different, lightness > 0.85]).toEqual([0, true])
}

it('ORD-032 ORD-046 ORD-066 a pick list and slips print one page for each order, without the shell, on the chosen paper, the same from both themes', async () => {
  await page.goto(`${stage.motto.url}/orders?search=BOX`)
  await settled(page)
  for (const n of [1, 2]) await page.getByRole('checkbox', { name: `Select BOX-${n}`, exact: true }).check()
  const list = await openPaper('Pick List')
  await lookHere(list, 'pick-list')
  await expectSamePrint(list)
  await list.close()
  const tab = await openPaper('Packing Slip')
  await shot(tab, 'slips')
  await tab.emulateMedia({ media: 'print' })
  expect(await tab.getByRole('complementary').first().isVisible()).toBe(false)
  expect(await tab.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  const printed = async () => (await tab.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pagesIn(await printed())).toBe(2)
  await tab.emulateMedia({ media: 'screen' })
  // In points, of which an inch has 72.
  for (const [paper, sheet] of [
    ['A4', /0 0 59[45][.\d]* 84[12]/],
    ['Letter', /0 0 612 792/],
    ['4 × 6 in', /0 0 288 432/],
    ['A6', /0 0 29[78][.\d]* 4(19|20)[.\d]*/],
  ] as const) {
    await tab.getByRole('radiogroup', { name: 'Paper' }).getByText(paper, { exact: true }).click()
    await until(`each slip is printed on one page of ${paper}`, async () => {
      const pdf = await printed()
      return sheet.test(pdf.match(/MediaBox ?\[[^\]]*\]/)?.[0] ?? '') && pagesIn(pdf) === 2
    })
  }
  await expectSamePrint(tab)
  await tab.close()
}, 120_000)

it('slips of 1, 12 and 60 lines take as many pages as they need on each paper, none of them blank', async () => {
  const tab = await page.context().newPage()
  const skus = ['BRASS', 'COPPER', 'IRON', 'TIN']
  const counts: Record<string, (number | undefined)[]> = {}
  for (const length of [1, 12, 60]) {
    const order = {
      source: 'Phone',
      externalOrderId: `LONG-${length}`,
      items: Array.from({ length }, (_, n) => ({
        sku: skus[n % 4] ?? '',
        quantity: 1,
        price: 20,
        itemTitle: `Lamp ${n}`,
      })),
    }
    const { id } = await stage.seller.call(createOrder, { body: { order } })
    for (const paper of ['a4', 'letter', 'label', 'a6']) {
      await tab.goto(`${stage.motto.url}/orders/print?kind=slips&orders=${id}&paper=${paper}`)
      await tab.locator('html[data-prints="1"]').waitFor()
      const pdf = (await tab.pdf({ preferCSSPageSize: true })).toString('latin1')
      counts[paper] = [...(counts[paper] ?? []), pagesIn(pdf)]
    }
  }
  expect(counts).toEqual({ a4: [1, 1, 4], letter: [1, 1, 4], label: [1, 2, 8], a6: [1, 2, 8] })
  await tab.close()
}, 120_000)

it('the packing desk takes fast keys wherever the focus is, accepts right units and refuses wrong ones, to eye and ear', async () => {
  const scan = async (code: string) => {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  const tones = () => page.evaluate(() => (window as unknown as { tones: number[] }).tones)
  const count = (sku: string) => page.getByRole('listitem').filter({ hasText: sku })
  const read = async (n: number) => (await stage.seller.call(getOrder, { query: { orderId: ids[n] ?? 0 } })).order
  await page.getByRole('link', { name: /^Pack( [\d,]+\+?)?$/ }).click()
  await page.getByRole('navigation', { name: 'Orders to pack' }).getByText('BOX-1').click()
  await page.getByRole('heading', { name: 'BOX-1' }).waitFor()
  // Whoever takes the first piece chooses the order by it.
  await scan('IRON')
  await seeText('This item belongs to BOX-2')
  await scan('copper')
  await seeText('Packed: COPPER lamp, 1 of 2')
  await scan('IRON')
  await seeText('Keep it: BOX-2 needs it')
  await scan('TIN')
  await seeText('Wrong item. It isn’t in this order')
  await page.getByRole('status').getByText('Put it back in F-03 Needed: COPPER').waitFor()
  await lookHere(page, 'packing')
  await scan('036000291452')
  await seeText('Packed: COPPER lamp, 2 of 2')
  await scan('COPPER')
  await seeText('One too many. All 2 are already packed')
  await scan('041771659204')
  await seeText('Unknown code')
  expect(new Set(await tones())).toEqual(new Set([240, 180, 880, 140]))
  // What is packed survives a reload, and what a colleague packs appears.
  await page.reload()
  await count('COPPER').getByText('2 of 2').waitFor()
  const lines = (await stage.seller.call(ordersToPack, { query: { ids: [String(ids[0])] } }))[0]?.lines ?? []
  const brass = lines.find(({ sku }) => sku === 'BRASS')?.id ?? 0
  await stage.seller.call(packPieces, { body: { orderId: ids[0] ?? 0, itemId: brass, by: 1 } })
  await page.getByText('Everything is packed').waitFor()
  // By keys alone: one out again, and in.
  await page.getByRole('textbox', { name: /^Scan or type/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Backspace')
  await count('BRASS').getByText('0 of 1').waitFor()
  await page.keyboard.press(' ')
  await seeText('All 3 items packed. Scan the label')
  await scan('LABEL-7')
  await page.getByRole('status').getByText('any known tracking number format').waitFor()
  await page.keyboard.press('Backspace')
  await seeText('Label removed')
  await scan('1Z999AA10123456784')
  await seeText('Tracking number 1Z999AA10123456784, UPS')
  // The first Enter may come so soon that it passes for the scanner's own.
  await until('BOX-1 leaves', async () => {
    await page.keyboard.press('Enter')
    return (await read(0)).state === 'shipped'
  })
  await page.getByRole('heading', { name: 'BOX-2' }).waitFor()
  expect((await read(0)).shippingDetails.trackingNumber).toBe('1Z999AA10123456784')
  // A scan while a button has the focus is a scan.
  await page.getByRole('button', { name: 'Sound on' }).click()
  await page.getByRole('button', { name: 'Sound off' }).focus()
  const before = (await tones()).length
  await scan('IRON')
  await seeText('Item packed. Scan the label')
  expect(await tones()).toHaveLength(before)
  await page.keyboard.press('Control+Enter')
  await seeText('No tracking number')
  await page.keyboard.press('Control+Enter')
  await seeText('BOX-2 shipped')
  expect((await read(1)).state).toBe('shipped')
}, 120_000)
