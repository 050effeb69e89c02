import { describe, expect, it } from 'vitest'
import { CloverSettings } from '#contract/channels/shapes/clover.ts'
import { meaningOf } from '#domain/orders/intake/pieces.ts'
import { Order } from './wire.ts'
import { noConnection } from '../../testing/connection.ts'
import { pullOrders, toOrder } from './orders.ts'

const line = (id: string, more: object = {}) => ({
  id,
  item: { id: 'ITEM000000001' },
  name: 'Tee M',
  price: 500,
  ...more,
})
const base = {
  id: '8WAD6KV8D90KR',
  currency: 'USD',
  total: 1060,
  state: 'locked',
  paymentState: 'PAID',
  createdTime: 1401286268000,
  modifiedTime: 1401286463000,
  lineItems: { elements: [line('LINE000000001'), line('LINE000000002')] },
  payments: {
    elements: [
      {
        id: 'PAY0000000001',
        amount: 1060,
        taxAmount: 60,
        result: 'SUCCESS',
        createdTime: 1401286400000,
        tender: { label: 'Cash' },
      },
      { id: 'PAY0000000002', amount: 1060, taxAmount: 60, result: 'FAIL' },
    ],
  },
}
const online = (orderState: string) => ({ onlineOrder: { orderState } })
const skus = new Map([['ITEM000000001', 'TEE-M']])
const read = (more: object = {}) => toOrder(Order.parse({ ...base, ...more }), skus)
const meaning = (more: object) => meaningOf(read(more)).state

describe("Clover's orders in our words", () => {
  it('ORD-259 ORD-260 pieces of one item at one price are one line, and the amounts add up', () => {
    const order = read()
    expect(order).toMatchObject({
      subtotal: 1000,
      taxAmount: 60,
      discountAmount: 0,
      totalAmount: 1060,
      paymentAmount: 1060,
      paymentMethod: 'Cash',
      currency: 'USD',
    })
    expect(order.lines).toMatchObject([{ sku: 'TEE-M', title: 'Tee M', price: 500, quantity: 2, sent: 2 }])
    const dear = read({ lineItems: { elements: [line('LINE000000001'), line('LINE000000002', { price: 900 })] } })
    expect(dear.lines.map(({ price, quantity }) => [price, quantity])).toEqual([
      [500, 1],
      [900, 1],
    ])
  })

  it.each([
    ['below goods and taxes: a discount', 960, 100, 0],
    ['above them: a charge for service', 1160, 0, 100],
  ])('a total %s', (_, total, discountAmount, shippingCost) => {
    expect(read({ total })).toMatchObject({ totalAmount: total, discountAmount, shippingCost, subtotal: 1000 })
  })

  it.each([
    ['paid at the register: handed over at once', {}, 'shipped', 'paid', 'shipped'],
    ['paid online', online('CONFIRMED'), 'open', 'paid', 'open'],
    ['in preparation', online('IN_PREPARATION'), 'open', 'paid', 'open'],
    ['fetched', online('FULFILLED'), 'shipped', 'paid', 'shipped'],
    ['called off', { ...online('CANCELLED'), paymentState: 'REFUNDED' }, 'cancelled', 'refunded', 'open'],
    ['turned down', { ...online('REJECTED'), paymentState: 'CREDITED' }, 'cancelled', 'refunded', 'open'],
    ['waiting to be paid', { state: 'open', paymentState: 'OPEN', payments: null }, 'open', 'open', 'open'],
    ['paid in part', { state: 'open', paymentState: 'PARTIALLY_PAID' }, 'open', 'partly', 'open'],
    [
      'in words that nobody knows',
      { state: 'at table 5', paymentState: 'OPEN', payments: null },
      'open',
      'open',
      'open',
    ],
    [
      'deleted unpaid',
      { state: 'open', paymentState: 'OPEN', deletedTimestamp: 1401286500000 },
      'cancelled',
      'void',
      'open',
    ],
  ])('ORD-134 ORD-145 an order that is %s', (_, more, state, payment, shipping) => {
    const order = read(more)
    expect([meaning(more), order.payment, order.shipping]).toEqual([state, payment, shipping])
  })

  it('a payment that failed is none', () => {
    const failed = { elements: [{ id: 'PAY0000000002', amount: 1060, result: 'FAIL' }] }
    expect(read({ state: 'open', paymentState: 'OPEN', payments: failed })).toMatchObject({
      payment: 'failed',
      paymentAmount: null,
    })
  })

  it('what is refunded before it was handed over leaves the order; afterwards somebody counts it', () => {
    const lineItems = { elements: [line('LINE000000001'), line('LINE000000002', { refunded: true })] }
    const back = { lineItems, paymentState: 'PARTIALLY_REFUNDED' }
    expect(read({ ...back, ...online('CONFIRMED') })).toMatchObject({
      payment: 'partly_refunded',
      lines: [{ quantity: 2, sent: 0, restocked: 1 }],
    })
    expect(read(back).lines).toMatchObject([{ quantity: 2, sent: 2, restocked: 0 }])
  })

  it('one from which all is taken at the register holds nothing any more, and one told without its lines says nothing', async () => {
    const pulled = async (more: object) => {
      const http = () => Promise.resolve({ status: 200, headers: {}, body: { elements: [{ ...base, ...more }] } })
      return (await pullOrders({ ...noConnection, settings: CloverSettings.parse({}), http }, new Date(0))).items
    }
    const open = { state: 'open', paymentState: 'OPEN', payments: null }
    const emptied = await pulled({ ...open, lineItems: { elements: [] } })
    expect(emptied).toMatchObject([{ externalOrderId: base.id, cancelled: true, lines: [] }])
    expect(await pulled({ ...open, lineItems: undefined, total: 0 })).toMatchObject([{ cancelled: true }])
    expect(await pulled({ ...open, lineItems: undefined })).toEqual([])
    expect(await pulled({ lineItems: { elements: [] } })).toMatchObject([{ cancelled: true }])
  })

  it('none is missed when more of them change between two pages than pages overlap', async () => {
    const orders = Array.from({ length: 60 }, (_, n) => ({
      ...base,
      id: `ORDER${n}`,
      lineItems: { elements: [line(`L${n}`, { item: null })] },
    }))
    let calls = 0
    const http = async ({ url }: { url: string }) => {
      const { searchParams: query } = new URL(url)
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
      const elements = orders.slice(offset, offset + limit)
      // What changes leaves its place for the end of the list.
      if (++calls === 1) orders.push(...orders.splice(3, 12))
      return { status: 200, headers: {}, body: { elements } }
    }
    const origins = { api: 'https://clover.example' }
    const seen = new Set<string>()
    for (let cursor: string | undefined = '0'; cursor !== undefined && calls < 20; ) {
      const page = await pullOrders(
        { ...noConnection, origins, settings: CloverSettings.parse({}), http },
        new Date(0),
        cursor,
      )
      for (const { externalOrderId } of page.items) seen.add(externalOrderId)
      cursor = page.next
    }
    expect([seen.size, calls]).toEqual([60, 4])
  })

  it('what is measured is counted in begun pieces, and costs what was measured', () => {
    const lineItems = { elements: [line('LINE000000001', { unitQty: 2500, price: 400 })] }
    expect(read({ lineItems }).lines).toMatchObject([{ externalId: 'LINE000000001', quantity: 3, price: 333 }])
  })

  it('tells who buys, where Clover knows them', () => {
    const customers = { elements: [{ id: 'CUST000000001', firstName: 'Amelia', lastName: 'Hart' }] }
    expect(read({ customers }).buyer).toEqual({ account: 'CUST000000001', name: 'Amelia Hart', email: '', phone: '' })
    expect(read().buyer.name).toBe('')
  })
})
