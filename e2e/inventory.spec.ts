import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as products from '#contract/products.ts'
import * as templates from '#contract/templates.ts'
import { openBrowser, openTab, shot, type Tab } from './support/browser.ts'
import { offences, settled, turn } from './support/look.ts'
import { type Motto, startMotto } from './support/motto.ts'
import { Seller } from './support/seller.ts'
import { patience } from './support/wait.ts'

const made = 60

let motto: Motto
let browser: Browser
let seller: Seller
let tab: Tab
let templateId: number
const ids = new Map<string, number>()
const sku = (n: number) => `CAM-${String(n).padStart(4, '0')}`

async function signIn(page: Page) {
  await page.goto(`${motto.url}/login`)
  await page.getByLabel('Email').fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Some hands make light work. */
async function make(from: number, to: number) {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i)
  for (let at = 0; at < numbers.length; at += 10) {
    await Promise.all(
      numbers.slice(at, at + 10).map(async (n) => {
        const { id } = await seller.call(products.createProduct, {
          body: {
            product: {
              templateId, sku: sku(n), title: `Camera ${n}`, description: `<p>A camera, number ${n}.</p>`, condition: 'Good', price: 100 + n, cost: 50, quantity: n, tags: ['camera', 'shelf'],
              attributes: [{ templateAttributeId: null, name: 'Mount', value: n % 2 ? 'Sony E' : '' }],
            },
          },
        })
        ids.set(sku(n), id)
      }),
    )
  }
}

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([startMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin('Northlight Camera')
  templateId = (await seller.call(templates.createTemplate, { body: { productTemplate: { name: 'Cameras' } } })).id
  await seller.call(templates.addAttributes, { body: { templateId, attributes: [{ name: 'Mount', options: ['Sony E', 'Nikon Z', 'Leica M'] }] } })
  await make(0, made)
  const bare = (await seller.call(templates.createTemplate, { body: { productTemplate: { name: 'Straps' } } })).id
  await seller.call(products.createProduct, { body: { product: { templateId: bare, sku: 'STRAP-1', title: 'Leather strap', price: 20, quantity: 1 } } })
  tab = await openTab(browser)
  await tab.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: motto.url })
  await signIn(tab.page)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const grid = (page: Page) => page.getByRole('grid', { name: 'Products' })
const cell = (page: Page, row: number, column: string) => page.locator(`.ag-row[row-index="${row}"] [col-id="${column}"]`)
const heads = (page: Page) => grid(page).getByRole('columnheader').allInnerTexts().then((texts) => texts.map((text) => text.trim()).filter(Boolean))
const skus = (page: Page) => page.locator('.ag-row [col-id="sku"]').allInnerTexts()
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

async function open(page: Page, search = '') {
  await page.goto(`${motto.url}/inventory${search}`)
  await cell(page, 0, 'sku').waitFor()
  await settled(page)
}
/** Shows these columns, as this browser would remember them. */
const showColumns = (page: Page, columns: readonly string[]) =>
  page.evaluate((keys) => localStorage.setItem('products:layout', JSON.stringify({ columns: keys, widths: {}, density: 'compact' })), columns)
const saved = async (n: number) => seller.call(products.getProduct, { params: { id: ids.get(sku(n)) ?? 0 } })

describe('the table', () => {
  it('INV-001 INV-002 INV-009 INV-010 INV-016 INV-018 INV-019 INV-164 shows the standard columns, newest first, 25 at a time', async () => {
    const { page } = tab
    await open(page)
    expect(await heads(page)).toEqual(['Image', 'SKU', 'Template', 'Title', 'Price', 'Quantity', 'Status', 'Updated'])
    expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toContain('Inventory')
    expect(await grid(page).getByRole('columnheader', { name: 'Updated' }).getAttribute('aria-sort')).toBe('descending')
    await page.getByText('1–25 of 61').waitFor()
    expect((await skus(page))[0]).toBe('STRAP-1')
    expect(new URL(page.url()).search).toBe('')
  })

  it('INV-020 INV-021 INV-025 INV-026 INV-225 sorts on the server by the head of a column, and the address says so', async () => {
    const { page } = tab
    await open(page)
    const head = grid(page).getByRole('columnheader', { name: 'Price' })
    await head.click()
    await page.waitForURL(/sortBy=Price&orderBy=asc/)
    await expect.poll(async () => (await skus(page))[0], patience).toBe('STRAP-1')
    await head.click()
    // Downwards is what the server takes anyway, so the address need not say it.
    await page.waitForURL((url) => url.searchParams.get('sortBy') === 'Price' && url.searchParams.get('orderBy') !== 'asc')
    await expect.poll(async () => (await skus(page))[0], patience).toBe(sku(made - 1))
    await page.reload()
    await cell(page, 0, 'sku').waitFor()
    expect((await skus(page))[0]).toBe(sku(made - 1))
  })

  it('INV-017 INV-023 INV-024 INV-219 INV-220 pages by offset, with 10, 25, 50 or 100 rows', async () => {
    const { page } = tab
    await open(page, '?sortBy=SKU&orderBy=asc')
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL(/offset=25/)
    await expect.poll(async () => (await skus(page))[0], patience).toBe(sku(25))
    const size = page.getByRole('combobox', { name: 'Rows on a page' }).or(page.getByRole('textbox', { name: 'Rows on a page' }))
    await size.click()
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['10', '25', '50', '100'])
    await page.getByRole('option', { name: '10', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('limit') === '10' && !url.searchParams.has('offset'))
    await page.getByText('1–10 of 61').waitFor()
  })

  it('INV-003 INV-004 INV-005 opens a product by its SKU and by a cell that is not typed into', async () => {
    const { page } = tab
    await open(page, '?sortBy=SKU&orderBy=asc')
    const to = `/product/${ids.get(sku(0))}`
    expect(await cell(page, 0, 'sku').getByRole('link').getAttribute('href')).toBe(to)
    await cell(page, 0, 'template').click()
    await page.waitForURL(`**${to}`)
    await page.goBack()
    await cell(page, 0, 'title').click()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${to}`)
    await page.goBack()
    expect(await page.getByRole('link', { name: 'New Product' }).getAttribute('href')).toBe('/inventory/new')
  })
})

describe('typing like in a spreadsheet', () => {
  it('INV-082..INV-089 edits 40 cells by keyboard: two are refused, the rest is saved', async () => {
    const { page } = tab
    await showColumns(page, ['sku', 'title', 'price', 'quantity', 'updatedAt'])
    await open(page, '?sortBy=SKU&orderBy=asc')
    await cell(page, 0, 'price').click()
    for (let n = 0; n < 20; n++) {
      await page.keyboard.type(String(300 + n))
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+ArrowUp')
    await page.keyboard.press('ArrowRight')
    for (let n = 0; n < 20; n++) {
      await page.keyboard.type(String(70 + n))
      await page.keyboard.press('Enter')
    }
    await bar(page).getByText('40 changes in 20 products').waitFor()
    await shot(page, 'forty-cells')
    // Somebody else saves two of the products meanwhile.
    for (const n of [3, 7]) await seller.call(products.updateProduct, { body: { product: { id: ids.get(sku(n)) ?? 0, notes: 'Seen' } } })
    await page.keyboard.press('Control+s')
    await page.getByText('Failed to update products.').waitFor()
    await bar(page).getByText('4 changes in 2 products').waitFor()
    await bar(page).getByText('4 cannot be saved').waitFor()
    expect(await saved(0)).toMatchObject({ price: 300, quantity: 70 })
    expect(await saved(19)).toMatchObject({ price: 319, quantity: 89 })
    expect(await saved(3)).toMatchObject({ price: 103, quantity: 3, notes: 'Seen' })
    expect(await cell(page, 3, 'price').getAttribute('aria-invalid')).toBe('true')
    expect(await cell(page, 4, 'price').getAttribute('aria-invalid')).toBe('false')
    await cell(page, 3, 'price').click()
    await page.getByText('This was not saved').waitFor()
    await shot(page, 'two-refused')
    // The next save goes on top of what the other one kept.
    await bar(page).getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Updated products.').waitFor()
    await expect.poll(() => saved(3), patience).toMatchObject({ price: 303, quantity: 73, notes: 'Seen' })
    await bar(page).waitFor({ state: 'detached' })
    expect(await cell(page, 3, 'price').innerText()).toBe('$303.00')
  })

  it('INV-086 Escape, Delete, undo, redo and Discard take back; what cannot be read is marked and stays', async () => {
    const { page } = tab
    await open(page, '?sortBy=SKU&orderBy=asc')
    const title = cell(page, 20, 'title')
    await title.click()
    await page.keyboard.press('F2')
    await page.keyboard.type('Nothing of it')
    await page.keyboard.press('Escape')
    await expect.poll(() => title.innerText(), patience).toBe('Camera 20')
    await page.keyboard.press('Delete')
    await bar(page).getByText('1 change in 1 product').waitFor()
    await page.keyboard.press('Control+z')
    await bar(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Tab')
    await page.keyboard.type('cheap')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7')
    await page.keyboard.press('Shift+Enter')
    await bar(page).getByText('3 changes in 1 product').waitFor()
    await bar(page).getByText('1 cannot be saved').waitFor()
    await cell(page, 20, 'price').click()
    await page.getByText('Enter an amount.').waitFor()
    // From the cell to its buttons and back, without a mouse.
    await page.keyboard.press('Alt+Enter')
    await page.keyboard.press('Enter')
    await bar(page).getByText('2 changes in 1 product').waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await bar(page).waitFor({ state: 'detached' })
    expect(await title.innerText()).toBe('Camera 20')
  })

  it('INV-084 keeps what is pending while one pages and sorts, and asks before one leaves', async () => {
    const { page } = tab
    await open(page, '?sortBy=SKU&orderBy=asc')
    await cell(page, 0, 'quantity').click()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(async () => (await skus(page))[0], patience).toBe(sku(25))
    await bar(page).getByText('1 change in 1 product').waitFor()
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect.poll(async () => (await skus(page))[0], patience).toBe(sku(0))
    await cell(page, 0, 'quantity').getByText('5', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
  })

  it('chooses, copies and fills blocks of cells', async () => {
    const { page } = tab
    await open(page, '?sortBy=SKU&orderBy=asc&offset=25')
    await cell(page, 0, 'price').click()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('125.00\t25\r\n126.00\t26')
    await cell(page, 4, 'price').click()
    await page.keyboard.press('Control+v')
    await bar(page).getByText('4 changes in 2 products').waitFor()
    expect(await cell(page, 5, 'price').innerText()).toContain('$126.00')
    await cell(page, 0, 'quantity').click()
    await cell(page, 3, 'quantity').click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+d')
    await bar(page).getByText('7 changes in 5 products').waitFor()
    await page.keyboard.press('Control+z')
    await bar(page).getByText('4 changes in 2 products').waitFor()
    await page.keyboard.press('Control+z')
    await bar(page).waitFor({ state: 'detached' })
  })

  it('a price under the cost is doubted, not refused; a slipped digit is put right', async () => {
    const { page } = tab
    await open(page, '?sortBy=SKU&orderBy=asc&offset=25')
    await cell(page, 10, 'price').click()
    await page.keyboard.type('13.5')
    await page.keyboard.press('Enter')
    await page.getByText('Price is below cost').waitFor()
    await shot(page, 'price-below-cost')
    await page.getByRole('button', { name: 'Use $135.00' }).click()
    await bar(page).waitFor({ state: 'detached' })
  })
})

describe('columns', () => {
  const shown = (page: Page) => page.getByRole('list', { name: 'Columns shown' }).getByRole('listitem')

  it('INV-090..INV-114 INV-116..INV-119 are chosen, ordered and drawn, and stay so after a reload', async () => {
    const { page } = tab
    await open(page)
    await page.evaluate(() => localStorage.removeItem('products:layout'))
    await open(page)
    await page.getByRole('button', { name: 'Columns' }).click()
    const offered = await page.getByRole('list', { name: 'Columns not shown' }).getByRole('listitem').allInnerTexts()
    for (const name of ['id', 'Notes', 'Tags', 'Description', 'Condition', 'Sold', 'Cost', 'Created', 'Bin', 'Weight', 'Weight Unit', 'Width', 'Length', 'Height', 'Size Unit', 'Active', 'Listings'])
      expect(offered).toContain(name)
    for (const name of ['Vendor', 'Location', 'Warehouse', 'Bin', 'Mount']) expect(offered).toContain(`${name} (attribute)`)
    await page.getByLabel('Search columns').fill('mount')
    await page.getByRole('checkbox', { name: 'Mount (attribute)' }).check()
    await page.getByLabel('Search columns').fill('')
    await page.getByRole('button', { name: 'Move Mount (attribute) up' }).click()
    await page.getByRole('checkbox', { name: 'Template' }).uncheck()
    await page.getByText('Comfortable').click()
    expect(await shown(page).count()).toBe(8)
    await page.keyboard.press('Escape')
    await page.reload()
    await cell(page, 0, 'sku').waitFor()
    expect(await heads(page)).toEqual(['Image', 'SKU', 'Title', 'Price', 'Quantity', 'Status', 'Mount', 'Updated'])
    const row = await page.locator('.ag-row[row-index="0"]').first().boundingBox()
    expect(Math.round(row?.height ?? 0)).toBe(48)
  })

  it('INV-222..INV-224 take the width of what is in them, by a double click on their edge', async () => {
    const { page } = tab
    await open(page)
    const width = async (key: string) => Math.round((await page.locator(`.ag-header-cell[col-id="${key}"]`).boundingBox())?.width ?? 0)
    await page.locator('.ag-header-cell[col-id="sku"] .ag-header-cell-resize').dblclick()
    await expect.poll(() => width('sku'), patience).toBeLessThan(130)
    expect(await width('sku')).toBeGreaterThanOrEqual(100)
    expect(await width('images')).toBe(60)
  })

  it('INV-226..INV-231 an attribute that the template lacks is hatched; the others offer the values of the template', async () => {
    const { page } = tab
    await open(page)
    await page.evaluate(() => localStorage.setItem('products:layout', JSON.stringify({ columns: ['sku', 'attr.Mount', 'condition', 'tags', 'status', 'listings'], widths: {}, density: 'compact' })))
    await open(page)
    const strap = page.locator('.ag-row').filter({ hasText: 'STRAP-1' }).first()
    const at = Number(await strap.getAttribute('row-index'))
    await cell(page, at, 'attr.Mount').getByText('No attribute').waitFor()
    await cell(page, at, 'attr.Mount').click()
    await page.keyboard.press('F2')
    expect(await page.getByRole('combobox', { name: 'Mount of STRAP-1' }).count()).toBe(0)
    const other = at === 0 ? 1 : 0
    await cell(page, other, 'attr.Mount').click()
    await page.keyboard.press('F2')
    await page.getByRole('option', { name: 'Leica M' }).waitFor()
    await shot(page, 'attribute-options')
    await page.keyboard.type('Nik')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await cell(page, other, 'attr.Mount').getByText('Nikon Z').waitFor()
    await cell(page, other, 'condition').click()
    await page.keyboard.type('lik')
    await page.keyboard.press('Enter')
    await cell(page, other, 'condition').getByText('Like New').waitFor()
    await bar(page).getByText('2 changes in 1 product').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Updated products.').first().waitFor()
    await bar(page).waitFor({ state: 'detached' })
    await cell(page, at, 'listings').getByText('Not listed').waitFor()
    await cell(page, at, 'status').getByRole('img').hover()
    await page.getByRole('tooltip').getByText(/Missing: .*[Dd]escription/).waitFor()
  })
})

describe('chosen products', () => {
  it('INV-022 stay chosen over pages, by range, and as all that match', async () => {
    const { page } = tab
    await page.evaluate(() => localStorage.removeItem('products:layout'))
    await open(page, '?sortBy=SKU&orderBy=asc')
    const check = (n: number) => page.getByRole('checkbox', { name: `Select ${sku(n)}` })
    const group = page.getByRole('group', { name: 'Selected products' })
    await check(1).check()
    await check(4).click({ modifiers: ['Shift'] })
    await group.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await check(26).check()
    await group.getByText('5 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByText('All 25 on this page are selected.').waitFor()
    await page.getByRole('button', { name: 'Select all 61 that match' }).click()
    await group.getByText('61 selected').waitFor()
    await check(26).uncheck()
    await group.getByText('60 selected').waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).first().click()
    expect(await check(27).isChecked()).toBe(false)
  })
})

describe('a block of 1,000 × 10 from a spreadsheet', () => {
  const wide = ['title', 'price', 'cost', 'quantity', 'notes', 'bin', 'weight', 'condition', 'attr.Mount', 'tags']
  const lines = 1000

  it('INV-084 INV-085 INV-087 is pasted, validated cell by cell, and saved', async () => {
    const { page } = tab
    await make(made, lines + 5)
    await open(page)
    await showColumns(page, ['sku', ...wide])
    await open(page, '?sortBy=SKU&orderBy=asc')
    const block = Array.from({ length: lines }, (_, n) =>
      [`Pasted ${n}`, `$1,${String(n).padStart(3, '0')}.50`, n === 10 ? 'much' : '7', String(n + 1), n === 3 ? '"Two\nlines"' : `note ${n}`, `B-${n}`, '1.5', 'like new', 'Leica M', '"a,b"'].join('\t'),
    ).join('\r\n')
    await page.evaluate((text) => navigator.clipboard.writeText(text), block)
    await cell(page, 0, 'title').click()
    await page.keyboard.press('Control+v')
    await page.getByText('975 rows did not fit on this page').waitFor()
    await bar(page).getByText('250 changes in 25 products').waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Show 1,000 rows' }).click()
    await page.waitForURL(/limit=1000/)
    await page.getByText('1–1,000 of').waitFor()
    await cell(page, 0, 'title').click()
    await page.keyboard.press('Control+v')
    await bar(page).getByText('10,000 changes in 1,000 products').waitFor()
    await bar(page).getByText('1 cannot be saved').waitFor()
    await shot(page, 'pasted-10000')
    await page.keyboard.press('Control+s')
    await page.getByText('Updated products.').first().waitFor({ timeout: 90_000 })
    await bar(page).getByText('1 change in 1 product').waitFor()
    expect(await saved(3)).toMatchObject({ title: 'Pasted 3', price: 1003.5, cost: 7, quantity: 4, notes: 'Two\nlines', bin: 'B-3', condition: 'Like New', tags: 'a,b' })
    expect(await saved(999)).toMatchObject({ title: 'Pasted 999', price: 1999.5, quantity: 1000, sizeAndWeight: { weight: 1.5 } })
    expect((await saved(500)).attributes.find(({ name }) => name === 'Mount')?.value).toBe('Leica M')
    expect(await saved(10)).toMatchObject({ title: 'Pasted 10', cost: 50 })
    await bar(page).getByRole('button', { name: 'Discard' }).click()
  }, 240_000)
})

describe('for everybody', () => {
  it('axe finds nothing in either theme, with cells changed and refused', async () => {
    const { page } = tab
    await page.evaluate(() => localStorage.removeItem('products:layout'))
    await open(page, '?sortBy=SKU&orderBy=asc')
    await cell(page, 2, 'price').click()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.keyboard.type('abc')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: `Select ${sku(6)}` }).check()
    await page.keyboard.press('Tab')
    expect(await offences(page)).toEqual([])
    await shot(page, 'inventory-light')
    await turn(page, 'dark')
    expect(await offences(page, 'colours')).toEqual([])
    await shot(page, 'inventory-dark')
    await turn(page, 'light')
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Clear selection' }).first().click()
  })

  it('on a phone it is a list: picture, title with the SKU under it, price and quantity', async () => {
    const { page } = tab
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${motto.url}/inventory?sortBy=SKU&orderBy=asc`)
    const first = page.getByRole('list', { name: 'Products' }).getByRole('listitem').first()
    await first.getByText(sku(0)).waitFor()
    expect(await first.getByText('$').count()).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await offences(page)).toEqual([])
    await shot(page, 'inventory-390')
    await first.getByRole('link').click()
    await page.waitForURL(`**/product/${ids.get(sku(0))}`)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('the pages do not complain', () => expect(tab.problems).toEqual([]))
})
