import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProduct } from '#contract/products/products.ts'
import { createTemplate, getTemplate, listTemplates } from '#contract/templates.ts'
import { openBrowser, reopen, shot, type Tab } from './support/browser.ts'
import { choose, chooser } from './support/filled.ts'
import { download, give, imported, outcomes, review, rowsShown, tabNamed, upload } from './support/importing.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { signedIn } from './support/person.ts'
import { Seller } from './support/seller.ts'
import { timersOf } from './support/timers.ts'
import { patience } from './support/wait.ts'

let motto: Running
let browser: Browser
let seller: Seller
let tab: Tab
let page: Page

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin('Northlight Samples')
  const { id: templateId } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Mugs' } } })
  // Products that no file has to bring, for where there are no samples.
  for (let n = 1; n <= 9; n += 1)
    await seller.call(createProduct, {
      body: { product: { templateId, sku: `MUG-${n}`, title: `Mug ${n}`, price: n, quantity: n } },
    })
  tab = await signedIn(browser, motto, seller)
  page = tab.page
  // Pictures of other people's files are left where they are.
  await tab.context.route(
    (url) => url.hostname !== 'localhost',
    (route) => route.abort(),
  )
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const steps = () => page.getByRole('list', { name: 'Steps' }).getByRole('listitem').allInnerTexts()
const go = (name: string) => page.getByRole('button', { name, exact: true }).click()

const folder = process.env.IMPORT_SAMPLES ?? join(import.meta.dirname, '../../shared/samples')
const samples = ['shopify-apparel.csv', 'shopify-home-and-garden.csv'].map((name) => ({
  name,
  path: join(folder, name),
}))

describe('the file', () => {
  it('IMP-003 IMP-004 is refused when it is no CSV, and when it cannot be parsed', async () => {
    await reopen(page, `${motto.url}/inventory/new?method=csv`)
    await give(page, { name: 'products.xlsx', content: 'sku\nA' })
    await page.getByText('Failed to upload file. products.xlsx isn’t a CSV file.').waitFor()
    await give(page, { name: 'broken.csv', content: 'sku,title\nA,"never closed\n' })
    await page.getByRole('alert').filter({ hasText: 'Failed to parse CSV' }).first().waitFor()
    await shot(page, 'import-refused')
    expect(new URL(page.url()).pathname).toBe('/inventory/new')
  })

  it('is forgotten when it is discarded', async () => {
    await upload(page, motto.url, { name: 'needless.csv', content: 'sku\nA\n' })
    await reopen(page, `${motto.url}/inventory/new?method=csv`)
    await page.getByRole('button', { name: 'Discard needless.csv' }).click()
    await page.getByRole('link', { name: 'needless.csv' }).waitFor({ state: 'hidden' })
  })

  it('is read otherwise where its letters came out wrong', async () => {
    await upload(page, motto.url, {
      name: 'koi8.csv',
      content: Buffer.concat([Buffer.from('sku,title\nA,'), Buffer.from([0xe4])]),
    })
    await page.getByText('koi8.csv: CSV file, 1 row, 2 columns, Windows-1252 (Western), comma.').waitFor()
    await page.getByText('File preview').click()
    await page.getByRole('table', { name: 'Columns of the file' }).getByText('ä').waitFor()
    await go('Change file settings')
    await choose(page, page, 'Encoding', 'UTF-16')
    await go('Apply')
    await page
      .getByText('koi8.csv: CSV file, 0 rows', { exact: false })
      .or(page.getByText(/koi8\.csv: .*UTF-16/))
      .first()
      .waitFor()
  })
})

describe('files of another shop', () => {
  /** All products as a file has them, by SKU. */
  const exported = async () => {
    const text = await (await seller.request('/products/exportCSV/products?sortBy=sku&orderBy=asc')).text()
    return {
      text,
      rows: Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true })
        .data,
    }
  }
  const differing = (before: readonly Record<string, string>[], after: readonly Record<string, string>[]) =>
    before.flatMap((row, n) =>
      Object.keys(row).flatMap((column) =>
        row[column] === after[n]?.[column] ? [] : [`${row.sku} ${column}: ${row[column]} → ${after[n]?.[column]}`],
      ),
    )

  it.each(samples.filter(({ path }) => existsSync(path)))(
    '$name is recognised and comes in without a click but for its template',
    async ({ name, path }) => {
      const content = readFileSync(path)
      const { data } = Papa.parse<Record<string, string>>(content.toString(), { header: true, skipEmptyLines: true })
      const handles = new Set(data.map((row) => row.Handle)).size
      await upload(page, motto.url, { name, content })
      await page.getByText(/: This looks like a Shopify export: \d+ rows/).waitFor()
      await review(page, (await chooser(page, 'Template').inputValue()) === '' ? 'Mugs' : undefined)
      expect(await outcomes(page)).toEqual({ All: handles, New: handles })
      await shot(page, 'import-sample')
      await go(`Import ${handles} products`)
      await imported(page)
    },
  )

  it('changes the three cells that were changed, and undoes them', async () => {
    const before = await exported()
    const edited = before.rows.map((row) => ({ ...row }))
    const change = (n: number, column: string, value: string) => {
      const row = edited.filter((line) => !line.parent)[n]
      if (!row) throw new Error(`there is no product ${n}`)
      row[column] = value
      return `${row.sku} ${column}: ${before.rows.find(({ sku }) => sku === row.sku)?.[column]} → ${value}`
    }
    const expected = [
      change(1, 'title', 'Renamed in a spreadsheet'),
      change(4, 'price', '77.7'),
      change(7, 'notes', '007'),
    ]
    await upload(page, motto.url, { name: 'edited.csv', content: Papa.unparse(edited) })
    await page.getByText('edited.csv: This looks like a Motto export', { exact: false }).waitFor()
    await review(page)
    const { All: all = 0, ...counts } = await outcomes(page)
    expect(counts).toEqual({ Changed: 3, Unchanged: all - 3 })
    await tabNamed(page, /^Changed/).click()
    await expect.poll(async () => (await rowsShown(page)).length, patience).toBe(3)
    for (const more of await page.getByRole('button', { name: /^Show details/ }).all()) await more.focus()
    for (let n = 0; n < 3; n += 1)
      await page
        .getByRole('button', { name: /^Show details/ })
        .first()
        .click()
    const cells = page.locator('[aria-label$=": changes"] dt')
    await expect.poll(async () => (await cells.allInnerTexts()).toSorted()).toEqual(['notes', 'price', 'title'])
    await go('Import 3 products')
    await imported(page)
    expect(differing(before.rows, (await exported()).rows)).toEqual(expected)
    await page.getByRole('link', { name: 'View or undo changes' }).click()
    await page.getByRole('button', { name: /^Undo Import of edited\.csv/ }).click()
    await page
      .getByRole('dialog', { name: 'Undo “Import of edited.csv”?' })
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await expect.poll(async () => (await exported()).text, patience).toBe(before.text)
  })
})

describe('templates from a file', () => {
  it('TPL-020 TPL-024 TPL-060 IMP-113 IMP-114 IMP-115 are uploaded, reviewed and imported', async () => {
    const timers = await timersOf(page)
    await page.goto(`${motto.url}/templates/new`)
    await page.getByRole('button', { name: /Import from CSV/ }).click()
    await page.waitForURL('**/templates/new?method=csv')
    await expect
      .poll(async () => (await steps()).map((text) => text.replace(/^\d\s*/, '')), patience)
      .toEqual(['Method', 'Review & Import'])
    await give(page, {
      name: 'templates.csv',
      content: 'name,details,Colour,Size\nPlates,For the table,"Red,Blue",*\nMugs,Changed,,\n,No name,,\n',
    })
    await page.waitForURL('**/inventory/import/*')
    await page.getByRole('table', { name: 'Rows of the file' }).waitFor()
    expect(await outcomes(page)).toEqual({ All: 3, New: 1, Changed: 1, Skipped: 1 })
    await page.getByText('1 row will be skipped: No Template Name.').waitFor()
    await shot(page, 'import-templates')
    await go('Import 2 templates')
    await page.getByText('Successfully imported Templates CSV! Navigating to Templates.').waitFor()
    await page.waitForURL((url) => url.pathname === '/templates')
    expect(timers).toContain(4000)
    await page.getByRole('link', { name: 'Plates', exact: true }).waitFor()
  })

  it('IMP-116 says when they cannot be imported', async () => {
    await reopen(page, `${motto.url}/templates/new?method=csv`)
    await give(page, { name: 'nameless.csv', content: 'colour,size\nRed,L\n' })
    await page.getByText('Failed to import CSV. The file has no column “name”.').waitFor()
  })

  it('TPL-005 are exported from their list', async () => {
    await reopen(page, `${motto.url}/templates`)
    const { name, text } = await download(page, 'Export CSV')
    expect(name).toBe('templates.csv')
    expect(text).toContain('Plates')
  })
})

describe('a kind of product that has no template yet', () => {
  const attributesOf = async (sku: string) => {
    const template = (await seller.call(listTemplates, {})).find(({ name }) => name === sku)
    return (
      template && (await seller.call(getTemplate, { params: { id: template.id } })).attributes.map(({ name }) => name)
    )
  }

  it('gets one beside the choice, by keyboard, with the columns of the file as its attributes', async () => {
    await upload(page, motto.url, { name: 'vases.csv', content: 'sku,title,Glaze\nVASE-1,Vase,Matt\nVASE-2,Jug,\n' })
    await page.getByRole('button', { name: 'New Template' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New Template' })
    await expect
      .poll(
        () => dialog.getByRole('textbox', { name: 'Name' }).evaluate((el) => el === document.activeElement),
        patience,
      )
      .toBe(true)
    await page.keyboard.type('Mugs')
    await page.keyboard.press('Enter')
    await dialog.getByText('already', { exact: false }).waitFor()
    // What was typed is asked about before it is lost.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).selectText()
    await page.keyboard.type('Vases')
    await shot(page, 'import-new-template')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => chooser(page, 'Template').inputValue(), patience).toBe('Vases')
    await choose(page, page, 'Add attributes from columns', 'Glaze')
    await page.keyboard.press('Escape')
    await review(page)
    await go('Import 2 products')
    await imported(page)
    expect(await attributesOf('Vases')).toEqual(['Brand', 'Vendor', 'Location', 'Warehouse', 'Bin', 'Glaze'])
  })

  it('is made as the file names it, where one asks for it, and the review says which are new', async () => {
    await upload(page, motto.url, {
      name: 'kinds.csv',
      content: 'sku,title,template,Glaze\nBOWL-1,Bowl,Bowls,Matt\nMUG-1,Mug 1,Bowls,\nVASE-3,Vase,Vases,Matt\n',
    })
    const columnOf = chooser(page, 'Column with template names')
    if (!(await columnOf.isVisible()))
      await page.getByRole('radiogroup', { name: 'Template for these products' }).getByText('From a column').click()
    if ((await columnOf.inputValue()) !== 'template') await choose(page, page, 'Column with template names', 'template')
    await review(page)
    expect(await outcomes(page)).toMatchObject({ Skipped: 2 })
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('switch', { name: /^Create missing templates/ }).click()
    await review(page)
    const column = async (at: number) => (await rowsShown(page)).map((cells) => cells[at])
    await expect.poll(() => column(4), patience).toEqual(['Bowls new', 'Bowls new', 'Vases'])
    await page.getByRole('button', { name: 'Show details of row 3' }).click()
    expect(await page.getByLabel('Row 3: changes').innerText()).toMatch(/template\s+Mugs\s+Bowls/)
    await shot(page, 'import-new-templates')
    await page.getByRole('button', { name: /^Import 3 products/ }).click()
    await imported(page)
    expect(await attributesOf('Bowls')).toBeDefined()
  })
})
