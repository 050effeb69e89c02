import { expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import type { HttpAnswer, HttpCall } from '../call.ts'
import type { EbayConnection } from './calls.ts'
import { ebay } from './index.ts'
import { noConnection } from '../testing/connection.ts'

/** An account as eBay describes it, by the end of the address. */
const account = (bodies: Record<string, unknown>): EbayConnection => ({
  ...noConnection,
  http: async ({ url }: HttpCall): Promise<HttpAnswer> => {
    const [, body] = Object.entries(bodies).find(([end]) => new URL(url).pathname.endsWith(end)) ?? []
    return { status: 200, headers: {}, body: body ?? {} }
  },
  accessToken: 't',
  origins: { api: 'https://api.example', apiz: 'https://api.example' },
  shop: '',
  settings: EbaySettings.parse({}),
  now: () => new Date(),
  uuid: () => 'u',
})
const place = (merchantLocationKey: string, merchantLocationStatus: string) => ({
  merchantLocationKey,
  merchantLocationStatus,
})
const named = (id: string, value: string) => ({ [id]: value, name: value, marketplaceId: 'EBAY_US' })

it("listings begin with the account's first enabled location and its first policy of each kind", async () => {
  const c = account({
    '/location': { total: 2, locations: [place('closed', 'DISABLED'), place('home', 'ENABLED')] },
    '/payment_policy': { paymentPolicies: [named('paymentPolicyId', 'p1'), named('paymentPolicyId', 'p2')] },
    '/return_policy': { returnPolicies: [named('returnPolicyId', 'r1')] },
    '/fulfillment_policy': { fulfillmentPolicies: [named('fulfillmentPolicyId', 'f1')] },
  })
  expect(await ebay.defaults?.(c)).toEqual({
    locationId: 'home',
    paymentPolicyId: 'p1',
    returnPolicyId: 'r1',
    fulfillmentPolicyId: 'f1',
  })
})

it('are blank where the account has none', async () => {
  const c = account({
    '/location': { total: 0, locations: [] },
    '/payment_policy': { paymentPolicies: [] },
    '/return_policy': { returnPolicies: [] },
    '/fulfillment_policy': { fulfillmentPolicies: [] },
  })
  expect(await ebay.defaults?.(c)).toEqual({
    locationId: '',
    paymentPolicyId: '',
    returnPolicyId: '',
    fulfillmentPolicyId: '',
  })
})
