import { describe, expect, it } from 'vitest'
import type { Shipment } from '#channels/shipment.ts'
import { getOrder, updateShipping } from '#contract/orders/orders.ts'
import { packPieces } from '#contract/orders/packing.ts'
import { roles } from '#contract/permissions.ts'
import { makeMember, makeSession, makeUser } from '#seed/make.ts'
import { AppError } from '../../../errors.ts'
import { packingDesk } from '../../../testing/shop/packing-desk.ts'
import { channelOrder, fakeConnect, laterVersion, orderLine } from '../../../testing/shop/orders.ts'
import { makeOf } from '../../stock/bundles.ts'
import { levelsOf } from '../../stock/service.ts'
import { shipPackedOrder } from './packing.ts'

const { app, ctx, as, take, idOf, read, product, shown, pack, toPack } = packingDesk()

async function colleague(): Promise<string> {
  const user = await makeUser(app().services)
  await makeMember(app().services, ctx().organizationId, user.id, roles.member)
  return makeSession(app().services, user.id, ctx().organizationId)
}
const accepting = () => {
  const shipments: Shipment[] = []
  const connect = fakeConnect({
    ship: async (shipment) => {
      shipments.push(shipment)
      return { ok: true, value: undefined }
    },
  })
  return { shipments, connect }
}
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`)
  return [error.code, error.message]
}

describe('packing', () => {
  it('an order says by when it is to be shipped for as long as something of it is', async () => {
    const shipBy = new Date('2026-11-30T17:00:00Z')
    const open = channelOrder({ number: 'DUE', shipBy, shipping: 'open', payment: 'paid' })
    await take(open)
    const orderId = await idOf(open)
    expect((await shown(orderId)).shipBy).toBe('2026-11-30T17:00:00.000Z')
    await take(laterVersion(open, { shipping: 'shipped' }))
    expect((await shown(orderId)).shipBy).toBeNull()
  })

  it('counts pieces in and out, keeps them, and says who had the last in hand', async () => {
    const { orderId, mugs, caps } = await toPack()
    expect((await shown(orderId)).lines).toMatchObject([
      { quantity: 2, packed: 0, packedBy: null },
      { quantity: 1, packed: 0, packedBy: null },
    ])
    expect((await pack(orderId, mugs)).body.data?.lines).toMatchObject([{ packed: 1 }, { packed: 0 }])
    await pack(orderId, mugs)
    await pack(orderId, caps)
    await pack(orderId, mugs, -1)
    const { name } = await ctx()
      .db.selectFrom('users')
      .select('name')
      .where('id', '=', ctx().userId ?? 0)
      .executeTakeFirstOrThrow()
    expect((await shown(orderId)).lines).toMatchObject([
      { packed: 1, packedBy: { id: ctx().userId, name } },
      { packed: 1, packedBy: { id: ctx().userId } },
    ])
  })

  it('refuses a piece too many, with a reason, and one that is not in the box', async () => {
    const { orderId, mugs, caps, cap } = await toPack()
    await pack(orderId, caps)
    expect(await pack(orderId, caps)).toMatchObject({
      status: 409,
      body: { code: 'packing_conflict', message: `1 of 1 × ${cap.sku} already packed.` },
    })
    expect(await pack(orderId, mugs, 3)).toMatchObject({ status: 409 })
    expect(await pack(orderId, mugs, -1)).toMatchObject({ status: 409, body: { code: 'packing_conflict' } })
    expect((await pack(orderId, mugs, 0)).status).toBe(400)
    expect((await pack(orderId, 999_999_999)).status).toBe(404)
    expect((await shown(orderId)).lines).toMatchObject([{ packed: 0 }, { packed: 1 }])
  })

  it('many packers at once put in as many as the line asks for', async () => {
    const { orderId, mugs } = await toPack()
    const other = await colleague()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => pack(orderId, mugs, 1, at % 2 ? as() : other)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, ...Array<number>(6).fill(409)])
    expect((await shown(orderId)).lines[0]).toMatchObject({ packed: 2 })
  })

  it('shows a colleague what the other has packed, and names the other', async () => {
    const { orderId, caps } = await toPack()
    const other = await colleague()
    await pack(orderId, caps, 1, other)
    const line = (await shown(orderId)).lines[1]
    expect(line).toMatchObject({ packed: 1 })
    expect(line?.packedBy?.id).not.toBe(ctx().userId)
    expect((await pack(orderId, caps)).body.message).toContain(`last by ${line?.packedBy?.name}`)
  })

  it('knows a product by its barcodes', async () => {
    const { orderId, cap } = await toPack()
    await ctx()
      .db.updateTable('products')
      .set({ barcode: '036000291452' })
      .where('organizationId', '=', ctx().organizationId)
      .where('id', '=', cap.id)
      .execute()
    expect((await shown(orderId)).lines.map(({ codes }) => codes)).toEqual([[], ['00036000291452']])
  })

  it('asks for what a later version of the order asks for', async () => {
    const { order, orderId, mugs, caps, mug } = await toPack()
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    await take(
      laterVersion(order, {
        lines: [
          orderLine({ externalId: 'L1', sku: mug.sku, quantity: 1 }),
          orderLine({ externalId: 'L2', sku: order.lines[1]?.sku, quantity: 1 }),
        ],
      }),
    )
    expect((await shown(orderId)).lines).toMatchObject([
      { packed: 2, quantity: 1 },
      { packed: 1, quantity: 1 },
    ])
    expect(await refusal(shipPackedOrder(ctx(), { orderId }, accepting().connect))).toEqual([
      'packing_conflict',
      `The order now has fewer of ${mug.sku}. Remove 1.`,
    ])
  })
})

describe('an order of which a part was sent', () => {
  it('says what was sent, and asks for the rest alone', async () => {
    const { order, orderId, caps, mug, cap } = await toPack()
    await take(
      laterVersion(order, {
        shipping: 'partly',
        lines: [
          orderLine({ externalId: 'L1', sku: mug.sku, quantity: 2, sent: 2 }),
          orderLine({ externalId: 'L2', sku: cap.sku, quantity: 3, sent: 1 }),
        ],
      }),
    )
    expect((await read(order))?.items).toMatchObject([
      { quantity: 2, sent: 2 },
      { quantity: 3, sent: 1 },
    ])
    expect((await shown(orderId)).lines).toMatchObject([{ id: caps, quantity: 2, packed: 0 }])
    expect((await pack(orderId, caps, 3)).status).toBe(409)
    await pack(orderId, caps, 2)
    expect((await pack(orderId, caps)).status).toBe(409)
    const { shipments, connect } = accepting()
    await shipPackedOrder(ctx(), { orderId }, connect)
    expect(shipments).toHaveLength(1)
    // Once it is gone, the whole of it is told.
    expect((await shown(orderId)).lines).toMatchObject([{ quantity: 2 }, { quantity: 3 }])
  })

  it('asks for no piece that was paid back and is not for sale again, and its channel is told of none', async () => {
    const { order, orderId, mugs, mug, cap } = await toPack()
    const lines = [orderLine({ externalId: 'L1', sku: mug.sku, quantity: 2, lost: 1 })]
    lines.push(orderLine({ externalId: 'L2', sku: cap.sku, quantity: 3, lost: 3 }))
    await take(laterVersion(order, { payment: 'partly_refunded', lines }))
    expect((await shown(orderId)).lines).toMatchObject([{ id: mugs, quantity: 1 }])
    await pack(orderId, mugs)
    expect((await pack(orderId, mugs)).status).toBe(409)
    const { shipments, connect } = accepting()
    await shipPackedOrder(ctx(), { orderId }, connect)
    expect(shipments).toMatchObject([{ lines: [{ externalId: 'L1', quantity: 1 }] }])
  })

  it('that its channel adds to once it has left asks for the new pieces alone, in a parcel of their own', async () => {
    const { order, orderId, mugs, caps, mug, cap } = await toPack()
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    const { shipments, connect } = accepting()
    await shipPackedOrder(ctx(), { orderId, trackingNumber: '1Z999AA10123456784' }, connect)
    const now = [orderLine({ externalId: 'L1', sku: mug.sku, quantity: 2, sent: 2 })]
    now.push(orderLine({ externalId: 'L2', sku: cap.sku, quantity: 2, sent: 1 }))
    await take(laterVersion(order, { shipping: 'partly', lines: now }, 2))
    expect(await read(order)).toMatchObject({ state: 'open', shipping: 'partly', oversold: false })
    expect((await shown(orderId)).lines).toMatchObject([{ id: caps, quantity: 1, packed: 0 }])
    await pack(orderId, caps, 1)
    await shipPackedOrder(ctx(), { orderId, trackingNumber: '1Z999AA10123456785' }, connect)
    const numbers = shipments.map(({ trackingNumber, more = [] }) => [trackingNumber, more.length].join())
    expect(numbers).toEqual(['1Z999AA10123456784,0', '1Z999AA10123456785,0'])
    expect(await read(order)).toMatchObject({ state: 'shipped' })
  })

  it('has no piece in the box that a parcel took along', async () => {
    const { order, orderId, mugs, caps, mug, cap } = await toPack()
    await pack(orderId, mugs, 2)
    let version = order
    const partSent = (mugsSent: number) => {
      const lines = [
        orderLine({ externalId: 'L1', sku: mug.sku, quantity: 4, sent: mugsSent }),
        orderLine({ externalId: 'L2', sku: cap.sku, quantity: 1 }),
      ]
      version = laterVersion(version, { shipping: 'partly', lines })
      return take(version)
    }
    await partSent(1)
    expect((await shown(orderId)).lines).toMatchObject([
      { id: mugs, quantity: 3, packed: 1 },
      { id: caps, quantity: 1, packed: 0 },
    ])
    // Told again, nothing more is gone; and no more than lies there.
    await partSent(1)
    expect((await shown(orderId)).lines[0]).toMatchObject({ quantity: 3, packed: 1 })
    await partSent(3)
    expect((await shown(orderId)).lines[0]).toMatchObject({ quantity: 1, packed: 0 })
  })
})

describe('shipping what is packed', () => {
  it('waits for the last piece, tells the channel once, and moves stock once', async () => {
    const { order, orderId, mugs, caps, cap, mug } = await toPack()
    const { shipments, connect } = accepting()
    await pack(orderId, mugs, 2)
    expect(await refusal(shipPackedOrder(ctx(), { orderId }, connect))).toEqual([
      'packing_conflict',
      `Pack 1 more of ${cap.sku}.`,
    ])
    await pack(orderId, caps)
    await shipPackedOrder(ctx(), { orderId, service: 'UPS Ground', trackingNumber: '1Z999AA10123456784' }, connect)
    expect(await shown(orderId)).toMatchObject({ state: 'shipped', trackingNumber: '1Z999AA10123456784' })
    expect(shipments).toMatchObject([{ carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }])
    expect((await levelsOf(ctx(), [mug.id]))[0]).toMatchObject({ onHand: 8, reserved: 0 })
    expect((await read(order))?.state).toBe('shipped')
    const trail = await ctx()
      .db.selectFrom('auditEntries')
      .select(['action', 'new'])
      .where('organizationId', '=', ctx().organizationId)
      .where('entity', '=', 'order')
      .where('entityId', '=', orderId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(trail).toMatchObject({ action: 'packed', new: { lines: [{ quantity: 2 }, { quantity: 1 }] } })
    expect(await pack(orderId, mugs, -1)).toMatchObject({ status: 409 })
  })

  it('of two at once, one does; the other is told who', async () => {
    const { orderId, mugs, caps, mug } = await toPack()
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    const { shipments, connect } = accepting()
    const answers = await Promise.allSettled([
      shipPackedOrder(ctx(), { orderId }, connect),
      shipPackedOrder(ctx(), { orderId }, connect),
      shipPackedOrder(ctx(), { orderId }, connect),
    ])
    const lost = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as AppError] : []))
    expect(lost.map(({ code }) => code)).toEqual(['packing_conflict', 'packing_conflict'])
    for (const { message } of lost)
      expect(message).toMatch(/is shipping this order right now|already shipped this order/)
    expect(shipments).toHaveLength(1)
    expect((await levelsOf(ctx(), [mug.id]))[0]).toMatchObject({ onHand: 8 })
  })

  it('nothing goes into the box or out of it while its channel is told', async () => {
    const { orderId, mugs, caps } = await toPack()
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    const answers: unknown[] = []
    const connect = fakeConnect({
      ship: async () => {
        answers.push(await pack(orderId, mugs, -1, await colleague()))
        return { ok: true, value: undefined }
      },
    })
    await shipPackedOrder(ctx(), { orderId }, connect)
    expect(answers).toMatchObject([
      { status: 409, body: { message: expect.stringMatching(/ is shipping this order right now\.$/) } },
    ])
    expect((await shown(orderId)).lines[0]).toMatchObject({ packed: 2 })
  })

  it('whoever held the order and never came back holds it for two minutes', async () => {
    const { orderId, mugs, caps } = await toPack()
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    const leave = (until: Date) =>
      ctx()
        .db.insertInto('shippingHolds')
        .values({ organizationId: ctx().organizationId, orderId, userId: null, until })
        .onConflict((c) => c.columns(['organizationId', 'orderId']).doUpdateSet({ until }))
        .execute()
    const now = Date.now()
    await leave(new Date(now + 60_000))
    expect(await refusal(shipPackedOrder(ctx(), { orderId }, accepting().connect))).toEqual([
      'packing_conflict',
      'Somebody is shipping this order right now.',
    ])
    await leave(new Date(now - 1000))
    await shipPackedOrder(ctx(), { orderId }, accepting().connect)
    expect(await shown(orderId)).toMatchObject({ state: 'shipped' })
  })

  it('shipped from its page meanwhile, it is not shipped again', async () => {
    const { orderId, mugs, caps } = await toPack()
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    await ctx()
      .db.updateTable('orders')
      .set({ channel: 'manual', integrationId: null })
      .where('organizationId', '=', ctx().organizationId)
      .where('id', '=', orderId)
      .execute()
    await app().call(updateShipping, { body: { orderId, channel: 'manual', action: 'ship' }, as: await colleague() })
    const [code, message] = await refusal(shipPackedOrder(ctx(), { orderId }, accepting().connect))
    expect(code).toBe('packing_conflict')
    expect(message).toMatch(/^.+ already shipped this order\. It wasn’t sent again\.$/)
  })

  it('a channel that refuses leaves the order open, packed, and free to be tried again', async () => {
    const { orderId, mugs, caps } = await toPack()
    await pack(orderId, mugs, 2)
    await pack(orderId, caps)
    const refusing = fakeConnect({
      ship: async () => ({ ok: false, error: new AppError('channel_refused', 'No.') as never }),
    })
    await expect(shipPackedOrder(ctx(), { orderId, trackingNumber: '9400' }, refusing)).rejects.toBeDefined()
    expect(await shown(orderId)).toMatchObject({ state: 'open', trackingNumber: '9400', lines: [{ packed: 2 }, {}] })
    await shipPackedOrder(ctx(), { orderId }, accepting().connect)
    expect((await app().call(getOrder, { query: { orderId }, as: as() })).body.data?.order.state).toBe('shipped')
  })
})

describe('packing a bundle', () => {
  const putIn = (orderId: number, itemId: number, levelId: number, by = 1) =>
    app().call(packPieces, { body: { orderId, itemId, levelId, by }, as: as() })

  it('asks for the pieces of each component, and ships once all of them lie in the box', async () => {
    const [mug, lid, set] = [await product(), await product(), await product(0)]
    const [own] = await levelsOf(ctx(), [set.id])
    await makeOf(ctx(), own?.id ?? 0, [
      { sku: mug.sku, pieces: 2 },
      { sku: lid.sku, pieces: 1 },
    ])
    const order = channelOrder({ lines: [orderLine({ externalId: 'L1', sku: set.sku, quantity: 2 })] })
    await take(order)
    const orderId = await idOf(order)
    const lines = (await shown(orderId)).lines
    expect(lines.map(({ sku, bundle, quantity, packed }) => [sku, bundle, quantity, packed])).toEqual([
      [mug.sku, set.sku, 4, 0],
      [lid.sku, set.sku, 2, 0],
    ])
    const [mugs, lids] = lines
    const { connect, shipments } = accepting()
    const itemId = mugs?.id ?? 0
    expect((await putIn(orderId, itemId, mugs?.levelId ?? 0, 4)).status).toBe(200)
    expect((await putIn(orderId, itemId, mugs?.levelId ?? 0)).status).toBe(409)
    // The bundle itself lies nowhere.
    expect((await putIn(orderId, itemId, 0)).status).toBe(404)
    expect((await putIn(orderId, itemId, lids?.levelId ?? 0, 1)).status).toBe(200)
    expect(await refusal(shipPackedOrder(ctx(), { orderId }, connect))).toEqual([
      'packing_conflict',
      `Pack 1 more of ${lid.sku}.`,
    ])
    expect((await putIn(orderId, itemId, lids?.levelId ?? 0, 2)).status).toBe(409)
    expect((await putIn(orderId, itemId, lids?.levelId ?? 0, 1)).status).toBe(200)
    await shipPackedOrder(ctx(), { orderId }, connect)
    expect(shipments).toHaveLength(1)
    expect((await levelsOf(ctx(), [mug.id])).map(({ onHand, reserved }) => [onHand, reserved])).toEqual([[6, 0]])
  })

  it('a part of it that was sent is not asked for again, nor lies in the box', async () => {
    const [mug, set] = [await product(), await product(0)]
    const [own] = await levelsOf(ctx(), [set.id])
    await makeOf(ctx(), own?.id ?? 0, [{ sku: mug.sku, pieces: 3 }])
    const line = orderLine({ externalId: 'L1', sku: set.sku, quantity: 2 })
    const order = channelOrder({ lines: [line] })
    await take(order)
    const orderId = await idOf(order)
    const [mugs] = (await shown(orderId)).lines
    await putIn(orderId, mugs?.id ?? 0, mugs?.levelId ?? 0, 4)
    await take(laterVersion(order, { lines: [{ ...line, sent: 1 }] }))
    expect((await shown(orderId)).lines.map(({ quantity, packed }) => [quantity, packed])).toEqual([[3, 1]])
  })
})
