import { describe, expect, it } from 'vitest'
import { BigCommerceSettings } from '#contract/channels/shapes/bigcommerce.ts'
import type { HttpCall } from '../../call.ts'
import { noConnection } from '../../testing/connection.ts'
import { Order } from './wire.ts'
import { toOrder } from './orders.ts'
import { cancel, refund } from './refund.ts'

const line = { id: 7, order_address_id: 3, sku: 'MUG-1', quantity: 3, quantity_shipped: 0, price_ex_tax: '10.0000' }
/** Three mugs for 30.00, 2.40 tax and 5.00 delivery, paid for. */
const order = (more: object = {}, ofLine: object = {}) => ({
  id: 118,
  date_created: 'Mon, 23 Nov 2026 08:00:00 +0000',
  date_modified: 'Mon, 23 Nov 2026 08:05:00 +0000',
  status_id: 11,
  payment_status: 'captured',
  currency_code: 'USD',
  subtotal_ex_tax: '30.0000',
  shipping_cost_ex_tax: '5.0000',
  total_tax: '2.4000',
  total_inc_tax: '37.4000',
  staff_notes: 'Ring twice',
  consignments: { shipping: [{ line_items: [{ ...line, ...ofLine }] }] },
  ...more,
})
const way = (provider_id: string, amount: number, more: object = {}) => ({
  provider_id,
  amount,
  offline: false,
  ...more,
})
const refunding = {
  externalOrderId: '118',
  key: crypto.randomUUID(),
  lines: [{ externalId: '7', quantity: 1, unsent: 1, amount: 1080, restock: true }],
  shipping: 0,
  currency: 'USD',
  reason: 'Damaged',
  note: '',
}
const off = { externalOrderId: '118', reason: 'Out of stock', note: 'Sorry', restock: true }

/** A store with one order, what went back of it so far, and the ways in which an amount can go back. */
function store({
  of = order(),
  before = [] as object[],
  quoted = 10.8,
  ways = [[way('braintree', 10.8)]],
  tax = 0.8,
} = {}) {
  const sent: { path: string; json: unknown }[] = []
  const answers: [RegExp, number, unknown][] = [
    [/^GET .*\/refunds$/, 200, { data: before }],
    [
      /^POST .*\/refund_quotes$/,
      201,
      { data: { total_refund_amount: quoted, total_refund_tax_amount: tax, refund_methods: ways } },
    ],
    [/^POST .*\/refunds$/, 201, { data: { id: 5, total_amount: 0, payments: [] } }],
    [/^(GET|PUT) .*\/v2\/orders\/118/, 200, of],
  ]
  const http = async ({ method, url, json }: HttpCall) => {
    const [, status, body] = answers.find(([call]) => call.test(`${method} ${url}`)) ?? [null, 404, {}]
    if (method !== 'GET') sent.push({ path: url.split('/').at(-1) ?? '', json })
    return { status: status as number, headers: {}, body }
  }
  return { c: { ...noConnection, settings: BigCommerceSettings.parse({}), http }, sent }
}
const made = (sent: { path: string; json: unknown }[]) => sent.find(({ path }) => path === 'refunds')?.json

describe('money that goes back on BigCommerce', () => {
  it('goes to the card that paid, never to store credit or to a note that it was done elsewhere', async () => {
    const offline = way('custom', 10.8, { offline: true })
    const { c, sent } = store({ ways: [[way('storecredit', 10.8)], [offline], [way('braintree', 10.8)]] })
    expect(await refund(c, refunding)).toEqual({ id: '5' })
    expect(made(sent)).toEqual({
      items: [{ item_type: 'PRODUCT', item_id: 7, quantity: 1, reason: `Damaged (Motto ${refunding.key})` }],
      payments: [{ provider_id: 'braintree', amount: 10.8, offline: false }],
    })
  })

  it('is left to its page where the payment cannot be given back by itself', async () => {
    const cash = way('cod', 10.8, { offline: true, offline_reason: 'Cash on delivery.' })
    const { c, sent } = store({ ways: [[way('storecredit', 10.8)], [cash]] })
    await expect(refund(c, refunding)).rejects.toMatchObject({
      kind: 'invalid',
      maybeDone: false,
      message: 'BigCommerce can’t refund this payment automatically. Refund it on BigCommerce. (Cash on delivery.)',
    })
    expect(made(sent)).toBeUndefined()
  })

  it('is as much as somebody decided, with its part of the tax, over several payments', async () => {
    const { c, sent } = store({ ways: [[way('giftcertificate', 4), way('braintree', 6.8)]] })
    const lines = [{ ...refunding.lines[0], amount: 540 } as (typeof refunding.lines)[number]]
    await refund(c, { ...refunding, lines })
    expect(made(sent)).toMatchObject({
      payments: [
        { provider_id: 'giftcertificate', amount: 4 },
        { provider_id: 'braintree', amount: 1.4 },
      ],
      merchant_calculated_override: { total_amount: 5.4, total_tax: 0.4 },
    })
    const short = store({ ways: [[way('giftcertificate', 1), way('braintree', 2)]] })
    await expect(refund(short.c, refunding)).rejects.toMatchObject({ kind: 'invalid', message: /3\.00 USD/ })
  })

  it('is of the delivery or of the order where no pieces go with it', async () => {
    const alone = {
      ...refunding,
      lines: [{ externalId: '7', quantity: 0, unsent: 0, amount: 200, restock: false }],
      shipping: 300,
    }
    const { c, sent } = store({ quoted: 5 })
    await refund(c, alone)
    expect(made(sent)).toMatchObject({
      items: [
        { item_type: 'SHIPPING', item_id: 3, amount: 3 },
        { item_type: 'ORDER', item_id: 118, amount: 2 },
      ],
    })
    // More than the delivery alone cost, such as its handling.
    const more = store({ quoted: 8 })
    await refund(more.c, { ...alone, shipping: 600 })
    expect(made(more.sent)).toMatchObject({ items: [{ item_type: 'ORDER', amount: 8 }] })
  })

  it('is not asked for beyond what is left', async () => {
    const before = [{ id: 1, total_amount: 30, payments: [{ amount: 30, is_declined: false }] }]
    const { c, sent } = store({ before })
    await expect(refund(c, refunding)).rejects.toMatchObject({ kind: 'invalid', message: /7\.40 USD/ })
    expect(sent).toEqual([])
    // What was declined went nowhere.
    const declined = [{ id: 1, total_amount: 30, payments: [{ amount: 30, is_declined: true }] }]
    expect(await refund(store({ before: declined }).c, refunding)).toEqual({ id: '5' })
  })

  it('is known again by our key after a lost answer, and not repeated without it', async () => {
    const items = [{ item_type: 'PRODUCT', item_id: 7, quantity: 1, reason: `Damaged (Motto ${refunding.key})` }]
    const stage = store({
      before: [
        { id: 4, total_amount: 10.8 },
        { id: 9, total_amount: 1, items },
      ],
    })
    expect(await refund(stage.c, { ...refunding, lost: [] })).toEqual({ id: '9' })
    const none = store({ before: [{ id: 4, total_amount: 10.8 }] })
    await expect(refund(none.c, { ...refunding, lost: [] })).rejects.toMatchObject({ maybeDone: true })
    expect([...stage.sent, ...none.sent]).toEqual([])
  })

  it('leaves pieces off sale that somebody did not want back, and others on it', async () => {
    const { c, sent } = store()
    await refund(c, { ...refunding, lines: refunding.lines.map((entry) => ({ ...entry, restock: false })) })
    const { items } = made(sent) as { items: object[] }
    const orderWith = (refunds: object[]) =>
      toOrder(Order.parse(order({ status_id: 14 }, { quantity_refunded: 2 })), [], refunds as never)
    const existing = { id: 5, total_amount: 10.8, items, payments: [] }
    const other = {
      id: 6,
      total_amount: 10.8,
      items: [{ item_type: 'PRODUCT', item_id: 7, quantity: 1 }],
      payments: [],
    }
    expect(orderWith([existing, other])).toMatchObject({
      refundedAmount: 2160,
      lines: [{ restocked: 1, lost: 1, sent: 0 }],
    })
    expect(orderWith([other])).toMatchObject({ lines: [{ restocked: 2, lost: 0 }] })
  })
})

describe('an order that is called off on BigCommerce', () => {
  it('gives back what is left of its money, then says so', async () => {
    const before = [{ id: 1, total_amount: 7.4 }]
    const { c, sent } = store({ before, quoted: 30, tax: 0, ways: [[way('braintree', 30)]] })
    await cancel(c, off)
    expect(sent.map(({ path }) => path)).toEqual(['refund_quotes', 'refunds', '118'])
    expect(sent[1]?.json).toMatchObject({
      items: [{ item_type: 'ORDER', item_id: 118, amount: 30, reason: 'Out of stock: Sorry' }],
      merchant_calculated_override: { total_amount: 30, total_tax: 1.93 },
    })
    expect(sent[2]?.json).toEqual({
      status_id: 5,
      staff_notes: 'Ring twice\nCancelled with Motto: Out of stock: Sorry',
    })
  })

  it('fits its reason into the notes of the staff, however long they are', async () => {
    const { c, sent } = store({
      of: order({ status_id: 7, payment_status: 'pending', staff_notes: 'x'.repeat(65_535) }),
    })
    await cancel(c, off)
    const staff_notes = (sent[0]?.json as { staff_notes: string } | undefined)?.staff_notes ?? ''
    expect([staff_notes.length, staff_notes.endsWith('Cancelled with Motto: Out of stock: Sorry')]).toEqual([
      65_535,
      true,
    ])
  })

  it('asks for nothing twice: what is back already, and an order that is off', async () => {
    const back = store({ before: [{ id: 1, total_amount: 37.4 }] })
    await cancel(back.c, off)
    expect(back.sent.map(({ path }) => path)).toEqual(['118'])
    const done = store({ of: order({ status_id: 5 }) })
    await cancel(done.c, off)
    expect(done.sent).toEqual([])
  })

  it('gives nothing back of what nobody paid, and leaves an authorized payment to its page', async () => {
    const open = store({ of: order({ status_id: 7, payment_status: 'pending' }) })
    await cancel(open.c, off)
    expect(open.sent.map(({ path }) => path)).toEqual(['118'])
    const authorized = store({ of: order({ payment_status: 'authorized' }) })
    await expect(cancel(authorized.c, off)).rejects.toMatchObject({ kind: 'invalid', maybeDone: false })
    expect(authorized.sent).toEqual([])
  })

  it('keeps its pieces off sale where somebody wants that', async () => {
    const open = store({ of: order({ status_id: 7, payment_status: 'pending' }) })
    await cancel(open.c, { ...off, restock: false })
    const staff_notes = (open.sent[0]?.json as { staff_notes: string } | undefined)?.staff_notes
    const orderWith = (more: object) => toOrder(Order.parse(order({ status_id: 5, ...more })), [])
    expect(orderWith({ staff_notes })).toMatchObject({ cancelled: true, lines: [{ restocked: 0, lost: 3 }] })
    expect(orderWith({})).toMatchObject({ cancelled: true, lines: [{ restocked: 0, lost: 0 }] })
  })
})
