import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/accounts.ts'
import { listListings } from '#contract/listings.ts'
import { recentOrders } from '#contract/orders.ts'
import { clientLogin, getUserClients } from '#contract/organizations.ts'
import { listProducts } from '#contract/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { openBrowser, openTab, shot, type Tab } from './support/browser.ts'
import { type Motto, startMotto } from './support/motto.ts'
import { Seller, sha256 } from './support/seller.ts'
import { sandboxAt } from './support/sandbox.ts'
import { until } from './support/wait.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

let motto: Motto
let browser: Browser
let guest: Tab
let tab: Tab
let ids: Record<'product' | 'refused' | 'template' | 'open' | 'shipped' | 'oversold', number>

const account = () => {
  const [, email = '', password = ''] = /Sign in with (\S+) and the password (\S+)/.exec(motto.output()) ?? []
  return { email, password }
}

async function signIn(page: Page) {
  await page.goto(`${motto.url}/login`)
  await page.getByLabel('Email').fill(account().email)
  await page.getByLabel('Password', { exact: true }).fill(account().password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
}

/** What the routes with a number in them show: one of each kind that looks different. */
async function findIds(): Promise<typeof ids> {
  const dana = new Seller(motto.url, motto.dataDir)
  await dana.call(login, { body: { email: account().email, password: sha256(account().password) } })
  const [shop] = await dana.call(getUserClients)
  await dana.call(clientLogin, { body: { clientLoginId: shop?.id ?? 0 } })
  const [refused] = (await dana.call(listListings, { query: { status: 'error' } })).data
  const { data } = await dana.call(listProducts, { query: { limit: '100' } })
  const templates = await dana.call(listTemplates, { query: {} })
  const sandbox = sandboxAt(motto.sandboxUrl)
  const [last] = (await sandbox.listings('ebay')).filter((l) => l.quantity > 0).toSorted((a, b) => a.quantity - b.quantity)
  if (!last) throw new Error('nothing is for sale')
  // The last pieces go on both channels at once, which no seller can prevent.
  await Promise.all(['ebay', 'shopify'].map((channel) => sandbox.buy(channel, last.sku, last.quantity)))
  const orders = await until('the oversold order', async () => {
    const all = await dana.call(recentOrders, { query: { limit: '100' } })
    return all.some((o) => o.orderStatus === 'oversold') && all
  })
  return { product: 0, refused: 0, template: 0, open: 0, shipped: 0, oversold: orders.length, ...refused, ...data, ...templates }
}
