import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchOrders } from '#contract/orders/orders.ts'
import { searchRecords } from '#contract/search.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let neighbour: typeof seller

const putOrder = (to: typeof seller, n: number, number: string, name: string, email: string, day: string) =>
  to.ctx.db
    .insertInto('orders')
    .values({
      organizationId: to.ctx.organizationId,
      channel: 'ebay',
      externalOrderId: `26-12871-${40_000 + n}`,
      number,
      state: 'open',
      orderStatus: 'OPEN',
      shippingStatus: '',
      paymentStatus: 'PAID',
      orderDate: new Date(`${day}T10:00:00Z`),
      buyerName: name,
      buyerEmail: email,
      totalAmount: 2450 + n,
    })
    .execute()

beforeAll(async () => {
  app = await testApp()
  ;[seller, neighbour] = [await makeSeller(app.services, 5), await makeSeller(app.services)]
  for (const to of [seller, neighbour]) {
    const { id } = await makeTemplate(to.ctx, { name: `Camera Lenses ${to.ctx.organizationId}` })
    await makeProduct(to.ctx, id, { sku: 'NL-1042', title: 'Jane mug' })
    await putOrder(to, 1, '1042', 'Jane Doe', 'jane@example.com', '2026-11-01')
    await putOrder(to, 2, '11042', 'Jan Mayer', 'jan@example.com', '2026-11-02')
    await putOrder(to, 3, '1043', 'JANE DOE', 'Jane@example.com', '2026-11-03')
    await putOrder(to, 4, '2044', 'Bo Li', 'shop@example.com', '2026-10-01')
  }
})
afterAll(() => app.stop())

async function search(q: string, limit?: number) {
  const { data } = (await app.call(searchRecords, { as: seller.as, query: { q, limit } })).body
  if (!data) throw new Error('nothing')
  return {
    products: data.products.map(({ sku }) => sku),
    orders: data.orders.map(({ number }) => number),
    customers: data.customers.map(({ name, email }) => `${name} ${email}`),
    templates: data.templates.map(({ name }) => name.replace(/ \d+$/, '')),
  }
}
const nothing = { products: [], orders: [], customers: [], templates: [] }

describe('a search for records', () => {
  it.each([
    ['1042', { products: ['NL-1042'], orders: ['1042', '11042'] }],
    ['26-12871-40002', { orders: ['11042'] }],
    ['40003', { orders: ['1043'] }],
    ['jane', { products: ['NL-1042'], orders: ['1043', '1042'], customers: ['JANE DOE jane@example.com'] }],
    ['doe jane', { orders: ['1043', '1042'], customers: ['JANE DOE jane@example.com'] }],
    ['jan@', { products: ['NL-1042'], orders: ['11042'], customers: ['Jan Mayer jan@example.com'] }],
    ['10', { orders: ['1043', '1042'] }],
    ['bo li', { orders: ['2044'], customers: ['Bo Li shop@example.com'] }],
    ['li', { orders: ['2044'], customers: ['Bo Li shop@example.com'] }],
    ['lens', { templates: ['Camera Lenses'] }],
    ['1_42', {}],
  ])('finds by %s what is called so, numbers before the rest', async (q, expected) => {
    const all = await search(q)
    expect({ ...all, customers: all.customers.map((c) => c.replace('Jane@', 'jane@')) }).toEqual({
      ...nothing,
      ...expected,
    })
  })
  it('tells what changed last while nothing is typed, and as many of each kind as are asked for', async () => {
    expect(await search('  ', 2)).toEqual({ ...nothing, products: ['NL-1042'], orders: ['1043', '11042'] })
    expect((await search('jane', 1)).orders).toEqual(['1043'])
  })
  it('is one statement, open to a Guest', async () => {
    const before = app.services.database.statements.count
    await search('jane')
    expect(app.services.database.statements.count - before).toBe(1)
  })
  it('shows the newest of very many, and the one of just that number', async () => {
    const { organizationId } = neighbour.ctx
    await sql`insert into orders (organization_id, channel, external_order_id, number, state, order_status, shipping_status, payment_status, order_date, buyer_email)
      select ${organizationId}, 'ebay', 'm-' || n, '7' || n, 'open', '', '', '', timestamptz '2026-01-01' + n * interval '1 hour', n || '@many.example' from generate_series(1, 700) n`.execute(
      neighbour.ctx.db,
    )
    const { data } = (await app.call(searchRecords, { as: neighbour.as, query: { q: '@many.example', limit: 2 } })).body
    expect(data?.orders.map(({ number }) => number)).toEqual(['7700', '7699'])
    const { data: results } = (await app.call(searchRecords, { as: neighbour.as, query: { q: '71', limit: 2 } })).body
    expect(results?.orders.map(({ number }) => number)).toEqual(['71', '7199'])
  })
})

describe('the list of orders', () => {
  const listed = async (query: object, as = seller.as) =>
    (await app.call(searchOrders, { as, query })).body.data?.map(({ number, totalRows }) => [number, totalRows])

  it('finds by the same words, with the total', async () => {
    expect(await listed({ search: ['jane'] })).toEqual([
      ['1043', 2],
      ['1042', undefined],
    ])
    expect(await listed({ search: ['doe', '1042'] })).toEqual([['1042', 1]])
    expect(await listed({ search: ['10'], tab: 'open', pageSize: 1 })).toEqual([['1043', 2]])
    expect(await listed({ search: ['Bo Li'] })).toEqual([['2044', 1]])
    expect(await listed({ search: ['nobody'] })).toEqual([])
  })
  it('shows those alone that are oversold', async () => {
    await sql`update orders set oversold = true where organization_id = ${seller.ctx.organizationId} and number = '11042'`.execute(
      seller.ctx.db,
    )
    expect(await listed({ oversold: 'true' })).toEqual([['11042', 1]])
    expect(await listed({ oversold: 'true', search: ['jane'] })).toEqual([])
  })
})
