import { describe, expect, it } from 'vitest'
import type { ChannelOrder, ChannelOrderLine } from '#channels/channel.ts'
import { returnPieces } from '#contract/orders/returns.ts'
import { laterVersion, channelOrder, orderLine } from '../../../testing/shop/orders.ts'
import { ordersDesk } from '../../../testing/shop/orders-desk.ts'
import { levelsOf } from '../../stock/service.ts'

const { app, ctx, as, take, read, product } = ordersDesk()

/** An order for three units of one product, of which ten are on hand. */
async function sale(onHand = 10) {
  const { id, sku } = await product(onHand)
  const line = (over: Partial<ChannelOrderLine> = {}) => orderLine({ externalId: 'L1', sku, quantity: 3, ...over })
  const first = channelOrder({ lines: [line()] })
  await take(first)
  let version: ChannelOrder = first
  const becomes = async (over: Partial<ChannelOrderLine>, order: Partial<ChannelOrder> = {}) => {
    version = laterVersion(version, { lines: [line(over)], ...order })
    // Channels repeat themselves.
    await take(version, version)
  }
  const stock = async () => {
    const [level] = await levelsOf(ctx(), [id])
    return level && [level.onHand, level.reserved, level.available, level.sold]
  }
  const order = async () => {
    const now = await read(first)
    if (!now) throw new Error('an order')
    return now
  }
  const returns = async (quantity: number, restock: boolean, returnedBefore: number) => {
    const { id: orderId, items } = await order()
    const lines = [{ itemId: items[0]?.id ?? 0, quantity, restock }]
    return app().call(returnPieces, { body: { orderId, returnedBefore, lines }, as: as() })
  }
  return { sku, becomes, stock, order, returns }
}

describe('DESIGN 2: units move in the stock ledger when they leave', () => {
  it('a partial shipment leaves on hand and reserved, and the rest follows with its own parcel', async () => {
    const { becomes, stock, order } = await sale()
    expect(await stock()).toEqual([10, 3, 7, 3])
    await becomes({ sent: 2 }, { shipping: 'partly' })
    expect(await stock()).toEqual([8, 1, 7, 3])
    expect(await order()).toMatchObject({ state: 'open', items: [{ quantity: 3, sent: 2 }] })
    await becomes({ sent: 3 }, { shipping: 'shipped' })
    expect(await stock()).toEqual([7, 0, 7, 3])
    expect(await order()).toMatchObject({ state: 'shipped' })
  })

  it('an order that comes partly shipped leaves in part', async () => {
    const { sku, id } = await product()
    await take(channelOrder({ lines: [orderLine({ sku, quantity: 3, sent: 2 })] }))
    expect((await levelsOf(ctx(), [id]))[0]).toMatchObject({ onHand: 8, reserved: 1, available: 7, sold: 3 })
  })

  it('a parcel that is corrected or removed gives its units back to the reservation', async () => {
    const { becomes, stock, order } = await sale()
    await becomes({ sent: 2 })
    await becomes({ sent: 1 })
    expect(await stock()).toEqual([9, 2, 7, 3])
    await becomes({ sent: 3 })
    expect(await order()).toMatchObject({ state: 'shipped' })
    await becomes({ sent: 0 })
    expect(await stock()).toEqual([10, 3, 7, 3])
    expect(await order()).toMatchObject({ state: 'open', items: [{ sent: 0 }] })
  })

  it('an order whose payment failed reserves nothing, and reserves its units again when the buyer pays after all', async () => {
    const { becomes, stock, order } = await sale()
    await becomes({ restocked: 3 }, { payment: 'failed' })
    expect(await stock()).toEqual([10, 0, 10, 0])
    await becomes({ restocked: 0 }, { payment: 'paid' })
    expect(await stock()).toEqual([10, 3, 7, 3])
    expect(await order()).toMatchObject({ state: 'open', payment: 'paid' })
  })

  it('a cancellation of the rest releases the rest only', async () => {
    const { becomes, stock, order } = await sale()
    await becomes({ sent: 2 })
    await becomes({ sent: 2 }, { cancelled: true })
    expect(await stock()).toEqual([8, 0, 8, 2])
    expect(await order()).toMatchObject({ state: 'shipped', items: [{ quantity: 2, sent: 2 }] })
  })

  it('a unit refunded without restock before shipping leaves reserved and on hand', async () => {
    const { becomes, stock, order } = await sale()
    await becomes({ lost: 1 })
    expect(await stock()).toEqual([9, 2, 7, 3])
    await becomes({ lost: 1, sent: 1 })
    expect(await stock()).toEqual([8, 1, 7, 3])
    await becomes({ lost: 1, sent: 2 })
    expect(await stock()).toEqual([7, 0, 7, 3])
    expect(await order()).toMatchObject({ state: 'shipped' })
  })

  it('a unit that its channel restocks later is on hand again, once', async () => {
    const { becomes, stock } = await sale()
    await becomes({ lost: 1 })
    await becomes({ restocked: 1 })
    expect(await stock()).toEqual([10, 2, 8, 2])
  })

  it('of an order for more than there is, a parcel takes what stock had, and the rest stays missing', async () => {
    const { becomes, stock, order } = await sale(2)
    expect(await stock()).toEqual([2, 2, 0, 3])
    await becomes({ sent: 2 })
    expect(await stock()).toEqual([0, 0, 0, 3])
    expect(await order()).toMatchObject({ oversold: true, items: [{ shortfall: 1 }] })
    await becomes({ sent: 3 })
    expect(await stock()).toEqual([0, 0, 0, 3])
    expect(await order()).toMatchObject({ state: 'shipped', oversold: true, items: [{ shortfall: 1 }] })
  })
})

it('DESIGN 2: units of a removed parcel that stock never had are missing again, and get what comes back', async () => {
  const { becomes, stock, order } = await sale(0)
  await becomes({ sent: 3 })
  await becomes({ sent: 2 })
  expect(await order()).toMatchObject({ state: 'open', oversold: true, items: [{ sent: 2, shortfall: 1 }] })
  await becomes({ sent: 2, returned: 2 })
  expect(await stock()).toEqual([2, 1, 1, 3])
})

describe('DESIGN 2: units that come back are on hand again, once', () => {
  it('as the channel says after shipping, whether or not it repeats itself', async () => {
    const { becomes, stock, order } = await sale()
    await becomes({ sent: 3 })
    await becomes({ sent: 3, returned: 1 })
    expect(await stock()).toEqual([8, 0, 8, 3])
    await becomes({ sent: 3, returned: 2 }, { payment: 'partly_refunded' })
    expect(await stock()).toEqual([9, 0, 9, 3])
    expect(await order()).toMatchObject({ state: 'shipped', items: [{ returned: 2 }] })
  })

  it('of an order that is only partly shipped', async () => {
    const { becomes, stock, order, returns } = await sale()
    await becomes({ sent: 2 })
    await becomes({ sent: 2, returned: 1 })
    expect(await stock()).toEqual([9, 1, 8, 3])
    expect((await returns(1, false, 1)).status).toBe(200)
    expect(await stock()).toEqual([9, 1, 8, 3])
    expect((await returns(1, true, 2)).body).toMatchObject({ code: 'invalid_input' })
    await becomes({ sent: 3, returned: 1 })
    expect(await stock()).toEqual([8, 0, 8, 3])
    expect((await returns(1, true, 2)).status).toBe(200)
    expect(await stock()).toEqual([9, 0, 9, 3])
    expect(await order()).toMatchObject({ items: [{ returned: 3 }] })
  })

  it.each([true, false])('where they were recorded here before the channel says so (restock %s)', async (restock) => {
    const { becomes, stock, returns } = await sale()
    await becomes({ sent: 3 })
    expect((await returns(1, restock, 0)).status).toBe(200)
    const recorded = restock ? [8, 0, 8, 3] : [7, 0, 7, 3]
    expect(await stock()).toEqual(recorded)
    // Who has the unit in hand decides: the channel means the same one.
    await becomes({ sent: 3, returned: 1 })
    expect(await stock()).toEqual(recorded)
    await becomes({ sent: 3, returned: 2 })
    expect(await stock()).toEqual([recorded[0] ?? 0, 0, recorded[2] ?? 0, 3].map((n, at) => (at % 2 ? n : n + 1)))
  })

  it('of an order that comes with all of it shipped, paid back and restocked', async () => {
    const { sku, id } = await product()
    await take(channelOrder({ lines: [orderLine({ sku, quantity: 3, sent: 3, returned: 3 })] }))
    expect((await levelsOf(ctx(), [id]))[0]).toMatchObject({ onHand: 10, reserved: 0, available: 10, sold: 3 })
  })

  it('goes to the order that is short of them', async () => {
    const { sku, becomes, stock } = await sale(3)
    await becomes({ sent: 3 })
    await take(channelOrder({ lines: [orderLine({ sku, quantity: 1 })] }))
    await becomes({ sent: 3, returned: 2 })
    expect(await stock()).toEqual([2, 1, 1, 4])
  })
})
