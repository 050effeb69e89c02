import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listChangeSets } from '#contract/changes/changes.ts'
import { listProducts, updateProduct } from '#contract/products/products.ts'
import { forgetFilters, openBrowser, shot, type Tab } from './support/browser.ts'
import { choose, chooser, startFilled, total } from './support/filled.ts'
import { offences, settled, turn } from './support/look.ts'
import { colleague, signedIn } from './support/person.ts'
import { holdRow } from './support/running.ts'
import { closeToasts, heldUndo, patience } from './support/wait.ts'

/** Enough for several turns of the job that changes them. `server/features/changes/size.test.ts` does the same with 12,345. */
const inAll = 2345
let shop: Awaited<ReturnType<typeof startFilled>>
let browser: Browser
let tab: Tab
let page: Page

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startFilled(inAll), openBrowser()])
  tab = await signedIn(browser, shop.motto, shop.seller)
  page = tab.page
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const open = async (search = '') => {
  await forgetFilters(page)
  await page.goto(`${shop.motto.url}/inventory${search}`)
  await page.locator('.ag-row [col-id="sku"]').first().waitFor()
  await settled(page)
}
const bar = () => page.getByRole('group', { name: 'Selected products' })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const edit = () => dialog('Bulk Edit')
const seeNotice = (text: string) => page.getByText(text, { exact: true }).first().waitFor({ timeout: 120_000 })
const list = async (query: object) =>
  (await shop.seller.call(listProducts, { query: { limit: 500, sortBy: 'sku', orderBy: 'asc', ...query } })).data
/** What is to be paid for everything together, in cents: one wrong price would show. */
async function prices(): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const fields = ['price']
  for (let offset = 0; offset < inAll; offset += 1000)
    for (const { id, price } of await list({ offset, limit: 1000, fields })) counts.set(id, Math.round(price * 100))
  return counts
}
const selectPage = () => page.getByRole('columnheader').getByRole('checkbox').check()
const selectRow = (row: number) => page.locator(`.ag-row[row-index="${row}"]`).getByRole('checkbox').check()
const question = () => dialog('Close without saving?')
/** A press beside a dialog with something in it asks first. */
const keepsWhatIsTyped = async (name: string) => {
  await page.mouse.click(5, 400)
  await question().getByRole('button', { name: 'Keep editing' }).click()
  await question().waitFor({ state: 'hidden' })
  expect(await dialog(name).isVisible()).toBe(true)
}
const leave = async (name: string) => {
  await page.keyboard.press('Escape')
  await question().getByRole('button', { name: 'Close', exact: true }).click()
  await dialog(name).waitFor({ state: 'hidden' })
}

describe('bulk edit', () => {
  it('INV-078 INV-209 INV-210 INV-211 INV-217 needs products, and at least one field', async () => {
    await open()
    await bar().getByRole('button', { name: 'Bulk Edit' }).click()
    await seeNotice('Select products first.')
    expect(await edit().count()).toBe(0)
    await closeToasts(page)
    await bar().getByRole('button', { name: 'Apply Tags' }).click()
    await seeNotice('Select products first.')
    await closeToasts(page)
    await selectRow(0)
    await bar().getByRole('button', { name: 'Bulk Edit' }).click()
    await edit().getByRole('button', { name: 'Apply', exact: true }).click()
    await seeNotice('Add at least one field to edit.')
    const rows = edit().getByRole('group', { name: /^Edit \d/ })
    expect(await edit().getByRole('button', { name: 'Remove edit 1' }).isDisabled()).toBe(true)
    await edit().getByRole('button', { name: 'Add field' }).click()
    expect(await rows.count()).toBe(2)
    // INV-214: each field at most once.
    await choose(page, edit(), 'Edit 1, field', 'Price')
    await chooser(edit(), 'Edit 2, field').click()
    await page.getByRole('option', { name: 'Cost', exact: true }).waitFor()
    expect(await page.getByRole('option', { name: 'Price', exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await edit().getByRole('button', { name: 'Remove edit 2' }).click()
    await expect.poll(() => rows.count(), patience).toBe(1)
    // The focus stays in the dialog though the button that had it is gone.
    await edit().locator(':focus', { hasText: 'Add field' }).waitFor()
    await keepsWhatIsTyped('Bulk Edit')
    expect(await chooser(edit(), 'Edit 1, field').inputValue()).toBe('Price')
    await leave('Bulk Edit')
  })

  it('INV-208 INV-212 2,345 prices are previewed, changed as a job that can be left, and put back as one', async () => {
    const before = await prices()
    expect(before.size).toBe(inAll)
    await open()
    await selectPage()
    await page.getByRole('button', { name: 'Select all 2,345 that match' }).click()
    await bar().getByText('2,345 selected').waitFor()
    await bar().getByRole('button', { name: 'Bulk Edit' }).click()
    await choose(page, edit(), 'Edit 1, field', 'Price')
    await choose(page, edit(), 'Edit 1, action', 'Change by percent')
    await edit().getByRole('textbox', { name: 'Edit 1, value' }).fill('10')
    const preview = edit().getByRole('region', { name: 'Preview' })
    await preview.getByText('2,345 products').waitFor()
    const first = await preview.getByRole('list', { name: 'Examples' }).getByRole('listitem').first().innerText()
    const [, was, becomes] = /Price\s+([\d.,]+)[^\d]+([\d.,]+)/.exec(first) ?? []
    expect(Number(becomes)).toBeCloseTo(Math.round(Number(was) * 110) / 100, 2)
    await shot(page, 'bulk-preview')
    const letChange = await holdRow(
      shop.connection,
      'select from products where organization_id = $1 order by id desc limit 1 for no key update',
      [shop.clientId],
    )
    // Nothing is saved before that.
    expect((await list({ limit: 1 }))[0]?.price).toBe((before.get((await list({ limit: 1 }))[0]?.id ?? 0) ?? 0) / 100)
    await edit().getByRole('button', { name: 'Apply', exact: true }).click()
    const ask = dialog('Edit 2,345 products?')
    expect(await ask.getByRole('button', { name: 'Edit 2,345 products' }).isDisabled()).toBe(true)
    await ask.getByLabel(/^Enter/).fill('2345')
    await ask.getByRole('button', { name: 'Edit 2,345 products' }).click()
    await edit().getByRole('progressbar').waitFor()
    await shot(page, 'bulk-progress')
    // It goes on without the dialog and on another page.
    await edit().getByRole('button', { name: 'Close' }).last().click()
    await bar()
      .getByRole('link', { name: / of 2,345/ })
      .waitFor()
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await page.waitForURL('**/templates')
    await letChange()
    await seeNotice('Bulk edits applied.')
    const after = await prices()
    const wrong = [...before].filter(([id, cents]) => after.get(id) !== Math.round(Number((cents * 1.1).toFixed(6))))
    expect(wrong).toEqual([])
    await page.goto(`${shop.motto.url}/inventory/history`)
    await page.getByRole('row').filter({ hasText: '2,345 changed' }).getByRole('button', { name: /^Undo/ }).click()
    const question = dialog(/^Undo “/)
    await question.getByText('2,345 products will be restored to their previous values.').waitFor()
    await question.getByRole('button', { name: 'Undo', exact: true }).click()
    await seeNotice('Undone.')
    expect(await prices()).toEqual(before)
  }, 300_000)

  it('INV-213 tells what the server says, or that it failed', async () => {
    await open()
    await selectRow(1)
    for (const [answer, sentence] of [
      [
        { status: 409, json: { success: false, data: null, message: 'Not while the shelf is painted.' } },
        'Not while the shelf is painted.',
      ],
      [{ status: 500, json: { success: false, data: null, message: '' } }, 'Failed to apply bulk edits.'],
    ] as const) {
      await bar().getByRole('button', { name: 'Bulk Edit' }).click()
      await choose(page, edit(), 'Edit 1, field', 'Notes')
      await choose(page, edit(), 'Edit 1, action', 'Add at the end')
      await edit().getByRole('textbox', { name: 'Edit 1, value' }).fill('!')
      await page.route('**/api/v2/products/bulkEdit', (route) => route.fulfill(answer), { times: 1 })
      await edit().getByRole('button', { name: 'Apply', exact: true }).click()
      await seeNotice(sentence)
      await leave('Bulk Edit')
      await closeToasts(page)
    }
  })

  it('INV-208 tells which products would refuse a change, and why, before and after', async () => {
    await open()
    await selectPage()
    await bar().getByRole('button', { name: 'Bulk Edit' }).click()
    await choose(page, edit(), 'Edit 1, field', 'Price')
    await choose(page, edit(), 'Edit 1, action', 'Add')
    await edit().getByRole('textbox', { name: 'Edit 1, value' }).fill('-1000000')
    await edit().getByRole('list', { name: 'Can’t be changed' }).getByText('Price would go below 0.').first().waitFor()
    await shot(page, 'bulk-problems')
    await edit().getByRole('button', { name: 'Apply', exact: true }).click()
    await seeNotice('Failed to apply bulk edits.')
    await page.getByRole('button', { name: 'Show why' }).click()
    await page.waitForURL(/\/inventory\/history\/\d+/)
    await page.getByRole('link', { name: /^Failed/ }).click()
    await page.getByText('Price would go below 0.').first().waitFor()
    await expect.poll(() => page.getByRole('row').count(), patience).toBe(26)
    await shot(page, 'history-refused')
    await closeToasts(page)
  })
})

describe('tags', () => {
  it('INV-079 INV-215 INV-216 INV-218 are added and removed', async () => {
    await open('?sortBy=SKU&orderBy=asc')
    const [first, second] = await list({ limit: 2 })
    if (!first || !second) throw new Error('no products')
    const old = first.tags.split(',')[0] ?? ''
    await selectRow(0)
    await selectRow(1)
    await bar().getByRole('button', { name: 'Apply Tags' }).click()
    const tags = dialog('Apply Tags')
    await tags.getByRole('button', { name: 'Apply Tags' }).click()
    await tags.getByText('Choose a tag to add or to remove.').waitFor()
    await chooser(tags, 'Add tags').fill('window,')
    await chooser(tags, 'Remove tags').fill(`${old},`)
    await keepsWhatIsTyped('Apply Tags')
    await tags.getByRole('heading', { name: 'Apply Tags' }).click()
    await shot(page, 'tags')
    await tags.getByRole('button', { name: 'Apply Tags' }).click()
    await seeNotice('Applied Tags.')
    const undo = await heldUndo(page)
    const after = await list({ limit: 2 })
    expect(after.map(({ tags }) => tags.split(',').includes('window'))).toEqual([true, true])
    expect(after[0]?.tags.split(',')).not.toContain(old)
    await undo.click()
    await seeNotice('Undone.')
    expect((await list({ limit: 2 })).map(({ tags }) => tags)).toEqual([first.tags, second.tags])
    await closeToasts(page)
  })
})

describe('export', () => {
  const lines = async (press: () => Promise<void>) => {
    const coming = page.waitForEvent('download')
    await press()
    const file = await coming
    return {
      name: file.suggestedFilename(),
      rows: readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n'),
    }
  }
  it('INV-076 INV-077 saves what is chosen as products.csv, else all that the filter finds', async () => {
    await open('?sortBy=SKU&orderBy=asc')
    const [, second, third] = await list({ limit: 3 })
    await selectRow(1)
    await selectRow(2)
    const some = await lines(() => page.getByRole('button', { name: 'Export CSV' }).click())
    expect(some.name).toBe('products.csv')
    for (const product of [second, third])
      expect(some.rows.filter((row) => row.includes(product?.sku ?? 'none')).length).toBeGreaterThan(0)
    expect(
      some.rows.some(
        (row) => row.includes('NL-') && ![second?.sku, third?.sku].some((sku) => row.includes(sku ?? 'none')),
      ),
    ).toBe(false)
    await bar().getByRole('button', { name: 'Clear selection' }).click()
    await open('?minPrice=40&hasTags=sale')
    const count = await total(page)
    const all = await lines(() => page.getByRole('button', { name: 'Export CSV' }).click())
    const named = new Set(all.rows.flatMap((row) => /NL-[A-Z]+-\d{7}/.exec(row) ?? []))
    expect(named.size).toBe(count)
  })
  it('INV-076 saves an Excel file, too', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export in another format' }).click()
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe('products.xlsx')
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })
})

describe('the history', () => {
  it('tells what was done, by whom and when, and takes a deletion back', async () => {
    await open('?sortBy=SKU&orderBy=desc')
    // What is live on a channel stays; these are free.
    const free = (await list({ notListedOn: ['ebay', 'shopify'], limit: 2 })).map(({ sku }) => sku)
    await open(`?skus=${free.join('+')}`)
    await selectPage()
    await bar().getByRole('button', { name: 'Delete', exact: true }).click()
    const ask = dialog('Delete 2 products?')
    expect(await ask.getByRole('button', { name: 'Delete 2 products' }).isDisabled()).toBe(true)
    await ask.getByLabel(/^Enter/).fill('delete')
    await ask.getByRole('button', { name: 'Delete 2 products' }).click()
    await seeNotice('Deleted products.')
    expect(await list({ skus: free })).toEqual([])
    await closeToasts(page)
    await page.getByRole('link', { name: 'History' }).first().click()
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
    await settled(page)
    const rows = page.getByRole('row')
    const { data } = await shop.seller.call(listChangeSets, { query: {} })
    await expect.poll(() => rows.count(), patience).toBe(data.length + 1)
    expect(await rows.nth(1).innerText()).toContain(data[0]?.title)
    await shot(page, 'history')
    await rows.nth(1).getByRole('button', { name: /^Undo/ }).click()
    const question = dialog(/^Undo “/)
    await question.getByText('2 products will be restored.').waitFor()
    await question.getByRole('button', { name: 'Undo', exact: true }).click()
    await seeNotice('Undone.')
    expect((await list({ skus: free })).map(({ sku }) => sku).toSorted()).toEqual(free.toSorted())
    await rows.filter({ hasText: 'Undone' }).first().waitFor()
  })
  it('leaves what somebody changed since as it is', async () => {
    const [product] = await list({ limit: 1 })
    if (!product) throw new Error('no products')
    await open(`?skus=${product.sku}`)
    await selectPage()
    await bar().getByRole('button', { name: 'Bulk Edit' }).click()
    await choose(page, edit(), 'Edit 1, field', 'Notes')
    await edit().getByRole('textbox', { name: 'Edit 1, value' }).fill('Counted in bulk')
    await edit().getByRole('region', { name: 'Preview' }).getByText('1 of 1 product').waitFor()
    await edit().getByRole('button', { name: 'Apply', exact: true }).click()
    await seeNotice('Bulk edits applied.')
    const undo = await heldUndo(page)
    await shop.seller.call(updateProduct, { body: { product: { id: product.id, notes: 'Counted by hand' } } })
    await undo.click()
    await seeNotice('Couldn’t undo this change.')
    expect((await list({ skus: [product.sku] }))[0]?.notes).toBe('Counted by hand')
    await closeToasts(page)
  })
  it('says where there is nothing, and who may only look has nothing to press', async () => {
    await page.goto(`${shop.motto.url}/inventory/history/999999`)
    await page.getByText('Change not found').waitFor()
    const guest = await colleague(shop.motto, shop.seller, { clientId: shop.clientId, userRole: 5 })
    const theirs = await signedIn(browser, shop.motto, guest)
    await theirs.page.goto(`${shop.motto.url}/inventory/history`)
    await theirs.page.getByRole('row').nth(1).waitFor()
    expect(await theirs.page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    await theirs.page.goto(`${shop.motto.url}/inventory`)
    await theirs.page.locator('.ag-row').first().waitFor()
    await theirs.page.getByRole('button', { name: 'Export CSV' }).waitFor()
    for (const name of ['Bulk Edit', 'Apply Tags', 'Delete', 'New Order'])
      expect(await theirs.page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    await theirs.context.close()
  })
  it('its dialog has nothing that axe would mind in either theme', async () => {
    await open('?sortBy=SKU&orderBy=asc')
    await selectRow(0)
    await bar().getByRole('button', { name: 'Bulk Edit' }).click()
    await choose(page, edit(), 'Edit 1, field', 'Price')
    await edit().getByRole('textbox', { name: 'Edit 1, value' }).fill('5')
    await edit().getByRole('region', { name: 'Preview' }).waitFor()
    const problems = await offences(page, 'all', '[role="dialog"]')
    await turn(page, 'dark')
    problems.push(...(await offences(page, 'colours', '[role="dialog"]')))
    await shot(page, 'bulk-dark')
    await turn(page, 'light')
    expect({ offences: problems, problems: tab.problems }).toEqual({ offences: [], problems: [] })
  })
})
