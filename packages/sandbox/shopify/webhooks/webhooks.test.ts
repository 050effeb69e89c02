import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { at, openTestShop, sellShirts, type TestShop } from '../../testing/shopify-shop.ts'
import { topicHeader } from './webhooks.ts'

const subscribe = `mutation W($topic: WebhookSubscriptionTopic!, $sub: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $sub) { webhookSubscription { id uri topic } userErrors { message } }
}`
const uri = 'http://127.0.0.1:3000/webhooks/shopify'
const listen = (shop: TestShop, ...topics: string[]) =>
  topics.map((topic) => shop.graphql(subscribe, { topic, sub: { uri, format: 'JSON' } }))
const heard = (shop: TestShop) => shop.hooks.map((hook) => hook.headers['X-Shopify-Topic'])

function selling(...topics: string[]) {
  const shop = openTestShop()
  shop.install()
  sellShirts(shop, { S: 5 })
  listen(shop, ...topics)
  return shop
}

it('signs the raw body with the client secret and says what it is about', () => {
  const shop = selling('ORDERS_CREATE')
  const { externalOrderId } = shop.buy('SHIRT-S', 1)
  const [hook] = shop.hooks
  expect(shop.hooks).toHaveLength(1)
  expect(hook?.url).toBe(uri)
  expect(hook?.headers['X-Shopify-Hmac-Sha256']).toBe(
    createHmac('sha256', 'very-secret')
      .update(hook?.body ?? '')
      .digest('base64'),
  )
  expect(hook?.headers).toMatchObject({
    'X-Shopify-Topic': 'orders/create',
    'X-Shopify-Shop-Domain': 'motto-dev.myshopify.com',
    'X-Shopify-API-Version': '2026-10',
    'X-Shopify-Triggered-At': '2026-07-01T10:00:00.000Z',
    'X-Shopify-Event-Id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'X-Shopify-Webhook-Id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(JSON.parse(hook?.body ?? '')).toMatchObject({
    admin_graphql_api_id: externalOrderId,
    name: '#1001',
    total_price: '26.50',
    line_items: [{ sku: 'SHIRT-S', quantity: 1 }],
  })
})

it('is one event for several subscribers, each delivery with its own id', () => {
  const shop = selling('ORDERS_CREATE')
  shop.graphql(subscribe, { topic: 'ORDERS_CREATE', sub: { uri: `${uri}/2`, includeFields: ['id', 'name'] } })
  shop.buy('SHIRT-S', 1)
  const [a, b] = shop.hooks
  expect(a?.headers['X-Shopify-Event-Id']).toBe(b?.headers['X-Shopify-Event-Id'])
  expect(a?.headers['X-Shopify-Webhook-Id']).not.toBe(b?.headers['X-Shopify-Webhook-Id'])
  expect(Object.keys(JSON.parse(b?.body ?? ''))).toEqual(['id', 'name'])
})

describe('topics', () => {
  it('tell a sale, its payment and the stock left', () => {
    const shop = selling('ORDERS_CREATE', 'ORDERS_PAID', 'INVENTORY_LEVELS_UPDATE', 'PRODUCTS_UPDATE')
    shop.buy('SHIRT-S', 2)
    expect(heard(shop).sort()).toEqual(['inventory_levels/update', 'orders/create', 'orders/paid'])
    const level = shop.hooks.find((hook) => hook.headers['X-Shopify-Topic'] === 'inventory_levels/update')
    expect(JSON.parse(level?.body ?? '')).toEqual({
      inventory_item_id: expect.any(Number),
      location_id: expect.any(Number),
      available: 3,
      updated_at: '2026-07-01T10:00:00Z',
      admin_graphql_api_id: expect.stringContaining('gid://shopify/InventoryLevel/'),
    })
  })

  it('tell a cancellation and a shipment', () => {
    const shop = selling('ORDERS_CANCELLED', 'ORDERS_UPDATED', 'ORDERS_FULFILLED', 'FULFILLMENTS_CREATE')
    shop.cancel(shop.buy('SHIRT-S', 1).externalOrderId)
    expect(heard(shop)).toEqual(['orders/cancelled', 'orders/updated'])
    shop.hooks.length = 0
    const { externalOrderId } = shop.buy('SHIRT-S', 1)
    const order = shop.graphql(
      'query O($id: ID!) { order(id: $id) { fulfillmentOrders(first: 1) { nodes { id } } } }',
      {
        id: externalOrderId,
      },
    )
    shop.graphql(
      'mutation F($id: ID!) { fulfillmentCreate(fulfillment: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: $id }] }) { userErrors { message } } }',
      {
        id: at(order, 'order', 'fulfillmentOrders', 'nodes', 0, 'id'),
      },
    )
    expect(heard(shop)).toEqual(['fulfillments/create', 'orders/fulfilled', 'orders/updated'])
  })

  it('tell that the app was removed, and nothing afterwards', () => {
    const shop = selling('APP_UNINSTALLED', 'ORDERS_CREATE')
    shop.graphql('mutation { appUninstall { userErrors { message } } }')
    expect(heard(shop)).toEqual(['app/uninstalled'])
    shop.buy('SHIRT-S', 1)
    expect(shop.hooks).toHaveLength(1)
    expect(
      shop.send('POST', '/motto-dev/admin/api/2026-07/graphql.json', {
        json: { query: '{ shop { name } }' },
        token: 'x',
      }).status,
    ).toBe(401)
  })
})

it('refuses the same subscription twice and forgets a deleted one', () => {
  const shop = selling('ORDERS_CREATE')
  const [again] = listen(shop, 'ORDERS_CREATE')
  expect(again && at(again, 'webhookSubscriptionCreate', 'userErrors', 0, 'message')).toBe(
    'Address for this topic has already been taken',
  )
  const list = shop.graphql('{ webhookSubscriptions(first: 5) { nodes { id topic uri } } }')
  expect(at(list, 'webhookSubscriptions', 'nodes')).toEqual([{ id: expect.any(String), topic: 'ORDERS_CREATE', uri }])
  const id = at(list, 'webhookSubscriptions', 'nodes', 0, 'id')
  shop.graphql('mutation D($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { message } } }', { id })
  shop.buy('SHIRT-S', 1)
  expect(shop.hooks).toEqual([])
})

it('a subscription says where it leads in both forms, of which official clients ask for the older', () => {
  const shop = selling('ORDERS_CREATE')
  const endpoint = 'endpoint { __typename ... on WebhookHttpEndpoint { callbackUrl } }'
  const list = shop.graphql(`{ webhookSubscriptions(first: 5) { nodes { uri callbackUrl ${endpoint} } } }`)
  expect(at(list, 'webhookSubscriptions', 'nodes')).toEqual([
    { uri, callbackUrl: uri, endpoint: { __typename: 'WebhookHttpEndpoint', callbackUrl: uri } },
  ])
})

it.each([
  ['ORDERS_CREATE', 'orders/create'],
  ['ORDERS_PARTIALLY_FULFILLED', 'orders/partially_fulfilled'],
  ['INVENTORY_LEVELS_UPDATE', 'inventory_levels/update'],
  ['APP_UNINSTALLED', 'app/uninstalled'],
  ['APP_SCOPES_UPDATE', 'app/scopes_update'],
  ['BULK_OPERATIONS_FINISH', 'bulk_operations/finish'],
])('writes the topic %s as %s', (topic, header) => {
  expect(topicHeader(topic)).toBe(header)
})
