import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shot } from './support/browser.ts'
import { offences, settled, sideways, turn } from './support/look.ts'
import {
  bar,
  cameras,
  cell,
  grid,
  heads,
  openInventory,
  openShelf,
  type Shelf,
  showColumns,
  sku,
  skus,
} from './support/shelf.ts'
import { patience } from './support/wait.ts'

let shelf: Shelf

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(async () => shelf?.close())

describe('the table', () => {
  it('INV-001 INV-002 INV-009 INV-010 INV-016 INV-018 INV-019 shows the standard columns, newest first, 25 at a time', async () => {
    const { page } = shelf.tab
    await openInventory(shelf)
    await expect
      .poll(() => heads(page))
      .toEqual(['Image', 'SKU', 'Template', 'Title', 'Price', 'Quantity', 'Listings', 'Status', 'Updated'])
    expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toContain('Inventory')
    expect(await grid(page).getByRole('columnheader', { name: 'Updated' }).getAttribute('aria-sort')).toBe('descending')
    await page.getByText('1–25 of 61').waitFor()
    await expect.poll(async () => (await skus(page))[0]).toBe('STRAP-1')
    expect(new URL(page.url()).search).toBe('')
  })

  it('INV-020 INV-021 INV-025 INV-026 INV-225 sorts on the server by the head of a column, and the address says so', async () => {
    const { page } = shelf.tab
    await openInventory(shelf)
    const head = grid(page).getByRole('columnheader', { name: 'Price' })
    await head.click()
    await page.waitForURL(/sortBy=Price&orderBy=asc/)
    await expect.poll(async () => (await skus(page))[0], patience).toBe('STRAP-1')
    await head.click()
    // Downwards is what the server takes anyway, so the address need not say it.
    await page.waitForURL(
      (url) => url.searchParams.get('sortBy') === 'Price' && url.searchParams.get('orderBy') !== 'asc',
    )
    await expect.poll(async () => (await skus(page))[0], patience).toBe(sku(cameras - 1))
    await page.reload()
    await cell(page, 0, 'sku').waitFor()
    await expect.poll(async () => (await skus(page))[0]).toBe(sku(cameras - 1))
  })

  it('INV-017 INV-023 INV-024 INV-219 INV-220 pages by offset, with 10, 25, 50 or 100 rows', async () => {
    const { page } = shelf.tab
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL(/offset=25/)
    await expect.poll(async () => (await skus(page))[0], patience).toBe(sku(25))
    const size = page
      .getByRole('combobox', { name: 'Rows on a page' })
      .or(page.getByRole('textbox', { name: 'Rows on a page' }))
    await size.click()
    await expect.poll(() => page.getByRole('option').allInnerTexts(), patience).toEqual(['10', '25', '50', '100'])
    await page.getByRole('option', { name: '10', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('limit') === '10' && !url.searchParams.has('offset'))
    await page.getByText('1–10 of 61').waitFor()
  })

  it('INV-003 INV-004 INV-005 opens a product by its SKU and by a cell that is not typed into', async () => {
    const { page } = shelf.tab
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
    const to = `/product/${shelf.idOf(0)}`
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

describe('columns', () => {
  const shown = (page: Page) => page.getByRole('list', { name: 'Columns shown' }).getByRole('listitem')

  it('INV-090..INV-114 INV-116..INV-119 are chosen, ordered and drawn, and stay so after a reload', async () => {
    const { page } = shelf.tab
    await showColumns(page)
    await openInventory(shelf)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByText('Mount (attribute)').waitFor()
    const offered = await page.getByRole('list', { name: 'Columns not shown' }).getByRole('listitem').allInnerTexts()
    for (const name of [
      'id',
      'Notes',
      'Tags',
      'Description',
      'Condition',
      'Sold',
      'Cost',
      'Created',
      'Bin',
      'Weight',
      'Weight Unit',
      'Width',
      'Length',
      'Height',
      'Size Unit',
      'Active',
    ])
      expect(offered).toContain(name)
    for (const name of ['Vendor', 'Location', 'Warehouse', 'Bin', 'Mount'])
      expect(offered).toContain(`${name} (attribute)`)
    await page.getByLabel('Search columns').fill('mount')
    await page.getByRole('checkbox', { name: 'Mount (attribute)' }).check()
    await page.getByLabel('Search columns').fill('')
    await page.getByRole('button', { name: 'Move Mount (attribute) up' }).click()
    await page.getByRole('checkbox', { name: 'Template' }).uncheck()
    await page.getByText('Comfortable').click()
    await expect.poll(() => shown(page).count()).toBe(9)
    await page.keyboard.press('Escape')
    await page.reload()
    await cell(page, 0, 'sku').waitFor()
    await expect
      .poll(() => heads(page))
      .toEqual(['Image', 'SKU', 'Title', 'Price', 'Quantity', 'Listings', 'Status', 'Mount', 'Updated'])
    const row = page.locator('.ag-row[row-index="0"]').first()
    await expect.poll(async () => Math.round((await row.boundingBox())?.height ?? 0)).toBe(48)
  })

  it('INV-126 INV-223 take the width of what is in them, by a double click on their edge', async () => {
    const { page } = shelf.tab
    await openInventory(shelf)
    const width = async (key: string) =>
      Math.round((await page.locator(`.ag-header-cell[col-id="${key}"]`).boundingBox())?.width ?? 0)
    await page.locator('.ag-header-cell[col-id="sku"] .ag-header-cell-resize').dblclick()
    await expect.poll(() => width('sku'), patience).toBeLessThan(130)
    expect(await width('sku')).toBeGreaterThanOrEqual(100)
    expect(await width('images')).toBe(60)
  })

  it('INV-012 INV-226..INV-228 an attribute that the template lacks is hatched; the others offer the values of the template', async () => {
    const { page } = shelf.tab
    await showColumns(page, ['sku', 'attr.Mount', 'condition', 'tags', 'status', 'listings'])
    await openInventory(shelf)
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
    await page
      .getByRole('tooltip')
      .getByText(/Missing: .*[Dd]escription/)
      .waitFor()
  })

  it('INV-229..INV-231 the values of an attribute are on their way, there, or could not be read', async () => {
    const { page } = shelf.tab
    await showColumns(page, ['sku', 'attr.Mount'])
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
    const going = Promise.withResolvers<void>()
    await page.route('**/api/v2/productTemplates/*', async (route) => {
      await going.promise
      await route.continue()
    })
    const type = async () => {
      await cell(page, 0, 'attr.Mount').click()
      await page.keyboard.press('F2')
    }
    await type()
    await page.getByText('Loading options…').waitFor()
    going.resolve()
    await page.getByRole('option', { name: 'Leica M' }).waitFor()
    const fail = async (path: string, sentence: string) => {
      await page.unroute('**/api/v2/productTemplates/*')
      await page.route(path, (route) =>
        route.fulfill({ status: 500, json: { success: false, data: null, message: 'Broken.' } }),
      )
      // Nothing is known any more of what was read before.
      await page.goto('about:blank')
      await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
      await type()
      await page.getByRole('alert').getByText(sentence).waitFor()
      await page.unroute(path)
    }
    await fail('**/api/v2/products/allAttributeValues?*', 'Failed to load suggestions.')
    await fail('**/api/v2/productTemplates/*', 'Failed to load attribute props.')
    await page.keyboard.press('Escape')
    await showColumns(page)
  })
})

describe('what cells show', () => {
  const columns = ['sku', 'tags', 'listings', 'status', 'active', 'title', 'description']
  const channels = ['ebay', 'etsy', 'shopify', 'square', 'clover', 'csv']
  /** The list as the server tells it, with a first product that is everywhere. */
  const embellish = (page: Page) =>
    page.route('**/api/v2/products?*', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: { data: Record<string, unknown>[] } }
      Object.assign(answer.data.data[0] ?? {}, {
        tags: 'a,b,c,d,e,f,g',
        listings: channels.map((channel) => ({ channel, status: 'listed' })),
        active: false,
        title: 'T'.repeat(200),
        description: `<p>${'D'.repeat(200)}</p>`,
        status: 'partial',
      })
      await route.fulfill({ response, json: answer })
    })

  it('INV-011 INV-013 INV-124 INV-125 INV-127 INV-129 INV-130 signs for channels, status and active, five tags, 150 letters', async () => {
    const { page } = shelf.tab
    await page.goto(shelf.motto.url)
    await showColumns(page, columns)
    await embellish(page)
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
    await expect.poll(() => cell(page, 0, 'listings').getByRole('img').count()).toBe(4)
    await cell(page, 0, 'listings').getByText('+2').waitFor()
    expect((await cell(page, 0, 'tags').innerText()).split(/\s+/)).toEqual(['a', 'b', 'c', 'd', 'e', '+2'])
    await cell(page, 0, 'status').getByRole('img', { name: 'Recommended attributes are empty' }).waitFor()
    await cell(page, 0, 'active').getByRole('img', { name: 'Not active' }).waitFor()
    await cell(page, 1, 'active').getByRole('img', { name: 'Active', exact: true }).waitFor()
    expect(await cell(page, 0, 'title').innerText()).toBe(`${'T'.repeat(150)}…`)
    expect(await cell(page, 0, 'description').innerText()).toBe(`${'D'.repeat(150)}…`)
    await page.unroute('**/api/v2/products?*')
    await showColumns(page)
  })

  it('INV-014 INV-015 the table says that it looks for something, and shows what went wrong', async () => {
    const { page } = shelf.tab
    await openInventory(shelf)
    const going = Promise.withResolvers<void>()
    await page.route('**/api/v2/products?*', async (route) => {
      await going.promise
      await route.continue()
    })
    await grid(page).getByRole('columnheader', { name: 'SKU' }).click()
    await page
      .locator('[aria-busy="true"]')
      .filter({ has: grid(page) })
      .waitFor()
    going.resolve()
    await expect.poll(async () => (await skus(page))[0], patience).toBe(sku(0))
    await page.unroute('**/api/v2/products?*')
    await page.route('**/api/v2/products?*', (route) =>
      route.fulfill({ status: 500, json: { success: false, data: null, message: 'The disk is full.' } }),
    )
    await page.reload()
    await page.getByRole('alert').getByText('The disk is full.').waitFor()
    await page.unroute('**/api/v2/products?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await cell(page, 0, 'sku').waitFor()
  })
})

describe('chosen products', () => {
  it('INV-022 stay chosen over pages, by range, and as all that match', async () => {
    const { page } = shelf.tab
    await showColumns(page)
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
    const check = (n: number) => page.getByRole('checkbox', { name: `Select ${sku(n)}` })
    const group = page.getByRole('group', { name: 'Selected products' })
    await check(1).check()
    await check(4).click({ modifiers: ['Shift'] })
    await group.getByText('4 selected').waitFor()
    const all = page.getByRole('checkbox', { name: 'Select all rows on this page' })
    await all.check()
    await group.getByText('25 selected').waitFor()
    await all.uncheck()
    await check(1).check()
    await check(4).click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Next page' }).click()
    await check(26).check()
    await group.getByText('5 selected').waitFor()
    await all.check()
    await page.getByText('All 25 on this page are selected.').waitFor()
    await page.getByRole('button', { name: 'Select all 61 that match' }).click()
    await group.getByText('61 selected').waitFor()
    await check(26).uncheck()
    await group.getByText('60 selected').waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).first().click()
    await expect.poll(() => check(27).isChecked()).toBe(false)
  })
})

describe('for everybody', () => {
  it('axe finds nothing in either theme, with cells changed and refused', async () => {
    const { page } = shelf.tab
    await showColumns(page)
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
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

  it('rows that are read anew are dimmed and stay readable, as a table and as cards, in either theme', async () => {
    const { page } = shelf.tab
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${shelf.motto.url}/inventory?sortBy=SKU&orderBy=asc`)
      await page.getByText(sku(0)).first().waitFor()
      await settled(page)
      const rows = page.locator('main [aria-busy="false"]').first()
      await rows.evaluate((each) => each.setAttribute('data-stale', 'true'))
      for (const theme of ['light', 'dark'] as const) {
        await turn(page, theme)
        expect(await offences(page, 'colours')).toEqual([])
        await shot(page, `inventory-stale-${theme}-${width}`)
      }
    }
    await turn(page, 'light')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('on a phone it is a list: picture, title with the SKU under it, price and quantity', async () => {
    const { page } = shelf.tab
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${shelf.motto.url}/inventory?sortBy=SKU&orderBy=asc`)
    const first = page.getByRole('list', { name: 'Products' }).getByRole('listitem').first()
    await first.getByText(sku(0)).waitFor()
    expect(await first.getByText('$').count()).toBe(1)
    await settled(page)
    expect(await sideways(page)).toBe(0)
    expect(await offences(page)).toEqual([])
    await shot(page, 'inventory-390')
    const middle = async (each: Locator) => {
      const box = await each.boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
    }
    const title = page.getByRole('heading', { name: 'Inventory', level: 1 })
    expect(await middle(page.getByRole('link', { name: 'New Product' })), 'in the title’s row').toBe(
      await middle(title),
    )
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect((await page.getByRole('menuitem').allInnerTexts()).join()).toBe(
      'History,Publish runs,Import products from a file,Import existing listings,Export CSV,Export Excel (XLSX)',
    )
    await page.keyboard.press('Escape')
    // What can be done with chosen products is in sight where they are chosen.
    await first.getByRole('checkbox').check()
    const chosen = page.getByRole('group', { name: 'Selected products' })
    await chosen.getByText('1 selected').waitFor()
    const edit = await chosen.getByRole('button', { name: 'Bulk Edit' }).boundingBox()
    expect(edit?.y ?? -1).toBeGreaterThan(0)
    expect((edit?.y ?? 0) + (edit?.height ?? 0)).toBeLessThanOrEqual(844)
    await chosen.getByRole('button', { name: 'Clear selection' }).click()
    await first.getByRole('link').click()
    await page.waitForURL(`**/product/${shelf.idOf(0)}`)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('the pages do not complain', () => expect(shelf.tab.problems).toEqual([]))
})
