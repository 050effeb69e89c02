import { expect, it } from 'vitest'
import { ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { Connection } from '../connection.ts'
import { shopify } from './index.ts'
import { noConnection } from '../testing/connection.ts'

const location = (id: string, isActive: boolean) => ({
  id,
  name: id,
  isActive,
  address: { address1: null, city: null, provinceCode: null, zip: null, countryCode: 'US' },
})
const shop = (nodes: object[]): Connection<ShopifySettings> => ({
  ...noConnection,
  http: async () => ({
    status: 200,
    headers: {},
    body: { data: { locations: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } } },
  }),
  accessToken: 't',
  origins: { shop: 'https://{shop}' },
  shop: 'a.myshopify.com',
  settings: ShopifySettings.parse({}),
  now: () => new Date(),
  uuid: () => 'u',
})

it("listings begin with the shop's first open location, or none", async () => {
  expect(
    await shopify.defaults?.(
      shop([location('gid://shopify/Location/1', false), location('gid://shopify/Location/2', true)]),
    ),
  ).toEqual({ locationId: 'gid://shopify/Location/2' })
  expect(await shopify.defaults?.(shop([]))).toEqual({ locationId: '' })
})
