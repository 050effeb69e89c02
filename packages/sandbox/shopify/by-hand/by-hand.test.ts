import { describe, expect, it } from 'vitest'
import type { Purchase } from '../../kit/simulator.ts'
import { at, openTestShop, sellShirts, type TestShop } from '../../testing/shopify-shop.ts'

function selling(sizes: Record<string, number> = { S: 10, M: 10 }) {
  const shop = openTestShop()
  shop.install()
  return { shop, ...sellShirts(shop, sizes) }
}
const cart = (lines: Purchase['lines'], more: Partial<Purchase> = {}): Purchase => ({
  lines,
  payment: 'paid',
  test: false,
  ...more,
})
const query = `{ orders(first: 10) { nodes {
  id test edited displayFinancialStatus displayFulfillmentStatus totalRefundedSet { shopMoney { amount } } totalReceivedSet { shopMoney { amount } }
  lineItems(first: 5) { nodes { sku quantity currentQuantity unfulfilledQuantity } }
  refunds(first: 5) { refundLineItems(first: 5) { nodes { quantity restockType restocked lineItem { sku } } } }
  fulfillments(first: 5) { fulfillmentLineItems(first: 5) { nodes { quantity lineItem { sku } } } }
  fulfillmentOrders(first: 5) { nodes { status lineItems(first: 5) { nodes { remainingQuantity totalQuantity } } } }
} } }`
const orders = (shop: TestShop) => at(shop.graphql(query), 'orders', 'nodes') as Record<string, unknown>[]
const left = (shop: TestShop) =>
  Object.fromEntries(shop.simulator.listings().map(({ sku, quantity }) => [sku, quantity]))

describe('an order in pieces', () => {
  it('partly sent, the rest paid back: restocked or not', () => {
    const { shop } = selling()
    const bought = shop.simulator.buy(cart([{ sku: 'SHIRT-S', quantity: 3 }]))
    const four = { ...bought, lines: [{ sku: 'SHIRT-S', quantity: 4 }] }
    expect(() => shop.simulator.ship(four)).toThrow('Only 3 of SHIRT-S can be shipped, not 4.')
    shop.simulator.ship({ ...bought, lines: [{ sku: 'SHIRT-S', quantity: 2 }] })
    shop.simulator.refund({ ...bought, lines: [{ sku: 'SHIRT-S', quantity: 1 }], restock: true })
    const lost = shop.simulator.buy(cart([{ sku: 'SHIRT-M', quantity: 3 }]))
    shop.simulator.refund({ ...lost, lines: [{ sku: 'SHIRT-M', quantity: 3 }], restock: false })
    expect(left(shop)).toEqual({ 'SHIRT-S': 8, 'SHIRT-M': 7 })
    expect(orders(shop)).toMatchObject([
      {
        displayFinancialStatus: 'PARTIALLY_REFUNDED',
        displayFulfillmentStatus: 'FULFILLED',
        edited: false,
        totalRefundedSet: { shopMoney: { amount: '21.60' } },
        lineItems: { nodes: [{ quantity: 3, currentQuantity: 2, unfulfilledQuantity: 0 }] },
        refunds: [{ refundLineItems: { nodes: [{ quantity: 1, restockType: 'CANCEL', restocked: true }] } }],
        fulfillments: [{ fulfillmentLineItems: { nodes: [{ quantity: 2, lineItem: { sku: 'SHIRT-S' } }] } }],
      },
      {
        displayFinancialStatus: 'REFUNDED',
        lineItems: { nodes: [{ quantity: 3, currentQuantity: 0 }] },
        refunds: [{ refundLineItems: { nodes: [{ quantity: 3, restockType: 'NO_RESTOCK', restocked: false }] } }],
      },
    ])
  })

  it('what was sent comes back as a return', () => {
    const { shop } = selling()
    const order = shop.simulator.buy(cart([{ sku: 'SHIRT-S', quantity: 2 }]))
    shop.simulator.ship(order)
    expect(left(shop)['SHIRT-S']).toBe(8)
    shop.simulator.refund({ ...order, restock: true })
    expect(left(shop)['SHIRT-S']).toBe(10)
    expect(orders(shop)[0]).toMatchObject({
      displayFinancialStatus: 'REFUNDED',
      refunds: [{ refundLineItems: { nodes: [{ quantity: 2, restockType: 'RETURN' }] } }],
    })
  })

  it('edited: a line leaves without a refund', () => {
    const { shop } = selling()
    const order = shop.simulator.buy(
      cart([
        { sku: 'SHIRT-S', quantity: 2 },
        { sku: 'SHIRT-M', quantity: 1 },
      ]),
    )
    shop.simulator.cancel({ ...order, lines: [{ sku: 'SHIRT-M', quantity: 1 }], restock: true })
    expect(left(shop)).toEqual({ 'SHIRT-S': 8, 'SHIRT-M': 10 })
    expect(orders(shop)[0]).toMatchObject({
      edited: true,
      displayFinancialStatus: 'PAID',
      refunds: [],
      lineItems: { nodes: [{ currentQuantity: 2 }, { quantity: 1, currentQuantity: 0 }] },
    })
  })

  it('unpaid, void, or only a test', () => {
    const { shop } = selling()
    const line = [{ sku: 'SHIRT-S', quantity: 1 }]
    const pending = shop.simulator.buy(cart(line, { payment: 'pending' }))
    shop.simulator.buy(cart(line, { payment: 'failed' }))
    shop.simulator.buy(cart(line, { test: true }))
    expect(orders(shop).map((order) => [order['displayFinancialStatus'], order['test']])).toEqual([
      ['PENDING', false],
      ['VOIDED', false],
      ['PAID', true],
    ])
    expect(orders(shop)[0]).toMatchObject({ totalReceivedSet: { shopMoney: { amount: '0.00' } } })
    expect(() => shop.simulator.refund({ ...pending, restock: true })).toThrow('is not paid')
  })

  it('a line that no single location has is sent from two', () => {
    const { shop, items } = selling({ S: 2 })
    const second = at(shop.graphql('{ locations(first: 5) { nodes { id name } } }'), 'locations', 'nodes') as {
      id: string
      name: string
    }[]
    const locationId = second.find(({ name }) => name === 'Downtown store')?.id
    shop.graphql(
      `mutation A($item: ID!, $location: ID!) { inventoryActivate(inventoryItemId: $item, locationId: $location, available: 3) @idempotent(key: "a") { userErrors { message } } }`,
      { item: items['SHIRT-S'], location: locationId },
    )
    const order = shop.simulator.buy(cart([{ sku: 'SHIRT-S', quantity: 4 }]))
    expect(orders(shop)[0]).toMatchObject({
      fulfillmentOrders: {
        nodes: [{ lineItems: { nodes: [{ totalQuantity: 2 }] } }, { lineItems: { nodes: [{ totalQuantity: 2 }] } }],
      },
    })
    shop.simulator.ship({ ...order, lines: [{ sku: 'SHIRT-S', quantity: 1 }] })
    expect(orders(shop)[0]).toMatchObject({ fulfillments: [{ fulfillmentLineItems: { nodes: [{ quantity: 1 }] } }] })
    shop.simulator.ship({ ...order, lines: [{ sku: 'SHIRT-S', quantity: 3 }] })
    expect(orders(shop)[0]).toMatchObject({ displayFulfillmentStatus: 'FULFILLED', fulfillments: [{}, {}, {}] })
    expect(() => shop.simulator.buy(cart([{ sku: 'SHIRT-S', quantity: 2 }]))).toThrow('Only 1 of SHIRT-S are left')
  })
})

describe('a product, by hand', () => {
  it('is changed, drafted, archived, and shown again', () => {
    const { shop } = selling({ S: 5 })
    shop.simulator.edit({ sku: 'SHIRT-S', quantity: 25, price: 21.5, title: 'Better shirt' })
    expect(shop.simulator.listings()).toMatchObject([
      { title: 'Better shirt', price: 21.5, quantity: 25, status: 'active' },
    ])
    for (const [status, seen] of [
      ['hidden', 'draft'],
      ['ended', 'archived'],
      ['live', 'active'],
    ] as const) {
      shop.simulator.edit({ sku: 'SHIRT-S', status })
      expect(shop.simulator.listings()[0]?.status).toBe(seen)
    }
  })
})

it('a subscription whose webhooks nobody takes is removed', () => {
  const { shop } = selling({ S: 5 })
  shop.graphql(
    'mutation { webhookSubscriptionCreate(topic: ORDERS_CREATE, webhookSubscription: { uri: "http://127.0.0.1:9/hook" }) { userErrors { message } } }',
  )
  shop.buy('SHIRT-S')
  const [hook] = shop.hooks
  const subscriptions = () =>
    at(shop.graphql('{ webhookSubscriptions(first: 5) { nodes { id } } }'), 'webhookSubscriptions', 'nodes')
  expect(subscriptions()).toEqual([{ id: hook?.subscription }])
  shop.simulator.gaveUp?.(hook?.subscription ?? '')
  expect(subscriptions()).toEqual([])
})

it('a picture of a kind that Shopify does not take fails', () => {
  const { shop } = selling({ S: 1 })
  const answer = shop.graphql(
    `mutation { productSet(synchronous: true, input: { title: "Tee", files: [{ originalSource: "https://pictures.example/1.svg" }] }) { product { media(first: 1) { nodes { status mediaErrors { code } } } } } }`,
  )
  expect(at(answer, 'productSet', 'product', 'media', 'nodes')).toEqual([
    { status: 'FAILED', mediaErrors: [{ code: 'UNSUPPORTED_IMAGE_FILE_TYPE' }] },
  ])
})
