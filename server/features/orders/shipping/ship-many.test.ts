import { describe, expect, it } from 'vitest'
import { cancelOrder } from '#contract/orders/change.ts'
import { handleOrders } from '#contract/orders/handling.ts'
import { shipOrders as endpoint } from '#contract/orders/ship-many.ts'
import { makeProduct, makeSeller } from '#seed/make.ts'
import { channelOrder, fakeConnect, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { request } from '../../../testing/writes/turns.ts'
import { ordersByHand } from '../../../testing/shop/written-orders.ts'
import { takeIn } from '../intake/intake.ts'
import { shipOrders } from './ship-many.ts'

const { app, ctx, as, template, order, write, read, stock } = ordersByHand()

/** An order by hand for two of ten units. */
async function sale() {
  const product = await makeProduct(ctx(), template(), { quantity: 10 })
  return { id: (await write(order(product.sku, 2))).body.data?.id ?? 0, product }
}
/** Orders of a channel. @returns their ids */
async function sales(numbers: readonly string[]): Promise<number[]> {
  const { id } = await makeIntegration(ctx(), 'ebay')
  const { sku } = await makeProduct(ctx(), template(), { quantity: 10 })
  const orders = numbers.map((externalOrderId) => channelOrder({ externalOrderId, lines: [orderLine({ sku })] }))
  await takeIn(ctx(), { id, channel: 'ebay' }, orders)
  const rows = ctx().db.selectFrom('orders').select(['id', 'externalOrderId']).where('integrationId', '=', id)
  const ids = new Map((await rows.execute()).map((row) => [row.externalOrderId, row.id]))
  return numbers.map((number) => ids.get(number) ?? 0)
}
/** A channel that takes every parcel but for those of one order, at which `refuse` throws. */
function channel(refused: string, refuse: () => Error) {
  const parcels: string[] = []
  const connect = fakeConnect({
    ship: async ({ externalOrderId }) => {
      parcels.push(externalOrderId)
      if (externalOrderId === refused) throw refuse()
      return { ok: true, value: undefined }
    },
  })
  return { parcels, connect }
}
const parcelsOf = (ids: readonly number[]) => ids.map((orderId) => ({ orderId }))

describe('shipping many orders in one call', () => {
  it('ships each order on its own, and says why another one did not ship', async () => {
    const [good, onHold, cancelled, shipped] = [await sale(), await sale(), await sale(), await sale()]
    await app().call(handleOrders, { body: { orderIds: [onHold.id], hold: true }, as: as() })
    await app().call(cancelOrder, { body: { orderId: cancelled.id }, as: as() })
    await app().call(endpoint, { body: { orders: [{ orderId: shipped.id }] }, as: as() })
    const orders = [onHold, good, cancelled, shipped].map(({ id }) => ({ orderId: id, trackingNumber: `1Z${id}` }))
    const { status, body } = await app().call(endpoint, { body: { orders }, as: as() })
    expect(status).toBe(200)
    expect(body.data?.shipped).toBe(1)
    expect(body.data?.outcomes.map(({ orderId, outcome }) => [orderId, outcome])).toEqual([
      [onHold.id, 'not shipped'],
      [good.id, 'shipped'],
      [cancelled.id, 'not shipped'],
      [shipped.id, 'already shipped'],
    ])
    expect(body.data?.outcomes[0]?.message).toBe('This order is on hold. Release the hold first.')
    expect((await read(good.id))?.shippingDetails.trackingNumber).toBe(`1Z${good.id}`)
    expect(await stock(good.product.id)).toEqual({ onHand: 8, reserved: 0, available: 8, sold: 2 })
    expect(await stock(onHold.product.id)).toEqual({ onHand: 10, reserved: 2, available: 8, sold: 2 })
  })

  it('goes on after a lost answer with the orders that have no outcome yet, and tells no channel twice', async () => {
    const ids = await sales(['A', 'B', 'C'])
    const { parcels, connect } = channel('B', () => new Error('the process is gone'))
    const turn = request(ctx())
    await expect(shipOrders(ctx(), parcelsOf(ids), connect, turn)).rejects.toThrow('the process is gone')
    const again = channel('', () => new Error('not again'))
    const outcomes = await shipOrders(ctx(), parcelsOf(ids), again.connect, turn)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['shipped', 'shipped', 'shipped'])
    expect([parcels.toSorted(), again.parcels]).toEqual([['A', 'B', 'C'], ['B']])
  })

  it('ships none where an order is somebody else’s, and names each order once', async () => {
    const { id } = await sale()
    const stranger = await makeSeller(app().services)
    const orders = parcelsOf([id])
    expect((await app().call(endpoint, { body: { orders }, as: stranger.as })).status).toBe(404)
    expect((await app().call(endpoint, { body: { orders: [...orders, ...orders] }, as: as() })).body.fields).toEqual({
      orders: 'Name each order once.',
    })
    expect((await read(id))?.state).toBe('open')
  })
})
