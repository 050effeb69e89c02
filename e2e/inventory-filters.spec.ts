import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { forgetFilters, openBrowser, reopen, shot, type Tab } from './support/browser.ts'
import { choose, chooser, skus, startFilled, total } from './support/filled.ts'
import { offences, settled, turn } from './support/look.ts'
import { signedIn } from './support/person.ts'
import { patience } from './support/wait.ts'

let shop: Awaited<ReturnType<typeof startFilled>>
let browser: Browser
let tab: Tab
let page: Page

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startFilled(600), openBrowser()])
  tab = await signedIn(browser, shop.motto, shop.seller)
  page = tab.page
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const open = async (search = '') => {
  await forgetFilters(page)
  await reopen(page, `${shop.motto.url}/inventory${search}`)
  await page.getByRole('button', { name: /^Filters/ }).waitFor()
  await settled(page)
}
const address = () => new URL(page.url()).search
const addressBecomes = (search: string) => expect.poll(address, patience).toBe(search)
const panel = () => page.getByRole('complementary', { name: 'Filters' })
const openPanel = async () => {
  const button = page.getByRole('button', { name: /^Filters/ })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
  await panel().waitFor()
}
/** What the API counts for a query, asked for beside the page. */
const counted = async (query: object) => (await shop.seller.call(listProducts, { query: { limit: 1, ...query } })).items

describe('the filter panel', () => {
  it('INV-057 INV-058 INV-059..INV-074 is filled in, looked for, kept in the address, and shown again after a reload', async () => {
    await open()
    await openPanel()
    const template = (await shop.seller.call(listTemplates)).find(({ products }) => products > 0)
    if (!template) throw new Error('no template has products')
    const p = panel()
    await chooser(p, 'SKUs').fill('nobody-has-this')
    await chooser(p, 'SKUs').press('Enter')
    await choose(page, p, 'Attribute 1, name', 'Color')
    await chooser(p, 'Attribute 1, values').click()
    // Suggested by how many have them, with their number.
    const offered = page.getByRole('option')
    await expect.poll(() => offered.count(), patience).toBeGreaterThan(1)
    const counts = (await offered.allInnerTexts()).map((text) =>
      Number(text.replace(/.*?([\d,]+)$/s, '$1').replaceAll(',', '')),
    )
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    const color = ((await offered.first().innerText()).split('\n')[0] ?? '').trim()
    await offered.first().click()
    await page.keyboard.press('Escape')
    await p.getByRole('button', { name: 'Add attribute' }).click()
    await choose(page, p, 'Attribute 2, name', 'Brand')
    await choose(page, p, 'Attribute 2, in or not in', 'not in')
    await chooser(p, 'Attribute 2, values').click()
    await page.getByRole('option').first().waitFor()
    const brand = ((await page.getByRole('option').first().innerText()).split('\n')[0] ?? '').trim()
    await page.getByRole('option').first().click()
    await page.keyboard.press('Escape')
    await p.getByRole('radiogroup', { name: 'Match attributes' }).getByText('All').click()
    await choose(page, p, 'Templates', template.name)
    await page.keyboard.press('Escape')
    for (const [field, value] of [
      ['Minimum price', '1.5'],
      ['Maximum price', '9000'],
      ['Minimum quantity', '0'],
      ['Maximum quantity', '900'],
      ['Minimum sold', '0'],
      ['Maximum sold', '100000'],
    ])
      await p.getByLabel(field ?? '').fill(value ?? '')
    for (const name of ['Listed on Ebay', 'Listed on Shopify', 'Not listed on CSV'])
      await p.getByRole('checkbox', { name, exact: true }).check()
    await p.getByRole('radiogroup', { name: 'Match listings' }).getByText('All').click()
    for (const [field, tag] of [
      ['Has tags', 'sale'],
      ['Missing tags', 'archived'],
    ]) {
      await chooser(p, field ?? '').fill(tag ?? '')
      await chooser(p, field ?? '').press('Enter')
    }
    await p.getByLabel('Created from').fill('2020-01-01')
    await p.getByLabel('Created to').fill('2040-12-31')
    await choose(page, p, 'Sort', 'Price')
    await choose(page, p, 'Order', 'Ascending')
    expect(address()).toBe('')
    await shot(page, 'filters-filled-in')
    await p.getByRole('button', { name: 'Search', exact: true }).click()
    const attributes = JSON.stringify([
      { name: 'Color', action: 'in', values: [color] },
      { name: 'Brand', action: 'not in', values: [brand] },
    ])
    const expected =
      `?skus=nobody-has-this&templateIds=${template.id}&minPrice=1.5&maxPrice=9000&minQuantity=0&maxQuantity=900&minSold=0&maxSold=100000&startDate=2020-01-01&endDate=2040-12-31` +
      `&hasTags=sale&missingTags=archived&attributes=${encodeURIComponent(attributes)}&matchAllAttributes=true&listedOn=ebay+shopify&notListedOn=csv&matchAllListings=true&sortBy=Price&orderBy=asc`
    await addressBecomes(expected)
    await page.getByText('No products found').waitFor()
    await page.reload()
    await panel().waitFor()
    expect(address()).toBe(expected)
    await expect.poll(() => panel().getByLabel('Minimum price').inputValue(), patience).toBe('1.5')
    expect(await panel().getByRole('checkbox', { name: 'Not listed on CSV' }).isChecked()).toBe(true)
    expect(await panel().getByLabel('Created to').inputValue()).toBe('2040-12-31')
    // A filter names a template once the templates are there.
    await page.getByRole('search', { name: 'Products' }).getByText(template.name).waitFor()
    const shownText = (await page.getByRole('search', { name: 'Products' }).innerText()).replaceAll(/\s+/g, ' ')
    for (const words of [
      'SKU in nobody-has-this',
      `Color in ${color}`,
      `Brand not in ${brand}`,
      `Template in ${template.name}`,
      'Price between $1.50 and $9,000.00',
      'Quantity between 0 and 900',
      'Sold between 0 and 100,000',
      'Tags with sale',
      'Tags missing archived',
      'Listed on all of Ebay, Shopify',
      'Not listed on CSV',
      'Created between Jan 1, 2020 and Dec 31, 2040',
    ])
      expect(shownText).toContain(words)
    await shot(page, 'filters-everything')
  })

  it('INV-057 each chip takes its filter away, Back brings it back, and Clear takes all', async () => {
    await page.getByRole('button', { name: 'Remove filter SKU' }).click()
    await expect.poll(address, patience).not.toContain('skus')
    await page.getByRole('button', { name: 'Remove filter Price' }).click()
    await expect.poll(address, patience).not.toContain('Price=1.5')
    expect(address()).toContain('sortBy=Price')
    await page.goBack()
    await expect.poll(address, patience).toContain('minPrice=1.5&maxPrice=9000')
    await panel().getByRole('button', { name: 'Clear' }).click()
    await addressBecomes('?sortBy=Price&orderBy=asc')
    expect(await panel().getByLabel('Minimum price').inputValue()).toBe('')
    await expect.poll(() => total(page), patience).toBe(600)
  })

  it('INV-027 INV-064 INV-069 finds what the server counts, cheapest first', async () => {
    await open('?minPrice=40&listedOn=ebay&sortBy=Price&orderBy=asc')
    const expected = await counted({ minPrice: 40, listedOn: ['ebay'] })
    expect(expected).toBeGreaterThan(0)
    expect(expected).toBeLessThan(600)
    await expect.poll(() => total(page), patience).toBe(expected)
    const { data } = await shop.seller.call(listProducts, {
      query: { minPrice: 40, listedOn: ['ebay'], sortBy: 'price', orderBy: 'asc', limit: 5 },
    })
    await expect.poll(async () => (await skus(page)).slice(0, 5), patience).toEqual(data.map(({ sku }) => sku))
  })

  it('has nothing that axe would mind, in both themes, and is a drawer on a phone', async () => {
    await open('?minPrice=40&hasTags=sale')
    await openPanel()
    const violations = await offences(page)
    await turn(page, 'dark')
    violations.push(...(await offences(page, 'colours')))
    await shot(page, 'filters-dark')
    await turn(page, 'light')
    expect(violations).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await open('?minPrice=40')
    await page.getByRole('button', { name: /^Filters/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByLabel('Maximum price').fill('50')
    await shot(page, 'filters-390')
    await drawer.getByRole('button', { name: 'Search', exact: true }).click()
    await addressBecomes('?minPrice=40&maxPrice=50')
    await drawer.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(tab.problems).toEqual([])
  })
})
