import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAttributes, createTemplate } from '#contract/templates.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { choose, chooser } from './support/filled.ts'
import { give, outcomes, review, rowsShown, upload } from './support/importing.ts'
import { signedIn } from './support/person.ts'
import { settled } from './support/look.ts'
import { type Motto, startMotto } from './support/motto.ts'
import { Seller } from './support/seller.ts'
import { patience } from './support/wait.ts'

let motto: Motto
let browser: Browser
let seller: Seller
let tab: Tab
let page: Page

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([startMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin('Northlight Imports')
  tab = await signedIn(browser, motto, seller)
  page = tab.page
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const steps = () => page.getByRole('list', { name: 'Steps' }).getByRole('listitem').allInnerTexts()
const current = () => page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]').innerText()
const go = (name: string) => page.getByRole('button', { name, exact: true }).click()
const toReview = () => page.getByRole('button', { name: 'Continue to Review' })

describe('the file', () => {
  it('PRO-006 PRO-009 PRO-010 IMP-001 IMP-005 IMP-007 is a method of the new product wizard with an address of its own', async () => {
    await page.goto(`${motto.url}/inventory/new`)
    await page.getByRole('button', { name: /Import from CSV/ }).click()
    await page.waitForURL('**/inventory/new?method=csv')
    await page.getByText('Upload a spreadsheet to create products in bulk').waitFor()
    expect((await steps()).map((text) => text.replace(/^\d\s*/, ''))).toEqual(['Method', 'Map Fields', 'Review & Import'])
    expect(await page.getByRole('link', { name: 'Back to Inventory' }).getAttribute('href')).toBe('/inventory')
    await shot(page, 'import-method')
    await page.getByRole('button', { name: /From Template/ }).click()
    await page.waitForURL((url) => url.pathname === '/inventory/new' && url.search === '')
    await page.getByRole('searchbox', { name: 'Search templates' }).waitFor()
  })

  it('IMP-002 IMP-003 IMP-004 is refused when it is no CSV, and when it cannot be parsed', async () => {
    await page.goto(`${motto.url}/inventory/new?method=csv`)
    await give(page, { name: 'products.xlsx', content: 'sku\nA' })
    await page.getByText('Failed to upload file. products.xlsx is not a CSV file.').waitFor()
    await give(page, { name: 'broken.csv', content: 'sku,title\nA,"never closed\n' })
    await page.getByRole('alert').filter({ hasText: 'Failed to parse CSV' }).first().waitFor()
    await shot(page, 'import-refused')
    expect(new URL(page.url()).pathname).toBe('/inventory/new')
  })
})

/** A file as a German spreadsheet saves it. */
const goods = (rows: number) =>
  [
    'Artikelnummer;Bezeichnung;Preis;Menge;Farbe;Material;Vorlage;Bild',
    ...Array.from({ length: rows }, (_, n) => `TASSE-${String(n + 1).padStart(3, '0')};Tasse Nr. ${n + 1} – groß;${9 + n},50;${n};${n % 2 ? 'Blau' : 'Rot'};Ton;${n % 3 ? 'Mugs' : 'Bowls'};`),
  ].join('\r\n')

describe('the mapping', () => {
  it('IMP-018 IMP-019 IMP-020 asks for a template, and says where attributes come from', async () => {
    await upload(page, motto.url, { name: 'tassen.csv', content: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(goods(12))]) })
    await page.getByText('tassen.csv: CSV file, 12 rows, 8 columns, UTF-8, semicolon.').waitFor()
    await page.getByText('No attributes detected. Upload a CSV or select a template to see attribute fields.').waitFor()
    expect(await toReview().isDisabled()).toBe(true)
    await page.getByText('Choose a template, or the column that names it.').waitFor()
    await seller.call(createTemplate, { body: { productTemplate: { name: 'Bowls' } } })
    const { id } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Mugs' } } })
    await seller.call(addAttributes, { body: { templateId: id, attributes: [{ name: 'Colour', options: ['Rot', 'Blau', 'Gelb'], constraint: 'required' }, { name: 'Material' }, ...Array.from({ length: 30 }, (_, n) => ({ name: `Detail ${n + 1}` }))] } })
  })

  it('IMP-008 IMP-010 IMP-011 IMP-012 IMP-013 IMP-014 IMP-015 IMP-016 IMP-017 has the columns of the file for fields and attributes', async () => {
    await page.reload()
    await settled(page)
    await choose(page, page, 'Template', 'Mugs')
    await expect.poll(() => toReview().isEnabled(), patience).toBe(true)
    for (const [field, column] of [['SKU', 'Artikelnummer'], ['Title', 'Bezeichnung'], ['Price', 'Preis'], ['Quantity', 'Menge']])
      if ((await chooser(page, field ?? '').inputValue()) !== column) await choose(page, page, field ?? '', column ?? '')
    // Below the column stand some of its values.
    await page.getByText('TASSE-001, TASSE-002', { exact: false }).first().waitFor()
    const list = page.getByRole('list', { name: 'Attributes', exact: true })
    expect(await list.getByRole('listitem').count()).toBe(25)
    // The column of the attribute's name is filled in; for others those are suggested whose values are options.
    await page.getByRole('searchbox', { name: 'Search attributes' }).fill('material')
    await expect.poll(() => chooser(page, 'Column of Material').inputValue(), patience).toMatch(/^Material/)
    await page.getByRole('searchbox', { name: 'Search attributes' }).fill('colour')
    await chooser(page, 'Column of Colour').click()
    await page.getByRole('option', { name: 'Farbe (12 rows match)' }).click()
    await page.getByRole('searchbox', { name: 'Search attributes' }).fill('nothing like it')
    await page.getByText('No Attributes match this query.').waitFor()
    await page.getByRole('searchbox', { name: 'Search attributes' }).fill('')
    await page.getByRole('radiogroup', { name: 'Attributes to show' }).getByText('Unmapped').click()
    await expect.poll(async () => (await list.innerText()).includes('Colour'), patience).toBe(false)
    await page.getByRole('radiogroup', { name: 'Attributes to show' }).getByText('All').click()
    const size = chooser(page, 'Attributes on a page')
    expect(await size.inputValue()).toBe('25')
    await size.click()
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['5', '10', '25', '50', '100', '250', '500', '1,000'])
    await page.getByRole('option', { name: '5', exact: true }).click()
    await expect.poll(() => list.getByRole('listitem').count(), patience).toBe(5)
    await choose(page, page, 'Add attributes from columns', 'Vorlage')
    await page.keyboard.press('Escape')
    await page.getByText('Vorlage new').or(page.getByRole('list', { name: 'Attributes', exact: true })).first().waitFor()
    await shot(page, 'import-map')
  })

  it('is kept from being left by mistake', async () => {
    await page.getByRole('link', { name: 'Templates', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    expect(new URL(page.url()).pathname).toMatch(/^\/inventory\/import\/\d+$/)
  })
})

describe('the review', () => {
  it('IMP-006 IMP-041..IMP-052 shows what becomes of the rows, ten at a time', async () => {
    await review(page)
    expect(await current()).toMatch(/Review & Import/)
    expect(await outcomes(page)).toEqual({ All: 12, New: 12 })
    const head = await page.getByRole('table', { name: 'Rows of the file' }).locator('thead th').allInnerTexts()
    expect(head.slice(0, 9)).toEqual(['Row', 'Outcome', 'Image', 'SKU', 'Template', 'Title', 'Quantity', 'Price', 'Attributes'])
    const rows = await rowsShown(page)
    expect(rows).toHaveLength(10)
    expect(rows[2]?.slice(0, 9)).toEqual(['4', 'New', '', 'TASSE-003', 'Mugs', 'Tasse Nr. 3 – groß', '2', '$11.50', '3'])
    const link = page.getByRole('link', { name: 'TASSE-003' })
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['/product/sku/TASSE-003', '_blank'])
    const size = chooser(page, 'Rows on a page')
    expect(await size.inputValue()).toBe('10')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(async () => (await rowsShown(page)).length, patience).toBe(2)
    await size.click()
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['10', '25', '50', '100'])
    await page.getByRole('option', { name: '25', exact: true }).click()
    await expect.poll(async () => (await rowsShown(page)).length, patience).toBe(12)
    await shot(page, 'import-review')
  })

  it('IMP-057 IMP-058 IMP-059 imports it and goes to the inventory four seconds later', async () => {
    await go('Import 12 products')
    await page.getByText('Products Imported. Navigating to Inventory').waitFor()
    const at = performance.now()
    await page.getByText('Successfully imported CSV.').first().waitFor()
    await shot(page, 'import-done')
    await page.waitForURL((url) => url.pathname === '/inventory')
    expect(performance.now() - at).toBeGreaterThan(3000)
    expect(performance.now() - at).toBeLessThan(9000)
  })
})
