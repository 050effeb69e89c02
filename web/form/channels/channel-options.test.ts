import { expect, it } from 'vitest'
import { ebay } from '#contract/channels/ebay.ts'
import { shopify } from '#contract/channels/shopify.ts'
import type { Field } from '#contract/channels/describe.ts'
import { optionsOf } from './channel-options.ts'

const asks = (fields: readonly Field[], name: string) => {
  const options = fields.find((field) => field.name === name)?.asks
  if (!options) throw new Error(`${name} asks for nothing`)
  return options
}
const policy = { paymentPolicyId: '6100', name: 'Pay at once', marketplaceId: 'EBAY_US' }

it.each([
  [
    'LST-186 LST-189 an eBay location by name and town; one that is switched off cannot be chosen',
    asks(ebay.fields, 'locationId'),
    [
      { merchantLocationKey: 'main', name: 'Workshop', city: 'Portland', stateOrProvince: 'OR', enabled: true },
      { merchantLocationKey: 'old', name: '', city: '', enabled: false },
    ],
    [
      { value: 'main', label: 'Workshop, Portland, OR' },
      { value: 'old', label: 'old', disabled: true },
    ],
  ],
  [
    'LST-193 LST-194 a policy out of the list of its kind',
    asks(ebay.fields, 'paymentPolicyId'),
    { paymentPolicies: [policy], returnPolicies: [] },
    [{ value: '6100', label: 'Pay at once' }],
  ],
  [
    'LST-363 a Shopify location that is closed says so',
    asks(shopify.fields, 'locationId'),
    [{ id: '5', name: 'Cellar', isActive: false }],
    [{ value: '5', label: 'Cellar (closed)', disabled: true }],
  ],
  ['nothing, before an answer is there', asks(shopify.fields, 'collectionIds'), undefined, []],
])('%s', (_title, input, answer, options) => expect(optionsOf(answer, input)).toEqual(options))
