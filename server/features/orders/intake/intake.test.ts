import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { ChannelOrder } from '#channels/channel.ts'
import { type Ctx, jobContext } from '../../../context.ts'
import { openPools } from '../../../db/connection/pools.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, laterVersion, orderLine } from '../../../testing/shop/orders.ts'
import { levelsOf } from '../../stock/service.ts'
import type { Source } from './arriving.ts'
import { takeIn } from './intake.ts'

let app: TestApp
let ctx: Ctx
let template: number
const source: Source = { id: 1, channel: 'ebay' }
beforeAll(async () => {
  app = await testApp()
  ctx = (await makeSeller(app.services)).ctx
  template = (await makeTemplate(ctx)).id
})
afterAll(() => app.stop())

const product = (quantity: number) => makeProduct(ctx, template, { quantity })
const oneLine = (sku: string, quantity = 1) => ({ lines: [orderLine({ sku, quantity })] })
async function stockOf(productId: number) {
  const [level] = await levelsOf(ctx, [productId])
  return level && { onHand: level.onHand, reserved: level.reserved, available: level.available, sold: level.sold }
}
const orderOf = (externalOrderId: string) =>
  ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('externalOrderId', '=', externalOrderId)
    .execute()
const linesOf = async (externalOrderId: string) => {
  const [order] = await orderOf(externalOrderId)
  return ctx.db
    .selectFrom('orderItems')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('orderId', '=', order?.id ?? 0)
    .orderBy('externalId')
    .execute()
}
const take = (...orders: ChannelOrder[]) => takeIn(ctx, source, orders)

/** The same numbers at every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

describe('an order taken in', () => {
  it('DESIGN 2: promises its pieces, once, however often the same version comes', async () => {
    const { id, sku } = await product(10)
    const order = channelOrder(oneLine(sku, 2))
    expect(await take(order)).toEqual({ imported: 1, updated: 0 })
    expect(await take(order, order)).toEqual({ imported: 0, updated: 0 })
    expect(await stockOf(id)).toEqual({ onHand: 10, reserved: 2, available: 8, sold: 2 })
    expect(await orderOf(order.externalOrderId)).toHaveLength(1)
  })

  it('DESIGN 2: five connections at once leave one order and take its pieces once', async () => {
    const { id, sku } = await product(10)
    const order = channelOrder(oneLine(sku, 3))
    const pools = Array.from({ length: 5 }, () => openPools(app.services.database.connection, 2))
    const outcomes = await Promise.all(
      pools.map((database) => takeIn(jobContext({ ...app.services, database }, ctx.organizationId), source, [order])),
    )
    await Promise.all(pools.map((database) => database.close()))
    expect(outcomes.map((o) => o.imported).toSorted()).toEqual([0, 0, 0, 0, 1])
    expect(await orderOf(order.externalOrderId)).toHaveLength(1)
    expect(await linesOf(order.externalOrderId)).toHaveLength(1)
    expect(await stockOf(id)).toEqual({ onHand: 10, reserved: 3, available: 7, sold: 3 })
  })

  it('DESIGN 2: five versions at once, in any order, end as the newest says', async () => {
    const { id, sku } = await product(10)
    const first = channelOrder(oneLine(sku, 1))
    const versions = [
      first,
      ...[2, 3, 4].map((n) => laterVersion(first, oneLine(sku, n), n)),
      laterVersion(first, { ...oneLine(sku, 4), state: 'cancelled' }, 9),
    ]
    await Promise.all([3, 1, 4, 0, 2].map((n) => takeIn(ctx, source, versions.slice(n, n + 1))))
    expect((await orderOf(first.externalOrderId))[0]).toMatchObject({
      state: 'cancelled',
      channelUpdatedAt: versions[4]?.updatedAt,
    })
    expect(await stockOf(id)).toEqual({ onHand: 10, reserved: 0, available: 10, sold: 0 })
  })

  it('keeps a cancellation that was seen before the order itself, and the late order changes nothing', async () => {
    const { id, sku } = await product(5)
    const order = channelOrder(oneLine(sku, 2))
    await take(
      laterVersion(order, {
        state: 'cancelled',
        words: { order: 'CANCELED', shipping: 'NOT_STARTED', payment: 'PAID' },
      }),
    )
    expect(await take(order)).toEqual({ imported: 0, updated: 0 })
    expect((await orderOf(order.externalOrderId))[0]).toMatchObject({ state: 'cancelled', orderStatus: 'CANCELED' })
    expect(await stockOf(id)).toEqual({ onHand: 5, reserved: 0, available: 5, sold: 0 })
  })

  it('DESIGN 2: cancelled before shipping, its pieces are available again, once; reinstated, they are promised again', async () => {
    const { id, sku } = await product(5)
    const order = channelOrder(oneLine(sku, 2))
    const cancelled = laterVersion(order, { state: 'cancelled' })
    await take(
      order,
      cancelled,
      cancelled,
      laterVersion(cancelled, { words: { order: 'REFUNDED', shipping: 'NOT_STARTED', payment: 'PAID' } }),
    )
    expect(await stockOf(id)).toEqual({ onHand: 5, reserved: 0, available: 5, sold: 0 })
    await take(laterVersion(order, {}, 30))
    expect(await stockOf(id)).toEqual({ onHand: 5, reserved: 2, available: 3, sold: 2 })
  })

  it('sees a cancellation that carries the same second as the order', async () => {
    const { id, sku } = await product(5)
    const order = channelOrder(oneLine(sku, 2))
    const cancelled = laterVersion(order, { state: 'cancelled' }, 0)
    await take(order, cancelled, order)
    expect((await orderOf(order.externalOrderId))[0]?.state).toBe('cancelled')
    expect(await stockOf(id)).toEqual({ onHand: 5, reserved: 0, available: 5, sold: 0 })
  })

  it('DESIGN 2: shipped, its pieces leave the building; a refund afterwards brings nothing back', async () => {
    const { id, sku } = await product(5)
    const order = channelOrder(oneLine(sku, 2))
    const shipped = laterVersion(order, { state: 'shipped', shippedAt: new Date() })
    await take(
      order,
      shipped,
      laterVersion(shipped, {
        state: 'cancelled',
        words: { order: 'REFUNDED', shipping: 'NOT_STARTED', payment: 'PAID' },
      }),
    )
    expect((await orderOf(order.externalOrderId))[0]).toMatchObject({ state: 'shipped', orderStatus: 'REFUNDED' })
    expect(await stockOf(id)).toEqual({ onHand: 3, reserved: 0, available: 3, sold: 2 })
  })

  it('first seen shipped, its pieces are taken and gone', async () => {
    const { id, sku } = await product(5)
    await take(channelOrder({ ...oneLine(sku, 2), state: 'shipped' }))
    expect(await stockOf(id)).toEqual({ onHand: 3, reserved: 0, available: 3, sold: 2 })
  })

  it('placed before the connection, it is kept and touches no stock, then or later', async () => {
    const { id, sku } = await product(5)
    const order = channelOrder({ ...oneLine(sku, 2), orderDate: new Date(Date.now() - 86_400_000) })
    const late = { ...source, historyBefore: new Date(Date.now() - 3_600_000) }
    await takeIn(ctx, late, [order, laterVersion(order, oneLine(sku, 3)), laterVersion(order, { state: 'shipped' }, 2)])
    expect((await linesOf(order.externalOrderId))[0]).toMatchObject({ productId: id, taken: 0, shortfall: 0 })
    expect(await stockOf(id)).toEqual({ onHand: 5, reserved: 0, available: 5, sold: 0 })
  })

  it('with a quantity that changes, a line that is added and one that goes, stock follows', async () => {
    const [a, b, c] = [await product(10), await product(10), await product(10)]
    const first = orderLine({ externalId: 'a', sku: a.sku, quantity: 2 })
    const order = channelOrder({ lines: [first, orderLine({ externalId: 'b', sku: b.sku, quantity: 4 })] })
    const more = laterVersion(order, {
      lines: [{ ...first, quantity: 5 }, orderLine({ externalId: 'c', sku: c.sku, quantity: 1 })],
    })
    await take(order, more)
    expect([await stockOf(a.id), await stockOf(b.id), await stockOf(c.id)].map((s) => [s?.reserved, s?.sold])).toEqual([
      [5, 5],
      [0, 0],
      [1, 1],
    ])
    const fewer = laterVersion(more, { lines: [{ ...first, quantity: 1 }] })
    await take(fewer, more, order)
    expect([await stockOf(a.id), await stockOf(b.id), await stockOf(c.id)].map((s) => [s?.reserved, s?.sold])).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ])
    expect((await orderOf(order.externalOrderId))[0]).toMatchObject({ totalQuantity: 1, skus: [a.sku] })
    await take(laterVersion(fewer, { state: 'shipped' }))
    expect(await stockOf(a.id)).toEqual({ onHand: 9, reserved: 0, available: 9, sold: 1 })
  })

  it('DESIGN 2: 20 orders at once for the last 3 pieces: 3 find stock, 17 are marked oversold, nothing goes below zero', async () => {
    const { id, sku } = await product(3)
    const orders = Array.from({ length: 20 }, () => channelOrder(oneLine(sku, 1)))
    await Promise.all(orders.map((order) => takeIn(ctx, source, [order])))
    const rows = (await Promise.all(orders.map((order) => orderOf(order.externalOrderId)))).flat()
    expect(rows.filter((row) => row.oversold)).toHaveLength(17)
    expect(rows.filter((row) => !row.oversold)).toHaveLength(3)
    expect(await stockOf(id)).toEqual({ onHand: 3, reserved: 3, available: 0, sold: 20 })
    const missing = (await Promise.all(orders.map((order) => linesOf(order.externalOrderId))))
      .flat()
      .reduce((sum, line) => sum + line.shortfall, 0)
    expect(missing).toBe(17)
  })

  it('DESIGN 2: orders whose lines change at once and crosswise, in any order and twice, end as their last versions say', async () => {
    const random = chance(7)
    const products = await Promise.all(Array.from({ length: 4 }, () => product(1000)))
    const lines = () =>
      products
        .filter(() => random() < 0.6)
        .map(({ sku }) => orderLine({ externalId: sku, sku, quantity: 1 + Math.floor(random() * 3) }))
        .toSorted(() => random() - 0.5)
    const histories = Array.from({ length: 15 }, () => {
      const first = channelOrder({ lines: lines() })
      return [
        first,
        ...[1, 2, 3].map((n) =>
          laterVersion(first, { lines: lines(), state: n === 3 && random() < 0.2 ? 'cancelled' : 'open' }, n),
        ),
      ]
    })
    const arriving = [...histories.flat(), ...histories.flat()].toSorted(() => random() - 0.5)
    await Promise.all(
      Array.from({ length: 8 }, (_, worker) =>
        takeIn(
          ctx,
          source,
          arriving.filter((_order, n) => n % 8 === worker),
        ),
      ),
    )
    const last = histories
      .flatMap((versions) => versions.slice(-1))
      .filter((order) => !order.cancelled)
      .flatMap((order) => order.lines)
    for (const { id, sku } of products) {
      const sold = last.filter((line) => line.sku === sku).reduce((sum, line) => sum + line.quantity, 0)
      expect(await stockOf(id)).toEqual({ onHand: 1000, reserved: sold, available: 1000 - sold, sold })
    }
  })

  it('with an SKU that we do not have, it is kept with a line without a product', async () => {
    const { id, sku } = await product(5)
    const order = channelOrder({
      lines: [
        orderLine({ externalId: '1', sku: 'nobody-has-this', quantity: 2 }),
        orderLine({ externalId: '2', sku }),
        orderLine({ externalId: '3', sku: '' }),
      ],
    })
    await take(order)
    expect((await linesOf(order.externalOrderId)).map((l) => [l.sku, l.productId, l.taken, l.shortfall])).toEqual([
      ['nobody-has-this', null, 0, 0],
      [sku, id, 1, 0],
      ['', null, 0, 0],
    ])
    expect((await orderOf(order.externalOrderId))[0]).toMatchObject({ totalQuantity: 4, oversold: false })
    await take(laterVersion(order, { state: 'shipped' }))
    expect(await stockOf(id)).toEqual({ onHand: 4, reserved: 0, available: 4, sold: 1 })
  })

  it('one that was emptied gives its pieces back, and one that never held any is none', async () => {
    const { id, sku } = await product(5)
    const order = channelOrder(oneLine(sku, 2))
    await take(order)
    const emptied = laterVersion(order, { cancelled: true, lines: [] })
    expect(await take(emptied)).toEqual({ imported: 0, updated: 1 })
    expect(await stockOf(id)).toEqual({ onHand: 5, reserved: 0, available: 5, sold: 0 })
    expect(await orderOf(order.externalOrderId)).toMatchObject([{ state: 'cancelled' }])
    const blank = channelOrder({ cancelled: true, lines: [] })
    expect(await take(blank)).toEqual({ imported: 0, updated: 0 })
    expect(await orderOf(blank.externalOrderId)).toEqual([])
  })

  it('one that cannot be kept does not hold up the others, and is told', async () => {
    const { id, sku } = await product(5)
    const broken = channelOrder(oneLine(sku, 3_000_000_000))
    await expect(take(broken, channelOrder(oneLine(sku)))).rejects.toThrow('a number that is too large')
    expect(await stockOf(id)).toMatchObject({ reserved: 1 })
  })

  it('keeps what a buyer typed, less what cannot be stored', async () => {
    const order = channelOrder({ buyer: { name: 'Ana\0 \ud83d Lima', email: '', phone: '' } })
    await take(order)
    expect((await orderOf(order.externalOrderId))[0]?.buyerName).toBe('Ana \ufffd Lima')
  })

  it('leaves an audit row for each version that counted', async () => {
    const { sku } = await product(5)
    const order = channelOrder(oneLine(sku))
    await take(order, laterVersion(order, { state: 'cancelled' }))
    const [row] = await orderOf(order.externalOrderId)
    const entries = await ctx.db
      .selectFrom('auditEntries')
      .select(['action'])
      .where('organizationId', '=', ctx.organizationId)
      .where('entity', '=', 'order')
      .where('entityId', '=', row?.id ?? 0)
      .orderBy('id')
      .execute()
    expect(entries.map((e) => e.action)).toEqual(['imported', 'updated'])
  })

  it("is its organization's alone: two that sell under one number and SKU do not touch each other", async () => {
    const other = (await makeSeller(app.services)).ctx
    const { id, sku } = await product(5)
    const theirs = await makeProduct(other, (await makeTemplate(other)).id, { sku, quantity: 5 })
    const order = channelOrder(oneLine(sku, 2))
    await take(order)
    expect(await takeIn(other, source, [laterVersion(order, oneLine(sku, 1))])).toEqual({ imported: 1, updated: 0 })
    expect(await stockOf(id)).toMatchObject({ reserved: 2 })
    expect((await levelsOf(other, [theirs.id]))[0]).toMatchObject({ reserved: 1 })
  })
})
