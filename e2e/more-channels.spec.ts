import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltId } from '#contract/channels/names.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import {
  listListingProducts,
  saveListingProducts,
  saveListingTemplates,
  unlistProduct,
} from '#contract/listings/listings.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { createProduct, getProduct } from '#contract/products/products.ts'
import { addAttributes, createTemplate, saveTemplate } from '#contract/templates.ts'
import { openBrowser, reopen, shot, type Tab } from './support/browser.ts'
import { lookHere } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { signedIn } from './support/person.ts'
import { ownMotto } from './support/running.ts'
import { type Sandbox, sandboxAt } from './support/sandbox.ts'
import { Seller } from './support/seller.ts'
import { until } from './support/wait.ts'

let motto: Motto
let browser: Browser
let tab: Tab
let seller: Seller
let sandbox: Sandbox
let templateId: number
let image: string

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin()
  sandbox = sandboxAt(motto.sandboxUrl)
  image = await seller.upload()
  templateId = (await seller.call(createTemplate, { body: { productTemplate: { name: 'Mugs' } } })).id
  await seller.call(addAttributes, { body: { templateId, attributes: [{ name: 'Size' }] } })
  await seller.call(saveTemplate, { params: { id: templateId }, body: { productTemplate: { variations: ['Size'] } } })
  tab = await signedIn(browser, motto, seller)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

/** A product with two variations that is to be listed on a channel. @returns its id */
async function product(sku: string, channel: BuiltId): Promise<number> {
  const { id } = await seller.call(createProduct, {
    body: {
      product: {
        templateId,
        sku,
        title: 'Harbor mug',
        description: '<p>Stoneware.</p>',
        price: 18,
        images: [{ url: image }],
        variations: ['Small', 'Large'].map((size, n) => ({
          name: size,
          sku: `${sku}-${size}`,
          quantity: 5 + n,
          attributes: [{ name: 'Size', value: size }],
        })),
      },
    },
  })
  const listSettings = { list: true, sync: true }
  await seller.call(saveListingProducts, {
    body: { listingProducts: [{ channel, productId: id, selectedSchemaId: 'default', listSettings }] },
  })
  return id
}
const isListed = async (productId: number) =>
  (await seller.call(listListingProducts, { query: { productId } })).some(({ status }) => status === 'listed')
const left = async (id: number) =>
  (await seller.call(getProduct, { params: { id } })).variations.map(({ quantity }) => quantity)

/** Clicks what opens the consent page, and agrees there. */
async function connect(channel: BuiltId, agree: (consent: Page) => Promise<void>) {
  const { page, context } = tab
  await reopen(page, `${motto.url}/integrations/${channel}`)
  if (channel === 'clover') {
    await page.getByRole('combobox', { name: 'Region' }).click()
    await page.getByRole('option', { name: 'Europe' }).click()
  }
  const [consent] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Get Started' }).click(),
  ])
  await agree(consent)
  await until('the window closes', async () => consent.isClosed())
  await page.getByRole('link', { name: 'Re-Authorize' }).waitFor()
}
const pressing = (name: string) => async (consent: Page) => consent.getByRole('button', { name, exact: true }).click()

interface Course {
  channel: Exclude<BuiltId, 'ebay' | 'shopify' | 'csv'>
  agree: (consent: Page) => Promise<void>
  /** What the template says there. */
  schema: () => Promise<object>
  /** Where the order's number leads, on the channel. */
  orderLink: RegExp | null
  isTold: boolean
}
const courses: Course[] = [
  {
    channel: 'square',
    agree: pressing('Allow'),
    schema: async () => {
      const [clothing] = await seller.call(lookups.square.categories)
      const places = await seller.call(lookups.square.locations)
      return {
        categoryIds: clothing?.children[0]?.id ?? '',
        locationId: places.find(({ isActive }) => isActive)?.id ?? '',
      }
    },
    orderLink: /\/dashboard\/orders\/overview\//,
    isTold: true,
  },
  {
    channel: 'etsy',
    agree: pressing('Grant access'),
    schema: async () => {
      const [shipping] = await seller.call(lookups.etsy.shippingProfiles)
      const [returns] = await seller.call(lookups.etsy.returnPolicies)
      const [processing] = await seller.call(lookups.etsy.processingProfiles)
      return {
        taxonomyIds: '482',
        whoMade: 'i_did',
        whenMade: 'made_to_order',
        shippingProfileId: shipping?.shipping_profile_id,
        returnPolicyId: returns?.return_policy_id,
        processingProfileId: processing?.readiness_state_id,
      }
    },
    orderLink: /etsy/,
    isTold: true,
  },
  {
    channel: 'bigcommerce',
    agree: async (consent) => {
      await pressing('Install')(consent)
      await pressing('Connect')(consent)
    },
    schema: async () => ({ locationId: (await seller.call(lookups.bigcommerce.locations))[0]?.id ?? '' }),
    orderLink: /\/manage\/orders\/\d+$/,
    isTold: true,
  },
  {
    channel: 'clover',
    agree: pressing('Connect'),
    schema: async () => ({ categoryIds: (await seller.call(lookups.clover.categories))[0]?.id ?? '' }),
    orderLink: null,
    isTold: false,
  },
]

describe.each(courses)('$channel', ({ channel, agree, schema, orderLink, isTold }) => {
  const sku = `MUG-${channel.slice(0, 2).toUpperCase()}`
  let productId: number
  const there = async (of: string) => (await sandbox.listings(channel)).find((listing) => listing.sku === of)

  it('CHN-023 CHN-106 is connected through its consent page in a window of its own', async () => {
    await connect(channel, agree)
    await lookHere(tab.page, channel)
  })

  it('LST-345 ORD-060 ORD-061 ORD-113 a product with variations is published, sold, shipped and unlisted', async () => {
    const { page } = tab
    const schemas = [{ id: 'default', name: 'Default', ...(await schema()) }]
    await seller.call(saveListingTemplates, { body: { listingTemplates: [{ templateId, channel, schemas }] } })
    productId = await product(sku, channel)
    await reopen(page, `${motto.url}/product/${productId}/publish/${channel}`)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await until('it stands there', async () => (await there(`${sku}-Small`))?.quantity === 5, 60_000)
    await until('Motto knows', () => isListed(productId))
    await shot(page, `${channel}-published`)
    const { externalOrderId } = await sandbox.buy(channel, `${sku}-Small`, 2)
    const order = await until(
      'its order is there',
      async () =>
        (await seller.call(searchOrders, { query: {} })).find((row) => row.externalOrderId === externalOrderId),
      90_000,
    )
    expect(await left(productId)).toEqual([3, 6])
    await reopen(page, `${motto.url}/order/${order.id}`)
    await page.getByRole('link', { name: `${sku}-Small` }).waitFor()
    const link = page.getByRole('link', { name: order.number, exact: true })
    if (orderLink) expect(await link.getAttribute('href')).toMatch(orderLink)
    else expect(await link.count()).toBe(0)
    await page.getByRole('button', { name: 'Mark Shipped' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tracking Number').fill('9405503699300412887521')
    await dialog.getByRole('button', { name: 'Mark Shipped' }).click()
    await page.getByText('Order Shipping Updated').waitFor()
    const hasParcel = async () =>
      (await sandbox.orders(channel)).some(({ shipped, tracking }) => shipped && tracking[0] !== undefined)
    if (isTold) await until('the channel was told', hasParcel)
    else expect(await hasParcel()).toBe(false)
    await seller.call(unlistProduct, { params: { integration: channel }, body: { productId, wait: 20 } })
    expect(['live', undefined]).not.toContain((await there(`${sku}-Small`))?.status)
  }, 180_000)
})

describe('Google Sheets', () => {
  const sku = 'MUG-GS'
  const title = 'Harbor stock'
  /** Google Sheets, as the person who keeps the list has it open. */
  let sheet: Page
  const rows = async () => (await sandbox.listings('csv')).filter((listing) => listing.sku.startsWith(sku))
  /** Every button there sends the sheet, and a new page comes back. */
  const press = async (name: string) => {
    await Promise.all([sheet.waitForEvent('load'), sheet.getByRole('button', { name, exact: true }).click()])
  }

  it('CHN-106 CHN-120 a spreadsheet is created, opened, changed by a person, and read again', async () => {
    const { page, context } = tab
    await connect('csv', pressing('Continue'))
    await page.getByRole('button', { name: 'New Spreadsheet' }).click()
    await page.getByRole('dialog').getByLabel('Spreadsheet title').fill(title)
    await page.getByRole('dialog').getByLabel('Spreadsheet title').press('Enter')
    const link = page.getByRole('link', { name: title })
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
    sheet = opened
    await sheet.getByRole('heading', { name: title }).waitFor()
    await press('Insert a column before A')
    await sheet.getByLabel('A1', { exact: true }).fill('Maker *')
    await press('Save')
    await page.bringToFront()
    await page.getByRole('button', { name: `Re-sync ${title}` }).click()
    await page.getByRole('row', { name: /Maker/ }).waitFor()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Updated Integration').waitFor()
    await lookHere(page, 'sheets-headers')
  })

  it('LST-330..LST-334 LST-346 a template fills columns, a product becomes a row for each variation, and nothing is computed', async () => {
    const { page } = tab
    await reopen(page, `${motto.url}/template/${templateId}/listing/csv`)
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
    const productId = await product(sku, 'csv')
    await reopen(page, `${motto.url}/product/${productId}/publish/csv`)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await until('Motto knows', () => isListed(productId))
    expect((await rows()).toSorted((a, b) => a.quantity - b.quantity)).toMatchObject([
      { sku: `${sku}-Small`, title: 'Harbor mug', price: 18, quantity: 5, status: 'Listed' },
      { sku: `${sku}-Large`, title: 'Harbor mug', price: 18, quantity: 6, status: 'Listed' },
    ])
    await sheet.reload()
    expect(await sheet.getByLabel('A2', { exact: true }).inputValue()).toBe('=Harbor & Co')
    // A person sorts the sheet and inserts a row; the numbers still find theirs.
    await press('Sort by B from Z to A')
    await press('Insert a row above 2')
    await seller.call(unlistProduct, { params: { integration: 'csv' }, body: { productId, wait: 20 } })
    await until('the rows are marked', async () => (await rows()).every(({ status }) => status === 'Ended'))
    expect((await rows()).map(({ quantity }) => quantity)).toEqual([0, 0])
    expect(tab.problems).toEqual([])
  }, 120_000)
})
