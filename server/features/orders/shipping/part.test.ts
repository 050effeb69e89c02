import { describe, expect, it } from 'vitest'
import type { Shipment } from '#channels/shipment.ts'
import { cancelOrder, updateOrder } from '#contract/orders/change.ts'
import { orderHistory } from '#contract/orders/handling.ts'
import { createOrder } from '#contract/orders/create.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { shipPart, shipPacked } from '#contract/orders/packing.ts'
import { onlyTurn } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { packingDesk } from '../../../testing/shop/packing-desk.ts'
import { fakeConnect, laterVersion, orderLine } from '../../../testing/shop/orders.ts'
import { levelsOf } from '../../stock/service.ts'
import { shipPackedOrder, shipPackedPart } from '../packing/packing.ts'
import { sendPartHeld } from './part.ts'

const { app, ctx, as, take, read, product, shown, pack, toPack } = packingDesk()

const accepting = () => {
  const shipments: Pick<Shipment, 'trackingNumber' | 'lines' | 'part' | 'more'>[] = []
  const connect = fakeConnect({
    ship: async ({ trackingNumber, lines, part, more }) => {
      shipments.push({ trackingNumber, lines, part, more })
      return { ok: true, value: undefined }
    },
  })
  return { shipments, connect }
}
/** Two mugs and a cap, of which the mugs' first lies in the box. */
async function begun() {
  const made = await toPack()
  await pack(made.orderId, made.mugs)
  return made
}
const stockOf = async (productId: number) => {
  const [level] = await levelsOf(ctx(), [productId])
  return level && [level.onHand, level.reserved, level.sold]
}

describe('a part of an order', () => {
  it('leaves with its own number, line by line; the rest with another, and stock moves once', async () => {
    const { order, orderId, mug, mugs, caps } = await begun()
    const { shipments, connect } = accepting()
    await shipPackedPart(ctx(), { orderId, service: 'UPS Ground', trackingNumber: '1ZA' }, connect)
    const rest = await shown(orderId)
    expect(rest).toMatchObject({ state: 'open', shipping: 'partly', trackingNumber: '1ZA', sentParcels: 1 })
    expect(rest.lines.map(({ id, quantity, packed }) => [id, quantity, packed])).toEqual([
      [mugs, 1, 0],
      [caps, 1, 0],
    ])
    expect(await stockOf(mug.id)).toEqual([9, 1, 2])
    await pack(orderId, mugs)
    await shipPackedPart(ctx(), { orderId, service: '', trackingNumber: '1ZB' }, connect)
    await pack(orderId, caps)
    await shipPackedOrder(ctx(), { orderId, service: 'UPS Ground', trackingNumber: '1ZC' }, connect)
    expect(shipments).toEqual([
      { trackingNumber: '1ZA', lines: [{ externalId: 'L1', quantity: 1 }], part: true, more: [] },
      { trackingNumber: '1ZB', lines: [{ externalId: 'L1', quantity: 2 }], part: true, more: [] },
      {
        trackingNumber: '1ZC',
        lines: [
          { externalId: 'L1', quantity: 2 },
          { externalId: 'L2', quantity: 1 },
        ],
        part: undefined,
        more: [],
      },
    ])
    expect((await shown(orderId)).state).toBe('shipped')
    expect((await read(order))?.shippingDetails).toMatchObject({
      trackingNumber: '1ZA',
      moreParcels: [{ trackingNumber: '1ZB' }, { trackingNumber: '1ZC' }],
    })
    expect(await stockOf(mug.id)).toEqual([8, 0, 2])
    const { data } = (await app().call(orderHistory, { query: { orderId }, as: as() })).body
    expect(JSON.stringify(data)).toContain('Partially shipped')
    expect(JSON.stringify(data)).toContain(`1 × ${mug.sku}`)
  })

  it('is told nobody else while its channel is told, and of two who send it one does', async () => {
    const { orderId } = await begun()
    const { shipments, connect } = accepting()
    const send = () => shipPackedPart(ctx(), { orderId, service: '', trackingNumber: '1ZA' }, connect)
    const answers = await Promise.allSettled([send(), send()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(shipments).toHaveLength(1)
    expect(await shown(orderId)).toMatchObject({ sentParcels: 1, moreParcels: [] })
  })

  it('that its channel refuses stays in the box, and nothing is noted as sent', async () => {
    const { orderId } = await begun()
    const connect = fakeConnect({
      ship: async () => {
        throw new AppError('channel_refused', 'No.')
      },
    })
    await expect(shipPackedPart(ctx(), { orderId, service: '', trackingNumber: '1ZA' }, connect)).rejects.toThrow('No.')
    const { lines, ...order } = await shown(orderId)
    expect(order).toMatchObject({ sentParcels: 0, shipping: 'open', trackingNumber: '' })
    expect(lines.map(({ quantity, packed }) => [quantity, packed])).toEqual([
      [2, 1],
      [1, 0],
    ])
  })

  it('that its channel tells before us is counted once', async () => {
    const { order, orderId, mug, mugs, caps, cap } = await begun()
    const sent = (mugsSent: number) => ({
      shipping: 'partly' as const,
      lines: [
        orderLine({ externalId: 'L1', sku: mug.sku, quantity: 2, sent: mugsSent }),
        orderLine({ externalId: 'L2', sku: cap.sku, quantity: 1, sent: 0 }),
      ],
    })
    const connect = fakeConnect({
      ship: async () => {
        await take(laterVersion(order, sent(1)))
        return { ok: true, value: undefined }
      },
    })
    await shipPackedPart(ctx(), { orderId, service: '', trackingNumber: '1ZA' }, connect)
    const rest = await shown(orderId)
    expect(rest.lines.map(({ id, quantity, packed }) => [id, quantity, packed])).toEqual([
      [mugs, 1, 0],
      [caps, 1, 0],
    ])
  })

  it('is none where the channel takes orders whole, nothing is packed, or all is', async () => {
    const { orderId, mugs, caps } = await begun()
    const send = async () => (await app().call(shipPart, { body: { orderId, trackingNumber: '1ZA' }, as: as() })).body
    const named = (channel: 'etsy' | 'ebay') =>
      ctx()
        .db.updateTable('orders')
        .set({ channel })
        .where('organizationId', '=', ctx().organizationId)
        .where('id', '=', orderId)
        .execute()
    await named('etsy')
    expect(await send()).toMatchObject({
      code: 'packing_conflict',
      message: 'Etsy doesn’t support partial shipments. Pack the remaining items first.',
    })
    await named('ebay')
    await pack(orderId, mugs, -1)
    expect(await send()).toMatchObject({ code: 'packing_conflict', message: 'Nothing is packed yet.' })
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    expect(await send()).toMatchObject({ code: 'packing_conflict', message: /leaves as a whole/ })
  })
})

describe('a part of an order made by hand', () => {
  async function sentPart() {
    const { sku, id: productId } = await product()
    const order = { source: 'Phone', items: [{ sku, quantity: 3, price: 5 }] }
    const { id: orderId = 0 } = (await app().call(createOrder, { body: { order }, as: as() })).body.data ?? {}
    const [{ id: itemId } = { id: 0 }] = (await shown(orderId)).lines
    await pack(orderId, itemId, 2)
    const sent = await app().call(shipPart, { body: { orderId, trackingNumber: '1ZA' }, as: as() })
    expect(sent.body.data).toMatchObject({ shipping: 'partly', sentParcels: 1 })
    return { orderId, itemId, sku, productId }
  }
  const readOrder = async (orderId: number) =>
    (await app().call(getOrder, { query: { orderId }, as: as() })).body.data?.order

  it('leaves, and the rest after it; who edits the order meanwhile does not undo it', async () => {
    const { orderId, itemId, productId } = await sentPart()
    expect(await readOrder(orderId)).toMatchObject({ shippingStatus: 'Partially Shipped', state: 'open' })
    await app().call(updateOrder, { body: { order: { id: orderId, paymentStatus: 'Paid' } }, as: as() })
    expect(await shown(orderId)).toMatchObject({ shipping: 'partly', lines: [{ quantity: 1, packed: 0 }] })
    await pack(orderId, itemId)
    await app().call(shipPacked, { body: { orderId, trackingNumber: '1ZB' }, as: as() })
    expect(await readOrder(orderId)).toMatchObject({
      state: 'shipped',
      shippingDetails: { trackingNumber: '1ZA', moreParcels: [{ trackingNumber: '1ZB' }], sentParcels: 1 },
    })
    expect(await stockOf(productId)).toEqual([7, 0, 3])
  })

  it('is not cancelled with it, nor do its lines hold less than has left', async () => {
    const { orderId, itemId, sku, productId } = await sentPart()
    const cancelled = await app().call(cancelOrder, { body: { orderId }, as: as() })
    expect(cancelled.body).toMatchObject({ code: 'stock_conflict' })
    const lines = (quantity: number) =>
      app().call(updateOrder, {
        body: { order: { id: orderId, items: [{ id: itemId, sku, quantity, price: 5 }] } },
        as: as(),
      })
    expect((await lines(1)).body).toMatchObject({
      code: 'invalid_input',
      fields: { 'order.items.0.quantity': `2 of ${sku} have left already.` },
    })
    expect(await stockOf(productId)).toEqual([8, 1, 3])
    expect((await lines(2)).body.success).toBe(true)
    expect(await stockOf(productId)).toEqual([8, 0, 2])
  })

  it('does not leave an order that was cancelled while it was looked at', async () => {
    const { sku, id: productId } = await product()
    const order = { source: 'Phone', items: [{ sku, quantity: 3, price: 5 }] }
    const { id: orderId = 0 } = (await app().call(createOrder, { body: { order }, as: as() })).body.data ?? {}
    const [{ id } = { id: 0 }] = (await shown(orderId)).lines
    await pack(orderId, id)
    expect((await app().call(cancelOrder, { body: { orderId }, as: as() })).status).toBe(200)
    const parcel = { service: '', trackingNumber: '1ZA' }
    await expect(
      sendPartHeld(ctx(), orderId, parcel, [{ id, quantity: 1 }], accepting().connect, onlyTurn(ctx())),
    ).rejects.toMatchObject({ code: 'packing_conflict' })
    expect(await readOrder(orderId)).toMatchObject({
      state: 'cancelled',
      shippingStatus: 'Not Shipped',
      shippingDetails: { trackingNumber: '', sentParcels: 0 },
    })
    expect(await stockOf(productId)).toEqual([10, 0, 0])
  })
})
