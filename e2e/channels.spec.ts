import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listProduct, saveListingProducts } from '#contract/listings/listings.ts'
import { getOrder, recentOrders } from '#contract/orders/orders.ts'
import { getProduct, updateProduct } from '#contract/products/products.ts'
import { begunStory } from './support/begun.ts'
import { openListening, reopen, shot } from './support/browser.ts'
import { handsOn } from './support/hands.ts'
import { lookHere, settled } from './support/look.ts'
import { bothShow, listed } from './support/story.ts'
import { patience, until } from './support/wait.ts'

const stage = begunStory()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const shown = async (channel: string, sku: string) =>
  (await stage.story.sandbox.listings(channel)).find((listing) => listing.sku === sku)?.quantity

it('NAV-001 NAV-002 NAV-005 NAV-011 one product has one stock on eBay and on Shopify, with no fee', async () => {
  const { page } = stage.tab
  const { seller, sandbox } = stage.story
  const product = await listed(stage.story, 20)
  const left = async () => (await seller.call(getProduct, { params: { id: product.id } })).quantity ?? 0
  await bothShow(sandbox, product.sku, 20)
  await sandbox.buy('ebay', product.sku, 2)
  await bothShow(sandbox, product.sku, 18)
  const before = await left()
  await sandbox.buy('shopify', product.sku, 2)
  await until('the order of two is imported', async () => (await left()) === before - 2)
  const [newest] = await seller.call(recentOrders, { query: { limit: '1' } })
  expect((await seller.call(getOrder, { query: { orderId: newest?.id ?? 0 } })).order).toMatchObject({
    channel: 'shopify',
    feeAmount: 0,
  })

  // One of its two units is refunded and for sale again: the order says so, and every channel shows it.
  await reopen(page, `${stage.motto.url}/order/${newest?.id}`)
  await settled(page)
  await page.getByText('Not known. Profit is before fees.').waitFor()
  // The one of the profit, which has no amount.
  expect(await page.getByText('Fees', { exact: true }).count()).toBe(1)
  await button(page, 'Actions').click()
  await page.getByRole('menuitem', { name: 'Refund on Shopify…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund on Shopify' })
  await dialog.getByRole('textbox', { name: /^Units of/ }).fill('1')
  await lookHere(page, 'refund')
  await dialog.getByRole('button', { name: /^Refund \$/ }).press('Enter')
  await page
    .getByRole('dialog', { name: /on Shopify\?$/ })
    .getByRole('button', { name: /^Refund/ })
    .press('Enter')
  const refunds = page.getByRole('list', { name: 'Refunds and cancellation' })
  await refunds.getByText('Done', { exact: true }).waitFor()
  await page.getByText('Refunded on Shopify', { exact: true }).waitFor()
  await until('the unit is for sale again', async () => (await left()) === before - 1)
  await bothShow(sandbox, product.sku, before - 1)
  const history = page.getByRole('list', { name: 'History' })
  await history
    .getByText(/Partially refunded/)
    .first()
    .waitFor()
  await lookHere(page, 'refunded')
}, 240_000)

it('NAV-027 NAV-048 PRO-154 the address of a SKU leads to its product, whose orders lead to theirs; its listings are in a table', async () => {
  const { page } = stage.tab
  const product = await listed(stage.story, 5)
  await stage.story.sandbox.buy('ebay', product.sku, 1)
  await bothShow(stage.story.sandbox, product.sku, 4)
  await reopen(page, `${stage.motto.url}/product/sku/${product.sku}`)
  await page.waitForURL(`**/product/${product.id}`)
  await page.getByRole('navigation', { name: 'Product tabs' }).getByRole('link', { name: 'Orders' }).click()
  const order = page.getByRole('table', { name: `Orders of ${product.sku}` }).locator('a[href^="/order/"]')
  await order.first().waitFor()
  expect(await order.first().getAttribute('href')).toMatch(/^\/order\/\d+$/)
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Listings' }).click()
  const rows = page.getByRole('table', { name: 'Listings' }).getByRole('row').filter({ hasText: product.sku })
  for (const channel of ['eBay', 'Shopify']) {
    const row = rows.filter({ has: page.getByRole('img', { name: channel }) })
    await row.getByText('Live', { exact: true }).waitFor()
    expect(await row.getByRole('link', { name: product.sku }).getAttribute('href')).toMatch(
      new RegExp(`^/product/${product.id}/`),
    )
  }
})

it('LST-082 LST-175 a problem leads to its field, is fixed for this product alone, and the product is listed', async () => {
  const { page } = stage.tab
  const { seller, sandbox, template, image } = stage.story
  const product = await seller.product(template, { image })
  const tooLong = {
    channel: 'ebay' as const,
    productId: product.id,
    schemaOverrides: { selectedCategoryIds: '15687', title: 'x'.repeat(81) },
  }
  await seller.call(saveListingProducts, { body: { listingProducts: [tooLong] } })
  await reopen(page, `${stage.motto.url}/product/${product.id}/publish/ebay`)
  await page.getByText('eBay titles can have up to 80 characters. This one has 81.').first().waitFor()
  await expect.poll(() => button(page, 'List on eBay').isDisabled(), patience).toBe(true)
  await button(page, 'Fix Title').click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await until('the title has the focus', () => title.evaluate((field) => field === document.activeElement))
  await title.fill('A shirt of its own')
  await shot(page, 'publish-fix')
  await button(page, 'List on eBay').click()
  await page.getByText('Successfully listed product.').waitFor()
  await page.getByRole('link', { name: 'View on eBay' }).waitFor()
  const listing = (await sandbox.listings('ebay')).find(({ sku }) => sku === product.sku)
  expect(listing?.title).toBe('A shirt of its own')
})

it('ORD-015 ORD-117 an order appears by itself when somebody buys, and is shipped from a dialog whose verbs stand in the window', async () => {
  const { page } = stage.tab
  const { sandbox } = stage.story
  const product = await listed(stage.story, 6)
  await openListening(page, `${stage.motto.url}/orders`)
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  const { externalOrderId } = await sandbox.buy('ebay', product.sku, 2)
  await page.getByRole('table', { name: 'Orders' }).getByText(product.sku).waitFor()
  await until('Shopify shows what is left', async () => (await shown('shopify', product.sku)) === 4, 60_000)
  await page.getByRole('table', { name: 'Orders' }).getByRole('link').first().click()
  await page.getByRole('link', { name: product.sku }).waitFor()
  await button(page, 'Mark Shipped').click()
  const dialog = page.getByRole('dialog')
  // What is seldom needed is folded.
  expect(await dialog.getByLabel('Full Name').isVisible()).toBe(false)
  const verb = await dialog.getByRole('button', { name: 'Mark Shipped' }).boundingBox()
  expect((verb?.y ?? Infinity) + (verb?.height ?? 0)).toBeLessThan(900)
  await dialog.getByLabel('Tracking Number').fill('9405503699300412887521')
  await dialog.getByRole('button', { name: 'Mark Shipped' }).click()
  await page.getByText('Order Shipping Updated').waitFor()
  await until('eBay was told', async () =>
    (await sandbox.orders('ebay')).some(
      (order) => order.externalOrderId === externalOrderId && order.tracking[0] === '9405503699300412887521',
    ),
  )
})

it('a number that somebody changed on the channel is put right, and theirs can be counted with a key', async () => {
  const { page } = stage.tab
  const { sandbox } = stage.story
  const { sku } = await listed(stage.story, 6)
  await sandbox.edit('shopify', sku, 25)
  await until('ours stands there again', async () => (await shown('shopify', sku)) === 6, 60_000)
  await reopen(page, `${stage.motto.url}/integrations/shopify/health`)
  const row = page.getByRole('row', { name: sku })
  await row.getByRole('cell', { name: '25', exact: true }).waitFor()
  await shot(page, 'drift')
  await row.getByRole('button', { name: `Motto’s for ${sku}` }).focus()
  await page.keyboard.press('t')
  await row.getByText('Shopify’s', { exact: true }).waitFor()
  await until('both channels follow', async () => (await shown('shopify', sku)) === 25, 60_000)
})

it('DESIGN 2: guaranteed units are chosen by keyboard, and each channel shows its share', async () => {
  const { page } = stage.tab
  const { sku } = await listed(stage.story, 7)
  await reopen(page, `${stage.motto.url}/stock-sharing`)
  const way = (name: string) => page.getByRole('radio', { name, exact: true })
  const hands = handsOn(page)
  const save = async (question: string) => {
    await hands.press(button(page, 'Save stock sharing'))
    await page.getByRole('dialog', { name: question }).getByRole('button', { name: 'Change stock sharing' }).click()
    await page.getByText('Your channels update over the next few minutes.').waitFor()
  }
  await hands.to(way('Shared'))
  await hands.key('ArrowDown')
  expect(await way('Guaranteed').isChecked()).toBe(true)
  await save('Change stock sharing to “Guaranteed”?')
  await until('each channel has its own', async () => {
    const now = await Promise.all(['ebay', 'shopify'].map(async (channel) => (await shown(channel, sku)) ?? 0))
    return now.every((n) => n >= 3) && now.reduce((sum, n) => sum + n, 0) <= 7
  })
  await way('Shared').check()
  await save('Change stock sharing to “Shared”?')
})

it('CHN-009 CHN-010 ORD-009 a second account is connected beside the first, and a sale there lowers the first', async () => {
  const { page, context } = stage.tab
  const { seller } = stage.story
  const product = await listed(stage.story, 9)
  await reopen(page, `${stage.motto.url}/integrations/shopify?another=true`)
  const [consent] = await Promise.all([context.waitForEvent('page'), button(page, 'Open Shopify').click()])
  await consent.getByRole('button', { name: /install/i }).click()
  await until('the window closes', async () => consent.isClosed())
  const tabs = page.getByRole('navigation', { name: 'Shopify accounts' })
  await expect.poll(() => tabs.getByRole('link').count(), patience).toBe(2)
  await shot(page, 'two-accounts')
  const second = (await seller.call(listIntegrations)).shopify?.others[0]
  const shop = second?.integration.shop ?? ''
  const inShop = async (what: string, body?: object) => {
    const answer = await fetch(
      `${stage.motto.sandboxUrl}/_sandbox/shopify/${what}?account=${encodeURIComponent(shop)}`,
      {
        method: body ? 'POST' : 'GET',
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      },
    )
    return (await answer.json()) as { sku: string; quantity: number }[]
  }
  await reopen(page, `${stage.motto.url}/product/${product.id}/publish/shopify?account=${second?.id}`)
  await button(page, 'Use the defaults and list').click()
  await page.getByRole('link', { name: 'View on Shopify' }).waitFor()
  expect(await inShop('listings')).toMatchObject([{ sku: product.sku, quantity: 9 }])
  await inShop('buy', { sku: product.sku, quantity: 2 })
  await until('the first account shows what is left', async () => (await shown('shopify', product.sku)) === 7, 60_000)
  await reopen(page, `${stage.motto.url}/orders`)
  await page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1).getByText(shop).waitFor()
})

interface Announcement {
  title: string
  body: string
}
declare global {
  interface Window {
    announcements: (Announcement & { onclick: (() => void) | null })[]
  }
}
/** Runs in the page, in place of the browser's own notifications. */
function stubNotifications(): void {
  window.announcements = []
  class Stub {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    title: string
    body: string
    onclick: (() => void) | null = null
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      this.title = title
      this.body = body
      window.announcements.push(this)
    }
    close() {}
  }
  Object.defineProperty(window, 'Notification', { value: Stub, configurable: true })
}
const announced = async (context: BrowserContext): Promise<Announcement[]> =>
  (
    await Promise.all(
      context
        .pages()
        .map((page) => page.evaluate(() => (window.announcements ?? []).map(({ title, body }) => ({ title, body })))),
    )
  )
    .flat()
    .filter(({ title }) => title.startsWith('New order'))

it('each sale shows once as a notification of the browser, however many tabs are open, and leads to its order', async () => {
  const { context } = stage.tab
  const { sandbox } = stage.story
  await context.addInitScript(stubNotifications)
  const first = await context.newPage()
  await openListening(first, `${stage.motto.url}/account`)
  await first
    .locator('label')
    .filter({ has: first.getByRole('switch', { name: 'New orders in the browser' }) })
    .click()
  await first.getByRole('switch', { checked: true }).waitFor()
  const second = await context.newPage()
  await openListening(second, `${stage.motto.url}/account`)
  await stage.tab.page.goto('about:blank')
  const sell = async (n: number) => {
    await sandbox.addItems('ebay', [{ sku: `NEWS-${n}`, title: 'A strap', price: 20, quantity: 5 }])
    await sandbox.buy('ebay', `NEWS-${n}`, 1)
  }
  await sell(1)
  await until('the sale shows', async () => (await announced(context)).length > 0)
  // Both tabs have read it by the time that the next one shows.
  await sell(2)
  await until('the next sale shows', async () => (await announced(context)).length > 1)
  expect(await announced(context)).toEqual([
    { title: expect.stringMatching(/^New order eBay /), body: '1 item, 24.99 USD' },
    { title: expect.stringMatching(/^New order eBay /), body: '1 item, 24.99 USD' },
  ])
  for (const tab of [first, second])
    if (await tab.evaluate(() => window.announcements.some(({ title }) => title.startsWith('New order')))) {
      await tab.evaluate(() => window.announcements.at(-1)?.onclick?.())
      await tab.waitForURL(/\/order\/\d+$/)
    }
  await Promise.all([first.close(), second.close()])
})

it('LST-079 LST-081 LST-084 a listing that eBay rejects although all checks pass says so, and goes stale when it is changed', async () => {
  const { page } = stage.tab
  const { seller, sandbox, template, image } = stage.story
  const [before, product] = [await seller.product(template, { image }), await seller.product(template, { image })]
  // eBay removes the category once Motto has read its rules.
  const schemaOverrides = { selectedCategoryIds: '11484' }
  const listingProducts = [before, product].map(({ id }) => ({
    channel: 'ebay' as const,
    productId: id,
    schemaOverrides,
  }))
  await seller.call(saveListingProducts, { body: { listingProducts } })
  await seller.call(listProduct, { params: { channel: 'ebay' }, body: { productId: before.id, wait: 0 } })
  await until('it is on eBay', async () => (await shown('ebay', before.sku)) !== undefined)
  await reopen(page, `${stage.motto.url}/product/${product.id}/publish/ebay`)
  const state = page.getByRole('complementary', { name: 'State on eBay' })
  await state.getByText(/All checks passed|All required fields are complete/).waitFor()
  await sandbox.fault('ebay', 'take_category', 1)
  await button(page, 'List on eBay').click()
  await state.getByText('Rejected by eBay').first().waitFor()
  await state.getByText('No other problems found').waitFor()
  await lookHere(page, 'publish-refused')
  await seller.call(updateProduct, { body: { product: { id: product.id, title: 'Another title' } } })
  await state.getByText('Changed since eBay rejected it').first().waitFor()
  await state.getByText('Rejected by eBay').first().waitFor({ state: 'detached' })
  expect(stage.tab.problems).toEqual([])
})
