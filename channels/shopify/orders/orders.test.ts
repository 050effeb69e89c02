import { describe, expect, it } from 'vitest'
import { ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import { meaningOf } from '#domain/orders/intake/pieces.ts'
import type { HttpCall } from '../../call.ts'
import { shopify } from '../index.ts'
import { pullOrders } from './orders.ts'
import { ship } from './ship.ts'
import { noConnection } from '../../testing/connection.ts'

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
  unfulfilledQuantity: 2,
  originalUnitPriceSet: money('10.05'),
  discountedTotalSet: money('18.10'),
})
const order = (more: object = {}) => ({
  id: 'gid://shopify/Order/77',
  name: '#1001',
  test: false,
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
  totalRefundedSet: money('0.00'),
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
  refunds: [],
  lineItems: page([line(1), line(2)]),
  ...more,
})

function shop(answers: (query: string, variables: Record<string, unknown>) => unknown) {
  const sent: { query: string; variables: Record<string, unknown> }[] = []
  const http = async (call: HttpCall) => {
    const request = call.json as (typeof sent)[number]
    sent.push(request)
    const body = answers(request.query, request.variables)
    return {
      status: 200,
      headers: {},
      body: body && typeof body === 'object' && 'errors' in body ? body : { data: body },
    }
  }
  const c = {
    ...noConnection,
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
    const pulledOrder = await pulled({})
    expect(pulledOrder).toMatchObject({
      externalOrderId: 'gid://shopify/Order/77',
      number: '#1001',
      cancelled: false,
      stage: 'open',
      shipping: 'open',
      payment: 'paid',
      words: { order: 'OPEN', shipping: 'UNFULFILLED', payment: 'PAID' },
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
    expect(pulledOrder?.shippingAddress).toEqual({
      name: 'Ann Lee',
      phone: '+15550100',
      line1: '1 Elm St',
      city: 'Austin',
      region: 'TX',
      postalCode: '73301',
      country: 'US',
    })
    expect(pulledOrder?.billingAddress).toEqual({})
  })
  const parcel = {
    id: 'gid://shopify/Fulfillment/1',
    status: 'SUCCESS',
    createdAt: '2026-11-20T12:00:00Z',
    trackingInfo: [],
  }
  const refund = (quantity: number, restockType: string, n = 1) => ({
    refundLineItems: page([{ quantity, restockType, lineItem: { id: line(n).id } }]),
  })
  const cancelledAt = '2026-11-20T12:00:00Z'
  const three = (currentQuantity: number, unfulfilledQuantity: number) => ({
    lineItems: page([{ ...line(1), quantity: 3, currentQuantity, unfulfilledQuantity }]),
  })
  it.each([
    ['just placed', three(3, 3), 'open', 3, undefined],
    ['unpaid', { ...three(3, 3), displayFinancialStatus: 'PENDING' }, 'open', 3, undefined],
    ['void', { ...three(3, 3), displayFinancialStatus: 'VOIDED' }, 'cancelled', 3, undefined],
    ['sent', { ...three(3, 0), fulfillments: [parcel] }, 'shipped', 3, undefined],
    [
      'void although a part was sent',
      { ...three(3, 1), fulfillments: [parcel], displayFinancialStatus: 'VOIDED' },
      'open',
      3,
      undefined,
    ],
    [
      'whose parcel was called off',
      { ...three(3, 3), fulfillments: [{ ...parcel, status: 'CANCELLED' }] },
      'open',
      3,
      undefined,
    ],
    ['partly sent', { ...three(3, 1), fulfillments: [parcel] }, 'open', 3, undefined],
    ['partly sent and one edited out', { ...three(2, 1), fulfillments: [parcel] }, 'open', 2, undefined],
    [
      'partly sent, the rest cancelled',
      { ...three(2, 0), fulfillments: [parcel], refunds: [refund(1, 'CANCEL')], cancelledAt },
      'shipped',
      2,
      undefined,
    ],
    [
      'sent and sent back',
      { ...three(0, 0), fulfillments: [parcel], refunds: [refund(3, 'RETURN')] },
      'shipped',
      3,
      undefined,
    ],
    ['cancelled', { ...three(0, 0), refunds: [refund(3, 'CANCEL')], cancelledAt }, 'cancelled', 3, undefined],
    [
      'cancelled without restock',
      { ...three(0, 0), refunds: [refund(3, 'NO_RESTOCK')], cancelledAt },
      'cancelled',
      3,
      3,
    ],
    ['paid back before it was sent', { ...three(0, 0), refunds: [refund(3, 'CANCEL')] }, 'cancelled', 3, undefined],
  ])('ORD-135 %s', async (_, more, state, quantity, lost) => {
    const pulledOrder = await pulled(more)
    const meaning = pulledOrder && meaningOf(pulledOrder)
    expect([meaning?.state, meaning?.lines[0]?.quantity, meaning?.lines[0]?.lost]).toEqual([state, quantity, lost ?? 0])
    expect(pulledOrder?.subtotal).toBe(3015)
  })
  it.each([
    ['UNFULFILLED', 'PAID', 'open', 'paid'],
    ['IN_PROGRESS', 'AUTHORIZED', 'open', 'open'],
    ['ON_HOLD', 'PARTIALLY_PAID', 'open', 'partly'],
    ['PARTIALLY_FULFILLED', 'PARTIALLY_REFUNDED', 'partly', 'partly_refunded'],
    ['FULFILLED', 'REFUNDED', 'shipped', 'refunded'],
    ['FULFILLMENT_NOT_REQUIRED', 'VOIDED', 'none', 'void'],
    ['SCHEDULED', null, 'open', 'none'],
  ])(
    'ORD-135 %s and %s mean %s and %s; the words are only told',
    async (displayFulfillmentStatus, displayFinancialStatus, shipping, payment) => {
      expect(await pulled({ displayFulfillmentStatus, displayFinancialStatus })).toMatchObject({
        shipping,
        payment,
        words: { shipping: displayFulfillmentStatus, payment: displayFinancialStatus ?? '' },
      })
    },
  )
  it.each([
    [{}, 'open', 'OPEN'],
    [{ closedAt: cancelledAt }, '', 'CLOSED'],
    [{ cancelledAt, closedAt: cancelledAt }, '', 'CANCELLED'],
  ])('ORD-047 %o counts as "%s"', async (more, stage, word) => {
    expect(await pulled(more)).toMatchObject({ stage, words: { order: word } })
  })
  it('is to be shipped by the earliest date of what is still open of it', async () => {
    const part = (status: string, fulfillBy: string | null) => ({ status, fulfillBy })
    const nodes = [
      part('CLOSED', '2026-11-20T10:00:00Z'),
      part('OPEN', null),
      part('OPEN', '2026-11-24T10:00:00Z'),
      part('IN_PROGRESS', '2026-11-23T10:00:00Z'),
    ]
    expect((await pulled({ fulfillmentOrders: { nodes } }))?.shipBy).toEqual(new Date('2026-11-23T10:00:00Z'))
    expect((await pulled({}))?.shipBy).toBeNull()
  })
  it('that is only a test is left out', async () => {
    expect(await pulled({ test: true })).toBeUndefined()
  })
  it('with more refunds than a page carries is asked for all of them', async () => {
    const many = Array.from({ length: 10 }, () => refund(0, 'CANCEL'))
    const { c, sent } = shop((query) =>
      query.startsWith('query OrdersChanged')
        ? { orders: page([order({ ...three(2, 2), refunds: many })]) }
        : { order: { refunds: [...many, refund(1, 'CANCEL')] } },
    )
    expect((await pullOrders(c, new Date(0))).items[0]?.lines[0]).toMatchObject({ quantity: 3, restocked: 1 })
    expect(sent.at(-1)?.variables).toEqual({ id: 'gid://shopify/Order/77' })
  })
  it('comes in smaller pages where Shopify finds one too dear', async () => {
    const dear = { errors: [{ message: 'Query cost is 1915', extensions: { code: 'MAX_COST_EXCEEDED' } }] }
    const { c, sent } = shop((_, { first }) => (first === 25 ? dear : { orders: page([order()]) }))
    expect((await pullOrders(c, new Date(0))).items).toHaveLength(1)
    expect(sent.map(({ variables }) => variables['first'])).toEqual([25, 8])
    await expect(pullOrders(shop(() => dear).c, new Date(0))).rejects.toMatchObject({ code: 'MAX_COST_EXCEEDED' })
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
    expect(sent[0]?.variables).toEqual({
      query: "updated_at:>='2026-11-20T00:00:00.000Z'",
      first: 25,
      after: 'here',
    })
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
        totalQuantity: remainingQuantity,
        remainingQuantity,
        lineItem: { id: `gid://shopify/LineItem/${n}` },
      })),
    ),
  })
  const shipment = (lines: [number, number][]) => ({
    externalOrderId: 'gid://shopify/Order/77',
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
  it('is done when nothing is left', async () => {
    const s = stage([open('fo1', 'L1', [['a', 1, 0]], 'CLOSED')])
    expect(await ship(s.c, [shipment([[1, 1]])])).toEqual([{ ok: true, value: undefined }])
    expect(s.writes()).toEqual([])
  })
  it('sends the rest of an order although a parcel has the same number: the first of two may have been all that got through', async () => {
    const s = stage([open('fo1', 'L1', [['a', 1, 1]])], ['1Z9'])
    await ship(s.c, [shipment([[1, 1]])])
    expect(s.writes()).toHaveLength(1)
  })
  it('says when Shopify holds the order', async () => {
    expect(await ship(stage([open('fo1', 'L1', [['a', 1, 1]], 'ON_HOLD')]).c, [shipment([[1, 1]])])).toMatchObject([
      { ok: false, error: { kind: 'invalid', code: 'ON_HOLD' } },
    ])
  })
})
