import { expect, it } from 'vitest'
import { ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { HttpCall } from '../../call.ts'
import { noConnection } from '../../testing/connection.ts'
import { pull } from './listings.ts'

const page = { hasNextPage: false, endCursor: null }
const variant = (n: number, sku: string, inventoryQuantity: number, tracked = true) => ({
  id: `gid://shopify/ProductVariant/${n}`,
  sku,
  barcode: null,
  title: 'Default Title',
  price: '12.00',
  inventoryQuantity,
  selectedOptions: [{ name: 'Title', value: 'Default Title' }],
  media: { nodes: [] },
  inventoryItem: { id: `gid://shopify/InventoryItem/${n}`, tracked, measurement: { weight: null } },
})
const product = (variants: object[]) => ({
  id: 'gid://shopify/Product/1',
  title: 'Mug',
  handle: 'mug',
  status: 'ACTIVE',
  onlineStoreUrl: null,
  updatedAt: '2026-11-20T00:00:00Z',
  descriptionHtml: '',
  vendor: '',
  productType: '',
  tags: [],
  category: null,
  media: { nodes: [] },
  variants: { nodes: variants, pageInfo: page },
})

/** A shop with 12 pieces of each, of which 5 are at location 1. */
function shop(locationId: string) {
  const nodes = [product([variant(1, 'HERE', 12), variant(2, 'ELSEWHERE', 12), variant(3, 'UNCOUNTED', 0, false)])]
  const levels = (ids: string[]) =>
    ids.map((id) => ({
      id,
      tracked: true,
      inventoryLevel: id.endsWith('/1') ? { id: 'level', quantities: [{ name: 'available', quantity: 5 }] } : null,
    }))
  const http = async (call: HttpCall) => {
    const { query, variables } = call.json as { query: string; variables: { ids?: string[] } }
    const data = query.includes('Levels(')
      ? { nodes: levels(variables.ids ?? []) }
      : query.includes('products(')
        ? { products: { nodes, pageInfo: page } }
        : {
            shop: {
              id: 'gid://shopify/Shop/1',
              name: 'Shop',
              myshopifyDomain: 'shop.myshopify.com',
              currencyCode: 'USD',
            },
          }
    return { status: 200, headers: {}, body: { data } }
  }
  return {
    ...noConnection,
    accessToken: 't',
    origins: { shop: 'https://{shop}' },
    shop: 'shop.myshopify.com',
    settings: ShopifySettings.parse({ locationId }),
    http,
  }
}
const quantities = async (locationId: string) =>
  (await pull(shop(locationId))).items[0]?.variants.map(({ sku, quantity }) => [sku, quantity])

it('what stands there shows the pieces of the chosen location, as it is kept in step; the total where none is chosen', async () => {
  expect(await quantities('gid://shopify/Location/1')).toEqual([
    ['HERE', 5],
    ['ELSEWHERE', 0],
    ['UNCOUNTED', null],
  ])
  expect(await quantities('')).toEqual([
    ['HERE', 12],
    ['ELSEWHERE', 12],
    ['UNCOUNTED', null],
  ])
})
