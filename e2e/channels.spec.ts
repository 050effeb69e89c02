import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listListingProducts,
  listListings,
  saveListingProducts,
  saveListingTemplates,
  unlistProduct,
} from '#contract/listings/listings.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { searchOrders, updateShipping } from '#contract/orders/orders.ts'
import { createProduct, getProduct } from '#contract/products/products.ts'
import { addAttributes, createTemplate, saveTemplate } from '#contract/templates.ts'
import { openBrowser, openListening, shot, type Tab } from './support/browser.ts'
import { settled } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { signedIn } from './support/person.ts'
import { ownMotto } from './support/running.ts'
import { begin, listed, type Story } from './support/story.ts'
import { patience, until } from './support/wait.ts'

let motto: Motto
let browser: Browser
let tab: Tab
let story: Story
let product: { id: number; sku: string }

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  story = await begin(motto)
  product = await listed(story, 6)
  tab = await signedIn(browser, motto, story.seller)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

describe('listing templates', () => {
  it('LST-036 LST-038 LST-043..LST-045 LST-048 a second one is added, renamed and kept apart by its name', async () => {
    const { page } = tab
    await page.goto(`${motto.url}/template/${story.template}/listing/shopify`)
    const remove = page.getByRole('button', { name: 'Remove', exact: true })
    await expect.poll(() => remove.isDisabled(), patience).toBe(true)
    await page.getByRole('button', { name: 'Add listing template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('default')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText('Schema with name "default" already exists.').waitFor()
    await dialog.getByLabel('Name').fill('Sale')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByLabel('Name').fill('')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByText('Name can not be empty').waitFor()
    await dialog.getByLabel('Name').fill('Default')
    await dialog.getByText('Name already exists').waitFor()
    await dialog.getByLabel('Name').fill('Clearance')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Template Saved.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Clearance' }).waitFor()
    await shot(page, 'two-listing-templates')
  })
})

describe('one product on a channel', () => {
  it('LST-082 LST-175 what stands in the way leads to its field, is set for this product alone, and the product is listed', async () => {
    const { page } = tab
    const other = await story.seller.product(story.template, { image: story.image })
    const blank = {
      channel: 'ebay' as const,
      productId: other.id,
      schemaOverrides: { selectedCategoryIds: '15687', title: 'x'.repeat(81) },
    }
    await story.seller.call(saveListingProducts, { body: { listingProducts: [blank] } })
    await page.goto(`${motto.url}/product/${other.id}/publish/ebay`)
    await page.getByText('eBay takes 80 characters; this title has 81.').first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'List on eBay' }).isDisabled(), patience).toBe(true)
    await page.getByRole('button', { name: 'Fix Title' }).click()
    await until('the title has the focus', async () =>
      page.getByRole('textbox', { name: 'Title' }).evaluate((field) => field === document.activeElement),
    )
    await page.getByRole('textbox', { name: 'Title' }).fill('A shirt of its own')
    await shot(page, 'publish-fix')
    await page.getByRole('button', { name: 'List on eBay' }).click()
    await page.getByText('Successfully listed product.').waitFor()
    await page.getByRole('link', { name: 'View on eBay' }).waitFor()
    const there = (await story.sandbox.listings('ebay')).find((l) => l.sku === other.sku)
    expect(there?.title).toBe('A shirt of its own')
  })

  it('PRO-150 LST-066 LST-069 LST-075 the switches follow each other', async () => {
    const { page } = tab
    await page.goto(`${motto.url}/product/${product.id}/publish/ebay`)
    const [list, sync, quantity] = ['List on eBay', 'Sync with eBay', 'Sync quantity with eBay'].map((name) =>
      page.getByRole('switch', { name, exact: true }),
    )
    if (!list || !sync || !quantity) throw new Error('three switches')
    const checked = () => Promise.all([list, sync, quantity].map((checkbox) => checkbox.isChecked()))
    await settled(page)
    await expect.poll(() => sync.isChecked(), patience).toBe(true)
    await quantity.click({ force: true })
    await expect.poll(checked, patience).toEqual([true, false, true])
    await list.click({ force: true })
    await expect.poll(checked, patience).toEqual([false, false, false])
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => sync.isChecked(), patience).toBe(true)
  })

  it('PRO-151 PRO-152 LST-085 is unlisted after asking', async () => {
    const { page } = tab
    const removed = await listed(story, 2)
    await page.goto(`${motto.url}/product/${removed.id}/listings`)
    await page
      .getByRole('row', { name: /Shopify/ })
      .getByRole('button', { name: 'Unlist' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlist' }).click()
    await page.getByText('Successfully unlisted.').waitFor()
    const { data } = await story.seller.call(listListings, { query: { channel: 'shopify', status: 'unlisted' } })
    expect(data.map((row) => row.sku)).toEqual([removed.sku])
  })
})

describe('orders', () => {
  it('ORD-015..ORD-018 ORD-044 appear by themselves when somebody buys, on the right tabs', async () => {
    const { page } = tab
    await openListening(page, `${motto.url}/orders`)
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Orders by state' }).getByRole('link')
    await tabs.first().waitFor()
    expect(await tabs.allTextContents()).toEqual(['All', 'Open', 'Ready to Ship', 'Completed'])
    await story.sandbox.buy('ebay', product.sku, 2)
    await page.getByRole('table', { name: 'Orders' }).getByText(product.sku).waitFor()
    const headings = (await page.getByRole('columnheader').allTextContents()).filter(Boolean)
    expect(headings).toEqual([
      'Channel',
      'Order',
      'Date',
      'Customer',
      'SKUs',
      'Items',
      'Total',
      'Order status',
      'Shipping',
      'Payment',
    ])
    await shot(page, 'orders-live')
    await page.getByRole('link', { name: 'Ready to Ship' }).click()
    await page.getByRole('table', { name: 'Orders' }).getByText(product.sku).waitFor()
    await page.getByRole('link', { name: 'Completed' }).click()
    await page.getByText('No orders match').waitFor()
  })

  it('ORD-023..ORD-026 they are looked for now, through a dialog', async () => {
    const { page } = tab
    await page.goto(`${motto.url}/orders`)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import Orders' })
    const channel = dialog.getByRole('combobox', { name: 'Channel' }).or(dialog.getByLabel('Channel')).first()
    await expect.poll(() => channel.inputValue(), patience).toMatch(/^eBay/)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Imported Orders').waitFor()
    await dialog.waitFor({ state: 'hidden' })
  })

  it('ORD-054 ORD-067 ORD-068 ORD-072 ORD-087 ORD-092 ORD-108..ORD-112 ORD-117 one is opened and marked shipped', async () => {
    const { page } = tab
    await page.goto(`${motto.url}/orders`)
    await page.getByRole('table', { name: 'Orders' }).getByRole('link').first().click()
    await page.getByRole('link', { name: product.sku }).waitFor()
    const label = page.getByRole('link', { name: 'Shipping Label' })
    expect(await label.getAttribute('href')).toMatch(/\/sh\/ord\/\?filter=status:AWAITING_SHIPMENT$/)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.poll(() => crumbs.textContent(), patience).toMatch(/Orders.*Order$/)
    await page
      .getByRole('region', { name: 'Customer' })
      .or(page.locator('section', { hasText: 'Customer' }))
      .getByText('@')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Mark Shipped' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Ebay can only print labels for USPS services').waitFor()
    // Its verbs stand in the window, and what is seldom needed is folded.
    expect(await dialog.getByLabel('Full Name').isVisible()).toBe(false)
    const verb = await dialog.getByRole('button', { name: 'Mark Shipped' }).boundingBox()
    expect((verb?.y ?? Infinity) + (verb?.height ?? 0)).toBeLessThan(900)
    await dialog.getByText('More: service, size, other parcels and address').click()
    await expect.poll(() => dialog.getByLabel('Full Name').inputValue(), patience).not.toBe('')
    await dialog.getByRole('combobox', { name: 'Shipping Service' }).fill('USPS Priority Mail')
    await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isEnabled(), patience).toBe(true)
    await dialog.getByLabel('Tracking Number').fill('9405503699300412887521')
    await dialog.getByRole('button', { name: 'Mark Shipped' }).click()
    await page.getByText('Order Shipping Updated').waitFor()
    expect(await page.getByRole('link', { name: '9405503699300412887521' }).getAttribute('href')).toBe(
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9405503699300412887521',
    )
    await until('it can no longer be marked shipped', () =>
      page.getByRole('button', { name: 'Mark Shipped' }).isDisabled(),
    )
    await shot(page, 'order-shipped')
  })

  it('ORD-090 one that does not exist says so', async () => {
    await tab.page.goto(`${motto.url}/order/999999`)
    await tab.page.getByText('No Order Data.').waitFor()
  })
})

it('a number that somebody changed on the channel is put right, and theirs can be counted instead', async () => {
  const { page } = tab
  const changed = await listed(story, 6)
  const shown = async () =>
    (await story.sandbox.listings('shopify')).find((listing) => listing.sku === changed.sku)?.quantity
  await story.sandbox.edit('shopify', changed.sku, 25)
  await until('ours stands there again', async () => (await shown()) === 6, 60_000)
  await page.goto(`${motto.url}/integrations/shopify`)
  const row = page.getByRole('row', { name: changed.sku })
  await row.getByRole('cell', { name: '25', exact: true }).waitFor()
  await shot(page, 'drift')
  await page.getByRole('button', { name: 'Read back now' }).click()
  await page.getByText('Reading back what Shopify shows').waitFor()
  await row.getByRole('button', { name: `Ours for ${changed.sku}` }).focus()
  await page.keyboard.press('t')
  await row.getByText('Theirs', { exact: true }).waitFor()
  await until('both channels follow', async () => (await shown()) === 25, 60_000)
})

describe('Square', () => {
  const sku = 'TEE-SQ'
  let productId: number
  const onSquare = async (of: string) => (await story.sandbox.listings('square')).find((listing) => listing.sku === of)
  const orders = async () =>
    (await story.seller.call(searchOrders, { query: {} })).filter(({ channel }) => channel === 'square')
  const left = async () => {
    const { variations } = await story.seller.call(getProduct, { params: { id: productId } })
    return variations.map(({ quantity }) => quantity)
  }

  it('CHN-006 CHN-021 CHN-023 CHN-033 CHN-034 CHN-036..CHN-038 CHN-040 CHN-106 is connected through its consent page, and once more', async () => {
    const { page, context } = tab
    await page.goto(`${motto.url}/integrations/square`)
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Get Started' }).click()
    const agree = async (consent: Page) => {
      await consent.getByRole('button', { name: 'Allow' }).click()
      await until('the window closes', async () => consent.isClosed())
    }
    const consent = await opened
    await page.getByRole('link', { name: 'Open', exact: true }).waitFor()
    await agree(consent)
    await page.getByRole('link', { name: 'Re-Authorize' }).waitFor()
    const about = async () => (await story.seller.call(listIntegrations)).square
    const card = (title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) }).last()
    const first = await about()
    await card('Store Details').getByText('Store ID').waitFor()
    await card('Store Details')
      .getByText(first?.integration.shop ?? 'none', { exact: true })
      .waitFor()
    expect(await page.getByRole('link', { name: 'Open Store' }).getAttribute('href')).toBe(first?.storeUrl)
    expect(first?.storeUrl).toMatch(/\/dashboard$/)
    await expect.poll(() => card('Authentication').textContent(), patience).toMatch(/Last Updated.*\d:\d\d/)
    await shot(page, 'square')
    const [again] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Re-Authorize' }).click(),
    ])
    await agree(again)
    expect((await about())?.integration.updatedAt).not.toBe(first?.integration.updatedAt)
  })

  it('LST-305..LST-307 LST-365 LST-366 a template says how it lists there: categories, location, title and description', async () => {
    const { seller } = story
    const { id } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Tees' } } })
    await seller.call(addAttributes, { body: { templateId: id, attributes: [{ name: 'Size' }] } })
    await seller.call(saveTemplate, { params: { id }, body: { productTemplate: { variations: ['Size'] } } })
    const [clothing] = await seller.call(lookups.square.categories)
    const places = await seller.call(lookups.square.locations)
    const { page } = tab
    await page.goto(`${motto.url}/template/${id}/listing/square`)
    for (const name of ['Categories', 'Square Location']) await page.getByText(name, { exact: true }).first().waitFor()
    await page.getByLabel('Title').first().waitFor()
    await shot(page, 'square-template')
    const schema = {
      id: 'default',
      name: 'Default',
      categoryIds: clothing?.children[0]?.id ?? '',
      locationId: places.find(({ isActive }) => isActive)?.id ?? '',
    }
    await seller.call(saveListingTemplates, {
      body: { listingTemplates: [{ templateId: id, channel: 'square', schemas: [schema] }] },
    })
    const made = await seller.call(createProduct, {
      body: {
        product: {
          templateId: id,
          sku,
          title: 'Harbor tee',
          description: '<p>Soft cotton.</p>',
          price: 18,
          images: [{ url: story.image }],
          variations: ['M', 'L'].map((size, n) => ({
            name: size,
            sku: `${sku}-${size}`,
            quantity: 5 + n,
            attributes: [{ name: 'Size', value: size }],
          })),
        },
      },
    })
    productId = made.id
    const listSettings = { list: true, sync: true }
    await seller.call(saveListingProducts, {
      body: { listingProducts: [{ channel: 'square', productId, selectedSchemaId: 'default', listSettings }] },
    })
  })

  it('LST-345 ORD-058 ORD-134 a product with variations is published, sold online and at the till, shipped and ended', async () => {
    const { page } = tab
    await page.goto(`${motto.url}/product/${productId}/publish/square`)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await until('it stands there', async () => (await onSquare(`${sku}-M`))?.quantity === 5)
    expect(await onSquare(`${sku}-L`)).toMatchObject({ title: 'Harbor tee', price: 18, quantity: 6, status: 'live' })
    const listed = async () =>
      (await story.seller.call(listListingProducts, { query: { productId } })).some(({ status }) => status === 'listed')
    await until('Motto knows', listed)
    await shot(page, 'square-published')

    const { externalOrderId } = await story.sandbox.buy('square', `${sku}-M`, 2)
    const order = await until('its order is there', async () => (await orders())[0])
    expect([order.externalOrderId, await left()]).toEqual([externalOrderId, [3, 6]])
    await page.goto(`${motto.url}/order/${order.id}`)
    const link = page.getByRole('link', { name: order.number })
    expect(await link.getAttribute('href')).toContain(`/dashboard/orders/overview/${externalOrderId}`)
    await story.seller.call(updateShipping, {
      body: { orderId: order.id, channel: 'square', action: 'ship', service: 'USPS', trackingNumber: '94001' },
    })
    await until('Square was told', async () =>
      (await story.sandbox.orders('square')).some(({ shipped, tracking }) => shipped && tracking[0] === '94001'),
    )

    await story.sandbox.buyAtTill('square', `${sku}-L`, 4)
    await until('the sale at the till counts, too', async () => (await left())[1] === 2)
    expect((await orders()).map(({ state }) => state)).toEqual(['shipped', 'shipped'])

    await story.seller.call(unlistProduct, { params: { integration: 'square' }, body: { productId, wait: 20 } })
    expect(await onSquare(`${sku}-M`)).toMatchObject({ status: 'archived' })
  })
})

it('an account asks more than the product costs, and the preview says how much', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/integrations/shopify`)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Prices' }) })
  await card.getByLabel('Percent on top').fill('10')
  await card.getByRole('combobox', { name: 'Round to' }).click()
  await page.getByRole('option', { name: '.99', exact: true }).click()
  await card.getByText('$42.50 + 10%, up to the next .99 → $46.99').waitFor()
  await shot(page, 'prices')
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(page, 'prices-phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  await card.getByRole('button', { name: 'Save prices' }).click()
  await page.getByText('Saved the price rule').first().waitFor()
  await page.goto(`${motto.url}/product/${product.id}/publish/shopify`)
  await page.getByText('+ 10%, up to the next .99').waitFor()
  await shot(page, 'prices-preview')
  await page.goto(`${motto.url}/integrations/shopify`)
  await card.getByRole('button', { name: 'Remove the rule' }).click()
  await card.getByText('Your prices go to Shopify as they are, in USD').waitFor()
})

it('CHN-028..CHN-032 a channel is disconnected after asking, and what was listed says so', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/integrations/shopify`)
  const disconnect = async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  }
  const path = '**/api/v2/integrations/disconnect'
  await page.route(path, (route) => route.abort())
  await disconnect()
  await page.getByText('Encountered error to disconnecting integration.').waitFor()
  await page.unroute(path)
  await page.route(path, (route) =>
    route.fulfill({ status: 409, json: { success: false, data: null, message: 'Somebody is at it.' } }),
  )
  await disconnect()
  await page.getByText('Failed to disconnect integration.').waitFor()
  await page.unroute(path)
  await disconnect()
  await page.getByText('Disconnected integration. Re-authorize to reconnect.').waitFor()
  await page.goto(`${motto.url}/product/${product.id}/publish/shopify`)
  await page.getByText('Integration Unauthenticated').waitFor()
  expect(tab.problems).toEqual([])
})
