import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as products from '#contract/products/products.ts'
import { shot } from './support/browser.ts'
import { bar, cameras, cell, openInventory, openShelf, type Shelf, showColumns, sku, skus } from './support/shelf.ts'
import { patience } from './support/wait.ts'

let shelf: Shelf

beforeAll(async () => {
  shelf = await openShelf()
})
afterAll(async () => shelf?.close())

describe('typing like in a spreadsheet', () => {
  it('INV-083..INV-085 INV-087 INV-088 edits 40 cells by keyboard: two are refused, the rest is saved', async () => {
    const { page } = shelf.tab
    await openInventory(shelf)
    await showColumns(page, ['sku', 'title', 'price', 'quantity', 'updatedAt'])
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
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
    for (const n of [3, 7])
      await shelf.seller.call(products.updateProduct, { body: { product: { id: shelf.idOf(n), notes: 'Seen' } } })
    await page.keyboard.press('Control+s')
    await page.getByText('Failed to update products.').waitFor()
    await bar(page).getByText('4 changes in 2 products').waitFor()
    await bar(page).getByText('4 can’t be saved').waitFor()
    expect(await shelf.saved(0)).toMatchObject({ price: 300, quantity: 70 })
    expect(await shelf.saved(19)).toMatchObject({ price: 319, quantity: 89 })
    expect(await shelf.saved(3)).toMatchObject({ price: 103, quantity: 3, notes: 'Seen' })
    await expect.poll(() => cell(page, 3, 'price').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => cell(page, 4, 'price').getAttribute('aria-invalid')).toBe('false')
    await cell(page, 3, 'price').click()
    await page.getByText('Not saved', { exact: true }).waitFor()
    await shot(page, 'two-refused')
    // The next save goes on top of what the other one kept.
    await bar(page).getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Updated products.').waitFor()
    await expect.poll(() => shelf.saved(3), patience).toMatchObject({ price: 303, quantity: 73, notes: 'Seen' })
    await bar(page).waitFor({ state: 'detached' })
    await expect.poll(() => cell(page, 3, 'price').innerText()).toBe('$303.00')
  })

  it('INV-082 INV-086 Escape, Delete, undo, redo and Discard take back; what cannot be read is marked and stays', async () => {
    const { page } = shelf.tab
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
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
    await bar(page).getByText('1 can’t be saved').waitFor()
    await cell(page, 20, 'price').click()
    await page.getByText('“cheap” is not a number. Enter a price like 12.50.').waitFor()
    // The bar hides no row that is typed into.
    const edgeOf = async (which: Locator, edge: 'top' | 'bottom') => {
      const box = await which.boundingBox()
      return box ? box.y + (edge === 'top' ? 0 : box.height) : Number.NaN
    }
    await expect
      .poll(async () => (await edgeOf(cell(page, 20, 'price'), 'bottom')) <= (await edgeOf(bar(page), 'top')), patience)
      .toBe(true)
    // From the cell to its buttons and back, without a mouse.
    await page.keyboard.press('Alt+Enter')
    await page.keyboard.press('Enter')
    await bar(page).getByText('2 changes in 1 product').waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await bar(page).waitFor({ state: 'detached' })
    await expect.poll(() => title.innerText()).toBe('Camera 20')
  })

  it('INV-084 keeps what is pending while one pages and sorts, and asks before one leaves', async () => {
    const { page } = shelf.tab
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
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
    const { page } = shelf.tab
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc&offset=25')
    await cell(page, 0, 'price').click()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('125.00\t25\r\n126.00\t26')
    await cell(page, 4, 'price').click()
    await page.keyboard.press('Control+v')
    await bar(page).getByText('4 changes in 2 products').waitFor()
    await expect.poll(() => cell(page, 5, 'price').innerText()).toContain('$126.00')
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
    const { page } = shelf.tab
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc&offset=25')
    await cell(page, 10, 'price').click()
    await page.keyboard.type('13.5')
    await page.keyboard.press('Enter')
    await page.getByText('Price is below cost').waitFor()
    await shot(page, 'price-below-cost')
    await page.getByRole('button', { name: 'Use $135.00' }).click()
    await bar(page).waitFor({ state: 'detached' })
  })
})

describe('a block of 250 × 10 from a spreadsheet', () => {
  const wide = ['title', 'price', 'cost', 'quantity', 'notes', 'bin', 'weight', 'condition', 'attr.Mount', 'tags']
  const lines = 250
  /** Those and five more, and the strap. */
  const all = lines + 6

  it('INV-084 INV-085 INV-087 is pasted, validated cell by cell, and saved', async () => {
    const { page } = shelf.tab
    await shelf.make(cameras, lines + 5)
    await showColumns(page, ['sku', ...wide])
    await openInventory(shelf, '?sortBy=SKU&orderBy=asc')
    const block = Array.from({ length: lines }, (_, n) =>
      [
        `Pasted ${n}`,
        `$1,${String(n).padStart(3, '0')}.50`,
        n === 10 ? 'much' : '7',
        String(n + 1),
        n === 3 ? '"Two\nlines"' : `note ${n}`,
        `B-${n}`,
        '1.5',
        'like new',
        'Leica M',
        '"a,b"',
      ].join('\t'),
    ).join('\r\n')
    await page.evaluate((text) => navigator.clipboard.writeText(text), block)
    await cell(page, 0, 'title').click()
    await page.keyboard.press('Control+v')
    await page.getByText('225 rows past the end of this page').waitFor()
    await bar(page).getByText('250 changes in 25 products').waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: `Show ${all} rows` }).click()
    await page.waitForURL(/limit=1000/)
    await page.locator(`[role="grid"][aria-rowcount="${all + 1}"]`).waitFor()
    await cell(page, 0, 'title').click()
    await page.keyboard.press('Control+v')
    await bar(page).getByText('2,500 changes in 250 products').waitFor()
    await bar(page).getByText('1 can’t be saved').waitFor()
    await shot(page, 'pasted')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog', { name: /^Save \d+ unusual prices\?$/ }).waitFor()
    await shot(page, 'unusual-prices')
    await page.getByRole('button', { name: 'Save anyway' }).click()
    await page.getByText('Updated products.').first().waitFor()
    await bar(page).getByText('1 change in 1 product').waitFor()
    expect(await shelf.saved(3)).toMatchObject({
      title: 'Pasted 3',
      price: 1003.5,
      cost: 7,
      quantity: 4,
      notes: 'Two\nlines',
      bin: 'B-3',
      condition: 'Like New',
      tags: 'a,b',
    })
    expect(await shelf.saved(249)).toMatchObject({
      title: 'Pasted 249',
      price: 1249.5,
      quantity: 250,
      sizeAndWeight: { weight: 1.5 },
    })
    expect((await shelf.saved(150)).attributes.find(({ name }) => name === 'Mount')?.value).toBe('Leica M')
    expect(await shelf.saved(10)).toMatchObject({ title: 'Pasted 10', cost: 50 })
    await bar(page).getByRole('button', { name: 'Discard' }).click()
  }, 240_000)
})

it('the page does not complain', () => expect(shelf.tab.problems).toEqual([]))
