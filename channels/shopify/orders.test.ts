import { describe, expect, it } from 'vitest'
import { ShopifySettings } from '#contract/channels/shopify.ts'
import type { HttpCall } from '../channel.ts'
import { shopify } from './index.ts'
import { pullOrders } from './orders.ts'
import { ship } from './ship.ts'

const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } })
const page = <T>(nodes: T[], endCursor: string | null = null) => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
})
const line = (n: number) => ({
  id: `gid://shopify/LineItem/${n}`,
  title: 'Shirt',
  variantTitle: n === 1 ? 'Red' : null,
  sku: `S-${n}`,
  quantity: 2,
  currentQuantity: 2,
  originalUnitPriceSet: money('10.05'),
  discountedTotalSet: money('18.10'),
})
const order = (more: object = {}) => ({
  id: 'gid://shopify/Order/77',
  name: '#1001',
  createdAt: '2026-11-20T10:00:00Z',
  processedAt: '2026-11-20T10:00:05Z',
  updatedAt: '2026-11-20T11:00:00Z',
  cancelledAt: null,
  closedAt: null,
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'UNFULFILLED',
  email: 'ann@buyers.example',
  phone: null,
  currencyCode: 'USD',
  paymentGatewayNames: ['shopify_payments'],
  totalPriceSet: money('45.20'),
  totalShippingPriceSet: money('5.0'),
  totalTaxSet: money('4.0'),
  totalDiscountsSet: money('4.0'),
  totalReceivedSet: money('45.20'),
  shippingAddress: {
    name: 'Ann Lee',
    address1: '1 Elm St',
    city: 'Austin',
    province: 'Texas',
    provinceCode: 'TX',
    zip: '73301',
    countryCodeV2: 'US',
    phone: '+15550100',
  },
  billingAddress: null,
  shippingLine: { title: 'Ground' },
  fulfillments: [],
  lineItems: page([line(1), line(2)]),
  ...more,
})

function shop(answers: (query: string, variables: Record<string, unknown>) => unknown) {
  const sent: { query: string; variables: Record<string, unknown> }[] = []
  const http = async (call: HttpCall) => {
    const asked = call.json as (typeof sent)[number]
    sent.push(asked)
    const body = answers(asked.query, asked.variables)
    return {
      status: 200,
      headers: {},
      body: body && typeof body === 'object' && 'errors' in body ? body : { data: body },
    }
  }
  const c = {
    http,
    accessToken: 't',
    origins: { shop: 'https://{shop}' },
    shop: 'motto-dev.myshopify.com',
    settings: ShopifySettings.parse({}),
    now: () => new Date(0),
    uuid: () => 'u',
  }
  return {
    c,
    sent,
    writes: () =>
      sent.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables.fulfillment),
  }
}
const pulled = async (more: object) =>
  (await pullOrders(shop(() => ({ orders: page([order(more)]) })).c, new Date(0))).items[0]

describe('a Shopify order', () => {
  it('carries its money in whole cents and its address as people write it', async () => {
    const found = await pulled({})
    expect(found).toMatchObject({
      externalOrderId: 'gid://shopify/Order/77',
      number: '#1001',
      state: 'open',
      orderStatus: 'OPEN',
      shippingStatus: 'UNFULFILLED',
      paymentStatus: 'PAID',
      currency: 'USD',
      orderDate: new Date('2026-11-20T10:00:05Z'),
      subtotal: 4020,
      discountAmount: 400,
      shippingCost: 500,
      taxAmount: 400,
      totalAmount: 4520,
      paymentAmount: 4520,
      paymentMethod: 'shopify_payments',
      shippingMethod: 'Ground',
      buyer: { name: 'Ann Lee', email: 'ann@buyers.example', phone: '+15550100' },
      lines: [
        { sku: 'S-1', title: 'Shirt - Red', price: 1005, quantity: 2, discountAmount: 200 },
        { sku: 'S-2', title: 'Shirt' },
      ],
    })
    expect(found?.shippingAddress).toEqual({
      name: 'Ann Lee',
      phone: '+15550100',
      line1: '1 Elm St',
      city: 'Austin',
      region: 'TX',
      postalCode: '73301',
      country: 'US',
    })
    expect(found?.billingAddress).toEqual({})
  })
  it.each([
    ['UNFULFILLED', 'PAID', null, 'open'],
    ['PARTIALLY_FULFILLED', 'PAID', null, 'open'],
    ['FULFILLED', 'PAID', null, 'shipped'],
    ['FULFILLED', 'REFUNDED', null, 'shipped'],
    ['UNFULFILLED', 'REFUNDED', null, 'cancelled'],
    ['UNFULFILLED', 'VOIDED', '2026-11-20T12:00:00Z', 'cancelled'],
    ['UNFULFILLED', 'VOIDED', null, 'open'],
    ['ON_HOLD', 'PENDING', null, 'open'],
  ])(
    'ORD-135 %s, %s, cancelled %s is %s',
    async (displayFulfillmentStatus, displayFinancialStatus, cancelledAt, state) => {
      expect((await pulled({ displayFulfillmentStatus, displayFinancialStatus, cancelledAt }))?.state).toBe(state)
    },
  )
  it('from which pieces were taken before shipping promises only the rest; later refunds change nothing', async () => {
    const lineItems = page([
      { ...line(1), currentQuantity: 1 },
      { ...line(2), currentQuantity: 0 },
    ])
    const quantities = async (more: object) =>
      (await pulled({ lineItems, ...more }))?.lines.map(({ quantity }) => quantity)
    expect(await quantities({})).toEqual([1, 0])
    expect((await pulled({ lineItems }))?.subtotal).toBe(4020)
    for (const more of [
      { displayFulfillmentStatus: 'FULFILLED' },
      { displayFulfillmentStatus: 'PARTIALLY_FULFILLED' },
      { cancelledAt: '2026-11-20T12:00:00Z' },
    ])
      expect(await quantities(more)).toEqual([2, 2])
  })
  it('with more lines than a page is read whole', async () => {
    const { c } = shop((query, { after }) => {
      if (query.startsWith('query OrdersChanged'))
        return { orders: page([order({ lineItems: page([line(1)], 'c1') })]) }
      return { order: { lineItems: after === 'c1' ? page([line(2)], 'c2') : page([line(3)]) } }
    })
    expect((await pullOrders(c, new Date(0))).items[0]?.lines.map(({ sku }) => sku)).toEqual(['S-1', 'S-2', 'S-3'])
  })
  it('whose buyer Shopify keeps to itself is read without', async () => {
    const hidden = {
      data: { orders: page([order({ email: null, shippingAddress: null })]) },
      errors: [
        { message: 'Not approved', extensions: { code: 'ACCESS_DENIED' }, path: ['orders', 'nodes', 0, 'email'] },
      ],
    }
    expect((await pullOrders(shop(() => hidden).c, new Date(0))).items[0]).toMatchObject({
      buyer: { name: '', email: '', phone: '' },
      totalAmount: 4520,
    })
  })
  it('is asked for by its change, and the cursor is handed on', async () => {
    const { c, sent } = shop(() => ({ orders: page([order()], 'next') }))
    expect((await pullOrders(c, new Date('2026-11-20T00:00:00Z'), 'here')).next).toBe('next')
    expect(sent[0]?.variables).toEqual({ query: "updated_at:>='2026-11-20T00:00:00.000Z'", after: 'here' })
  })
})

describe('the admin page', () => {
  it("ORD-059 of an order is the shop's own", () => {
    const o = {
      externalOrderId: 'gid://shopify/Order/77',
      shop: 'motto-dev.myshopify.com',
      origins: { shop: 'https://{shop}' },
    }
    expect(shopify.orders?.adminUrl(o)).toBe('https://motto-dev.myshopify.com/admin/orders/77')
  })
})

describe('shipping on Shopify', () => {
  const open = (id: string, location: string, rows: [row: string, line: number, left: number][], status = 'OPEN') => ({
    id,
    status,
    assignedLocation: { location: { id: location } },
    lineItems: page(
      rows.map(([row, n, remainingQuantity]) => ({
        id: row,
        remainingQuantity,
        lineItem: { id: `gid://shopify/LineItem/${n}` },
      })),
    ),
  })
  const shipment = (lines: [number, number][]) => ({
    externalOrderId: 'gid://shopify/Order/77',
    raw: null,
    carrier: 'UPS',
    trackingNumber: '1Z9',
    shippedAt: new Date(0),
    lines: lines.map(([n, quantity]) => ({ externalId: `gid://shopify/LineItem/${n}`, quantity })),
  })
  const stage = (fulfillmentOrders: object[], numbers: string[] = []) =>
    shop((query) =>
      query.startsWith('mutation')
        ? { fulfillmentCreate: { userErrors: [] } }
        : {
            order: {
              id: 'gid://shopify/Order/77',
              fulfillments: numbers.map((number) => ({ id: 'f', status: 'SUCCESS', trackingInfo: [{ number }] })),
              fulfillmentOrders: page(fulfillmentOrders),
            },
          },
    )
  it('makes one parcel per location, with no more than is left', async () => {
    const { c, writes } = stage([
      open('fo1', 'L1', [['a', 1, 1]]),
      open('fo2', 'L2', [
        ['b', 1, 5],
        ['x', 2, 5],
      ]),
      open('fo3', 'L1', [['y', 3, 2]]),
    ])
    expect(
      await ship(c, [
        shipment([
          [1, 3],
          [3, 9],
        ]),
      ]),
    ).toEqual([{ ok: true, value: undefined }])
    const common = { notifyCustomer: true, trackingInfo: { number: '1Z9', company: 'UPS' } }
    expect(writes()).toEqual([
      {
        ...common,
        lineItemsByFulfillmentOrder: [
          { fulfillmentOrderId: 'fo1', fulfillmentOrderLineItems: [{ id: 'a', quantity: 1 }] },
          { fulfillmentOrderId: 'fo3', fulfillmentOrderLineItems: [{ id: 'y', quantity: 2 }] },
        ],
      },
      {
        ...common,
        lineItemsByFulfillmentOrder: [
          { fulfillmentOrderId: 'fo2', fulfillmentOrderLineItems: [{ id: 'b', quantity: 2 }] },
        ],
      },
    ])
  })
  it('is done when the number is known or nothing is left', async () => {
    for (const s of [
      stage([open('fo1', 'L1', [['a', 1, 1]])], ['1Z9']),
      stage([open('fo1', 'L1', [['a', 1, 0]], 'CLOSED')]),
    ]) {
      expect(await ship(s.c, [shipment([[1, 1]])])).toEqual([{ ok: true, value: undefined }])
      expect(s.writes()).toEqual([])
    }
  })
  it('says when Shopify holds the order', async () => {
    expect(await ship(stage([open('fo1', 'L1', [['a', 1, 1]], 'ON_HOLD')]).c, [shipment([[1, 1]])])).toMatchObject([
      { ok: false, error: { kind: 'invalid', code: 'ON_HOLD' } },
    ])
  })
})
