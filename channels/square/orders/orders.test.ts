import { describe, expect, it } from 'vitest'
import { meaningOf } from '#domain/orders/intake/pieces.ts'
import { Order } from './wire.ts'
import { toOrder } from './orders.ts'
import type { Taken } from './returns.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const base = {
  id: 'CAISENgvlJ6jLWAzERDzjyHVybY',
  location_id: 'D7AVYMEAPJ3A3',
  state: 'OPEN',
  version: 1,
  created_at: '2026-05-18T16:30:49.614Z',
  updated_at: '2026-05-18T16:30:49.614Z',
  line_items: [
    {
      uid: 'line-1',
      name: 'Tee',
      variation_name: 'M, Red',
      catalog_object_id: 'VARIATION',
      quantity: '2',
      base_price_money: usd(500),
      gross_sales_money: usd(1000),
      total_tax_money: usd(60),
      total_discount_money: usd(100),
    },
  ],
  tenders: [
    { type: 'CARD', created_at: '2026-05-18T16:30:50Z', amount_money: usd(960), processing_fee_money: usd(58) },
  ],
  total_money: usd(960),
  total_tax_money: usd(60),
  total_discount_money: usd(100),
  net_amount_due_money: usd(0),
}
const shipment = (state: string, more: object = {}) => ({
  fulfillments: [{ uid: 'f-1', type: 'SHIPMENT', state, shipment_details: { ...more } }],
})
const read = (more: object = {}, adjustments: Taken = new Map()) =>
  toOrder(Order.parse({ ...base, ...more }), () => 'TEE-M-RED', adjustments)
const stateOf = (more: object, adjustments?: Taken) => meaningOf(read(more, adjustments)).state

describe("Square's orders in our words", () => {
  it('ORD-259 ORD-260 amounts are cents already, and add up', () => {
    const order = read(shipment('PROPOSED'))
    expect(order).toMatchObject({
      subtotal: 1000,
      taxAmount: 60,
      discountAmount: 100,
      totalAmount: 960,
      paymentAmount: 960,
      feeAmount: 58,
      currency: 'USD',
      paymentMethod: 'CARD',
    })
    expect(order.lines).toMatchObject([{ sku: 'TEE-M-RED', title: 'Tee - M, Red', price: 500, quantity: 2 }])
  })

  it.each([
    ['RESERVED', 'open', 'open'],
    ['PREPARED', 'open', 'open'],
    ['COMPLETED', 'shipped', 'shipped'],
    ['CANCELED', 'open', 'cancelled'],
    ['FAILED', 'open', 'cancelled'],
  ])('ORD-134 a fulfillment that is %s', (state, shipping, meaning) => {
    const order = read(shipment(state))
    expect([order.words.shipping, order.shipping, stateOf(shipment(state))]).toEqual([state, shipping, meaning])
  })

  it.each([
    ['at the till: handed over at once', { state: 'COMPLETED', version: undefined }, 'shipped', 'paid'],
    [
      'at the till, in the words of newer versions: handed over at once',
      { state: 'COMPLETED', version: undefined, fulfillments: [{ uid: 'f-1', type: 'IN_STORE', state: 'PROPOSED' }] },
      'shipped',
      'paid',
    ],
    ['unpaid, waiting', { ...shipment('PROPOSED'), tenders: [], net_amount_due_money: usd(960) }, 'open', 'open'],
    ['called off unpaid', { state: 'CANCELED', tenders: [], net_amount_due_money: usd(960) }, 'cancelled', 'void'],
    ['paid in part', { ...shipment('PROPOSED'), net_amount_due_money: usd(200) }, 'open', 'partly'],
  ])('%s', (_, more, state, payment) => {
    expect([stateOf(more), read(more).payment]).toEqual([state, payment])
  })

  it('what came back before it was sent leaves the order: on the shelf again, or lost', () => {
    const adjustment = (restocked: number, lost: number): Taken => new Map([['line-1', { restocked, lost }]])
    const refunds = [{ id: 'r-1', amount_money: usd(480), status: 'APPROVED' }]
    expect(read({ ...shipment('PROPOSED'), refunds }, adjustment(1, 0))).toMatchObject({
      payment: 'partly_refunded',
      lines: [{ quantity: 2, sent: 0, restocked: 1, lost: 0 }],
    })
    expect(read({ ...shipment('COMPLETED'), refunds }, adjustment(0, 1)).lines).toMatchObject([{ sent: 1, lost: 1 }])
  })

  it('begun pieces are whole ones, and a line of its own has no SKU', () => {
    const line = { ...base.line_items[0], quantity: '1.5' }
    expect(read({ line_items: [line] }).lines[0]?.quantity).toBe(2)
  })

  it('tells who buys, where it goes, and its number', () => {
    const recipient = {
      display_name: 'Amelia Hart',
      email_address: 'a@mail.example',
      address: {
        address_line_1: '17 Linden Road',
        locality: 'Eugene',
        administrative_district_level_1: 'OR',
        country: 'US',
      },
    }
    const sent = shipment('COMPLETED', { recipient, tracking_number: '94001', shipped_at: '2026-05-19T10:00:00Z' })
    expect(read(sent)).toMatchObject({
      number: base.id,
      trackingNumber: '94001',
      shippedAt: new Date('2026-05-19T10:00:00Z'),
      buyer: { name: 'Amelia Hart', email: 'a@mail.example' },
      shippingAddress: { name: 'Amelia Hart', line1: '17 Linden Road', city: 'Eugene', region: 'OR', country: 'US' },
    })
  })
})
