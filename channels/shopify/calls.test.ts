import { expect, it } from 'vitest'
import { ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { HttpCall } from '../call.ts'
import { noConnection } from '../testing/connection.ts'
import { ask } from './calls.ts'
import { Account } from './wire.ts'

it('counts what a request asks for before, and what its answer cost after', async () => {
  const calls: HttpCall[] = []
  const answer = (cost: object, data: object | null) => ({
    status: 200,
    headers: {},
    body: { data, extensions: { cost } },
  })
  const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: 1990, restoreRate: 100 }
  const done = answer(
    { requestedQueryCost: 240, actualQueryCost: 15, throttleStatus },
    { shop: { id: 'gid://shopify/Shop/1', name: 'Shirts', myshopifyDomain: 'x.myshopify.com', currencyCode: 'USD' } },
  )
  const c = {
    ...noConnection,
    http: async (call: HttpCall) => {
      calls.push(call)
      return done
    },
    origins: { shop: 'https://{shop}' },
    shop: 'x.myshopify.com',
    settings: ShopifySettings.parse({}),
  }
  await ask(c, 'account', Account)
  await ask(c, 'account', Account)
  // Turns of 10 points.
  expect(calls[1]?.cost).toBe(24)
  expect(calls[1]?.costTold?.(done)).toBe(1.5)
  const throttled = answer({ requestedQueryCost: 240, actualQueryCost: null, throttleStatus }, null)
  expect(calls[1]?.costTold?.(throttled)).toBeUndefined()
})
