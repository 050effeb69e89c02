import { type IntegrationTab, toIntegrations, toProduct, toPublish, toTemplateListing } from '#web/addresses.ts'
import { placeOf } from '#web/form/products/place-of.ts'
import { expect, it } from 'vitest'
import { whereToChange, whereToFix } from './where-to-fix.ts'

const place = { productId: 7, templateId: 3, channel: 'ebay', inTemplate: true } as const
const ofTemplate = toTemplateListing(3, 'ebay', { account: 5 })
const ofAccount = (tab: IntegrationTab) => toIntegrations('ebay', { account: 5 }, tab)

it.each([
  ['a picture is added on the product', 'images', true, 'Images', toProduct(7)],
  ['a policy is chosen in the listing template', 'paymentPolicyId', true, 'Payment Policy', ofTemplate],
  ['or, without one, on the integration', 'paymentPolicyId', false, 'Payment Policy', ofAccount('defaults')],
  ['a rate is set on the account', 'priceRule', true, 'Prices', ofAccount('prices')],
  [
    'what the channel misses at the seller is seen on the account',
    'account',
    true,
    'Seller account',
    ofAccount('health'),
  ],
  ['an item specific is called by its own name', 'aspects.Country of Origin', true, 'Country of Origin', ofTemplate],
])('%s', (_title, field, inTemplate, name, link) =>
  expect(whereToFix(field, { ...place, inTemplate }, 5)).toEqual({ name, link }),
)

it.each([
  ['product', { ...toProduct(7), hash: placeOf('condition') }],
  ['attribute', { ...toProduct(7), hash: placeOf('condition') }],
  ['schema', ofTemplate],
  ['account', ofAccount('defaults')],
  ['mapping', toPublish(7, 'ebay', { account: 5, mapping: 'values', field: 'Condition' })],
  ['override', undefined],
] as const)('what comes from the %s is changed at %o', (from, link) =>
  expect(whereToChange({ from, name: 'condition' }, place, 'Condition', 5)).toEqual(link),
)

it('a column of a sheet is called by its header, not by where it is kept', () =>
  expect(whereToFix('spreadsheets.Title', { ...place, channel: 'csv' }).name).toBe('Column Title'))
