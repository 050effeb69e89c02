import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import sharp from 'sharp'
import { type Tab, openBrowser, openListening, openTab, shot } from './support/browser.ts'
import { mailedLink } from './support/mail.ts'
import { type Motto, startMotto } from './support/motto.ts'
import { sandboxAt } from './support/sandbox.ts'
import { catalogueRow } from './support/seller.ts'
import { nextStep, until } from './support/wait.ts'

/** A window that closes itself is kept this much longer, so that it can be read on a busy machine. */
const READ_MS = 3000

let motto: Motto
let browser: Browser
let tab: Tab
const email = 'dana@northlight.example'
const password = 'Correct-horse-9'
const row = catalogueRow()
const sku = 'OB-1001'

// From the very first start on, as after an installation: nothing is prepared.
beforeAll(async () => {
  ;[motto, browser] = await Promise.all([startMotto(), openBrowser()])
  tab = await openTab(browser)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

it('ACC-079..ACC-081 ACC-084 ACC-086 ACC-126 ACC-128 a stranger signs up, confirms the mail and signs in', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/createAccount`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Dana Reyes')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Re-Enter Password', { exact: true }).fill(password)
  await shot(page, 'sign-up')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL('**/confirmEmail')
  await page.getByRole('heading', { name: 'Confirm Email' }).waitFor()
  await shot(page, 'confirm')
  await page.goto(String(await mailedLink(motto.dataDir, email, '/confirmEmail')))
  await page.getByText('Email confirmed. Please log in again. (redirecting...)').waitFor()
  await page.waitForURL('**/login*')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await shot(page, 'login')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/admin*')
})

it('ORG-039 ORG-060..ORG-062 ORG-068 creates an organization and comes to the dashboard', async () => {
  const { page } = tab
  await page.getByRole('heading', { name: 'Name your shop' }).waitFor()
  await page.getByLabel('Shop name').fill('Northlight Goods')
  await page.getByText('NorthlightGoods').first().waitFor()
  const name = page.getByLabel('Name', { exact: true })
  await expect
    .poll(async () => [await name.inputValue(), await name.getAttribute('readonly')])
    .toEqual(['NorthlightGoods', ''])
  await shot(page, 'organization')
  await page.getByRole('button', { name: /create/i }).click()
  await page.waitForURL('**/dashboard')
  // What the browser knows of its session, which is now one in the new organization.
  const cookies = await page.context().cookies()
  const session = decodeURIComponent(cookies.find((cookie) => cookie.name === 'user')?.value ?? '')
  const { clientId, clientIds } = JSON.parse(session) as { clientId: number; clientIds: number[] }
  expect(clientIds).toEqual([clientId])
  await shot(page, 'dashboard')
})

it('CHN-011 CHN-020 CHN-023..CHN-025 CHN-102 CHN-106 connects eBay and Shopify through their consent pages', async () => {
  const { page, context } = tab
  await context.addInitScript((ms) => {
    const close = window.close.bind(window)
    window.close = () => void setTimeout(close, ms)
  }, READ_MS)
  for (const [channel, agree] of [
    ['ebay', /agree/i],
    ['shopify', /install/i],
  ] as const) {
    await page.goto(`${motto.url}/integrations/${channel}`)
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Get Started' }).click()
    await page.getByText('Created Integration').first().waitFor()
    const consent = await opened
    await consent.getByRole('button', { name: agree }).click()
    await consent.getByText('Integration successful! Closing window...').waitFor()
    await until('the window closes', async () => consent.isClosed())
    await page.getByText('Connected', { exact: true }).first().waitFor()
    await shot(page, `integration-${channel}`)
  }
})

it('TPL-018 TPL-028 TPL-033..TPL-035 TPL-086 TPL-097 makes a template with attributes', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/templates/new`)
  await page.getByText('From Scratch').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Name').fill('Shirts')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/template\/\d+\/listing.*create=true/)
  await page.getByText('Nice! Next step: Configure your Listing Templates.').waitFor()
  await page
    .getByRole('link', { name: 'Template', exact: true })
    .or(page.getByRole('tab', { name: 'Template', exact: true }))
    .first()
    .click()
  for (const name of ['Size', 'Color', 'Size Type', 'Department', 'Type', 'Style']) {
    await page.getByRole('button', { name: 'Add attribute' }).click()
    const last = page.getByRole('list', { name: 'Attributes' }).locator('> li').last()
    await last.getByLabel('Name').fill(name)
  }
  await shot(page, 'template')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await page.getByText('Template Saved.').first().waitFor()
})

it('LST-122 LST-132..LST-136 LST-288 LST-294 sets up how the template lists on each channel', async () => {
  const { page } = tab
  await page
    .getByRole('link', { name: 'Listing', exact: true })
    .or(page.getByRole('tab', { name: 'Listing', exact: true }))
    .first()
    .click()
  await page.getByRole('button', { name: 'Choose category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('T-Shirts')
  await shot(page, 'category-picker')
  await dialog
    .getByRole('button', { name: /Men's Clothing › Shirts › T-Shirts/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await shot(page, 'listing-ebay')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
  await page.getByText('Template Saved.').first().waitFor()
  await page.goto(page.url().replace(/\/listing.*/, '/listing/shopify'))
  await page.getByLabel('Product Type').fill('Shirts')
  await shot(page, 'listing-shopify')
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await page.getByText('Template Saved.').last().waitFor()
})

it('PRO-023 PRO-033 PRO-036 makes a product from a row of a real catalogue', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/inventory/new`)
  await page.getByText('From Template', { exact: true }).click()
  await page
    .getByRole('option', { name: /Shirts/ })
    .or(page.getByRole('button', { name: /Shirts/ }))
    .or(page.getByText('Shirts', { exact: true }))
    .first()
    .click()
  await page.waitForURL(/\/inventory\/new\/\d+/)
  await page.getByLabel(/^SKU/).fill(sku)
  await page.getByLabel(/^Title/).fill(row.title)
  await page.getByRole('button', { name: 'HTML', exact: true }).click()
  await page.getByLabel(/^Description/).fill(row.description)
  await page.getByRole('button', { name: 'HTML', exact: true }).click()
  await page
    .locator('[contenteditable=true]')
    .and(page.getByLabel(/^Description/))
    .press('Control+End')
  await page.keyboard.type(' By @Bra')
  await page.getByRole('option', { name: '@Brand' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel(/^Quantity/).fill('10')
  await page.getByLabel(/^Price/).fill(row.price)
  const picture = await sharp({
    create: { width: 900, height: 900, channels: 3, background: { r: 30, g: 84, b: 140 } },
  })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'shirt.png', mimeType: 'image/png', buffer: picture })
  await page.getByText('1 of 24').waitFor()
  await shot(page, 'new-product')
  await nextStep(page, 'Listing Configurations')
  await nextStep(page, 'Attributes')
  await shot(page, 'new-product-attributes')
  for (const [name, value] of Object.entries({
    Brand: row.vendor,
    Size: 'M',
    Color: 'Blue',
    'Size Type': 'Regular',
    Department: 'Men',
    Type: 'T-Shirt',
    Style: 'Basic Tee',
  })) {
    const field = page
      .getByRole('textbox', { name, exact: true })
      .or(page.getByRole('combobox', { name, exact: true }))
      .first()
    await field.fill(value)
  }
  await nextStep(page, 'Review & Create')
  await shot(page, 'new-product-review')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/product\/\d+/)
  await page.getByText('Product created.').first().waitFor()
  await page.getByRole('heading', { name: row.title }).waitFor()
  await shot(page, 'product')
})

it('LST-064 LST-068 LST-082 PRO-150 publishes it to both channels', async () => {
  const { page } = tab
  const product = page.url().match(/\/product\/\d+/)?.[0] ?? ''
  for (const [channel, name] of [
    ['ebay', 'eBay'],
    ['shopify', 'Shopify'],
  ] as const) {
    await page.goto(`${motto.url}${product}/publish/${channel}`)
    await page.getByRole('switch', { name: `Sync with ${name}` }).click()
    await shot(page, `publish-${channel}-before`)
    await page.getByRole('button', { name: `List on ${name}` }).click()
    await page.getByText('Successfully listed product.').first().waitFor()
    await page.getByRole('button', { name: `Update on ${name}` }).waitFor()
    await shot(page, `publish-${channel}`)
  }
  const sandbox = sandboxAt(motto.sandboxUrl)
  for (const channel of ['ebay', 'shopify'])
    expect(await sandbox.listings(channel)).toMatchObject([
      { sku, title: row.title, quantity: 10, price: Number(row.price) },
    ])
  const [shown] = await sandbox.listings('ebay')
  expect(await (await fetch(String(shown?.url))).text()).toContain(`By ${row.vendor}`)
})

it('ORD-055 ORD-071..ORD-075 ORD-082 a buyer buys 3 on eBay: the order appears with its lines and address, stock falls, Shopify shows it', async () => {
  const { page } = tab
  const sandbox = sandboxAt(motto.sandboxUrl)
  const product = page.url().match(/\/product\/\d+/)?.[0] ?? ''
  await openListening(page, `${motto.url}/orders`)
  await page
    .getByText(/no orders/i)
    .first()
    .waitFor()
  const { externalOrderId } = await sandbox.buy('ebay', sku, 3)
  // Nothing is reloaded: the page hears of it.
  const order = page.getByRole('link', { name: externalOrderId })
  await order.waitFor()
  await shot(page, 'orders')
  await order.click()
  await page.waitForURL(/\/order\/\d+/)
  await page.getByText(row.title).first().waitFor()
  await page.getByText('Ship To').first().waitFor()
  await shot(page, 'order')
  await until('Shopify shows 7', async () => (await sandbox.listings('shopify'))[0]?.quantity === 7)
  await until('eBay shows 7', async () => (await sandbox.listings('ebay'))[0]?.quantity === 7)
  await page.goto(`${motto.url}${product}`)
  await page.getByText('On hand').first().waitFor()
  await shot(page, 'product-after-sale')
  await page.goto(`${motto.url}${product}/publish/shopify`)
  await page.getByText(/\b7\b/).first().waitFor()
  await shot(page, 'publish-after-sale')
})

it('no page complained on the way', () => expect(tab.problems).toEqual([]))
