import { describe, expect, it } from 'vitest'
import {
  builtInSources,
  filledParts,
  knownSources,
  manualNumber,
  manualState,
  whyLinesStay,
  whyNotCancelled,
  whyNotEdited,
} from './manual.ts'

describe('an order made by hand', () => {
  it('ORD-181 comes from one of fourteen sources, or another', () => {
    expect(builtInSources.join('|')).toBe(
      'POS / In-Store|Website|Phone|Email|Live Chat|Sales Rep|Showroom|Kiosk|Trade Show|Pop-Up|Event|Manual|Invoice|Wholesale',
    )
  })
  it('ORD-179 used sources stand first, each once', () => {
    const known = knownSources([
      { source: 'Craft fair', count: 3 },
      { source: 'phone', count: 1 },
    ])
    expect(known.slice(0, 3)).toEqual([
      { source: 'Craft fair', count: 3 },
      { source: 'phone', count: 1 },
      { source: 'POS / In-Store', count: 0 },
    ])
    expect(known).toHaveLength(15)
  })
  it.each([
    ['Not Shipped', 'Unpaid', 'open', 'open', true],
    ['Label Created', 'Paid', 'open', 'open', true],
    ['Shipped', 'Unpaid', 'shipped', 'Shipped', true],
    ['Delivered', 'Paid', 'shipped', 'Completed', true],
    ['Returned', 'Refunded', 'shipped', 'Completed', false],
    ['Not Shipped', 'Refunded', 'cancelled', 'Cancelled', false],
    ['Shipped', 'Refunded', 'shipped', 'Shipped', true],
    ['Not Shipped', 'Chargeback', 'open', 'open', true],
  ])('%s and %s: it is %s, "%s"; takes pieces: %s', (shippingStatus, paymentStatus, state, orderStatus, takes) => {
    expect(manualState({ shippingStatus, paymentStatus })).toMatchObject({ state, orderStatus, takes })
  })
  it.each([
    ['Not Shipped', 'Unpaid', 'open', 'open', 'open'],
    ['Label Created', '', 'open', 'open', 'none'],
    ['Shipped', 'Partially Paid', '', 'shipped', 'partly'],
    ['Partially Shipped', 'Paid', 'open', 'partly', 'paid'],
    ['Partly Shipped', 'Paid', 'open', 'partly', 'paid'],
    ['Delivered', ' PAID', 'done', 'shipped', 'paid'],
    ['Returned', 'partially_refunded', 'done', 'none', 'partly_refunded'],
    ['Not Shipped', 'Refunded', '', 'open', 'refunded'],
    ['Not Shipped', 'Chargeback', 'open', 'open', 'void'],
    ['Not Shipped', 'authorized', 'open', 'open', 'open'],
  ])(
    'ORD-047..ORD-053 ORD-221 %s and %s mean "%s", %s and %s',
    (shippingStatus, paymentStatus, stage, shipping, payment) => {
      expect(manualState({ shippingStatus, paymentStatus })).toMatchObject({ stage, shipping, payment })
    },
  )
  it('is cancelled and changed here; one of a channel is not, and says where', () => {
    expect(whyNotCancelled({ channel: 'manual', state: 'open' })).toBeUndefined()
    expect(whyNotCancelled({ channel: 'manual', state: 'shipped' })).toMatch(/shipped order/)
    expect(whyNotCancelled({ channel: 'ebay', state: 'open' })).toBe(
      'This order is from eBay. Cancel it on eBay, and Motto updates automatically.',
    )
    expect(whyNotEdited({ channel: 'manual' })).toBeUndefined()
    expect(whyNotEdited({ channel: 'shopify' })).toMatch(/is from Shopify/)
    expect(whyLinesStay('open')).toBeUndefined()
  })
  it('ORD-321 ORD-345 has a number of MAN- and eight signs', () => {
    expect([manualNumber(() => 0), manualNumber(() => 0.999999)]).toEqual(['MAN-22222222', 'MAN-ZZZZZZZZ'])
  })
  it('ORD-317 keeps no empty part of an address, nor a country alone', () => {
    expect(filledParts({ name: ' Ana ', company: ' ', line1: '', country: 'US' })).toEqual({
      name: 'Ana',
      country: 'US',
    })
    expect(filledParts({ name: '', country: 'US' })).toEqual({})
  })
})
