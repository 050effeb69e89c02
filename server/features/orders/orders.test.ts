import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  getOrder,
  importOrders,
  ordersByProduct,
  recentOrders,
  searchOrders,
  updateShipping,
} from '#contract/orders.ts'
import { updateProduct } from '#contract/products.ts'
import { inTab, isCompleted, type OrderTab } from '#domain/orders/status.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { ChannelError, type ChannelOrder, type Shipment } from '#channels/channel.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { channelOrder, fakeConnect, laterVersion, makeIntegration, orderLine } from '../../testing/orders.ts'
import { levelsOf } from '../stock/service.ts'
import { takeIn } from './intake.ts'
import { updateShipping as ship } from './shipping.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

let ctx: Ctx
let as: string
let integrationId: number
beforeEach(async () => {
  ;({ ctx, as } = await makeSeller(app.services))
  integrationId = (await makeIntegration(ctx, 'ebay')).id
})

const take = (...orders: ChannelOrder[]) => takeIn(ctx, { id: integrationId, channel: 'ebay' }, orders)
async function idOf(order: ChannelOrder): Promise<number> {
  const row = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('externalOrderId', '=', order.externalOrderId)
    .executeTakeFirstOrThrow()
  return row.id
}
const read = async (order: ChannelOrder) =>
  (await app.call(getOrder, { query: { orderId: await idOf(order) }, as })).body.data?.order
const product = async (quantity = 10) => makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity })
const address = {
  name: 'Ana Lima',
  company: 'Lima Ltd',
  phone: '555 0101',
  line1: '1 Rose St',
  line2: 'Flat 2',
  city: 'Portland',
  region: 'OR',
  postalCode: '97201',
  country: 'US',
}
const billing = { name: 'Rui Lima', line1: '9 Elm St', city: 'Salem', country: 'US' }

describe('GET /orders/order', () => {
  const full = (sku: string) =>
    channelOrder({
      externalOrderId: '27-1-2',
      number: '#1001',
      orderStatus: 'IN_PROGRESS',
      shippingStatus: 'IN_PROGRESS',
      paymentStatus: 'PAID',
      orderDate: new Date('2026-11-20T10:00:00.000Z'),
      updatedAt: new Date('2026-11-20T11:00:00.000Z'),
      shippedAt: new Date('2026-11-20T12:00:00.000Z'),
      subtotal: 5000,
      shippingCost: 499,
      taxAmount: 412,
      discountAmount: 250,
      feeAmount: 130,
      totalAmount: 5661,
      paymentAmount: 5661,
      paymentDate: new Date('2026-11-20T10:05:00.000Z'),
      paymentMethod: 'PayPal',
      shippingMethod: 'USPSPriority',
      trackingNumber: '9400',
      buyer: { name: 'Ana Lima', email: 'ana@example.com', phone: '555 0101' },
      shippingAddress: address,
      billingAddress: billing,
      raw: { orderId: '27-1-2', anything: [1, 2] },
      lines: [
        orderLine({
          externalId: 'L9',
          sku,
          title: 'A red shirt',
          price: 2500,
          quantity: 2,
          taxAmount: 412,
          discountAmount: 250,
          shippingCost: 499,
        }),
      ],
    })

  it('ORD-261..ORD-284 ORD-306..ORD-314 carries every field of an order', async () => {
    const { sku } = await product()
    const order = full(sku)
    await take(order)
    const found = await read(order)
    expect(found).toMatchObject({
      id: await idOf(order),
      clientId: ctx.organizationId,
      channel: 'ebay',
      externalOrderId: '27-1-2',
      number: '#1001',
      state: 'open',
      orderStatus: 'IN_PROGRESS',
      shippingStatus: 'IN_PROGRESS',
      paymentStatus: 'PAID',
      orderDate: '2026-11-20T10:00:00.000Z',
      shippingDate: '2026-11-20T12:00:00.000Z',
      shippingCost: 4.99,
      totalPrice: 50,
      totalAmount: 56.61,
      totalQuantity: 2,
      discountAmount: 2.5,
      taxAmount: 4.12,
      feeAmount: 1.3,
      currency: 'USD',
      paymentAmount: 56.61,
      paymentDate: '2026-11-20T10:05:00.000Z',
      paymentDetails: { paymentMethod: 'PayPal', billingAddress: billing },
      shippingDetails: { shippingMethod: 'USPSPriority', trackingNumber: '9400', shippingAddress: address },
      customer: {
        name: 'Ana Lima',
        email: 'ana@example.com',
        phone: '555 0101',
        address,
        shippingAddress: address,
        billingAddress: billing,
      },
      orderDetails: { readyToShip: false, notes: '' },
      oversold: false,
    })
    expect(found?.items).toHaveLength(1)
    expect(Date.parse(found?.updateDate ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('ORD-286..ORD-293 carries every field of a line and of its product', async () => {
    const { id: productId, sku } = await product()
    await ctx.db
      .updateTable('products')
      .set({
        title: 'Shirt, red',
        location: 'Aisle 4',
        warehouse: 'North',
        bin: 'B7',
        cost: 700,
        images: JSON.stringify([{ url: 'https://img.example/a.jpg', source: 'cloudinary' }]),
        sizeAndWeight: JSON.stringify({
          weightUnit: 'kg',
          sizeUnit: 'cm',
          weight: 0.3,
          width: 20,
          length: 30,
          height: 2,
        }),
      })
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', productId)
      .execute()
    const order = full(sku)
    await take(order)
    expect((await read(order))?.items).toEqual([
      {
        id: expect.any(Number),
        sku,
        itemTitle: 'A red shirt',
        price: 25,
        cost: 7,
        quantity: 2,
        productId,
        externalId: 'L9',
        taxAmount: 4.12,
        discountAmount: 2.5,
        shippingCost: 4.99,
        shortfall: 0,
        product: {
          title: 'Shirt, red',
          images: [{ url: 'https://img.example/a.jpg', source: 'cloudinary' }],
          location: 'Aisle 4',
          warehouse: 'North',
          bin: 'B7',
          sizeAndWeight: { weightUnit: 'kg', sizeUnit: 'cm', weight: 0.3, width: 20, length: 30, height: 2 },
        },
      },
    ])
  })

  it("ORD-285 ORD-347 answers the order and the channel's own record", async () => {
    const order = full('nobody-has-this')
    await take(order)
    const { body } = await app.call(getOrder, { query: { orderId: await idOf(order) }, as })
    expect(Object.keys(body.data ?? {})).toEqual(['order', 'channelOrder'])
    expect(body.data?.channelOrder).toEqual({ orderId: '27-1-2', anything: [1, 2] })
    expect(body.data?.order.items[0]).toMatchObject({ productId: null, product: null })
  })

  it("ORD-056 ORD-059 ORD-091 names the channel's own page of the order", async () => {
    const order = full('x')
    await take(order)
    expect((await read(order))?.adminUrl).toMatch(/^http:\/\/127\.0\.0\.1:3001\/ebay\/.*27-1-2/)
    const shopify = await makeIntegration(ctx, 'shopify')
    const other = channelOrder({ externalOrderId: 'gid://shopify/Order/77' })
    await takeIn(ctx, { id: shopify.id, channel: 'shopify' }, [other])
    expect((await read(other))?.adminUrl).toMatch(/fine-shirts.*77$/)
  })

  it('marks what the marketplace sold and we did not have', async () => {
    const { sku } = await product(1)
    const order = full(sku)
    await take(order)
    expect(await read(order)).toMatchObject({ oversold: true, items: [{ shortfall: 1, quantity: 2 }] })
  })

  it('keeps a line whose product was deleted', async () => {
    const { id, sku } = await product()
    const order = full(sku)
    await take(order, laterVersion(order, { state: 'cancelled' }))
    await ctx.db.deleteFrom('products').where('organizationId', '=', ctx.organizationId).where('id', '=', id).execute()
    expect((await read(order))?.items).toMatchObject([{ sku, productId: null, product: null }])
  })

  it("is another organization's secret", async () => {
    const order = full('x')
    await take(order)
    const stranger = await makeSeller(app.services)
    expect(await app.call(getOrder, { query: { orderId: await idOf(order) }, as: stranger.as })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await app.call(searchOrders, { as: stranger.as })).body.data).toEqual([])
  })
})

describe('GET /orders/search', () => {
  const on = (day: string, over: Partial<ChannelOrder> = {}) => channelOrder({ orderDate: new Date(day), ...over })
  const numbers = async (
    query: Parameters<typeof app.call<typeof searchOrders>>[1] extends infer I
      ? I extends { query?: infer Q }
        ? Q
        : never
      : never,
  ) => (await app.call(searchOrders, { query, as })).body.data?.map((o) => o.number) ?? []

  it('ORD-353 ORD-354 ORD-355 ORD-356 pages through orders, newest first; the first carries the number of rows', async () => {
    await take(...[1, 2, 3, 4, 5].map((n) => on(`2026-11-0${n}T09:00:00Z`, { number: `#${n}` })))
    const first = (await app.call(searchOrders, { query: { page: 0, pageSize: 2 }, as })).body.data
    expect(first?.map((o) => [o.number, o.totalRows])).toEqual([
      ['#5', 5],
      ['#4', undefined],
    ])
    expect(
      (await app.call(searchOrders, { query: { page: 2, pageSize: 2 }, as })).body.data?.map((o) => [
        o.number,
        o.totalRows,
      ]),
    ).toEqual([['#1', 5]])
    expect(await numbers({ page: 3, pageSize: 2 })).toEqual([])
  })

  it('ORD-041 ORD-042 has pages of 25 from 0 on', async () => {
    await take(...Array.from({ length: 30 }, () => channelOrder()))
    const { body } = await app.call(searchOrders, { as })
    expect(body.data).toHaveLength(25)
    expect(body.data?.[0]?.totalRows).toBe(30)
  })

  it('ORD-353 takes whole days, both ends included, or moments', async () => {
    await take(
      on('2026-11-01T00:00:00Z', { number: 'a' }),
      on('2026-11-02T23:59:59.999Z', { number: 'b' }),
      on('2026-11-03T00:00:00Z', { number: 'c' }),
    )
    expect(await numbers({ startDate: '2026-11-01', endDate: '2026-11-02' })).toEqual(['b', 'a'])
    expect(await numbers({ startDate: '2026-11-02' })).toEqual(['c', 'b'])
    expect(await numbers({ endDate: '2026-11-03T00:00:00.000Z' })).toEqual(['c', 'b', 'a'])
    expect(await app.call(searchOrders, { query: { startDate: 'soon' }, as })).toMatchObject({
      status: 400,
      body: { fields: { startDate: expect.any(String) } },
    })
  })

  it('ORD-353 takes SKUs, one of which must be in the order, also with a plus inside', async () => {
    await take(
      channelOrder({
        number: 'a',
        lines: [orderLine({ externalId: '1', sku: 'A+1' }), orderLine({ externalId: '2', sku: 'B' })],
      }),
      channelOrder({ number: 'b', lines: [orderLine({ sku: 'B' })] }),
      channelOrder({ number: 'c' }),
    )
    expect(await numbers({ skus: ['A+1', 'none'] })).toEqual(['a'])
    expect((await numbers({ skus: ['B'] })).toSorted()).toEqual(['a', 'b'])
    expect(await numbers({ skus: ['b'] })).toEqual([])
  })

  it('ORD-353 takes channels', async () => {
    await take(channelOrder({ number: 'e' }))
    await takeIn(ctx, { id: (await makeIntegration(ctx, 'shopify')).id, channel: 'shopify' }, [
      channelOrder({ number: 's' }),
    ])
    expect(await numbers({ channels: ['shopify'] })).toEqual(['s'])
    expect((await numbers({ channels: ['shopify', 'ebay'] })).toSorted()).toEqual(['e', 's'])
  })

  it('ORD-045 ORD-353 "Completed" selects as the Completed tab does, "Pending" everything else', async () => {
    await take(
      channelOrder({ number: 'done', shippingStatus: 'FULFILLED', paymentStatus: 'PAID' }),
      channelOrder({ number: 'open' }),
    )
    expect(await numbers({ statuses: ['Completed'] })).toEqual(['done'])
    expect(await numbers({ statuses: ['Pending'] })).toEqual(['open'])
    expect(await numbers({ statuses: ['Completed', 'Pending'] })).toHaveLength(2)
    expect(await numbers({ tab: 'completed' })).toEqual(['done'])
  })

  it('ORD-044 a row holds what the list shows', async () => {
    const { sku } = await product(0)
    const order = channelOrder({
      number: '#7',
      totalAmount: 1234,
      lines: [orderLine({ externalId: '1', sku, quantity: 2 }), orderLine({ externalId: '2', sku: 'other' })],
    })
    await take(order)
    expect((await app.call(searchOrders, { as })).body.data).toEqual([
      {
        id: await idOf(order),
        channel: 'ebay',
        externalOrderId: order.externalOrderId,
        number: '#7',
        orderDate: order.orderDate.toISOString(),
        customer: 'Ana Lima',
        skus: expect.arrayContaining([sku, 'other']),
        totalQuantity: 3,
        totalAmount: 12.34,
        currency: 'USD',
        orderStatus: 'OPEN',
        shippingStatus: 'NOT_STARTED',
        paymentStatus: 'PAID',
        oversold: true,
        state: 'open',
        totalRows: 1,
      },
    ])
  })

  it('DESIGN 7: a page with its total takes at most two statements', async () => {
    await take(...Array.from({ length: 3 }, () => channelOrder()))
    await app.call(searchOrders, { as })
    const before = app.services.database.statements.count
    await app.call(searchOrders, { query: { tab: 'open', startDate: '2020-01-01', skus: ['SKU'], pageSize: 2 }, as })
    expect(app.services.database.statements.count - before).toBeLessThanOrEqual(2)
  })

  it('ORD-047..ORD-053 each tab means in SQL what the rule says, for every mix of statuses', async () => {
    const states = ['open', 'shipped', 'cancelled'] as const
    const words = ['', 'open', 'OPEN', 'Paid', 'Completed', ' SHIPPED', 'fulfilled', 'NOT_STARTED', 'pending']
    await sql`
      insert into orders (organization_id, channel, external_order_id, number, state, order_status, shipping_status, payment_status, order_date, ready_to_ship)
      select ${ctx.organizationId}, 'manual', concat_ws('|', s, o, h, p, r), '', s, o, h, p, now(), r
      from unnest(${states}::text[]) s, unnest(${words}::text[]) o, unnest(${words}::text[]) h, unnest(${words}::text[]) p, unnest('{true,false}'::boolean[]) r`.execute(
      ctx.db,
    )
    const all = await ctx.db
      .selectFrom('orders')
      .select(['id', 'state', 'orderStatus', 'shippingStatus', 'paymentStatus', 'readyToShip'])
      .where('organizationId', '=', ctx.organizationId)
      .execute()
    expect(all).toHaveLength(3 * 9 * 9 * 9 * 2)
    const total = async (query: { tab?: OrderTab; statuses?: string[] }) =>
      (await app.call(searchOrders, { query: { ...query, pageSize: 1 }, as })).body.data?.[0]?.totalRows
    for (const tab of ['all', 'open', 'readyToShip', 'completed'] as const)
      expect([tab, await total({ tab })]).toEqual([tab, all.filter((o) => inTab(o, tab)).length])
    expect(await total({ statuses: ['Pending'] })).toBe(all.filter((o) => !isCompleted(o)).length)
    for (const tab of ['open', 'readyToShip', 'completed'] as const) {
      const page = (await app.call(searchOrders, { query: { tab, pageSize: 200 }, as })).body.data ?? []
      const held = new Map(all.map((o) => [o.id, o]))
      expect(
        page.filter((row) => {
          const o = held.get(row.id)
          return !o || !inTab(o, tab)
        }),
      ).toEqual([])
    }
  })
})

describe('GET /orders/orders and /orders/searchOrdersByProduct', () => {
  it('ORD-358 ORD-359 the newest orders of a date range', async () => {
    await take(
      ...[1, 2, 3].map((n) => channelOrder({ number: `#${n}`, orderDate: new Date(`2026-11-0${n}T09:00:00Z`) })),
    )
    expect(
      (await app.call(recentOrders, { query: { endDate: '2026-11-02', limit: 1 }, as })).body.data?.map(
        (o) => o.number,
      ),
    ).toEqual(['#2'])
  })
  it('ORD-360 ORD-361 the orders that hold a SKU', async () => {
    await take(
      channelOrder({ number: 'a', lines: [orderLine({ sku: 'A 1' })] }),
      channelOrder({ number: 'b', lines: [orderLine({ sku: 'A 1' })] }),
      channelOrder({ number: 'c' }),
    )
    const { body } = await app.call(ordersByProduct, { query: { sku: 'A 1', pageSize: 1 }, as })
    expect(body.data).toHaveLength(1)
    expect(body.data?.[0]?.totalRows).toBe(2)
  })
  it("PRO-153 of a product with variations, those of all its SKUs; a variation's alone", async () => {
    const { id, sku } = await product()
    const body = {
      product: {
        id,
        variations: [
          { name: 'S', sku: `${sku}-S`, quantity: 5 },
          { name: 'M', sku: `${sku}-M`, quantity: 5 },
        ],
      },
    }
    expect((await app.call(updateProduct, { as, body })).status).toBe(200)
    await take(
      channelOrder({ number: 'small', lines: [orderLine({ sku: `${sku}-S` })] }),
      channelOrder({ number: 'middle', lines: [orderLine({ sku: `${sku}-M` })] }),
      channelOrder({ number: 'before', lines: [orderLine({ sku })] }),
      channelOrder({ number: 'other' }),
    )
    const numbers = async (of: string) =>
      ((await app.call(ordersByProduct, { query: { sku: of }, as })).body.data ?? []).map((o) => o.number).toSorted()
    expect(await numbers(sku)).toEqual(['before', 'middle', 'small'])
    expect(await numbers(`${sku}-S`)).toEqual(['small'])
  })
})

describe('POST /orders/updateShipping', () => {
  const dialog = {
    name: 'Bo Dahl',
    company: '',
    email: 'bo@example.com',
    phone: '555 0202',
    addressLine1: '2 Oak St',
    addressLine2: '',
    city: 'Reno',
    state: 'NV',
    zip: '89501',
    country: 'US',
  }
  const level = async (productId: number) => (await levelsOf(ctx, [productId]))[0]
  const audits = async (entityId: number) =>
    (
      await ctx.db
        .selectFrom('auditEntries')
        .select('action')
        .where('organizationId', '=', ctx.organizationId)
        .where('entityId', '=', entityId)
        .orderBy('id')
        .execute()
    ).map((e) => e.action)
  /** An order of a product with ten pieces. */
  async function sale(over: Partial<ChannelOrder> = {}) {
    const { id: productId, sku } = await product()
    const order = channelOrder({ lines: [orderLine({ externalId: 'L1', sku, quantity: 2 })], ...over })
    await take(order)
    return { order, productId, orderId: await idOf(order) }
  }

  it('ORD-116 ORD-315 ORD-349 saves address, service and tracking under their names, and keeps the status', async () => {
    const { order, orderId, productId } = await sale()
    const { body } = await app.call(updateShipping, {
      body: { orderId, channel: 'ebay', service: 'USPSPriority', trackingNumber: '9400', address: dialog },
      as,
    })
    const saved = {
      name: 'Bo Dahl',
      phone: '555 0202',
      line1: '2 Oak St',
      city: 'Reno',
      region: 'NV',
      postalCode: '89501',
      country: 'US',
    }
    expect(body.data).toMatchObject({
      state: 'open',
      shippingStatus: 'NOT_STARTED',
      shippingDetails: { shippingMethod: 'USPSPriority', trackingNumber: '9400' },
      customer: { email: 'bo@example.com' },
    })
    expect(body.data?.shippingDetails.shippingAddress).toEqual(saved)
    expect(await level(productId)).toMatchObject({ reserved: 2, onHand: 10 })
    expect(await audits(orderId)).toEqual(['imported', 'shipping'])
    await take(laterVersion(order, { shippingAddress: address, paymentStatus: 'REFUNDED' }))
    // the channel's next version knows nothing of the correction
    expect(await read(order)).toMatchObject({
      paymentStatus: 'REFUNDED',
      shippingDetails: { shippingAddress: saved, trackingNumber: '9400' },
    })
  })

  it('ORD-115 ships: tells the channel which pieces go, then they leave the building; a second time changes nothing', async () => {
    const { order, orderId, productId } = await sale()
    const told: Shipment[] = []
    const connect = fakeConnect({
      ship: async (shipment) => {
        told.push(shipment)
        return { ok: true, value: undefined }
      },
    })
    const body = {
      orderId,
      channel: 'ebay',
      action: 'ship',
      service: 'UPS Ground',
      trackingNumber: '1Z',
      address: undefined,
    } as const
    await ship(ctx, body, connect)
    await ship(ctx, body, connect)
    expect(told).toMatchObject([
      {
        externalOrderId: order.externalOrderId,
        carrier: 'UPS',
        trackingNumber: '1Z',
        lines: [{ externalId: 'L1', quantity: 2 }],
      },
    ])
    expect(await level(productId)).toMatchObject({ onHand: 8, reserved: 0, sold: 2 })
    const shipped = await read(order)
    expect(shipped).toMatchObject({ state: 'shipped', shippingStatus: 'Shipped' })
    expect(Date.parse(shipped?.shippingDate ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await audits(orderId)).toEqual(['imported', 'shipping', 'shipped'])
    await take(laterVersion(order, { state: 'shipped', shippingStatus: 'FULFILLED' }))
    expect(await read(order)).toMatchObject({
      state: 'shipped',
      shippingStatus: 'FULFILLED',
      shippingDetails: { trackingNumber: '1Z' },
    })
    expect(await level(productId)).toMatchObject({ onHand: 8, reserved: 0, sold: 2 })
  })

  it('shipped here and seen shipped on the channel at once, the pieces leave once', async () => {
    const { order, orderId, productId } = await sale()
    const connect = fakeConnect({ ship: async () => ({ ok: true, value: undefined }) })
    const body = { orderId, channel: 'ebay', action: 'ship', service: '', trackingNumber: '' } as const
    await Promise.all([
      ship(ctx, body, connect),
      ship(ctx, body, connect),
      take(laterVersion(order, { state: 'shipped' })),
    ])
    expect(await level(productId)).toMatchObject({ onHand: 8, reserved: 0, sold: 2 })
  })

  it('ORD-118 a channel that refuses leaves what was typed saved, and nothing shipped', async () => {
    const { order, orderId, productId } = await sale()
    const body = {
      orderId,
      channel: 'ebay',
      action: 'ship',
      service: 'UPS',
      trackingNumber: '1Z',
      address: dialog,
    } as const
    const connect = fakeConnect({
      ship: async () => ({ ok: false, error: new ChannelError('invalid', 'The carrier is unknown.') }),
    })
    await expect(ship(ctx, body, connect)).rejects.toMatchObject({
      code: 'channel_refused',
      message: 'The carrier is unknown.',
    })
    await expect(
      ship(ctx, body, fakeConnect({ ship: () => Promise.reject(new ChannelError('unavailable', 'no answer')) })),
    ).rejects.toBeInstanceOf(AppError)
    expect(await read(order)).toMatchObject({
      state: 'open',
      shippingStatus: 'NOT_STARTED',
      shippingDetails: { trackingNumber: '1Z', shippingAddress: { city: 'Reno' } },
    })
    expect(await level(productId)).toMatchObject({ onHand: 10, reserved: 2 })
  })

  it('ORD-113 ORD-114 what is shipped or completed already is not sent again; what was cancelled is refused', async () => {
    const connect = fakeConnect({})
    for (const over of [{ shippingStatus: 'FULFILLED' }, { shippingStatus: 'shipped' }, { orderStatus: 'Completed' }]) {
      const { orderId } = await sale(over)
      await ship(ctx, { orderId, channel: 'ebay', action: 'ship', service: '', trackingNumber: '' }, connect)
    }
    const { orderId } = await sale({ state: 'cancelled' })
    expect(await app.call(updateShipping, { body: { orderId, channel: 'ebay', action: 'ship' }, as })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { action: expect.any(String) } },
    })
  })

  it('ORD-350 an order made by hand is shipped here alone', async () => {
    const { order, orderId, productId } = await sale()
    await ctx.db
      .updateTable('orders')
      .set({ channel: 'manual', integrationId: null })
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', orderId)
      .execute()
    const { status, body } = await app.call(updateShipping, {
      body: { orderId, channel: 'manual', action: 'ship' },
      as,
    })
    expect([status, body.message]).toEqual([200, 'Order Shipping Updated'])
    expect(await read(order)).toMatchObject({ state: 'shipped', shippingStatus: 'Shipped' })
    expect(await level(productId)).toMatchObject({ onHand: 8, reserved: 0 })
  })

  it('is not for another organization, nor for guests', async () => {
    const { orderId } = await sale()
    const stranger = await makeSeller(app.services)
    expect(
      (await app.call(updateShipping, { body: { orderId, channel: 'ebay', service: 'UPS' }, as: stranger.as })).status,
    ).toBe(404)
    const guest = await makeSeller(app.services, 5)
    expect((await app.call(updateShipping, { body: { orderId, channel: 'ebay' }, as: guest.as })).status).toBe(403)
  })
})

describe('POST /channels/{channel}/importOrders', () => {
  it('ORD-362 needs a connected channel', async () => {
    expect(await app.call(importOrders, { params: { channel: 'shopify' }, as })).toMatchObject({
      status: 409,
      body: { code: 'integration_missing' },
    })
  })
})
