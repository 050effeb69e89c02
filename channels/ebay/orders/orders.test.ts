import { describe, expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { meaningOf } from '#domain/orders/intake/pieces.ts'
import type { HttpCall } from '../../call.ts'
import type { EbayConnection } from '../calls.ts'
import { ebay } from '../index.ts'
import { pullOrders, ship, toOrder } from './orders.ts'
import { EbayOrder } from '../wire.ts'
import { noConnection } from '../../testing/connection.ts'

const usd = (value: string) => ({ value, currency: 'USD' })
const contact = {
  fullName: 'Ann Lee',
  email: 'ann@buyers.example',
  primaryPhone: { phoneNumber: '555 0100' },
  contactAddress: {
    addressLine1: '1 Elm St',
    city: 'Austin',
    stateOrProvince: 'TX',
    postalCode: '73301',
    countryCode: 'US',
  },
}
const wire = (more: object = {}) =>
  EbayOrder.parse({
    orderId: '01-03955-36441',
    creationDate: '2026-11-20T10:00:00.000Z',
    lastModifiedDate: '2026-11-20T11:00:00.000Z',
    orderFulfillmentStatus: 'NOT_STARTED',
    orderPaymentStatus: 'PAID',
    cancelStatus: { cancelState: 'NONE_REQUESTED' },
    buyer: { username: 'ann', buyerRegistrationAddress: contact },
    pricingSummary: {
      priceSubtotal: usd('30.30'),
      priceDiscount: usd('-3.00'),
      deliveryCost: usd('4.99'),
      deliveryDiscount: usd('-1.00'),
      tax: usd('2.15'),
      total: usd('33.44'),
    },
    paymentSummary: {
      payments: [
        { amount: usd('33.44'), paymentDate: '2026-11-20T10:01:00.000Z', paymentMethod: 'EBAY', paymentStatus: 'PAID' },
      ],
    },
    totalMarketplaceFee: usd('4.73'),
    fulfillmentStartInstructions: [{ shippingStep: { shippingServiceCode: 'USPSGroundAdvantage', shipTo: contact } }],
    lineItems: [
      {
        lineItemId: '9',
        sku: 'MUG-1',
        title: 'Mug',
        quantity: 3,
        lineItemCost: usd('30.30'),
        discountedLineItemCost: usd('27.30'),
        deliveryCost: { shippingCost: usd('4.99') },
        taxes: [{ amount: usd('2.15') }],
      },
    ],
    ...more,
  })

describe('an eBay order', () => {
  it('is to be shipped by the earliest date of its lines', () => {
    const [line] = wire().lineItems
    const due = (shipByDate?: string) => ({ ...line, lineItemFulfillmentInstructions: { shipByDate } })
    const lineItems = [due('2026-11-24T07:59:59.000Z'), due('2026-11-23T07:59:59.000Z'), due()]
    expect(toOrder(wire({ lineItems })).shipBy).toEqual(new Date('2026-11-23T07:59:59Z'))
    expect(toOrder(wire()).shipBy).toBeNull()
  })
  it('carries its money in whole cents', () => {
    expect(toOrder(wire())).toMatchObject({
      externalOrderId: '01-03955-36441',
      cancelled: false,
      shipping: 'open',
      payment: 'paid',
      currency: 'USD',
      subtotal: 3030,
      discountAmount: 400,
      shippingCost: 499,
      taxAmount: 215,
      totalAmount: 3344,
      feeAmount: 473,
      paymentAmount: 3344,
      paymentMethod: 'EBAY',
      paymentDate: new Date('2026-11-20T10:01:00Z'),
      shippingMethod: 'USPSGroundAdvantage',
      words: { order: 'NOT_STARTED', shipping: 'NOT_STARTED', payment: 'PAID' },
      buyer: { name: 'Ann Lee', email: 'ann@buyers.example', phone: '555 0100' },
      shippingAddress: {
        name: 'Ann Lee',
        phone: '555 0100',
        line1: '1 Elm St',
        city: 'Austin',
        region: 'TX',
        postalCode: '73301',
        country: 'US',
      },
      lines: [
        {
          externalId: '9',
          sku: 'MUG-1',
          title: 'Mug',
          quantity: 3,
          price: 1010,
          discountAmount: 300,
          shippingCost: 499,
          taxAmount: 215,
        },
      ],
    })
  })
  it.each([
    ['FULFILLED', 'PAID', 'NONE_REQUESTED', 'shipped'],
    ['IN_PROGRESS', 'PAID', 'NONE_REQUESTED', 'open'],
    ['NOT_STARTED', 'PENDING', 'IN_PROGRESS', 'open'],
    ['NOT_STARTED', 'FULLY_REFUNDED', 'CANCELED', 'cancelled'],
    ['NOT_STARTED', 'FULLY_REFUNDED', 'NONE_REQUESTED', 'cancelled'],
    ['FULFILLED', 'FULLY_REFUNDED', 'NONE_REQUESTED', 'shipped'],
    ['NOT_STARTED', 'PARTIALLY_REFUNDED', 'NONE_REQUESTED', 'open'],
    ['NOT_STARTED', 'PENDING', 'NONE_REQUESTED', 'open'],
    ['NOT_STARTED', 'FAILED', 'NONE_REQUESTED', 'cancelled'],
    ['FULFILLED', 'FAILED', 'NONE_REQUESTED', 'shipped'],
    ['NOT_STARTED', 'PAID', 'IN_PROGRESS', 'open'],
    ['NOT_STARTED', 'FAILED', 'CANCELED', 'cancelled'],
  ])('ORD-133 %s, %s, %s is %s', (orderFulfillmentStatus, orderPaymentStatus, cancelState, state) => {
    const order = toOrder(wire({ orderFulfillmentStatus, orderPaymentStatus, cancelStatus: { cancelState } }))
    expect(meaningOf(order).state).toBe(state)
  })
  it.each([
    ['NOT_STARTED', 'PENDING', 'NONE_REQUESTED', 'open', 'open', 'NOT_STARTED'],
    ['IN_PROGRESS', 'PARTIALLY_REFUNDED', 'NONE_REQUESTED', 'partly', 'partly_refunded', 'IN_PROGRESS'],
    ['FULFILLED', 'FULLY_REFUNDED', 'NONE_REQUESTED', 'shipped', 'refunded', 'FULFILLED'],
    ['NOT_STARTED', 'FAILED', 'CANCELED', 'open', 'failed', 'CANCELED'],
    ['NOT_STARTED', 'PAID', 'IN_PROGRESS', 'open', 'paid', 'CANCEL_IN_PROGRESS'],
  ])(
    'ORD-133 %s, %s, %s mean %s and %s',
    (orderFulfillmentStatus, orderPaymentStatus, cancelState, shipping, payment, word) => {
      expect(
        toOrder(wire({ orderFulfillmentStatus, orderPaymentStatus, cancelStatus: { cancelState } })),
      ).toMatchObject({
        shipping,
        payment,
        words: { order: word, shipping: orderFulfillmentStatus, payment: orderPaymentStatus },
      })
    },
  )

  describe('of several lines', () => {
    const line = (lineItemId: string, more: object = {}) => ({
      lineItemId,
      sku: lineItemId,
      quantity: 3,
      lineItemCost: usd('30.00'),
      lineItemFulfillmentStatus: 'NOT_STARTED',
      refunds: [],
      ...more,
    })
    const back = (value: string) => ({ refunds: [{ amount: usd(value) }] })
    const parcel = (lineItemId: string, quantity: number) => ({
      shipmentTrackingNumber: `94${quantity}`,
      shippedDate: '2026-11-20T12:00:00.000Z',
      lineItems: [{ lineItemId, quantity }],
    })
    const intake = async (order: object, fulfillments: object[] = []) => {
      const { c, calls } = connection(({ url }) =>
        url.includes('shipping_fulfillment')
          ? { body: { fulfillments } }
          : { body: { orders: [wire(order)], total: 1 } },
      )
      const [pulled] = (await pullOrders(c, new Date(0))).items
      const { state, lines } = meaningOf(pulled ?? { cancelled: false, lines: [] })
      return { state, quantities: lines.map(({ quantity }) => quantity), order: pulled, calls: calls.length }
    }

    it('holds all pieces until the last has left: its parcels are read, as a list does not tell them', async () => {
      const partly = { orderFulfillmentStatus: 'IN_PROGRESS' }
      const lines = [line('a', { lineItemFulfillmentStatus: 'IN_PROGRESS' }), line('b')]
      const result = await intake({ ...partly, lineItems: lines }, [parcel('a', 1), parcel('a', 1)])
      expect(result).toMatchObject({ state: 'open', quantities: [3, 3], calls: 2 })
      expect(result.order?.lines.map(({ sent }) => sent)).toEqual([2, 0])
    })
    it('gives back the pieces of a line whose whole price went back before it was sent, and of no other', async () => {
      const lines = [line('a', back('30.00')), line('b', back('5.00')), line('c')]
      const refunded = { orderPaymentStatus: 'PARTIALLY_REFUNDED' }
      expect(await intake({ ...refunded, lineItems: lines })).toMatchObject({
        state: 'open',
        quantities: [0, 3, 3],
        calls: 1,
      })
    })
    it('is shipped once the rest was paid back: two of three were sent', async () => {
      const lines = [line('a', { lineItemFulfillmentStatus: 'IN_PROGRESS', ...back('30.00') })]
      const order = {
        orderFulfillmentStatus: 'IN_PROGRESS',
        orderPaymentStatus: 'PARTIALLY_REFUNDED',
        lineItems: lines,
      }
      expect(await intake(order, [parcel('a', 2)])).toMatchObject({ state: 'shipped', quantities: [2] })
    })
    it('cancelled after a part of it was sent gives back the rest alone', async () => {
      const order = wire({
        orderFulfillmentStatus: 'IN_PROGRESS',
        cancelStatus: { cancelState: 'CANCELED' },
        lineItems: [line('a', { lineItemFulfillmentStatus: 'IN_PROGRESS' })],
      })
      const { c } = connection(({ url }) => {
        if (url.includes('shipping_fulfillment')) return { body: { fulfillments: [parcel('a', 2)] } }
        return { body: url.includes('filter=') ? { orders: [order], total: 1 } : order }
      })
      const [pulled] = (await pullOrders(c, new Date(0))).items
      expect(pulled?.lines.map(({ sent }) => sent)).toEqual([2])
      expect(pulled && meaningOf(pulled)).toMatchObject({ state: 'shipped', lines: [{ quantity: 2 }] })
    })
    it('brings nothing back where it was sent before it was paid back', async () => {
      const sent = { lineItemFulfillmentStatus: 'FULFILLED' }
      const lines = [line('a', { ...sent, ...back('30.00') }), line('b', sent)]
      const order = { orderFulfillmentStatus: 'FULFILLED', orderPaymentStatus: 'PARTIALLY_REFUNDED', lineItems: lines }
      expect(await intake(order)).toMatchObject({ state: 'shipped', quantities: [3, 3], calls: 1 })
    })
  })
  it('cancelled is read by itself: only there stands that its pieces are missing', async () => {
    const cancelStatus = (...reasons: string[]) => ({
      cancelState: 'CANCELED',
      cancelRequests: reasons.map((cancelReason) => ({ cancelReason })),
    })
    const requests: string[] = []
    const read = async (reason: string) => {
      const { c } = connection(({ url }) => {
        requests.push(new URL(url).pathname)
        const listed = { orders: [wire({ cancelStatus: cancelStatus() })], total: 1 }
        return { body: url.includes('filter=') ? listed : wire({ cancelStatus: cancelStatus(reason) }) }
      })
      return (await pullOrders(c, new Date(0))).items[0]
    }
    const missing = await read('OUT_OF_STOCK_OR_CANNOT_FULFILL')
    expect(missing && meaningOf(missing)).toMatchObject({ state: 'cancelled', lines: [{ quantity: 3, lost: 3 }] })
    const returned = await read('BUYER_ASKED_CANCEL')
    expect(returned && meaningOf(returned)).toMatchObject({ state: 'cancelled', lines: [{ quantity: 3, lost: 0 }] })
    expect(requests[1]).toBe('/sell/fulfillment/v1/order/01-03955-36441')
  })
  it('whose buyer eBay has forgotten is still read', () => {
    expect(
      toOrder(wire({ buyer: undefined, fulfillmentStartInstructions: [], paymentSummary: undefined })),
    ).toMatchObject({ buyer: { name: '', email: '', phone: '' }, shippingAddress: {}, paymentAmount: null })
  })
})

describe('the admin page', () => {
  it("ORD-056 of an order is eBay's own", () => {
    expect(
      ebay.orders?.adminUrl({ externalOrderId: '01-03955-36441', shop: '', origins: { web: 'https://www.ebay.com' } }),
    ).toBe('https://www.ebay.com/sh/ord/details?orderid=01-03955-36441')
  })
})

type Answer = { status?: number; body?: unknown }
const connection = (reply: (call: HttpCall) => Answer): { c: EbayConnection; calls: HttpCall[] } => {
  const calls: HttpCall[] = []
  const c: EbayConnection = {
    ...noConnection,
    accessToken: 't',
    origins: { api: 'https://api.example', web: 'https://web.example' },
    shop: '',
    settings: EbaySettings.parse({}),
    now: () => new Date(0),
    uuid: () => 'u',
    http: async (call) => {
      calls.push(call)
      return { status: 200, headers: {}, body: '', ...reply(call) }
    },
  }
  return { c, calls }
}

describe('pulling', () => {
  it('begins anew when an order left the page it was on', async () => {
    const ids = Array.from({ length: 450 }, (_, i) => `o${i}`)
    let changed = false
    const { c } = connection(({ url }) => {
      const query = new URL(url).searchParams
      const offset = Number(query.get('offset'))
      if (offset > 0 && !changed) {
        // the second order changes while we read: it moves to the end
        changed = true
        ids.push(...ids.splice(1, 1))
      }
      return {
        body: { total: ids.length, orders: ids.slice(offset, offset + 200).map((orderId) => ({ ...wire(), orderId })) },
      }
    })
    const seen = new Set<string>()
    for (let cursor: string | undefined = '0:'; cursor !== undefined; ) {
      const page: Awaited<ReturnType<typeof pullOrders>> = await pullOrders(c, new Date(0), cursor)
      for (const { externalOrderId } of page.items) seen.add(externalOrderId)
      cursor = page.next
    }
    expect(seen.size).toBe(450)
  })
  it('asks from the given moment, in the language eBay wants', async () => {
    const { c, calls } = connection(() => ({ body: { total: 0, orders: [] } }))
    expect(await pullOrders(c, new Date('2026-11-20T00:00:00Z'))).toEqual({ items: [], next: undefined })
    expect(new URL(calls[0]?.url ?? '').searchParams.get('filter')).toBe(
      'lastmodifieddate:[2026-11-20T00:00:00.000Z..]',
    )
    expect(calls[0]?.headers).toMatchObject({ 'accept-language': 'en-US', authorization: 'Bearer t' })
  })
})

describe('shipping', () => {
  const shipment = {
    externalOrderId: '01-1',
    carrier: 'USPS',
    trackingNumber: '9400-1112 34',
    shippedAt: new Date('2026-11-21T00:00:00Z'),
    lines: [{ externalId: '9', quantity: 3 }],
  }
  const sent = (calls: HttpCall[]) => calls.filter(({ method }) => method === 'POST').map(({ json }) => json)
  it('sends letters and digits, carrier and number together', async () => {
    const { c, calls } = connection(({ method }) =>
      method === 'GET' ? { body: { fulfillments: [] } } : { status: 201 },
    )
    await ship(c, [shipment, { ...shipment, carrier: '' }])
    expect(sent(calls)).toEqual([
      {
        lineItems: [{ lineItemId: '9', quantity: 3 }],
        shippedDate: '2026-11-21T00:00:00.000Z',
        trackingNumber: '9400111234',
        shippingCarrierCode: 'USPS',
      },
      { lineItems: [{ lineItemId: '9', quantity: 3 }], shippedDate: '2026-11-21T00:00:00.000Z' },
    ])
  })
  it.each([
    [[3], []],
    [[1, 2], []],
    [[1], [{ lineItemId: '9', quantity: 2 }]],
  ])('of what eBay knows in parcels of %j, it sends the rest alone', async (parcels, rest) => {
    const fulfillments = parcels.map((quantity) => ({
      shipmentTrackingNumber: '9400111234',
      lineItems: [{ lineItemId: '9', quantity }],
    }))
    const { c, calls } = connection(({ method }) => (method === 'GET' ? { body: { fulfillments } } : { status: 201 }))
    expect(await ship(c, [shipment])).toEqual([{ ok: true, value: undefined }])
    expect(sent(calls).map((body) => (body as { lineItems: unknown }).lineItems)).toEqual(rest.length > 0 ? [rest] : [])
  })
})
