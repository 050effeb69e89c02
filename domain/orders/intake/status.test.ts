import { describe, expect, it } from 'vitest'
import { type ToldOrder, canShip, chipTone, inTab, isCompleted, orderStated, statusWords } from './status.ts'

const order = {
  state: 'open',
  stage: '',
  shipping: 'open',
  payment: 'open',
  orderStatus: 'NOT_STARTED',
  shippingStatus: 'NOT_STARTED',
  paymentStatus: 'PENDING',
  readyToShip: false,
} as const satisfies ToldOrder & { readyToShip: boolean }

describe('chipTone', () => {
  it.each([
    ['shipping', { shipping: 'shipped' }, 'success'],
    ['shipping', { shipping: 'open' }, 'warning'],
    ['shipping', { shipping: 'partly' }, 'warning'],
    ['shipping', { shipping: 'none' }, 'neutral'],
    ['payment', { payment: 'paid' }, 'success'],
    ['payment', { payment: 'open' }, 'neutral'],
    ['payment', { payment: 'refunded' }, 'neutral'],
    ['order', { stage: 'done' }, 'success'],
    ['order', { state: 'shipped' }, 'success'],
    ['order', { state: 'shipped', stage: 'open' }, 'neutral'],
    ['order', { stage: 'open' }, 'neutral'],
    ['order', { state: 'cancelled' }, 'neutral'],
  ] as const)('ORD-138..ORD-144 the %s chip of %o is %s', (kind, meaning, tone) => {
    expect(chipTone(kind, { ...order, ...meaning })).toBe(tone)
  })
})

it("a status is told in plain words, with its channel's spelling behind it", () => {
  expect(orderStated('shipping', order)).toEqual({
    label: 'Not started',
    tone: 'warning',
    why: 'Shipping: NOT_STARTED',
  })
  expect(orderStated('shipping', { ...order, state: 'cancelled' }).tone).toBe('neutral')
  expect(orderStated('payment', { ...order, payment: 'paid', paymentStatus: 'Paid' })).toEqual({
    label: 'Paid',
    tone: 'success',
    why: 'Payment',
  })
})

describe('canShip', () => {
  it('ORD-113 ORD-114 what is not sent whole, unless the order is done or was cancelled', () => {
    expect((['open', 'partly', 'shipped', 'none'] as const).map((shipping) => canShip({ ...order, shipping }))).toEqual(
      [true, true, false, false],
    )
    expect(canShip({ ...order, stage: 'done' })).toBe(false)
    expect(canShip({ ...order, state: 'cancelled' })).toBe(false)
  })
})

describe('tabs', () => {
  it('ORD-047 Open holds an open order, even one that is sent', () => {
    expect(inTab({ ...order, stage: 'open', shipping: 'shipped' }, 'open')).toBe(true)
  })
  it('ORD-048 Open holds what is not sent whole', () => {
    expect(inTab({ ...order, stage: 'done' }, 'open')).toBe(true)
    expect(inTab({ ...order, shipping: 'partly' }, 'open')).toBe(true)
    expect(inTab({ ...order, shipping: 'shipped' }, 'open')).toBe(false)
    expect(inTab({ ...order, shipping: 'none' }, 'open')).toBe(false)
  })
  it('ORD-049 Ready to Ship holds what is flagged', () => {
    expect(inTab({ ...order, readyToShip: true, shipping: 'shipped' }, 'readyToShip')).toBe(true)
  })
  it.each([
    [{}, false],
    [{ payment: 'paid' }, true],
    [{ payment: 'none' }, true],
    [{ payment: 'paid', shipping: 'partly' }, true],
    [{ payment: 'partly_refunded' }, true],
    [{ payment: 'partly' }, false],
    [{ payment: 'failed' }, false],
    [{ payment: 'refunded' }, false],
    [{ payment: 'paid', stage: 'done' }, false],
    [{ payment: 'paid', shipping: 'shipped' }, false],
  ] as const)(
    'ORD-050 ORD-053 Ready to Ship holds what is to be sent, and paid or without a word on payment: %o',
    (o, is) => {
      expect(inTab({ ...order, ...o }, 'readyToShip')).toBe(is)
    },
  )
  it('ORD-045 ORD-051 ORD-052 Completed holds orders that are done, and sent ones that are paid', () => {
    const completed = [
      { stage: 'done' },
      { shipping: 'shipped', payment: 'paid' },
      { shipping: 'none', payment: 'paid' },
    ]
    const pending = [{ shipping: 'shipped' }, { payment: 'paid' }, { shipping: 'shipped', payment: 'refunded' }]
    const are = (all: object[]) => all.map((o) => isCompleted({ ...order, ...o }))
    expect([are(completed), are(pending)]).toEqual([
      [true, true, true],
      [false, false, false],
    ])
  })
  it('a cancelled order is neither open nor ready to ship', () => {
    const cancelled = { ...order, state: 'cancelled', stage: 'open', payment: 'paid', readyToShip: true } as const
    expect(inTab(cancelled, 'open') || inTab(cancelled, 'readyToShip')).toBe(false)
    expect(inTab(cancelled, 'all')).toBe(true)
  })
})

describe('statusWords', () => {
  it.each([
    ['FULLY_REFUNDED', 'Fully refunded'],
    ['NOT_STARTED', 'Not started'],
    ['PAID', 'Paid'],
    ['payment processing', 'Payment processing'],
    ['Awaiting Fulfillment', 'Awaiting Fulfillment'],
    ['Shipped', 'Shipped'],
    ['', ''],
  ])('%s is said as "%s"', (status, words) => expect(statusWords(status)).toBe(words))
})
