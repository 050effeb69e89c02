import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listListingProducts,
  saveListingProducts,
  saveListingTemplates,
  unlistProduct,
} from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { createProduct } from '#contract/products/products.ts'
import { addAttributes, createTemplate, saveTemplate } from '#contract/templates.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { lookHere } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { signedIn } from './support/person.ts'
import { ownMotto } from './support/running.ts'
import { type Sandbox, sandboxAt } from './support/sandbox.ts'
import { Seller } from './support/seller.ts'
import { patience, until } from './support/wait.ts'

const sku = 'MUG-GS'
const title = 'Harbor stock'
let motto: Motto
let browser: Browser
let tab: Tab
/** Google Sheets, as the person who keeps the list has it open. */
let sheet: Page
let seller: Seller
let sandbox: Sandbox
let templateId: number
let productId: number

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin()
  await seller.connect('shopify')
  sandbox = sandboxAt(motto.sandboxUrl)
  tab = await signedIn(browser, motto, seller)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

describe('Google Sheets', () => {
  const rows = async () => (await sandbox.listings('csv')).filter((listing) => listing.sku.startsWith(sku))
  const pieces = async () => Object.fromEntries((await rows()).map((listing) => [listing.sku, listing.quantity]))
  /** Presses a button of the spreadsheet's page. */
  const press = async (name: string) => {
    await sheet.getByRole('button', { name, exact: true }).click()
    await sheet.getByRole('button', { name: 'Save', exact: true }).waitFor()
  }

  it('CHN-008 CHN-061 CHN-075 CHN-106 is connected through its consent page, with no spreadsheets yet', async () => {
    const { page, context } = tab
    await page.goto(`${motto.url}/integrations/csv`)
    // Nobody buys there, so nothing is said of orders.
    await page
      .getByText('A window of Google Sheets opens and asks for permission to list your products there.')
      .waitFor()
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Get Started' }).click()
    const consent = await opened
    await consent.getByRole('button', { name: 'Continue' }).click()
    await until('the window closes', async () => consent.isClosed())
    await page.getByRole('link', { name: 'Re-Authorize' }).waitFor()
    await page.getByText('No Spreadsheets').waitFor()
    expect(await page.getByRole('button', { name: 'Look for orders now' }).count()).toBe(0)
    const top = async (title: string) => (await page.getByRole('heading', { name: title }).boundingBox())?.y ?? NaN
    expect(await top('Authentication')).toBeGreaterThan(await top('Spreadsheets'))
    await lookHere(page, 'sheets')
  })

  it('CHN-044..CHN-050 CHN-053..CHN-060 CHN-067..CHN-074 CHN-120 a spreadsheet is made: its title asked for, its headers shown', async () => {
    const { page, context } = tab
    await page.getByRole('button', { name: 'New Spreadsheet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Only sheets that Motto creates here can be accessed').waitFor()
    await dialog.getByText('“Insert new sheet(s)”').waitFor()
    expect(await dialog.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    await dialog.getByLabel('Spreadsheet title').fill(title)
    await dialog.getByLabel('Spreadsheet title').press('Enter')
    const link = page.getByRole('link', { name: title })
    await link.waitFor()
    await page.getByRole('tab', { name: 'Products' }).waitFor()
    await page.getByText('Which row contains the headers?').waitFor()
    const row = page.getByRole('row', { name: /Barcode/ })
    await row.getByText('K1', { exact: true }).waitFor()
    await row.getByText('No validation options').waitFor()
    const cells = (name: RegExp) => page.getByRole('row', { name }).getByRole('cell').allTextContents()
    expect(await cells(/Price/)).toEqual([
      'D1',
      'Price',
      'Number greater than or equal 0',
      'No',
      'Yes',
      'No validation options',
    ])
    expect((await cells(/Weight Unit/)).slice(0, 5)).toEqual(['N1', 'Weight Unit', 'One of list', 'No', 'Yes'])
    expect((await cells(/Title/)).slice(3, 5)).toEqual(['No', 'No'])
    await page.getByRole('combobox', { name: 'Validation options of Weight Unit' }).click()
    await expect.poll(() => page.getByRole('option').allTextContents(), patience).toEqual(['lb', 'oz', 'kg', 'g'])
    await page.keyboard.press('Escape')
    const id = new URL((await link.getAttribute('href')) ?? '').pathname.split('/').at(-2) ?? ''
    await page.getByText(id, { exact: true }).waitFor()
    const opened = context.waitForEvent('page')
    await link.click()
    sheet = await opened
    await sheet.getByRole('heading', { name: title }).waitFor()
    await lookHere(page, 'sheets-headers')
  })

  it('CHN-051 CHN-052 CHN-057 CHN-063..CHN-066 what somebody adds in the sheet is there after a re-sync; an edited header row is cleared', async () => {
    const { page } = tab
    await press('Insert a column before A')
    await sheet.getByLabel('A1', { exact: true }).fill('Maker *')
    await press('Save')
    await page.bringToFront()
    expect(await page.getByRole('button', { name: 'Save Changes' }).count()).toBe(0)
    await page.getByRole('button', { name: `Re-sync ${title}` }).click()
    const required = page.getByRole('row', { name: /Maker/ }).getByRole('cell').nth(3)
    await expect.poll(() => required.textContent(), patience).toBe('Yes')
    const save = async () => {
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect.poll(() => page.getByRole('button', { name: 'Save Changes' }).count(), patience).toBe(0)
    }
    await save()
    await page.getByText('Updated Integration').waitFor()
    const row = page.getByLabel('Header Row')
    await row.fill('7')
    await save()
    await page.getByText('No headers found for this sheet.').waitFor()
    await row.fill('1')
    await save()
    await page.getByRole('row', { name: /Maker/ }).waitFor()
    await row.fill('')
    await expect.poll(() => row.inputValue(), patience).toBe('')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.poll(() => row.inputValue(), patience).toBe('1')
  })

  it('CHN-062 CHN-076 CHN-077 what cannot be read or saved says so, and nothing of it is kept', async () => {
    const { page } = tab
    const failing = (path: string) =>
      page.route(path, (route) =>
        route.fulfill({ status: 502, json: { success: false, data: null, message: 'Google said no.' } }),
      )
    await failing('**/api/v2/channels/csv/sheets?*')
    await page.getByRole('button', { name: `Re-sync ${title}` }).click()
    await page.getByText('Failed to fetch headers. Try again later or Re-Authorize.').waitFor()
    expect(await page.getByRole('row', { name: /Maker/ }).count()).toBe(1)
    await page.unroute('**/api/v2/channels/csv/sheets?*')

    await failing('**/api/v2/channels/csv/updateConfig')
    await page.getByLabel('Header Row').fill('2')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Failed to update integration').waitFor()
    expect(await page.getByLabel('Header Row').inputValue(), 'it can be tried again').toBe('2')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.unroute('**/api/v2/channels/csv/updateConfig')

    // As of one that was thrown away at Google.
    await page.route('**/api/v2/channels/csv/sheets?*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object[] }
      await route.fulfill({
        response: answer,
        json: { ...body, data: body.data.map((spreadsheet) => ({ ...spreadsheet, sheets: [] })) },
      })
    })
    await page.getByRole('button', { name: `Re-sync ${title}` }).click()
    await page.getByText('No Sheets found for this spreadsheet.').waitFor()
    await page.unroute('**/api/v2/channels/csv/sheets?*')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByRole('row', { name: /Maker/ }).waitFor()
  })

  it('LST-330..LST-334 a template says what stands in a column; one that takes only its options says so', async () => {
    const { id } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Mugs' } } })
    templateId = id
    await seller.call(addAttributes, { body: { templateId: id, attributes: [{ name: 'Size' }] } })
    await seller.call(saveTemplate, { params: { id }, body: { productTemplate: { variations: ['Size'] } } })
    const [location] = await seller.call(lookups.shopify.locations)
    await seller.call(saveListingTemplates, {
      body: {
        listingTemplates: [
          {
            templateId: id,
            channel: 'shopify',
            schemas: [{ id: 'default', name: 'Default', locationId: location?.id }],
          },
        ],
      },
    })
    const { page } = tab
    await page.goto(`${motto.url}/template/${id}/listing/csv`)
    await page.getByRole('heading', { name: 'Headers' }).waitFor()
    await page.getByRole('tab', { name: 'Products' }).waitFor()
    await page.getByLabel('column A1').fill('=Harbor & Co')
    const unit = page.getByLabel('column O1')
    await unit.fill('stone')
    await page.getByText("'stone' not allowed in options").waitFor()
    await unit.fill('')
    await unit.press('Tab')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Template Saved.').waitFor()
    await lookHere(page, 'sheets-template')
  })

  it('LST-346 a product with variations is published: a row each, under the mapped columns, nothing computed', async () => {
    const made = await seller.call(createProduct, {
      body: {
        product: {
          templateId,
          sku,
          title: 'Harbor mug',
          description: '<p>Stoneware.</p>',
          price: 18,
          images: [{ url: await seller.upload() }],
          variations: ['Large', 'Small'].map((size, n) => ({
            name: size,
            sku: `${sku}-${size}`,
            quantity: 5 + n,
            attributes: [{ name: 'Size', value: size }],
          })),
        },
      },
    })
    productId = made.id
    const listing = { productId, selectedSchemaId: 'default', listSettings: { list: true, sync: true } }
    await seller.call(saveListingProducts, {
      body: { listingProducts: (['csv', 'shopify'] as const).map((channel) => ({ channel, ...listing })) },
    })
    const { page } = tab
    for (const channel of ['shopify', 'csv']) {
      await page.goto(`${motto.url}/product/${productId}/publish/${channel}`)
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await until('Motto knows', async () =>
        (await seller.call(listListingProducts, { query: { productId } })).some(
          (panel) => panel.channel === channel && panel.status === 'listed',
        ),
      )
    }
    expect(await rows()).toMatchObject([
      { sku: `${sku}-Large`, title: 'Harbor mug', price: 18, quantity: 5, status: 'Listed' },
      { sku: `${sku}-Small`, title: 'Harbor mug', price: 18, quantity: 6, status: 'Listed' },
    ])
    await lookHere(page, 'sheets-published')
    await sheet.reload()
    expect(await sheet.getByLabel('A2', { exact: true }).inputValue()).toBe('=Harbor & Co')
    expect(await sheet.getByLabel('K3', { exact: true }).inputValue()).toBe('Small')
    await shot(sheet, 'sheets-by-hand')
  })

  it('a sale elsewhere changes the right row, also after a person sorted the sheet and inserted a row', async () => {
    await press('Sort by B from Z to A')
    await press('Insert a row above 2')
    expect((await rows()).map((listing) => listing.sku)).toEqual([`${sku}-Small`, `${sku}-Large`])
    await sandbox.buy('shopify', `${sku}-Small`, 2)
    await until('the sheet shows what is left', async () => (await pieces())[`${sku}-Small`] === 4, 90_000)
    expect(await pieces()).toEqual({ [`${sku}-Small`]: 4, [`${sku}-Large`]: 5 })
  })

  it('a renamed header is told at the listing with what to do; ended, its rows stay and are marked', async () => {
    await sheet.reload()
    await sheet.getByLabel('F1', { exact: true }).fill('Pieces')
    await press('Save')
    await sandbox.buy('shopify', `${sku}-Large`, 1)
    const reason = async () =>
      (await seller.call(listListingProducts, { query: { productId } })).find(({ channel }) => channel === 'csv')
        ?.result?.reason
    await until(
      'the listing says it',
      async () => (await reason())?.includes('The column "Quantity" is not in the sheet'),
      90_000,
    )
    await sheet.getByLabel('F1', { exact: true }).fill('Quantity')
    await press('Save')
    await seller.call(unlistProduct, { params: { integration: 'csv' }, body: { productId, wait: 20 } })
    await until('the rows are marked', async () => (await rows()).every(({ status }) => status === 'Ended'))
    expect(await pieces()).toEqual({ [`${sku}-Small`]: 0, [`${sku}-Large`]: 0 })
  })
})
