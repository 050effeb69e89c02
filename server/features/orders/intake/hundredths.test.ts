import { expect, it } from 'vitest'
import { channelOrder, orderLine } from '../../../testing/shop/orders.ts'
import { inHundredths } from './hundredths.ts'

it.each([
  ['JPY', 1300, 130_000],
  ['USD', 1299, 1299],
  ['KWD', 12_505, 1251],
])('an order in %s of %i minor units is kept as %i hundredths, lines too', (currency, minor, hundredths) => {
  const order = channelOrder({
    currency,
    totalAmount: minor,
    paymentAmount: null,
    lines: [orderLine({ price: minor, quantity: 3 })],
  })
  expect(inHundredths(order)).toMatchObject({
    totalAmount: hundredths,
    paymentAmount: null,
    lines: [{ price: hundredths, quantity: 3 }],
  })
})
