import { expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/ebay-shapes.ts'
import { noConnection } from '../testing/connection.ts'
import type { EbayConnection } from './calls.ts'
import { readiness } from './readiness.ts'

/** An account that tells this of what it may sell, and nothing else. */
const seller = (privilege: object): EbayConnection => ({
  ...noConnection,
  http: async ({ url }) => ({
    status: 200,
    headers: {},
    body: new URL(url).pathname.endsWith('/privilege') ? privilege : {},
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
