import { describe, expect, it } from 'vitest'
import { handleOrders, orderHistory } from '#contract/orders/handling.ts'
import { reportItems, undoItemReport } from '#contract/orders/item-reports.ts'
import { takeFromSku } from '#contract/orders/settling.ts'
import { promisePieces } from '#contract/orders/work.ts'
import { saveBundle } from '#contract/products/bundles.ts'
import { packingDesk } from '../../../testing/shop/packing-desk.ts'
import { channelOrder, orderLine } from '../../../testing/shop/orders.ts'

const { app, ctx, as, take, idOf, product, shown, pack, toPack } = packingDesk()

const level = async (sku: string) => {
  const { onHand, reserved, available, sold } = await ctx()
    .db.selectFrom('stockLevels')
    .select(['onHand', 'reserved', 'available', 'sold'])
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow()
  return { onHand, reserved, available, sold }
}
type Report = Partial<{ kind: 'missing' | 'damaged'; units: number; reports: number; levelId: number }>
const report = (orderId: number, itemId: number, over: Report = {}, key?: string) =>
  app().call(reportItems, {
    body: { orderId, itemId, kind: 'missing', units: 1, reports: 0, ...over },
    as: as(),
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const undo = (reportId = 0) => app().call(undoItemReport, { body: { reportId }, as: as() })
const movements = async (sku: string) =>
  (
    await ctx()
      .db.selectFrom('stockMovements')
      .select(['reason', 'deltaOnHand', 'deltaReserved', 'deltaSold'])
      .where('sku', '=', sku)
      .orderBy('id')
      .execute()
  ).map((m) => [m.reason, m.deltaOnHand, m.deltaReserved, m.deltaSold])

describe('items that are missing at the packing desk', () => {
  it('leave what is on hand, make the line short, and put the order on hold', async () => {
    const { orderId, mugs, mug } = await toPack()
    const before = await level(mug.sku)
    const { body } = await report(orderId, mugs)
    expect(body.data).toMatchObject({
      order: { held: true, lines: [{ quantity: 2, shortfall: 1 }, { shortfall: 0 }] },
      report: { kind: 'missing', units: 1, short: 1, sku: mug.sku, canUndo: true },
    })
    expect(await level(mug.sku)).toEqual({ ...before, onHand: before.onHand - 1, reserved: before.reserved - 1 })
    expect((await movements(mug.sku)).at(-1)).toEqual(['missing', -1, -1, 0])
    const history = await app().call(orderHistory, { query: { orderId: String(orderId) }, as: as() })
    expect(history.body.data?.data[0]).toMatchObject({ what: 'Reported missing', details: [`1 × ${mug.sku}`] })
  })

  it('are back with an undo, which releases the order', async () => {
    const { orderId, mugs, mug } = await toPack()
    const before = await level(mug.sku)
    const id = (await report(orderId, mugs, { units: 2 })).body.data?.report.id
    expect((await undo(id)).body.data).toMatchObject({ held: false, reports: [], lines: [{ shortfall: 0 }, {}] })
    expect(await level(mug.sku)).toEqual(before)
    expect((await undo(id)).status).toBe(200)
    expect(await level(mug.sku)).toEqual(before)
  })

  it('count once of two packers who report the same unit at once, and once of a lost answer', async () => {
    const { orderId, mugs, mug } = await toPack()
    const before = await level(mug.sku)
    const statuses = (await Promise.all([report(orderId, mugs), report(orderId, mugs)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    const again = await report(orderId, mugs)
    expect(again.body.message).toMatch(/already reported 1 × .* as missing\. This report wasn’t counted\./)
    const { orderId: other, mugs: line, mug: second } = await toPack()
    const full = await level(second.sku)
    const key = 'report-1234567890abcdef'
    const answers = [await report(other, line, {}, key), await report(other, line, {}, key)]
    expect(answers.map(({ body }) => body.data?.report.id)).toEqual(answers.map(() => answers[0]?.body.data?.report.id))
    expect((await level(mug.sku)).onHand).toBe(before.onHand - 1)
    expect((await level(second.sku)).onHand).toBe(full.onHand - 1)
  })

  it('are not more than are still to pack', async () => {
    const { orderId, mugs } = await toPack()
    await pack(orderId, mugs, 2)
    expect(await report(orderId, mugs)).toMatchObject({ status: 409, body: { code: 'packing_conflict' } })
    expect((await report(orderId, 999_999_999)).status).toBe(404)
  })

  it('are replaced from stock or by another SKU, which releases the order; the undo is gone then', async () => {
    const { orderId, mugs, mug } = await toPack()
    const id = (await report(orderId, mugs)).body.data?.report.id
    const reserved = await app().call(promisePieces, { body: { orderId }, as: as() })
    expect(reserved.body.data).toMatchObject({ held: false })
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { message: `${mug.sku} has changed in this order since. Count it in Inventory instead.` },
    })
    await report(orderId, mugs, { reports: 1 })
    expect((await shown(orderId)).held).toBe(true)
    const { sku } = await product()
    await app().call(takeFromSku, { body: { itemId: mugs, sku }, as: as() })
    expect(await shown(orderId)).toMatchObject({ held: false, lines: [{ sku, shortfall: 0 }, {}] })
  })

  it('leave the hold of a person alone', async () => {
    const { orderId, mugs } = await toPack()
    const setHold = (hold: boolean) => app().call(handleOrders, { body: { orderIds: [orderId], hold }, as: as() })
    await setHold(true)
    const id = (await report(orderId, mugs)).body.data?.report.id
    await undo(id)
    expect((await shown(orderId)).held).toBe(true)
    await setHold(false)
    await report(orderId, mugs)
    await setHold(false)
    await setHold(true)
    await app().call(promisePieces, { body: { orderId }, as: as() })
    expect((await shown(orderId)).held).toBe(true)
  })

  it('of a bundle take one bundle away; its other components are for sale again', async () => {
    const [cup, plate, set] = [await product(), await product(), await product(0)]
    await app().call(saveBundle, {
      body: {
        id: set.id,
        parts: [
          { sku: cup.sku, pieces: 2 },
          { sku: plate.sku, pieces: 1 },
        ],
      },
      as: as(),
    })
    const order = channelOrder({ lines: [orderLine({ externalId: 'L1', sku: set.sku, quantity: 2 })] })
    await take(order)
    const orderId = await idOf(order)
    const before = [await level(cup.sku), await level(plate.sku), await level(set.sku)]
    const [cups] = (await shown(orderId)).lines
    const answer = await report(orderId, cups?.id ?? 0, { levelId: cups?.levelId ?? 0 })
    expect(answer.body.data?.order.lines).toMatchObject([
      { sku: cup.sku, shortfall: 2 },
      { sku: plate.sku, shortfall: 1 },
    ])
    const [cupBefore, plateBefore] = before
    expect(await level(cup.sku)).toMatchObject({
      onHand: (cupBefore?.onHand ?? 0) - 1,
      reserved: 2,
      available: (cupBefore?.available ?? 0) + 1,
    })
    expect(await level(plate.sku)).toMatchObject({ onHand: plateBefore?.onHand, reserved: 1 })
    await undo(answer.body.data?.report.id)
    expect([await level(cup.sku), await level(plate.sku), await level(set.sku)]).toEqual(before)
  })
})

describe('items that are damaged at the packing desk', () => {
  it('are replaced by another unit at once where one is available, and the order goes on', async () => {
    const { orderId, mugs, mug } = await toPack()
    const before = await level(mug.sku)
    const { body } = await report(orderId, mugs, { kind: 'damaged' })
    expect(body.data).toMatchObject({ order: { held: false, lines: [{ shortfall: 0 }, {}] }, report: { short: 0 } })
    expect(await level(mug.sku)).toEqual({
      ...before,
      onHand: before.onHand - 1,
      available: before.available - 1,
    })
    await undo(body.data?.report.id)
    expect(await level(mug.sku)).toEqual(before)
  })

  it('put the order on hold where no other unit is available', async () => {
    const last = await product(1)
    const order = channelOrder({ lines: [orderLine({ externalId: 'L1', sku: last.sku, quantity: 1 })] })
    await take(order)
    const orderId = await idOf(order)
    const [line] = (await shown(orderId)).lines
    const { body } = await report(orderId, line?.id ?? 0, { kind: 'damaged' })
    expect(body.data).toMatchObject({ order: { held: true, lines: [{ shortfall: 1 }] }, report: { short: 1 } })
    expect(await level(last.sku)).toEqual({ onHand: 0, reserved: 0, available: 0, sold: 1 })
    expect((await movements(last.sku)).at(-1)).toEqual(['damaged', -1, -1, 0])
  })
})
