import { describe, expect, it } from 'vitest'
import { returnPieces } from '#contract/orders/returns.ts'
import { makeProduct, makeSeller } from '#seed/make.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { ordersByHand } from '../../../testing/shop/written-orders.ts'
import { takeIn } from '../intake/intake.ts'

const { app, ctx, as, template, order, write, read, stock } = ordersByHand()

const product = (quantity: number) => makeProduct(ctx(), template(), { quantity })
/** An order of three pieces of one SKU that a channel says is sent. */
async function sent(quantity = 5) {
  const { id: integrationId } = await makeIntegration(ctx())
  const { id: productId, sku } = await product(quantity)
  const take = (...orders: ReturnType<typeof channelOrder>[]) =>
    takeIn(ctx(), { id: integrationId, channel: 'ebay' }, orders)
  const placed = channelOrder({ lines: [orderLine({ sku, quantity: 3 })] })
  const shipped = laterVersion(placed, { state: 'shipped' })
  await take(placed)
  await take(shipped)
  const { id } = await ctx()
    .db.selectFrom('orders')
    .select('id')
    .where('organizationId', '=', ctx().organizationId)
    .where('externalOrderId', '=', placed.externalOrderId)
    .executeTakeFirstOrThrow()
  const itemId = (await read(id))?.items[0]?.id ?? 0
  return { id, itemId, productId, sku, take, shipped }
}
const back = (
  o: { id: number; itemId: number },
  quantity: number,
  { restock = true, returnedBefore = 0, who = as() } = {},
) =>
  app().call(returnPieces, {
    body: { orderId: o.id, returnedBefore, lines: [{ itemId: o.itemId, quantity, restock }] },
    as: who,
  })

describe('what comes back of a sent order', () => {
  it('is on the shelf again where somebody says so, line by line, in parts, and never more than was sent', async () => {
    const o = await sent()
    expect(await stock(o.productId)).toEqual({ onHand: 2, reserved: 0, available: 2, sold: 3 })
    expect((await back(o, 1)).body.data?.items[0]).toMatchObject({ quantity: 3, returned: 1 })
    expect(await stock(o.productId)).toEqual({ onHand: 3, reserved: 0, available: 3, sold: 3 })
    // Broken: it is back, but not for sale.
    expect((await back(o, 1, { restock: false, returnedBefore: 1 })).status).toBe(200)
    expect(await stock(o.productId)).toMatchObject({ onHand: 3 })
    expect((await back(o, 2, { returnedBefore: 2 })).body).toMatchObject({
      code: 'invalid_input',
      fields: { 'lines.0.quantity': 'You can return up to 1.' },
    })
    expect((await back(o, 1, { returnedBefore: 2 })).status).toBe(200)
    expect(await stock(o.productId)).toMatchObject({ onHand: 4, available: 4 })
  })

  it('moves stock once, whether its channel tells of the refund before or after, and when two note it at once', async () => {
    for (const first of ['refund', 'return']) {
      const o = await sent()
      const refund = () =>
        o.take(
          laterVersion(o.shipped, {
            payment: 'refunded',
            cancelled: true,
            lines: [orderLine({ sku: o.sku, quantity: 3, sent: 3, restocked: 3 })],
          }),
        )
      if (first === 'refund') await refund()
      const answers = await Promise.all([back(o, 3), back(o, 3)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      if (first === 'return') await refund()
      expect(await stock(o.productId)).toEqual({ onHand: 5, reserved: 0, available: 5, sold: 3 })
    }
  })

  it('goes to the order that is short of it', async () => {
    const o = await sent(3)
    await o.take(channelOrder({ externalOrderId: 'SHORT-1', lines: [orderLine({ sku: o.sku, quantity: 2 })] }))
    await back(o, 3)
    expect(await stock(o.productId)).toEqual({ onHand: 3, reserved: 2, available: 1, sold: 5 })
  })

  it('is refused of an order that was not sent, of a line of another, and of a neighbour', async () => {
    const { sku } = await product(5)
    const { body } = await write(order(sku, 2))
    const id = body.data?.id ?? 0
    const itemId = (await read(id))?.items[0]?.id ?? 0
    expect((await back({ id, itemId }, 1)).body).toMatchObject({ code: 'invalid_input' })
    const o = await sent()
    expect((await back({ id: o.id, itemId }, 1)).body).toMatchObject({ code: 'invalid_input' })
    const neighbour = await makeSeller(app().services)
    expect((await back(o, 1, { who: neighbour.as })).status).toBe(404)
    expect(await stock(o.productId)).toMatchObject({ onHand: 2 })
  })

  it('of an order made by hand, once all of it is back, is told by its status', async () => {
    const { id: productId, sku } = await product(5)
    const { body } = await write(order(sku, 2, { shippingStatus: 'Shipped' }))
    const id = body.data?.id ?? 0
    const itemId = (await read(id))?.items[0]?.id ?? 0
    await back({ id, itemId }, 1)
    expect(await read(id)).toMatchObject({ shippingStatus: 'Shipped' })
    await back({ id, itemId }, 1, { returnedBefore: 1 })
    expect(await read(id)).toMatchObject({ shippingStatus: 'Returned', shipping: 'none', stage: 'done' })
    expect(await stock(productId)).toMatchObject({ onHand: 5, available: 5 })
  })
})
