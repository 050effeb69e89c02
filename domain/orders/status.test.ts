import { describe, expect, it } from 'vitest'
import { canShip, chipTone, orderStated, inTab, isCompleted, mainStatus, statusWords } from './status.ts'

describe('chipTone', () => {
  it.each([
    ['shipping', 'FULFILLED', 'success'],
    ['shipping', 'completed', 'success'],
    ['shipping', 'Shipped', 'success'],
    ['shipping', 'Awaiting Fulfillment', 'warning'],
    ['shipping', 'OPEN', 'warning'],
    ['shipping', 'NOT_STARTED', 'warning'],
    ['shipping', 'UNFULFILLED', 'warning'],
    ['shipping', 'PARTIALLY_FULFILLED', 'warning'],
    ['shipping', 'Label Created', 'neutral'],
    ['payment', 'PAID', 'success'],
    ['payment', 'COMPLETED', 'success'],
    ['payment', 'proposed', 'neutral'],
    ['payment', 'open', 'neutral'],
    ['payment', 'refunded', 'neutral'],
    ['order', 'Completed', 'success'],
    ['order', 'shipped', 'success'],
    ['order', 'open', 'neutral'],
    ['order', 'disputed', 'neutral'],
  ] as const)('ORD-138..ORD-144 the %s chip of %s is %s', (kind, status, tone) => {
    expect(chipTone(kind, status)).toBe(tone)
  })
})

it("a status is told in plain words, with its channel's spelling behind it", () => {
  expect(orderStated('shipping', 'NOT_STARTED')).toEqual({
    label: 'Not started',
    tone: 'warning',
    why: 'Shipping: NOT_STARTED',
  })
  expect(orderStated('shipping', 'NOT_STARTED', 'cancelled').tone).toBe('neutral')
  expect(orderStated('payment', 'Paid')).toEqual({ label: 'Paid', tone: 'success', why: 'Payment' })
})

it('one status says most: shipping, unless the order was cancelled or has none', () => {
  const ebay = {
    state: 'open',
    orderStatus: 'NOT_STARTED',
    shippingStatus: 'IN_PROGRESS',
    paymentStatus: 'PAID',
  } as const
  expect(mainStatus(ebay)).toMatchObject({ label: 'In progress', tone: 'warning' })
  expect(mainStatus({ ...ebay, state: 'cancelled', orderStatus: 'Canceled' })).toMatchObject({ label: 'Canceled' })
  expect(mainStatus({ ...ebay, orderStatus: '', shippingStatus: '' })).toMatchObject({ label: 'Open', tone: 'neutral' })
})

const order = { state: 'open', orderStatus: '', shippingStatus: '', paymentStatus: '', readyToShip: false } as const

describe('canShip', () => {
  it('ORD-113 not when shipping is fulfilled or shipped', () => {
    expect(
      ['FULFILLED', 'Shipped', 'UNFULFILLED', 'NOT_STARTED', 'Label Created', ''].map((shippingStatus) =>
        canShip({ ...order, shippingStatus }),
      ),
    ).toEqual([false, false, true, true, true, true])
  })
  it('ORD-114 not when the order is completed', () => {
    expect(canShip({ ...order, orderStatus: 'Completed' })).toBe(false)
  })
  it('not when the order was cancelled', () => {
    expect(canShip({ ...order, state: 'cancelled' })).toBe(false)
  })
})

describe('tabs', () => {
  it('ORD-047 Open holds an open order, even a fulfilled one', () => {
    expect(inTab({ ...order, orderStatus: 'OPEN', shippingStatus: 'FULFILLED' }, 'open')).toBe(true)
  })
  it('ORD-048 Open holds what is not fulfilled or shipped', () => {
    expect(inTab({ ...order, orderStatus: 'paid', shippingStatus: 'UNFULFILLED' }, 'open')).toBe(true)
    expect(inTab({ ...order, orderStatus: 'paid', shippingStatus: 'shipped' }, 'open')).toBe(false)
  })
  it('ORD-049 Ready to Ship holds what is flagged', () => {
    expect(inTab({ ...order, readyToShip: true, shippingStatus: 'shipped' }, 'readyToShip')).toBe(true)
  })
  it('ORD-050 ORD-053 Ready to Ship holds what is unsent, paid or without a word on payment, in any spelling', () => {
    expect(
      inTab(
        { ...order, orderStatus: 'NOT_STARTED', shippingStatus: 'NOT_STARTED', paymentStatus: 'PAID' },
        'readyToShip',
      ),
    ).toBe(true)
    expect(inTab(order, 'readyToShip')).toBe(true)
    expect(inTab({ ...order, paymentStatus: 'PENDING' }, 'readyToShip')).toBe(false)
    expect(inTab({ ...order, orderStatus: 'Completed' }, 'readyToShip')).toBe(false)
    expect(inTab({ ...order, shippingStatus: 'FULFILLED' }, 'readyToShip')).toBe(false)
  })
  it('ORD-051 ORD-052 Completed holds completed and paid orders, and sent ones that are paid', () => {
    expect(
      [{ orderStatus: 'COMPLETED' }, { orderStatus: 'paid' }, { shippingStatus: 'Shipped', paymentStatus: 'Paid' }].map(
        (o) => isCompleted({ ...order, ...o }),
      ),
    ).toEqual([true, true, true])
    expect(
      [{ shippingStatus: 'FULFILLED' }, { paymentStatus: 'paid' }].map((o) => isCompleted({ ...order, ...o })),
    ).toEqual([false, false])
  })
  it('ORD-048 ORD-113 what was delivered or came back is out of the house', () => {
    for (const shippingStatus of ['Delivered', 'Returned']) {
      expect(inTab({ ...order, orderStatus: 'Completed', shippingStatus }, 'open')).toBe(false)
      expect(canShip({ ...order, shippingStatus })).toBe(false)
      expect(isCompleted({ ...order, shippingStatus, paymentStatus: 'Paid' })).toBe(true)
    }
    for (const shippingStatus of ['Not Shipped', 'Label Created'])
      expect(inTab({ ...order, orderStatus: 'Open', shippingStatus }, 'open')).toBe(true)
  })
  it('a cancelled order is neither open nor ready to ship', () => {
    const cancelled = {
      ...order,
      state: 'cancelled',
      orderStatus: 'open',
      paymentStatus: 'paid',
      readyToShip: true,
    } as const
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
