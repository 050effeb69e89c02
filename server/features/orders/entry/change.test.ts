import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ChannelOrder } from '#channels/channel.ts'
import { cancelOrder, type OrderChange, updateOrder } from '#contract/orders/change.ts'
import { createOrder } from '#contract/orders/create.ts'
import { searchOrders, updateShipping } from '#contract/orders/orders.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { inTab, type OrderTab } from '#domain/orders/intake/status.ts'
import { makeProduct } from '#seed/make.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { type Given, ordersByHand } from '../../../testing/shop/written-orders.ts'
import { takeIn } from '../intake/intake.ts'

const { app, ctx, as, template, write: writeOrder, order, read, stock } = ordersByHand()

const product = (quantity = 10) => makeProduct(ctx(), template(), { quantity })
const write = async (sku: string, quantity = 1, over: Partial<Given> = {}) =>
  (await writeOrder(order(sku, quantity, over))).body.data?.id ?? 0
const change = (order: z.input<typeof OrderChange>) => app().call(updateOrder, { body: { order }, as: as() })
const cancel = (orderId: number) => app().call(cancelOrder, { body: { orderId }, as: as() })
const ship = (orderId: number, more: object = {}) =>
  app().call(updateShipping, { body: { orderId, channel: 'manual', ...more }, as: as() })
const tab = async (name: OrderTab) =>
  ((await app().call(searchOrders, { query: { tab: name }, as: as() })).body.data ?? []).map((o) => o.id)
const takeOne = async (more: Partial<ChannelOrder> = {}) => {
  const { id } = await makeIntegration(ctx(), 'ebay')
  const order = channelOrder(more)
  await takeIn(ctx(), { id, channel: 'ebay' }, [order])
  return (await app().call(searchOrders, { query: { channels: ['ebay'] }, as: as() })).body.data?.[0]?.id ?? 0
}

describe('what is open', () => {
  it('ORD-047 ORD-049 an order by hand that was shipped waits for nobody any more', async () => {
    const { sku } = await product()
    const id = await write(sku, 1, { paymentStatus: 'Paid', orderDetails: { readyToShip: true } })
    expect([await tab('open'), await tab('readyToShip')]).toEqual([[id], [id]])
    await ship(id, { action: 'ship' })
    expect([await tab('open'), await tab('readyToShip'), await tab('completed')]).toEqual([[], [], [id]])
    expect(await read(id)).toMatchObject({
      state: 'shipped',
      orderStatus: 'Shipped',
      orderDetails: { readyToShip: false },
    })
  })

  it('is counted by one rule: the tab, the start page and the rule itself agree', async () => {
    const { sku } = await product(100)
    const ids = [
      await write(sku),
      await write(sku, 1, { shippingStatus: 'Delivered', paymentStatus: 'Paid' }),
      await write(sku, 1, { shippingStatus: 'Returned' }),
      await write(sku, 1, { paymentStatus: 'Refunded' }),
      await write(sku, 1, { paymentStatus: 'Paid' }),
      await write(sku),
      // Fulfilled, and still open in its channel's own words: ORD-047 leaves it on the tab.
      await takeOne({ shipping: 'shipped', lines: [orderLine({ sent: 1 })] }),
    ]
    await cancel(ids[4] ?? 0)
    await ship(ids[5] ?? 0, { action: 'ship' })
    const stored = await Promise.all(ids.map(read))
    const open = stored.flatMap((o) =>
      o && inTab({ ...o, readyToShip: o.orderDetails.readyToShip }, 'open') ? [o.id] : [],
    )
    expect(open).toEqual([ids[0], ids[6]])
    expect((await tab('open')).toSorted((a, b) => a - b)).toEqual(open)
    expect((await app().call(getStart, { as: as() })).body.data).toMatchObject({ openOrders: 2 })
  })
})

describe('an order created as over', () => {
  it.each([
    ['Returned', { shippingStatus: 'Returned' }, 'shipped'],
    ['Refunded before it was sent', { paymentStatus: 'Refunded' }, 'cancelled'],
  ] as const)('%s takes no piece', async (_what, over, state) => {
    const { sku, id } = await product()
    const order = await read(await write(sku, 3, over))
    expect(order).toMatchObject({ state, totalQuantity: 3, items: [{ sku, productId: id }] })
    expect(await stock(id)).toEqual({ onHand: 10, reserved: 0, available: 10, sold: 0 })
  })
  it('is refused for a SKU that is not ours, like any other', async () => {
    const { body } = await app().call(createOrder, {
      body: { order: { source: 'Phone', shippingStatus: 'Returned', items: [{ sku: 'NOBODY' }] } },
      as: as(),
    })
    expect(body.fields).toEqual({
      'order.items.0.sku': 'There’s no product with the SKU NOBODY. Nothing was saved.',
    })
  })
})

describe('POST /orders/cancelOrder', () => {
  it('gives the pieces back once, however often and by however many it is pressed', async () => {
    const { sku, id: productId } = await product()
    const id = await write(sku, 4)
    expect(await stock(productId)).toMatchObject({ reserved: 4, available: 6, sold: 4 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(id)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect(await read(id)).toMatchObject({
      state: 'cancelled',
      orderStatus: 'Cancelled',
      items: [{ sku, quantity: 4 }],
    })
    expect(await stock(productId)).toEqual({ onHand: 10, reserved: 0, available: 10, sold: 0 })
    expect([await tab('open'), await tab('readyToShip')]).toEqual([[], []])
  })
  it('while somebody ships it: it is one or the other, and the stock says the same', async () => {
    const { sku, id: productId } = await product()
    const id = await write(sku, 4)
    await Promise.all([cancel(id), ship(id, { action: 'ship' })])
    const order = await read(id)
    expect(await stock(productId)).toEqual(
      order?.state === 'shipped'
        ? { onHand: 6, reserved: 0, available: 6, sold: 4 }
        : { onHand: 10, reserved: 0, available: 10, sold: 0 },
    )
  })
  it('is refused, with the reason, for one that was shipped and for one of a channel', async () => {
    const { sku } = await product()
    const sent = await write(sku, 1, { shippingStatus: 'Shipped' })
    expect((await cancel(sent)).body).toMatchObject({
      code: 'invalid_input',
      message: 'You can’t cancel a shipped order.',
    })
    expect(await cancel(await takeOne())).toMatchObject({
      status: 409,
      body: {
        code: 'order_of_channel',
        message: 'This order is from eBay. Cancel it on eBay, and Motto updates automatically.',
      },
    })
  })
})

describe('POST /orders/updateOrder', () => {
  it('ORD-352 moves stock by the difference: more, fewer, another product, a line gone', async () => {
    const [a, b] = [await product(), await product()]
    const id = await write(a.sku, 4)
    const [line] = (await read(id))?.items ?? []
    const keep = { id: line?.id, sku: a.sku, price: 20 }
    const after = await change({
      id,
      items: [
        { ...keep, quantity: 6 },
        { sku: b.sku, quantity: 2, price: 5, taxAmount: 1 },
      ],
    })
    expect(after.body.data).toMatchObject({ totalAmount: 131, totalPrice: 130, taxAmount: 1, totalQuantity: 8 })
    expect(after.body.data?.items.map((item) => [item.id === line?.id, item.sku, item.quantity])).toEqual([
      [true, a.sku, 6],
      [false, b.sku, 2],
    ])
    expect([await stock(a.id), await stock(b.id)]).toMatchObject([
      { onHand: 10, reserved: 6, available: 4, sold: 6 },
      { onHand: 10, reserved: 2, available: 8, sold: 2 },
    ])
    await change({ id, items: [{ ...keep, quantity: 1 }] })
    expect([await stock(a.id), await stock(b.id)]).toMatchObject([
      { reserved: 1, available: 9, sold: 1 },
      { reserved: 0, available: 10, sold: 0 },
    ])
    // The same line sells something else now.
    await change({ id, items: [{ ...keep, sku: b.sku, quantity: 3 }] })
    expect([await stock(a.id), await stock(b.id)]).toMatchObject([
      { reserved: 0, available: 10 },
      { reserved: 3, available: 7 },
    ])
    await ship(id, { action: 'ship' })
    expect([await stock(a.id), await stock(b.id)]).toMatchObject([{ onHand: 10 }, { onHand: 7, reserved: 0, sold: 3 }])
  })

  it('ORD-351 keeps the service, the tracking number and the day of shipping; a date beyond any calendar is refused', async () => {
    const { sku } = await product(5)
    const id = await write(sku, 1)
    const shipping = { shippingMethod: 'USPS Priority', trackingNumber: '9400100000000000000000' }
    expect((await change({ id, shippingDetails: shipping, shippingDate: '2026-11-20' })).status).toBe(200)
    const after = await read(id)
    expect(after).toMatchObject({ shippingDetails: shipping, shippingDate: '2026-11-20T00:00:00.000Z' })
    for (const date of ['+275760-09-13', '+010000-01-01T00:00:00Z'])
      expect((await change({ id, paymentDate: date })).status).toBe(400)
  })

  it('for more than there is takes what there is and is marked as oversold, until it asks for less again', async () => {
    const [a, b] = [await product(5), await product(1)]
    const id = await write(a.sku, 4)
    const [line] = (await read(id))?.items ?? []
    const lines = (quantity: number, itemId?: number) => [
      { id: line?.id, sku: a.sku, quantity: 5, price: 20 },
      { id: itemId, sku: b.sku, quantity, price: 20 },
    ]
    expect((await change({ id, orderDetails: { notes: 'Ring twice.' }, items: lines(2) })).status).toBe(200)
    const after = await read(id)
    expect(after).toMatchObject({ oversold: true, items: [{ shortfall: 0 }, { quantity: 2, shortfall: 1 }] })
    expect([await stock(a.id), await stock(b.id)]).toMatchObject([
      { reserved: 5, available: 0 },
      { reserved: 1, available: 0, sold: 2 },
    ])
    expect((await change({ id, items: lines(1, after?.items[1]?.id) })).status).toBe(200)
    expect(await read(id)).toMatchObject({ oversold: false, items: [{ shortfall: 0 }, { quantity: 1, shortfall: 0 }] })
    expect(await stock(b.id)).toMatchObject({ reserved: 1, available: 0, sold: 1 })
  })

  it('what an order has reserved already counts as there for it', async () => {
    const { sku, id: productId } = await product(5)
    const id = await write(sku, 4)
    const [line] = (await read(id))?.items ?? []
    expect((await change({ id, items: [{ id: line?.id, sku, quantity: 5, price: 20 }] })).body.data?.oversold).toBe(
      false,
    )
    expect((await change({ id, items: [{ id: line?.id, sku, quantity: 6, price: 20 }] })).body.data).toMatchObject({
      oversold: true,
      items: [{ shortfall: 1 }],
    })
    expect(await stock(productId)).toMatchObject({ reserved: 5, available: 0, onHand: 5 })
  })

  it('two at once that want the last pieces: one of them is short, and nothing is below zero', async () => {
    const { sku, id: productId } = await product(4)
    const ids = [await write(sku), await write(sku)]
    const lines = await Promise.all(ids.map(async (id) => (await read(id))?.items[0]?.id))
    const answers = await Promise.all(
      ids.map((id, n) => change({ id, items: [{ id: lines[n] ?? 0, sku, quantity: 3, price: 20 }] })),
    )
    expect(answers.map(({ body }) => body.data?.oversold).toSorted()).toEqual([false, true])
    expect(await stock(productId)).toMatchObject({ reserved: 4, available: 0, onHand: 4 })
  })

  it('address, customer, notes and amounts are changed alone; the rest stays', async () => {
    const { sku } = await product()
    const id = await write(sku, 2, {
      discountAmount: 3,
      items: [{ sku, quantity: 2, price: 20, taxAmount: 1.5, discountAmount: 1 }],
      customer: { name: 'Ana', email: 'ana@example.com' },
      orderDetails: { notes: 'Ring twice.' },
    })
    const { body } = await change({
      id,
      shippingCost: 5,
      customer: { phone: '555' },
      shippingDetails: { shippingAddress: { name: 'Ana', line1: '1 Rose St', city: '' } },
      orderDetails: { notes: '' },
    })
    expect(body.data).toMatchObject({
      totalAmount: 42.5,
      shippingCost: 5,
      taxAmount: 1.5,
      discountAmount: 4,
      customer: { name: 'Ana', email: 'ana@example.com', phone: '555', billingAddress: {} },
      shippingDetails: { shippingAddress: { name: 'Ana', line1: '1 Rose St' } },
      orderDetails: { notes: '' },
    })
  })

  it('ORD-128 ORD-129 is marked paid and unpaid again', async () => {
    const { sku } = await product()
    const id = await write(sku, 2)
    const paid = await change({
      id,
      paymentStatus: 'paid',
      paymentAmount: '40',
      paymentDate: '2026-11-20T12:00:00.000Z',
      paymentDetails: { paymentMethod: 'Cash' },
    })
    expect(paid.body.data).toMatchObject({
      paymentStatus: 'paid',
      paymentAmount: 40,
      paymentDate: '2026-11-20T12:00:00.000Z',
      paymentDetails: { paymentMethod: 'Cash' },
    })
    expect(await tab('readyToShip')).toEqual([id])
    const unpaid = await change({ id, paymentStatus: 'Unpaid', paymentAmount: null, paymentDate: null })
    expect(unpaid.body.data).toMatchObject({ paymentStatus: 'Unpaid', paymentAmount: null, paymentDate: null })
    expect(await tab('readyToShip')).toEqual([])
  })

  it('DESIGN 2: refunded before it was sent, its pieces go back; refunded after, they are gone', async () => {
    const { sku, id: productId } = await product()
    const [open, sent] = [await write(sku, 2), await write(sku, 3, { shippingStatus: 'Shipped' })]
    expect((await change({ id: open, paymentStatus: 'refunded' })).body.data).toMatchObject({
      state: 'cancelled',
      paymentStatus: 'refunded',
    })
    expect((await change({ id: sent, paymentStatus: 'refunded' })).body.data).toMatchObject({ state: 'shipped' })
    expect(await stock(productId)).toEqual({ onHand: 7, reserved: 0, available: 7, sold: 3 })
  })

  it('of a shipped order the lines stay, notes and payment may change', async () => {
    const { sku } = await product()
    const id = await write(sku, 2, { shippingStatus: 'Shipped' })
    const [line] = (await read(id))?.items ?? []
    expect((await change({ id, items: [{ id: line?.id, sku, quantity: 3, price: 20 }] })).body.fields).toEqual({
      'order.items': 'You can’t change the items of a shipped order.',
    })
    expect((await change({ id, orderDetails: { notes: 'Came back dented.' } })).status).toBe(200)
  })

  it('does not cover what somebody else saved meanwhile', async () => {
    const { sku } = await product()
    const id = await write(sku)
    const seen = (await read(id))?.updateDate
    expect((await change({ id, updateDate: seen, orderDetails: { notes: 'First' } })).status).toBe(200)
    expect(await change({ id, updateDate: seen, orderDetails: { notes: 'Second' } })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict' },
    })
    expect((await read(id))?.orderDetails.notes).toBe('First')
  })

  it("is refused for a channel's order, and for a line of another", async () => {
    const { sku } = await product()
    const [id, other] = [await write(sku), await write(sku)]
    const [line] = (await read(other))?.items ?? []
    expect((await change({ id, items: [{ id: line?.id, sku, quantity: 1, price: 1 }] })).body.fields).toEqual({
      'order.items.0.id': 'This line isn’t part of this order. Reload and try again.',
    })
    expect((await change({ id: await takeOne(), orderDetails: { notes: 'x' } })).body).toMatchObject({
      code: 'order_of_channel',
      message: 'This order is from eBay. Change it on eBay, and Motto updates automatically.',
    })
  })
})

describe('a tracking number', () => {
  it('that was wrong is corrected, and removed; one that is not named stays', async () => {
    const { sku } = await product()
    const id = await write(sku)
    const tracking = async () => (await read(id))?.shippingDetails
    await ship(id, { action: 'ship', trackingNumber: '1Z', service: 'UPS Ground' })
    await ship(id, { trackingNumber: '1Z999' })
    expect(await tracking()).toMatchObject({ trackingNumber: '1Z999', shippingMethod: 'UPS Ground' })
    await ship(id, { service: 'UPS Ground' })
    expect(await tracking()).toMatchObject({ trackingNumber: '1Z999' })
    await ship(id, { trackingNumber: '' })
    expect(await tracking()).toMatchObject({ trackingNumber: '', shippingMethod: 'UPS Ground' })
    expect(await read(id)).toMatchObject({ state: 'shipped' })
  })
})
