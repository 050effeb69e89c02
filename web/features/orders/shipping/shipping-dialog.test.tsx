// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { updateShipping } from '#contract/orders/orders.ts'
import { all, answer, away, nameOf, theOne, press, refusal, says, show, type } from '#web/testing/screen.tsx'
import type { Order } from '../order.ts'
import { ShippingDialog } from './shipping-dialog.tsx'

afterEach(away)

const size = { length: null, width: null, height: null, sizeUnit: 'in', weight: null, weightUnit: 'lb' }
const order = {
  id: 7,
  channel: 'etsy',
  state: 'open',
  stage: 'open',
  shipping: 'open',
  payment: 'paid',
  customer: { email: 'ana@example.com', phone: '' },
  items: [],
  shippingDetails: {
    shippingMethod: 'UPS Ground',
    trackingNumber: '',
    shippingAddress: { name: 'Ana Lima', line1: '5 Rua Nova', city: 'Porto' },
    sizeAndWeight: size,
    moreParcels: [],
    sentParcels: 0,
  },
} as unknown as Order
const openOf = (shown: Order, ...replies: ReturnType<typeof answer>[]) =>
  show(<ShippingDialog order={shown} onClose={() => undefined} />, { answers: replies })
const open = (...replies: ReturnType<typeof answer>[]) => openOf(order, ...replies)
const ship = { orderId: 7, channel: 'etsy', action: 'ship' }

it('asks for the tracking number alone; what is rarely changed is folded', async () => {
  open()
  await theOne('field', 'Tracking Number')
  const fields = all('field').filter((field) => !field.closest('details:not([open])'))
  expect(fields.map(nameOf)).toEqual(['Tracking Number'])
  expect(fields[0]?.hasAttribute('data-autofocus')).toBe(true)
})

it('ORD-115 sends what was typed alone, so that nothing a colleague corrects meanwhile is written over', async () => {
  const { sent } = open(answer(updateShipping, order))
  await type('Tracking Number', '9400 1')
  await type('City', 'Lisboa')
  await press('button', 'Mark Shipped')
  await says('Order Shipping Updated')
  expect(sent(updateShipping)).toEqual([{ ...ship, trackingNumber: '9400 1', address: { city: 'Lisboa' } }])
})

it('ORD-118 what its channel refused was saved, and is taken back where it is made undone before the next try', async () => {
  const { sent } = open(
    answer(updateShipping, refusal({ status: 502, code: 'channel_refused', message: 'The carrier is unknown.' })),
  )
  await type('Tracking Number', 'WRONG')
  await press('button', 'Mark Shipped')
  await says('Partially updated')
  await type('Tracking Number', '')
  await press('button', 'Mark Shipped')
  await says('Partially updated')
  expect(sent(updateShipping)).toEqual([
    { ...ship, trackingNumber: 'WRONG' },
    { ...ship, trackingNumber: '' },
  ])
})

it('the dialog says what each channel does with a parcel', async () => {
  openOf({ ...order, channel: 'clover' })
  await says('Clover has no shipping updates. Marking an order shipped changes it in Motto only.')
  openOf({ ...order, channel: 'bigcommerce' })
  await says('BigCommerce may email the buyer about shipping')
})
