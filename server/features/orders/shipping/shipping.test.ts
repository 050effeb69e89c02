import { describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import type { Shipment } from '#channels/shipment.ts'
import { getOrder, updateShipping } from '#contract/orders/orders.ts'
import { makeSeller } from '#seed/make.ts'
import { AppError } from '../../../errors.ts'
import { address, ordersDesk } from '../../../testing/shop/orders-desk.ts'
import { channelOrder, fakeConnect, laterVersion, orderLine } from '../../../testing/shop/orders.ts'
import { levelsOf } from '../../stock/service.ts'
import { takeIn } from '../intake/intake.ts'
import type { Connect } from '../intake/pull.ts'
import { updateShipping as ship } from './shipping.ts'

const { app, ctx, as, take, idOf, read, product } = ordersDesk()

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
  const level = async (productId: number) => (await levelsOf(ctx(), [productId]))[0]
  const audits = async (entityId: number) =>
    (
      await ctx()
        .db.selectFrom('auditEntries')
        .select('action')
        .where('organizationId', '=', ctx().organizationId)
        .where('entityId', '=', entityId)
        .orderBy('id')
        .execute()
    ).map((e) => e.action)
  /** An order of a product with ten pieces. */
  async function sale(over: Parameters<typeof channelOrder>[0] = {}) {
    const { id: productId, sku } = await product()
    const order = channelOrder({ lines: [orderLine({ externalId: 'L1', sku, quantity: 2 })], ...over })
    await take(order)
    return { order, productId, orderId: await idOf(order) }
  }

  it('ORD-116 ORD-315 ORD-349 saves address, service and tracking under their names, and keeps the status', async () => {
    const { order, orderId, productId } = await sale()
    const { body } = await app().call(updateShipping, {
      body: { orderId, channel: 'ebay', service: 'USPSPriority', trackingNumber: '9400', address: dialog },
      as: as(),
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
    await take(
      laterVersion(order, {
        shippingAddress: address,
        payment: 'refunded',
        words: { order: 'OPEN', shipping: 'NOT_STARTED', payment: 'REFUNDED' },
      }),
    )
    // the channel's next version knows nothing of the correction
    expect(await read(order)).toMatchObject({
      paymentStatus: 'REFUNDED',
      shippingDetails: { shippingAddress: saved, trackingNumber: '9400' },
    })
  })

  it('ORD-115 ships: tells the channel which pieces go, then they leave the building; a second time changes nothing', async () => {
    const { order, orderId, productId } = await sale()
    const shipments: Shipment[] = []
    const connect = fakeConnect({
      ship: async (shipment) => {
        shipments.push(shipment)
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
    await ship(ctx(), body, connect)
    await ship(ctx(), body, connect)
    expect(shipments).toMatchObject([
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
    expect(await audits(orderId)).toEqual(['imported', 'shipping', 'told', 'shipped'])
    await take(laterVersion(order, { state: 'shipped' }))
    expect(await read(order)).toMatchObject({
      state: 'shipped',
      shippingStatus: 'FULFILLED',
      shippingDetails: { trackingNumber: '1Z' },
    })
    expect(await level(productId)).toMatchObject({ onHand: 8, reserved: 0, sold: 2 })
  })

  it('shipped here twice and seen shipped on the channel at once, its channel is told once, and the pieces leave once', async () => {
    const { order, orderId, productId } = await sale()
    let calls = 0
    const connect = fakeConnect({
      ship: async () => {
        calls += 1
        return { ok: true, value: undefined }
      },
    })
    const body = { orderId, channel: 'ebay', action: 'ship', service: '', trackingNumber: '' } as const
    const [first, other] = await Promise.allSettled([
      ship(ctx(), body, connect),
      ship(ctx(), body, connect),
      take(laterVersion(order, { state: 'shipped' })),
    ])
    expect(calls).toBeLessThanOrEqual(1)
    expect([first.status, other.status]).toContain('fulfilled')
    expect(await level(productId)).toMatchObject({ onHand: 8, reserved: 0, sold: 2 })
  })

  it('waits for whoever ships the order at this moment: nothing is saved and nothing told', async () => {
    const { order, orderId } = await sale()
    const shipments: Shipment[] = []
    const { promise: request, resolve: isAsked } = Promise.withResolvers<void>()
    const { promise: answer, resolve: answers } = Promise.withResolvers<void>()
    const connect = fakeConnect({
      ship: async (shipment) => {
        shipments.push(shipment)
        isAsked()
        await answer
        return { ok: true, value: undefined }
      },
    })
    const body = { orderId, channel: 'ebay', action: 'ship', service: 'UPS Ground' } as const
    const first = ship(ctx(), { ...body, trackingNumber: '1Z' }, connect)
    await request
    expect(await app().call(updateShipping, { body: { ...body, trackingNumber: '9400' }, as: as() })).toMatchObject({
      status: 409,
      body: { code: 'packing_conflict' },
    })
    expect(await read(order)).toMatchObject({ state: 'open', shippingDetails: { trackingNumber: '1Z' } })
    answers()
    await first
    expect(shipments).toHaveLength(1)
  })

  it('tells the number that was typed while its channel was told another', async () => {
    const { order, orderId } = await sale()
    const calls: [string, string][] = []
    const body = { orderId, channel: 'ebay', service: 'UPS Ground' } as const
    const connect = fakeConnect({
      ship: async ({ trackingNumber }) => {
        calls.push(['ship', trackingNumber])
        await ship(ctx(), { ...body, trackingNumber: '1Z-RIGHT' }, connect)
        return { ok: true, value: undefined }
      },
      track: async ({ trackingNumber }) => {
        calls.push(['track', trackingNumber])
        return { ok: true, value: undefined }
      },
    })
    await ship(ctx(), { ...body, action: 'ship', trackingNumber: '1Z-WRONG' }, connect)
    expect(calls).toEqual([
      ['ship', '1Z-WRONG'],
      ['track', '1Z-RIGHT'],
    ])
    expect(await read(order)).toMatchObject({ state: 'shipped', shippingDetails: { trackingNumber: '1Z-RIGHT' } })
    // It was told: nothing is left to tell.
    await ship(ctx(), body, connect)
    expect(calls).toHaveLength(2)
  })

  it('ORD-351 the order here follows with its channel: who, where, how, and when, and its payment stays', async () => {
    const { orderId } = await sale({ paymentAmount: 4200, currency: 'USD' })
    const connect = fakeConnect({ ship: async () => ({ ok: true, value: undefined }) })
    const before = (await app().call(getOrder, { query: { orderId }, as: as() })).body.data?.order
    const body = { orderId, channel: 'ebay', action: 'ship', service: 'UPS Ground', trackingNumber: '1Z' } as const
    await ship(ctx(), { ...body, address: dialog }, connect)
    const after = (await app().call(getOrder, { query: { orderId }, as: as() })).body.data?.order
    expect(after).toMatchObject({
      clientId: ctx().organizationId,
      channel: 'ebay',
      externalOrderId: before?.externalOrderId,
      shippingStatus: 'Shipped',
      shippingDate: expect.any(String),
      shippingCost: before?.shippingCost,
      shippingDetails: { shippingMethod: 'UPS Ground', trackingNumber: '1Z', shippingAddress: { city: 'Reno' } },
      customer: { email: 'bo@example.com', shippingAddress: { name: 'Bo Dahl' } },
      paymentStatus: before?.paymentStatus,
      paymentAmount: 42,
      currency: 'USD',
      paymentDate: before?.paymentDate,
      paymentDetails: before?.paymentDetails,
    })
    expect(Date.parse(after?.updateDate ?? '')).toBeGreaterThan(Date.parse(before?.updateDate ?? ''))
  })

  it('ORD-102..ORD-107 the size and weight of the parcel are kept, and told to nobody', async () => {
    const { order, orderId } = await sale()
    const shipments: Shipment[] = []
    const connect = fakeConnect({
      ship: async (shipment) => {
        shipments.push(shipment)
        return { ok: true, value: undefined }
      },
    })
    const sizeAndWeight = {
      length: 30,
      width: 20,
      height: 10.5,
      sizeUnit: 'cm',
      weight: 1.25,
      weightUnit: 'kg',
    } as const
    expect((await read(order))?.shippingDetails.sizeAndWeight).toMatchObject({ length: null, weight: null })
    const { body } = await app().call(updateShipping, {
      body: { orderId, channel: 'ebay', sizeAndWeight },
      as: as(),
    })
    expect(body.data?.shippingDetails.sizeAndWeight).toEqual(sizeAndWeight)
    // Left out, it stays, and so it does when the channel brings a newer version.
    await ship(ctx(), { orderId, channel: 'ebay', action: 'ship' }, connect)
    await take(laterVersion(order, { state: 'shipped' }))
    expect((await read(order))?.shippingDetails.sizeAndWeight).toEqual(sizeAndWeight)
    expect(JSON.stringify(shipments)).not.toMatch(/10\.5|1\.25/)
    const wrong = await app().call(updateShipping, {
      body: { orderId, channel: 'ebay', sizeAndWeight: { ...sizeAndWeight, weight: -1 } },
      as: as(),
    })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['sizeAndWeight.weight']])
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
    await expect(ship(ctx(), body, connect)).rejects.toMatchObject({
      code: 'channel_refused',
      message: 'The carrier is unknown.',
    })
    await expect(
      ship(ctx(), body, fakeConnect({ ship: () => Promise.reject(new ChannelError('unavailable', 'no answer')) })),
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
    for (const over of [{ state: 'shipped' }, { shipping: 'none' }, { stage: 'done' }] as const) {
      const { orderId } = await sale(over)
      await ship(ctx(), { orderId, channel: 'ebay', action: 'ship', service: '', trackingNumber: '' }, connect)
    }
    const { orderId } = await sale({ state: 'cancelled' })
    expect(
      await app().call(updateShipping, { body: { orderId, channel: 'ebay', action: 'ship' }, as: as() }),
    ).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { action: expect.any(String) } },
    })
  })

  it('tells the channel of another tracking number, and that there is none, where it takes one', async () => {
    const { order, orderId } = await sale()
    const numbers: string[] = []
    const connect = fakeConnect({
      ship: async () => ({ ok: true, value: undefined }),
      track: async ({ carrier, trackingNumber }) => {
        numbers.push(`${carrier} ${trackingNumber}`)
        return { ok: true, value: undefined }
      },
    })
    const save = (change: { trackingNumber: string; service?: string; action?: 'ship' }, by = connect) =>
      ship(ctx(), { orderId, channel: 'ebay', ...change }, by)
    await save({ service: 'UPS Ground', trackingNumber: '1Z1' })
    // Nothing is told before it is shipped.
    expect(numbers).toEqual([])
    await save({ trackingNumber: '1Z1', action: 'ship' })
    await save({ trackingNumber: '1Z1' })
    expect(numbers).toEqual([])
    await save({ trackingNumber: '1Z2' })
    await save({ trackingNumber: '1Z2', service: 'FedEx Ground' })
    await save({ trackingNumber: '' })
    expect(numbers).toEqual(['UPS 1Z2', 'FedEx 1Z2', expect.stringMatching(/ $/)])
    expect((await read(order))?.shippingDetails.trackingNumber).toBe('')
    // One that keeps what it was told is left alone.
    await save({ trackingNumber: '1Z3' }, fakeConnect({}))
    expect((await read(order))?.shippingDetails.trackingNumber).toBe('1Z3')
    const refusing = fakeConnect({
      track: async () => ({ ok: false, error: new ChannelError('invalid', 'No such carrier.') }),
    })
    await expect(save({ trackingNumber: '1Z4' }, refusing)).rejects.toMatchObject({ code: 'channel_refused' })
    expect((await read(order))?.shippingDetails.trackingNumber).toBe('1Z4')
    // Tried again as it stands, it is told: it is saved here, and not there.
    numbers.length = 0
    await save({ trackingNumber: '1Z4' })
    await save({ trackingNumber: '1Z4' })
    expect(numbers).toEqual([expect.stringContaining('1Z4')])
  })

  it('ORD-350 an order made by hand is shipped here alone', async () => {
    const { order, orderId, productId } = await sale()
    await ctx()
      .db.updateTable('orders')
      .set({ channel: 'manual', integrationId: null })
      .where('organizationId', '=', ctx().organizationId)
      .where('id', '=', orderId)
      .execute()
    const { status, body } = await app().call(updateShipping, {
      body: { orderId, channel: 'manual', action: 'ship' },
      as: as(),
    })
    expect([status, body.message]).toEqual([200, 'Order Shipping Updated'])
    expect(await read(order)).toMatchObject({ state: 'shipped', shippingStatus: 'Shipped' })
    expect(await level(productId)).toMatchObject({ onHand: 8, reserved: 0 })
  })

  it('ORD-113 of a channel that knows no parcels, too: nobody is asked, and what it says next does not undo it', async () => {
    const { order, orderId, productId } = await sale()
    const row = () =>
      ctx()
        .db.selectFrom('orders')
        .selectAll()
        .where('organizationId', '=', ctx().organizationId)
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
    await ctx()
      .db.updateTable('orders')
      .set({ channel: 'clover' })
      .where('organizationId', '=', ctx().organizationId)
      .where('id', '=', orderId)
      .execute()
    const asksNobody: Connect = () => Promise.reject(new Error('There is nothing to tell.'))
    const body = { orderId, channel: 'clover', action: 'ship', trackingNumber: '1Z1' } as const
    await ship(ctx(), body, asksNobody)
    await ship(ctx(), { ...body, action: undefined, trackingNumber: '1Z2' }, asksNobody)
    expect(await level(productId)).toMatchObject({ onHand: 8, reserved: 0 })
    const { integrationId } = await row()
    await takeIn(ctx(), { id: integrationId ?? 0, channel: 'clover' }, [laterVersion(order, { state: 'open' })])
    expect(await row()).toMatchObject({
      state: 'shipped',
      stage: 'done',
      shipping: 'shipped',
      shippingStatus: 'Shipped',
      trackingNumber: '1Z2',
      trackingUntold: false,
    })
  })

  it('is not for another organization, nor for guests', async () => {
    const { orderId } = await sale()
    const stranger = await makeSeller(app().services)
    expect(
      (await app().call(updateShipping, { body: { orderId, channel: 'ebay', service: 'UPS' }, as: stranger.as }))
        .status,
    ).toBe(404)
    const guest = await makeSeller(app().services, 5)
    expect((await app().call(updateShipping, { body: { orderId, channel: 'ebay' }, as: guest.as })).status).toBe(403)
  })
})
