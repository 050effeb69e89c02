import { describe, expect, it } from 'vitest'
import type { HttpCall } from '../call.ts'
import { noConnection } from '../testing/connection.ts'
import { read, subscribe, verify } from './webhooks.ts'
import { ShopifySettings } from '#contract/channels/shapes/shopify.ts'

const raw = Buffer.from('{"id":820982911946154508}')
// printf '{"id":820982911946154508}' | openssl dgst -sha256 -hmac hush -binary | base64
const signature = 'qBvrsZF7RfB1iS6BX6IHqJTp5L911P7intnPeTPsH0I='

describe('a webhook of Shopify', () => {
  it('is known by its signature over the bytes as they came', () => {
    expect(verify(raw, { 'x-shopify-hmac-sha256': signature }, 'hush')).toBe(true)
    expect(verify(raw, { 'x-shopify-hmac-sha256': signature }, 'other')).toBe(false)
    expect(verify(Buffer.from('{"id": 820982911946154508}'), { 'x-shopify-hmac-sha256': signature }, 'hush')).toBe(
      false,
    )
    expect(verify(raw, { 'x-shopify-hmac-sha256': '' }, 'hush')).toBe(false)
    expect(verify(raw, {}, 'hush')).toBe(false)
  })
  it.each([
    ['orders/create', { id: 7, admin_graphql_api_id: 'gid://shopify/Order/7' }, 'orders', 'gid://shopify/Order/7'],
    ['orders/cancelled', { id: 7, admin_graphql_api_id: 'gid://shopify/Order/7' }, 'orders', 'gid://shopify/Order/7'],
    [
      'inventory_levels/update',
      { inventory_item_id: 9, location_id: 1, available: 2 },
      'stock',
      'gid://shopify/InventoryItem/9',
    ],
    ['app/uninstalled', { id: 3 }, 'uninstalled', '3'],
    ['themes/publish', { id: 4 }, 'other', '4'],
  ])('%s is read', (topic, body, kind, externalId) => {
    const headers = { 'x-shopify-topic': topic, 'x-shopify-event-id': 'e1', 'x-shopify-webhook-id': 'w1' }
    expect(read(Buffer.from(JSON.stringify(body)), headers)).toEqual([
      { eventId: 'e1', kind, externalId, ...(kind === 'stock' ? { quantity: 2 } : {}) },
    ])
  })
  it('without an event id is known by its own; what is no JSON says nothing', () => {
    expect(read(raw, { 'x-shopify-topic': 'orders/create', 'x-shopify-webhook-id': 'w1' })[0]?.eventId).toBe('w1')
    expect(read(Buffer.from('<html>'), {})).toEqual([])
  })
})

/** A shop without subscriptions. @param refusing what it answers to the first topic @returns the topics that it is asked for */
async function asking(refusing: { status: number; body: object }) {
  const requests: string[] = []
  const http = async ({ json }: HttpCall) => {
    const { query, variables } = json as { query: string; variables: { topic?: string } }
    const pageInfo = { hasNextPage: false, endCursor: null }
    if (query.includes('Subscriptions('))
      return { status: 200, headers: {}, body: { data: { webhookSubscriptions: { nodes: [], pageInfo } } } }
    requests.push(variables.topic ?? '')
    if (variables.topic === 'ORDERS_CREATE') return { headers: {}, ...refusing }
    return { status: 200, headers: {}, body: { data: { webhookSubscriptionCreate: { userErrors: [] } } } }
  }
  const settings = ShopifySettings.parse({ locationId: '1' })
  const connection = { ...noConnection, origins: { shop: 'https://{shop}' }, shop: 's.example', settings, http }
  const error: unknown = await subscribe(connection, 'https://motto.example/hook').catch((error: unknown) => error)
  return { requests, error }
}

it('a topic that is refused keeps none of the others from being asked for, and is told at the end', async () => {
  const userErrors = [{ field: ['topic'], message: 'You cannot have this topic.' }]
  const { requests, error } = await asking({
    status: 200,
    body: { data: { webhookSubscriptionCreate: { userErrors } } },
  })
  expect(error).toMatchObject({ message: 'You cannot have this topic.' })
  expect(requests).toEqual([
    'ORDERS_CREATE',
    'ORDERS_UPDATED',
    'ORDERS_CANCELLED',
    'INVENTORY_LEVELS_UPDATE',
    'APP_UNINSTALLED',
  ])
})

it.each([
  [401, 'unauthorized'],
  [429, 'rate_limited'],
  [503, 'unavailable'],
] as const)('what every topic would meet (%i) is asked once', async (status, kind) => {
  const { requests, error } = await asking({ status, body: {} })
  expect([requests, error]).toMatchObject([['ORDERS_CREATE'], { kind }])
})
