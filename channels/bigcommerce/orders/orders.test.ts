import { describe, expect, it } from 'vitest'
import { meaningOf } from '#domain/orders/intake/pieces.ts'
import { BigCommerceSettings } from '#contract/channels/shapes/bigcommerce.ts'
import { noConnection } from '../../testing/connection.ts'
import { bigcommerce } from '../index.ts'
import { Order } from './wire.ts'
import { pullOrders, toOrder } from './orders.ts'

/** Two mugs, paid for unless said otherwise. */
const order = (status_id: number, status: string, { shipped = 0, ...more }: { shipped?: number } & object = {}) =>
  Order.parse({
    id: 118,
    customer_id: 11,
    date_created: 'Mon, 23 Nov 2026 08:00:00 +0000',
    date_modified: 'Mon, 23 Nov 2026 08:05:00 +0000',
    status_id,
    status,
    currency_code: 'USD',
    subtotal_ex_tax: '36.0000',
    total_tax: '2.6000',
    total_inc_tax: '38.6000',
    items_shipped: shipped,
    consignments: {
      shipping: [
        {
          first_name: 'Maya',
          last_name: 'Lindholm',
          line_items: [
            {
              id: 1,
              order_address_id: 1,
              name: 'Mug',
              sku: 'MUG-1',
              quantity: 2,
              quantity_shipped: shipped,
              price_ex_tax: '18.0000',
            },
          ],
        },
      ],
    },
    ...more,
  })

describe('ORD-136 what an order means by its status', () => {
  it.each([
    [1, 'Pending', {}, 'open', 'open', 'open'],
    [2, 'Shipped', { shipped: 2 }, 'shipped', 'paid', 'shipped'],
    [2, 'Shipped', {}, 'shipped', 'paid', 'shipped'],
    [3, 'Partially Shipped', { shipped: 1 }, 'open', 'paid', 'partly'],
    [4, 'Refunded', {}, 'cancelled', 'refunded', 'open'],
    [5, 'Cancelled', {}, 'cancelled', 'void', 'open'],
    [6, 'Declined', {}, 'cancelled', 'failed', 'open'],
    [7, 'Awaiting Payment', {}, 'open', 'open', 'open'],
    [8, 'Awaiting Pickup', {}, 'open', 'paid', 'open'],
    [9, 'Awaiting Shipment', {}, 'open', 'paid', 'open'],
    [10, 'Completed', {}, 'shipped', 'paid', 'shipped'],
    [11, 'Awaiting Fulfillment', {}, 'open', 'paid', 'open'],
    [12, 'Manual Verification Required', {}, 'open', 'paid', 'open'],
    [13, 'Disputed', {}, 'open', 'paid', 'open'],
    [14, 'Partially Refunded', {}, 'open', 'partly_refunded', 'open'],
  ])('%i, %s', (id, name, more, state, payment, shipping) => {
    const converted = toOrder(order(id, name, more), [])
    expect({ state: meaningOf(converted).state, payment: converted.payment, shipping: converted.shipping }).toEqual({
      state,
      payment,
      shipping,
    })
    expect(converted.words).toMatchObject({ order: name, shipping: name })
  })

  it('0, Incomplete, is a cart that nobody paid for: no order', async () => {
    const body = [order(0, 'Incomplete'), order(11, 'Awaiting Fulfillment')]
    const http = async () => ({ status: 200, headers: {}, body })
    const { items } = await pullOrders(
      { ...noConnection, http, settings: BigCommerceSettings.parse({}) },
      new Date('2026-11-23T07:00:00Z'),
    )
    expect(items.map(({ words }) => words.order)).toEqual(['Awaiting Fulfillment'])
  })
  it('a merchant may call it otherwise: its number counts', () => {
    const converted = toOrder(order(5, 'Storniert'), [])
    expect([meaningOf(converted).state, converted.words.order]).toEqual(['cancelled', 'Storniert'])
  })
})

it("ORD-060 an order leads to its page in the store's control panel", () => {
  const origins = { store: 'https://store-{shop}.mybigcommerce.com' }
  expect(bigcommerce.orders?.adminUrl({ externalOrderId: '118', shop: 'abc123', origins })).toBe(
    'https://store-abc123.mybigcommerce.com/manage/orders/118',
  )
})
