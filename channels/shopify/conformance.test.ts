import { z } from 'zod'
import {
  ShopifyCollection,
  ShopifyLocation,
  ShopifySchema,
  ShopifySettings,
  ShopifyItems,
} from '#contract/channels/shapes/shopify.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { ReadyListing } from '../channel.ts'
import { shopifyRefusals } from '../testing/refusals/stores.ts'
import { conformance } from '../testing/conformance/conformance.ts'
import { inspectShopify, isShopifyDescribed } from '../testing/published/shopify.ts'
import { connect, remote } from '../testing/conformance/stage.ts'
import { shopify } from './index.ts'
import { shopifyLookups } from './lookups.ts'

const app = { clientId: 'motto-sandbox-shopify', clientSecret: 'sandbox-shopify-secret' }
let keys = 0

conformance('Shopify', isShopifyDescribed, async () => {
  // its clock runs ahead between tests, so that the bucket of points is full again
  let ahead = 0
  const sandbox = await openSandbox({ now: () => new Date(Date.now() + ahead) })
  const stage = await connect({
    channel: shopify,
    settings: ShopifySettings.parse({}),
    inspect: isShopifyDescribed ? inspectShopify() : () => [],
    redirect: 'http://localhost:3000/oauth/shopify',
    context: {
      ...app,
      secrets: {},
      facts: {},
      origins: { shop: `${sandbox.url}/shopify/{shop}` },
      shop: 'motto-dev.myshopify.com',
    },
  })
  const [location] = (await shopifyLookups.locations(stage.connection())).filter(({ isActive }) => isActive)
  const locationId = location?.id ?? ''
  stage.settings = ShopifySettings.parse({ locationId })
  const known = new Map<string, number>()
  const keyOf = (name: string) => known.get(name) ?? (known.set(name, ++keys), keys)
  const listing = (name: string, more: Partial<ReadyListing<ShopifySchema>> = {}): ReadyListing<ShopifySchema> => ({
    key: keyOf(name),
    title: `Shirt ${name}`,
    description: '<p>Soft</p>',
    currency: 'USD',
    condition: 'New',
    images: ['https://pictures.example/shirt.jpg'],
    tags: ['soft'],
    vendor: 'Motto',
    sizeAndWeight: null,
    variants: [{ sku: name, options: {}, price: 1299, quantity: 5 }],
    fields: ShopifySchema.parse({}),
    external: null,
    ...more,
  })
  const combinations = ['Red', 'Blue'].flatMap((Color) => ['M', 'L'].map((Size) => ({ Color, Size })))
  return {
    stage,
    sandbox: remote(sandbox.url, 'shopify'),
    listing,
    family: (name) =>
      listing(name, {
        variants: combinations.map((options, i) => ({ sku: `${name}-${i + 1}`, options, price: 1299, quantity: 5 })),
      }),
    lostPicture: 'https://pictures.example/shirt.svg',
    refused: (name) => ({ listing: listing(name, { title: 'x'.repeat(256) }), field: 'title' }),
    lookups: {
      locations: { query: {}, shape: z.array(ShopifyLocation) },
      collections: { query: {}, shape: z.array(ShopifyCollection) },
      products: { query: { limit: '5' }, shape: ShopifyItems },
      publications: { query: {}, shape: z.array(z.object({ id: z.string(), name: z.string() })) },
      categories: {
        query: { search: 'shirt' },
        shape: z.array(z.object({ id: z.string(), fullName: z.string(), isLeaf: z.boolean() })),
      },
    },
    refusals: shopifyRefusals,
    isLive: (status) => status === 'active',
    rest: () => void (ahead += 20_000),
    locationId,
    manyOrders: 60,
    clientSecret: app.clientSecret,
    stop: () => sandbox.stop(),
  }
})
