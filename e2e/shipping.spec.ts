import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import { getOrder, updateShipping } from '#contract/orders/orders.ts'
import { ordersToPack, packPieces } from '#contract/orders/packing.ts'
import { createProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { begun } from './support/begun.ts'
import { lookHere, settled } from './support/look.ts'
import { orderWizard } from './support/order-wizard.ts'
import { until } from './support/wait.ts'

const stage = begun('Packing')
let page: Page
const { button, said, closeToasts } = orderWizard(() => page)

beforeAll(async () => {
  const { seller } = stage
  const { id: templateId } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Lamps' } } })
  for (const [sku, bin, barcode] of [
    ['BRASS', 'A-1', ''],
    ['COPPER', 'F-01', '036000291452'],
    ['IRON', 'F-02', ''],
  ] as const) {
    const product = { templateId, sku, title: `${sku} lamp`, price: 20, quantity: 50, bin, barcode }
    await seller.call(createProduct, { body: { product } })
  }
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

describe('the packing desk', () => {
  const field = () => page.getByRole('textbox', { name: /^Scan or type/ })
  /** What a scanner does: fast keys wherever the focus is, and Enter. */
  const scan = async (code: string) => {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard)
  const count = (sku: string) => page.getByRole('listitem').filter({ hasText: sku })
  const written = async (externalOrderId: string, lines: [string, number][]) => {
    const items = lines.map(([sku, quantity]) => ({ sku, quantity, price: 20, itemTitle: `${sku} lamp` }))
    const customer = { name: 'Ana Lima', shippingAddress: { name: 'Ana Lima', line1: '5 Rua Nova', city: 'Porto' } }
    const order = { source: 'Phone', externalOrderId, items, customer }
    return (await stage.seller.call(createOrder, { body: { order } })).id
  }
  const ids: number[] = []

  beforeAll(async () => {
    ids.push(
      await written('BOX-1', [
        ['COPPER', 2],
        ['BRASS', 1],
      ]),
      await written('BOX-2', [['IRON', 1]]),
    )
    await page.context().addInitScript(() => {
      const heard: number[] = []
      Object.assign(window, { heard })
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (...when) {
        heard.push(this.frequency.value)
        return start.apply(this, when)
      }
    })
  })

  it('opens for the orders that are chosen, takes right pieces and refuses wrong ones, to eye and ear', async () => {
    await page.goto(`${stage.motto.url}/orders?search=BOX`)
    await settled(page)
    for (const n of [1, 2]) await page.getByRole('checkbox', { name: `Select BOX-${n}`, exact: true }).check()
    await page.getByRole('link', { name: 'Pack', exact: true }).click()
    await page.getByRole('navigation', { name: 'Orders to pack' }).getByText('BOX-1').click()
    await page.getByRole('heading', { name: 'BOX-1' }).waitFor()
    // Whoever takes the first piece chooses the order by it.
    await scan('IRON')
    await said('This piece belongs to BOX-2')
    await scan('copper')
    await said('Right piece. COPPER lamp, 1 of 2')
    await scan('IRON')
    await said('Wrong piece. It is not in this order')
    await page.getByRole('status').getByText('Put it back in F-02 Needed: COPPER').waitFor()
    await lookHere(page, 'packing')
    await scan('036000291452')
    await said('Right piece. COPPER lamp, 2 of 2')
    await scan('COPPER')
    await said('One too many. All 2 are packed already')
    await scan('041771659204')
    await said('Nobody knows this code')
    expect(new Set(await heard())).toEqual(new Set([240, 180, 880, 140]))
    await count('COPPER').getByText('2 of 2').waitFor()
    // What is not packed whole leaves only as a part.
    await page.getByRole('button', { name: /^Send \d of 3$/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Ship and next' }).count()).toBe(0)
  }, 90_000)

  it('keeps what is packed over a reload, and shows what a colleague packs', async () => {
    await page.reload()
    await count('COPPER').getByText('2 of 2').waitFor()
    const lines = (await stage.seller.call(ordersToPack, { query: { ids: [String(ids[0])] } }))[0]?.lines ?? []
    const brass = lines.find(({ sku }) => sku === 'BRASS')?.id ?? 0
    await stage.seller.call(packPieces, { body: { orderId: ids[0] ?? 0, itemId: brass, by: 1 } })
    await count('BRASS').getByText('1 of 1').waitFor()
    await page.getByText('All pieces are packed').waitFor()
    // By keys alone: one out again, and in.
    await field().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Backspace')
    await count('BRASS').getByText('0 of 1').waitFor()
    await page.keyboard.press(' ')
    await count('BRASS').getByText('1 of 1').waitFor()
    await said('All 3 are packed. Scan the label')
  }, 60_000)

  it('takes the label last, warns of one that looks wrong, ships, and goes on to the next', async () => {
    await scan('COPPER')
    await said('One too many. All 2 are packed already')
    await scan('LABEL-7')
    await page.getByRole('status').getByText('No carrier that Motto knows').waitFor()
    await page.keyboard.press('Backspace')
    await said('Label taken away')
    await scan('1Z999AA10123456784')
    await said('Tracking number 1Z999AA10123456784, UPS')
    // The first Enter may come so soon that it passes for the scanner's own.
    await until('BOX-1 leaves', async () => {
      await page.keyboard.press('Enter')
      return (await read(ids[0] ?? 0)).state === 'shipped'
    })
    await said('BOX-1 shipped')
    await page.getByRole('heading', { name: 'BOX-2' }).waitFor()
    expect(await read(ids[0] ?? 0)).toMatchObject({
      state: 'shipped',
      shippingDetails: { trackingNumber: '1Z999AA10123456784' },
    })
    // A scan while a button has the focus is a scan.
    await page.getByRole('button', { name: 'Sound on' }).click()
    await page.getByRole('button', { name: 'Sound off' }).focus()
    const before = (await heard()).length
    await scan('IRON')
    await said('The piece is packed. Scan the label')
    expect(await heard()).toHaveLength(before)
    await page.keyboard.press('Control+Enter')
    await said('No tracking number')
    await page.keyboard.press('Control+Enter')
    await said('BOX-2 shipped')
    await page.getByText('This order was shipped.').waitFor()
    expect((await read(ids[1] ?? 0)).state).toBe('shipped')
    await page.getByRole('button', { name: 'Sound off' }).click()
  }, 60_000)
})
