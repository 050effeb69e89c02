import { bigcommerceReplies, BigCommerceSchema, BigCommerceSettings } from '#contract/channels/shapes/bigcommerce.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { ReadyListing } from '../channel.ts'
import { bigcommerceRefusals } from '../testing/refusals/stores.ts'
import { conformance } from '../testing/conformance/conformance.ts'
import { connect, type Inspect, remote } from '../testing/conformance/stage.ts'
import { inspectBigCommerce, isBigCommerceDescribed } from '../testing/published/bigcommerce.ts'
import { bigcommerce } from './index.ts'

const app = { clientId: 'motto-sandbox-bigcommerce', clientSecret: 'sandbox-bigcommerce-secret', secrets: {} }
let keys = 0

conformance('BigCommerce', isBigCommerceDescribed, async () => {
  const sandbox = await openSandbox()
  const base = `${sandbox.url}/bigcommerce`
  const inspected: Inspect = isBigCommerceDescribed ? inspectBigCommerce(base) : () => []
  const stage = await connect({
    channel: bigcommerce,
    settings: BigCommerceSettings.parse({}),
    inspect(call, answer) {
      // 150 calls in half a minute are all that a store takes; here nobody waits.
      sandbox.simulators.get('bigcommerce')?.refill()
      return inspected(call, answer)
    },
    redirect: 'http://localhost:3000/oauth/bigcommerce',
    context: { ...app, facts: {}, origins: { api: base, login: base, store: `${base}/{shop}` }, shop: '' },
  })
  stage.settings = BigCommerceSettings.parse((await bigcommerce.defaults?.(stage.connection())) ?? {})
  const known = new Map<string, number>()
  const keyOf = (name: string) => known.get(name) ?? (known.set(name, ++keys), keys)
  const listing = (
    name: string,
    more: Partial<ReadyListing<BigCommerceSchema>> = {},
  ): ReadyListing<BigCommerceSchema> => ({
    key: keyOf(name),
    title: `Shirt ${name}`,
    description: '<p>Soft</p>',
    currency: 'USD',
    condition: 'New',
    images: ['https://pictures.example/shirt.jpg', 'https://pictures.example/back.jpg'],
    tags: ['soft', 'gift'],
    vendor: 'Harbor & Co',
    sizeAndWeight: { weightUnit: 'oz', weight: 8, sizeUnit: 'in', length: 10, width: 8, height: 1 },
    variants: [{ sku: name, options: {}, price: 1299, quantity: 5 }],
    fields: BigCommerceSchema.parse({ categoryIds: '23' }),
    external: null,
    ...more,
  })
  const combinations = ['Red', 'Blue'].flatMap((Color) => ['M', 'L'].map((Size) => ({ Color, Size })))
  return {
    stage,
    sandbox: remote(sandbox.url, 'bigcommerce'),
    listing,
    family: (name) =>
      listing(name, {
        variants: combinations.map((options, i) => ({
          sku: `${name}-${i + 1}`,
          options,
          price: 1299,
          quantity: 5,
          image: `https://pictures.example/${options.Color}.jpg`,
        })),
      }),
    refused: (name) => ({
      listing: listing(name, { fields: BigCommerceSchema.parse({ categoryIds: '999' }) }),
      field: 'categoryIds',
    }),
    lookups: {
      categories: { query: {}, shape: bigcommerceReplies.categories },
      locations: { query: {}, shape: bigcommerceReplies.locations },
      products: { query: { limit: '5' }, shape: bigcommerceReplies.products },
    },
    refusals: bigcommerceRefusals,
    isLive: (status) => status === 'live',
    locationId: stage.settings.locationId,
    manyOrders: 110,
    clientSecret: app.clientSecret,
    stop: () => sandbox.stop(),
  }
})
