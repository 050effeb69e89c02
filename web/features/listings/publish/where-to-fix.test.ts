import { expect, it } from 'vitest'
import { whereToChange, whereToFix } from './where-to-fix.ts'

const place = { productId: 7, templateId: 3, channel: 'ebay', inTemplate: true } as const

it.each([
  ['a picture is added on the product', 'images', true, { name: 'Images', to: '/product/7' }],
  [
    'a policy is chosen in the listing template',
    'paymentPolicyId',
    true,
    { name: 'Payment Policy', to: '/template/3/listing/ebay' },
  ],
  [
    'or, without one, on the integration',
    'paymentPolicyId',
    false,
    { name: 'Payment Policy', to: '/integrations/ebay' },
  ],
  ['a rate is set on the account', 'priceRule', true, { name: 'Prices', to: '/integrations/ebay' }],
  [
    'what the channel misses at the seller is seen on the account',
    'account',
    true,
    { name: 'Seller account', to: '/integrations/ebay' },
  ],
  [
    'an item specific is called by its own name',
    'aspects.Country of Origin',
    true,
    { name: 'Country of Origin', to: '/template/3/listing/ebay' },
  ],
])('%s', (_title, field, inTemplate, expected) => expect(whereToFix(field, { ...place, inTemplate })).toEqual(expected))

it.each([
  ['product', '/product/7'],
  ['attribute', '/product/7'],
  ['schema', '/template/3/listing/ebay'],
  ['account', '/integrations/ebay'],
  ['mapping', '/product/7/publish/ebay'],
  ['override', undefined],
] as const)('what comes from the %s is changed at %s', (from, expected) =>
  expect(whereToChange({ from, name: '' }, place)).toBe(expected),
)

it('a column of a sheet is called by its header, not by where it is kept', () =>
  expect(whereToFix('spreadsheets.Title', { ...place, channel: 'csv' }).name).toBe('Column Title'))
