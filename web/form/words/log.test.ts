import { describe, expect, it } from 'vitest'
import { changesInWords, valueInWords } from './log.ts'

describe('a value of the audit log', () => {
  it.each([
    ['a channel’s own status', 'shippingStatus', 'NOT_STARTED', 'Not started'],
    ['a status in small letters', 'paymentStatus', 'partially_refunded', 'Partially refunded'],
    ['a constant of a channel', 'inventoryPolicy', 'FIXED_PRICE', 'Fixed price'],
    ['a key of Shopify', 'location', 'gid://shopify/Location/7', 'chosen'],
    ['keys of Shopify', 'collectionIds', ['gid://shopify/Collection/1', 'gid://shopify/Collection/2'], '2 chosen'],
    ['a number that is a key', 'categoryId', 9355, 'chosen'],
    ['a role', 'roleId', 5, 'Guest'],
    ['an amount in cents', 'price', 1950, '$19.50'],
    ['pieces', 'quantity', 1200, '1,200'],
    ['a moment', 'paymentDate', '2026-11-20T12:00:00.000Z', 'Nov 20, 2026'],
    ['a channel', 'channel', 'bigcommerce', 'BigCommerce'],
    ['HTML', 'description', '<p>Light <b>and</b> cool.</p>', 'Light and cool.'],
    [
      'attributes',
      'attributes',
      [
        { name: 'Brand', value: 'Aa' },
        { name: 'Size', value: '' },
      ],
      'Brand: Aa, Size',
    ],
    ['an order’s lines', 'lines', [{ sku: 'A', quantity: 2 }], '2 × A'],
    ['many', 'tags', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'a, b, c, d, e and 2 more'],
    ['what has no name', 'images', [{ url: 'x' }, { url: 'y' }], '2 entries'],
    ['nothing', 'tags', [], 'empty'],
    ['a switch', 'sync', false, 'no'],
  ])('%s', (_what, field, value, words) => expect(valueInWords(field, value)).toBe(words))
})

describe('what changed', () => {
  it('is told part by part, as far as it changed, under names of words', () => {
    expect(
      changesInWords(
        { shippingAddress: { line1: '1 Rose St', city: 'Portland' }, trackingNumber: '' },
        { shippingAddress: { line1: '2 Rose St', city: 'Portland' }, trackingNumber: '9400' },
      ),
    ).toEqual([
      { field: 'Shipping address, address line 1', from: '1 Rose St', to: '2 Rose St' },
      { field: 'Tracking number', from: 'empty', to: '9400' },
    ])
  })
  it('says that a choice changed where only its keys are known', () => {
    expect(
      changesInWords(
        { overrides: { fulfillmentPolicyId: '1', title: 'A' } },
        { overrides: { fulfillmentPolicyId: '2', title: 'B' } },
      ),
    ).toEqual([
      { field: 'Overrides, fulfillment policy', from: 'chosen', to: 'changed' },
      { field: 'Overrides, title', from: 'A', to: 'B' },
    ])
  })
  it('says nothing of what stayed, and of what is new and empty', () => {
    expect(changesInWords({ list: true, sync: false }, { list: true, sync: true })).toEqual([
      { field: 'Sync', from: 'no', to: 'yes' },
    ])
    expect(changesInWords(null, { sku: 'A', title: '', tags: [] })).toEqual([{ field: 'SKU', to: 'A' }])
  })
})
