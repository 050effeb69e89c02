import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Remote, pressConsent, remote } from '#channels/testing/conformance/stage.ts'
import { createIntegration, exchangeCode, oauthUrl } from '#contract/integrations/integrations.ts'
import { listSlips, slipsFile } from '#contract/orders/slips.ts'
import { getOrder, importOrders, searchOrders, updateShipping } from '#contract/orders/orders.ts'
import { createProduct, getProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { openBrowser, reopen, shot, type Tab } from './support/browser.ts'
import { type Hands, handsOn } from './support/hands.ts'
import { settled, turn } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { colleague, signedIn } from './support/person.ts'
import { compared, printedPicture } from './support/print.ts'
import { ownMotto } from './support/running.ts'
import { Seller } from './support/seller.ts'
import { until } from './support/wait.ts'

/*
 * A morning's work: forty orders of five channels from the list to the door, and what goes wrong on the way. All of it by keyboard; no
 * mouse is touched in this file.
 */
const channels = ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square'] as const
type Sold = (typeof channels)[number]
const EACH = 8
/** So many are packed by scanning; by then both themes and both widths were looked at. */
const SCANNED = 8
const STOCK = 200

let motto: Motto
let browser: Browser
let seller: Seller
let organization: number
let tab: Tab
let remotes: Record<Sold, Remote>
const products: Record<string, number> = {}
/** What the channels call what was bought. */
const bought: string[] = []

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  organization = await seller.begin('Morning')
  for (const channel of channels) {
    await seller.call(createIntegration, { body: { name: channel } })
    const consent = await pressConsent(await seller.call(oauthUrl, { params: { channel }, query: {} }))
    const query = consent.state ? {} : { confirmed: 'yes' as const }
    await seller.call(exchangeCode, { params: { channel }, query, body: consent })
  }
  remotes = Object.fromEntries(
    channels.map((channel) => [channel, remote(motto.sandboxUrl, channel)]),
  ) as typeof remotes
  const { id: templateId } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Home' } } })
  for (const [sku, bin] of [
    ['MUG', 'A-1'],
    ['LAMP', 'B-2'],
  ] as const) {
    const product = { templateId, sku, title: `A ${sku.toLowerCase()}`, price: 20, quantity: STOCK, bin }
    products[sku] = (await seller.call(createProduct, { body: { product } })).id
  }
  const item = (sku: string) => ({ sku, title: `A ${sku.toLowerCase()}`, price: 20, quantity: STOCK })
  await Promise.all(channels.map((channel) => remotes[channel].addItems([item('MUG'), item('LAMP')])))
  for (let n = 0; n < EACH; n += 1)
    for (const channel of channels) {
      const lines = [{ sku: 'MUG', quantity: 1 }, ...(n === 0 ? [{ sku: 'LAMP', quantity: 2 }] : [])]
      bought.push((await remotes[channel].purchase({ lines, payment: 'paid' })).externalOrderId)
    }
  // At once, not at each channel's pace: Etsy does not call, and is looked at four times a minute.
  await until(
    'forty orders are here',
    async () => {
      await Promise.all(channels.map((channel) => seller.call(importOrders, { params: { channel } })))
      return (await orders()).length === bought.length
    },
    90_000,
  )
  tab = await signedIn(browser, motto, seller)
  await tab.context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const orders = (search?: string) =>
  seller.call(searchOrders, { query: { pageSize: 100, ...(search && { search: [search] }) } })
const stock = async (sku: string) => {
  const { onHand, quantity } = await seller.call(getProduct, { params: { id: products[sku] ?? 0 } })
  return { onHand, available: quantity }
}
/** The list holds it once its channel has told of it. */
const arrived = (externalOrderId: string) =>
  until(
    `${externalOrderId} is here`,
    async () => (await orders(externalOrderId)).find((order) => order.externalOrderId === externalOrderId),
    60_000,
  )
const numberOf = (n: number) => `1Z${String(n).padStart(16, '0')}`
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const seeText = (page: Page, words: string | RegExp) =>
  page
    .getByText(words, { exact: typeof words === 'string' })
    .first()
    .waitFor()
/** What a scanner does, wherever the focus is. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
/** Presses what opens a tab of its own, and waits until its print dialog was asked for. */
async function opened(page: Page, hands: Hands, name: string): Promise<Page> {
  const coming = page.context().waitForEvent('page')
  await hands.press(page.locator('main').locator('a').filter({ hasText: name }))
  const fresh = await coming
  await fresh.locator('html[data-printed]').waitFor()
  return fresh
}
/** Prints the same light picture from both themes. */
async function printedAlike(page: Page, name: string) {
  await turn(page, 'light')
  const light = await printedPicture(page)
  await turn(page, 'dark')
  await shot(page, `${name}-dark`)
  const { different, light: lightness } = await compared(light, await printedPicture(page))
  expect([different, lightness > 0.85]).toEqual([0, true])
  await turn(page, 'light')
}
/** An entry of a menu: arrow keys lead there. */
async function item(page: Page, hands: Hands, name: RegExp, menu = 'Actions') {
  await hands.press(button(page, menu))
  const menuItem = page.getByRole('menuitem', { name })
  await menuItem.waitFor()
  await until(`the arrow keys reach ${name}`, async () => {
    await page.keyboard.press('ArrowDown')
    return menuItem.evaluate((element) => element === document.activeElement)
  })
  await page.keyboard.press('Enter')
}
const heading = async (page: Page) => (await page.locator('h2.mono').innerText()).trim()

describe('a morning with the keyboard alone', () => {
  let desk: Page

  it('forty orders are chosen over two pages, picked from one list, and have a slip each', async () => {
    const { page } = tab
    const hands = handsOn(page)
    await page.goto(`${motto.url}/orders`)
    await settled(page)
    await hands.press(page.getByRole('checkbox', { name: 'Select all rows on this page' }), ' ')
    await hands.press(button(page, 'Next page'))
    await page.getByText('26–40').waitFor()
    await settled(page)
    await hands.settle()
    await hands.press(page.getByRole('checkbox', { name: 'Select all rows on this page' }), ' ')
    await seeText(page, /40 selected/)
    await item(page, hands, /^Print All$/, 'More actions')
    await hands.press(button(page, 'Create PDF'))
    const [made] = await until(
      'one document holds all slips',
      async () => {
        const slips = await seller.call(listSlips)
        return slips[0]?.state === 'ready' ? slips : undefined
      },
      60_000,
    )
    expect(made?.slips).toBe(40)
    const file = await seller.request(slipsFile.path.replace('{id}', String(made?.id)))
    const pdf = Buffer.from(await file.arrayBuffer()).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(40)
    await page.getByRole('link', { name: /^Download/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await hands.focused(button(page, 'More actions'))
    desk = await opened(page, hands, 'Pick List')
    const there = handsOn(desk)
    // Its radio buttons are not to be seen, but have the focus.
    await until('Tab reaches the grouping', async () => {
      await desk.keyboard.press('Tab')
      return desk.evaluate(() => document.activeElement?.closest('[role="radiogroup"]')?.ariaLabel === 'Group by')
    })
    await desk.keyboard.press('ArrowRight')
    await desk.getByRole('columnheader', { name: 'Orders' }).waitFor()
    await until('the units of each product', async () => {
      const rows = await desk.locator('article tbody tr').allInnerTexts()
      return rows.map((row) => row.split(/\s+/).slice(0, 3).join(' ')).join() === '40 A mug,10 A lamp'
    })
    await settled(desk)
    await printedAlike(desk, 'forty-picks')
    await there.press(desk.getByRole('link', { name: /^Pack( [\d,]+\+?)?$/ }))
    await desk.getByRole('navigation', { name: 'Orders to pack' }).waitFor()
  }, 120_000)

  it('they are packed by scanning, two wrong units refused, in both themes and at 390 px, and ship one by one; a colleague ships the rest', async () => {
    const left = new Set(await desk.getByRole('navigation', { name: 'Orders to pack' }).locator('b').allInnerTexts())
    expect(left.size).toBe(40)
    for (let n = 0; n < SCANNED; n += 1) {
      if (n === 2) await desk.setViewportSize({ width: 390, height: 844 })
      if (n === 4) await turn(desk, 'dark')
      if (n === 6) await desk.setViewportSize({ width: 1440, height: 900 })
      const name = await until('the next order is shown', async () => {
        const shown = await heading(desk)
        return left.has(shown) ? shown : undefined
      })
      const lines = desk.getByRole('list', { name: 'Lines to pack' }).getByRole('listitem')
      await lines.first().waitFor()
      const hasLamps = (await lines.count()) === 2
      if (hasLamps) {
        await scan(desk, 'LAMP')
        await seeText(desk, 'Packed: A lamp, 1 of 2')
        await scan(desk, 'lamp')
        await seeText(desk, 'Packed: A lamp, 2 of 2')
      }
      if (n === 3 || n === 5) {
        await scan(desk, hasLamps ? 'LAMP' : 'NOT-OURS')
        await seeText(desk, hasLamps ? /^One too many/ : 'Unknown code')
        await shot(desk, `forty-wrong-${n}`)
      }
      await scan(desk, 'MUG')
      await seeText(desk, hasLamps ? 'All 3 items packed. Scan the label' : 'Item packed. Scan the label')
      await scan(desk, numberOf(n))
      // Whose label it is may be said by the service that the buyer chose.
      await seeText(desk, new RegExp(`^Tracking number ${numberOf(n)}`))
      if (n % 4 === 0) await shot(desk, `forty-packed-${n}`)
      // An Enter that comes with the label is its scanner's own.
      await until(`${name} leaves`, async () => {
        await desk.keyboard.press('Enter')
        const shipped = await desk.locator('nav button[data-state="shipped"] b').allTextContents()
        return shipped.includes(name)
      })
      left.delete(name)
    }
    for (const [n, row] of (await orders()).filter(({ state }) => state === 'open').entries())
      await seller.call(updateShipping, {
        body: { orderId: row.id, channel: row.channel, action: 'ship', trackingNumber: numberOf(SCANNED + n) },
      })
    await seeText(desk, '40 of 40 shipped')
  }, 300_000)

  it('each channel was told of each parcel once, and the stock is what is left', async () => {
    interface Heard {
      method: string
      status: number | null
      body: string
    }
    const numbers = Array.from({ length: 40 }, (_, n) => numberOf(n))
    const shippedQuantities = async () => {
      const heard = (await Promise.all(channels.map((channel) => remotes[channel].calls()))).flat() as Heard[]
      const writes = heard.filter(({ method, status }) => method !== 'GET' && status !== null && status < 300)
      return numbers.map((number) => writes.filter(({ body }) => body.includes(number)).length)
    }
    await until('all are told', async () => (await shippedQuantities()).every((times) => times > 0), 60_000)
    expect(await shippedQuantities()).toEqual(numbers.map(() => 1))
    expect(await stock('MUG')).toEqual({ onHand: STOCK - 40, available: STOCK - 40 })
    expect(await stock('LAMP')).toEqual({ onHand: STOCK - 10, available: STOCK - 10 })
  }, 90_000)

  it('two people pack one order: each sees what the other puts in, and it leaves once', async () => {
    const { externalOrderId } = await remotes.shopify.purchase({
      lines: [{ sku: 'MUG', quantity: 2 }],
      payment: 'paid',
    })
    const { id } = await arrived(externalOrderId)
    const kim = await signedIn(browser, motto, await colleague(motto, seller, { clientId: organization, userRole: 4 }))
    const [mine, theirs] = [desk, kim.page]
    for (const page of [mine, theirs]) {
      await page.goto(`${motto.url}/orders/pack?orders=${id}`)
      await settled(page)
      await page.getByText('0 of 2', { exact: true }).first().waitFor()
    }
    await scan(theirs, 'MUG')
    await seeText(theirs, 'Packed: A mug, 1 of 2')
    await mine.getByRole('listitem').getByText('1 of 2', { exact: true }).waitFor()
    await scan(mine, 'MUG')
    await seeText(mine, 'All 2 items packed. Scan the label')
    await theirs.getByRole('listitem').getByText('2 of 2', { exact: true }).waitFor()
    for (const [page, number] of [
      [mine, numberOf(101)],
      [theirs, numberOf(102)],
    ] as const) {
      await scan(page, number)
      await seeText(page, new RegExp(`^Tracking number ${number}`))
    }
    await until('it has left', async () => {
      await Promise.all([mine, theirs].map((page) => page.keyboard.press('Enter')))
      return (await orders(externalOrderId))[0]?.state === 'shipped'
    })
    for (const page of [mine, theirs]) await seeText(page, 'This order was shipped.')
    const calls = (await remotes.shopify.calls()) as { method: string; body: string }[]
    const sent = calls.filter(({ body }) => [101, 102].some((n) => body.includes(numberOf(n))))
    expect(sent).toHaveLength(1)
    await kim.context.close()
  }, 90_000)

  it('one of two pieces is refunded on its channel and for sale again', async () => {
    const { externalOrderId } = await remotes.shopify.purchase({
      lines: [{ sku: 'MUG', quantity: 2 }],
      payment: 'paid',
    })
    const { id } = await arrived(externalOrderId)
    const before = await stock('MUG')
    const { page } = tab
    const hands = handsOn(page)
    await reopen(page, `${motto.url}/order/${id}`)
    await settled(page)
    const slip = await opened(page, hands, 'Packing Slip')
    await slip.getByRole('article', { name: /^Packing slip of/ }).waitFor()
    await settled(slip)
    await printedAlike(slip, 'forty-slip')
    await slip.close()
    await item(page, hands, /^Refund on Shopify/)
    const dialog = page.getByRole('dialog', { name: 'Refund on Shopify' })
    await hands.write(dialog.getByLabel('Units of A mug'), '1')
    const restock = dialog.getByRole('checkbox', { name: 'Restock' })
    await hands.to(restock)
    if (!(await restock.isChecked())) await page.keyboard.press(' ')
    await hands.press(dialog.getByRole('button', { name: /^Refund \$/ }))
    const question = page.getByRole('dialog', { name: /on Shopify\?$/ })
    await hands.focused(question.getByRole('button', { name: /^Refund / }))
    await page.keyboard.press('Enter')
    await seeText(page, 'Refund requested')
    await dialog.waitFor({ state: 'hidden' })
    await hands.focused(button(page, 'Actions'))
    await page
      .getByRole('list', { name: 'Refunds and cancellation' })
      .getByText('Done', { exact: true })
      .waitFor({ timeout: 60_000 })
    await until(
      'a piece is for sale again',
      async () => (await stock('MUG')).available === before.available + 1,
      60_000,
    )
    expect((await orders(externalOrderId))[0]).toMatchObject({ state: 'open' })
    const { refundedAmount } = (await seller.call(getOrder, { query: { orderId: id } })).order
    await page
      .locator('dt:text-is("Refunded") + dd')
      .filter({ hasText: `−$${refundedAmount?.toFixed(2)}` })
      .waitFor()
  }, 120_000)

  it('an unknown SKU is assigned to a product, and the next order finds it by itself', async () => {
    const { available } = await stock('MUG')
    await remotes.ebay.addItems([{ sku: 'OLD-MUG', title: 'Sold before Motto', price: 5, quantity: 20 }])
    await arrived((await remotes.ebay.buy('OLD-MUG', 2)).externalOrderId)
    const { page } = tab
    const hands = handsOn(page)
    await reopen(page, `${motto.url}/orders`)
    await settled(page)
    await hands.press(page.getByRole('link', { name: 'Resolve 1 order' }))
    const line = page.getByRole('list', { name: 'Issues to resolve' }).getByRole('listitem')
    await hands.press(line.getByRole('button', { name: 'Choose a product' }))
    await hands.write(line.getByRole('textbox', { name: 'Link to' }), 'MUG')
    await page.keyboard.press('Enter')
    await seeText(page, 'Product linked')
    await line.waitFor({ state: 'detached' })
    await hands.settle()
    expect((await stock('MUG')).available).toBe(available - 2)
    await arrived((await remotes.ebay.buy('OLD-MUG', 1)).externalOrderId)
    await until('it takes its piece', async () => (await stock('MUG')).available === available - 3, 60_000)
    await page.reload()
    await seeText(page, 'No order issues')
    await shot(page, 'forty-settled')
  }, 120_000)

  it('no page complained on the way', () => expect(tab.problems).toEqual([]))
})
