import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProduct, getProduct, listProducts } from '#contract/products/products.ts'
import { listingChannels } from '#contract/listings/listings.ts'
import { createTemplate, getTemplate, listTemplates, saveTemplate } from '#contract/templates.ts'
import { openBrowser, reopen, shot, type Tab } from './support/browser.ts'
import { importAtOnce, plates } from './support/importing.ts'
import { lookHere } from './support/look.ts'
import { signedIn } from './support/person.ts'
import { ownMotto, type Running } from './support/running.ts'
import { sandboxAt } from './support/sandbox.ts'
import { Seller } from './support/seller.ts'
import { addSizesAndColours, pictures } from './support/variations.ts'
import { nextStep, patience } from './support/wait.ts'

let motto: Running
let browser: Browser
let seller: Seller
let tab: Tab

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin('Fern Pottery')
  tab = await signedIn(browser, motto, seller)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const made = async (name: string, description = '') =>
  (await seller.call(createTemplate, { body: { productTemplate: { name, description } } })).id
const read = (id: number) => seller.call(getTemplate, { params: { id } })
const attributed = async (name: string, attributes: object[]) => {
  const id = await made(name)
  const { attributes: own } = await read(id)
  const productTemplate = { attributes: [...own, ...attributes] as never }
  await seller.call(saveTemplate, { params: { id }, body: { productTemplate } })
  return id
}
const product = (templateId: number, sku: string, values: Record<string, string>) => {
  const attributes = Object.entries(values).map(([name, value]) => ({ name, value }))
  return seller.call(createProduct, { body: { product: { templateId, sku, title: sku, attributes } } })
}
const choose = async (page: Page | Locator, label: string) =>
  page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click()
/** What the list that is open offers. */
const offered = () => tab.page.getByRole('option').allTextContents()
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Template tabs' })
const open = (path: string) => reopen(tab.page, motto.url + path)
const columnOf = (table: Locator, place: number) => table.locator(`tbody tr td:nth-child(${place})`)

it('TPL-037..TPL-041 TPL-017 TPL-021 TPL-022 TPL-230 a template from eBay categories becomes a finished product with 12 pictures and 3 × 4 variations, live on eBay', async () => {
  const { page } = tab
  await open('/templates')
  await page.getByRole('link', { name: 'New Template' }).first().click()
  await page.waitForURL('**/templates/new')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect.poll(() => crumbs.innerText(), patience).toMatch(/Templates[^a-z]*New/)
  await page.getByRole('button', { name: /From a Marketplace Category/ }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const etsy = page.getByRole('button', { name: /^Etsy/ })
  expect([await etsy.isDisabled(), await etsy.innerText()]).toEqual([true, expect.stringMatching(/available soon/i)])
  await page.getByText('Missing Integration').waitFor()
  await seller.connect('ebay')
  await page.getByRole('button', { name: 'Choose category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('T-Shirts')
  await dialog
    .getByRole('button', { name: /Men's Clothing › Shirts › T-Shirts/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => page.getByLabel('Name').inputValue(), patience).toBe('T-Shirts')
  await page.getByLabel('Name').fill('Tees')
  await lookHere(page, 'template-from-a-category')
  await page.getByRole('button', { name: 'Review' }).click()
  const required = page.locator('dt', { hasText: 'Required' }).locator('+ dd')
  await expect.poll(() => required.innerText(), patience).toContain('Brand')
  await shot(page, 'template-from-category-review')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Template Created.').waitFor()
  await page.waitForURL(/\/template\/\d+$/)
  const id = Number(/\d+$/.exec(page.url())?.[0])
  const template = await read(id)
  const attributes = new Map(template.attributes.map((a) => [a.name, a]))
  expect(attributes.get('Brand')).toMatchObject({ constraint: 'required' })
  expect(attributes.get('Size')?.options).toContain('M')
  expect(attributes.get('Bin')).toMatchObject({ constraint: 'optional' })
  const panels = await seller.call(listingChannels, { query: { templateId: id } })
  expect(panels.ebay?.listingTemplate?.schemas[0]?.ebayCategoryIds).toMatch(/^\d+$/)
  await seller.call(saveTemplate, {
    params: { id },
    body: { productTemplate: { variations: ['Size', 'Color'] } as never },
  })
  // On to a product of it, with all that the category asks for.
  await page.getByRole('link', { name: 'Product', exact: true }).click()
  await page.waitForURL(`**/inventory/new/${id}`)
  await page.getByLabel(/^SKU/).fill('TEE-1')
  await page.getByLabel(/^Title/).fill('Linen tee')
  await page.getByLabel(/^Description/).fill('Light and soft.')
  await page.getByLabel(/^Quantity/).fill('4')
  await page.getByLabel(/^Price/).fill('29')
  await page.getByLabel('Add images').setInputFiles(await pictures(12))
  await expect.poll(() => page.getByRole('link', { name: /^Preview image/ }).count(), patience).toBe(12)
  await nextStep(page, 'Listing Configurations')
  await nextStep(page, 'Attributes')
  for (const { name, options } of template.attributes.filter((a) => a.constraint !== 'optional')) {
    const field = page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }))
    await field.first().fill(options?.[0] ?? 'Fern')
    await page.keyboard.press('Escape')
  }
  await nextStep(page, 'Review & Create')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/product\/\d+/)
  const finished = await seller.call(getProduct, {
    params: { id: Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]) },
  })
  expect(finished).toMatchObject({ templateId: id, sku: 'TEE-1', readiness: 'ready', images: { length: 12 } })
  await reopen(page, `${motto.url}/product/${finished.id}`)
  await addSizesAndColours(page)
  const { images, variations } = await seller.call(getProduct, { params: { id: finished.id } })
  const red = variations.filter(({ selectedImages }) => selectedImages.length > 0)
  expect(red.map(({ sku, selectedImages }) => [sku, selectedImages])).toEqual(
    ['S', 'M', 'L'].map((size) => [`TEE-1-${size}-RED`, [images[1]?.url]]),
  )
  await reopen(page, `${motto.url}/product/${finished.id}/publish/ebay`)
  await page.getByRole('button', { name: 'List on eBay' }).click()
  await page.getByText('Successfully listed product.').first().waitFor()
  const there = await sandboxAt(motto.sandboxUrl).listings('ebay')
  expect(there).toEqual(expect.arrayContaining([expect.objectContaining({ sku: 'TEE-1-L-BLACK', quantity: 2 })]))
  expect(there).toHaveLength(12)
})

it('TPL-004..TPL-008 TPL-010..TPL-012 TPL-212 TPL-213 the list is a table that is searched, sorted and paged, and leads on', async () => {
  const { page } = tab
  for (let n = 1; n <= 26; n += 1) await made(`Bowl ${String(n).padStart(2, '0')}`, n === 7 ? 'For <b>soup</b>' : '')
  const busy = await made('Vases')
  for (const sku of ['V-1', 'V-2']) await product(busy, sku, {})
  await open('/templates')
  const table = page.getByRole('table', { name: 'Templates' })
  const names = () => columnOf(table, 1).getByRole('link').allTextContents()
  await expect.poll(async () => (await names()).length, patience).toBe(25)
  expect((await names())[0]).toBe('Bowl 01')
  await choose(page, 'Rows per page')
  await expect.poll(offered, patience).toEqual(['5', '10', '25', '50', '100'])
  await page.getByRole('option', { name: '5', exact: true }).click()
  await expect.poll(async () => (await names()).length, patience).toBe(5)
  await table.getByRole('button', { name: 'Products' }).click()
  await table.getByRole('button', { name: 'Products' }).click()
  await expect.poll(async () => (await names())[0], patience).toBe('Vases')
  const searched = page.getByPlaceholder('Search Templates...')
  await searched.fill('SOUP')
  await expect.poll(names, patience).toEqual(['Bowl 07'])
  await page.getByText('For <b>soup</b>').waitFor()
  await searched.fill('vase')
  await page.getByRole('link', { name: '2 products of Vases' }).click()
  await page.waitForURL(`**/template/${busy}/products`)
  await page.goBack()
  const exported = page.getByRole('link', { name: 'Export CSV' })
  expect([await exported.getAttribute('href'), await exported.getAttribute('download')]).toEqual([
    '/api/v2/products/exportCSV/templates',
    'templates.csv',
  ])
  await page.getByRole('link', { name: 'Vases', exact: true }).click()
  await page.waitForURL(`**/template/${busy}`)
  expect((await seller.call(listTemplates)).length).toBeGreaterThan(25)
})

it('TPL-061..TPL-067 TPL-098..TPL-101 TPL-112..TPL-115 the page of a template has its tabs, and leads to its products', async () => {
  const { page } = tab
  const id = (await seller.call(listTemplates)).find(({ name }) => name === 'Vases')?.id ?? 0
  for (let n = 3; n <= 11; n += 1) await product(id, `V-${n}`, {})
  await open(`/template/${id}`)
  await expect
    .poll(() => tabs(page).getByRole('link').allTextContents(), patience)
    .toEqual(['Template', 'Listing', 'Details', expect.stringMatching(/^Products/)])
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect.poll(() => crumbs.innerText(), patience).toMatch(/Templates[^a-z]*Vases/)
  await page.getByRole('button', { name: 'Duplicate' }).waitFor()
  expect(await page.getByRole('link', { name: 'Product', exact: true }).getAttribute('href')).toBe(
    `/inventory/new/${id}`,
  )
  for (const [name, path] of [
    ['Listing', 'listing'],
    ['Details', 'details'],
    ['Products', 'products'],
  ] as const) {
    await tabs(page).getByRole('link', { name }).click()
    await page.waitForURL(`**/template/${id}/${path}`)
  }
  const table = page.getByRole('table', { name: 'Products of this template' })
  await expect.poll(() => table.locator('tbody tr').count(), patience).toBe(10)
  await choose(page, 'Rows per page')
  await expect.poll(offered, patience).toEqual(['5', '10', '25', '50', '100'])
  await page.getByRole('option', { name: '25', exact: true }).click()
  await expect.poll(() => table.locator('tbody tr').count(), patience).toBe(11)
  await columnOf(table, 3).first().click()
  await page.waitForURL(/\/product\/\d+$/)
  await open(`/template/${id}/channels/ebay`)
  await page.waitForURL(`**/template/${id}/listing/ebay#category`)
  const category = page.getByRole('button', { name: 'Choose category' })
  await category.waitFor()
  await expect
    .poll(async () => {
      const box = await category.boundingBox()
      return box !== null && box.y > 0 && box.y + box.height < 900
    }, patience)
    .toBe(true)
})

it('TPL-068 a template that is not there says so and leads back', async () => {
  const { page } = tab
  for (const id of ['999999', 'nonsense']) {
    await open(`/template/${id}`)
    await page.getByText('No Data').waitFor()
    expect(await page.getByRole('link', { name: 'All templates' }).getAttribute('href')).toBe('/templates')
  }
})

it('TPL-002 TPL-074 TPL-076 TPL-078..TPL-087 TPL-090 TPL-091 TPL-095 TPL-096 the template tab holds what its products begin with', async () => {
  const { page } = tab
  const id = await made('Jugs')
  await open(`/template/${id}`)
  const rows = page.getByRole('list', { name: 'Attributes' }).getByRole('listitem')
  await rows.first().waitFor()
  const names = () =>
    rows.getByLabel('Name').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  await expect.poll(names, patience).toEqual(['Brand', 'Vendor', 'Location', 'Warehouse', 'Bin'])
  await page.getByRole('button', { name: 'Actions for Vendor' }).click()
  await page
    .getByRole('menuitem', { name: 'Built-in, can’t be deleted' })
    .and(page.locator('[data-disabled]'))
    .waitFor()
  await page.keyboard.press('Escape')
  for (const name of ['Glaze', 'Form']) {
    await page.getByRole('button', { name: 'Add attribute' }).click()
    await rows.last().getByLabel('Name').fill(name)
  }
  await choose(rows.last(), 'Type')
  await page.getByRole('option', { name: 'Number' }).click()
  await choose(rows.last(), 'Requirement')
  await page.getByRole('option', { name: 'Recommended' }).click()
  await rows.last().getByLabel('Default value').fill('2')
  await rows.nth(5).getByLabel('Options').and(page.locator('input')).pressSequentially('Matt,Gloss,')
  await page.getByLabel('Title', { exact: true }).fill('Jug')
  for (const where of ['Add to title', 'Add to description']) {
    await page.getByRole('button', { name: 'Actions for Glaze' }).click()
    await page.getByRole('menuitem', { name: where }).click()
  }
  await page.getByLabel('Tags').and(page.locator('input')).fill('pottery')
  await page.getByLabel('Weight', { exact: true }).fill('1.5')
  await page.getByRole('button', { name: 'HTML', exact: true }).click()
  const raw = page.locator('textarea[id]').and(page.getByLabel('Description'))
  await expect.poll(() => raw.inputValue(), patience).toBe('<p>Glaze: {{Glaze}}</p>')
  await page.getByRole('button', { name: 'Actions for Form' }).click()
  await page.getByRole('menuitem', { name: 'Delete attribute' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Template Saved.').first().waitFor()
  const saved = await read(id)
  expect(saved).toMatchObject({
    title: 'Jug {{Glaze}}',
    description: '<p>Glaze: {{Glaze}}</p>',
    tags: 'pottery',
    sizeAndWeight: { weight: 1.5 },
  })
  expect(saved.attributes.slice(5)).toMatchObject([{ name: 'Glaze', options: ['Matt', 'Gloss'] }])
  const mug = await product(id, 'JUG-1', { Glaze: 'Matt' })
  expect(await seller.call(getProduct, { params: { id: mug.id } })).toMatchObject({
    templateId: id,
    sizeAndWeight: { weight: 1.5 },
  })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Template Name').waitFor()
  await page.keyboard.press('Escape')
})

it('TPL-089 TPL-149..TPL-154 TPL-156 two attributes of 200 products are merged, with what would change before', async () => {
  const { page } = tab
  const id = await attributed('Plates', [{ name: 'Colour' }, { name: 'Color' }])
  const imported = await importAtOnce(page, motto.url, id, ['Colour', 'Color'], plates(200))
  expect(imported).toMatchObject({ state: 'done', applied: { create: 200 } })
  await open(`/template/${id}`)
  await page.getByRole('button', { name: 'Actions for Colour' }).click()
  await page.getByRole('menuitem', { name: 'Merge into another attribute…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge "Colour" into another attribute' })
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await dialog.getByText('Choose a target attribute.').waitFor()
  await dialog.getByText('Choose an action.').waitFor()
  await choose(dialog, 'Target attribute')
  await page.getByRole('option', { name: 'Color', exact: true }).click()
  await dialog.getByRole('radio', { name: 'Fill' }).check()
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await preview.getByText('100 of 200 products change.').waitFor()
  await preview.getByText('100 products without Color get a value.').waitFor()
  await dialog.getByRole('radio', { name: 'Overwrite' }).check()
  await preview.getByText('150 of 200 products change.').waitFor()
  await preview.getByText('50 values of Color are replaced').waitFor()
  await dialog.getByRole('checkbox', { name: 'Delete Colour afterwards' }).check()
  await dialog.locator('section[aria-label="Preview"][aria-busy="false"]').waitFor()
  await lookHere(page, 'merging-attributes')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged Template Attributes.').waitFor(patience)
  await page.getByRole('list', { name: 'Attributes' }).locator('input[value="Colour"]').waitFor({ state: 'detached' })
  expect((await read(id)).attributes.map((a) => a.name)).not.toContain('Colour')
  const red = { templateIds: [id], attributes: JSON.stringify([{ name: 'Color', action: 'in', values: ['Red'] }]) }
  await expect.poll(async () => (await seller.call(listProducts, { query: red })).items, patience).toBe(150)
  // It is offered where the attributes are, not on a product.
  const made = await product(id, 'P-NEW', {})
  await open(`/product/${made.id}`)
  await page.getByRole('heading', { name: 'Attributes' }).first().waitFor()
  expect(await page.getByText('Merge into another attribute').count()).toBe(0)
})

it('TPL-070..TPL-073 a template is duplicated; a second time it says why not', async () => {
  const { page } = tab
  const id = await made('Cups')
  await open(`/template/${id}`)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText('Duplicated Template. Navigating...').waitFor()
  await page.waitForURL((url) => /\/template\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`))
  await page.getByRole('heading', { name: 'Cups (copy)', level: 1 }).waitFor()
  await open(`/template/${id}`)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText('A template with this name already exists.').waitFor()
  await page.route(
    '**/api/v2/productTemplates/duplicate',
    (route) => route.fulfill({ status: 500, json: { success: false, message: 'Down' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText('Failed to duplicate template.').waitFor()
})

it('TPL-102..TPL-104 TPL-107 TPL-109..TPL-111 the details tab keeps name, details and notes; the switch for stock is not for sellers', async () => {
  const { page } = tab
  const id = await made('Dishes')
  await open(`/template/${id}/details`)
  await page.getByLabel('Name').fill(' ')
  await page.getByText('Name is required.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('Name').fill('Oval dishes')
  await page.getByLabel('Template Details').fill('For the oven')
  await page.getByLabel('Notes').fill('Fragile')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Template Saved.').first().waitFor()
  expect(await read(id)).toMatchObject({ name: 'Oval dishes', details: 'For the oven', notes: 'Fragile' })
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor()
  expect(await page.getByText('Is Stock Template').count()).toBe(0)
})

it('TPL-018..TPL-021 TPL-023 TPL-024 TPL-026 TPL-028..TPL-031 TPL-033 TPL-034 TPL-036 TPL-059 methods have their own steps; an empty library and a strange answer are told', async () => {
  const { page } = tab
  await open('/templates/new')
  const steps = () => page.getByRole('list', { name: 'Steps' }).getByRole('listitem').allInnerTexts()
  const shown = async () => (await steps()).map((step) => step.replace(/^[^A-Z]+/, '').trim())
  await page.getByRole('button', { name: /Import from CSV/ }).click()
  await expect.poll(shown, patience).toEqual(['Method', 'Review & Import'])
  await page.getByRole('button', { name: /Import from Template Library/ }).click()
  await expect.poll(shown, patience).toEqual(['Method', 'Details', 'Create'])
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('There are no Stock Templates available now.').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: /From Scratch/ }).click()
  await expect.poll(shown, patience).toEqual(['Method', 'Details', 'Review & Create'])
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Name').focus()
  await page.keyboard.press('Tab')
  await page.getByText('Name field is required.').waitFor()
  await page.getByLabel('Name').fill('Odd')
  await page.getByLabel('Description').fill('About it')
  await page.getByLabel('Notes').fill('Mind')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.route(
    '**/api/v2/productTemplates/create',
    (route) => route.fulfill({ json: { success: true, data: null, message: '' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Unknown response from server.').waitFor()
  // Nothing that was entered is lost, and a second try makes it.
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/template\/\d+\/listing.*create=true/)
  await page.getByText('Nice! Next step: Configure your Listing Templates.').waitFor()
  const created = await read(Number(/\/template\/(\d+)/.exec(page.url())?.[1]))
  expect(created).toMatchObject({ name: 'Odd', details: 'About it', notes: 'Mind' })
})

it('no page complained on the way', () => expect(tab.problems).toEqual([]))
