import { describe, expect, it } from 'vitest'
import { getOrder, importOrders, searchOrders } from '#contract/orders/orders.ts'
import { makeSeller } from '#seed/make.ts'
import { address, ordersDesk } from '../../testing/shop/orders-desk.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../testing/shop/orders.ts'
import { takeIn } from './intake/intake.ts'

const { app, ctx, as, take, idOf, read, product } = ordersDesk()

const billing = { name: 'Rui Lima', line1: '9 Elm St', city: 'Salem', country: 'US' }

describe('GET /orders/order', () => {
  const full = (sku: string) =>
    channelOrder({
      externalOrderId: '27-1-2',
      number: '#1001',
      stage: '',
      shipping: 'partly',
      words: { order: 'IN_PROGRESS', shipping: 'IN_PROGRESS', payment: 'PAID' },
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
      refundedAmount: 999,
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
    const stored = await read(order)
    expect(stored).toMatchObject({
      id: await idOf(order),
      clientId: ctx().organizationId,
      channel: 'ebay',
      externalOrderId: '27-1-2',
      number: '#1001',
      state: 'open',
      stage: '',
      shipping: 'partly',
      payment: 'paid',
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
      refundedAmount: 9.99,
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
    expect(stored?.items).toHaveLength(1)
    expect(Date.parse(stored?.updateDate ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('ORD-286..ORD-293 carries every field of a line and of its product', async () => {
    const { id: productId, sku } = await product()
    await ctx()
      .db.updateTable('products')
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
      .where('organizationId', '=', ctx().organizationId)
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
        costCurrency: 'USD',
        costEntered: false,
        quantity: 2,
        productId,
        externalId: 'L9',
        taxAmount: 4.12,
        discountAmount: 2.5,
        shippingCost: 4.99,
        shortfall: 0,
        sent: 0,
        soldAs: '',
        parts: [],
        lost: 0,
        returned: 0,
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
    const { body } = await app().call(getOrder, { query: { orderId: await idOf(order) }, as: as() })
    expect(Object.keys(body.data ?? {})).toEqual(['order', 'channelOrder'])
    expect(body.data?.channelOrder).toEqual({ orderId: '27-1-2', anything: [1, 2] })
    expect(body.data?.order.items[0]).toMatchObject({ productId: null, product: null })
  })

  it("ORD-056 ORD-059 ORD-091 names the channel's own page of the order", async () => {
    const order = full('x')
    await take(order)
    expect((await read(order))?.adminUrl).toMatch(/^http:\/\/127\.0\.0\.1:3001\/ebay\/.*27-1-2/)
    const shopify = await makeIntegration(ctx(), 'shopify')
    const other = channelOrder({ externalOrderId: 'gid://shopify/Order/77' })
    await takeIn(ctx(), { id: shopify.id, channel: 'shopify' }, [other])
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
    await ctx()
      .db.deleteFrom('products')
      .where('organizationId', '=', ctx().organizationId)
      .where('id', '=', id)
      .execute()
    expect((await read(order))?.items).toMatchObject([{ sku, productId: null, product: null }])
  })

  it("is another organization's secret", async () => {
    const order = full('x')
    await take(order)
    const stranger = await makeSeller(app().services)
    expect(await app().call(getOrder, { query: { orderId: await idOf(order) }, as: stranger.as })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await app().call(searchOrders, { as: stranger.as })).body.data).toEqual([])
  })
})

describe('POST /channels/{channel}/importOrders', () => {
  it('ORD-362 needs a connected channel', async () => {
    expect(await app().call(importOrders, { params: { channel: 'shopify' }, as: as() })).toMatchObject({
      status: 409,
      body: { code: 'integration_missing' },
    })
  })
})
