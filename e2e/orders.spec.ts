import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { createProduct, getProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { look, offences, settled } from './support/look.ts'
import { orderWizard } from './support/order-wizard.ts'
import { signedIn } from './support/person.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { Seller } from './support/seller.ts'
import { patience } from './support/wait.ts'

let motto: Running
let browser: Browser
let seller: Seller
let tab: Tab
let page: Page
let templateId: number
const ids = new Map<string, number>()

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin('Orders by hand')
  templateId = (await seller.call(createTemplate, { body: { productTemplate: { name: 'Lamps' } } })).id
  await make({ sku: 'BRASS-1', title: 'Brass lamp', price: 20, cost: 8, quantity: 5 })
  await make({ sku: 'BRASS-10', title: 'Brass lantern', price: 35, quantity: 2 })
  await make({
    sku: 'SHIRT',
    title: 'Work shirt',
    price: 20,
    variations: [
      { name: 'Red', sku: 'SHIRT-RED', quantity: 2, price: 25 },
      { name: 'Blue', sku: 'SHIRT-BLUE', quantity: 6 },
    ],
  })
  tab = await signedIn(browser, motto, seller)
  page = tab.page
  page.setDefaultTimeout(12_000)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

async function make(product: { sku: string; title: string; price: number } & Record<string, unknown>) {
  ids.set(product.sku, (await seller.call(createProduct, { body: { product: { templateId, ...product } } })).id)
}
const stock = async (sku: string) => (await seller.call(getProduct, { params: { id: ids.get(sku) ?? 0 } })).quantity
const { button, field, said, onStep, card, closeToasts, facts } = orderWizard(() => page)
const finder = () => page.getByRole('textbox', { name: 'Add a product' })
const fold = (name: string) => page.locator('details > summary').filter({ hasText: name })
/** What a scanner does: types, and presses Enter at once. */
const scan = async (code: string) => {
  await finder().pressSequentially(code)
  await page.keyboard.press('Enter')
}
const form = () => new URL(page.url()).searchParams.get('form')

describe('a quick order', () => {
  it('is written on one screen: who, what, Create Order', async () => {
    await page.goto(`${motto.url}/orders/new?form=quick`)
    await field('Full Name').pressSequentially('Ana Lima')
    await field('Phone').pressSequentially('555 0101')
    await scan('BRASS-1')
    await card('Brass lamp').waitFor()
    await scan('BRASS-1')
    await expect.poll(() => card('Brass lamp').getByRole('textbox', { name: 'Qty' }).inputValue(), patience).toBe('2')
    await card('Brass lamp').getByRole('textbox', { name: 'Sale Price' }).fill('18.50')
    await fold('Shipping').click()
    await page.getByRole('textbox', { name: 'Shipping Cost' }).click()
    await page.keyboard.type('4.99')
    await page.keyboard.press('Tab')
    expect(await facts('Order Summary')).toMatchObject({ 'Items Total': '$37.00', Shipping: '$4.99', Total: '$41.99' })
    await shot(page, 'quick-order')
    await button('Create Order').click()
    await said('Created Order!')
    await page.waitForURL(/\/order\/\d+$/)
    const { order } = await seller.call(getOrder, { query: { orderId: Number(page.url().split('/').at(-1)) } })
    expect(order).toMatchObject({
      source: 'Phone',
      totalAmount: 41.99,
      totalQuantity: 2,
      customer: { name: 'Ana Lima', phone: '555 0101' },
      shippingStatus: 'Not Shipped',
      paymentStatus: 'Unpaid',
    })
    expect(await stock('BRASS-1')).toBe(3)
  }, 90_000)

  it('finds products by words, asks which of several, and which variation; a scanned variation needs no question', async () => {
    await page.goto(`${motto.url}/orders/new?form=quick`)
    await scan('nobody-has-this')
    await said('No product fits “nobody-has-this”.')
    expect(await finder().inputValue()).toBe('nobody-has-this')
    await finder().fill('')
    await scan('brass')
    await said('Several products fit “brass”. Choose one.')
    await finder().fill('')
    await finder().pressSequentially('lantern')
    await page.getByRole('option', { name: /Brass lantern/ }).click()
    await card('Brass lantern').waitFor()
    await scan('work shirt')
    await page.getByRole('option', { name: /^Red/ }).waitFor()
    await shot(page, 'quick-order-variations')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await card('Work shirt – Blue').waitFor()
    await scan('shirt-red')
    await card('Work shirt – Red').waitFor()
    expect(await card('Work shirt – Red').getByRole('textbox', { name: 'Sale Price' }).inputValue()).toBe('25.00')
    await card('Brass lantern').getByRole('textbox', { name: 'Qty' }).fill('3')
    await said('Only 2 available.')
    expect(await page.getByRole('group', { name: /Brass|shirt/i }).count()).toBe(3)
  }, 90_000)

  it('says what is missing where it is missing, folded or not', async () => {
    await page.goto(`${motto.url}/orders/new?form=quick`)
    await settled(page)
    await button('Create Order').press('Enter')
    await said('Must select product.')
    await closeToasts()
    await scan('BRASS-1')
    await card('Brass lamp').waitFor()
    await fold('Source').click()
    await page
      .getByRole('textbox', { name: 'Source' })
      .or(page.getByRole('combobox', { name: 'Source' }))
      .first()
      .fill('')
    await fold('Shipping').click()
    await page.getByRole('textbox', { name: 'Shipping Cost' }).fill('abc')
    await fold('Shipping').click()
    await button('Create Order').press('Enter')
    const cost = page.getByRole('textbox', { name: 'Shipping Cost' })
    await expect.poll(() => cost.evaluate((element) => element === document.activeElement), patience).toBe(true)
    await cost.fill('1')
    await button('Create Order').press('Enter')
    await said('Must select source')
    await closeToasts()
  }, 90_000)

  it('keeps what is typed when all steps are asked for, and back; the choice stands in the address and is remembered', async () => {
    await page.goto(`${motto.url}/orders/new`)
    await onStep('Products')
    await page.getByText('Quick order', { exact: true }).click()
    await expect.poll(form, patience).toBe('quick')
    await field('Full Name').pressSequentially('Bo Berg')
    await scan('BRASS-1')
    await card('Brass lamp').getByRole('textbox', { name: 'Qty' }).fill('4')
    await page.getByText('All steps', { exact: true }).click()
    await expect.poll(form, patience).toBe('steps')
    await onStep('Pricing')
    expect(await card('Brass lamp').getByRole('textbox', { name: 'Qty' }).inputValue()).toBe('4')
    await card('Brass lamp').getByRole('textbox', { name: 'Tax' }).fill('1.5')
    await card('Brass lamp').getByRole('textbox', { name: 'Cost' }).fill('x')
    // What is no number is not lost on the way.
    await page.getByText('Quick order', { exact: true }).click()
    expect(form()).toBe('steps')
    expect(await card('Brass lamp').getByRole('textbox', { name: 'Cost' }).inputValue()).toBe('x')
    await card('Brass lamp').getByRole('textbox', { name: 'Cost' }).fill('9')
    await page.getByText('Quick order', { exact: true }).click()
    await expect.poll(form, patience).toBe('quick')
    expect(await field('Full Name').inputValue()).toBe('Bo Berg')
    await said('tax $1.50')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/dashboard')
    await page.goto(`${motto.url}/orders/new`)
    await finder().waitFor()
  }, 90_000)

  it('takes the products that are chosen in the steps’ table', async () => {
    await page.goto(`${motto.url}/orders/new?form=steps`)
    await page.locator('.ag-row').filter({ hasText: 'BRASS-10' }).first().getByRole('checkbox').check()
    await said('1 product selected')
    await page.getByText('Quick order', { exact: true }).click()
    await card('Brass lantern').waitFor()
  }, 60_000)

  it('fits a phone, both themes and axe', async () => {
    await look(tab, `${motto.url}/orders/new?form=quick`, 'quick-order-empty')
    await page.goto(`${motto.url}/orders/new?form=quick&items=BRASS-1%20SHIRT`)
    await card('Work shirt').waitFor()
    for (const name of ['Address', 'Source', 'Shipping', 'Payment', 'Notes']) await fold(name).click()
    expect(await offences(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(page, 'quick-order-open-390')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  }, 90_000)
})

describe('an order made by hand', () => {
  const made = async (externalOrderId: string) => {
    const { id } = await seller.call(createOrder, {
      body: {
        order: { source: 'Phone', externalOrderId, items: [{ sku: 'SHIRT-BLUE', quantity: 1, price: 20 }] },
      },
    })
    await page.goto(`${motto.url}/order/${id}`)
    await settled(page)
    return id
  }
  const action = async (name: string) => {
    await button('Actions').click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const read = async (orderId: number) => (await seller.call(getOrder, { query: { orderId } })).order
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

  it('is edited: another quantity, another product, another address, as one', async () => {
    const id = await made('EDIT-1')
    const [shirts, lamps] = [await stock('SHIRT'), await stock('BRASS-1')]
    await action('Edit order')
    const edit = dialog('Edit order')
    // While one product is looked up, somebody types on.
    let answer = () => {}
    const typedOn = new Promise<void>((done) => (answer = done))
    await page.route(
      /products\?.*skus=BRASS-1/,
      async (route) => {
        await typedOn
        await route.continue()
      },
      { times: 1 },
    )
    await edit.getByRole('textbox', { name: 'Add a product' }).pressSequentially('BRASS-1')
    await page.keyboard.press('Enter')
    await edit.getByRole('group', { name: 'SHIRT-BLUE' }).getByRole('textbox', { name: 'Qty' }).fill('2')
    answer()
    await edit.getByRole('group', { name: 'BRASS-1' }).waitFor()
    await edit.getByRole('textbox', { name: 'City' }).pressSequentially('Portland')
    await shot(page, 'order-edit')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await said('Order updated.')
    await edit.waitFor({ state: 'hidden' })
    expect(await read(id)).toMatchObject({
      totalQuantity: 3,
      totalAmount: 60,
      shippingDetails: { shippingAddress: { city: 'Portland' } },
    })
    expect([await stock('SHIRT'), await stock('BRASS-1')]).toEqual([shirts - 1, lamps - 1])
    await closeToasts()
    // More than there is: refused whole, and nothing typed is lost.
    await action('Edit order')
    await edit.getByRole('group', { name: 'BRASS-1' }).getByRole('textbox', { name: 'Qty' }).fill('99')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await said('The order was not changed.')
    expect(await edit.getByRole('group', { name: 'BRASS-1' }).getByRole('textbox', { name: 'Qty' }).inputValue()).toBe(
      '99',
    )
    await edit.getByRole('button', { name: 'Cancel' }).click()
    await closeToasts()
  }, 90_000)

  it('ORD-120..ORD-131 is paid through the dialog, and marked unpaid again', async () => {
    const id = await made('PAY-1')
    await action('Payment…')
    const payment = dialog('Payment')
    const status = payment
      .getByRole('textbox', { name: 'Payment Status' })
      .or(payment.getByRole('combobox', { name: 'Payment Status' }))
      .first()
    await status.fill('')
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option').allInnerTexts()).toEqual([
      'paid',
      'pending',
      'authorized',
      'voided',
      'refunded',
      'partially_refunded',
      'failed',
    ])
    await page.getByRole('option', { name: 'paid', exact: true }).click()
    const method = payment
      .getByRole('textbox', { name: 'Payment Method' })
      .or(payment.getByRole('combobox', { name: 'Payment Method' }))
      .first()
    await method.click()
    await page.getByRole('option', { name: 'Gift Card', exact: true }).waitFor()
    expect(await page.getByRole('option').allInnerTexts()).toEqual([
      'Credit Card',
      'PayPal',
      'Cash',
      'Check',
      'Bank Transfer',
      'Gift Card',
    ])
    await page.getByRole('option', { name: 'Cash', exact: true }).click()
    await payment.getByRole('textbox', { name: 'Amount' }).fill('12.5')
    expect(await payment.getByRole('textbox', { name: 'Currency' }).isDisabled()).toBe(true)
    await payment.getByLabel('Payment Date').fill('2026-11-20')
    await shot(page, 'order-payment')
    await payment.getByRole('button', { name: 'Save', exact: true }).click()
    await said('Payment Updated')
    expect(await read(id)).toMatchObject({
      paymentStatus: 'paid',
      paymentAmount: 12.5,
      paymentDetails: { paymentMethod: 'Cash' },
    })
    await closeToasts()
    await action('Payment…')
    await payment.getByRole('textbox', { name: 'Amount' }).fill('')
    await payment.getByRole('button', { name: 'Save', exact: true }).click()
    await said('Payment Updated')
    expect((await read(id)).paymentAmount).toBeNull()
    await closeToasts()
    await action('Mark Unpaid')
    await said('Payment Updated')
    expect((await read(id)).paymentStatus).toBe('Unpaid')
    await closeToasts()
  }, 90_000)

  it('ORD-069 ORD-070 is marked shipped from the menu, once', async () => {
    const id = await made('SHIP-1')
    await action('Mark Shipped')
    const shipping = dialog('Shipping')
    await shipping.getByRole('textbox', { name: 'Tracking Number' }).pressSequentially('1Z999AA10123456784')
    await shipping.getByRole('button', { name: 'Mark Shipped' }).click()
    await said('Order Shipping Updated')
    await shipping.waitFor({ state: 'hidden' })
    expect((await read(id)).state).toBe('shipped')
    await button('Actions').click()
    await expect.poll(() => page.getByRole('menuitem', { name: 'Mark Shipped' }).isDisabled(), patience).toBe(true)
    await page.keyboard.press('Escape')
    await closeToasts()
  }, 60_000)

  it('is cancelled when one says so twice; its pieces are back', async () => {
    const before = await stock('SHIRT')
    const id = await made('CANCEL-1')
    expect(await stock('SHIRT')).toBe(before - 1)
    await action('Cancel order')
    await dialog('Cancel order CANCEL-1?').getByRole('button', { name: 'Keep it' }).click()
    expect((await read(id)).state).toBe('open')
    await action('Cancel order')
    await dialog('Cancel order CANCEL-1?').getByRole('button', { name: 'Cancel order' }).click()
    await said('Order CANCEL-1 cancelled. 1 piece back in stock.')
    expect((await read(id)).state).toBe('cancelled')
    expect(await stock('SHIRT')).toBe(before)
    await button('Actions').click()
    await said('This order was cancelled.')
    await page.keyboard.press('Escape')
  }, 60_000)

  it('stands on the first page of the list, which a page that is not there leads to', async () => {
    await page.goto(`${motto.url}/orders?page=99&search=CANCEL-1`)
    await page.getByRole('link', { name: 'CANCEL-1', exact: true }).waitFor()
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['search'])
  })
})
