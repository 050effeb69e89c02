import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { getOrder } from '#contract/orders/orders.ts'
import { packPieces, shipPart } from '#contract/orders/packing.ts'
import { createProduct, getProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { begun } from './support/begun.ts'
import { reopen, shot } from './support/browser.ts'
import { chooser } from './support/filled.ts'
import { lookHere, offences, settled, sideways, turn } from './support/look.ts'
import { anasOrder, orderWizard } from './support/order-wizard.ts'
import { paletteField } from './support/palette.ts'
import { closeToasts, patience } from './support/wait.ts'

const stage = begun('Orders by hand')
let page: Page
const ids = new Map<string, number>()

beforeAll(async () => {
  const { seller } = stage
  const { id: templateId } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Lamps' } } })
  for (const product of [
    { sku: 'BRASS-1', title: 'Brass lamp', price: 20, cost: 8, quantity: 10 },
    {
      sku: 'SHIRT',
      title: 'Work shirt',
      price: 20,
      variations: [
        { name: 'Red', sku: 'SHIRT-RED', quantity: 2, price: 25 },
        { name: 'Blue', sku: 'SHIRT-BLUE', quantity: 6 },
      ],
    },
  ])
    ids.set(product.sku, (await seller.call(createProduct, { body: { product: { templateId, ...product } } })).id)
  page = stage.tab.page
})

const { steps, button, field, onStep, next, card, seeText } = orderWizard(() => page)
const stock = async (sku: string) =>
  (await stage.seller.call(getProduct, { params: { id: ids.get(sku) ?? 0 } })).quantity
const orderHere = async () => {
  await page.waitForURL(/\/order\/\d+$/)
  return (await stage.seller.call(getOrder, { query: { orderId: Number(page.url().split('/').at(-1)) } })).order
}

it('NAV-031 ORD-002 ORD-240 ORD-245 the wizard leads from the products to one order, and stock falls', async () => {
  await reopen(page, `${stage.motto.url}/orders`)
  await page.getByRole('link', { name: 'New Order', exact: true }).first().click()
  await onStep('Products')
  await page.locator('.ag-row').filter({ hasText: 'BRASS-1' }).first().getByRole('checkbox').check()
  await seeText('1 product selected')
  await shot(page, 'new-order-products')
  await next('Pricing')
  const line = card('Brass lamp')
  const price = line.getByRole('textbox', { name: 'Sale Price' })
  await line.getByRole('textbox', { name: 'Qty' }).fill('3')
  await price.fill('19.99')
  await price.hover()
  await page.mouse.wheel(0, 200)
  expect(await price.inputValue()).toBe('19.99')
  await line.getByRole('textbox', { name: 'Cost' }).fill('7')
  await line.getByRole('textbox', { name: 'Tax' }).fill('1.5')
  await line.getByRole('textbox', { name: 'Discount' }).fill('2')
  await next('Source')
  await chooser(page, 'Source').fill('Craft fair')
  await field('External Order ID').fill('FAIR-7')
  await next('Customer')
  await field('Full Name').fill('Ana Lima')
  await page.getByLabel('Email', { exact: true }).fill('ana@example.com')
  await page.getByRole('textbox', { name: 'Phone' }).first().fill('555 0101')
  const ship = page.getByRole('group', { name: 'Shipping Address' })
  for (const [name, value] of [
    ['Recipient Name', 'Ana Lima'],
    ['Company', 'Lima Ltd'],
    ['Address line 1', '1 Rose St'],
    ['Address line 2', 'Flat 2'],
    ['Phone', '555 0102'],
  ] as const)
    await ship.getByRole('textbox', { name }).fill(value)
  await page.getByRole('switch', { name: 'Same as shipping' }).click()
  await page
    .getByRole('group', { name: 'Billing Address' })
    .getByRole('textbox', { name: 'Address line 1' })
    .fill('9 Elm St')
  await next('Shipping')
  await chooser(page, 'Status').click()
  await page.getByRole('option', { name: 'Label Created' }).click()
  await field('Shipping Cost').fill('4.99')
  await page.getByRole('checkbox', { name: 'Ready to Ship' }).check()
  await next('Payment')
  await chooser(page, 'Status').click()
  await page.getByRole('option', { name: 'Paid', exact: true }).click()
  await next('Notes')
  await field('Order Notes').fill('Ring twice.')
  await field('Discount').fill('1')
  await field('Fees').fill('1.2')
  await field('Tax').fill('0.5')
  await next('Review')
  await shot(page, 'new-order-review')
  await button('Create Order').dblclick()
  await seeText('Created Order!')
  expect(await orderHere()).toMatchObject(anasOrder)
  await page.getByRole('heading', { name: 'FAIR-7', level: 1 }).waitFor()
  expect(await stock('BRASS-1')).toBe(7)
  await reopen(page, `${stage.motto.url}/orders`)
  await page.getByRole('link', { name: 'FAIR-7' }).waitFor()
  await settled(page)
  expect(await page.getByRole('link', { name: 'FAIR-7' }).count()).toBe(1)
}, 120_000)

it('a quick order is typed and scanned on one screen, with arrow keys for a variation', async () => {
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('New Order')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/orders/new')
  await page.getByText('Quick order', { exact: true }).click()
  const scan = async (code: string) => {
    await page.getByRole('textbox', { name: 'Add a product' }).pressSequentially(code)
    await page.keyboard.press('Enter')
  }
  await field('Full Name').pressSequentially('Ana Lima')
  await scan('BRASS-1')
  await card('Brass lamp').waitFor()
  await scan('work shirt')
  await page.getByRole('option', { name: /^Red/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await card('Work shirt – Blue').waitFor()
  // A fold that hides what is wrong opens, and the field gets the focus.
  const shipping = page.locator('details > summary').filter({ hasText: 'Shipping' })
  await shipping.click()
  await page.getByRole('textbox', { name: 'Shipping Cost' }).fill('abc')
  await shipping.click()
  await button('Create Order').press('Enter')
  const cost = page.getByRole('textbox', { name: 'Shipping Cost' })
  await expect.poll(() => cost.evaluate((element) => element === document.activeElement), patience).toBe(true)
  await cost.fill('4.99')
  await page.keyboard.press('Tab')
  for (const name of ['Address', 'Source', 'Payment', 'Notes'])
    await page.locator('details > summary').filter({ hasText: name }).first().click()
  await lookHere(page, 'quick-order')
  await button('Create Order').click()
  expect(await orderHere()).toMatchObject({ source: 'Phone', totalAmount: 44.99, totalQuantity: 2 })
  expect(await stock('BRASS-1')).toBe(6)
}, 120_000)

it('an order made by hand is edited, shipped by a scanner, and one is cancelled: stock follows', async () => {
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const action = async (name: string) => {
    await button('Actions').click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await closeToasts(page)
  await action('Edit order')
  const edit = dialog('Edit order')
  await edit.getByRole('group', { name: 'BRASS-1' }).getByRole('textbox', { name: 'Qty' }).fill('2')
  await edit.getByRole('textbox', { name: 'City' }).pressSequentially('Portland')
  await shot(page, 'order-edit')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await seeText('Order updated.')
  await edit.waitFor({ state: 'hidden' })
  expect(await stock('BRASS-1')).toBe(5)
  await closeToasts(page)
  // ORD-109: a typed number survives Escape, a click beside the dialog, and Back.
  await action('Mark Shipped')
  const shipping = dialog('Shipping')
  const number = shipping.getByRole('textbox', { name: 'Tracking Number' })
  await number.pressSequentially('1Z999AA10123456784')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 890),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave()
    await dialog('Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
    await dialog('Close without saving?').waitFor({ state: 'hidden' })
    expect(await number.inputValue()).toBe('1Z999AA10123456784')
  }
  await number.press('Enter')
  await seeText('Order Shipping Updated')
  await shipping.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await orderHere()).state, patience).toBe('shipped')
  await reopen(page, `${stage.motto.url}/orders?search=FAIR-7`)
  await page.getByRole('link', { name: 'FAIR-7' }).click()
  await settled(page)
  await action('Cancel order')
  await dialog('Cancel order FAIR-7?').getByRole('button', { name: 'Cancel order' }).click()
  await seeText('Order FAIR-7 cancelled. 3 units back in stock.')
  expect(await stock('BRASS-1')).toBe(8)
}, 120_000)

it('ORD-346 an order for more than is in stock is warned about, confirmed by the seller, and marked as oversold', async () => {
  await reopen(page, `${stage.motto.url}/orders/new?form=quick&items=SHIRT`)
  const line = () => card('Work shirt – Red')
  await chooser(page, 'Variation').click()
  await page.getByRole('option', { name: /^Red/ }).click()
  await line().getByRole('textbox', { name: 'Qty' }).fill('3')
  await line().getByText('Only 2 in stock. This order oversells by 1.').waitFor()
  await field('Full Name').fill('Cara Diaz')
  await lookHere(page, 'quick-order-oversold')
  await button('Create Order').click()
  const dialog = page.getByRole('dialog', { name: 'Oversell 1 unit?' })
  await dialog.getByText('3 ordered, 2 in stock').waitFor()
  await shot(page, 'oversell-dialog')
  await dialog.getByRole('button', { name: 'Create oversold order' }).click()
  const order = await orderHere()
  expect(order).toMatchObject({ oversold: true, items: [{ sku: 'SHIRT-RED', quantity: 3, shortfall: 1 }] })
  const [item] = order.items
  await stage.seller.call(packPieces, { body: { orderId: order.id, itemId: item?.id ?? 0, by: 2 } })
  await stage.seller.call(shipPart, { body: { orderId: order.id, service: '', trackingNumber: '' } })
  await page.getByText('3 ordered, 2 shipped, 1 to ship').waitFor()
  await closeToasts(page)
  await lookHere(page, 'order-partly-shipped')
  await reopen(page, `${stage.motto.url}/orders?search=Cara`)
  await page.getByText('1 to ship').waitFor()
  await lookHere(page, 'orders-partly-shipped')
}, 120_000)

it('each step of the wizard fits a phone, and axe finds nothing in light and dark', async () => {
  for (const [step, name] of ['Pricing', 'Source', 'Customer', 'Shipping', 'Payment', 'Notes', 'Review'].entries()) {
    if (step === 0) await reopen(page, `${stage.motto.url}/orders/new?form=steps&items=BRASS-1`)
    else await button('Next').click()
    await onStep(name)
    if (name === 'Source') {
      await chooser(page, 'Source').fill('Phone')
      await page.keyboard.press('Escape')
    }
    const violations = await offences(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const over = await sideways(page)
    await shot(page, `new-order-${name}-390`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await turn(page, 'dark')
    violations.push(...(await offences(page, 'colours')))
    await turn(page, 'light')
    expect([name, violations, over]).toEqual([name, [], 0])
  }
  expect(await steps().getByRole('button').count()).toBeGreaterThan(0)
  expect(stage.tab.problems).toEqual([])
}, 120_000)
