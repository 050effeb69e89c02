import { describe, expect, it } from 'vitest'
import { type WrittenEntry, datedWords, historyWords } from './history.ts'

const about = { channel: 'ebay', currency: 'EUR' }
const say = (action: string, now: WrittenEntry['new'] = null, old: WrittenEntry['old'] = null) =>
  historyWords({ action, old, new: now }, about)

describe('what happened to an order', () => {
  it('begins with what stock answered and what its channel said', () => {
    expect(say('imported', { promised: 2, short: 1, orderStatus: 'OPEN', paymentStatus: 'PAID' })).toEqual({
      what: 'Imported from eBay',
      details: ['2 units reserved', 'Oversold by 1 unit', 'Order: Open', 'Payment: Paid'],
    })
  })

  const before = {
    state: 'open',
    payment: 'open',
    orderStatus: 'OPEN',
    shippingStatus: 'NOT_STARTED',
    paymentStatus: 'PENDING',
  }
  it.each([
    [{ payment: 'paid', paymentStatus: 'PAID' }, 'Paid on eBay', ['Payment: Pending → Paid']],
    [{ state: 'shipped', shippingStatus: 'FULFILLED' }, 'Shipped on eBay', ['Shipping: Not started → Fulfilled']],
    [{ state: 'cancelled', orderStatus: 'CANCELED' }, 'Cancelled on eBay', ['Order: Open → Canceled']],
    [
      { payment: 'partly_refunded', paymentStatus: 'PARTIALLY_REFUNDED' },
      'Partially refunded on eBay',
      ['Payment: Pending → Partially refunded'],
    ],
    [{ payment: 'refunded' }, 'Refunded on eBay', []],
    [{}, 'Changed on eBay', []],
    [
      { off: [{ sku: 'MUG', quantity: 1 }], added: [{ sku: 'CAP', quantity: 2 }] },
      'Changed on eBay',
      ['2 × CAP added', '1 × MUG removed'],
    ],
  ])('tells the news %j of its channel', (change, what, details) => {
    expect(say('updated', { ...before, ...change }, before)).toEqual({ what, details })
  })

  it('guesses nothing from what an older entry leaves out', () => {
    expect(say('updated', before, { state: 'open', orderStatus: 'OPEN' })).toEqual({
      what: 'Changed on eBay',
      details: [],
    })
  })

  it('tells what somebody edited in words and the currency of the order', () => {
    const now = { totalAmount: 1250, notes: 'x'.repeat(200), readyToShip: true, trackingNumber: '' }
    const old = { totalAmount: 1000, notes: '', readyToShip: false, trackingNumber: '1Z' }
    expect(say('edited', now, old).details).toEqual([
      'Total: 10.00 EUR → 12.50 EUR',
      'Notes',
      'Ready to ship: no → yes',
      'Tracking number: 1Z removed',
    ])
  })

  it('tells each parcel that its channel heard of, or why it did not', () => {
    expect(say('told', { parcels: ['UPS 1Z', 'DHL 2Z'] })).toEqual({
      what: 'Tracking sent to eBay',
      details: ['UPS 1Z', 'DHL 2Z'],
    })
    expect(say('refused', { parcels: ['UPS 1Z'], reason: 'Not a number of UPS.' })).toEqual({
      what: 'Couldn’t send tracking to eBay',
      details: ['Not a number of UPS.', 'UPS 1Z'],
    })
  })

  it('tells which lines came back, and which pieces were packed by whom', () => {
    const line = { sku: 'MUG', quantity: 2 }
    expect(
      say('returned', {
        lines: [
          { ...line, restocked: true },
          { ...line, sku: '', restocked: false },
        ],
      }).details,
    ).toEqual(['2 × MUG, restocked', '2 × without a SKU, not restocked'])
    expect(say('packed', { lines: [{ ...line, by: 'Kim' }] })).toEqual({ what: 'Packed', details: ['2 × MUG by Kim'] })
  })

  it('names the rule, also of one that failed', () => {
    expect(say('rule', { rule: 'Abroad', done: ['Put on hold'] })).toEqual({
      what: 'Rule “Abroad”',
      details: ['Put on hold'],
    })
    expect(say('rule failed', { rule: 'Abroad' }).what).toBe('Rule “Abroad” failed')
  })

  it('tells what nobody wrote a sentence for by its own word', () => {
    expect(say('teleported')).toEqual({ what: 'teleported', details: [] })
  })
})

describe('what a channel dates itself', () => {
  const [bought, paid, shipped] = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => new Date(day))
  const order = {
    ...about,
    orderDate: bought ?? new Date(0),
    paymentDate: paid ?? null,
    paymentAmount: 1250,
    shippingDate: shipped ?? null,
    shipping: 'shipped' as const,
  }
  const sentences = (over: Partial<typeof order>, isToldShipped = false) =>
    datedWords({ ...order, ...over }, isToldShipped).map(({ what, details }) => [what, ...details].join(': '))

  it('is told with the moment it happened', () => {
    expect(sentences({})).toEqual(['Bought on eBay', 'Paid: 12.50 EUR', 'Shipped on eBay'])
    expect(datedWords(order, false).map(({ at }) => at)).toEqual([bought, paid, shipped])
  })

  it('is told once: not what somebody here did, and not what has not happened', () => {
    expect(sentences({}, true)).toEqual(['Bought on eBay', 'Paid: 12.50 EUR'])
    expect(sentences({ channel: 'manual', paymentDate: null, shippingDate: null })).toEqual([])
  })
})
