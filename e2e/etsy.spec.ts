import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import {
  listListingProducts,
  saveListingProducts,
  saveListingTemplates,
  unlistProduct,
} from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { searchOrders, updateShipping } from '#contract/orders/orders.ts'
import { createProduct, getProduct } from '#contract/products/products.ts'
import { addAttributes, createTemplate, saveTemplate } from '#contract/templates.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { lookHere } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { signedIn } from './support/person.ts'
import { ownMotto } from './support/running.ts'
import { type Sandbox, sandboxAt } from './support/sandbox.ts'
import { Seller } from './support/seller.ts'
import { until } from './support/wait.ts'

const sku = 'MUG-ET'
let motto: Motto
let browser: Browser
let tab: Tab
let seller: Seller
let sandbox: Sandbox
let templateId: number
let productId: number

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin()
  sandbox = sandboxAt(motto.sandboxUrl)
  tab = await signedIn(browser, motto, seller)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

describe('Etsy', () => {
  const there = async (of: string) => (await sandbox.listings('etsy')).find((listing) => listing.sku === of)
  const orders = async () =>
    (await seller.call(searchOrders, { query: {} })).filter(({ channel }) => channel === 'etsy')
  const left = async () =>
    (await seller.call(getProduct, { params: { id: productId } })).variations.map(({ quantity }) => quantity)

  it('CHN-006 CHN-106 is connected through its consent page', async () => {
    const { page, context } = tab
    await page.goto(`${motto.url}/integrations/etsy`)
    await page.getByText("The term 'Etsy' is a trademark of Etsy, Inc.").waitFor()
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Get Started' }).click()
    const consent = await opened
    await consent.getByRole('button', { name: 'Grant access' }).click()
    await until('the window closes', async () => consent.isClosed())
    await page.getByRole('link', { name: 'Re-Authorize' }).waitFor()
    await lookHere(page, 'etsy')
  })

  it('a template says how it lists there, with the properties of its category', async () => {
    const { id } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Mugs' } } })
    templateId = id
    await seller.call(addAttributes, { body: { templateId: id, attributes: [{ name: 'Size' }] } })
    await seller.call(saveTemplate, { params: { id }, body: { productTemplate: { variations: ['Size'] } } })
    const [shipping] = await seller.call(lookups.etsy.shippingProfiles)
    const [returns] = await seller.call(lookups.etsy.returnPolicies)
    const [processing] = await seller.call(lookups.etsy.processingProfiles)
    const schema = {
      id: 'default',
      name: 'Default',
      taxonomyIds: '482',
      whoMade: 'i_did',
      whenMade: 'made_to_order',
      shippingProfileId: shipping?.shipping_profile_id,
      returnPolicyId: returns?.return_policy_id,
      processingProfileId: processing?.readiness_state_id,
    }
    await seller.call(saveListingTemplates, {
      body: { listingTemplates: [{ templateId: id, channel: 'etsy', schemas: [schema] }] },
    })
    const { page } = tab
    await page.goto(`${motto.url}/template/${id}/listing/etsy`)
    await page.getByLabel('Title').first().waitFor()
    await page.getByText('Category', { exact: true }).first().waitFor()
    await lookHere(page, 'etsy-template')
  })

  it('LST-111 ORD-137 a product with variations is published, sold, shipped and ended', async () => {
    const made = await seller.call(createProduct, {
      body: {
        product: {
          templateId,
          sku,
          title: 'Harbor mug',
          description: '<p>Stoneware.</p>',
          price: 18,
          images: [{ url: await seller.upload() }],
          variations: ['Small', 'Large'].map((size, n) => ({
            name: size,
            sku: `${sku}-${size}`,
            quantity: 5 + n,
            attributes: [{ name: 'Size', value: size }],
          })),
        },
      },
    })
    productId = made.id
    await seller.call(saveListingProducts, {
      body: {
        listingProducts: [
          { channel: 'etsy', productId, selectedSchemaId: 'default', listSettings: { list: true, sync: true } },
        ],
      },
    })
    const { page } = tab
    await page.goto(`${motto.url}/product/${productId}/publish/etsy`)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await until('it stands there', async () => (await there(`${sku}-Small`))?.quantity === 5, 60_000)
    expect(await there(`${sku}-Large`)).toMatchObject({ title: 'Harbor mug', price: 18, quantity: 6 })
    await until('Motto knows', async () =>
      (await seller.call(listListingProducts, { query: { productId } })).some(({ status }) => status === 'listed'),
    )
    await lookHere(page, 'etsy-published')

    const { externalOrderId } = await sandbox.buy('etsy', `${sku}-Small`, 2)
    const order = await until('its order is there', async () => (await orders())[0], 90_000)
    expect([order.externalOrderId, await left()]).toEqual([externalOrderId, [3, 6]])
    await until('Etsy shows what is left', async () => (await there(`${sku}-Small`))?.quantity === 3, 60_000)
    await page.goto(`${motto.url}/order/${order.id}`)
    await page.getByRole('link', { name: order.number }).waitFor()
    await shot(page, 'etsy-order')
    await seller.call(updateShipping, {
      body: { orderId: order.id, channel: 'etsy', action: 'ship', service: 'USPS', trackingNumber: '94001' },
    })
    await until('Etsy was told', async () =>
      (await sandbox.orders('etsy')).some(({ shipped, tracking }) => shipped && tracking[0] === '94001'),
    )
    await seller.call(unlistProduct, { params: { integration: 'etsy' }, body: { productId, wait: 20 } })
    expect(['live', undefined]).not.toContain((await there(`${sku}-Small`))?.status)
  })
})

describe('BigCommerce', () => {
  const own = 'MUG-BC'
  let id: number
  const there = async (channel: string) => (await sandbox.listings(channel)).find((listing) => listing.sku === own)
  const orders = async () =>
    (await seller.call(searchOrders, { query: {} })).filter(({ channel }) => channel === 'bigcommerce')

  it('CHN-004 CHN-021 CHN-023 CHN-099 CHN-100 CHN-106 is connected where the app is installed, after a question here', async () => {
    const { page, context } = tab
    await page.goto(`${motto.url}/integrations/bigcommerce`)
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Get Started' }).click()
    const consent = await opened
    await consent.getByRole('button', { name: 'Install' }).click()
    await consent.getByRole('button', { name: 'Connect', exact: true }).click()
    await until('the window closes', async () => consent.isClosed())
    await page.getByRole('link', { name: 'Re-Authorize' }).waitFor()
    const about = (await seller.call(listIntegrations)).bigcommerce
    await page.getByRole('heading', { name: 'Store Details' }).waitFor()
    await page
      .getByText(about?.integration.shop ?? 'none', { exact: true })
      .first()
      .waitFor()
    expect(await page.getByRole('link', { name: 'Open Store' }).getAttribute('href')).toMatch(/\/manage$/)
    await page.getByRole('heading', { name: 'Authentication' }).waitFor()
    await lookHere(page, 'bigcommerce')
  })

  it('LST-345 ORD-060 a product is published there and on Etsy, sold there, lowered here and on Etsy, and shipped with its tracking', async () => {
    const [place] = await seller.call(lookups.bigcommerce.locations)
    const schema = { id: 'default', name: 'Default', locationId: place?.id ?? '' }
    await seller.call(saveListingTemplates, {
      body: { listingTemplates: [{ templateId, channel: 'bigcommerce', schemas: [schema] }] },
    })
    const product = {
      templateId,
      sku: own,
      title: 'Lighthouse mug',
      description: '<p>Blue.</p>',
      price: 21,
      quantity: 7,
    }
    ;({ id } = await seller.call(createProduct, {
      body: { product: { ...product, images: [{ url: await seller.upload() }] } },
    }))
    const listing = { productId: id, selectedSchemaId: 'default', listSettings: { list: true, sync: true } }
    await seller.call(saveListingProducts, {
      body: { listingProducts: (['etsy', 'bigcommerce'] as const).map((channel) => ({ channel, ...listing })) },
    })
    const { page } = tab
    for (const channel of ['etsy', 'bigcommerce']) {
      await page.goto(`${motto.url}/product/${id}/publish/${channel}`)
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await until('it stands there', async () => (await there(channel))?.quantity === 7, 60_000)
    }
    await until('Motto knows', async () =>
      (await seller.call(listListingProducts, { query: { productId: id } })).every(({ status }) => status === 'listed'),
    )
    expect(await there('bigcommerce')).toMatchObject({ title: 'Lighthouse mug', price: 21 })
    await lookHere(page, 'bigcommerce-published')

    const { externalOrderId } = await sandbox.buy('bigcommerce', own, 3)
    const order = await until('its order is there', async () => (await orders())[0], 90_000)
    expect([order.externalOrderId, (await seller.call(getProduct, { params: { id } })).quantity]).toEqual([
      externalOrderId,
      4,
    ])
    await until('Etsy shows what is left', async () => (await there('etsy'))?.quantity === 4, 60_000)
    expect((await there('bigcommerce'))?.quantity).toBe(4)
    await page.goto(`${motto.url}/order/${order.id}`)
    expect(await page.getByRole('link', { name: order.number, exact: true }).getAttribute('href')).toMatch(
      new RegExp(`/manage/orders/${externalOrderId}$`),
    )
    await page.getByRole('button', { name: 'Mark Shipped' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('BigCommerce may write to the buyer when it is told of a parcel').waitFor()
    await dialog.getByLabel('Tracking Number').fill('9405503699300412887521')
    await dialog.getByRole('button', { name: 'Mark Shipped' }).click()
    await page.getByText('Order Shipping Updated').waitFor()
    await until('BigCommerce was told', async () =>
      (await sandbox.orders('bigcommerce')).some(
        ({ shipped, tracking }) => shipped && tracking[0] === '9405503699300412887521',
      ),
    )
    await shot(page, 'bigcommerce-shipped')
  })
})
