import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/main.ts'
import { openBrowser, openTab, shot, type Tab } from './support/browser.ts'
import { offences } from './support/look.ts'
import { sandboxAt } from './support/sandbox.ts'

let sandbox: Sandbox
let browser: Browser
let tab: Tab
beforeAll(async () => {
  ;[sandbox, browser] = await Promise.all([startSandbox(), openBrowser()])
  await sandboxAt(sandbox.url).addItems('shopify', [
    { sku: 'MUG', title: 'A mug', price: 18, quantity: 9 },
    { sku: 'CUP', title: 'A cup', price: 9, quantity: 9 },
  ])
  const jar = [{ sku: 'JAR', title: 'A jar', price: 5, quantity: 1 }]
  await fetch(`${sandbox.url}/_sandbox/shopify/items?account=second-shop`, {
    method: 'POST',
    body: JSON.stringify(jar),
  })
  tab = await openTab(browser)
  await tab.page.goto(`${sandbox.url}/#shopify`)
})
afterAll(async () => {
  await browser?.close()
  await sandbox?.stop()
})

const card = (name: string | RegExp) => tab.page.getByRole('region', { name, exact: true })

it('a person chooses a shop, buys a cart, ships it, and gets it back', async () => {
  const { page } = tab
  await page.getByLabel('Account').selectOption('motto-dev.myshopify.com')
  await page.getByRole('row', { name: /MUG/ }).waitFor()
  await card('Buy a cart').getByLabel('SKU', { exact: true }).fill('MUG')
  await card('Buy a cart').getByLabel('Pieces', { exact: true }).fill('2')
  await card('Buy a cart').getByLabel('Second SKU (optional)').fill('CUP')
  await card('Buy a cart').getByRole('button', { name: 'Buy cart' }).click()
  await page.getByText(/^Bought: order gid/).waitFor()
  await page.getByRole('row', { name: /MUG, CUP/ }).waitFor()
  await page.getByRole('button', { name: /^Ship order/ }).click()
  await page.getByText(/is shipped\.$/).waitFor()
  await page.getByRole('button', { name: /^Refund, restock order/ }).click()
  await page
    .getByRole('row', { name: /MUG, CUP/ })
    .getByText('refunded')
    .waitFor()
})

it('a person changes a listing, makes the channel later, and moves the clock', async () => {
  const { page } = tab
  await card('Change a listing by hand').getByLabel('SKU to change').fill('MUG')
  await card('Change a listing by hand').getByLabel('New quantity').fill('25')
  await card('Change a listing by hand').getByLabel('New status').selectOption('hidden')
  await card('Change a listing by hand').getByRole('button', { name: 'Change' }).click()
  await page.getByText('MUG is changed.').waitFor()
  await page
    .getByRole('row', { name: /MUG.*25.*draft/ })
    .first()
    .waitFor()
  await page.getByLabel('Orders, in seconds').fill('30')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByRole('heading', { name: 'How late is it? Orders 30 s, webhooks 0.5 s, pictures 1 s' }).waitFor()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText(/^In the sandbox it is/).waitFor()
})

it('keeps to the rules of accessibility and fits a phone', async () => {
  const { page } = tab
  await shot(page, 'sandbox')
  expect(await offences(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(page, 'sandbox-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(tab.problems).toEqual([])
})
