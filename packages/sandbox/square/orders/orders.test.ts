import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { codeOf, openTestSquare, type TestSquare } from '../../testing/square-shop.ts'

interface Order {
  id: string
  state: string
  version?: number
  location_id: string
  fulfillments?: { uid: string; state: string }[]
  refunds?: { id: string }[]
  tenders?: { payment_id: string }[]
  returns?: unknown[]
  net_amount_due_money: { amount: number }
}
const buy = (shop: TestSquare, more: object = {}) =>
  shop.simulator.buy({ lines: [{ sku: 'TEE', quantity: 2 }], payment: 'paid', test: false, ...more }).externalOrderId
const order = async (shop: TestSquare, id: string) => (await shop.api('GET', `orders/${id}`))['order'] as Order
async function open(): Promise<TestSquare> {
  const shop = openTestSquare()
  await shop.connect()
  shop.simulator.addItems([{ sku: 'TEE', title: 'Tee', price: 12.99, quantity: 10 }])
  return shop
}
const left = (shop: TestSquare) => shop.simulator.listings()[0]?.quantity
const update = (shop: TestSquare, { id, version, location_id, fulfillments }: Order, change: object) =>
  shop.send('PUT', `/v2/orders/${id}`, {
    json: { order: { version, location_id, fulfillments: [{ uid: fulfillments?.[0]?.uid, ...change }] } },
  })

describe("Square's orders", () => {
  it('name their payment, which says what was paid and what went back', async () => {
    const shop = await open()
    const id = buy(shop)
    shop.pass(4)
    const { tenders = [] } = await order(shop, id)
    const payment = async () => (await shop.api('GET', `payments/${tenders[0]?.payment_id}`))['payment']
    expect(await payment()).toMatchObject({ status: 'COMPLETED', order_id: id, total_money: { amount: 2598 } })
    expect(await payment()).not.toHaveProperty('refunded_money')
    shop.simulator.refund({ externalOrderId: id, lines: [{ sku: 'TEE', quantity: 1 }], restock: true })
    expect(await payment()).toMatchObject({ refunded_money: { amount: 1299 }, refund_ids: [expect.any(String)] })
    expect((await shop.send('GET', '/v2/payments/GONE')).status).toBe(404)
  })

  it('lower the stock at once and are seen later', async () => {
    const shop = await open()
    shop.lag.orders = 3
    const id = buy(shop)
    expect(left(shop)).toBe(8)
    expect((await shop.send('GET', `/v2/orders/${id}`)).status).toBe(404)
    shop.pass(4)
    expect(await order(shop, id)).toMatchObject({ state: 'OPEN', version: 1, net_amount_due_money: { amount: 0 } })
  })

  it('at the till are paid and handed over at once, and nobody else changes them', async () => {
    const shop = await open()
    const sale = await order(shop, buy(shop, { counter: true }))
    expect(sale).toMatchObject({ state: 'COMPLETED' })
    expect([sale.version, sale.fulfillments]).toEqual([undefined, undefined])
    expect(left(shop)).toBe(8)
    expect((await update(shop, sale, { state: 'COMPLETED' })).status).toBe(400)
  })

  it('are sent once they are paid, in the version that is there, and are closed then', async () => {
    const shop = await open()
    const waiting = await order(shop, buy(shop, { payment: 'pending' }))
    expect(waiting.net_amount_due_money.amount).toBe(2598)
    expect((await update(shop, waiting, { state: 'COMPLETED' })).status).toBe(400)
    const paid = await order(shop, buy(shop))
    expect(codeOf(await update(shop, { ...paid, version: 3 }, { state: 'COMPLETED' }))).toBe('CONFLICT')
    const long = { state: 'COMPLETED', shipment_details: { tracking_number: '1'.repeat(101) } }
    expect(codeOf(await update(shop, paid, long))).toBe('VALUE_TOO_LONG')
    const sent = { state: 'COMPLETED', shipment_details: { carrier: 'USPS', tracking_number: '94001' } }
    expect((await update(shop, paid, sent)).status).toBe(200)
    expect(await order(shop, paid.id)).toMatchObject({ state: 'COMPLETED', version: 2 })
    expect(shop.simulator.orders?.()[1]).toMatchObject({ shipped: true, tracking: ['94001'] })
    expect((await update(shop, { ...paid, version: 2 }, sent)).status).toBe(400)
  })

  it('cancelled unpaid give everything back; paid, the money and the pieces stand in an order of their own', async () => {
    const shop = await open()
    const waiting = buy(shop, { payment: 'pending' })
    shop.simulator.cancel({ externalOrderId: waiting, restock: true })
    expect([(await order(shop, waiting)).state, left(shop)]).toEqual(['CANCELED', 10])
    const paid = buy(shop)
    shop.simulator.refund({ externalOrderId: paid, lines: [{ sku: 'TEE', quantity: 1 }], restock: true })
    const after = await order(shop, paid)
    expect([after.state, after.fulfillments?.[0]?.state, left(shop)]).toEqual(['OPEN', 'PROPOSED', 9])
    const { refund } = await shop.api('GET', `refunds/${after.refunds?.[0]?.id}`)
    expect((await order(shop, String((refund as { order_id: string }).order_id))).returns).toHaveLength(1)
    shop.simulator.refund({ externalOrderId: paid, restock: false })
    expect((await order(shop, paid)).fulfillments?.[0]?.state).toBe('CANCELED')
    expect(left(shop)).toBe(9)
  })

  it('are searched by the time that they are sorted by', async () => {
    const shop = await open()
    const [{ id } = { id: '' }] = (await shop.api('GET', 'locations'))['locations'] as { id: string }[]
    buy(shop)
    const search = (sort_field: string) =>
      shop.send('POST', '/v2/orders/search', {
        json: {
          location_ids: [id],
          query: {
            filter: { date_time_filter: { updated_at: { start_at: '2026-01-01T00:00:00Z' } } },
            sort: { sort_field, sort_order: 'ASC' },
          },
        },
      })
    expect(codeOf(await search('CREATED_AT'))).toBe('INVALID_SORT_ORDER')
    expect((await search('UPDATED_AT')).body['orders']).toHaveLength(1)
  })

  it('come newest first unless asked otherwise, page by page', async () => {
    const shop = await open()
    const [{ id } = { id: '' }] = (await shop.api('GET', 'locations'))['locations'] as { id: string }[]
    const bought = [buy(shop)]
    shop.pass(1)
    bought.push(buy(shop))
    shop.pass(1)
    bought.push(buy(shop))
    shop.pass(5)
    const idsOf = async (query: object): Promise<string[]> => {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const page = await shop.api('POST', 'orders/search', { location_ids: [id], limit: 2, query, cursor })
        ids.push(...((page['orders'] ?? []) as Order[]).map((order) => order.id))
        cursor = page['cursor'] as string | undefined
      } while (cursor)
      return ids
    }
    expect(await idsOf({})).toEqual(bought.toReversed())
    expect(await idsOf({ sort: { sort_field: 'CREATED_AT', sort_order: 'ASC' } })).toEqual(bought)
  })

  it('are told to the one address of the app, signed together with it', async () => {
    const shop = await open()
    const id = buy(shop)
    const hook = shop.hooks.find(({ body }) => body.includes(id))
    expect(hook?.url).toBe('http://127.0.0.1:3000/api/v2/webhooks/square')
    const signed = createHmac('sha256', 'the-key').update(`${hook?.url}${hook?.body}`).digest('base64')
    expect(hook?.headers['x-square-hmacsha256-signature']).toBe(signed)
    expect(JSON.parse(hook?.body ?? '')).toMatchObject({ type: 'order.created', data: { id } })
    const types = shop.hooks.map(({ body }) => (JSON.parse(body) as { type: string }).type)
    expect(types).toEqual(expect.arrayContaining(['inventory.count.updated', 'catalog.version.updated']))
  })
})
