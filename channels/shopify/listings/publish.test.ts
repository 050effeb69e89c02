import { expect, it } from 'vitest'
import { ShopifySchema, ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { HttpCall } from '../../call.ts'
import { noConnection } from '../../testing/connection.ts'
import type { ShopifyListing } from './map.ts'
import { publish } from './publish.ts'

const pageInfo = { hasNextPage: false, endCursor: null }
interface Standing {
  id: string
  handle: string
  status?: string
  skus: string[]
}
const nodesOf = ({ id, handle, status = 'ACTIVE', skus }: Standing) =>
  skus.map((sku) => ({ id: `${id} ${sku}`, sku, inventoryItem: { id: `i ${sku}` }, product: { id, handle, status } }))

/** A shop with some products. @returns what listing tees there comes to, and the calls that it took, by their names */
async function listed(tees: { key: number; title?: string; skus?: string[] }[], shop: Standing[] = []) {
  const calls: string[] = []
  const saved: unknown[] = []
  const answers: Record<string, (variables: Record<string, unknown>) => object> = {
    Place: ({ handle, query }) => {
      const same = shop.find((product) => product.handle === handle)
      return {
        productByIdentifier: same ? { id: same.id, variants: { nodes: nodesOf(same), pageInfo } } : null,
        ...answers.VariantsBySku?.({ query }),
      }
    },
    VariantsBySku: ({ query }) => ({
      productVariants: {
        nodes: shop.flatMap(nodesOf).filter(({ sku }) => String(query).includes(JSON.stringify(sku))),
      },
    }),
    ProductVariants: ({ id }) => ({
      product: { variants: { nodes: shop.filter((product) => product.id === id).flatMap(nodesOf), pageInfo } },
    }),
    Standing: () => ({ product: null }),
    SalesChannels: () => ({ publications: { nodes: [{ id: 'store', name: 'Online Store' }], pageInfo } }),
    SaveProduct: ({ identifier }) => {
      saved.push(identifier)
      const product = { id: 'made', handle: 'tee', onlineStoreUrl: null, variants: { nodes: [], pageInfo } }
      return { productSet: { product, userErrors: [] } }
    },
    Show: () => ({ publishablePublish: { userErrors: [] } }),
  }
  const http = async ({ json }: HttpCall) => {
    const { query, variables } = json as { query: string; variables: Record<string, unknown> }
    const name = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? ''
    calls.push(name)
    return { status: 200, headers: {}, body: { data: answers[name]?.(variables) } }
  }
  const settings = ShopifySettings.parse({ locationId: '1' })
  const connection = { ...noConnection, origins: { shop: 'https://{shop}' }, shop: 's.example', settings, http }
  const listing = ({ key, title = 'Tee', skus = [`TEE-${key}`] }: (typeof tees)[number]): ShopifyListing => ({
    key,
    title,
    description: '',
    currency: 'USD',
    condition: 'New',
    images: [],
    tags: [],
    vendor: '',
    sizeAndWeight: null,
    variants: skus.map((sku): ShopifyListing['variants'][number] => ({
      sku,
      options: { Size: sku },
      price: 100,
      quantity: 1,
    })),
    fields: ShopifySchema.parse({}),
    external: null,
  })
  return { outcomes: await publish(connection, tees.map(listing)), calls: calls.toSorted(), saved }
}

it('a new listing takes three calls, one of them to look whether it stands there, or somebody else’s with its SKU', async () => {
  const { calls, saved } = await listed([{ key: 1 }, { key: 2 }])
  const each = ['Place', 'SaveProduct', 'Show']
  expect(calls).toEqual([...each, ...each, 'SalesChannels'].toSorted())
  expect(saved).toEqual([{ handle: 'tee-motto-1' }, { handle: 'tee-motto-2' }])
})

it('one of more SKUs than a search takes asks for the others, too, and finds who sells one of them', async () => {
  const skus = Array.from({ length: 21 }, (_, n) => `TEE-${n}`)
  const { calls, saved, outcomes } = await listed([{ key: 1, skus }], [{ id: 'p', handle: 'theirs', skus: ['TEE-20'] }])
  expect(calls).toEqual(['Place', 'ProductVariants', 'VariantsBySku'])
  expect(saved).toEqual([])
  expect(outcomes).toMatchObject([{ ok: false, error: { kind: 'already_there' } }])
})

it.each([
  ['by its address', 'Tee', ['TEE-1']],
  ['by its SKU where the title has changed since', 'Shirt', ['TEE-1']],
  ['by any of its SKUs', 'Shirt', ['NEW', 'TEE-1']],
])('what was listed before a crash is found again %s, and listed no second time', async (_how, title, skus) => {
  const { saved } = await listed([{ key: 1, title, skus }], [{ id: 'p', handle: 'tee-motto-1', skus: ['TEE-1'] }])
  expect(saved).toEqual([{ id: 'p' }])
})

it.each([
  ['on sale', undefined, 'already_there'],
  ['archived', 'ARCHIVED', undefined],
])('a SKU of a product of the seller’s own that is %s', async (_how, status, kind) => {
  const { outcomes } = await listed([{ key: 1 }], [{ id: 'p', handle: 'theirs', status, skus: ['TEE-1'] }])
  expect(outcomes.map((outcome) => (outcome.ok ? undefined : outcome.error.kind))).toEqual([kind])
})
