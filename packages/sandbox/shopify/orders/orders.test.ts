import { describe, expect, it } from 'vitest'
import { at, openTestShop, sellShirts, type TestShop } from '../../testing/shopify-shop.ts'

const listOrders = `query O($query: String, $first: Int!, $after: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes {
      id name updatedAt cancelledAt closedAt displayFinancialStatus displayFulfillmentStatus
      currentTotalPriceSet { shopMoney { amount currencyCode } } totalPriceSet { shopMoney { amount } } subtotalPriceSet { shopMoney { amount } }
      totalShippingPriceSet { shopMoney { amount } } totalTaxSet { shopMoney { amount } }
      lineItems(first: 10) { nodes { id sku quantity currentQuantity unfulfilledQuantity } }
      fulfillmentOrders(first: 10) { nodes { id status lineItems(first: 10) { nodes { id remainingQuantity totalQuantity } } } }
      fulfillments(first: 10) { id status trackingInfo { company number url } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`
const ship = `mutation F($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id trackingInfo { company number url } } userErrors { field message } }
}`
interface Order {
  id: string
  name: string
  updatedAt: string
  cancelledAt: string | null
  closedAt: string | null
  displayFinancialStatus: string
  displayFulfillmentStatus: string
  currentTotalPriceSet: { shopMoney: { amount: string; currencyCode: string } }
  lineItems: { nodes: { id: string; quantity: number; currentQuantity: number; unfulfilledQuantity: number }[] }
  fulfillmentOrders: {
    nodes: { id: string; status: string; lineItems: { nodes: { id: string; remainingQuantity: number }[] } }[]
  }
}

function selling(pieces = 10) {
  const shop = openTestShop()
  shop.install()
  const { items, locationId } = sellShirts(shop, { S: pieces })
  return { shop, itemId: items['SHIRT-S'] ?? '', locationId }
}
const pull = (shop: TestShop, query = '', first = 50, after?: string) => {
  const answer = shop.graphql(listOrders, { query, first, after })
  return {
    orders: at(answer, 'orders', 'nodes') as Order[],
    page: at(answer, 'orders', 'pageInfo') as { hasNextPage: boolean; endCursor: string },
  }
}
const names = (shop: TestShop, query: string): string[] => pull(shop, query).orders.map((order) => order.name)
const levels = (shop: TestShop, itemId: string) => {
  const query =
    'query L($id: ID!) { inventoryItem(id: $id) { inventoryLevels(first: 1) { nodes { quantities(names: ["available", "committed", "on_hand"]) { name quantity } } } } }'
  const quantities = at(
    shop.graphql(query, { id: itemId }),
    'inventoryItem',
    'inventoryLevels',
    'nodes',
    0,
    'quantities',
  ) as {
    name: string
    quantity: number
  }[]
  return Object.fromEntries(quantities.map((quantity) => [quantity.name, quantity.quantity]))
}

describe('buying', () => {
  it('moves pieces from available to committed and makes a paid order whose parts add up', () => {
    const { shop, itemId } = selling()
    const { externalOrderId } = shop.buy('SHIRT-S', 3)
    expect(levels(shop, itemId)).toEqual({ available: 7, committed: 3, on_hand: 10 })
    const [order] = pull(shop).orders
    expect(order).toMatchObject({
      id: externalOrderId,
      name: '#1001',
      displayFinancialStatus: 'PAID',
      displayFulfillmentStatus: 'UNFULFILLED',
      cancelledAt: null,
      subtotalPriceSet: { shopMoney: { amount: '60.00' } },
      totalShippingPriceSet: { shopMoney: { amount: '4.90' } },
      totalTaxSet: { shopMoney: { amount: '4.80' } },
      totalPriceSet: { shopMoney: { amount: '69.70' } },
      currentTotalPriceSet: { shopMoney: { amount: '69.70', currencyCode: 'USD' } },
    })
    expect(order?.fulfillmentOrders.nodes).toMatchObject([
      { status: 'OPEN', lineItems: { nodes: [{ remainingQuantity: 3, totalQuantity: 3 }] } },
    ])
  })

  it('refuses what is not for sale or not there', () => {
    const { shop } = selling(2)
    expect(() => shop.buy('NOPE', 1)).toThrow('No product with SKU NOPE')
    expect(() => shop.buy('SHIRT-S', 3)).toThrow('Only 2 of SHIRT-S are left')
    expect(() =>
      shop.simulator.buy({ lines: [{ sku: 'SHIRT-S', quantity: 1 }], payment: 'paid', test: false }, 'elsewhere'),
    ).toThrow('Shopify has no shop elsewhere. Known: motto-dev.myshopify.com.')
    const id = shop.simulator.listings()[0]?.externalId
    shop.graphql(
      'mutation A($id: ID!) { productUpdate(product: { id: $id, status: ARCHIVED }) { userErrors { message } } }',
      { id },
    )
    expect(() => shop.buy('SHIRT-S', 1)).toThrow('SHIRT-S is not for sale')
  })
})

describe('orders', () => {
  it('come oldest change first, page by page, and one that changes meanwhile comes again', () => {
    const { shop } = selling()
    for (let number = 0; number < 3; number++) {
      shop.buy('SHIRT-S', 1)
      shop.pass(60)
    }
    const firstPage = pull(shop, '', 2)
    expect(firstPage.orders.map((order) => order.name)).toEqual(['#1001', '#1002'])
    expect(firstPage.page.hasNextPage).toBe(true)
    shop.cancel('#1001')
    const two = pull(shop, '', 2, firstPage.page.endCursor)
    expect(two.orders.map((order) => order.name)).toEqual(['#1003', '#1001'])
    expect(two.page.hasNextPage).toBe(false)
  })

  it('are filtered by time, state and name', () => {
    const { shop } = selling()
    shop.buy('SHIRT-S', 1)
    shop.pass(1800)
    shop.buy('SHIRT-S', 1)
    expect(names(shop, "updated_at:>='2026-07-01T10:00:00Z'")).toEqual(['#1001', '#1002'])
    expect(names(shop, "updated_at:>'2026-07-01T10:00:00Z'")).toEqual(['#1002'])
    expect(names(shop, "updated_at:>='2026-07-01T10:00:00Z' AND created_at:<2026-07-01T10:30:00Z")).toEqual(['#1001'])
    expect(names(shop, 'name:1002 OR name:#1001')).toEqual(['#1001', '#1002'])
    shop.cancel('#1001')
    expect(names(shop, 'status:open')).toEqual(['#1002'])
    expect(names(shop, '-status:cancelled fulfillment_status:unfulfilled')).toEqual(['#1002'])
    expect(names(shop, 'updated_at:>=2026-07-02')).toEqual([])
  })

  it('give the pieces and the money back when cancelled', () => {
    const { shop, itemId } = selling()
    const order = shop.buy('SHIRT-S', 3)
    shop.cancel(order.externalOrderId)
    expect(levels(shop, itemId)).toEqual({ available: 10, committed: 0, on_hand: 10 })
    expect(pull(shop).orders[0]).toMatchObject({
      cancelledAt: '2026-07-01T10:00:00Z',
      displayFinancialStatus: 'REFUNDED',
      currentTotalPriceSet: { shopMoney: { amount: '0.00' } },
      lineItems: { nodes: [{ quantity: 3, currentQuantity: 0, unfulfilledQuantity: 0 }] },
      fulfillmentOrders: { nodes: [{ status: 'CANCELLED' }] },
    })
    expect(() => shop.cancel(order.externalOrderId)).toThrow('#1001 is cancelled already')
  })
})

describe('fulfilment', () => {
  const opened = () => {
    const { shop, itemId } = selling()
    shop.buy('SHIRT-S', 3)
    const row = pull(shop).orders[0]?.fulfillmentOrders.nodes[0]
    return { shop, itemId, fulfillmentOrderId: row?.id ?? '', lineId: row?.lineItems.nodes[0]?.id ?? '' }
  }

  it('sends a part, then all that remains', () => {
    const { shop, itemId, fulfillmentOrderId, lineId } = opened()
    const part = { fulfillmentOrderId, fulfillmentOrderLineItems: [{ id: lineId, quantity: 1 }] }
    shop.graphql(ship, { fulfillment: { lineItemsByFulfillmentOrder: [part] } })
    expect(pull(shop).orders[0]).toMatchObject({
      displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
      closedAt: null,
      lineItems: { nodes: [{ unfulfilledQuantity: 2 }] },
    })
    expect(levels(shop, itemId)).toEqual({ available: 7, committed: 2, on_hand: 9 })
    const rest = shop.graphql(ship, {
      fulfillment: {
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderId }],
        trackingInfo: { company: 'UPS', number: '1Z9' },
      },
    })
    expect(at(rest, 'fulfillmentCreate', 'fulfillment', 'trackingInfo')).toEqual([
      { company: 'UPS', number: '1Z9', url: expect.stringContaining('1Z9') },
    ])
    expect(pull(shop).orders[0]).toMatchObject({
      displayFulfillmentStatus: 'FULFILLED',
      closedAt: '2026-07-01T10:00:00Z',
      fulfillmentOrders: { nodes: [{ status: 'CLOSED' }] },
    })
    expect(levels(shop, itemId)).toEqual({ available: 7, committed: 0, on_hand: 7 })
    expect(() => shop.cancel('#1001')).toThrow('#1001 is fulfilled')
  })

  it('refuses more than remains, and what is closed or unknown', () => {
    const { shop, fulfillmentOrderId, lineId } = opened()
    const send = (fulfillment: object) =>
      at(shop.graphql(ship, { fulfillment }), 'fulfillmentCreate', 'userErrors', 0, 'message')
    expect(
      send({
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderId, fulfillmentOrderLineItems: [{ id: lineId, quantity: 4 }] }],
      }),
    ).toBe('Invalid fulfillment order line item quantity requested.')
    expect(send({ lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/1' }] })).toBe(
      'Fulfillment order does not exist.',
    )
    expect(send({ lineItemsByFulfillmentOrder: [{ fulfillmentOrderId }] })).toBeUndefined()
    expect(send({ lineItemsByFulfillmentOrder: [{ fulfillmentOrderId }] })).toContain('unfulfillable status= closed')
  })

  it('takes another tracking number later', () => {
    const { shop, fulfillmentOrderId } = opened()
    const sent = shop.graphql(ship, { fulfillment: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId }] } })
    const update = `mutation T($id: ID!, $info: FulfillmentTrackingInput!) {
      fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $info) { fulfillment { trackingInfo { number company url } } userErrors { message } }
    }`
    const answer = shop.graphql(update, {
      id: at(sent, 'fulfillmentCreate', 'fulfillment', 'id'),
      info: { number: 'X7', company: 'Own van' },
    })
    expect(at(answer, 'fulfillmentTrackingInfoUpdate', 'fulfillment', 'trackingInfo')).toEqual([
      { number: 'X7', company: 'Own van', url: null },
    ])
  })
})
