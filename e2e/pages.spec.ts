import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/accounts.ts'
import { listListings } from '#contract/listings.ts'
import { recentOrders } from '#contract/orders.ts'
import { clientLogin, getUserClients } from '#contract/organizations.ts'
import { listProducts } from '#contract/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { openBrowser, openTab, type Tab } from './support/browser.ts'
import { look } from './support/look.ts'
import { type Motto, startMotto } from './support/motto.ts'
import { Seller, sha256 } from './support/seller.ts'

const folder = mkdtempSync(join(tmpdir(), 'motto-pages-'))
let motto: Motto
let browser: Browser
let guest: Tab
let tab: Tab
let numbers: Record<'product' | 'refused' | 'template' | 'shipped' | 'oversold', number>

const account = () => {
  const [, email = '', password = ''] = /Sign in with (\S+) and the password (\S+)/.exec(motto.output()) ?? []
  return { email, password }
}

async function signIn({ page }: Tab): Promise<void> {
  await page.goto(`${motto.url}/login`)
  await page.getByLabel('Email').fill(account().email)
  await page.getByLabel('Password', { exact: true }).fill(account().password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** One of each kind that looks different. */
async function examples(): Promise<typeof numbers> {
  const dana = new Seller(motto.url, motto.dataDir)
  await dana.call(login, { body: { email: account().email, password: sha256(account().password) } })
  const [shop] = await dana.call(getUserClients)
  await dana.call(clientLogin, { body: { clientLoginId: shop?.id ?? 0 } })
  const { data: products } = await dana.call(listProducts, { query: { limit: '100' } })
  const orders = await dana.call(recentOrders, { query: { limit: '100' } })
  const { data: refused } = await dana.call(listListings, { query: { status: 'error' } })
  const templates = await dana.call(listTemplates)
  const id = (row: { id: number } | undefined) => row?.id ?? Number.NaN
  return {
    product: id(products.find(({ listings }) => listings.length === 2)),
    refused: refused[0]?.productId ?? Number.NaN,
    template: id(templates[0]),
    shipped: id(orders.find((order) => order.state === 'shipped')),
    oversold: id(orders.find((order) => order.oversold)),
  }
}

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([startMotto({ DATA_DIR: folder, DEMO_SIZE: 'small' }, 'bin/demo.ts'), openBrowser()])
  guest = await openTab(browser)
  tab = await openTab(browser)
  const found = await Promise.all([examples(), signIn(tab)])
  numbers = found[0]
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const outside = ['/', '/about', '/contact', '/privacy', '/terms', '/pricing', '/login', '/createAccount', '/forgotPassword', '/resetPassword', '/confirmEmail?uuid=x&code=y', '/nowhere']
const inside = [
  '/dashboard', '/inventory', '/inventory?search=nothing-is-called-so', '/inventory/new', '/inventory/new/:template', '/product/:product', '/product/:product/publish',
  '/product/:product/publish/shopify', '/product/:refused/publish/ebay', '/product/:product/listings', '/product/:product/orders', '/product/sku/NOPE', '/listings',
  '/listings?status=error', '/templates', '/templates/new', '/template/:template', '/template/:template/listing/ebay', '/template/:template/listing/shopify',
  '/template/:template/details', '/template/:template/products', '/orders', '/orders?tab=completed', '/orders?dialog=import', '/order/:oversold', '/order/:shipped', '/order/999999',
  '/integrations', '/integrations/ebay', '/integrations/shopify', '/analytics', '/admin', '/admin/log', '/account', '/confirmEmail', '/oauth/ebay?error=access_denied', '/nowhere/at/all',
]
const address = (path: string) => motto.url + path.replaceAll(/:(\w+)/g, (_, name: keyof typeof numbers) => String(numbers[name]))

describe('ACC NAV every page, light and dark, wide and on a phone', () => {
  it.each(outside)('%s for a guest', (path) => look(guest, address(path), path))
  it.each(inside)('%s for a seller', (path) => look(tab, address(path), path))

  it('/selectClient and /superAdmin for a super-admin', async () => {
    await motto.stop()
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../server/cli/promote.ts'), account().email], { env: { ...process.env, DATA_DIR: folder } })
    await motto.start()
    const root = await openTab(browser)
    await signIn(root)
    await look(root, `${motto.url}/selectClient`, '/selectClient')
    await root.page.goto(`${motto.url}/selectClient`)
    await root.page.getByLabel('Organization').selectOption({ index: 1 })
    await root.page.getByRole('button', { name: 'Submit' }).click()
    await root.page.waitForURL('**/dashboard')
    await look(root, `${motto.url}/superAdmin`, '/superAdmin')
    await look(root, `${motto.url}/superAdmin?tab=users`, '/superAdmin?tab=users')
  })
})
