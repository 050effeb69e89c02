import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adoptingState, linkFound, readCatalogue } from '#contract/adopting/adopting.ts'
import { bulkImport } from '#contract/imports.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import {
  listListingProducts,
  saveListingProducts,
  saveListingTemplates,
  unlistProduct,
} from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { createProduct, getProduct, listProducts } from '#contract/products/products.ts'
import { addAttributes, createTemplate, saveTemplate } from '#contract/templates.ts'
import { openBrowser, openTab, shot, type Tab } from './support/browser.ts'
import type { Motto } from './support/motto.ts'
import { ownMotto } from './support/running.ts'
import { begin, type Story } from './support/story.ts'
import { until } from './support/wait.ts'

let motto: Motto
let browser: Browser
let tab: Tab
let story: Story

async function logIn(page: Page) {
  await page.goto(`${motto.url}/login`)
  await page.getByLabel('Email').fill(story.seller.email)
  await page.getByLabel('Password', { exact: true }).fill(story.seller.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
}

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  story = await begin(motto)
  tab = await openTab(browser)
  await logIn(tab.page)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

describe('Clover', () => {
  const sku = 'CAP-CL'
  let productId: number
  const onClover = async (of: string) => (await story.sandbox.listings('clover')).find((listing) => listing.sku === of)
  const orders = async () =>
    (await story.seller.call(searchOrders, { query: {} })).filter(({ channel }) => channel === 'clover')
  const left = async () => {
    const { variations } = await story.seller.call(getProduct, { params: { id: productId } })
    return variations.map(({ quantity }) => quantity)
  }

  it('CHN-007 CHN-041 CHN-042 CHN-106 is connected through its consent page, in the region that was chosen', async () => {
    const { page, context } = tab
    await page.goto(`${motto.url}/integrations/clover`)
    await page.getByRole('combobox', { name: 'Region' }).click()
    await page.getByRole('option', { name: 'Europe' }).click()
    await shot(page, 'clover-region')
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Get Started' }).click()
    const consent = await opened
    await consent.getByRole('button', { name: 'Connect' }).click()
    await until('the window closes', async () => consent.isClosed())
    await page.getByRole('link', { name: 'Re-Authorize' }).waitFor()
    const { clover } = await story.seller.call(listIntegrations)
    const details = page.locator('section', { has: page.getByRole('heading', { name: 'Store Details' }) })
    await details.getByText(clover?.integration.shop ?? 'none', { exact: true }).waitFor()
    await page.getByText('Authentication Last Updated').waitFor()
    await shot(page, 'clover')
  })

  it('IMP-194 what stands there is linked by its SKU, and a product is made of what is not here', async () => {
    const { seller, sandbox, template } = story
    const known = await seller.product(template, { sku: 'MUG-CL', quantity: 5 })
    const { title, price } = await seller.call(getProduct, { params: { id: known.id } })
    await sandbox.addItems('clover', [
      { sku: known.sku, title, price, quantity: 5 },
      { sku: 'BOWL-CL', title: 'Bowl by hand', price: 9, quantity: 3 },
    ])
    const { id: integrationId } = (await seller.call(listIntegrations)).clover ?? { id: 0 }
    await seller.call(readCatalogue, { params: { integrationId } })
    const state = () => seller.call(adoptingState, { params: { integrationId } })
    await until('both are read', async () => (await state()).counts.new === 1)
    await seller.call(linkFound, { params: { integrationId } })
    const live = async () =>
      (await seller.call(listListingProducts, { query: { productId: known.id } })).some(
        ({ status }) => status === 'listed',
      )
    await until('it is linked', live)
    await seller.call(bulkImport, { params: { channel: 'clover' }, body: { skus: ['BOWL-CL'] } })
    await until('the bowl is a product', async () => {
      const { data } = await seller.call(listProducts, { query: { search: 'BOWL-CL' } })
      return data.some((product) => product.sku === 'BOWL-CL')
    })
    await sandbox.buyAtTill('clover', known.sku, 2)
    await until('a sale at the register counts', async () => {
      const { quantity } = await seller.call(getProduct, { params: { id: known.id } })
      return quantity === 3
    })
  })

  it('LST-324 LST-325 LST-369 a template says how it lists there: category and title; what Clover has no place for is said', async () => {
    const { seller } = story
    const { id } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Caps' } } })
    await seller.call(addAttributes, { body: { templateId: id, attributes: [{ name: 'Size' }] } })
    await seller.call(saveTemplate, { params: { id }, body: { productTemplate: { variations: ['Size'] } } })
    const [category] = await seller.call(lookups.clover.categories)
    const { page } = tab
    await page.goto(`${motto.url}/template/${id}/listing/clover`)
    await page.getByLabel('Title').first().waitFor()
    await page.getByText('Category', { exact: true }).first().waitFor()
    await page.getByText("Clover has no descriptions: the product's stays here.").waitFor()
    expect(await page.getByLabel('Description').count()).toBe(0)
    await shot(page, 'clover-template')
    const schema = { id: 'default', name: 'Default', categoryIds: category?.id ?? '' }
    await seller.call(saveListingTemplates, {
      body: { listingTemplates: [{ templateId: id, channel: 'clover', schemas: [schema] }] },
    })
    const made = await seller.call(createProduct, {
      body: {
        product: {
          templateId: id,
          sku,
          title: 'Harbor cap',
          description: '<p>Keeps the sun off.</p>',
          price: 18,
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
      body: { listingProducts: [{ channel: 'clover', productId, selectedSchemaId: 'default', listSettings }] },
    })
  })

  it('LST-345 ORD-061 ORD-113 a product with variations is published, sold, marked as shipped in Motto alone, and ended', async () => {
    const { page } = tab
    await page.goto(`${motto.url}/product/${productId}/publish/clover`)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await until('it stands there', async () => (await onClover(`${sku}-M`))?.status === 'live')
    expect(await onClover(`${sku}-L`)).toMatchObject({ title: 'Harbor cap L', price: 18, quantity: 6, status: 'live' })
    const listed = async () =>
      (await story.seller.call(listListingProducts, { query: { productId } })).some(({ status }) => status === 'listed')
    await until('Motto knows', listed)
    await shot(page, 'clover-published')

    const { externalOrderId } = await story.sandbox.buy('clover', `${sku}-M`, 2)
    const order = await until('its order is there', async () =>
      (await orders()).find((candidate) => candidate.externalOrderId === externalOrderId),
    )
    expect(await left()).toEqual([3, 6])
    await page.goto(`${motto.url}/order/${order.id}`)
    await page.getByRole('link', { name: `${sku}-M` }).waitFor()
    expect(await page.getByRole('link', { name: order.number, exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Mark Shipped' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText('Clover knows no parcels: an order that you mark as shipped is marked in Motto alone.')
      .waitFor()
    await shot(page, 'clover-ship')
    await dialog.getByRole('button', { name: 'Mark Shipped' }).click()
    await page.getByText('Order Shipping Updated').waitFor()
    const state = async () => (await orders()).find((candidate) => candidate.id === order.id)?.state
    expect(await state()).toBe('shipped')
    expect(
      (await story.sandbox.orders('clover')).find((candidate) => candidate.externalOrderId === externalOrderId)
        ?.shipped,
    ).toBe(false)

    await story.sandbox.buyAtTill('clover', `${sku}-L`, 4)
    await until('the sale at the register counts, too', async () => (await left())[1] === 2)
    expect(await state(), 'and what Clover says next does not undo it').toBe('shipped')

    await story.seller.call(unlistProduct, { params: { integration: 'clover' }, body: { productId, wait: 20 } })
    expect(await onClover(`${sku}-M`)).toMatchObject({ status: 'hidden' })
  })
})
