import { describe, expect, it } from 'vitest'
import { ChannelError, type ChannelOrder } from '#channels/channel.ts'
import type { Refunding, ToldRefund } from '#channels/refund.ts'
import { NOT_SEEN, seenSince } from '#channels/kit/refunds.ts'
import { orderHistory } from '#contract/orders/handling.ts'
import { cancelAtChannel, orderUndoing, refundOrder, settleUndoing } from '#contract/orders/refunds.ts'
import { updateShipping } from '#contract/orders/orders.ts'
import { makeSeller } from '#seed/make.ts'
import type { Connect } from '../intake/pull.ts'
import { ordersDesk } from '../../../testing/shop/orders-desk.ts'
import { channelOrder, fakeConnect, laterVersion, orderLine } from '../../../testing/shop/orders.ts'
import { levelsOf } from '../../stock/service.ts'
import { refundJob } from './told.ts'

const { app, ctx, as, take, idOf, read, product } = ordersDesk()

/** A paid order of three pieces of 10.00 and a delivery of 5.00. */
async function sale(over: Partial<ChannelOrder> = {}) {
  const { id: productId, sku } = await product()
  const order = channelOrder({
    lines: [orderLine({ externalId: 'L1', sku, quantity: 3, price: 1000 })],
    subtotal: 3000,
    shippingCost: 500,
    totalAmount: 3500,
    paymentAmount: 3500,
    ...over,
  })
  await take(order)
  const id = await idOf(order)
  const [item] = (await read(order))?.items ?? []
  return { order, id, productId, sku, itemId: item?.id ?? 0 }
}
type Sale = Awaited<ReturnType<typeof sale>>

const stock = async ({ productId }: Sale) => {
  const [level] = await levelsOf(ctx(), [productId])
  return level && { onHand: level.onHand, reserved: level.reserved, available: level.available }
}
/** One piece for 10.00, for sale again; the rest may be said otherwise. */
const refund = (o: Sale, more: object = {}, { line = {}, who = as() } = {}) =>
  app().call(refundOrder, {
    body: {
      orderId: o.id,
      seen: 0,
      lines: [{ itemId: o.itemId, quantity: 1, amount: 10, restock: true, ...line }],
      shipping: 0,
      reason: 'BUYER_RETURN',
      note: '',
      ...more,
    },
    as: who,
  })
const undoing = async (o: Sale) => {
  const { data } = (await app().call(orderUndoing, { query: { orderId: o.id }, as: as() })).body
  if (!data) throw new Error('There is no such order')
  return data
}
const refundId = async (o: Sale) => (await undoing(o)).refunds.at(-1)?.id ?? 0
const settle = async (o: Sale, action: 'retry' | 'withdraw' | 'done') =>
  app().call(settleUndoing, { body: { refundId: await refundId(o), action }, as: as() })
const work = async (o: Sale, connect: Connect) =>
  refundJob(app().services, { organizationId: ctx().organizationId, refundId: await refundId(o) }, connect)
const state = async (o: Sale) => (await undoing(o)).refunds.at(-1)?.state
const what = async (o: Sale) =>
  (await app().call(orderHistory, { query: { orderId: o.id }, as: as() })).body.data?.data.map((entry) => entry.what)

/** A channel without keys, which lists what it gave back; `fail` says what becomes of an answer. */
function bank(fail: (n: number) => ChannelError | undefined = () => undefined) {
  const refunds: (ToldRefund & { request: Refunding })[] = []
  let calls = 0
  const connect = fakeConnect({
    refunds: async () => refunds.map(({ id, amount }) => ({ id, amount })),
    refund: async (refunding) => {
      calls += 1
      if (refunding.lost) return seenSince('eBay', refunding, refunding.lost, refunds)
      const error = fail(calls)
      if (error && !error.maybeDone) throw error
      const amount = refunding.lines.reduce((sum, line) => sum + line.amount, refunding.shipping)
      refunds.push({ id: `R${refunds.length + 1}`, amount, request: refunding })
      if (error) throw error
      return { id: `R${refunds.length}` }
    },
    cancel: async () => {
      calls += 1
      const error = fail(calls)
      if (error) throw error
    },
  })
  return { refunds, connect, calls: () => calls }
}
const silent = () => new ChannelError('unavailable', 'No answer came.', { maybeDone: true })
const refused = () => new ChannelError('invalid', 'A case is open on this order.')

describe('money that goes back at the channel', () => {
  it('is asked for, sent by a worker, and told in the history', async () => {
    const o = await sale()
    const before = await undoing(o)
    expect(before).toMatchObject({ left: 35, shippingLeft: 5, lines: [{ itemId: o.itemId, pieces: 3, amount: 30 }] })
    expect(before.refund?.reasons[0]).toEqual({ value: 'BUYER_CANCEL', label: 'Buyer cancelled' })
    expect((await refund(o, { shipping: 5 })).body.data?.refunds).toMatchObject([{ state: 'waiting', total: 15 }])
    const { connect, refunds } = bank()
    await work(o, connect)
    // The channel knows no delivery apart: its part is in the line's.
    expect(refunds).toMatchObject([
      { amount: 1500, request: { shipping: 0, reason: 'BUYER_RETURN', lines: [{ externalId: 'L1', amount: 1500 }] } },
    ])
    expect(await undoing(o)).toMatchObject({ refunds: [{ state: 'sent', message: '' }], left: 20, shippingLeft: 0 })
    expect((await what(o))?.slice(0, 2)).toEqual(['Refunded on eBay', 'Refund requested'])
    // A job that comes twice finds nothing to do.
    await work(o, connect)
    expect(refunds).toHaveLength(1)
  })

  it('is asked for once by two at a time, and of what is left alone', async () => {
    const o = await sale()
    const answers = await Promise.all([refund(o), refund(o)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    // While it is on its way nobody asks for more.
    expect((await refund(o, { seen: 1 })).body).toMatchObject({ code: 'invalid_input', fields: { orderId: /Wait/ } })
    await work(o, bank().connect)
    expect((await refund(o, { seen: 1 }, { line: { amount: 25.01 } })).body.fields).toEqual({
      'lines.0.amount': 'You can refund up to 25.00 USD.',
    })
    expect((await refund(o, { seen: 1, shipping: 5.01 })).body.fields).toEqual({
      shipping: 'You can refund up to 5.00 USD.',
    })
    expect((await refund(o, { seen: 1 }, { line: { quantity: 4 } })).body.fields).toHaveProperty('lines.0.quantity')
    expect((await refund(o, { seen: 1, lines: [] })).body.fields).toEqual({ lines: 'Select what to refund.' })
    expect((await refund(o, { seen: 1, reason: 'Because' })).body.fields).toHaveProperty('reason')
    expect((await refund(o, { seen: 1, note: 'x'.repeat(101) })).body.fields).toEqual({
      note: 'Use up to 100 characters.',
    })
    const neighbour = await makeSeller(app().services)
    expect((await refund(o, {}, { who: neighbour.as })).status).toBe(404)
  })

  it('has the digits of its currency', async () => {
    const yen = await sale({ currency: 'JPY', totalAmount: 35, paymentAmount: 35, shippingCost: 5, subtotal: 30 })
    expect((await refund(yen, {}, { line: { amount: 10.5 } })).body.fields).toHaveProperty('lines.0.amount')
    expect((await refund(yen)).status).toBe(200)
    const { connect, refunds } = bank()
    await work(yen, connect)
    expect(refunds).toMatchObject([{ amount: 10 }])
    const dinar = await sale({ currency: 'KWD', totalAmount: 35_000, paymentAmount: 35_000 })
    await refund(dinar, {}, { line: { amount: 10.25 } })
    const other = bank()
    await work(dinar, other.connect)
    expect(other.refunds).toMatchObject([{ amount: 10_250 }])
  })

  it('that the channel refuses is shown with its reason, and may be sent again under another key or taken back', async () => {
    const o = await sale()
    await refund(o)
    const { connect, refunds, calls } = bank((n) => (n === 1 ? refused() : undefined))
    await work(o, connect)
    expect((await undoing(o)).refunds).toMatchObject([{ state: 'refused', message: 'A case is open on this order.' }])
    expect(await undoing(o)).toMatchObject({ left: 35 })
    expect((await settle(o, 'retry')).status).toBe(200)
    await work(o, connect)
    expect([await state(o), refunds.length, calls()]).toEqual(['sent', 1, 2])
    const p = await sale()
    await refund(p)
    await work(p, bank(() => refused()).connect)
    await settle(p, 'withdraw')
    expect(await state(p)).toBe('withdrawn')
    expect((await settle(p, 'retry')).status).toBe(409)
    expect((await refund(p, { seen: 1 })).status).toBe(200)
  })

  it('may be taken back before it is sent, and not while it is', async () => {
    const o = await sale()
    await refund(o)
    const { connect, refunds } = bank()
    await settle(o, 'withdraw')
    await work(o, connect)
    expect([await state(o), refunds]).toEqual(['withdrawn', []])
  })

  it('of a connection that ended says to sign in again', async () => {
    const o = await sale()
    await refund(o)
    const ended: Connect = () => Promise.reject(new ChannelError('revoked', 'The grant is gone.'))
    await work(o, ended)
    expect((await undoing(o)).refunds[0]).toMatchObject({ state: 'refused', message: /Sign in .* again/ })
  })
})

describe('an answer that was lost', () => {
  it('is looked up and found: nothing is given back twice', async () => {
    const o = await sale()
    await refund(o)
    const { connect, refunds } = bank((n) => (n === 1 ? silent() : undefined))
    await work(o, connect)
    expect(await state(o)).toBe('waiting')
    expect((await settle(o, 'withdraw')).status).toBe(409)
    await work(o, connect)
    expect([await state(o), refunds.length]).toEqual(['sent', 1])
  })

  it('that is not found is left to a person, and sent again only when they say so', async () => {
    const o = await sale()
    await refund(o)
    const { connect, refunds } = bank()
    const lost = fakeConnect({
      refunds: async () => [],
      refund: async () => {
        throw new ChannelError('unavailable', 'No answer came.', { maybeDone: true, code: NOT_SEEN })
      },
    })
    for (let i = 0; i < 6; i++) await work(o, lost)
    expect([await state(o), refunds.length]).toEqual(['unsure', 0])
    // Nothing else is given back of what may be gone.
    expect((await undoing(o)).left).toBe(25)
    await settle(o, 'retry')
    await work(o, connect)
    expect([await state(o), refunds.length]).toEqual(['sent', 1])
    const p = await sale()
    await refund(p)
    for (let i = 0; i < 6; i++) await work(p, lost)
    await settle(p, 'done')
    expect(await state(p)).toBe('sent')
  })

  it('of a worker that died between sending and writing it down is looked up as well', async () => {
    const o = await sale()
    await refund(o)
    const { connect, refunds } = bank()
    const dying: Connect = async (services, key, work) => {
      await connect(services, key, work)
      return new Promise(() => undefined) as never
    }
    void work(o, dying)
    await expect.poll(() => refunds.length).toBe(1)
    await ctx()
      .db.updateTable('orderRefunds')
      .set({ leaseUntil: new Date(Date.now() - 1000) })
      .where('organizationId', '=', ctx().organizationId)
      .execute()
    await work(o, connect)
    expect([await state(o), refunds.length]).toEqual(['sent', 1])
  })
})

describe('pieces of a refund', () => {
  const line = (o: Sale, more: object) => orderLine({ externalId: 'L1', sku: o.sku, quantity: 3, price: 1000, ...more })
  const orderWith = (o: Sale) =>
    laterVersion(o.order, { payment: 'partly_refunded', refundedAmount: 1000, lines: [line(o, { refunded: 1000 })] })

  it('that were not sent are for sale again once, whether the order tells it before the answer or after', async () => {
    for (const first of ['news', 'answer']) {
      const o = await sale()
      const { onHand } = (await stock(o)) ?? { onHand: 0 }
      await refund(o)
      if (first === 'news') await take(orderWith(o))
      await work(o, bank().connect)
      await take(orderWith(o))
      await take(laterVersion(orderWith(o), { words: { order: 'OPEN', shipping: 'NOT_STARTED', payment: 'X' } }))
      expect(await stock(o), first).toEqual({ onHand, reserved: 2, available: onHand - 2 })
      expect((await read(o.order))?.items).toMatchObject([{ quantity: 2 }])
    }
  })

  it('that are not for sale again are not, although all the money of their line went back', async () => {
    const o = await sale()
    const { onHand } = (await stock(o)) ?? { onHand: 0 }
    await refund(o, {}, { line: { quantity: 3, amount: 30, restock: false } })
    await work(o, bank().connect)
    await take(
      laterVersion(o.order, {
        payment: 'partly_refunded',
        lines: [line(o, { refunded: 3000, restocked: 3 })],
        refundedAmount: 3000,
      }),
    )
    expect(await stock(o)).toEqual({ onHand: onHand - 3, reserved: 0, available: onHand - 3 })
  })

  it('of a channel that names our keys leave the order with the refund that was done, and with no other', async () => {
    const o = await sale()
    const { onHand } = (await stock(o)) ?? { onHand: 0 }
    await refund(o)
    const { connect, refunds } = bank()
    await work(o, connect)
    const key = refunds[0]?.request.key ?? ''
    const named = (minutes: number, ...refundKeys: string[]) =>
      take(laterVersion(o.order, { refundKeys, refundedAmount: 1000 }, minutes))
    await named(1, '00000000-0000-4000-8000-000000000000')
    expect(await stock(o)).toEqual({ onHand, reserved: 3, available: onHand - 3 })
    for (const minutes of [2, 3]) await named(minutes, key)
    expect(await stock(o)).toEqual({ onHand, reserved: 2, available: onHand - 2 })
  })

  it('that were sent are on the shelf again with the answer, once, beside a return that was noted', async () => {
    const o = await sale()
    await take(laterVersion(o.order, { state: 'shipped' }))
    const sent = (await stock(o))?.onHand ?? 0
    await refund(o, {}, { line: { quantity: 2, amount: 20 } })
    expect((await stock(o))?.onHand).toBe(sent)
    const { connect } = bank()
    await work(o, connect)
    await work(o, connect)
    await take(laterVersion(o.order, { state: 'shipped', payment: 'partly_refunded', refundedAmount: 2000 }, 2))
    expect(await stock(o)).toEqual({ onHand: sent + 2, reserved: 0, available: sent + 2 })
    expect((await read(o.order))?.items).toMatchObject([{ returned: 2 }])
    expect(await undoing(o)).toMatchObject({ lines: [{ pieces: 1 }], left: 15 })
  })

  it('are not sent while their channel is asked', async () => {
    const o = await sale()
    await refund(o)
    const ship = () =>
      app().call(updateShipping, { body: { orderId: o.id, channel: 'ebay', action: 'ship' }, as: as() })
    expect((await ship()).body).toMatchObject({ code: 'packing_conflict' })
    // One that was refused lets it go, and is not sent again once its pieces have left.
    await work(o, bank(() => refused()).connect)
    await take(laterVersion(o.order, { state: 'shipped' }))
    expect((await settle(o, 'retry')).body).toMatchObject({
      code: 'invalid_input',
      fields: { refundId: /create a new one/ },
    })
  })

  it('are not refunded while somebody ships them', async () => {
    const o = await sale()
    await ctx()
      .db.insertInto('shippingHolds')
      .values({
        organizationId: ctx().organizationId,
        orderId: o.id,
        userId: ctx().userId,
        until: new Date(Date.now() + 60_000),
      })
      .execute()
    expect((await refund(o)).body).toMatchObject({ code: 'packing_conflict' })
  })
})

describe('an order that is called off at its channel', () => {
  it('is not where its channel has no call for it, which says so', async () => {
    const o = await sale()
    expect(await undoing(o)).toMatchObject({ cancel: null, whyNoCancel: /own page/ })
    const { body } = await app().call(cancelAtChannel, {
      body: { orderId: o.id, seen: 0, reason: 'OTHER', note: '', restock: true },
      as: as(),
    })
    expect(body).toMatchObject({ code: 'invalid_input', fields: { orderId: /own page/ } })
  })
})

it('a refund of an account in shadow mode is not sent, and waits for the confirmation', async () => {
  const o = await sale()
  await ctx()
    .db.updateTable('integrations')
    .set({ shadowSince: new Date() })
    .where('organizationId', '=', ctx().organizationId)
    .execute()
  await refund(o)
  let sent = 0
  const connect = fakeConnect({ refund: async () => ({ id: `R${(sent += 1)}` }) })
  const job = { organizationId: ctx().organizationId, refundId: await refundId(o) }
  await refundJob(app().services, job, connect)
  expect([sent, (await undoing(o)).refunds.at(-1)?.state]).toEqual([0, 'waiting'])
  await ctx()
    .db.updateTable('integrations')
    .set({ shadowSince: null })
    .where('organizationId', '=', ctx().organizationId)
    .execute()
  await refundJob(app().services, job, connect)
  expect([sent, (await undoing(o)).refunds.at(-1)?.state]).toEqual([1, 'sent'])
})
