import { z } from 'zod'
import {
  SquareCategory,
  SquareLocation,
  SquareSchema,
  SquareSettings,
  SquareTax,
  SquareItems,
} from '#contract/channels/shapes/square.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { ReadyListing } from '../channel.ts'
import { squareRefusals } from '../testing/refusals/stores.ts'
import { conformance } from '../testing/conformance/conformance.ts'
import { connect, remote } from '../testing/conformance/stage.ts'
import { inspectSquare, isSquareDescribed } from '../testing/published/square.ts'
import { square } from './index.ts'
import { squareLookups } from './lookups.ts'

const app = { clientId: 'sq0idp-motto-sandbox', clientSecret: 'sandbox-square-secret' }
let keys = 0

conformance('Square', isSquareDescribed, async () => {
  const sandbox = await openSandbox()
  const base = `${sandbox.url}/square`
  const stage = await connect({
    channel: square,
    settings: SquareSettings.parse({}),
    inspect: isSquareDescribed ? inspectSquare(base) : () => [],
    redirect: 'http://localhost:3000/oauth/square',
    context: {
      ...app,
      secrets: { webhookKey: 'sandbox-square-webhook-key' },
      facts: {},
      origins: { api: base, web: base },
      shop: '',
    },
  })
  const [location] = (await squareLookups.locations(stage.connection())).filter(({ isActive }) => isActive)
  const locationId = location?.id ?? ''
  stage.settings = SquareSettings.parse({ locationId })
  const known = new Map<string, number>()
  const keyOf = (name: string) => known.get(name) ?? (known.set(name, ++keys), keys)
  const listing = (name: string, more: Partial<ReadyListing<SquareSchema>> = {}): ReadyListing<SquareSchema> => ({
    key: keyOf(name),
    title: `Shirt ${name}`,
    description: '<p>Soft</p>',
    currency: 'USD',
    condition: 'New',
    images: ['https://pictures.example/shirt.jpg'],
    tags: [],
    vendor: '',
    sizeAndWeight: null,
    variants: [{ sku: name, options: {}, price: 1299, quantity: 5 }],
    fields: SquareSchema.parse({}),
    external: null,
    ...more,
  })
  const combinations = ['Red', 'Blue'].flatMap((Color) => ['M', 'L'].map((Size) => ({ Color, Size })))
  return {
    stage,
    sandbox: remote(sandbox.url, 'square'),
    listing,
    family: (name) =>
      listing(name, {
        variants: combinations.map((options, i) => ({ sku: `${name}-${i + 1}`, options, price: 1299, quantity: 5 })),
      }),
    refused: (name) => ({
      listing: listing(name, { fields: SquareSchema.parse({ categoryIds: 'NOSUCHCATEGORY2222222222' }) }),
      field: 'categoryIds',
    }),
    lookups: {
      locations: { query: {}, shape: z.array(SquareLocation) },
      categories: { query: {}, shape: z.array(SquareCategory) },
      taxes: { query: {}, shape: z.array(SquareTax) },
      items: { query: { limit: '5' }, shape: SquareItems },
    },
    refusals: squareRefusals,
    isLive: (status) => status === 'live',
    locationId,
    manyOrders: 60,
    clientSecret: app.clientSecret,
    async register(url) {
      const form = new URLSearchParams({ notification_url: url })
      const answer = await fetch(`${base}/console/webhooks`, { method: 'POST', body: form })
      if (!answer.ok) throw new Error(await answer.text())
    },
    stop: () => sandbox.stop(),
  }
})
