import { z } from 'zod'
import { CloverCategory, CloverItem, CloverSchema, CloverSettings } from '#contract/channels/shapes/clover.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { ReadyListing } from '../channel.ts'
import { cloverRefusals } from '../testing/refusals/stores.ts'
import { conformance } from '../testing/conformance/conformance.ts'
import { connect, type Inspect, remote } from '../testing/conformance/stage.ts'
import { inspectClover, isCloverDescribed } from '../testing/published/clover.ts'
import { clover } from './index.ts'

const app = { clientId: 'MOTTOSANDBOX1', clientSecret: 'sandbox-clover-secret' }
let keys = 0

conformance('Clover', isCloverDescribed, async () => {
  const sandbox = await openSandbox()
  const base = `${sandbox.url}/clover`
  const described: Inspect = isCloverDescribed ? inspectClover(base) : () => []
  const stage = await connect({
    channel: clover,
    settings: CloverSettings.parse({}),
    inspect(call, answer) {
      // The suite is quicker than sixteen calls a second; how they are counted is the simulator's own test.
      sandbox.simulators.get('clover')?.refill()
      return described(call, answer)
    },
    redirect: 'http://localhost:3000/oauth/clover',
    context: {
      ...app,
      secrets: { webhookAuth: 'sandbox-clover-auth-code' },
      facts: { region: 'na' },
      origins: { api: base, web: base },
      shop: '',
    },
  })
  const known = new Map<string, number>()
  const keyOf = (name: string) => known.get(name) ?? (known.set(name, ++keys), keys)
  const listing = (name: string, more: Partial<ReadyListing<CloverSchema>> = {}): ReadyListing<CloverSchema> => ({
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
    fields: CloverSchema.parse({}),
    external: null,
    ...more,
  })
  const combinations = ['Red', 'Blue'].flatMap((Color) => ['M', 'L'].map((Size) => ({ Color, Size })))
  return {
    stage,
    sandbox: remote(sandbox.url, 'clover'),
    listing,
    family: (name) =>
      listing(name, {
        variants: combinations.map((options, i) => ({ sku: `${name}-${i + 1}`, options, price: 1299, quantity: 5 })),
      }),
    refused: (name) => ({
      listing: listing(name, { fields: CloverSchema.parse({ categoryIds: 'N0SUCHCATEG0R' }) }),
      field: 'categoryIds',
    }),
    lookups: {
      categories: { query: {}, shape: z.array(CloverCategory) },
      items: { query: { offset: '0', limit: '5' }, shape: z.array(CloverItem), filled: Array.isArray },
    },
    refusals: cloverRefusals,
    isLive: (status) => status === 'live',
    locationId: '',
    manyOrders: 60,
    clientSecret: app.clientSecret,
    signsNothing: true,
    hasNoOrderPages: true,
    async register(url, proof) {
      const enter = async (form: Record<string, string>) => {
        const answer = await fetch(`${base}/developer/webhooks`, { method: 'POST', body: new URLSearchParams(form) })
        if (!answer.ok) throw new Error(await answer.text())
      }
      await enter({ url })
      await enter({ code: await proof() })
    },
    stop: () => sandbox.stop(),
  }
})
