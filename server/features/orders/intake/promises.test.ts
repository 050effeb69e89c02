import { describe, expect, it } from 'vitest'
import { promisePieces } from '#contract/orders/work.ts'
import { deleteProduct } from '#contract/products/products.ts'
import { makeProduct } from '#seed/make.ts'
import { inTransaction } from '../../../context.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { ordersByHand } from '../../../testing/shop/written-orders.ts'
import { levelsOf, setAvailable } from '../../stock/service.ts'
import { takeIn } from './intake.ts'
import { promiseWaitingJob } from './promises.ts'
import * as queries from '../queries.ts'

const { app, ctx, as, template } = ordersByHand()

const product = (quantity: number) => makeProduct(ctx(), template(), { quantity })
async function stockOf(productId: number) {
  const [level] = await levelsOf(ctx(), [productId])
  return level && { onHand: level.onHand, reserved: level.reserved, available: level.available, sold: level.sold }
}
const lineOf = (externalOrderId: string) =>
  ctx()
    .db.selectFrom('orders as o')
    .innerJoin('orderItems as i', (j) =>
      j.onRef('i.organizationId', '=', 'o.organizationId').onRef('i.orderId', '=', 'o.id'),
    )
    .select(['o.id', 'o.oversold', 'o.state', 'i.taken', 'i.shortfall', 'i.levelId'])
    .where('o.organizationId', '=', ctx().organizationId)
    .where('o.externalOrderId', '=', externalOrderId)
    .executeTakeFirstOrThrow()
const brief = async (externalOrderId: string) => {
  const { taken, shortfall, oversold } = await lineOf(externalOrderId)
  return { taken, shortfall, oversold }
}
const whole = (reserved: number) => ({ taken: reserved, shortfall: 0, oversold: false })

/** Orders of one SKU, in the order in which they were placed. */
async function sell(sku: string, ...quantities: number[]) {
  const { id } = await makeIntegration(ctx())
  const orders = quantities.map((quantity, n) =>
    channelOrder({ lines: [orderLine({ sku, quantity })], orderDate: new Date(Date.UTC(2026, 10, 1, n)) }),
  )
  const take = (...batch: typeof orders) => takeIn(ctx(), { id, channel: 'ebay' }, batch)
  for (const order of orders) await take(order)
  return { orders, take, at: (n: number) => brief(orders[n]?.externalOrderId ?? '') }
}
const count = async (productId: number, available: number) => {
  const [level] = await levelsOf(ctx(), [productId])
  const cause = { reason: 'count', source: 'motto', sourceKey: `count-${productId}-${available}` } as const
  await setAvailable(ctx(), [{ levelId: level?.id ?? 0, available }], cause)
}

describe('pieces that come free', () => {
  it('DESIGN 2: go to the order that is short of them, not on sale again, and leave or return with it', async () => {
    const { id, sku } = await product(3)
    const { orders, take, at } = await sell(sku, 3, 2)
    const [first, second] = orders
    if (!first || !second) throw new Error('two were made')
    expect(await at(1)).toEqual({ taken: 0, shortfall: 2, oversold: true })
    await take(laterVersion(first, { state: 'cancelled' }))
    expect([await at(1), await stockOf(id)]).toEqual([whole(2), { onHand: 3, reserved: 2, available: 1, sold: 2 }])
    // Twice is once.
    await take(laterVersion(first, { state: 'cancelled' }))
    expect(await stockOf(id)).toEqual({ onHand: 3, reserved: 2, available: 1, sold: 2 })
    await take(laterVersion(second, { state: 'shipped' }))
    expect(await stockOf(id)).toEqual({ onHand: 1, reserved: 0, available: 1, sold: 2 })
  })

  it('DESIGN 2: go to who came first, in parts, and a cancelled one that was filled twice gives all of them back', async () => {
    const { id, sku } = await product(2)
    const { orders, take, at } = await sell(sku, 1, 1, 3, 1)
    const [first, second, third] = orders
    if (!first || !second || !third) throw new Error('four were made')
    await take(laterVersion(first, { state: 'cancelled' }))
    expect([await at(2), await at(3)]).toEqual([
      { taken: 1, shortfall: 2, oversold: true },
      { taken: 0, shortfall: 1, oversold: true },
    ])
    await take(laterVersion(second, { state: 'cancelled' }))
    expect(await at(2)).toEqual({ taken: 2, shortfall: 1, oversold: true })
    await take(laterVersion(third, { state: 'cancelled' }))
    expect([await at(3), await stockOf(id)]).toEqual([whole(1), { onHand: 2, reserved: 1, available: 1, sold: 1 }])
  })

  it('of an order that asks for fewer go on, and what it still asks for stays with it', async () => {
    const { id, sku } = await product(4)
    const { orders, take, at } = await sell(sku, 4, 3)
    const [first] = orders
    if (!first) throw new Error('two were made')
    await take(laterVersion(first, { lines: [orderLine({ sku, quantity: 3 })] }))
    expect([await at(0), await at(1), await stockOf(id)]).toEqual([
      whole(3),
      { taken: 1, shortfall: 2, oversold: true },
      { onHand: 4, reserved: 4, available: 0, sold: 6 },
    ])
  })

  it('DESIGN 2: never go to a piece that was paid back: nobody waits for it, whichever version comes, and what is counted stays on sale', async () => {
    const { id, sku } = await product(1)
    const { orders, take, at } = await sell(sku, 3)
    const [order] = orders
    if (!order) throw new Error('one was made')
    const line = orderLine({ sku, quantity: 3 })
    expect(await at(0)).toEqual({ taken: 1, shortfall: 2, oversold: true })
    await take(laterVersion(order, { lines: [{ ...line, lost: 1 }] }))
    expect(await at(0)).toEqual({ taken: 1, shortfall: 1, oversold: true })
    await take(laterVersion(order, { lines: [{ ...line, lost: 2 }] }, 2))
    expect(await at(0)).toEqual(whole(1))
    await count(id, 4)
    await take(laterVersion(order, { lines: [{ ...line, lost: 2, sent: 0 }] }, 3))
    expect([await at(0), await stockOf(id)]).toEqual([whole(1), { onHand: 5, reserved: 1, available: 4, sold: 3 }])
    await take(laterVersion(order, { lines: [{ ...line, lost: 2, sent: 1 }], raw: { sent: 1 } }, 4))
    await take(laterVersion(order, { lines: [{ ...line, lost: 2, sent: 1 }], raw: { sent: 1, again: 1 } }, 5))
    expect([await at(0), await stockOf(id)]).toEqual([whole(0), { onHand: 4, reserved: 0, available: 4, sold: 3 }])
    // The same told at once, of an order nobody saw before.
    const { orders: none, ...other } = await sell(sku)
    expect(none).toEqual([])
    const late = channelOrder({ lines: [orderLine({ sku, quantity: 6, lost: 2 })] })
    await other.take(late)
    expect(await brief(late.externalOrderId)).toEqual(whole(4))
  })

  it('reach an order that somebody holds at that moment a little later, and nobody waits crosswise', async () => {
    const { id, sku } = await product(1)
    const { orders, take, at } = await sell(sku, 1, 1)
    const [first, second] = orders
    if (!first || !second) throw new Error('two were made')
    const short = await lineOf(second.externalOrderId)
    await inTransaction(ctx(), async (other) => {
      await queries.lockById(other, short.id)
      await take(laterVersion(first, { state: 'cancelled' }))
    })
    expect(await at(1)).toEqual({ taken: 0, shortfall: 1, oversold: true })
    const job = { organizationId: ctx().organizationId, levelIds: [short.levelId ?? 0] }
    await Promise.all([promiseWaitingJob(app().services, job), promiseWaitingJob(app().services, job)])
    expect([await at(1), await stockOf(id)]).toEqual([whole(1), { onHand: 1, reserved: 1, available: 0, sold: 1 }])
  })

  it('DESIGN 2: twelve orders cancelled at once for twelve that are short: each piece is promised once', async () => {
    const { id, sku } = await product(12)
    const { orders, take } = await sell(sku, ...Array.from({ length: 24 }, () => 1))
    await Promise.all(orders.slice(0, 12).map((order) => take(laterVersion(order, { state: 'cancelled' }))))
    const lines = await Promise.all(orders.slice(12).map((order) => brief(order.externalOrderId)))
    const total = lines.reduce((sum, line) => sum + line.taken, 0)
    expect(await stockOf(id)).toEqual({ onHand: 12, reserved: total, available: 12 - total, sold: 12 })
    const { levelId } = await lineOf(orders[0]?.externalOrderId ?? '')
    await promiseWaitingJob(app().services, { organizationId: ctx().organizationId, levelIds: [levelId ?? 0] })
    expect(await stockOf(id)).toEqual({ onHand: 12, reserved: 12, available: 0, sold: 12 })
  })
})

describe('an oversold order whose pieces were found', () => {
  it('gets what there is when somebody says so, and the log says it', async () => {
    const { id, sku } = await product(1)
    const { orders, at } = await sell(sku, 3)
    const { id: orderId } = await lineOf(orders[0]?.externalOrderId ?? '')
    const ask = () => app().call(promisePieces, { body: { orderId }, as: as() })
    expect((await ask()).body).toMatchObject({ code: 'stock_conflict', message: expect.stringContaining(sku) })
    await count(id, 1)
    expect((await ask()).body.data?.items[0]?.shortfall).toBe(1)
    await count(id, 5)
    expect((await ask()).status).toBe(200)
    expect([await at(0), await stockOf(id)]).toEqual([whole(3), { onHand: 7, reserved: 3, available: 4, sold: 3 }])
    expect((await ask()).body).toMatchObject({
      code: 'stock_conflict',
      message: 'This order already has all its stock.',
    })
    const entries = await ctx()
      .db.selectFrom('auditEntries')
      .select('new')
      .where('organizationId', '=', ctx().organizationId)
      .where('entityId', '=', orderId)
      .where('action', '=', 'promised')
      .orderBy('id')
      .execute()
    expect(entries.map((entry) => entry.new)).toEqual([
      { lines: [{ sku, quantity: 1 }] },
      { lines: [{ sku, quantity: 1 }] },
    ])
  })
  it('gets the pieces of a product that was deleted and made anew since', async () => {
    const { id, sku } = await product(0)
    const { orders, take, at } = await sell(sku, 2)
    expect((await app().call(deleteProduct, { params: { id }, as: as() })).status).toBe(200)
    const { id: anew } = await makeProduct(ctx(), template(), { sku, quantity: 5 })
    const [order] = orders
    const { id: orderId } = await lineOf(order?.externalOrderId ?? '')
    expect((await app().call(promisePieces, { body: { orderId }, as: as() })).status).toBe(200)
    expect([await at(0), await stockOf(anew)]).toEqual([whole(2), { onHand: 5, reserved: 2, available: 3, sold: 0 }])
    if (order) await take(laterVersion(order, { state: 'cancelled' }))
    expect(await stockOf(anew)).toEqual({ onHand: 5, reserved: 0, available: 5, sold: 0 })
  })
})
