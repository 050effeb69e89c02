import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOrder, recentOrders } from '#contract/orders/orders.ts'
import { getProduct } from '#contract/products/products.ts'
import { openBrowser, type Tab } from './support/browser.ts'
import { catalogueRow } from './support/catalogue.ts'
import { lookHere, settled } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { ownMotto } from './support/running.ts'
import { signedIn } from './support/person.ts'
import { begin, bothShow, listed, type Story } from './support/story.ts'
import { until } from './support/wait.ts'

/** One more than the "Starter" plan names. */
const manyOrders = 101
let motto: Motto
let browser: Browser
let tab: Tab
let story: Story
let product: { id: number; sku: string }
/** What `listed` sells: a real row where the samples are, else one made up. */
const sold = catalogueRow()

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  story = await begin(motto)
  product = await listed(story, 200)
  tab = await signedIn(browser, motto, story.seller)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

describe('what Motto is', () => {
  it('NAV-001 NAV-002 NAV-005 one product, one stock, on eBay and on Shopify', async () => {
    for (const channel of ['ebay', 'shopify'])
      expect(await story.sandbox.listings(channel)).toMatchObject([{ sku: product.sku, quantity: 200 }])
    await story.sandbox.buy('ebay', product.sku, 2)
    await until('Shopify has heard of it', async () => (await story.sandbox.listings('shopify'))[0]?.quantity === 198)
    // Shopify may show less before the order is here: units that eBay no longer shows are kept back.
    await until(
      'the order is taken in',
      async () => (await story.seller.call(getProduct, { params: { id: product.id } })).quantity === 198,
    )
  })

  it('NAV-011 NAV-158 no fee of its own, and no limit of a plan: more orders than "Starter" names are taken in', async () => {
    for (let n = 0; n < manyOrders; n += 1) await story.sandbox.buy('shopify', product.sku, 1)
    await until(
      'all are taken in',
      async () => (await story.seller.call(getProduct, { params: { id: product.id } })).quantity === 198 - manyOrders,
      60_000,
    )
    const [newest] = await story.seller.call(recentOrders, { query: { limit: '1' } })
    const { order } = await story.seller.call(getOrder, { query: { orderId: newest?.id ?? 0 } })
    expect(order).toMatchObject({ channel: 'shopify', feeAmount: 0 })
    await tab.page.goto(`${motto.url}/order/${order.id}`)
    await settled(tab.page)
    await tab.page.getByText('Not known. Profit is before fees.').waitFor()
    // The one of the profit, which has no amount.
    expect(await tab.page.getByText('Fees', { exact: true }).count()).toBe(1)
  })
})

describe('money that goes back', () => {
  it('on Shopify, for one of two pieces that are for sale again, is told on the order and to every channel', async () => {
    const { page } = tab
    const { sandbox, seller } = story
    const left = async () => (await seller.call(getProduct, { params: { id: product.id } })).quantity ?? 0
    const before = await left()
    await sandbox.buy('shopify', product.sku, 2)
    await until('it is taken in', async () => (await left()) === before - 2)
    const [newest] = await seller.call(recentOrders, { query: { limit: '1' } })
    await page.goto(`${motto.url}/order/${newest?.id}`)
    await settled(page)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Refund on Shopify…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund on Shopify' })
    await dialog.getByRole('textbox', { name: /^Units of/ }).fill('1')
    await lookHere(page, 'refund')
    const send = dialog.getByRole('button', { name: /^Refund \$/ })
    await send.press('Enter')
    await page
      .getByRole('dialog', { name: /on Shopify\?$/ })
      .getByRole('button', { name: /^Refund/ })
      .press('Enter')
    const refunds = page.getByRole('list', { name: 'Refunds and cancellation' })
    await refunds.getByText('Done', { exact: true }).waitFor({ timeout: 30_000 })
    await page.getByText('Refunded on Shopify', { exact: true }).waitFor()
    await until('the piece is for sale again', async () => (await left()) === before - 1)
    await bothShow(sandbox, product.sku, before - 1)
    await page
      .getByRole('list', { name: 'History' })
      .getByText(/Partially refunded/)
      .first()
      .waitFor()
    await lookHere(page, 'refunded')
  }, 120_000)
})

describe('where its pages are', () => {
  it.each([
    ['NAV-026', '/inventory/new/:template', 'New Product'],
    ['NAV-029', '/product/:product', sold.title],
    ['NAV-029', '/product/:product/publish/shopify', sold.title],
    ['NAV-029', '/product/:product/orders', sold.title],
    ['NAV-038', '/template/:template', /^Shirts/],
    ['NAV-038', '/template/:template/listing/ebay', /^Shirts/],
    ['NAV-038', '/template/:template/products', /^Shirts/],
    ['NAV-032', '/order/:order', /\w/],
  ])('%s %s', async (_, path, title) => {
    const [order] = await story.seller.call(recentOrders, { query: { limit: '1' } })
    const numbers: Record<string, number | undefined> = {
      product: product.id,
      template: story.template,
      order: order?.id,
    }
    const address = path.replaceAll(/:(\w+)/g, (__, name: string) => String(numbers[name]))
    await tab.page.goto(motto.url + address)
    await settled(tab.page)
    await tab.page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(new URL(tab.page.url()).pathname).toBe(address)
  })

  it('PRO-154 the orders of a product lead to them', async () => {
    await tab.page.goto(`${motto.url}/product/${product.id}/orders`)
    const link = tab.page
      .getByRole('table', { name: `Orders of ${product.sku}` })
      .locator('a[href^="/order/"]')
      .first()
    await link.waitFor()
    expect(await link.getAttribute('href')).toMatch(/^\/order\/\d+$/)
  })

  it('NAV-027 /product/sku/:sku leads to the product', async () => {
    await tab.page.goto(`${motto.url}/product/sku/${product.sku}`)
    await tab.page.waitForURL(`**/product/${product.id}`)
  })

  it.each(['/oauth/shopify', '/oauth/shopify/dev'])('NAV-045 %s takes the answer of a channel', async (path) => {
    await tab.page.goto(`${motto.url}${path}?error=access_denied`)
    await tab.page.getByRole('heading', { name: 'Authorizing with Shopify' }).waitFor()
    await tab.page.getByRole('alert').waitFor()
  })

  it('NAV-048 /listings is a table of products, channels and states', async () => {
    await tab.page.goto(`${motto.url}/listings`)
    const table = tab.page.getByRole('table', { name: 'Listings' })
    for (const channel of ['eBay', 'Shopify'])
      await table
        .getByRole('row')
        .filter({ has: tab.page.getByRole('img', { name: channel }) })
        .filter({ hasText: product.sku })
        .waitFor()
    // What was sold in the tests before may be on its way still.
    await until('both are live', async () => (await table.getByText('Live', { exact: true }).count()) === 2)
    expect(await table.getByRole('link', { name: product.sku }).first().getAttribute('href')).toMatch(
      new RegExp(`^/product/${product.id}/`),
    )
  })

  it('NAV-074 the sidebar is narrower than 200 px when it counts as collapsed, and only then', async () => {
    const { page } = tab
    await page.goto(`${motto.url}/dashboard`)
    await settled(page)
    const side = page.getByRole('complementary', { name: 'Sidebar' })
    const width = async () => (await side.boundingBox())?.width ?? 0
    const collapse = side.getByRole('button', { name: 'Collapse' })
    expect([await collapse.getAttribute('aria-pressed'), (await width()) >= 200]).toEqual(['false', true])
    await collapse.click()
    await until('it is narrow', async () => (await width()) < 200)
    expect(await collapse.getAttribute('aria-pressed')).toBe('true')
    await collapse.click()
  })
})
