import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginPublishing, listPublishAccounts } from '#contract/publishing.ts'
import { listProducts, updateProduct } from '#contract/products/products.ts'
import { getTemplate } from '#contract/templates.ts'
import { openBrowser, type Tab, reopen } from './support/browser.ts'
import { choose } from './support/filled.ts'
import { handsOn } from './support/hands.ts'
import { importAtOnce } from './support/importing.ts'
import { lookHere } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { signedIn } from './support/person.ts'
import { ownMotto } from './support/running.ts'
import { type Sandbox, sandboxAt } from './support/sandbox.ts'
import { Seller } from './support/seller.ts'
import { patience, until } from './support/wait.ts'

const on = ['ebay', 'shopify', 'csv'] as const
const PRODUCTS = 200
/** What is wrong with so many of them on eBay; the other two take all. */
const NO_COLOR = 10
const SMALL_LETTERS = 8
const NO_CATEGORY = 6
const REFUSED = NO_COLOR + SMALL_LETTERS + NO_CATEGORY

let motto: Motto
let browser: Browser
let tab: Tab
let seller: Seller
let sandbox: Sandbox
beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  sandbox = sandboxAt(motto.sandboxUrl)
  await seller.begin()
  for (const channel of on) await seller.connect(channel)
  tab = await signedIn(browser, motto, seller)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

/** Products of a template as a file brings them, with a picture and a price each. */
async function bring(templateId: number, from: number, to: number, image: string) {
  const { attributes } = await seller.call(getTemplate, { params: { id: templateId } })
  const required = attributes.filter(({ constraint, name }) => constraint === 'required' || name === 'Brand')
  const valueOf = (n: number, name: string, first: string | undefined) => {
    if (name === 'Color' && n < NO_COLOR) return ''
    if (name === 'Size' && n >= NO_COLOR && n < NO_COLOR + SMALL_LETTERS) return 'xl'
    return first ?? 'Northern'
  }
  const rows = Array.from({ length: to - from }, (_, i) => [
    `TEE-${from + i}`,
    `Tee ${from + i}`,
    '12.50',
    '5',
    'New',
    'A soft tee.',
    image,
    ...required.map(({ name, options }) => valueOf(from + i, name, options?.[0])),
  ])
  const fields = ['sku', 'title', 'price', 'quantity', 'condition', 'description', 'images']
  const names = required.map(({ name }) => name)
  const made = await importAtOnce(tab.page, motto.url, templateId, names, rows, fields)
  expect(made).toMatchObject({ state: 'done', applied: { create: to - from } })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const live = async (channel: string) => new Set((await sandbox.listings(channel)).map(({ sku }) => sku)).size

describe('200 products on three channels', () => {
  it('are checked, 24 that eBay would refuse are mended in groups by the keyboard while the others are listed, and each channel shows what the page says', async () => {
    const { page, context } = tab
    const hands = handsOn(page)
    const opened = async (press: () => Promise<void>): Promise<Page> => {
      const [other] = await Promise.all([context.waitForEvent('page'), press()])
      return other
    }
    const image = await seller.upload()
    const tees = await seller.template('Tees', on)
    const outlet = await seller.template('Outlet', on, { categoryId: '', taxonomyId: '', productType: 'Shirts' })
    await bring(tees, 0, PRODUCTS - NO_CATEGORY, image)
    await bring(outlet, PRODUCTS - NO_CATEGORY, PRODUCTS, image)

    await page.goto(`${motto.url}/inventory?search=TEE`)
    await page
      .getByText(`TEE-${PRODUCTS - 1}`, { exact: true })
      .first()
      .waitFor()
    await page.getByRole('columnheader').getByRole('checkbox').check()
    await button(page, `Select all ${PRODUCTS} that match`).click()
    await page
      .getByRole('group', { name: 'Selected products' })
      .getByRole('button', { name: 'List', exact: true })
      .click()
    const begin = dialog(page, 'List on Channels')
    await begin.getByRole('checkbox', { name: 'eBay' }).waitFor()
    await lookHere(page, 'publishing-begin')
    await begin.getByRole('button', { name: `Check ${PRODUCTS} products` }).click()
    await page.getByRole('heading', { name: `List ${PRODUCTS} products` }).waitFor()
    await page.getByText(`${PRODUCTS - REFUSED} ready, ${REFUSED} blocked`).waitFor()
    await page.getByText('Ready to publish', { exact: true }).waitFor()
    // Nothing was sent yet, so nothing is done.
    expect(await page.getByRole('progressbar', { name: 'eBay' }).getAttribute('aria-valuenow')).toBe('0')
    const group = (says: RegExp) =>
      page.getByRole('region', { name: 'Problems to fix' }).getByRole('listitem').filter({ hasText: says })
    const without = group(/Color is empty.*10 products of Tees/)
    const small = group(/Size has a value that isn’t allowed.*8 products of Tees/)
    const nowhere = group(/Category is missing.*6 products of Outlet/)
    for (const locator of [without, small, nowhere]) await locator.waitFor()
    await lookHere(page, 'publishing-checked')

    // What is good goes on its way, and the rest is mended meanwhile.
    await hands.press(button(page, `Publish ${3 * PRODUCTS - REFUSED} listings`))
    await hands.press(without.getByRole('button', { name: 'Bulk Edit' }))
    const edit = dialog(page, 'Bulk Edit')
    await hands.write(edit.getByRole('textbox', { name: 'Edit 1, value' }), 'Black')
    await edit.getByText('10 of 10 products').waitFor()
    await edit.locator('section[aria-label="Preview"][aria-busy="false"]').waitFor()
    await lookHere(page, 'publishing-bulk-edit')
    // While it is counted anew it dims, and stays readable.
    const preview = edit.locator('section[aria-label="Preview"]')
    await preview.evaluate((section) => section.setAttribute('data-stale', 'true'))
    await lookHere(page, 'publishing-bulk-edit-stale')
    await preview.evaluate((section) => section.removeAttribute('data-stale'))
    await hands.press(edit.getByRole('button', { name: 'Apply' }))
    await page.getByText('Bulk edits applied.').waitFor()
    await edit.waitFor({ state: 'detached' })

    const mapping = await opened(() => hands.press(small.getByRole('link', { name: 'Map values' })))
    const values = handsOn(mapping)
    await values.press(dialog(mapping, 'Value Mapping').getByRole('button', { name: 'Accept XL for xl of Size' }))
    await values.press(dialog(mapping, 'Value Mapping').getByRole('button', { name: 'Save', exact: true }))
    await mapping.getByText('Applied Value Mapping to: Size').first().waitFor()
    await mapping.close()

    const preset = await opened(() => hands.press(nowhere.getByRole('link', { name: 'Choose category' })))
    const category = handsOn(preset)
    await category.press(button(preset, 'Choose category'))
    await category.write(preset.getByRole('textbox', { name: 'Search categories' }), 'mens t-shirts')
    const shirts = dialog(preset, 'eBay categories').getByRole('button', { name: /Men's Clothing › Shirts › T-Shirts/ })
    await category.press(shirts.first())
    await category.press(dialog(preset, 'eBay categories').getByRole('button', { name: 'Done' }))
    await category.press(button(preset, 'Save Changes'))
    await preset.getByText('Template Saved.').waitFor()
    await preset.close()

    // What waits for a mended group is looked at in a pause.
    await hands.press(button(page, 'Pause'))
    await hands.press(button(page, 'Check again'))
    await page
      .getByText(/\d blocked/)
      .first()
      .waitFor({ state: 'detached' })
    await page.getByText('Ready to publish', { exact: true }).waitFor()
    await hands.press(page.getByRole('button', { name: /^Publish [\d,]+ listings$/ }))
    const row = (channel: string) => page.getByRole('listitem').filter({ hasText: channel })
    for (const channel of ['eBay', 'Google Sheets'])
      await row(channel).getByText(`${PRODUCTS} live`, { exact: true }).waitFor(patience)
    expect(await Promise.all(['ebay', 'csv'].map(live))).toEqual([PRODUCTS, PRODUCTS])

    // Shopify takes minutes for as many; what it has by then stays, and the page says how many.
    await hands.press(button(page, 'Cancel'))
    await hands.press(dialog(page, 'Stop publishing?').getByRole('button', { name: 'Stop publishing' }))
    await row('Shopify')
      .getByText(/^\d+ live, \d+ skipped$/)
      .waitFor()
    await lookHere(page, 'publishing-cancelled')
    // The button that had the focus is gone with its neighbours: an empty place beside the title would be no place for it.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), patience)
      .toContain(`List ${PRODUCTS} products`)
    // What was on its way when it was cancelled may still be counted.
    await until('the page says how many Shopify shows', async () => {
      const text = await row('Shopify').innerText()
      const listed = Number(/(\d+) live/.exec(text)?.[1])
      return listed > 0 && listed === (await live('shopify')) && text.includes(`${PRODUCTS - listed} skipped`)
    })
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Publish runs' })
      .press('Enter')
    await page.getByRole('link', { name: `List ${PRODUCTS} products` }).waitFor()
    await page.getByRole('link', { name: `List ${PRODUCTS} products` }).press('Enter')
    await page.getByRole('heading', { name: `List ${PRODUCTS} products` }).waitFor()
  })

  it('a group is mended by find and replace, found ready by the next check, and listed', async () => {
    const { page } = tab
    const accounts = (await seller.call(listPublishAccounts, {})).filter(({ channel }) => channel !== 'shopify')
    const tees = await seller.template('More tees', on)
    await bring(tees, PRODUCTS, PRODUCTS + 2, await seller.upload())
    const padding = ' Washed And Worn'.repeat(6)
    const { data: made } = await seller.call(listProducts, { query: { templateIds: [tees] } })
    for (const { id, title } of made)
      await seller.call(updateProduct, { body: { product: { id, title: `${title}${padding}` } } })
    const selection = { filter: { templateIds: [tees] } }
    const { id } = await seller.call(beginPublishing, {
      body: { selection, integrationIds: accounts.map(({ integrationId }) => integrationId) },
    })
    await reopen(page, `${motto.url}/inventory/publishing/${id}`)
    const group = page.getByRole('listitem').filter({ hasText: /Title is too long.*2 products of More tees/ })
    await group.getByRole('button', { name: 'Bulk Edit' }).click()
    const edit = dialog(page, 'Bulk Edit')
    await choose(page, edit, 'Edit 1, action', 'Find and replace')
    await edit.getByRole('textbox', { name: 'Edit 1, find' }).fill(padding.trim())
    await edit.getByText('2 of 2 products').waitFor()
    await edit.getByRole('button', { name: 'Apply' }).click()
    await edit.waitFor({ state: 'detached' })
    await button(page, 'Check again').click()
    await button(page, 'Publish 4 listings').click()
    await page.getByText('Done', { exact: true }).waitFor()
    await page.getByText('2 live', { exact: true }).first().waitFor()
    const titles = (await sandbox.listings('ebay')).filter(({ sku }) => made.some((product) => product.sku === sku))
    expect(titles.map(({ title }) => title).toSorted()).toEqual([`Tee ${PRODUCTS}`, `Tee ${PRODUCTS + 1}`])
  })

  it('descriptions are written inside their group by the keyboard, and exactly these products are checked again', async () => {
    const { page } = tab
    const hands = handsOn(page)
    const [ebay] = (await seller.call(listPublishAccounts, {})).filter(({ channel }) => channel === 'ebay')
    const bare = await seller.template('Bare tees', on)
    const skus = [PRODUCTS + 2, PRODUCTS + 3].map((n) => `TEE-${n}`)
    await bring(bare, PRODUCTS + 2, PRODUCTS + 4, await seller.upload())
    const { data: made } = await seller.call(listProducts, { query: { templateIds: [bare] } })
    for (const { id } of made) await seller.call(updateProduct, { body: { product: { id, description: '' } } })
    const { id } = await seller.call(beginPublishing, {
      body: { selection: { filter: { templateIds: [bare] } }, integrationIds: [ebay?.integrationId ?? 0] },
    })
    // The address of a group shows its products.
    await reopen(page, `${motto.url}/inventory/publishing/${id}?problem=description_missing`)
    const group = page.getByRole('region', { name: 'Problems to fix' }).getByRole('listitem')
    const form = group.getByRole('form', { name: 'Fix: Description is empty' })
    for (const sku of skus)
      await hands.write(form.getByRole('textbox', { name: `Description of ${sku}` }), 'A soft tee.')
    await lookHere(page, 'publishing-fix')
    await hands.press(form.getByRole('button', { name: 'Save 2 values' }))
    await form.getByText('2 products saved.').waitFor()
    await hands.press(form.getByRole('button', { name: 'Check these 2 again' }))
    await hands.press(button(page, 'Publish 2 listings'))
    await page.getByText('2 live', { exact: true }).waitFor(patience)
    const there = (await sandbox.listings('ebay')).map(({ sku }) => sku)
    expect(skus.filter((sku) => there.includes(sku))).toEqual(skus)
  })

  it('the page does not complain', () => expect(tab.problems).toEqual([]))
})
