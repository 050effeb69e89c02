import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createOrder, getOrder, updateShipping } from '#contract/orders.ts'
import { createProduct } from '#contract/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { begun } from './support/begun.ts'
import { settled } from './support/look.ts'
import { orderWizard } from './support/order-wizard.ts'

const stage = begun('Packing')
let page: Page
const { button, said, closeToasts } = orderWizard(() => page)

beforeAll(async () => {
  const { seller } = stage
  const { id: templateId } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Lamps' } } })
  const product = { templateId, sku: 'BRASS', title: 'Brass lamp', price: 20, quantity: 50 }
  await seller.call(createProduct, { body: { product } })
  page = stage.tab.page
})

/** An order for one piece, shown. @returns its id */
async function made(externalOrderId: string): Promise<number> {
  const order = { source: 'Phone', externalOrderId, items: [{ sku: 'BRASS', quantity: 1, price: 20 }] }
  const { id } = await stage.seller.call(createOrder, { body: { order } })
  await page.goto(`${stage.motto.url}/order/${id}`)
  await settled(page)
  return id
}
const action = async (name: string) => {
  await button('Actions').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const read = async (orderId: number) => (await stage.seller.call(getOrder, { query: { orderId } })).order
const dialog = (name: string) => page.getByRole('dialog', { name })

it('ORD-109 a number that was typed is not lost by Escape, a press beside the dialog, or Back', async () => {
  const id = await made('KEEP-1')
  await action('Mark Shipped')
  const shipping = dialog('Shipping')
  const number = shipping.getByRole('textbox', { name: 'Tracking Number' })
  const question = dialog('Close without saving?')
  await number.pressSequentially('94001')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 890),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Keep typing' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await number.inputValue()).toBe('94001')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Close', exact: true }).click()
  await shipping.waitFor({ state: 'hidden' })
  expect((await read(id)).shippingDetails.trackingNumber).toBe('')
}, 60_000)

it('ORD-111 ORD-116 a tracking number is corrected with Enter, as a scanner does, and the order stays shipped', async () => {
  const id = await made('FIX-1')
  for (const typed of ['1Z999AA10123456784', '1Z999AA10123456785']) {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const shipping = dialog('Shipping')
    const number = shipping.getByRole('textbox', { name: 'Tracking Number' })
    await number.fill('')
    await number.pressSequentially(typed)
    await page.keyboard.press('Enter')
    await said('Order Shipping Updated')
    await shipping.waitFor({ state: 'hidden' })
    expect(await read(id)).toMatchObject({ state: 'shipped', shippingDetails: { trackingNumber: typed } })
    await closeToasts()
  }
}, 60_000)

it('ORD-113 Enter does not write over the number of a colleague who has shipped meanwhile', async () => {
  const id = await made('RACE-1')
  await action('Mark Shipped')
  const shipping = dialog('Shipping')
  const number = shipping.getByRole('textbox', { name: 'Tracking Number' })
  await number.pressSequentially('MINE-1')
  await stage.seller.call(updateShipping, {
    body: { orderId: id, channel: 'manual', action: 'ship', service: '', trackingNumber: 'THEIRS-1', address: {} },
  })
  await shipping.getByText('This order is already shipped').waitFor()
  await number.press('Enter')
  await shipping.getByRole('button', { name: 'Cancel' }).click()
  await shipping.waitFor({ state: 'hidden' })
  expect((await read(id)).shippingDetails.trackingNumber).toBe('THEIRS-1')
}, 60_000)
