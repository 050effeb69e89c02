import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import * as products from '#contract/products/products.ts'
import * as templates from '#contract/templates.ts'
import { freePort, type Motto } from './support/motto.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { offences } from './support/look.ts'
import { signedIn } from './support/person.ts'
import { ownMotto } from './support/running.ts'
import { Seller } from './support/seller.ts'
import { patience } from './support/wait.ts'

let motto: Motto
let web: ViteDevServer
let browser: Browser
let tab: Tab
let gallery: string
let seller: Seller

/** The gallery exists in development only, so the web is served from its sources. */
beforeAll(async () => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  ;[motto, browser] = await Promise.all([ownMotto({ PUBLIC_URL: url }), openBrowser()])
  web = await createServer({
    server: { port, strictPort: true, proxy: { '^/api/': motto.ownUrl, '^/media/': motto.ownUrl } },
    logLevel: 'error',
  })
  await web.listen()
  seller = new Seller(motto.ownUrl, motto.dataDir)
  await seller.begin()
  tab = await signedIn(browser, { url }, seller)
  gallery = `${url}/_gallery`
})
afterAll(async () => {
  await browser?.close()
  await web?.close()
  await motto?.stop()
})

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** The skeletons among its components never stop loading, so it is looked at as soon as it is there. */
async function open(page: Page): Promise<void> {
  await page.goto(gallery)
  await page.getByRole('table', { name: 'Products', exact: true }).waitFor()
}
async function inDark<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  const seen = await look()
  await page.emulateMedia({ colorScheme: 'light' })
  return seen
}

/** How high the buttons are, and how wide their sides. */
const buttonSizes = (page: Page) =>
  page.locator('.mantine-Button-root:not([data-block])').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { height, paddingLeft } = getComputedStyle(button)
      return (button as HTMLElement).dataset.size === 'xs' ? `xs ${height}` : `${height} ${paddingLeft}`
    }),
  )

describe('NAV the design system', () => {
  afterEach(() => tab.page.setViewportSize(wide))

  it('every component in every state, in light and dark, and on a phone, which has the same colours', async () => {
    const { page } = tab
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await open(page)
    expect(await offences(page)).toEqual([])
    await shot(page, 'gallery-light')
    const dark = await inDark(page, async () => {
      await shot(page, 'gallery-dark')
      return offences(page, 'colours')
    })
    expect(dark).toEqual([])
    // Buttons are 32 px high with 12 px at their sides, small ones 28 px.
    expect([...new Set(await buttonSizes(page))].toSorted()).toEqual(['32px 12px', 'xs 28px'])
    expect(await over()).toBeLessThanOrEqual(0)
    await page.setViewportSize(phone)
    expect(await offences(page)).toEqual([])
    await shot(page, 'gallery-390')
    await expect.poll(over, patience).toBeLessThanOrEqual(0)
  })

  describe('what opens', () => {
    const dialog = '[role="dialog"][aria-labelledby]' // it has its name a moment after it is there
    beforeAll(() => open(tab.page))
    it.each([
      ['Ask', dialog, 'Cancel'],
      ['Ask, typed', dialog, 'Cancel'],
      ['Undo', '.mantine-Notifications-root [role="status"]', 'Close'],
      ['Failure', '.mantine-Notifications-root [role="alert"]', 'Close'],
      ['Change something', '[role="region"][aria-label="Unsaved changes"]', 'Discard'],
    ])('with "%s"', async (name, opened, close) => {
      const { page } = tab
      await page.getByRole('button', { name, exact: true }).click()
      const there = page.locator(opened)
      const closes = there.getByRole('button', { name: close, exact: true })
      // What goes by itself stays while it has the focus.
      await closes.focus()
      expect(await offences(page, 'all', opened)).toEqual([])
      expect(await inDark(page, () => offences(page, 'colours', opened))).toEqual([])
      await closes.click()
      await there.waitFor({ state: 'detached' })
    })
  })

  it('a panel of filters stands beside the list, above it on a phone; it is remembered, and gives the focus back', async () => {
    const { page } = tab
    await open(page)
    const opener = page.getByRole('button', { name: 'Filters', exact: true })
    const words = page.getByRole('textbox', { name: 'Keywords' })
    const has = (target: typeof words) => target.evaluate((element) => element === document.activeElement)
    await opener.focus()
    await page.keyboard.press('Enter')
    await words.waitFor()
    await expect.poll(() => has(words)).toBe(true)
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.type('mug')
    await page.keyboard.press('Enter')
    await page.getByText('Looked for “mug”').waitFor()
    await page.reload()
    await words.waitFor()
    await shot(page, 'side-panel')
    expect(await offences(page, 'all', 'aside[aria-label="Filters"]')).toEqual([])
    await page.getByRole('button', { name: 'Close filters' }).press('Enter')
    await words.waitFor({ state: 'detached' })
    await expect.poll(() => has(opener)).toBe(true)
    // Its script comes after it was asked for.
    const late = async (route: Route) => {
      await page.getByRole('button', { name: 'Filters', expanded: true }).waitFor()
      await route.continue()
    }
    await page.route('**/panel-drawer.tsx', late, { times: 1 })
    await page.setViewportSize(phone)
    await opener.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByRole('button', { name: 'Search' }).waitFor()
    await shot(page, 'side-panel-390')
    expect(await offences(page, 'all', '[role="dialog"]')).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    // Whoever opened it before its script was there gets the focus back a moment after it has gone.
    await expect.poll(() => has(opener)).toBe(true)
  })
})

describe('the table that products are chosen from', () => {
  beforeAll(async () => {
    const template = await seller.call(templates.createTemplate, { body: { productTemplate: { name: 'Cameras' } } })
    for (let n = 0; n < 12; n++)
      await seller.call(products.createProduct, {
        body: {
          product: {
            templateId: template.id,
            sku: `CAM-${n}`,
            title: `Camera ${n}`,
            price: n,
            quantity: n,
            tags: ['a', 'b', 'c'],
          },
        },
      })
  })

  it('INV-128 INV-157..INV-161 is like the inventory, ten at a time, newest first', async () => {
    const { page } = tab
    await page.evaluate(() =>
      localStorage.setItem(
        'products:picker',
        JSON.stringify({
          columns: ['images', 'sku', 'title', 'tags', 'status', 'updatedAt'],
          widths: {},
          density: 'compact',
        }),
      ),
    )
    await page.goto(gallery)
    const picker = page.getByRole('region', { name: 'Choose products' })
    const grid = picker.getByRole('grid', { name: 'Products to choose from' })
    const skus = () => grid.getByRole('link').allInnerTexts()
    await expect.poll(skus, { timeout: 90_000 }).toEqual(Array.from({ length: 10 }, (_, n) => `CAM-${11 - n}`))
    expect(await grid.getByRole('columnheader', { name: 'Updated' }).getAttribute('aria-sort')).toBe('descending')
    expect(await picker.getByRole('grid').getByText('+2').count()).toBe(10)
    await grid.getByRole('checkbox', { name: 'Select CAM-11' }).check()
    // A click anywhere in a row chooses it, too.
    await grid.getByText('Camera 9', { exact: true }).click()
    await picker.getByText('2 products selected').waitFor()
    await picker.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(skus, patience).toEqual(['CAM-1', 'CAM-0'])
    await picker.getByText('2 products selected').waitFor()
    await picker.getByRole('combobox', { name: 'Rows on a page' }).click()
    await expect.poll(() => page.getByRole('option').allInnerTexts(), patience).toEqual(['5', '10', '25', '50', '100'])
    await page.getByRole('option', { name: '5', exact: true }).click()
    await expect.poll(async () => (await skus()).length, patience).toBe(5)
    await picker.getByPlaceholder('Search keywords (title, description)').fill('camera 3')
    await expect.poll(skus, patience).toEqual(['CAM-3'])
    await picker.getByPlaceholder('Any SKU').first().waitFor()
    await picker.getByRole('button', { name: 'Columns' }).waitFor()
    await shot(page, 'picker')
  })
})
