import { describe, expect, it } from 'vitest'
import type { Shipment } from '#channels/shipment.ts'
import { updateOrder } from '#contract/orders/change.ts'
import { orderHistory } from '#contract/orders/handling.ts'
import { createOrder } from '#contract/orders/create.ts'
import { packingDesk } from '../../../testing/shop/packing-desk.ts'
import { fakeConnect, laterVersion, orderLine } from '../../../testing/shop/orders.ts'
import { shipPackedOrder } from './packing.ts'

const { app, ctx, as, take, read, product, shown, pack, toPack } = packingDesk()
const available = async (productId: number) =>
  (
    await ctx()
      .db.selectFrom('stockLevels')
      .select('available')
      .where('productId', '=', productId)
      .executeTakeFirstOrThrow()
  ).available

describe('a line that is taken from an order while it is packed', () => {
  it('stays at the desk until its pieces are out of the box, and keeps the order from leaving', async () => {
    const { order, orderId, mugs, caps, mug, cap } = await toPack()
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    await take(
      laterVersion(order, {
        lines: [
          orderLine({ externalId: 'L1', sku: mug.sku, quantity: 2 }),
          orderLine({ externalId: 'L2', sku: cap.sku, quantity: 1, lost: 1 }),
        ],
      }),
    )
    expect((await shown(orderId)).lines).toMatchObject([
      { packed: 2, quantity: 2 },
      { id: caps, packed: 1, quantity: 0 },
    ])
    const shipments: Shipment[] = []
    const connect = fakeConnect({
      ship: async (shipment) => {
        shipments.push(shipment)
        return { ok: true, value: undefined }
      },
    })
    await expect(shipPackedOrder(ctx(), { orderId }, connect)).rejects.toMatchObject({
      code: 'packing_conflict',
      message: `The order now has fewer of ${cap.sku}. Remove 1.`,
    })
    expect(shipments).toEqual([])
    expect((await pack(orderId, caps, -1)).body.data?.lines).toMatchObject([{ id: mugs, packed: 2, quantity: 2 }])
    await shipPackedOrder(ctx(), { orderId }, connect)
    expect(shipments).toHaveLength(1)
  })

  it('stays there, too, when its channel tells of its pieces no more, and is gone when they are out', async () => {
    const { order, orderId, mugs, caps, mug, cap } = await toPack()
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    const rest = [orderLine({ externalId: 'L1', sku: mug.sku, quantity: 2 })]
    const back = orderLine({ externalId: 'L2', sku: cap.sku, quantity: 1, restocked: 1 })
    await take(laterVersion(order, { lines: [...rest, back] }))
    const inTheBox = [
      { id: mugs, packed: 2, quantity: 2 },
      { id: caps, packed: 1, quantity: 0 },
    ]
    expect((await shown(orderId)).lines).toMatchObject(inTheBox)
    expect(await available(cap.id)).toBe(10)
    const { data } = (await app().call(orderHistory, { query: { orderId }, as: as() })).body
    expect(data?.data[0]?.details).toContain(`1 × ${cap.sku} removed`)
    // The next version, in which the line is not even named.
    await take(laterVersion(order, { lines: rest, shippingMethod: 'Express' }, 2))
    expect((await shown(orderId)).lines).toMatchObject(inTheBox)
    expect((await read(order))?.items).toHaveLength(2)
    await expect(
      shipPackedOrder(ctx(), { orderId }, fakeConnect({ ship: async () => ({ ok: true, value: undefined }) })),
    ).rejects.toMatchObject({
      code: 'packing_conflict',
      message: `The order now has fewer of ${cap.sku}. Remove 1.`,
    })
    expect((await pack(orderId, caps, -1)).body.data?.lines).toMatchObject([{ id: mugs, packed: 2, quantity: 2 }])
    expect((await read(order))?.items).toMatchObject([{ sku: mug.sku, quantity: 2 }])
    expect(await available(cap.id)).toBe(10)
  })

  it('by hand: not while pieces of it lie in the box', async () => {
    const [mug, cap] = [await product(), await product()]
    const line = (sku: string) => ({ title: sku, sku, quantity: 1, price: 500 })
    const made = await app().call(createOrder, {
      as: as(),
      body: { order: { source: 'Phone', items: [line(mug.sku), line(cap.sku)] } },
    })
    const orderId = made.body.data?.id ?? 0
    const [first, second] = (await shown(orderId)).lines
    await pack(orderId, second?.id ?? 0)
    const keep = () =>
      app().call(updateOrder, {
        as: as(),
        body: { order: { id: orderId, items: [{ id: first?.id, ...line(mug.sku) }] } },
      })
    expect(await keep()).toMatchObject({
      status: 400,
      body: {
        fields: {
          'order.items': `${cap.sku} is already packed. Remove it on the packing page, then delete the line.`,
        },
      },
    })
    await pack(orderId, second?.id ?? 0, -1)
    expect((await keep()).status).toBe(200)
    expect((await shown(orderId)).lines).toMatchObject([{ sku: mug.sku }])
  })
})
