import { describe, expect, it } from 'vitest'
import {
  assignLine,
  forgetMeaning,
  leaveLine,
  listMeanings,
  listUnsettled,
  takeFromSku,
  waitForStock,
} from '#contract/orders/settling.ts'
import { packPieces } from '#contract/orders/packing.ts'
import { makeProduct, makeSeller } from '#seed/make.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { ordersByHand } from '../../../testing/shop/written-orders.ts'
import { levelsOf, setAvailable } from '../../stock/service.ts'
import { takeIn } from '../intake/intake.ts'
import { promiseWaitingJob } from '../intake/promises.ts'

const { app, ctx, as, template } = ordersByHand()

const product = (quantity: number, sku?: string) => makeProduct(ctx(), template(), { quantity, ...(sku && { sku }) })
async function stockOf(productId: number) {
  const [level] = await levelsOf(ctx(), [productId])
  return level && { onHand: level.onHand, reserved: level.reserved, available: level.available, sold: level.sold }
}
/** A shop whose orders arrive in the order in which they were placed, an hour apart. */
async function shop(connectedHoursAgo?: number) {
  const { id } = await makeIntegration(ctx(), 'ebay', connectedHoursAgo)
  let placed = 0
  const take = (...orders: ReturnType<typeof channelOrder>[]) => takeIn(ctx(), { id, channel: 'ebay' }, orders)
  const sell = async (sku: string, quantity = 1) => {
    placed += 1
    const orderDate = new Date(Date.now() + placed * 3600_000)
    const order = channelOrder({ orderDate, lines: [orderLine({ sku, quantity })] })
    await take(order)
    return order
  }
  return { id, take, sell }
}
const lineOf = (order: { externalOrderId: string }) =>
  ctx()
    .db.selectFrom('orders as o')
    .innerJoin('orderItems as i', (j) =>
      j.onRef('i.organizationId', '=', 'o.organizationId').onRef('i.orderId', '=', 'o.id'),
    )
    .select([
      'i.id',
      'o.id as orderId',
      'i.sku',
      'i.soldAs',
      'i.taken',
      'i.shortfall',
      'o.oversold',
      'o.hasUnknown',
      'o.skus',
    ])
    .where('o.organizationId', '=', ctx().organizationId)
    .where('o.externalOrderId', '=', order.externalOrderId)
    .executeTakeFirstOrThrow()
const list = async (query: object = {}) => (await app().call(listUnsettled, { query, as: as() })).body.data
const assign = async (order: { externalOrderId: string }, sku: string) =>
  app().call(assignLine, { body: { itemId: (await lineOf(order)).id, sku }, as: as() })
const actions = async (orderId: number) =>
  (
    await ctx()
      .db.selectFrom('auditEntries')
      .select('action')
      .where('organizationId', '=', ctx().organizationId)
      .where('entity', '=', 'order')
      .where('entityId', '=', orderId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('a line of an unknown SKU', () => {
  it('is listed with what it may mean, and once assigned the open orders and the next one find it', async () => {
    const { id, sku } = await product(3)
    const { sell, take } = await shop()
    const [first, second] = [await sell('THEIR-NAME', 2), await sell('THEIR-NAME', 2)]
    expect(await lineOf(first)).toMatchObject({ hasUnknown: true, taken: 0 })
    const before = await list()
    expect(before).toMatchObject({ items: 2, unknown: 2, short: 0 })
    expect(before?.data[0]).toMatchObject({ kind: 'unknown', sku: 'THEIR-NAME', quantity: 2, others: 1, meant: null })

    expect((await assign(first, sku)).body.data).toEqual({ lines: 2, short: 1 })
    // The first come first: the second is short of one.
    expect(await lineOf(first)).toMatchObject({
      sku,
      soldAs: 'THEIR-NAME',
      taken: 2,
      shortfall: 0,
      hasUnknown: false,
      skus: [sku],
    })
    expect(await lineOf(second)).toMatchObject({ sku, taken: 1, shortfall: 1, oversold: true, hasUnknown: false })
    expect(await stockOf(id)).toEqual({ onHand: 3, reserved: 3, available: 0, sold: 4 })
    expect(await actions((await lineOf(first)).orderId)).toEqual(['imported', 'assigned'])

    const third = await sell('THEIR-NAME')
    expect(await lineOf(third)).toMatchObject({ sku, soldAs: 'THEIR-NAME', taken: 0, shortfall: 1, hasUnknown: false })
    // A later version of its channel speaks of its own SKU and undoes nothing; a cancellation gives back once.
    await take(laterVersion(first, { payment: 'paid' }))
    expect(await lineOf(first)).toMatchObject({ sku, soldAs: 'THEIR-NAME', taken: 2 })
    await take(laterVersion(first, { state: 'cancelled' }, 2))
    expect(await stockOf(id)).toEqual({ onHand: 3, reserved: 3, available: 0, sold: 3 })
    expect([await lineOf(second), await lineOf(third)]).toMatchObject([{ shortfall: 0 }, { shortfall: 0 }])
    expect(await list()).toMatchObject({ items: 0 })
  })

  it('is proposed the product that has its SKU by now, and settled once by two who press at once', async () => {
    const { sell } = await shop()
    const order = await sell('MADE-LATER')
    const { id } = await product(5, 'MADE-LATER')
    expect((await list())?.data[0]?.meant).toMatchObject({ sku: 'MADE-LATER', available: 5 })
    const answers = await Promise.all([assign(order, 'MADE-LATER'), assign(order, 'MADE-LATER')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await lineOf(order)).toMatchObject({ sku: 'MADE-LATER', soldAs: '', taken: 1 })
    expect(await stockOf(id)).toEqual({ onHand: 5, reserved: 1, available: 4, sold: 1 })
  })

  it('without a SKU is settled alone; one that needs no pieces is left alone, and brought back', async () => {
    const { sku } = await product(5)
    const { sell } = await shop()
    const [first, other] = [await sell(''), await sell('')]
    expect((await list())?.data.map(({ others }) => others)).toEqual([0, 0])
    expect((await assign(first, sku)).body.data).toEqual({ lines: 1, short: 0 })
    const { id: itemId, orderId } = await lineOf(other)
    const leave = (leave: boolean) => app().call(leaveLine, { body: { itemId, leave }, as: as() })
    expect((await leave(true)).status).toBe(200)
    expect([await list(), await lineOf(other)]).toMatchObject([{ items: 0 }, { hasUnknown: false }])
    expect((await list({ orderId }))?.data).toMatchObject([{ leftAlone: true }])
    await leave(false)
    expect(await list()).toMatchObject({ items: 1 })
    expect(await app().call(listMeanings, { as: as() })).toMatchObject({ body: { data: [] } })
  })

  it('of an order older than the connection gets its product and takes no pieces', async () => {
    const { id, sku } = await product(5)
    const { id: integrationId } = await makeIntegration(ctx())
    const old = channelOrder({ orderDate: new Date(Date.now() - 30 * 86_400_000), lines: [orderLine({ sku: 'OLD' })] })
    const historyBefore = new Date(Date.now() - 3600_000)
    await takeIn(ctx(), { id: integrationId, channel: 'ebay', historyBefore }, [old])
    expect((await assign(old, sku)).status).toBe(200)
    expect([await lineOf(old), await stockOf(id)]).toMatchObject([
      { sku, taken: 0, hasUnknown: false },
      { available: 5, sold: 0 },
    ])
  })

  it('means no SKU that is not ours, and nothing of a neighbour', async () => {
    const { sell } = await shop()
    const order = await sell('THEIRS')
    expect((await assign(order, 'NOT-OURS')).body).toMatchObject({
      code: 'invalid_input',
      fields: { sku: expect.stringContaining('NOT-OURS') },
    })
    const neighbour = await makeSeller(app().services)
    const { id: itemId } = await lineOf(order)
    const answer = await app().call(assignLine, { body: { itemId, sku: 'X' }, as: neighbour.as })
    expect(answer.status).toBe(404)
    expect(await lineOf(order)).toMatchObject({ hasUnknown: true })
  })

  it('is asked about anew once its meaning was forgotten; what is one of ours by name is never looked up', async () => {
    const { sku } = await product(9)
    const { sell } = await shop()
    await assign(await sell('ALIAS'), sku)
    const known = await app().call(listMeanings, { as: as() })
    expect(known.body.data).toMatchObject([{ channel: 'ebay', sku: 'ALIAS', ours: sku }])
    const own = await product(2, 'ALIAS')
    await sell('ALIAS')
    expect(await stockOf(own.id)).toMatchObject({ reserved: 1 })
    const forget = () => app().call(forgetMeaning, { body: { channel: 'ebay', sku: 'ALIAS' }, as: as() })
    expect([(await forget()).status, (await forget()).status]).toEqual([200, 404])
  })
})

describe('a line that is short of pieces', () => {
  it('is taken from another SKU whole, and what it had goes to the order that waits for it', async () => {
    const [a, b] = [await product(1), await product(3)]
    const { sell, take } = await shop()
    const [first, second] = [await sell(a.sku, 2), await sell(a.sku, 1)]
    const { id: itemId } = await lineOf(first)
    const from = (sku: string) => app().call(takeFromSku, { body: { itemId, sku }, as: as() })
    expect((await from(a.sku)).body).toMatchObject({ fields: { sku: expect.any(String) } })
    expect((await from(b.sku)).body.data).toEqual({ lines: 1, short: 0 })
    expect(await lineOf(first)).toMatchObject({ sku: b.sku, soldAs: a.sku, taken: 2, shortfall: 0, oversold: false })
    expect(await lineOf(second)).toMatchObject({ sku: a.sku, taken: 1, shortfall: 0 })
    expect([await stockOf(a.id), await stockOf(b.id)]).toEqual([
      { onHand: 1, reserved: 1, available: 0, sold: 1 },
      { onHand: 3, reserved: 2, available: 1, sold: 2 },
    ])
    expect((await from(b.sku)).body).toMatchObject({ code: 'stock_conflict' })
    await take(laterVersion(first, { state: 'shipped' }))
    expect(await stockOf(b.id)).toEqual({ onHand: 1, reserved: 0, available: 1, sold: 2 })
  })

  it('keeps what it has where the other SKU has too few, or pieces lie in the box', async () => {
    const [a, b] = [await product(1), await product(1)]
    const { sell } = await shop()
    const order = await sell(a.sku, 2)
    const { id: itemId, orderId } = await lineOf(order)
    const from = () => app().call(takeFromSku, { body: { itemId, sku: b.sku }, as: as() })
    expect((await from()).body).toMatchObject({ code: 'stock_conflict', fields: { sku: 'Only 1 of 2 are available.' } })
    expect([await stockOf(a.id), await stockOf(b.id), await lineOf(order)]).toMatchObject([
      { reserved: 1, sold: 2 },
      { reserved: 0, sold: 0 },
      { sku: a.sku, taken: 1, shortfall: 1 },
    ])
    await app().call(packPieces, { body: { orderId, itemId, by: 1 }, as: as() })
    expect((await from()).body).toMatchObject({ code: 'packing_conflict' })
  })

  it('waits for stock, which goes to those who wait, in order of arrival, when somebody counts it', async () => {
    const { id, sku } = await product(0)
    const { sell } = await shop()
    const orders = [await sell(sku), await sell(sku), await sell(sku)]
    const [first, second, third] = await Promise.all(orders.map(lineOf))
    if (!first || !second || !third) throw new Error('three were made')
    for (const itemId of [third.id, second.id])
      await app().call(waitForStock, { body: { itemId, waits: true }, as: as() })
    expect((await list())?.data.map(({ waits }) => waits)).toEqual([false, true, true])
    const [level] = await levelsOf(ctx(), [id])
    const levelId = level?.id ?? 0
    const cause = { reason: 'count', source: 'motto', sourceKey: 'came-in' } as const
    await setAvailable(ctx(), [{ levelId, available: 1 }], cause)
    await promiseWaitingJob(app().services, {
      organizationId: ctx().organizationId,
      levelIds: [levelId],
      counted: true,
    })
    const short = async () => (await Promise.all(orders.map(lineOf))).map(({ shortfall }) => shortfall)
    expect(await short()).toEqual([1, 0, 1])
    await setAvailable(ctx(), [{ levelId, available: 5 }], { ...cause, sourceKey: 'came-in-again' })
    await promiseWaitingJob(app().services, {
      organizationId: ctx().organizationId,
      levelIds: [levelId],
      counted: true,
    })
    // Nobody told the first one to wait.
    expect([await short(), await stockOf(id)]).toEqual([[1, 0, 0], { onHand: 6, reserved: 2, available: 4, sold: 3 }])
  })
})
