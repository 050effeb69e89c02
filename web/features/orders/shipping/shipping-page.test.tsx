// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { orderProfit } from '#contract/analytics/profit.ts'
import { orderHistory, orderTags } from '#contract/orders/handling.ts'
import { getOrder, updateShipping } from '#contract/orders/orders.ts'
import { clientUsers } from '#contract/organizations/organizations.ts'
import { orderUndoing } from '#contract/orders/refunds.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { anOrder, noUndoing, type Order } from '#web/testing/orders.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import {
  all,
  focusOn,
  nameOf,
  press,
  pressKey,
  says,
  submit,
  theOne,
  type,
  until,
  valueOf,
} from '#web/testing/screen.tsx'

const server = fakeServer()

beforeEach(() => {
  server.answer(orderHistory, { data: [], more: false })
  server.answer(orderProfit, { profit: null })
  server.answer(orderTags, [])
  server.answer(clientUsers, [])
  server.answer(orderUndoing, noUndoing)
  server.answer(updateShipping, anOrder())
})

const withShipping = (shippingDetails: Partial<Order['shippingDetails']>, over: Partial<Order> = {}) =>
  anOrder({ ...over, shippingDetails: { ...anOrder().shippingDetails, ...shippingDetails } })
const open = async (order: Order = anOrder()) => {
  server.answer(getOrder, { order, channelOrder: null })
  await renderPage('/order/41?dialog=shipping')
  return theOne('dialog', 'Shipping')
}
const sent = () => server.calls(updateShipping).map(({ body }) => body)

describe('the shipping dialog', () => {
  it('ORD-092..ORD-108 ORD-112 it has the address, the size, the service and the hint of eBay', async () => {
    const address = { name: 'Ana Lima', company: 'Lima Ltd', line1: '5 Rua Nova', city: 'Porto', region: 'PT' }
    const dialog = await open(withShipping({ shippingAddress: { ...address, postalCode: '4000' } }))
    const values = Object.fromEntries(
      all('field', /./, dialog).map((field) => [nameOf(field), (field as HTMLInputElement).value]),
    )
    expect(values).toMatchObject({
      'Full Name': 'Ana Lima',
      'Company Name': 'Lima Ltd',
      'E-mail': 'ana@example.com',
      Phone: '',
      'Address Line 1': '5 Rua Nova',
      'Address Line 2': '',
      City: 'Porto',
      State: 'PT',
      Zip: '4000',
      Country: '',
      L: '',
      W: '',
      H: '',
      'Size Unit': 'in',
      Weight: '',
      'Weight Unit': 'lb',
    })
    await says('Ebay can only print labels for USPS services')
    await type('Shipping Service', 'USPS')
    await press('option', /^USPS Priority Mail$/)
    expect(await valueOf('Shipping Service')).toBe('USPS Priority Mail')
  })

  it('ORD-109..ORD-111 ORD-115 ORD-117 Mark Shipped tells the channel the tracking number', async () => {
    const dialog = await open()
    await theOne('button', 'Save', dialog)
    await type('Tracking Number', '9405503699300412887521', dialog)
    await press('button', 'Mark Shipped', dialog)
    await says('Order Shipping Updated')
    expect(sent()).toEqual([{ orderId: 41, channel: 'ebay', action: 'ship', trackingNumber: '9405503699300412887521' }])
    await until(() => all('dialog').length === 0)
  })

  it('ORD-102..ORD-107 ORD-116 Save sends the size without shipping the order', async () => {
    const dialog = await open()
    for (const [field, value] of [
      ['L', '30'],
      ['W', '20'],
      ['H', 'tall'],
      ['Weight', '1.5'],
    ] as const)
      await type(field, value, dialog)
    await press('button', 'Save', dialog)
    await says('“tall” is not a number.')
    expect(sent()).toEqual([])
    await type('H', '10', dialog)
    await press('button', 'Save', dialog)
    await says('Order Shipping Updated')
    expect(sent()).toMatchObject([
      { sizeAndWeight: { length: 30, width: 20, height: 10, sizeUnit: 'in', weight: 1.5, weightUnit: 'lb' } },
    ])
    expect(sent()[0]?.action).toBeUndefined()
  })

  it('ORD-119 a refused save says so, and what is wrong at its field', async () => {
    server.answer(updateShipping, anOrder())
    server.refuseInvalid(updateShipping)
    const dialog = await open()
    await type('Tracking Number', 'x'.repeat(201), dialog)
    await press('button', 'Save', dialog)
    await says('Update failed')
    await says('Failed to update shipping.')
    await says('At most 200 characters.', dialog)
  })

  it('ORD-109 Escape or Back asks before a typed number is lost', async () => {
    server.answer(getOrder, { order: anOrder(), channelOrder: null })
    const page = await renderPage('/order/41')
    await press('button', 'Mark Shipped')
    const dialog = await theOne('dialog', 'Shipping')
    await type('Tracking Number', '94001', dialog)
    for (const leave of [() => pressKey('Escape'), () => history.back()]) {
      leave()
      await press('button', 'Keep editing', await theOne('dialog', 'Close without saving?'))
      await until(() => all('dialog', 'Close without saving?').length === 0)
      expect(await valueOf('Tracking Number', dialog)).toBe('94001')
      await focusOn('field', 'Tracking Number', dialog)
    }
    pressKey('Escape')
    await press('button', 'Close', await theOne('dialog', 'Close without saving?'))
    await until(() => all('dialog').length === 0)
    expect(page.address()).toBe('/order/41')
    expect(sent()).toEqual([])
  })

  it('ORD-111 ORD-116 Enter corrects the number of an order that was shipped before', async () => {
    const shipped = withShipping(
      { trackingNumber: 'OLD-1' },
      { channel: 'manual', state: 'shipped', shipping: 'shipped' },
    )
    const dialog = await open(shipped)
    await says('This order is already shipped')
    await type('Tracking Number', 'NEW-2', dialog)
    submit(dialog)
    await says('Order Shipping Updated')
    expect(sent()).toEqual([{ orderId: 41, channel: 'manual', trackingNumber: 'NEW-2' }])
  })

  it('ORD-113 Enter does not overwrite the number of a colleague who shipped meanwhile', async () => {
    const order = anOrder({ channel: 'manual' })
    const dialog = await open(order)
    await type('Tracking Number', 'MINE-1', dialog)
    server.answer(getOrder, {
      order: withShipping({ trackingNumber: 'THEIRS-1' }, { ...order, state: 'shipped', shipping: 'shipped' }),
      channelOrder: null,
    })
    server.tell('orders')
    await says('This order is already shipped', dialog)
    submit(dialog)
    expect(sent()).toEqual([])
  })

  it('ORD-113 ORD-114 an order that is shipped or completed cannot be marked shipped', async () => {
    for (const over of [
      { state: 'shipped', shipping: 'shipped' },
      { state: 'open', stage: 'done', orderStatus: 'COMPLETED' },
    ] as const) {
      const dialog = await open(anOrder(over))
      expect(((await theOne('button', 'Mark Shipped', dialog)) as HTMLButtonElement).disabled).toBe(true)
    }
  })
})
