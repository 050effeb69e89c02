import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as products from '#contract/products/products.ts'
import * as views from '#contract/views.ts'
import * as templates from '#contract/templates.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { offences, settled, sideways, turn } from './support/look.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { colleague, signedIn } from './support/person.ts'
import { Seller } from './support/seller.ts'
import { patience, until } from './support/wait.ts'

let motto: Running
let browser: Browser
let seller: Seller
let clientId: number
let tab: Tab
let page: Page

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  clientId = await seller.begin('Northlight Camera')
  const { id: templateId } = await seller.call(templates.createTemplate, {
    body: { productTemplate: { name: 'Lenses' } },
  })
  for (const [sku, price] of [
    ['CHEAP', 5],
    ['MIDDLE', 50],
    ['DEAR', 500],
  ] as const)
    await seller.call(products.createProduct, {
      body: { product: { templateId, sku, title: `Lens ${sku}`, price, quantity: 3 } },
    })
  tab = await signedIn(browser, motto, seller)
  page = tab.page
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const open = async (search = '', on: Page = page) => {
  await on.goto(`${motto.url}/inventory${search}`)
  await on.locator('.ag-row [col-id="sku"]').first().waitFor()
  await settled(on)
}
const address = (of: Page = page) => new URL(of.url()).search
const tabs = (of: Page = page) => of.getByRole('navigation', { name: 'Saved views' })
const viewTab = (name: string) => tabs().getByRole('button', { name: new RegExp(`^${name}(, changed since saved)?$`) })
const chosen = (of: Page = page) =>
  tabs(of)
    .locator('[aria-current]')
    .innerText()
    .then((text) => text.trim())
const heads = (of: Page = page) =>
  of
    .getByRole('columnheader')
    .allInnerTexts()
    .then((texts) => texts.map((text) => text.trim()).filter(Boolean))
const dialog = () => page.getByRole('dialog', { name: 'Saved views' })
const openDialog = async () => {
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('menuitem', { name: 'Saved views', exact: true }).click()
  await dialog().waitFor()
}
const act = async (view: string, action: string) => {
  // The menu before this one may still be on its way out.
  await expect.poll(() => page.getByRole('menuitem').count(), patience).toBe(0)
  await dialog()
    .getByRole('button', { name: `Actions of ${view}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const close = async () => {
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  await until('it is closed, or asks about what was typed', async () =>
    (await dialog().count()) === 0 ? true : question.isVisible(),
  )
  if (await question.isVisible()) await question.getByRole('button', { name: 'Close', exact: true }).last().click()
  await until('it is closed', async () => (await dialog().count()) === 0)
}
const seeNotice = async (text: string) => {
  await page
    .getByRole('status')
    .filter({ hasText: text })
    .or(page.getByRole('alert').filter({ hasText: text }))
    .first()
    .waitFor()
}
const saved = () => seller.call(views.listViews, { query: { page: 'products' } })
/** Takes a column away in the chooser. */
const hide = async (column: string) => {
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('checkbox', { name: column, exact: true }).uncheck()
  await page.keyboard.press('Escape')
}

describe('saved views', () => {
  it('INV-168 INV-169 INV-170 INV-171 are made of what is shown now', async () => {
    await open('?minPrice=40')
    await expect
      .poll(() => heads(), patience)
      .toEqual(['Image', 'SKU', 'Template', 'Title', 'Price', 'Quantity', 'Listings', 'Status', 'Updated'])
    await hide('Status')
    await openDialog()
    await dialog().getByRole('button', { name: 'Save Current as New' }).click()
    const form = dialog().getByRole('form', { name: 'New view' })
    const create = form.getByRole('button', { name: 'Create View' })
    await create.locator('..').hover()
    await page.getByRole('tooltip', { name: 'Must set name' }).waitFor()
    await form.getByLabel('Name').fill('  Dear ones ')
    await shot(page, 'new-view')
    await create.click()
    await seeNotice('View “Dear ones” created.')
    await close()
    await expect.poll(() => chosen(), patience).toBe('Dear ones')
    const [view] = await saved()
    expect(view?.config).toMatchObject({ version: 1, page: 'products', type: 'table', filters: { minPrice: '40' } })
    expect(view?.config.columns).toEqual([
      'images',
      'sku',
      'template',
      'title',
      'price',
      'quantity',
      'listings',
      'updatedAt',
    ])
  })
  it('INV-165 INV-166 INV-167 show their columns and apply their filters when chosen', async () => {
    await viewTab('All products').click()
    await expect.poll(() => address(), patience).toBe('')
    await expect.poll(() => heads(), patience).toContain('Status')
    await viewTab('Dear ones').click()
    await expect.poll(() => address(), patience).toBe('?minPrice=40')
    await expect
      .poll(() => heads(), patience)
      .toEqual(['Image', 'SKU', 'Template', 'Title', 'Price', 'Quantity', 'Listings', 'Updated'])
    await expect.poll(() => page.locator('.ag-row [col-id="sku"]').count(), patience).toBe(2)
    await openDialog()
    await dialog()
      .getByRole('button', { name: /^All products/ })
      .click()
    await expect.poll(() => chosen(), patience).toBe('All products')
    await dialog().getByRole('button', { name: 'Dear ones', exact: true }).click()
    await expect.poll(() => chosen(), patience).toBe('Dear ones')
    await close()
  })
  it('INV-185 are remembered by the browser', async () => {
    await open()
    await expect.poll(async () => [address(), await chosen()], patience).toEqual(['?minPrice=40', 'Dear ones'])
  })
  it('INV-207 are shared with the organization, whose others cannot change them', async () => {
    const { config } = (await saved())[0] as views.View
    await seller.call(views.createView, { params: { page: 'products' }, body: { name: 'Second', config } })
    await openDialog()
    await act('Dear ones', 'Share with organization')
    await seeNotice('“Dear ones” is shared with your organization.')
    await close()
    const other = await colleague(motto, seller, { clientId, userRole: 4 })
    const theirs = await signedIn(browser, motto, other)
    await open('', theirs.page)
    await tabs(theirs.page).getByRole('button', { name: 'Dear ones' }).click()
    await expect.poll(() => address(theirs.page), patience).toBe('?minPrice=40')
    await theirs.page.getByRole('button', { name: 'Save view' }).click()
    await theirs.page.getByRole('menuitem', { name: 'Saved views', exact: true }).click()
    const list = theirs.page.getByRole('dialog', { name: 'Saved views' })
    await list.getByText('Shared by').waitFor()
    await list.getByRole('button', { name: 'Actions of Dear ones' }).click()
    // The menu before this one may still be on its way out.
    await expect.poll(() => theirs.page.getByRole('menuitem').allInnerTexts(), patience).toEqual(['Set as Default'])
    expect(await list.getByText('Second').count()).toBe(0)
    await theirs.context.close()
  })
  it('have nothing that axe would mind, in both themes and on a phone', async () => {
    await openDialog()
    const violations = await offences(page)
    await turn(page, 'dark')
    violations.push(...(await offences(page, 'colours')))
    await shot(page, 'views-dark')
    await turn(page, 'light')
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(page, 'views-390')
    expect(await sideways(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await close()
    expect({ offences: violations, problems: tab.problems }).toEqual({ offences: [], problems: [] })
  })
})
