import { expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import type { HttpCall } from '../call.ts'
import { noConnection } from '../testing/connection.ts'
import type { EbayConnection } from './calls.ts'
import { ebayWebhooks } from './webhooks.ts'

const url = 'https://motto.example/hooks'
const ok = (body: unknown, headers = {}) => ({ status: 200, body, headers })
const refused = (status: number, errorId: number) => ({
  status,
  headers: {},
  body: { errors: [{ errorId, message: 'No.' }] },
})
const topic = {
  scope: 'USER',
  status: 'ENABLED',
  supportedPayloads: [{ schemaVersion: '1.0', deprecated: true }, { schemaVersion: '1.1' }],
}
const destination = { destinationId: 'D1', status: 'ENABLED', deliveryConfig: { endpoint: url } }

/** eBay with these answers, by method and the end of the path. @returns what changes it was asked for */
async function subscribing(
  answers: Record<string, { status: number; body: unknown; headers: Record<string, string> }>,
) {
  const changes: { call: string; as: string | undefined; json: unknown }[] = []
  const http = async ({ method, url: address, json, headers }: HttpCall) => {
    if (address.endsWith('/oauth2/token')) return ok({ access_token: 'app' })
    const call = `${method} ${address.replace(/.*\/v1|\?.*/g, '')}`
    if (method !== 'GET') changes.push({ call, as: headers?.authorization, json })
    const answer = answers[call]
    if (!answer) throw new Error(`eBay was asked ${call}`)
    return answer
  }
  const connection: EbayConnection = {
    ...noConnection,
    http,
    accessToken: 'seller',
    origins: { api: 'https://ebay.example' },
    app: { clientId: 'id', clientSecret: 'secret', secrets: {} },
    settings: EbaySettings.parse({}),
  }
  await ebayWebhooks.subscribe?.(connection, url)
  return changes
}

const subscription = {
  destinationId: 'D1',
  payload: { format: 'JSON', schemaVersion: '1.1', deliveryProtocol: 'HTTPS' },
  status: 'ENABLED',
}

it('the app makes the destination and the seller subscribes to sales in the newest form', async () => {
  const changes = await subscribing({
    'GET /topic/ORDER_CONFIRMATION': ok(topic),
    'GET /destination': ok({ destinations: [] }),
    'POST /destination': { ...ok({}, { location: 'https://ebay.example/destination/D1' }), status: 201 },
    'GET /subscription': ok({ subscriptions: [] }),
    'POST /subscription': { ...ok({}), status: 201 },
  })
  expect(changes).toEqual([
    {
      call: 'POST /destination',
      as: 'Bearer app',
      json: {
        name: 'Motto',
        status: 'ENABLED',
        deliveryConfig: { endpoint: url, verificationToken: expect.stringMatching(/^[\w-]{32,80}$/) },
      },
    },
    { call: 'POST /subscription', as: 'Bearer seller', json: { topicId: 'ORDER_CONFIRMATION', ...subscription } },
  ])
})

it.each([
  ['nothing changes where all is as it should be', 'ENABLED', { destinationId: 'D1', status: 'ENABLED' }, []],
  [
    'a subscription moves to the present address',
    'ENABLED',
    { destinationId: 'D0', status: 'ENABLED' },
    ['PUT /subscription/S1'],
  ],
  [
    'a subscription that was switched off is switched on',
    'ENABLED',
    { destinationId: 'D1', status: 'DISABLED' },
    ['PUT /subscription/S1'],
  ],
  [
    'a destination that eBay marked down is switched on',
    'MARKED_DOWN',
    { destinationId: 'D1', status: 'ENABLED' },
    ['PUT /destination/D1'],
  ],
])('%s', async (_, status, subscription, calls) => {
  const changes = await subscribing({
    'GET /topic/ORDER_CONFIRMATION': ok(topic),
    'GET /destination': ok({ destinations: [{ ...destination, status }] }),
    'PUT /destination/D1': { status: 204, headers: {}, body: '' },
    'GET /subscription': ok({
      subscriptions: [{ subscriptionId: 'S1', topicId: 'ORDER_CONFIRMATION', ...subscription }],
    }),
    'PUT /subscription/S1': { status: 204, headers: {}, body: '' },
  })
  expect(changes.map(({ call }) => call)).toEqual(calls)
})

it('an app that may not hear of sales is told so, and nothing is made for it', async () => {
  const unheard = { kind: 'forbidden', message: 'eBay doesn’t let this app hear of sales.' }
  await expect(subscribing({ 'GET /topic/ORDER_CONFIRMATION': refused(404, 195_002) })).rejects.toMatchObject(unheard)
  await expect(
    subscribing({ 'GET /topic/ORDER_CONFIRMATION': ok({ ...topic, scope: 'APPLICATION' }) }),
  ).rejects.toMatchObject(unheard)
  await expect(
    subscribing({
      'GET /topic/ORDER_CONFIRMATION': ok(topic),
      'GET /destination': ok({ destinations: [destination] }),
      'GET /subscription': ok({ subscriptions: [] }),
      'POST /subscription': refused(403, 195_011),
    }),
  ).rejects.toMatchObject(unheard)
})

it('an app without an address for alerts is told who has to add it', async () => {
  const answers = {
    'GET /topic/ORDER_CONFIRMATION': ok(topic),
    'GET /destination': ok({ destinations: [] }),
    'POST /destination': refused(409, 195_003),
  }
  await expect(subscribing(answers)).rejects.toMatchObject({
    kind: 'conflict',
    message: 'Your administrator needs to add an alert email for Motto on eBay’s developer site.',
  })
})
