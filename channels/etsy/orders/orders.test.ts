import { describe, expect, it } from 'vitest'
import { meaningOf } from '#domain/orders/intake/pieces.ts'
import { ChannelError } from '../../channel.ts'
import { errorOfAnswer } from '../errors.ts'
import { etsy } from '../index.ts'
import { toOrder } from './orders.ts'
import { Receipt } from '../wire.ts'

const usd = (amount: number) => ({ amount, divisor: 100, currency_code: 'USD' })
const receipt = (more: object = {}) =>
  Receipt.parse({
    receipt_id: 3_300_001_031,
    buyer_user_id: 810,
    buyer_email: null,
    name: 'Maya Lindholm',
    first_line: '412 Juniper Street',
    city: 'Eugene',
    state: 'OR',
    zip: '97401',
    country_iso: 'US',
    status: 'Paid',
    is_paid: true,
    is_shipped: false,
    created_timestamp: 1_760_000_000,
    updated_timestamp: 1_760_000_100,
    grandtotal: usd(4310),
    total_price: usd(3600),
    total_shipping_cost: usd(550),
    total_tax_cost: usd(260),
    discount_amt: usd(100),
    transactions: [
      {
        transaction_id: 1,
        sku: 'MUG-1',
        title: 'Mug',
        quantity: 2,
        price: usd(1800),
        shipping_cost: usd(550),
        paid_timestamp: 1_760_000_000,
      },
    ],
    ...more,
  })

describe('ORD-137 what a receipt means', () => {
  it.each([
    ['open', { status: 'open', is_paid: false }, 'open', 'open', 'open'],
    ['payment processing', { status: 'payment processing', is_paid: false }, 'open', 'open', 'open'],
    ['paid', {}, 'open', 'paid', 'open'],
    ['completed', { status: 'Completed', is_shipped: true }, 'shipped', 'paid', 'shipped'],
    ['canceled', { status: 'canceled' }, 'cancelled', 'paid', 'open'],
    ['canceled as its payment failed', { status: 'canceled', is_paid: false }, 'cancelled', 'void', 'open'],
    ['fully refunded', { status: 'fully refunded' }, 'cancelled', 'refunded', 'open'],
    ['partially refunded', { status: 'partially refunded' }, 'open', 'partly_refunded', 'open'],
    ['refunded, though its status is silent', { refunds: [{ amount: usd(4310) }] }, 'cancelled', 'refunded', 'open'],
    [
      'refunded in part, though its status is silent',
      { refunds: [{ amount: usd(500) }] },
      'open',
      'partly_refunded',
      'open',
    ],
    ['refunded after it was shipped', { status: 'fully refunded', is_shipped: true }, 'shipped', 'refunded', 'shipped'],
  ])('%s', (_what, more, state, payment, shipping) => {
    const order = toOrder(receipt(more))
    expect({ state: meaningOf(order).state, payment: order.payment, shipping: order.shipping }).toEqual({
      state,
      payment,
      shipping,
    })
  })
})

it('an Etsy order is to be shipped by the earliest expected ship date of its lines', () => {
  const [line] = receipt().transactions
  const transactions = [1_795_564_800, 1_795_478_400, null].map((day) => ({ ...line, expected_ship_date: day }))
  expect(toOrder(receipt({ transactions })).shipBy).toEqual(new Date(1_795_478_400_000))
  expect(toOrder(receipt()).shipBy).toBeNull()
})

it('ORD-258 amounts are minor units, and add up to the total', () => {
  const order = toOrder(receipt())
  expect(order).toMatchObject({
    subtotal: 3600,
    shippingCost: 550,
    taxAmount: 260,
    discountAmount: 100,
    totalAmount: 4310,
  })
  expect(order.lines).toMatchObject([{ sku: 'MUG-1', price: 1800, quantity: 2, sent: 0, shippingCost: 550 }])
  const yen = { amount: 1800, divisor: 1, currency_code: 'JPY' }
  expect(toOrder(receipt({ grandtotal: yen, total_price: yen })).subtotal).toBe(1800)
})

describe('a refusal', () => {
  const now = new Date('2026-11-22T10:00:00Z')
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({ status, body, headers })
  it.each([
    ['A readiness_state_id is required for physical listings.', 'processingProfileId'],
    ['quantity cannot be greater than 999', 'quantity'],
    ["Property values can't be empty", 'variations'],
    ["Expected float value for 'price' (got NULL).", 'price'],
    ['There was a problem with /item/weight : Invalid Shipping Data', 'sizeAndWeight'],
    ['Must supply all required attributes', 'properties'],
    ['A listing contains invalid characters /tags', 'tags'],
    ['Listings are only allowed 20 images', 'images'],
  ])('"%s" is shown at its field', (error, field) => {
    expect(errorOfAnswer(answer(400, { error }), true, now)).toMatchObject({
      kind: 'invalid',
      fields: { [field]: error },
    })
  })

  it('tells an ended token, a lacking permission, a full second and a used up day apart', () => {
    const kinds = [
      answer(401, { error: 'invalid_token', error_description: 'access token is expired' }),
      answer(403, { error: 'insufficient_scope', error_description: 'Access token lacks scope' }),
      answer(429, { error: 'too fast' }, { 'retry-after': '1', 'x-remaining-today': '812' }),
      answer(429, { error: 'too many' }, { 'retry-after': '600', 'x-remaining-today': '0' }),
      answer(500, { error: 'Server Error' }),
    ].map((reply) => errorOfAnswer(reply, true, now))
    expect(kinds.map(({ kind }) => kind)).toEqual(['unauthorized', 'forbidden', 'rate_limited', 'quota', 'unavailable'])
    expect(kinds[3]).toMatchObject({ scope: 'app', resetAt: new Date('2026-11-22T10:10:00Z') })
    expect(kinds.every((error) => error instanceof ChannelError)).toBe(true)
    expect(kinds[4]?.maybeDone).toBe(true)
  })
})

describe('the admin page', () => {
  it("ORD-057 ORD-091 of an order is Etsy's own", () => {
    expect(
      etsy.orders?.adminUrl({ externalOrderId: '3300001031', shop: '', origins: { web: 'https://www.etsy.com' } }),
    ).toBe('https://www.etsy.com/your/orders/sold?order_id=3300001031')
  })
})
