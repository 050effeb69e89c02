import { expect, it } from 'vitest'
import { ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { HttpCall } from '../call.ts'
import { noConnection } from '../testing/connection.ts'
import { shopifyVersion } from './listings/documents.ts'
import { readiness } from './readiness.ts'

const pageInfo = { hasNextPage: false, endCursor: null }

/** Items that are not fine, of a shop that lacks nothing. @param headers of every answer */
async function readinessFor(headers: Record<string, string>) {
  const http = async ({ json }: HttpCall) => {
    const { query } = json as { query: string }
    const address = { address1: null, city: null, provinceCode: null, zip: null, countryCode: null }
    const data = query.includes('StockLocations')
      ? { locations: { nodes: [{ id: 'l', name: 'Home', isActive: true, address }], pageInfo } }
      : query.includes('SalesChannels')
        ? { publications: { nodes: [{ id: 'p', name: 'Online Store' }], pageInfo } }
        : { shop: { id: 's', name: 'Shirts', myshopifyDomain: 's.example', currencyCode: 'USD' } }
    return { status: 200, headers, body: { data } }
  }
  const c = {
    ...noConnection,
    origins: { shop: 'https://{shop}' },
    shop: 's.example',
    settings: ShopifySettings.parse({}),
    http,
  }
  return (await readiness(c)).filter(({ state }) => state !== 'ok')
}

it('a version that Shopify serves no more is told, as it answers in another without a word', async () => {
  expect(await readinessFor({ 'x-shopify-api-version': shopifyVersion })).toEqual([])
  expect(await readinessFor({})).toEqual([])
  expect(await readinessFor({ 'x-shopify-api-version': '2031-01' })).toMatchObject([
    { id: 'api-version', state: 'advice', detail: expect.stringMatching(`${shopifyVersion}.*responds with 2031-01`) },
  ])
})
