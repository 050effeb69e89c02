import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { builtDescription } from '#contract/channels/all.ts'
import { meaningOf } from '#domain/orders/intake/pieces.ts'
import type { ChannelOrder } from '../../channel.ts'
import { channels } from '../../registry.ts'
import type { Refunding } from '../../refund.ts'
import { failure, type Tools } from './tools.ts'

/** Money goes back once, and an order is called off once, however often it is asked for. */
export function refundPromises<F, S>(tools: Tools<F, S>): void {
  const connection = (more?: { loseWrite?: number }) => tools.h.stage.connection(more)
  const undoing = () => builtDescription(tools.h.stage.channel.id)?.undoing
  const reasonOf = (what: 'refund' | 'cancel') => {
    const asking = undoing()?.[what]
    return (typeof asking === 'object' && asking.reasons[0]?.value) || ''
  }
  const bought = async (sku: string, quantity = 3): Promise<ChannelOrder> => {
    await tools.publishOne(tools.h.listing(sku))
    return orderOf((await tools.h.sandbox.buy(sku, quantity)).externalOrderId)
  }
  const orderOf = async (id: string): Promise<ChannelOrder> => {
    const order = await tools.order(id)
    if (!order) throw new Error(`${id} is not in the list`)
    return order
  }
  /** One piece for 5.00, for sale again; the rest may be said otherwise. */
  const asking = (order: ChannelOrder, more: Partial<Refunding> = {}): Refunding => ({
    externalOrderId: order.externalOrderId,
    key: randomUUID(),
    lines: [{ externalId: order.lines[0]?.externalId ?? '', quantity: 1, unsent: 1, amount: 500, restock: true }],
    shipping: 0,
    currency: order.currency,
    reason: reasonOf('refund'),
    note: '',
    ...more,
  })
  const before = async ({ externalOrderId }: ChannelOrder) =>
    ((await tools.orderCalls().refunds?.(connection(), externalOrderId)) ?? []).map(({ id }) => id)

  it('does what its description says of refunds and cancelling, and says why where it does not', ({ skip }) => {
    if (channels[tools.h.stage.channel.id] !== (tools.h.stage.channel as unknown)) return skip('it describes another')
    if (tools.lacks('orders')) {
      expect(undoing()).toBeUndefined()
      return
    }
    const { refund, cancel } = tools.orderCalls()
    expect([typeof undoing()?.refund, typeof undoing()?.cancel]).toEqual([
      refund ? 'object' : 'string',
      cancel ? 'object' : 'string',
    ])
  })

  it('gives a part of the money back, and says so with the order', async ({ skip }) => {
    const { refund } = tools.lacks('orders') ? {} : tools.orderCalls()
    if (!refund) return skip('it is done on its own page')
    const order = await bought('REF-A')
    const { id } = await refund(connection(), asking(order))
    expect(id).not.toBe('')
    expect(await orderOf(order.externalOrderId)).toMatchObject({ payment: 'partly_refunded', refundedAmount: 500 })
    const another = asking(order, { lines: [], shipping: 100 })
    if (order.shippingCost > 0) await refund(connection(), another)
    expect((await orderOf(order.externalOrderId)).refundedAmount).toBe(order.shippingCost > 0 ? 600 : 500)
  })

  it('gives all of it back', async ({ skip }) => {
    const { refund } = tools.lacks('orders') ? {} : tools.orderCalls()
    if (!refund) return skip('it is done on its own page')
    const order = await bought('REF-W', 2)
    const apart = undoing()?.shippingApart === true
    const amount = order.totalAmount - (apart ? order.shippingCost : 0)
    const [line] = asking(order).lines
    if (!line) throw new Error('The order has no line')
    const lines = [{ ...line, quantity: 2, unsent: 2, amount }]
    await refund(connection(), asking(order, { lines, shipping: apart ? order.shippingCost : 0 }))
    expect(await orderOf(order.externalOrderId)).toMatchObject({
      payment: 'refunded',
      refundedAmount: order.totalAmount,
    })
  })

  it('gives nothing back a second time when the first answer was lost', async ({ skip }) => {
    const { refund } = tools.lacks('orders') ? {} : tools.orderCalls()
    if (!refund) return skip('it is done on its own page')
    const order = await bought('REF-L')
    const lost = await before(order)
    const refunding = asking(order)
    // What only asks for amounts may go first.
    let error = await failure(refund(connection({ loseWrite: 1 }), refunding))
    if (!error.maybeDone) error = await failure(refund(connection({ loseWrite: 2 }), refunding))
    expect(error.maybeDone).toBe(true)
    for (let i = 0; i < 2; i++) expect((await refund(connection(), { ...refunding, lost })).id).not.toBe('')
    expect((await orderOf(order.externalOrderId)).refundedAmount).toBe(500)
  })

  it('does not repeat what it cannot find, where it has no keys', async ({ skip }) => {
    const { refund, refunds } = tools.lacks('orders') ? {} : tools.orderCalls()
    if (!refund || !refunds) return skip('it has keys, or no refunds')
    const order = await bought('REF-N')
    // Another one, of somebody else, is not taken for it.
    await refund(connection(), asking(order, { lines: asking(order).lines.map((line) => ({ ...line, amount: 300 })) }))
    const error = await failure(refund(connection(), asking(order, { lost: [] })))
    expect(error.maybeDone).toBe(true)
    expect((await orderOf(order.externalOrderId)).refundedAmount).toBe(300)
  })

  it('refuses more than was paid, and an order that is not there', async ({ skip }) => {
    const { refund } = tools.lacks('orders') ? {} : tools.orderCalls()
    if (!refund) return skip('it is done on its own page')
    const order = await bought('REF-M', 1)
    const [line] = asking(order).lines
    if (!line) throw new Error('The order has no line')
    const tooMuch = asking(order, { lines: [{ ...line, amount: order.totalAmount + 1 }] })
    expect(await failure(refund(connection(), tooMuch))).toMatchObject({ maybeDone: false })
    const externalOrderId = `${order.externalOrderId.replace(/\d(?=\d*$)/, '9')}77`
    expect(await failure(refund(connection(), asking(order, { externalOrderId })))).toMatchObject({ maybeDone: false })
    expect((await orderOf(order.externalOrderId)).refundedAmount ?? 0).toBe(0)
  })

  it('calls an order off, once, also when the answer was lost', async ({ skip }) => {
    const { cancel } = tools.lacks('orders') ? {} : tools.orderCalls()
    if (!cancel) return skip('it is done on its own page')
    const order = await bought('OFF-A')
    const cancelling = { externalOrderId: order.externalOrderId, reason: reasonOf('cancel'), note: '', restock: true }
    let error = await failure(cancel(connection({ loseWrite: 1 }), cancelling))
    if (!error.maybeDone) error = await failure(cancel(connection({ loseWrite: 2 }), cancelling))
    expect(error.maybeDone).toBe(true)
    for (let i = 0; i < 2; i++) await cancel(connection(), cancelling)
    const off = await orderOf(order.externalOrderId)
    expect(meaningOf(off).state).toBe('cancelled')
    expect(['refunded', 'void']).toContain(off.payment)
    if (off.refundedAmount) expect(off.refundedAmount).toBe(off.totalAmount)
    expect((await tools.onSandbox('OFF-A'))[0]?.quantity).toBe(5)
  })
}
