import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getImport, planImport } from '#contract/imports.ts'
import { listListingProducts, saveListingProducts } from '#contract/listings/listings.ts'
import { addUserRole } from '#contract/organizations/organizations.ts'
import { createProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { openBrowser, openTab, shot, type Tab } from './support/browser.ts'
import { offences, settled } from './support/look.ts'
import { outcomes, upload } from './support/importing.ts'
import { mailedLink } from './support/mail.ts'
import { ownMotto } from './support/running.ts'
import type { Motto } from './support/motto.ts'
import { signedIn } from './support/person.ts'
import { sandboxAt } from './support/sandbox.ts'
import { Seller } from './support/seller.ts'
import { listed, type Story } from './support/story.ts'
import { patience } from './support/wait.ts'

let motto: Motto
let browser: Browser
let seller: Seller
let clientId: number
let templateId: number
let tab: Tab
let page: Page

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  clientId = await seller.begin('Beginning')
  templateId = (await seller.call(createTemplate, { body: { productTemplate: { name: 'Straps' } } })).id
  tab = await signedIn(browser, motto, seller)
  page = tab.page
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const seeText = (text: string | RegExp) => page.getByText(text).first().waitFor()
const onStep = (name: string) => page.locator('[aria-current="step"]', { hasText: name }).waitFor()
/** The form of a product: what is required, and what may be. */
const required = ['Title', 'Description', 'Condition', 'Quantity']
const optional =
  'Tags, Internal notes, Add images, Price, Cost, MSRP, Sold, Width, Length, Height, Size unit, Weight, Weight unit, Vendor, Location, Warehouse, Bin'.split(
    ', ',
  )
async function hasFields() {
  for (const name of required) await seeText(new RegExp(`^${name} \\*$`))
  for (const name of ['SKU', ...required])
    await page
      .getByLabel(new RegExp(`^${name}`))
      .first()
      .waitFor({ state: 'attached' })
  for (const name of optional) await page.getByLabel(name, { exact: true }).first().waitFor({ state: 'attached' })
  await page.getByTitle('Used for analytics').first().waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: 'Images', exact: true }).waitFor()
}
const step = () => new URL(page.url()).searchParams.get('step')

describe('the first steps', () => {
  it('are put away, stay away, and come back', async () => {
    await page.goto(`${motto.url}/dashboard`)
    await seeText('First steps')
    await button('Put the first steps away').click()
    await page.getByText('First steps', { exact: true }).waitFor({ state: 'hidden' })
    await page.reload()
    await seeText('Find your way')
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0)
    await button(/first steps/i).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
  })
})

it('an order has nothing to be made of yet, and leads to a new product', async () => {
  await page.goto(`${motto.url}/orders/new`)
  await page.getByText('All steps').click()
  await seeText('No products yet')
  await page.getByRole('link', { name: 'New Product' }).click()
  await page.waitForURL('**/inventory/new')
})

describe('a new template', () => {
  it('leads into no wall: the channel is connected where it is missing, and its defaults are saved in one press', async () => {
    await page.goto(`${motto.url}/template/${templateId}/listing/ebay?create=true`)
    await seeText('Nice! Next step: Configure your Listing Templates.')
    await seeText('Missing Integration')
    await settled(page)
    await shot(page, 'template-connect')
    expect(await offences(page)).toEqual([])
    const [consent] = await Promise.all([tab.context.waitForEvent('page'), button('Connect eBay').click()])
    await consent.getByRole('button', { name: /agree/i }).click()
    if (!consent.isClosed()) await consent.waitForEvent('close')
    await seeText('This listing template is not saved yet.')
    expect(await page.getByText('Missing Integration').count()).toBe(0)
    await button('Save the defaults').click()
    await seeText('Template Saved.')
    await page.getByText('This listing template is not saved yet.').waitFor({ state: 'hidden' })
  })
})

describe('the new product wizard', () => {
  it('PRO-001 PRO-004..PRO-007 PRO-011 shows three methods and its steps; another method keeps no template', async () => {
    const methods = page.getByRole('group', { name: 'How to add products' }).getByRole('button')
    await page.goto(`${motto.url}/inventory/new/${templateId}?method=csv`)
    for (const [title, text] of [
      ['From Template', 'Start from an existing product template'],
      ['Import from Channel', 'Pull products from your connected sales channels'],
      ['Import from CSV', 'Upload a spreadsheet to create products in bulk'],
    ] as const)
      await methods.filter({ hasText: title }).getByText(text).waitFor()
    expect(await methods.count()).toBe(3)
    await methods.filter({ hasText: 'From Template' }).click()
    await page.waitForURL((url) => url.pathname === '/inventory/new' && url.search === '')
    await page.getByRole('searchbox', { name: 'Search templates' }).waitFor()
    const steps = await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').allInnerTexts()
    expect(steps.map((text) => text.replace(/^\d\s*/, ''))).toEqual([
      'Method',
      'Details',
      'Listing Configurations',
      'Attributes',
      'Review & Create',
    ])
  })

  it('PRO-019 PRO-022 PRO-026 PRO-035 PRO-039 PRO-041..PRO-059 PRO-109 PRO-114 PRO-221 PRO-225 PRO-253 asks for the details of a product', async () => {
    await page.goto(`${motto.url}/inventory/new`)
    const search = page.getByRole('searchbox', { name: 'Search templates' })
    await search.fill('zzzz')
    await seeText('No template matches')
    await button('Clear search').click()
    const choose = () =>
      button(/^Use template /)
        .first()
        .click()
    await choose()
    await onStep('Details')
    await button('Change').click()
    await page.waitForURL('**/inventory/new')
    await choose()
    await page.waitForURL(/\/inventory\/new\/\d+$/)
    await hasFields()
    expect(await page.getByLabel('Add images').getAttribute('accept')).toBe('.png,.jpeg,.jpg')
    expect(await page.getByRole('navigation', { name: 'Product tabs' }).count()).toBe(0)
    await page.goto(`${motto.url}/inventory/new/${templateId}?step=4`)
    await onStep('Review & Create')
    await button('Create').press('Enter')
    await seeText('Please select a SKU.')
    await onStep('Details')
  })

  it('PRO-002 PRO-014..PRO-016 PRO-028 PRO-029 PRO-031 PRO-033 PRO-036 PRO-094 PRO-096 PRO-100 PRO-105 PRO-107 PRO-140 PRO-144 PRO-145 has its step in the address: a reload and Back keep the step and what was typed', async () => {
    await page.goto(`${motto.url}/inventory/new/${templateId}`)
    await onStep('Details')
    await page.getByRole('textbox', { name: /^SKU/ }).pressSequentially('STRAP-1')
    await page.getByRole('textbox', { name: 'Price' }).fill('29')
    await seeText('Proceed to listing configurations')
    await button('Next').click()
    await onStep('Listing Configurations')
    await seeText('Proceed to attributes')
    expect(step()).toBe('2')
    await seeText('Recommended before Attributes')
    await seeText('There is only one listing template available')
    await seeText('No categories to select')
    await page.getByRole('switch', { name: 'List on eBay' }).press('Space')
    await shot(page, 'wizard-configurations')
    expect(await offences(page)).toEqual([])
    await button('Next').click()
    await onStep('Attributes')
    await seeText('Proceed to next step')
    expect(await button('Generate attributes').isDisabled()).toBe(true)
    for (const name of ['Name', 'Value'])
      await page.getByRole('table', { name: 'Attributes' }).getByRole('columnheader', { name, exact: true }).waitFor()
    await page.reload()
    await onStep('Attributes')
    await page.goBack()
    await onStep('Listing Configurations')
    expect(await page.getByRole('switch', { name: 'List on eBay' }).isChecked()).toBe(true)
    await page.goBack()
    await onStep('Details')
    expect(await page.getByRole('textbox', { name: /^SKU/ }).inputValue()).toBe('STRAP-1')
    expect(await page.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('29.00')
    await page.goForward()
    await onStep('Listing Configurations')
    await button('Next').click()
    await button('Next').click()
    await onStep('Review & Create')
    await button('Edit Details').click()
    await onStep('Details')
    for (const name of ['Listing Configurations', 'Attributes', 'Review & Create']) {
      await button('Next').click()
      await onStep(name)
    }
    await button('Create').click()
    await seeText('Product created.')
    await page.waitForURL(/\/product\/\d+/)
    const productId = Number(new URL(page.url()).pathname.split('/')[2])
    await expect
      .poll(
        async () =>
          (await seller.call(listListingProducts, { query: { productId } })).map(({ channel, listSettings }) => [
            channel,
            listSettings.list,
          ]),
        patience,
      )
      .toEqual([['ebay', true]])
  })

  it('PRO-110..PRO-113 PRO-115 PRO-119 PRO-120 PRO-123..PRO-128 PRO-130..PRO-139 PRO-141..PRO-143 PRO-149 leads to the page of the product with its tabs, its parts and what can be done', async () => {
    const { pathname } = new URL(page.url())
    const tabs = page.getByRole('navigation', { name: 'Product tabs' }).getByRole('link')
    await tabs.first().waitFor()
    expect(await tabs.allTextContents()).toEqual(['Product', 'Publish', 'Listings', 'Orders'])
    for (const name of ['Unlock SKU', 'Duplicate', 'Delete', 'Save', 'List', 'Add variation'])
      await button(name).first().waitFor()
    const order = page.getByRole('link', { name: 'Create an order with this product' })
    expect(await order.getAttribute('href')).toBe('/orders/new?items=STRAP-1')
    await button('Convert template').first().waitFor()
    await hasFields()
    for (const name of ['Attributes', 'Variations', 'Listings'])
      await page.getByRole('heading', { name, exact: true }).first().waitFor()
    const settings = page.getByRole('link', { name: 'Listing settings', exact: true }).first()
    expect(await settings.getAttribute('href')).toMatch(/^\/product\/\d+\/publish/)
    await page.getByRole('link', { name: 'eBay', exact: true }).first().waitFor()
    await page.goto(`${motto.url}${pathname}#variations`)
    const place = page.locator('#variations')
    await place.waitFor()
    await expect
      .poll(() => place.evaluate((part) => part.getBoundingClientRect().top < window.innerHeight), patience)
      .toBe(true)
  })
})

describe('a product of a template that lists nowhere yet', () => {
  it('begins with the defaults in one press', async () => {
    const other = (await seller.call(createTemplate, { body: { productTemplate: { name: 'Charms' } } })).id
    const { id } = await seller.call(createProduct, {
      body: { product: { templateId: other, sku: 'CHARM-1', title: 'A charm', price: 5, quantity: 2 } },
    })
    await page.goto(`${motto.url}/product/${id}/publish/ebay`)
    await button('Use the defaults and list').click()
    // It lacks a category and pictures; that is said, and the way there is open.
    await seeText('Not on eBay yet.')
    await button('Use the defaults and list').waitFor({ state: 'hidden' })
    expect(await seller.call(listListingProducts, { query: { productId: id } })).toMatchObject([{ channel: 'ebay' }])
  })
})

describe('an invited person', () => {
  it('is in with one link and a password, which stands nowhere in the address', async () => {
    const email = 'newcomer@beginning.example'
    await seller.call(addUserRole, { body: { clientId, userEmail: email, userRole: 4 } })
    const link = await mailedLink(motto.dataDir, email, '/invitation')
    const theirs = await openTab(browser)
    await theirs.page.goto(String(link))
    await theirs.page.getByRole('heading', { name: 'Join Beginning' }).waitFor()
    expect(new URL(theirs.page.url()).search).toBe('')
    await theirs.page.reload()
    await theirs.page.getByText('All it takes is a password.').waitFor()
    await shot(theirs.page, 'invitation')
    expect(await offences(theirs.page)).toEqual([])
    await theirs.page.getByLabel('Name').pressSequentially('Noor')
    await theirs.page.getByLabel('Password', { exact: true }).pressSequentially('Correct-horse-9')
    await theirs.page.getByRole('button', { name: 'Join' }).click()
    await theirs.page.getByRole('alert').first().waitFor()
    await theirs.page.getByLabel('Re-Enter Password', { exact: true }).pressSequentially('Correct-horse-9')
    await theirs.page.getByRole('button', { name: 'Join' }).click()
    await theirs.page.waitForURL('**/dashboard')
    await theirs.page.getByText('Beginning').first().waitFor()
    // The link works once.
    const again = await openTab(browser)
    await again.page.goto(String(link))
    await again.page.getByRole('alert').waitFor()
    await again.page.getByRole('link', { name: 'Log In' }).waitFor()
    await Promise.all([theirs.context.close(), again.context.close()])
  })
})

describe('what is live', () => {
  let story: Story
  beforeAll(async () => {
    await seller.connect('shopify')
    story = {
      seller,
      sandbox: sandboxAt(motto.sandboxUrl),
      template: await seller.template(),
      image: await seller.upload(),
    }
  })

  it('is kept in step by one press where it was left to its owner', async () => {
    const { id: productId, sku } = await listed(story)
    await seller.call(saveListingProducts, {
      body: {
        listingProducts: [
          { channel: 'ebay', productId, listSettings: { list: true, sync: false, syncQuantity: false } },
        ],
      },
    })
    await page.goto(`${motto.url}/listings?channel=ebay&search=${sku}`)
    const row = page.getByRole('row').filter({ hasText: sku })
    await row.getByRole('button', { name: 'Keep in step' }).click()
    await seeText('Its quantity follows on eBay from now on.')
    await row.getByRole('button', { name: 'Keep in step' }).waitFor({ state: 'hidden' })
    const listings = await seller.call(listListingProducts, { query: { productId } })
    expect(listings.find(({ channel }) => channel === 'ebay')?.listSettings.syncQuantity).toBe(true)
  })

  it('LST-084 what eBay refuses is told in a toast, in its words', async () => {
    await listed(story)
    const { id: productId } = await seller.product(story.template, { image: story.image })
    await page.goto(`${motto.url}/product/${productId}`)
    await settled(page)
    // The shipping policy is deleted there: our checks do not know it yet.
    await story.sandbox.fault('ebay', 'take_away', 1)
    await button('List').click()
    const alert = page.locator('.mantine-Notifications-root').getByRole('alert').filter({ hasText: 'eBay' })
    await alert.waitFor()
    const result = (await seller.call(listListingProducts, { query: { productId } })).find(
      ({ channel }) => channel === 'ebay',
    )?.result
    expect(result?.status).toBe('rejected')
    expect(result?.reason).toBeTruthy()
    expect(await alert.innerText()).toContain(result?.reason)
    await shot(page, 'refused-toast')
  })
})

describe('a file that says DELETE in a column which is not mapped', () => {
  it('is reviewed as deletions in one press', async () => {
    const csv = ['sku,title,price,template,DELETE', 'CHARM-1,,,,DELETE', 'CHARM-2,Another,3,Charms,'].join('\n')
    const id = await upload(page, motto.url, { name: 'gone.csv', content: csv })
    const { mapping } = await seller.call(getImport, { params: { id } })
    const { delete: _column, ...fieldMappings } = mapping.fieldMappings ?? {}
    await seller.call(planImport, { params: { id }, body: { ...mapping, fieldMappings } })
    await page.goto(`${motto.url}/inventory/import/${id}`)
    await page.getByRole('table', { name: 'Rows of the file' }).waitFor()
    await seeText('1 row says DELETE.')
    await button('Review as deletions').click()
    await page.getByText('1 row says DELETE.').waitFor({ state: 'hidden' })
    await expect
      .poll(async () => Object.values(await outcomes(page)).length > 0 && (await outcomes(page)), patience)
      .toMatchObject({ Deleted: 1 })
  })
})
