import { expect, it } from 'vitest'
import { channelWords, listState } from './list-state.ts'

type Listed = Parameters<typeof listState>[0]
const toShip: Listed = { state: 'open', stage: '', shipping: 'open', payment: 'paid', oversold: false, held: false }

it.each<[string, Partial<Listed>]>([
  ['Ready to ship', {}],
  ['Ready to ship', { stage: 'open', payment: 'none' }],
  ['Ready to ship', { payment: 'partly_refunded' }],
  ['Unpaid', { payment: 'open' }],
  ['Partially paid', { payment: 'partly' }],
  ['Payment failed', { payment: 'failed' }],
  ['Partially shipped', { shipping: 'partly' }],
  ['Shipped', { state: 'shipped', shipping: 'shipped' }],
  ['Shipped', { state: 'shipped', shipping: 'shipped', payment: 'open' }],
  ['Refunded', { state: 'shipped', shipping: 'shipped', payment: 'refunded' }],
  ['Completed', { state: 'shipped', stage: 'done', shipping: 'none' }],
  ['Completed', { shipping: 'none' }],
  ['Unpaid', { shipping: 'none', payment: 'open' }],
  ['Open', { shipping: 'none', payment: 'none' }],
  ['Oversold', { oversold: true }],
  ['Oversold', { oversold: true, held: true, payment: 'open' }],
  ['On hold', { held: true }],
  // Nothing keeps it from being shipped any more.
  ['Shipped', { state: 'shipped', shipping: 'shipped', oversold: true, held: true }],
  ['Cancelled', { state: 'cancelled', oversold: true, held: true }],
])('ORD-044 the list shows an order as %s where it is %o', (label, change) => {
  expect(listState({ ...toShip, ...change }).label).toBe(label)
})

it('the channel’s own words are told once each', () => {
  const words = { ...toShip, orderStatus: 'NOT_STARTED', shippingStatus: 'NOT_STARTED', paymentStatus: 'PAID' }
  expect(channelWords(words, 'eBay')).toBe('eBay: Not started, Paid')
  expect(channelWords({ ...words, orderStatus: '', shippingStatus: '', paymentStatus: '' }, 'eBay')).toBe('')
})
