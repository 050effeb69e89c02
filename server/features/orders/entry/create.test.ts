import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/organizations/organizations.ts'
import { searchOrders, updateShipping } from '#contract/orders/orders.ts'
import { roles } from '#contract/permissions.ts'
import { createProduct, getProduct, listMovements } from '#contract/products/products.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { type Given, ordersByHand } from '../../../testing/shop/written-orders.ts'

const { app, ctx, as, template, order, write, read, stock, ordersHeld } = ordersByHand()

describe('POST /orders/order', () => {
  it('NAV-009 ORD-348 ORD-294..ORD-296 ORD-298..ORD-302 ORD-304..ORD-314 ORD-317 ORD-319 ORD-320 ORD-322..ORD-328 ORD-330..ORD-332 ORD-337..ORD-341 keeps everything that was written', async () => {
    const { sku, id: productId } = await makeProduct(ctx(), template(), { quantity: 10 })
    const address = {
      name: 'Ana Lima',
      company: 'Lima Ltd',
      phone: '555 0101',
      line1: '1 Rose St',
      line2: '',
      city: 'Portland',
      region: 'OR',
      postalCode: '97201',
      country: 'US',
    }
    const { line2: _, ...shortAddress } = address
    const billing = {
      name: 'Rui Lima',
      line1: '9 Elm St',
      city: 'Salem',
      region: 'OR',
      postalCode: '97301',
      country: 'US',
    }
    const { status, body } = await write({
      channel: 'manual',
      source: 'Trade Show',
      externalOrderId: 'FAIR-7',
      currency: 'USD',
      paymentStatus: 'Partially Paid',
      paymentAmount: 30,
      paymentDate: '2026-11-20T12:00:00.000Z',
      shippingStatus: 'Label Created',
      shippingDate: '2026-11-22T12:00:00.000Z',
      shippingCost: 4.99,
      discountAmount: 1,
      feeAmount: 1.2,
      taxAmount: 0.5,
      orderDetails: { notes: 'Ring twice.', readyToShip: true },
      shippingDetails: { shippingMethod: 'Expedited', trackingNumber: '9400', shippingAddress: address },
      paymentDetails: { paymentMethod: 'Cash', billingAddress: billing },
      customer: { name: 'Ana Lima', email: 'ana@example.com', phone: '555 0101' },
      items: [
        {
          sku,
          productId,
          templateId: template(),
          itemTitle: 'A red shirt',
          price: 19.99,
          cost: 7,
          quantity: 3,
          shippingCost: 0,
          taxAmount: 1.5,
          discountAmount: 2,
        },
      ],
    })
    expect([status, body.message]).toEqual([200, 'Created Order!'])
    // 59.97 + (0.50 + 1.50) + 4.99 + 1.20 − (1.00 + 2.00)
    expect(await read(body.data?.id)).toMatchObject({
      channel: 'manual',
      source: 'Trade Show',
      externalOrderId: 'FAIR-7',
      number: 'FAIR-7',
      state: 'open',
      orderStatus: 'open',
      shippingStatus: 'Label Created',
      paymentStatus: 'Partially Paid',
      currency: 'USD',
      paymentAmount: 30,
      paymentDate: '2026-11-20T12:00:00.000Z',
      shippingDate: '2026-11-22T12:00:00.000Z',
      shippingCost: 4.99,
      totalPrice: 59.97,
      totalAmount: 65.16,
      totalQuantity: 3,
      discountAmount: 3,
      feeAmount: 1.2,
      taxAmount: 2,
      orderDetails: { notes: 'Ring twice.', readyToShip: true },
      shippingDetails: { shippingMethod: 'Expedited', trackingNumber: '9400', shippingAddress: shortAddress },
      paymentDetails: { paymentMethod: 'Cash', billingAddress: billing },
      customer: {
        name: 'Ana Lima',
        email: 'ana@example.com',
        phone: '555 0101',
        shippingAddress: shortAddress,
        billingAddress: billing,
      },
      items: [
        {
          sku,
          productId,
          itemTitle: 'A red shirt',
          price: 19.99,
          cost: 7,
          quantity: 3,
          taxAmount: 1.5,
          discountAmount: 2,
          shortfall: 0,
        },
      ],
      oversold: false,
    })
  })

  it('ORD-346 DESIGN 2: promises its pieces, appends a movement with its order, and tells the listings', async () => {
    const { sku, id } = await makeProduct(ctx(), template(), { quantity: 10 })
    const integration = await ctx()
      .db.insertInto('integrations')
      .values({ organizationId: ctx().organizationId, channel: 'etsy', settings: '{}', tokens: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx()
      .db.insertInto('listingProducts')
      .values({
        organizationId: ctx().organizationId,
        productId: id,
        templateId: template(),
        channel: 'etsy',
        integrationId: integration.id,
        schemaOverrides: '{}',
        status: 'listed',
        sync: true,
        syncQuantity: true,
        externalId: 'E1',
      })
      .execute()
    const { body } = await write(order(sku, 4))
    expect(await stock(id)).toEqual({ onHand: 10, reserved: 4, available: 6, sold: 4 })
    const [movement] = (await app().call(listMovements, { params: { id }, as: as() })).body.data?.data ?? []
    expect(movement).toMatchObject({
      deltaOnHand: 0,
      deltaReserved: 4,
      deltaSold: 4,
      availableAfter: 6,
      reason: 'order',
      source: 'manual',
      orderId: body.data?.id,
    })
    const owed = await ctx()
      .db.selectFrom('listingDebts')
      .select('pending')
      .where('organizationId', '=', ctx().organizationId)
      .executeTakeFirstOrThrow()
    expect(owed.pending).toBe('quantity')
  })

  it('ORD-346 an order for more than there is takes what there is and is marked as oversold', async () => {
    const [a, b] = [
      await makeProduct(ctx(), template(), { quantity: 5 }),
      await makeProduct(ctx(), template(), { sku: 'LAMP-1', quantity: 3 }),
    ]
    const { status, body } = await write({
      source: 'Phone',
      items: [
        { sku: a.sku, quantity: 2 },
        { sku: b.sku, quantity: 2 },
        { sku: b.sku, quantity: 2 },
      ],
    })
    expect(status).toBe(200)
    expect(await read(body.data?.id)).toMatchObject({
      state: 'open',
      oversold: true,
      items: [{ shortfall: 0 }, { shortfall: 0 }, { quantity: 2, shortfall: 1 }],
    })
    expect(await stock(a.id)).toMatchObject({ onHand: 5, reserved: 2, available: 3 })
    expect(await stock(b.id)).toMatchObject({ onHand: 3, reserved: 3, available: 0, sold: 4 })
    const history = await app().call(listAuditEntries, { query: { entity: 'order' } as never, as: as() })
    expect(history.body.data?.data[0]).toMatchObject({ action: 'created', new: { promised: 5, short: 1 } })
  })

  it('ORD-346 an order that was handed over already is kept, whatever was counted', async () => {
    const { sku, id } = await makeProduct(ctx(), template(), { quantity: 1 })
    const { body } = await write(order(sku, 2, { shippingStatus: 'Delivered', paymentStatus: 'Paid' }))
    expect(await read(body.data?.id)).toMatchObject({ state: 'shipped', oversold: true, items: [{ shortfall: 1 }] })
    expect(await stock(id)).toEqual({ onHand: 0, reserved: 0, available: 0, sold: 2 })
  })

  it('ORD-176 refuses an unknown or missing SKU at its line', async () => {
    const { sku, id } = await makeProduct(ctx(), template())
    const unknown = await write({ source: 'Phone', items: [{ sku }, { sku: 'NOBODY-HAS-THIS' }] })
    expect([unknown.status, unknown.body.fields]).toEqual([
      400,
      { 'order.items.1.sku': 'There’s no product with the SKU NOBODY-HAS-THIS. Nothing was saved.' },
    ])
    expect((await write({ source: 'Phone', items: [{ sku: ' ' }] })).body.fields).toEqual({
      'order.items.0.sku': 'Choose a SKU.',
    })
    expect(await stock(id)).toMatchObject({ reserved: 0 })
  })

  it('ORD-173 ORD-174 ORD-175 ORD-180 refuses what the wizard would not let through', async () => {
    const { sku } = await makeProduct(ctx(), template())
    const fields = async (input: Given) => Object.keys((await write(input)).body.fields ?? {})
    expect(await fields({ source: 'Phone', items: [] })).toEqual(['order.items'])
    expect(await fields(order(sku, 0))).toEqual(['order.items.0.quantity'])
    expect(await fields({ source: 'Phone', items: [{ sku, price: -1 }] })).toEqual(['order.items.0.price'])
    expect(await fields({ ...order(sku), source: '  ' })).toEqual(['order.source'])
    expect(await fields(order(sku, 1, { discountAmount: 20.01 }))).toEqual(['order.discountAmount'])
    expect(await fields(order(sku, 1, { paymentStatus: 'Stolen' as never }))).toEqual(['order.paymentStatus'])
    expect(await fields(order(sku, 1, { shippingDate: 'soon' }))).toEqual(['order.shippingDate'])
    expect(await ordersHeld()).toBe(0)
  })

  it('ORD-253 ORD-254 ORD-255 rounds amounts, and takes what was left out for 1 piece and 0', async () => {
    const { sku, id } = await makeProduct(ctx(), template())
    const { body } = await write({ source: 'Phone', items: [{ sku, price: 19.999 }] })
    expect(await read(body.data?.id)).toMatchObject({
      totalAmount: 20,
      totalQuantity: 1,
      shippingCost: 0,
      taxAmount: 0,
      discountAmount: 0,
      feeAmount: 0,
      items: [{ price: 20, quantity: 1, taxAmount: 0, discountAmount: 0, shippingCost: 0 }],
    })
    expect(await stock(id)).toMatchObject({ reserved: 1 })
  })

  it('ORD-321 ORD-345 makes up a number, and refuses one that exists', async () => {
    const { sku, id } = await makeProduct(ctx(), template())
    const stored = await read((await write(order(sku))).body.data?.id)
    expect(stored?.externalOrderId).toMatch(/^MAN-[0-9A-Z]{8}$/)
    const again = await write(order(sku, 1, { externalOrderId: stored?.externalOrderId }))
    expect([again.status, again.body.code, Object.keys(again.body.fields ?? {})]).toEqual([
      409,
      'order_taken',
      ['order.externalOrderId'],
    ])
    expect(await stock(id)).toMatchObject({ reserved: 1 })
  })

  it('a double click makes one order', async () => {
    const { sku, id } = await makeProduct(ctx(), template())
    const headers = { 'idempotency-key': 'click-1' }
    const answers = await Promise.all([1, 2, 3].map(() => write(order(sku, 2), { headers })))
    const late = await write(order(sku, 2), { headers })
    const made = new Set([...answers, late].filter((a) => a.status === 200).map((a) => a.body.data?.id))
    expect(made.size).toBe(1)
    expect(late.status).toBe(200)
    expect(await stock(id)).toMatchObject({ reserved: 2, available: 8 })
    expect(await ordersHeld()).toBe(1)
  })

  it('DESIGN 2: of 20 orders at once for the last 3 pieces 3 have them, 17 are oversold, and nothing is below zero', async () => {
    const { sku, id } = await makeProduct(ctx(), template(), { quantity: 3 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(order(sku))))
    const orders = await Promise.all(answers.map(({ body }) => read(body.data?.id)))
    expect(orders.filter((made) => made?.oversold === false)).toHaveLength(3)
    expect(orders.filter((made) => made?.oversold)).toHaveLength(17)
    expect(await stock(id)).toEqual({ onHand: 3, reserved: 3, available: 0, sold: 20 })
    expect(await ordersHeld()).toBe(20)
  })

  it('orders of the same SKUs in opposite order do not hold each other up', async () => {
    const [a, b] = [
      await makeProduct(ctx(), template(), { quantity: 50 }),
      await makeProduct(ctx(), template(), { quantity: 50 }),
    ]
    const both = (first: string, second: string) => write({ source: 'Phone', items: [{ sku: first }, { sku: second }] })
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => (n % 2 ? both(a.sku, b.sku) : both(b.sku, a.sku))),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 16 }, () => 200))
    expect([await stock(a.id), await stock(b.id)]).toMatchObject([{ reserved: 16 }, { reserved: 16 }])
  })

  it('a variation is sold by its own SKU', async () => {
    const sku = 'SHIRT'
    const made = await app().call(createProduct, {
      body: { product: { templateId: template(), sku, variations: [{ name: 'Red', sku: `${sku}-RED`, quantity: 2 }] } },
      as: as(),
    })
    const id = made.body.data?.id ?? 0
    expect((await write(order(`${sku}-RED`, 2))).status).toBe(200)
    expect((await app().call(getProduct, { params: { id }, as: as() })).body.data?.variations[0]).toMatchObject({
      quantity: 0,
      reservedQuantity: 2,
    })
  })

  it('shipped already: the pieces are gone; an open one is shipped later without asking a channel', async () => {
    const { sku, id } = await makeProduct(ctx(), template(), { quantity: 10 })
    const sent = await read(
      (await write(order(sku, 3, { shippingStatus: 'Delivered', paymentStatus: 'Paid' }))).body.data?.id,
    )
    expect(sent).toMatchObject({ state: 'shipped', orderStatus: 'Completed', paymentAmount: 60 })
    expect(await stock(id)).toEqual({ onHand: 7, reserved: 0, available: 7, sold: 3 })
    const open = (await write(order(sku, 2))).body.data?.id ?? 0
    const { body } = await app().call(updateShipping, {
      body: { orderId: open, channel: 'manual', action: 'ship' },
      as: as(),
    })
    expect(body.data).toMatchObject({ state: 'shipped', shippingStatus: 'Shipped' })
    expect(await stock(id)).toEqual({ onHand: 5, reserved: 0, available: 5, sold: 5 })
  })

  it('ORD-132 is shipped as one of five says, and as no other', async () => {
    const { sku } = await makeProduct(ctx(), template(), { quantity: 10 })
    const states: (string | undefined)[] = []
    for (const shippingStatus of ['Not Shipped', 'Label Created', 'Shipped', 'Delivered', 'Returned'] as const) {
      const { body } = await write(order(sku, 1, { shippingStatus }))
      const made = await read(body.data?.id)
      states.push(`${made?.shippingStatus}: ${made?.shipping}`)
    }
    expect(states).toEqual([
      'Not Shipped: open',
      'Label Created: open',
      'Shipped: shipped',
      'Delivered: shipped',
      'Returned: none',
    ])
    expect(await write(order(sku, 1, { shippingStatus: 'Lost' as 'Returned' }))).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })

  it('takes its own sums, owner, lines and clock, whatever comes along', async () => {
    const { sku } = await makeProduct(ctx(), template(), { quantity: 10 })
    const { body } = await write({
      ...order(sku, 2),
      clientId: 999_999,
      active: false,
      orderDate: '2020-01-01T00:00:00.000Z',
      updateDate: '2020-01-01T00:00:00.000Z',
      totalPrice: 1,
      totalAmount: 1,
      netAmount: 1,
      totalCost: 1,
      totalQuantity: 99,
      items: [{ sku, quantity: 2, price: 20, externalId: 'theirs', refundAmount: 5 }],
    })
    const made = await read(body.data?.id)
    expect(made).toMatchObject({
      clientId: ctx().organizationId,
      totalPrice: 40,
      totalAmount: 40,
      totalQuantity: 2,
      items: [{ externalId: '1', price: 20 }],
    })
    expect(made?.orderDate.slice(0, 4)).not.toBe('2020')
  })

  it('ORD-221 stands in the list and on its tabs like any other', async () => {
    const { sku } = await makeProduct(ctx(), template())
    const number = async (input: Partial<Given>) => (await write(order(sku, 1, input))).body.data?.id
    const [paid, unpaid, delivered] = [
      await number({ paymentStatus: 'Paid' }),
      await number({}),
      await number({ shippingStatus: 'Delivered', paymentStatus: 'Paid' }),
    ]
    const tab = async (name: 'all' | 'open' | 'readyToShip' | 'completed') =>
      (await app().call(searchOrders, { query: { tab: name, channels: ['manual'] }, as: as() })).body.data
        ?.map((o) => o.id)
        .sort((a, b) => a - b)
    expect(await tab('all')).toEqual([paid, unpaid, delivered])
    expect(await tab('open')).toEqual([paid, unpaid])
    expect(await tab('readyToShip')).toEqual([paid])
    expect(await tab('completed')).toEqual([delivered])
  })

  it("ORG-003 a neighbour's SKU is unknown here, and a guest may not write", async () => {
    const stranger = await makeSeller(app().services)
    const { sku, id } = await makeProduct(ctx(), template())
    expect((await write(order(sku), { as: stranger.as })).body.fields).toHaveProperty('order.items.0.sku')
    const guest = await makeUser(app().services)
    await makeMember(app().services, ctx().organizationId, guest.id, roles.guest)
    expect(
      (await write(order(sku), { as: await makeSession(app().services, guest.id, ctx().organizationId) })).body.code,
    ).toBe('forbidden')
    expect(await stock(id)).toMatchObject({ reserved: 0 })
  })

  it('leaves an audit row that says who wrote it', async () => {
    const { sku } = await makeProduct(ctx(), template())
    const { body } = await write(order(sku))
    const { rows } = await sql<{ userId: number; action: string; new: object }>`
      select user_id, action, new from audit_entries where organization_id = ${ctx().organizationId} and entity = 'order' and entity_id = ${body.data?.id ?? 0}`.execute(
      ctx().db,
    )
    expect(rows).toMatchObject([
      { userId: ctx().userId, action: 'created', new: { source: 'Phone', totalAmount: 2000 } },
    ])
  })
})
