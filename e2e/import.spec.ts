import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { getProduct, getProductBySku, listProducts } from '#contract/products/products.ts'
import { addAttributes, createTemplate } from '#contract/templates.ts'
import { begun } from './support/begun.ts'
import { reopen, shot, type Tab } from './support/browser.ts'
import { choose, chooser } from './support/filled.ts'
import { download, give, goods, imported, outcomes, review, rowsShown, tabNamed, upload } from './support/importing.ts'
import { lookHere, settled } from './support/look.ts'
import type { Running } from './support/running.ts'
import type { Seller } from './support/seller.ts'
import { timersOf } from './support/timers.ts'
import { patience } from './support/wait.ts'

const stage = begun('Northlight Imports')
let motto: Running
let seller: Seller
let tab: Tab
let page: Page
let timers: readonly number[]

beforeAll(async () => {
  ;({ motto, seller, tab } = stage)
  page = tab.page
  timers = await timersOf(page)
})

const steps = () => page.getByRole('list', { name: 'Steps' }).getByRole('listitem').allInnerTexts()
const current = () => page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]').innerText()
const go = (name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (name: string) => page.getByRole('dialog', { name })
const tabOf = (name: RegExp) => tabNamed(page, name)
const titleOf = async (sku: string) => {
  const { id } = await seller.call(getProductBySku, { params: { sku } })
  return (await seller.call(getProduct, { params: { id } })).title
}
const toReview = () => page.getByRole('button', { name: 'Continue to Review' })

describe('the file', () => {
  it('PRO-006 PRO-009 PRO-010 IMP-001 IMP-005 IMP-007 is a method of the new product wizard with an address of its own', async () => {
    await reopen(page, `${motto.url}/inventory/new`)
    await page.getByRole('button', { name: /Import from CSV/ }).click()
    await page.waitForURL('**/inventory/new?method=csv')
    await page.getByText('Upload a spreadsheet to create products in bulk').waitFor()
    expect((await steps()).map((text) => text.replace(/^\d\s*/, ''))).toEqual([
      'Method',
      'Map Fields',
      'Review & Import',
    ])
    expect(await page.getByRole('link', { name: 'Back to Inventory' }).getAttribute('href')).toBe('/inventory')
    await shot(page, 'import-method')
    await page.getByRole('button', { name: /From Template/ }).click()
    await page.waitForURL((url) => url.pathname === '/inventory/new' && url.search === '')
    await page.getByRole('searchbox', { name: 'Search templates' }).waitFor()
  })

  it('can be stopped on its way', async () => {
    await reopen(page, `${motto.url}/inventory/new?method=csv`)
    await page.route('**/api/v2/imports?*', () => undefined)
    await give(page, { name: 'slow.csv', content: 'sku\nA' })
    const sending = page.getByRole('group', { name: 'Uploading slow.csv' })
    await sending.getByRole('progressbar').waitFor()
    await sending.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Drop a CSV file here, or click to choose one').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('IMP-179 IMP-180 may begin as the header row alone', async () => {
    const { name, text } = await download(page, 'Download a blank file')
    expect(name).toBe('import_template.csv')
    expect(text.replace(/^\uFEFF/, '')).toMatch(/^template,title,description,sku,/)
  })
})

describe('the mapping', () => {
  it('IMP-018 IMP-019 asks for a template, and says where attributes come from', async () => {
    await upload(page, motto.url, {
      name: 'tassen.csv',
      content: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(goods(12))]),
    })
    await page.getByText('tassen.csv: CSV file, 12 rows, 8 columns, UTF-8, semicolon.').waitFor()
    await page.getByText('No attributes detected. Upload a CSV or select a template to see attribute fields.').waitFor()
    expect(await toReview().isDisabled()).toBe(true)
    await page.getByText('Choose a template, or the column that names it.').waitFor()
    await seller.call(createTemplate, { body: { productTemplate: { name: 'Bowls' } } })
    const { id } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Mugs' } } })
    await seller.call(addAttributes, {
      body: {
        templateId: id,
        attributes: [
          { name: 'Colour', options: ['Rot', 'Blau', 'Gelb'], constraint: 'required' },
          { name: 'Material' },
          ...Array.from({ length: 30 }, (_, n) => ({ name: `Detail ${n + 1}` })),
        ],
      },
    })
  })

  it('IMP-008 IMP-010 IMP-011 IMP-012 IMP-013 IMP-014 IMP-015 IMP-016 IMP-017 IMP-020 has the columns of the file for fields and attributes', async () => {
    await page.reload()
    await settled(page)
    await choose(page, page, 'Template', 'Mugs')
    await expect.poll(() => toReview().isEnabled(), patience).toBe(true)
    for (const [field, column] of [
      ['SKU', 'Artikelnummer'],
      ['Title', 'Bezeichnung'],
      ['Price', 'Preis'],
      ['Quantity', 'Menge'],
    ])
      if ((await chooser(page, field ?? '').inputValue()) !== column)
        await choose(page, page, field ?? '', column ?? '')
    // Below the column stand some of its values.
    await page
      .getByRole('group', { name: 'Product fields' })
      .getByText('TASSE-001 · TASSE-002', { exact: false })
      .waitFor()
    const list = page.getByRole('list', { name: 'Attributes', exact: true })
    await expect.poll(() => list.getByRole('listitem').count(), patience).toBe(25)
    // The column of the attribute's name is filled in; for others those are suggested whose values are options.
    await page.getByRole('searchbox', { name: 'Search attributes' }).fill('material')
    await expect.poll(() => chooser(page, 'Column for Material').inputValue(), patience).toMatch(/^Material/)
    await page.getByRole('searchbox', { name: 'Search attributes' }).fill('colour')
    await chooser(page, 'Column for Colour').click()
    await page.getByRole('option', { name: 'Farbe (12 matching rows)' }).click()
    await page.getByRole('searchbox', { name: 'Search attributes' }).fill('nothing like it')
    await page.getByText('No Attributes match this query.').waitFor()
    await page.getByRole('searchbox', { name: 'Search attributes' }).fill('')
    await page.getByRole('radiogroup', { name: 'Attributes to show' }).getByText('Unmapped').click()
    await expect.poll(async () => (await list.innerText()).includes('Colour'), patience).toBe(false)
    await page.getByRole('radiogroup', { name: 'Attributes to show' }).getByText('All').click()
    const size = chooser(page, 'Attributes on a page')
    expect(await size.inputValue()).toBe('25')
    await size.click()
    await expect
      .poll(() => page.getByRole('option').allInnerTexts(), patience)
      .toEqual(['5', '10', '25', '50', '100', '250', '500', '1,000'])
    await page.getByRole('option', { name: '5', exact: true }).click()
    await expect.poll(() => list.getByRole('listitem').count(), patience).toBe(5)
    await choose(page, page, 'Add attributes from columns', 'Vorlage')
    await page.keyboard.press('Escape')
    await page
      .getByText('Vorlage new')
      .or(page.getByRole('list', { name: 'Attributes', exact: true }))
      .first()
      .waitFor()
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
    expect(head.slice(0, 9)).toEqual([
      'Row',
      'Outcome',
      'Image',
      'SKU',
      'Template',
      'Title',
      'Quantity',
      'Price',
      'Attributes',
    ])
    const rows = await rowsShown(page)
    expect(rows).toHaveLength(10)
    expect(rows[2]?.slice(0, 9)).toEqual([
      '4',
      'New',
      '',
      'TASSE-003',
      'Mugs',
      'Tasse Nr. 3 – groß',
      '2',
      '$11.50',
      '3',
    ])
    const link = page.getByRole('link', { name: 'TASSE-003' })
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      '/product/sku/TASSE-003',
      '_blank',
    ])
    const size = chooser(page, 'Rows on a page')
    expect(await size.inputValue()).toBe('10')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(async () => (await rowsShown(page)).length, patience).toBe(2)
    await size.click()
    await expect.poll(() => page.getByRole('option').allInnerTexts(), patience).toEqual(['10', '25', '50', '100'])
    await page.getByRole('option', { name: '25', exact: true }).click()
    await expect.poll(async () => (await rowsShown(page)).length, patience).toBe(12)
    await shot(page, 'import-review')
  })

  it('IMP-057 IMP-058 IMP-059 imports it and goes to the inventory four seconds later', async () => {
    await go('Import 12 products')
    await page.getByText('Products Imported. Navigating to Inventory').waitFor()
    await page.getByText('Successfully imported CSV.').first().waitFor()
    await shot(page, 'import-done')
    await page.waitForURL((url) => url.pathname === '/inventory')
    expect(timers).toContain(4000)
  })
})

describe('a second file', () => {
  const csv = [
    'sku,title,price,quantity,Vorlage,template,DELETE',
    'TASSE-001,Tasse 1 neu,9.5,0,Mugs,Mugs,',
    'TASSE-002,Tasse Nr. 2 – groß,10.5,1,Mugs,Mugs,',
    'TASSE-003,,,,,,DELETE',
    'PLUS+1 A,,,,,,DELETE',
    'TASSE-005,Tasse 5,a lot,4,Mugs,Mugs,',
    'TASSE-001,Tasse 1 again,9,0,Mugs,Mugs,',
    'TASSE-006,Tasse 6,12,4,Mugs,No such template,',
    'SCHALE-1,Schale,20,2,Bowls,Bowls,',
  ].join('\n')

  it('IMP-009 IMP-053 IMP-054 IMP-055 IMP-056 says cell by cell what changes, what goes, and what cannot be taken', async () => {
    await upload(page, motto.url, { name: 'plus.csv', content: 'sku,title,template\nPLUS+1 A,Plus,Bowls\n' })
    await review(page)
    await go('Import 1 product')
    await imported(page)
    await upload(page, motto.url, { name: 'second.csv', content: csv })
    expect(
      await page
        .getByRole('radiogroup', { name: 'Template for these products' })
        .getByRole('radio', { name: 'From a column' })
        .isChecked(),
    ).toBe(true)
    await expect.poll(() => chooser(page, 'Column with template names').inputValue(), patience).toBe('template')
    await review(page)
    expect(await outcomes(page)).toEqual({
      All: 8,
      New: 1,
      Changed: 2,
      Unchanged: 1,
      Deleted: 2,
      Skipped: 1,
      Errors: 1,
      'With problems': 2,
    })
    const panel = page.getByRole('alert').filter({ hasText: '2 products will be deleted.' })
    expect(await panel.getByRole('list', { name: 'To be deleted' }).getByRole('listitem').allInnerTexts()).toEqual([
      'TASSE-003',
      'PLUS+1 A',
    ])
    await panel.getByText('can’t be undone', { exact: false }).waitFor()
    const view = panel.getByRole('link', { name: 'View in Inventory' })
    expect(await view.getAttribute('href')).toBe(
      '/products?offset=0&limit=25&sortBy=Updated&orderBy=desc&skus=TASSE-003+PLUS%2B1%20A',
    )
    const [list] = await Promise.all([page.waitForEvent('popup'), view.click()])
    await expect.poll(() => list.locator('.ag-row [col-id="sku"]').allInnerTexts(), patience).toHaveLength(2)
    await list.close()
    await tabOf(/^Changed/).click()
    await expect.poll(async () => (await rowsShown(page)).map(([line]) => line), patience).toEqual(['2', '6'])
    await page.getByRole('button', { name: 'Show details of row 2' }).click()
    expect((await page.getByLabel('Row 2: changes').innerText()).replaceAll(/\s+/g, ' ')).toBe(
      'title Tasse Nr. 1 – groß Tasse 1 neu',
    )
    await tabOf(/^Errors/).click()
    await page.getByRole('list', { name: 'Row 7: problems' }).getByText('SKU TASSE-001 is already on line 2.').waitFor()
    await tabOf(/^With problems/).click()
    await page.getByRole('list', { name: 'Row 6: problems' }).getByText('price').waitFor()
    await page
      .getByText('1 row can’t be imported. See the reason below it. 1 row has cells that will be skipped.', {
        exact: false,
      })
      .waitFor()
    await page.getByText('1 row will be skipped', { exact: false }).waitFor()
    await shot(page, 'import-review-all-kinds')
  })

  it('gives the refused rows back as a file', async () => {
    const { name, text } = await download(page, 'Download rows with problems')
    expect(name).toMatch(/\.csv$/)
    const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').trim())
    expect(data[0]).toEqual(['sku', 'title', 'price', 'quantity', 'Vorlage', 'template', 'DELETE', 'Import error'])
    expect(data.slice(1).map((cells) => cells.slice(0, 3))).toEqual([
      ['TASSE-005', 'Tasse 5', 'a lot'],
      ['TASSE-001', 'Tasse 1 again', '9'],
    ])
    expect(data[1]?.at(-1)).toContain('price')
  })

  it('can be left and taken up again where it was', async () => {
    const address = page.url()
    expect(address).toContain('?problems=true')
    await reopen(page, `${motto.url}/inventory/new?method=csv`)
    const open = page.getByRole('list', { name: 'Unfinished imports' })
    await open.getByText('8 rows, ready to review', { exact: false }).waitFor()
    await shot(page, 'import-go-on')
    await open.getByRole('link', { name: 'second.csv' }).click()
    await page.getByRole('table', { name: 'Rows of the file' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(new URL(address).pathname)
    await page
      .getByRole('list', { name: 'Steps' })
      .getByRole('button', { name: /Map Fields/ })
      .click()
    await expect.poll(() => chooser(page, 'SKU').inputValue(), patience).toBe('sku')
    await review(page)
  })

  it('does what it said, and can be undone as one', async () => {
    await go('Import 5 products')
    await imported(page)
    expect(await outcomes(page)).toEqual({
      All: 8,
      New: 1,
      Changed: 2,
      Unchanged: 1,
      Deleted: 2,
      Skipped: 1,
      Errors: 1,
      'With problems': 2,
    })
    const skus = async () =>
      (await seller.call(listProducts, { query: { limit: 50, sortBy: 'sku', orderBy: 'asc' } })).data.map(
        ({ sku }) => sku,
      )
    expect(await skus()).not.toContain('TASSE-003')
    expect(await titleOf('TASSE-001')).toBe('Tasse 1 neu')
    await page.getByRole('link', { name: 'View or undo changes' }).click()
    await page.waitForURL('**/inventory/history/*')
    await page.getByRole('button', { name: /^Undo Import of second\.csv/ }).click()
    await dialog('Undo “Import of second.csv”?').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect
      .poll(skus, patience)
      .toEqual(['PLUS+1 A', ...Array.from({ length: 12 }, (_, n) => `TASSE-${String(n + 1).padStart(3, '0')}`)])
    await expect.poll(() => titleOf('TASSE-001'), patience).toBe('Tasse Nr. 1 – groß')
  })

  it('of the same columns is mapped as the one before, and can be mapped anew', async () => {
    await upload(page, motto.url, { name: 'third.csv', content: goods(2).replaceAll('TASSE', 'NEU') })
    await page.getByText('Using the mapping from tassen.csv', { exact: false }).waitFor()
    await expect.poll(() => chooser(page, 'Template').inputValue(), patience).toBe('Mugs')
    await go('Start over')
    await expect.poll(() => toReview().isDisabled(), patience).toBe(true)
    await expect.poll(() => chooser(page, 'SKU').inputValue(), patience).toBe('')
  })
})

describe('IMP the review and the end, light and dark, wide and on a phone', () => {
  it('the review', async () => {
    const content = [
      'sku,title,price,quantity,template,DELETE',
      'TASSE-001,Again,1,1,Mugs,',
      'TASSE-002,Again,x,1,Mugs,',
      'TASSE-002,Twice,1,1,Mugs,',
      'TASSE-003,,,,,DELETE',
      'NEW-1,New,2,3,Mugs,',
      'NEW-2,New,2,3,None,',
    ].join('\n')
    await upload(page, motto.url, { name: 'look.csv', content })
    await review(page)
    await lookHere(page, 'import-look-review')
    await go('Import 4 products')
    await imported(page)
    await lookHere(page, 'import-look-done')
  })
  it('no import', async () => {
    await reopen(page, `${motto.url}/inventory/import/999999`)
    await page.getByText('Import not found').waitFor()
  })
})
