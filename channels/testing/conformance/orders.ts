import { expect, it } from 'vitest'
import { meaningOf } from '#domain/orders/intake/pieces.ts'
import type { ChannelOrder } from '../../channel.ts'
import { value, since, type Tools } from './tools.ts'

/** What an order means for stock. */
const stateOf = (order: ChannelOrder | undefined) => order && meaningOf(order).state

/** Orders are read whole, once and as they are; parcels are made once. */
export function orderPromises<F, S>(tools: Tools<F, S>): void {
  const { publishOne, onSandbox, order } = tools
  it('reads an order as it was placed', async ({ skip }) => {
    if (tools.lacks('orders')) return skip('nobody buys there')
    await publishOne(tools.h.listing('ORD-A'))
    const { externalOrderId } = await tools.h.sandbox.buy('ORD-A', 2)
    const pulled = await order(externalOrderId)
    expect(pulled).toMatchObject<Partial<ChannelOrder>>({
      shipping: 'open',
      payment: 'paid',
      currency: tools.h.listing('CUR').currency,
      subtotal: 2598,
    })
    expect(stateOf(pulled)).toBe('open')
    expect(pulled?.lines).toMatchObject([{ sku: 'ORD-A', quantity: 2, price: 1299 }])
    expect(pulled?.totalAmount).toBe(
      (pulled?.subtotal ?? 0) + (pulled?.shippingCost ?? 0) + (pulled?.taxAmount ?? 0) - (pulled?.discountAmount ?? 0),
    )
    expect(pulled?.buyer.name).not.toBe('')
    if (!tools.lacks('addresses')) expect(pulled?.shippingAddress.country).toMatch(/^[A-Z]{2}$/)
    expect((await onSandbox('ORD-A'))[0]?.quantity).toBe(3)
    expect(
      tools.orderCalls().adminUrl({
        externalOrderId,
        shop: tools.h.stage.connection().shop,
        origins: tools.h.stage.connection().origins,
      }),
    ).toMatch(tools.h.hasNoOrderPages ? /^$/ : /^http/)
  })

  it('a sale lowers its number at once, and is seen among the orders later', async ({ skip }) => {
    if (tools.lacks('orders')) return skip('nobody buys there')
    const listing = await publishOne(tools.h.listing('LATE-A'))
    await tools.h.sandbox.lag({ orders: 3600 })
    const { externalOrderId } = await tools.h.sandbox.buy('LATE-A', 2)
    await tools.h.sandbox.lag({ orders: 0 })
    const place = { sku: 'LATE-A', listing, locationId: tools.h.locationId }
    expect((await tools.h.stage.channel.stock.read(tools.h.stage.connection(), [place])).map(value)).toMatchObject([
      { quantity: 3 },
    ])
    expect(await order(externalOrderId)).toBeUndefined()
  })

  it('a cancelled order says so', async ({ skip }) => {
    if (tools.lacks('orders')) return skip('nobody buys there')
    await publishOne(tools.h.listing('CAN-A'))
    const { externalOrderId } = await tools.h.sandbox.buy('CAN-A')
    await tools.h.sandbox.cancel(externalOrderId)
    expect(stateOf(await order(externalOrderId))).toBe('cancelled')
  })

  it('ships an order once, also when told twice', async ({ skip }) => {
    if (tools.lacks('orders')) return skip('nobody buys there')
    const { ship } = tools.orderCalls()
    if (!ship) return
    await publishOne(tools.h.listing('SHIP-A'))
    const { externalOrderId } = await tools.h.sandbox.buy('SHIP-A', 3)
    const placed = await order(externalOrderId)
    const shipment = {
      externalOrderId,
      carrier: 'USPS',
      trackingNumber: '9400 1112 0255',
      shippedAt: new Date(),
      lines: (placed?.lines ?? []).map(({ externalId, quantity }) => ({ externalId, quantity })),
    }
    for (let i = 0; i < 2; i++) value((await ship(tools.h.stage.connection(), [shipment]))[0])
    expect(stateOf(await order(externalOrderId))).toBe('shipped')
    const unknown = await ship(tools.h.stage.connection(), [
      { ...shipment, externalOrderId: externalOrderId.replace(/\d(?=\d*$)/, '9') + '77' },
      shipment,
    ])
    expect(unknown.map(({ ok }) => ok)).toEqual([false, true])
  })

  it('takes another tracking number of a shipped order, and takes it away, where the channel can', async ({ skip }) => {
    if (tools.lacks('orders')) return skip('nobody buys there')
    const { ship, track } = tools.orderCalls()
    if (!ship || !track) return
    await publishOne(tools.h.listing('TRACK-A'))
    const { externalOrderId } = await tools.h.sandbox.buy('TRACK-A')
    const placed = await order(externalOrderId)
    const shipment = {
      externalOrderId,
      carrier: 'USPS',
      trackingNumber: '9400111202550000000001',
      shippedAt: new Date(),
      lines: (placed?.lines ?? []).map(({ externalId, quantity }) => ({ externalId, quantity })),
    }
    value((await ship(tools.h.stage.connection(), [shipment]))[0])
    for (const trackingNumber of ['1Z999AA10123456784', '1Z999AA10123456784', '']) {
      value((await track(tools.h.stage.connection(), [{ ...shipment, carrier: 'UPS', trackingNumber }]))[0])
      expect(await order(externalOrderId)).toMatchObject({ shipping: 'shipped', trackingNumber })
    }
  })

  it('is told of each parcel of an order once, where the channel takes several', async ({ skip }) => {
    if (tools.lacks('orders')) return skip('nobody buys there')
    const { ship, severalParcels } = tools.orderCalls()
    if (!ship || !severalParcels) return
    await publishOne(tools.h.listing('PARCELS-A'))
    const { externalOrderId } = await tools.h.sandbox.buy('PARCELS-A')
    const placed = await order(externalOrderId)
    const [first, second] = ['9400111202550000000011', '9400111202550000000012']
    const shipment = {
      externalOrderId,
      carrier: 'USPS',
      trackingNumber: first,
      more: [{ carrier: 'USPS', trackingNumber: second }],
      shippedAt: new Date(),
      lines: (placed?.lines ?? []).map(({ externalId, quantity }) => ({ externalId, quantity })),
    }
    const quantities = async () => {
      const raw = JSON.stringify((await order(externalOrderId))?.raw)
      return [first, second].map((number) => raw.split(`${number}"`).length - 1)
    }
    value((await ship(tools.h.stage.connection(), [shipment]))[0])
    const once = await quantities()
    expect(once.every((times) => times > 0)).toBe(true)
    value((await ship(tools.h.stage.connection(), [shipment]))[0])
    expect([stateOf(await order(externalOrderId)), await quantities()]).toEqual(['shipped', once])
  })

  it('sends a part of an order once, then the rest, where the channel takes parts', async ({ skip }) => {
    if (tools.lacks('orders')) return skip('nobody buys there')
    const { ship, parts } = tools.orderCalls()
    if (!ship || !parts) return
    await publishOne(tools.h.listing('PARTS-A'))
    const { externalOrderId } = await tools.h.sandbox.buy('PARTS-A', 3)
    const placed = await order(externalOrderId)
    const parcel = (quantity: number) => ({
      externalOrderId,
      carrier: 'USPS',
      trackingNumber: `940011120255000000002${quantity}`,
      shippedAt: new Date(),
      lines: (placed?.lines ?? []).map(({ externalId }) => ({ externalId, quantity })),
    })
    const sent = async () => (await order(externalOrderId))?.lines[0]?.sent
    // The answer to the first try may have been lost: what has left is not sent again.
    for (let i = 0; i < 2; i++) value((await ship(tools.h.stage.connection(), [{ ...parcel(1), part: true }]))[0])
    expect([(await order(externalOrderId))?.shipping, await sent()]).toEqual(['partly', 1])
    value((await ship(tools.h.stage.connection(), [{ ...parcel(2), part: true }]))[0])
    expect([(await order(externalOrderId))?.shipping, await sent()]).toEqual(['partly', 2])
    value((await ship(tools.h.stage.connection(), [parcel(3)]))[0])
    expect(stateOf(await order(externalOrderId))).toBe('shipped')
  })

  it('does not ship twice when the first answer was lost', async ({ skip }) => {
    if (tools.lacks('orders')) return skip('nobody buys there')
    const { ship } = tools.orderCalls()
    if (!ship) return
    await publishOne(tools.h.listing('SHIP-L'))
    const { externalOrderId } = await tools.h.sandbox.buy('SHIP-L', 2)
    const placed = await order(externalOrderId)
    const shipment = {
      externalOrderId,
      carrier: '',
      trackingNumber: '',
      shippedAt: new Date(),
      lines: (placed?.lines ?? []).map(({ externalId }) => ({ externalId, quantity: 2 })),
    }
    const [first] = await ship(tools.h.stage.connection({ loseWrite: 1 }), [shipment])
    expect(first?.ok).toBe(false)
    value((await ship(tools.h.stage.connection(), [shipment]))[0])
    expect(stateOf(await order(externalOrderId))).toBe('shipped')
  })

  it('misses no order over pages, also while orders change between them', async ({ skip }) => {
    if (tools.lacks('orders')) return skip('nobody buys there')
    await tools.h.sandbox.addItems([{ sku: 'MANY', title: 'Many', price: 1, quantity: tools.h.manyOrders + 10 }])
    const from = since()
    const bought: string[] = []
    for (let i = 0; i < tools.h.manyOrders; i++) bought.push((await tools.h.sandbox.buy('MANY')).externalOrderId)
    const seen = new Set<string>()
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await tools.orderCalls().pull(tools.h.stage.connection(), from, cursor)
      for (const { externalOrderId } of page.items) seen.add(externalOrderId)
      cursor = page.next
      // an order of the first page changes before the second is read
      if (pages++ === 0) await tools.h.sandbox.cancel(bought[0] ?? '')
    } while (cursor !== undefined)
    expect(pages).toBeGreaterThan(1)
    expect(bought.filter((id) => !seen.has(id))).toEqual([])
  }, 60_000)
}
