import { describe, expect, it } from 'vitest'
import { openSandbox } from '#sandbox/testing/open.ts'
import { commonSettings } from '#contract/channels/shape.ts'
import type { ReadyListing } from '../../channel.ts'
import { conformance } from '../conformance/conformance.ts'
import { connect, remote } from '../conformance/stage.ts'
import { failure, refusal, value } from '../conformance/tools.ts'
import { reference } from './index.ts'
import { makeReference, webhookKey } from './simulator.ts'

const app = { clientId: 'motto', clientSecret: 'the-secret', redirectUri: 'http://localhost:3000/oauth/reference' }

async function openStage() {
  const sandbox = await openSandbox({
    channels: { reference: { name: 'Reference', make: makeReference } },
    apps: { reference: app },
  })
  const base = `${sandbox.url}/reference`
  const context = { ...app, secrets: { webhookKey }, facts: { region: 'jp' }, origins: { api: base }, shop: '' }
  const settings = commonSettings.parse({})
  const stage = await connect({ channel: reference, settings, inspect: () => [], redirect: app.redirectUri, context })
  return { sandbox, base, stage }
}

const listing = (name: string, more: Partial<ReadyListing> = {}): ReadyListing<Record<string, unknown>> => ({
  key: 1,
  title: `Shirt ${name}`,
  description: '<p>Soft</p>',
  currency: 'JPY',
  condition: 'New',
  images: ['https://pictures.example/shirt.jpg'],
  tags: [],
  vendor: '',
  sizeAndWeight: null,
  variants: [{ sku: name, options: {}, price: 1299, quantity: 5 }],
  external: null,
  ...more,
  fields: {},
})
const sizes = (name: string) =>
  ['S', 'M', 'L', 'XL'].map((Size, i) => ({ sku: `${name}-${i + 1}`, options: { Size }, price: 1299, quantity: 5 }))

conformance('The reference channel', false, async () => {
  const { sandbox, base, stage } = await openStage()
  return {
    stage,
    sandbox: remote(sandbox.url, 'reference'),
    listing,
    family: (name) => listing(name, { variants: sizes(name) }),
    refused: (name) => ({ listing: listing(name, { title: 'x'.repeat(200) }), field: 'title' }),
    lookups: {},
    refusals: [],
    isLive: (status) => status === 'live',
    locationId: '',
    manyOrders: 30,
    clientSecret: app.clientSecret,
    async register(url) {
      const answer = await fetch(`${base}/app/webhook`, { method: 'PUT', body: JSON.stringify({ url }) })
      if (!answer.ok) throw new Error(await answer.text())
    },
    stop: () => sandbox.stop(),
  }
})

describe('the reference channel', () => {
  it('every variation is an item of its own; what was made before a refusal is kept, also where it concerns the account', async () => {
    const { sandbox, stage } = await openStage()
    try {
      const there = remote(sandbox.url, 'reference')
      const family = listing('FAM', { variants: sizes('FAM') })
      const { http } = stage.connection()
      let writes = 0
      // In the middle of the second item the channel asks us to wait.
      const interrupted = {
        ...stage.connection(),
        http: async (call: Parameters<typeof http>[0]) => {
          if (call.method !== 'GET' && (writes += 1) === 8) await there.fault('rate_limit')
          return http(call)
        },
      }
      const [first] = await reference.listings.publish(interrupted, [family])
      expect(refusal(first)?.kind).toBe('rate_limited')
      const made = first && !first.ok ? first.made : undefined
      expect(Object.keys(made?.parts ?? {})).toEqual(['FAM-1', 'FAM-2'])
      const [second] = await reference.listings.publish(stage.connection(), [{ ...family, external: made ?? null }])
      expect(Object.keys(value(second).parts)).toEqual(['FAM-1', 'FAM-2', 'FAM-3', 'FAM-4'])
      const items = await there.listings()
      expect(items.map(({ sku, status, price }) => [sku, status, price])).toEqual(
        sizes('FAM').map(({ sku }) => [sku, 'live', 1299]),
      )
    } finally {
      await sandbox.stop()
    }
  })

  it("says until when the app's calls are used up", async () => {
    const { sandbox, stage } = await openStage()
    try {
      await remote(sandbox.url, 'reference').fault('quota')
      const error = await failure(reference.account(stage.connection()))
      expect(error).toMatchObject({ kind: 'quota', scope: 'app' })
      expect(error.resetAt?.getTime()).toBeGreaterThan(Date.now())
    } finally {
      await sandbox.stop()
    }
  })
})
