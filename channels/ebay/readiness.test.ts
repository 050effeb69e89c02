import { expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { noConnection } from '../testing/connection.ts'
import type { EbayConnection } from './calls.ts'
import { readiness } from './readiness.ts'

/** An account that tells this of what it may sell, and of its locations, and nothing else. */
const seller = (privilege: object, locations: object[] = []): EbayConnection => ({
  ...noConnection,
  http: async ({ url }) => ({
    status: 200,
    headers: {},
    body: url.includes('/privilege') ? privilege : url.includes('/location') ? { locations } : {},
  }),
  origins: { api: 'https://api.example', apiz: 'https://api.example' },
  settings: EbaySettings.parse({}),
})
const stateOf = async (id: string, privilege: object) =>
  (await readiness(seller(privilege))).find((item) => item.id === id)?.state

it.each([
  ['registration', { sellerRegistrationCompleted: false }, 'todo'],
  ['registration', { sellerRegistrationCompleted: true }, 'ok'],
  ['selling-limit', { sellingLimit: { quantity: 0 } }, 'todo'],
  ['selling-limit', { sellingLimit: { quantity: 1 } }, 'ok'],
  ['selling-limit', {}, 'ok'],
] as const)('%s of an account that says %j is %s', async (id, privilege, state) => {
  expect(await stateOf(id, privilege)).toBe(state)
})

it.each([
  [[], 'todo'],
  [[{ merchantLocationKey: 'old', merchantLocationStatus: 'DISABLED' }], 'todo'],
  [
    [
      { merchantLocationKey: 'old', merchantLocationStatus: 'DISABLED' },
      { merchantLocationKey: 'home', merchantLocationStatus: 'ENABLED' },
    ],
    'ok',
  ],
] as const)('with the locations %j a location to send from is %s', async (locations, state) => {
  const items = await readiness(seller({}, [...locations]))
  expect(items.find(({ id }) => id === 'location')?.state).toBe(state)
})
