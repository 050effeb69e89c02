import { describe, expect, it } from 'vitest'
import type { ChannelOrder } from '#channels/channel.ts'
import { ordersOnPaper } from '#contract/orders/work.ts'
import { ordersToPack } from '#contract/orders/packing.ts'
import { returnPieces } from '#contract/orders/returns.ts'
import { assignLine } from '#contract/orders/settling.ts'
import { dice, shuffled } from '../../testing/dice.ts'
import { address, ordersDesk } from '../../testing/shop/orders-desk.ts'
import { channelOrder, fakeConnect, laterVersion, makeIntegration, orderLine } from '../../testing/shop/orders.ts'
import { levelsOf } from '../stock/service.ts'
import { pullOrdersJob } from './jobs.ts'
import { importNow } from './service.ts'
import { SlipPrinter } from './slips/print.ts'
import { pdfText } from '../../testing/files/pdf.ts'

const { app, ctx, as, take, idOf, read, product } = ordersDesk()

const stockOf = async (productId: number) => {
  const [level] = await levelsOf(ctx(), [productId])
  return level && { onHand: level.onHand, reserved: level.reserved, available: level.available, sold: level.sold }
}

describe('an order that nobody expects', () => {
  it('of 5,000 lines takes each of its pieces once, is packed and printed, and gives all of them back', async () => {
    const { id, sku } = await product(6000)
    const lines = Array.from({ length: 5000 }, (_, n) => orderLine({ externalId: `line-${n}`, sku, price: 1 }))
    const order = channelOrder({ lines, subtotal: 5000, totalAmount: 5000 })
    await take(order)
    expect(await read(order)).toMatchObject({ totalQuantity: 5000, oversold: false })
    expect(await stockOf(id)).toEqual({ onHand: 6000, reserved: 5000, available: 1000, sold: 5000 })
    const orderId = await idOf(order)
    const toPack = await app().call(ordersToPack, { query: { ids: [String(orderId)] }, as: as() })
    expect(toPack.body.data?.[0]?.lines).toHaveLength(5000)
    const printer = await SlipPrinter.open({
      paper: 'label',
      sender: 'Shop',
      returnAddress: [],
      logo: null,
      timeZone: 'UTC',
      made: new Date(),
    })
    const { data } = (await app().call(ordersOnPaper, { query: { ids: [String(orderId)] }, as: as() })).body
    printer.print({
      name: '5000',
      to: ['Ana'],
      orderDate: new Date(),
      lines: (data?.[0]?.items ?? []).map(({ quantity, itemTitle, sku }) => ({ quantity, title: itemTitle, sku })),
      pieces: 5000,
    })
    await printer.end()
    const pages = await pdfText(printer.take())
    // The order has a barcode of its own.
    expect(pages.reduce((sum, { bars }) => sum + bars.length, 0)).toBe(5001)
    await take(laterVersion(order, { state: 'cancelled' }))
    expect(await stockOf(id)).toEqual({ onHand: 6000, reserved: 0, available: 6000, sold: 0 })
  }, 120_000)

  it.each([
    ['USD', 1999, 19.99],
    ['JPY', 1999, 1999],
    ['KWD', 1990, 1.99],
  ])('in %s keeps what it comes to', async (currency, minor, amount) => {
    const { sku } = await product()
    const money = { subtotal: minor, totalAmount: minor, paymentAmount: minor }
    const order = channelOrder({ currency, ...money, lines: [orderLine({ sku, price: minor })] })
    await take(order)
    expect(await read(order)).toMatchObject({
      currency,
      totalPrice: amount,
      totalAmount: amount,
      paymentAmount: amount,
      items: [{ price: amount }],
    })
  })

  it('of a buyer in any script, without half of an address, comes back as it was, on paper too', async () => {
    const names = [
      '山田 太郎',
      'محمد علي',
      'Ольга Щ',
      'नेहा',
      'עמית',
      '𝒵ö̈e 👩‍👧',
      '<script>alert(1)</script>',
      '"; drop table orders; --',
    ]
    const { sku } = await product(100)
    for (const name of names) {
      const shippingAddress = { name, line1: address.line1 }
      const order = channelOrder({
        buyer: { name, email: '', phone: '' },
        shippingAddress,
        billingAddress: {},
        lines: [orderLine({ sku, title: name })],
      })
      await take(order)
      const stored = { customer: { name }, shippingDetails: { shippingAddress }, items: [{ itemTitle: name }] }
      expect(await read(order)).toMatchObject(stored)
      const paper = await app().call(ordersOnPaper, { query: { ids: [String(await idOf(order))] }, as: as() })
      expect(paper.body.data).toMatchObject([stored])
    }
  })

  it('that webhook, poll and import bring at once is one order and takes its pieces once', async () => {
    const { id: productId, sku } = await product()
    const { id: integrationId } = await makeIntegration(ctx(), 'shopify')
    const order = channelOrder({ lines: [orderLine({ sku, quantity: 2 })] })
    const connect = fakeConnect({ pull: async () => ({ items: [order], next: undefined }) })
    const { organizationId } = ctx()
    await Promise.all([
      pullOrdersJob(app().services, { organizationId, integrationId, hinted: true }, connect),
      pullOrdersJob(app().services, { organizationId, integrationId }, connect),
      importNow(ctx(), { channel: 'shopify', integrationId }, connect),
    ])
    expect(await stockOf(productId)).toEqual({ onHand: 10, reserved: 2, available: 8, sold: 2 })
    const { n } = await ctx()
      .db.selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('organizationId', '=', organizationId)
      .executeTakeFirstOrThrow()
    expect(n).toBe(1)
  })
})

describe('the news of an order, in any order of arrival', () => {
  const { paid, partly } = { paid: { payment: 'paid' }, partly: { payment: 'partly_refunded' } } as const
  const histories: Record<string, (sku: string) => Partial<ChannelOrder>[]> = {
    'sent in two parcels, then refunded': (sku) => [
      { lines: [orderLine({ sku, quantity: 3 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 3 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 3, sent: 1 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 3, sent: 3 })] },
      { ...partly, lines: [orderLine({ sku, quantity: 3, sent: 3 })] },
    ],
    'changed, then cancelled': (sku) => [
      { lines: [orderLine({ sku, quantity: 1 })] },
      { lines: [orderLine({ sku, quantity: 4 })] },
      { lines: [orderLine({ sku, quantity: 2 })] },
      { cancelled: true, payment: 'refunded', lines: [orderLine({ sku, quantity: 2 })] },
    ],
    'changed, part sent, the rest refunded, cancelled': (sku) => [
      { lines: [orderLine({ sku, quantity: 2 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 2 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 5 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 5, sent: 2 })] },
      { ...partly, lines: [orderLine({ sku, quantity: 5, sent: 2, restocked: 1, lost: 1 })] },
      { ...partly, cancelled: true, lines: [orderLine({ sku, quantity: 5, sent: 2, restocked: 2, lost: 1 })] },
    ],
    'sent, added to twice, of which one is called off again': (sku) => [
      { ...paid, lines: [orderLine({ sku, quantity: 2 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 2, sent: 2 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 4, sent: 2 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 4, sent: 2, restocked: 1 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 4, sent: 3, restocked: 1 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 5, sent: 4, restocked: 1 })] },
    ],
    'part cancelled, the rest sent': (sku) => [
      { lines: [orderLine({ sku, quantity: 4 })] },
      { ...paid, lines: [orderLine({ sku, quantity: 4, restocked: 1 })] },
      { ...partly, lines: [orderLine({ sku, quantity: 4, restocked: 1, sent: 3 })] },
    ],
  }
  it.each(Object.keys(histories).flatMap((name) => [1, 2, 3, 4].map((seed) => [name, seed] as const)))(
    '%s (seed %i): stock and state are those of the right order',
    async (name, seed) => {
      const roll = dice(seed)
      const outcome = async (mix: boolean) => {
        const { id, sku } = await product()
        const first = channelOrder({ lines: [orderLine({ sku })] })
        const versions = (histories[name]?.(sku) ?? []).map((over, n) => laterVersion(first, over, n))
        const news = mix ? shuffled([...versions, ...versions], roll) : versions
        for (const version of news) await take(version)
        const order = await read(first)
        return [await stockOf(id), order?.state, order?.payment, order?.totalQuantity]
      }
      expect(await outcome(true)).toEqual(await outcome(false))
    },
  )

  /** An order as it may go until nothing of it is open: two lines that are changed, also after all was sent, sent in parts, taken out or lost; the rest is sent or called off. */
  function anyHistory(roll: (most: number) => number, skus: readonly string[]): Partial<ChannelOrder>[] {
    const lines = skus.map((sku, n) => ({ sku, n, quantity: 1 + roll(4), sent: 0, restocked: 0, lost: 0 }))
    const version = (more: Partial<ChannelOrder>) => ({
      ...more,
      lines: lines.map(({ n, ...line }) => orderLine({ externalId: `L${n}`, ...line })),
    })
    const left = (line: (typeof lines)[number]) => line.quantity - line.sent - line.restocked - line.lost
    const history = [version({}), version(paid)]
    for (let steps = 2 + roll(9); steps > 0; steps -= 1) {
      const line = lines[roll(lines.length)]
      const what = (['quantity', 'sent', 'restocked', 'lost'] as const)[roll(4)]
      if (!line || !what) throw new Error('a die has as many sides')
      line[what] += what === 'quantity' ? 1 : Math.min(left(line), 1 + roll(2))
      history.push(version(what === 'sent' ? paid : partly))
    }
    const isSent = roll(2) === 0
    if (isSent) for (const line of lines) line.sent += left(line)
    return [...history, version({ ...partly, cancelled: !isSent })]
  }
  it.each(Array.from({ length: 12 }, (_, n) => n))(
    'of any history (seed %i): stock and state are those of the right order',
    async (seed) => {
      const outcome = async (mix: boolean) => {
        const roll = dice(seed)
        const own = [await product(), await product()]
        const first = channelOrder()
        const history = anyHistory(
          roll,
          own.map(({ sku }) => sku),
        )
        const versions = history.map((over, n) => laterVersion(first, over, n))
        for (const version of mix ? shuffled([...versions, ...versions], roll) : versions) await take(version)
        const order = await read(first)
        const stock = await Promise.all(own.map(({ id }) => stockOf(id)))
        const lines = order?.items
          .map(({ externalId, quantity, sent }) => `${externalId}: ${quantity}, ${sent} sent`)
          .toSorted()
        return { stock, lines, state: order?.state, payment: order?.payment, pieces: order?.totalQuantity }
      }
      const right = await outcome(false)
      expect(await outcome(true)).toEqual(right)
      for (const level of right.stock) expect(level && level.onHand - level.reserved).toBe(level?.available)
    },
  )

  it.each([5, 6, 7])(
    'of an unknown SKU that is assigned in between, and comes back (seed %i), each piece moves once',
    async (seed) => {
      const { id, sku } = await product()
      const first = channelOrder({ lines: [orderLine({ sku: `ALIAS-${seed}`, quantity: 2 })] })
      const line = { sku: `ALIAS-${seed}`, quantity: 2 }
      const later = [1, 2].map((n) => laterVersion(first, { payment: 'paid', number: `again ${n}` }, n))
      await take(first)
      const itemId = (await read(first))?.items[0]?.id ?? 0
      const assign = () => app().call(assignLine, { body: { itemId, sku }, as: as() })
      const steps = [assign, ...later.map((version) => () => take(version))]
      for (const step of shuffled(steps, dice(seed))) await step()
      await take(
        laterVersion(first, { payment: 'paid', shipping: 'shipped', lines: [orderLine({ ...line, sent: 2 })] }, 9),
      )
      expect(await stockOf(id)).toEqual({ onHand: 8, reserved: 0, available: 8, sold: 2 })
      const orderId = await idOf(first)
      const back = { orderId, returnedBefore: 0, lines: [{ itemId, quantity: 2, restock: true }] }
      const refund = laterVersion(
        first,
        { payment: 'refunded', cancelled: true, lines: [orderLine({ ...line, sent: 2, restocked: 2 })] },
        12,
      )
      for (const step of shuffled(
        [() => app().call(returnPieces, { body: back, as: as() }), () => take(refund)],
        dice(seed),
      ))
        await step()
      expect(await stockOf(id)).toEqual({ onHand: 10, reserved: 0, available: 10, sold: 2 })
    },
  )
})
