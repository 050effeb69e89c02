import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as products from '#contract/products/products.ts'
import { getTemplate, saveTemplate } from '#contract/templates.ts'
import { openBrowser, reopen, shot, type Tab } from './support/browser.ts'
import { offences, settled } from './support/look.ts'
import { signedIn } from './support/person.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { Seller } from './support/seller.ts'
import { nextStep, patience } from './support/wait.ts'

let motto: Running
let browser: Browser
let seller: Seller
let tab: Tab

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin('Northlight Camera')
  tab = await signedIn(browser, motto, seller)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const attributes = (page: Page) => page.getByRole('list', { name: 'Attributes' }).getByRole('listitem')
const names = (page: Page) =>
  attributes(page)
    .getByLabel('Name')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
const picture = (red: number) =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: { r: red, g: 84, b: 140 } } })
    .png()
    .toBuffer()

it('TPL-003 TPL-009 TPL-025 TPL-027 TPL-032 TPL-035 an empty shop makes its first template', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/inventory`)
  await page.getByText('No products yet').waitFor()
  await reopen(page, `${motto.url}/templates`)
  await page.getByText('No templates yet').waitFor()
  await page.getByPlaceholder('Search Templates...').waitFor()
  await page.getByRole('link', { name: 'New Template' }).first().click()
  const card = page.getByRole('button', { name: /From Scratch/ })
  await card.click()
  await card.click()
  await page.getByRole('button', { name: 'Next' }).and(page.locator(':disabled')).waitFor()
  await card.click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Missing required fields: name').waitFor()
  expect(await page.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true)
  await page.getByLabel('Name').fill('Lenses')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Template Created.').waitFor()
})

it('TPL-077 TPL-086 TPL-088 TPL-092 TPL-097 TPL-146 TPL-147 its attributes are named, ordered by key and mentioned', async () => {
  const { page } = tab
  await page.getByRole('link', { name: 'Template', exact: true }).click()
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await attributes(page).last().getByText('Name is required.').waitFor()
  await attributes(page).last().getByLabel('Name').fill('brand')
  await attributes(page).last().getByText('Duplicate name').waitFor()
  await attributes(page).last().getByLabel('Name').fill('Mount')
  await attributes(page)
    .last()
    .getByRole('combobox', { name: 'Requirement' })
    .or(attributes(page).last().getByRole('textbox', { name: 'Requirement' }))
    .click()
  await page.getByRole('option', { name: 'Required' }).click()
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await attributes(page).last().getByLabel('Name').fill('Color')
  await page.getByRole('button', { name: /^Move Color/ }).press('ArrowUp')
  await expect
    .poll(() => names(page), patience)
    .toEqual(['Brand', 'Vendor', 'Location', 'Warehouse', 'Bin', 'Color', 'Mount'])
  await page.getByRole('combobox', { name: 'Variation attributes' }).click()
  await page.getByRole('option', { name: 'Color' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Title', { exact: true }).click()
  await page.keyboard.type('@Bra')
  await page.getByRole('option', { name: '@Brand' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue(), patience).toBe('{{Brand}}')
  await shot(page, 'template')
  await page.keyboard.press('Control+s')
  await page.getByText('Template Saved.').waitFor()
  await page.reload()
  await attributes(page).last().waitFor()
  await expect
    .poll(() => names(page), patience)
    .toEqual(['Brand', 'Vendor', 'Location', 'Warehouse', 'Bin', 'Color', 'Mount'])
})

/** Pastes as from another program: the clipboard of the machine is not for tests. */
const paste = (field: Locator, html: string) =>
  field.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

it('PRO-244 PRO-247..PRO-249 PRO-251 PRO-252 TPL-075 a description is written as it will be seen, and kept as HTML', async () => {
  const { page } = tab
  const id = Number(/\/template\/(\d+)/.exec(page.url())?.[1])
  const field = page.getByRole('textbox', { name: 'Description' })
  const raw = page.locator('textarea[id]').and(page.getByLabel('Description'))
  const html = page.getByRole('button', { name: 'HTML', exact: true })
  await field.click()
  await page.keyboard.type('Sharp and ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('quiet')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(', for @zzz')
  await page.getByRole('option', { name: 'No result' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox', { name: 'Attributes' }).waitFor({ state: 'detached' })
  for (let n = 0; n < 'zzz'.length; n += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('Mou')
  await page.getByRole('option', { name: '@Mount No default' }).waitFor()
  await shot(page, 'template-mention')
  expect(await offences(page)).toEqual([])
  await page.keyboard.press('Enter')
  await field.locator('[data-attribute="Mount"]').waitFor()
  await page.keyboard.type('.')
  await paste(field, '<p style="position:fixed">Hood<script>x()</script> <a href="javascript:x()">in</a></p>')
  await field.getByText('Hood').waitFor()
  await page.keyboard.press('Control+z')
  await field.getByText('Hood').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+z')
  await field.getByText('Hood').waitFor()
  const written = '<p>Sharp and <b>quiet</b>, for {{Mount}}.Hood in</p>'
  await html.click()
  await expect.poll(() => raw.inputValue(), patience).toBe(written)
  await html.click()
  await field.locator('b').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Template Saved.').waitFor()
  await page.reload()
  await settled(page)
  await field.hover() // asks for the editor, which else comes after a while in quiet
  await field.locator('[data-attribute="Mount"]').waitFor()
  expect((await seller.call(getTemplate, { params: { id } })).description).toBe(written)
  // Somebody else saves: what is shown follows, and HTML that cannot be shown as it is stays HTML.
  const save = (description: string) =>
    seller.call(saveTemplate, { params: { id }, body: { productTemplate: { description } } })
  await save('<p>From elsewhere, {{Brand}}</p>')
  await field.getByText('From elsewhere').waitFor()
  await save('<p>a <small>b <small>c</small></small></p>')
  await page.getByText('The visual editor would lose some of this HTML: <small>').waitFor()
  await expect.poll(() => raw.inputValue(), patience).toBe('<p>a <small>b <small>c</small></small></p>')
  await save('<p>{{Brand}}, checked.</p>')
  await expect.poll(() => raw.inputValue(), patience).toBe('<p>{{Brand}}, checked.</p>')
  await html.click()
  await field.locator('[data-attribute="Brand"]').waitFor()
  await field.click()
  await page.keyboard.press('Tab')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(false)
})

it('what a page needs is asked for before the first drawing: its script, and what it reads first; the editor only by who writes', async () => {
  const page = await tab.page.context().newPage()
  // After a while in quiet the editor comes by itself; not here.
  await page.addInitScript(() => {
    const real = window.setTimeout
    window.setTimeout = ((run: () => void, delay = 0) => (delay < 10_000 ? real(run, delay) : 0)) as typeof real
  })
  await page.goto(tab.page.url())
  await settled(page)
  const drawn = await page.evaluate(() => ({
    drawn: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    files: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  }))
  const first = (part: RegExp) => drawn.files.find(({ name }) => part.test(name))?.startTime ?? Infinity
  for (const part of [/\/inside-[^/]+\.js$/, /\/template-frame-[^/]+\.js$/, /\/productTemplates\/\d+$/])
    expect(first(part), String(part)).toBeLessThan(drawn.drawn)
  expect(first(/\/rich-[^/]+\.js$/)).toBe(Infinity)
  await page.getByRole('textbox', { name: 'Description' }).hover()
  await page.getByRole('button', { name: 'Bold' }).waitFor()
  await page.close()
})

it('PRO-012 PRO-020 PRO-021 PRO-023..PRO-025 PRO-027 PRO-030 PRO-032 PRO-038 PRO-040 PRO-091 PRO-190 PRO-223 PRO-235 PRO-236 the wizard keeps what was typed when the server refuses it', async () => {
  const { page } = tab
  const template = Number(/\/template\/(\d+)/.exec(page.url())?.[1])
  await seller.call(products.createProduct, {
    body: { product: { templateId: template, sku: 'NL-000001', title: 'Cap', description: '<p>A cap.</p>' } },
  })
  await reopen(page, `${motto.url}/inventory/new`)
  await page.getByText('Must select a template').waitFor()
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  await page.getByText('Please choose a template to continue.').waitFor()
  await page.getByRole('button', { name: 'Use template Lenses' }).click()
  await page.waitForURL(`**/inventory/new/${template}`)
  await expect.poll(() => page.getByLabel(/^Title/).inputValue(), patience).toBe('{{Brand}}')
  await page.getByLabel(/^Title/).fill('')
  await page.getByLabel(/^Title/).pressSequentially('@Bra')
  await page.getByRole('option', { name: '@Brand' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel(/^Title/).inputValue(), patience).toBe('{{Brand}}')
  await page.getByText('Must enter a SKU').waitFor()
  const next = page.getByRole('button', { name: 'Next' })
  await page.getByLabel(/^SKU/).pressSequentially('NL-000001')
  const conflict = page.getByText('A product with the SKU NL-000001 already exists.').first()
  await conflict.waitFor()
  await expect.poll(() => next.isDisabled(), patience).toBe(true)
  await page.getByLabel(/^SKU/).fill('LENS-50')
  await conflict.waitFor({ state: 'detached' })
  await page.getByLabel(/^Title/).fill('{{Brand}} 50mm')
  await page.getByLabel(/^Description/).fill('Sharp, quiet and light.')
  await page.getByLabel(/^Quantity/).fill('7')
  await page.getByLabel(/^Price/).fill('429')
  const files = await Promise.all(
    [30, 200].map(async (red) => ({ name: `${red}.png`, mimeType: 'image/png', buffer: await picture(red) })),
  )
  await page.getByLabel('Add images').setInputFiles(files)
  await page.getByText('2 of 24').waitFor()
  // Another picture under a name that is there already is dropped, before the third is added.
  const pictureOf = async (name: string, red: number) => ({ name, mimeType: 'image/png', buffer: await picture(red) })
  await page.getByLabel('Add images').setInputFiles([await pictureOf('30.png', 90), await pictureOf('120.png', 120)])
  await page.getByText('3 of 24').waitFor()
  await page.getByRole('link', { name: 'Preview image 1, Main' }).click()
  await page.getByRole('dialog', { name: 'Image 1 of 3' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await nextStep(page, 'Listing Configurations')
  await nextStep(page, 'Attributes')
  await page.getByText('Required Value').waitFor()
  await page.getByRole('rowheader', { name: 'Mount Required' }).waitFor()
  await page.getByRole('textbox', { name: 'Brand', exact: true }).fill('Nikon')
  await page.getByRole('textbox', { name: 'Mount', exact: true }).fill('Nikon Z')
  await nextStep(page, 'Review & Create')
  await page.getByRole('heading', { name: 'Nikon 50mm' }).waitFor()
  // A colleague takes the SKU while the request is on its way: a moment earlier, the page would say so itself.
  await page.route(
    '**/api/v2/products/create',
    async (request) => {
      await seller.call(products.createProduct, {
        body: { product: { templateId: template, sku: 'LENS-50', title: 'Lens', description: '<p>A lens.</p>' } },
      })
      await request.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('A product with this SKU already exists.').waitFor()
  await expect.poll(() => page.getByLabel(/^Price/).inputValue(), patience).toBe('429.00')
  await page.getByText('3 of 24').waitFor()
  await page.getByRole('button', { name: 'Prefix' }).click()
  await page.getByRole('menuitem', { name: /NL-/ }).first().click()
  await expect.poll(() => page.getByLabel(/^SKU/).inputValue(), patience).toBe('NL-000002')
  for (const step of ['Listing Configurations', 'Attributes', 'Review & Create']) await nextStep(page, step)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText(/Its ID is \d+/).waitFor()
  await page.waitForURL(/\/product\/\d+/)
  await shot(page, 'product')
})

it('PRO-092 PRO-093 PRO-095 PRO-146 PRO-213 a product is edited, sees a sale meanwhile, and warns of a colleague', async () => {
  const { page } = tab
  const id = Number(/\/product\/(\d+)/.exec(page.url())?.[1])
  await page.getByLabel(/^Price/).fill('449')
  await page.getByRole('button', { name: 'Add variation' }).click()
  await page.getByRole('group', { name: 'Variation 1' }).getByRole('combobox', { name: 'Color' }).fill('Black')
  await page.keyboard.press('Escape')
  await page.getByText('Unsaved changes: Price, Variations').waitFor()
  // A colleague counts the stock and gives it another price and a bin.
  await seller.call(products.updateProduct, { body: { product: { id, quantity: 5, price: 479, bin: 'B-7' } } })
  await page.getByRole('group', { name: 'Stock' }).getByText('5').first().waitFor()
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Conflicting change' })
  const price = dialog.getByRole('group', { name: 'Price' })
  await price.getByText('Before: 429').waitFor()
  await shot(page, 'merge')
  await dialog.getByRole('button', { name: 'Back to editing' }).click()
  await page.getByText('Someone else saved this product while you edited it.').waitFor()
  await page.keyboard.press('Control+s')
  await price.getByRole('radio', { name: 'Yours' }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Product saved.').waitFor()
  const saved = await seller.call(products.getProduct, { params: { id } })
  // Its pieces are its variations' now, and this one has none yet.
  expect([saved.price, saved.bin, saved.quantity, saved.variations.map((v) => [v.name, v.sku])]).toEqual([
    449,
    'B-7',
    0,
    [['Black', 'NL-000002-1']],
  ])
  expect(await page.getByLabel(/^SKU/).first().getAttribute('readonly')).not.toBeNull()
  await page.getByRole('button', { name: 'Unlock SKU' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock SKU' }).click()
  await page.getByText('Editing a SKU can cause sync errors.').waitFor()
  await page.getByRole('textbox', { name: /^SKU/ }).first().fill('NL-000009')
  await page.getByRole('link', { name: 'Orders' }).last().click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
})

it('INV-001 NAV-046 NAV-047 PRO-155..PRO-157 the list is searched, sorted and reached by SKU', async () => {
  const { page } = tab
  const search = page.getByRole('searchbox', { name: /^Search keywords/ })
  await page.goto(`${motto.url}/products`)
  await page.waitForURL(/\/inventory$/)
  const table = page.getByRole('grid', { name: 'Products' })
  await table.getByRole('link', { name: 'NL-000002' }).waitFor()
  await table.getByText('@Brand 50mm').waitFor()
  await table.getByRole('columnheader', { name: 'SKU' }).click()
  await page.waitForURL(/sortBy=SKU/)
  await search.fill('cap')
  await page.waitForURL(/search=cap/)
  await table.getByRole('link', { name: 'NL-000002' }).waitFor({ state: 'detached' })
  await page.reload()
  await table.getByRole('link', { name: 'NL-000001' }).waitFor()
  await search.fill('zzzz')
  await page.getByText('No products found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await table.getByRole('link', { name: 'NL-000002' }).waitFor()
  await page.goto(`${motto.url}/product/sku/NL-000002`)
  await page.waitForURL(/\/product\/\d+$/)
  const first = Number(page.url().split('/').at(-1))
  await page.goto(`${motto.url}/product/sku/NOPE`)
  await page.getByText("We couldn't find any product with SKU NOPE.").waitFor()
  expect(new URL(page.url()).search).toBe('?sku=NOPE')
  const awkward = 'A/B + 50%?#1'
  const { template } = await seller.call(products.getProduct, { params: { id: first } })
  await seller.call(products.createProduct, {
    body: { product: { templateId: template.id, sku: awkward, title: 'Awkward', description: '<p>Awkward.</p>' } },
  })
  await page.goto(`${motto.url}/product/sku/${encodeURIComponent(awkward)}`)
  await page.waitForURL(/\/product\/\d+$/)
  await page.getByRole('heading', { name: 'Awkward' }).waitFor()
})

it('TPL-116..TPL-118 PRO-147 what is not needed goes: a product after a question, a template after its name', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/product/sku/NL-000001`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete product' }).click()
  await page.waitForURL(/\/inventory$/)
  await reopen(page, `${motto.url}/templates/new`)
  await page.getByRole('button', { name: /From Scratch/ }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Name').fill('Bags')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'Details', exact: true }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByLabel('Template Name').fill('Bag')
  await page.getByRole('button', { name: 'Delete template' }).click()
  await page.getByText('Template Name does not match.').waitFor()
  await page.getByLabel('Template Name').fill('Bags')
  await page.getByRole('button', { name: 'Delete template' }).click()
  await page.getByText('Deleted Template. Navigating to Templates.').waitFor()
  await page.waitForURL(/\/templates$/)
  await page.getByRole('link', { name: 'Lenses', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Bags', exact: true }).waitFor({ state: 'detached' })
})

it('PRO-256 INV-221 a table other than the inventory offers 5, 10, 25, 50 and 100 rows', async () => {
  const { page } = tab
  await reopen(page, `${motto.url}/templates`)
  await page
    .getByRole('combobox', { name: 'Rows per page' })
    .or(page.getByRole('textbox', { name: 'Rows per page' }))
    .click()
  await page.getByRole('option', { name: '100', exact: true }).waitFor()
  expect(await page.getByRole('option').allTextContents()).toEqual(['5', '10', '25', '50', '100'])
  await page.getByRole('option', { name: '5', exact: true }).click()
  await page.waitForURL(/rows=5/)
})

it('no page complained on the way', () => expect(tab.problems).toEqual([]))
