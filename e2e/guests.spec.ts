import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recentOrders } from '#contract/orders/orders.ts'
import { getUserClients } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { listProducts } from '#contract/products/products.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { offences, settled } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { ownMotto } from './support/running.ts'
import { colleague, signedIn } from './support/person.ts'
import { begin, listed, type Story } from './support/story.ts'
import { until } from './support/wait.ts'

let motto: Motto
let browser: Browser
let story: Story
let owner: Tab
let member: Tab
let guest: Tab
let numbers: Record<'product' | 'template' | 'order', number>

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  story = await begin(motto)
  const product = await listed(story, 6)
  await story.sandbox.buy('ebay', product.sku, 1)
  const order = await until(
    'the order is taken in',
    async () => (await story.seller.call(recentOrders, { query: { limit: '1' } }))[0],
  )
  numbers = { product: product.id, template: story.template, order: order.id }
  const organization = (await story.seller.call(getUserClients))[0]?.id ?? 0
  const lookingOn = await colleague(motto, story.seller, { clientId: organization, userRole: roles.guest })
  const working = await colleague(motto, story.seller, { clientId: organization, userRole: roles.member })
  owner = await signedIn(browser, motto, story.seller)
  guest = await signedIn(browser, motto, lookingOn)
  member = await signedIn(browser, motto, working)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const open = async ({ page }: Tab, path: string) => {
  await page.goto(motto.url + path.replaceAll(/:(\w+)/g, (_, name: keyof typeof numbers) => String(numbers[name])))
  await settled(page)
}
/** What can be pressed on the page itself, by the words on it. */
const pressable = (page: Page, name: string) =>
  page
    .locator('#main')
    .getByRole('button', { name, exact: true })
    .or(page.locator('#main').getByRole('link', { name, exact: true }))
/** Fields in which somebody could write; what only chooses what is shown (search, segments) is left out. */
const writable = (page: Page) =>
  page.locator('#main :is(input:not([type="search"], [type="radio"]), textarea):enabled:not([readonly])').count()

const pages: readonly [path: string, names: readonly string[], form?: 'form'][] = [
  ['/dashboard', ['New Product']],
  ['/templates', ['New Template']],
  ['/template/:template', ['Duplicate', 'Product', 'Add attribute'], 'form'],
  ['/template/:template/details', ['Delete'], 'form'],
  ['/template/:template/listing/shopify', ['Add listing template', 'Rename'], 'form'],
  ['/product/:product', ['Duplicate', 'Delete', 'Save', 'List', 'Add variation'], 'form'],
  ['/product/:product/publish/ebay', ['List', 'Unlist', 'Update on eBay'], 'form'],
  ['/product/:product/listings', ['Unlist']],
  ['/product-not-found', ['Create New Product']],
  ['/orders', ['Import']],
  ['/order/:order', ['Mark Shipped', 'Edit']],
  ['/integrations/ebay', ['Disconnect', 'Re-Authorize', 'Save', 'Look for orders now'], 'form'],
]

describe('ORG a guest sees every page, and nothing on it that would be refused', () => {
  it.each(pages)('%s', async (path, names, form) => {
    await open(owner, path)
    for (const name of names) await pressable(owner.page, name).first().waitFor()
    if (form) expect(await writable(owner.page)).toBeGreaterThan(0)
    await open(guest, path)
    for (const name of names) expect(await pressable(guest.page, name).count(), name).toBe(0)
    if (form) {
      expect(await writable(guest.page)).toBe(0)
      await guest.page.getByText('You may look here, not change anything.').waitFor()
    }
    expect(await offences(guest.page)).toEqual([])
    await shot(guest.page, `guest${path.replaceAll(/[^\w]+/g, '-')}`)
  })

  it.each(['/inventory/new', '/inventory/new/:template', '/templates/new'])('%s tells who may', async (path) => {
    await open(guest, path)
    await guest.page.getByText(/You may look here.*: Members, Managers and Admins\.$/).waitFor()
    expect(await guest.page.locator('#main').getByRole('button').count()).toBe(0)
  })

  it('the palette offers a guest pages, and nothing to create', async () => {
    for (const [{ page }, offered] of [
      [owner, 1],
      [guest, 0],
    ] as const) {
      await page.goto(`${motto.url}/product/${numbers.product}`)
      await settled(page)
      await page.keyboard.press('Control+k')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Dashboard' }).waitFor()
      for (const name of ['New Product', 'New Template', /^Delete /, /^Duplicate /, /^List OB-/])
        expect(await dialog.getByRole('button', { name }).count(), String(name)).toBe(offered)
      await page.keyboard.press('Escape')
    }
  })

  it('nothing that a guest did reached the server as a change', async () => {
    const { data } = await story.seller.call(listProducts, { query: {} })
    expect(data).toHaveLength(1)
    expect(guest.problems).toEqual([])
  })
})

describe('ORG a member edits and publishes, and leaves the channels to managers', () => {
  it.each(pages.filter(([path]) => !/integrations|orders$/.test(path)))('%s', async (path, names) => {
    await open(member, path)
    for (const name of names) await pressable(member.page, name).first().waitFor()
  })

  it.each(['/integrations/ebay', '/integrations/shopify'])('%s', async (path) => {
    await open(member, path)
    await member.page.getByText('Connect and disconnect channels, pull their orders: Managers and Admins.').waitFor()
    for (const name of ['Disconnect', 'Re-Authorize', 'Save', 'Look for orders now'])
      expect(await pressable(member.page, name).count(), name).toBe(0)
    expect(await writable(member.page)).toBe(0)
  })
})
