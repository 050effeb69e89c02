import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAttention, getSales } from '#contract/analytics/analytics.ts'
import { channelIds } from '#contract/channels/names.ts'
import { leftOut, productOverview, salesSummary } from '#contract/analytics/figures.ts'
import { listJobs } from '#contract/jobs.ts'
import { listListings } from '#contract/listings/listings.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { listProducts } from '#contract/products/products.ts'
import { dayIn, daysBetween, plusDays } from '#domain/analytics/days.ts'
import { LOW_STOCK } from '#domain/stock/low.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { makeIntegration } from '../../testing/shop/orders.ts'
import { foldSales } from './days/fold.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
const DAY_MS = 86_400_000

const putOrder = (number: string, daysAgo: number, more: object = {}) =>
  seller.ctx.db
    .insertInto('orders')
    .values({
      organizationId: seller.ctx.organizationId,
      channel: 'ebay',
      externalOrderId: `x-${number}`,
      number,
      state: 'open',
      stage: 'open',
      shipping: 'open',
      payment: 'paid',
      orderStatus: 'OPEN',
      shippingStatus: 'NOT_STARTED',
      paymentStatus: 'PAID',
      orderDate: new Date(Math.floor(app.services.clock.now().getTime() / DAY_MS) * DAY_MS - daysAgo * DAY_MS),
      totalAmount: 1000,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services, 5)
  const { ctx } = seller
  const { organizationId } = ctx
  const templateId = (await makeTemplate(ctx)).id
  const integration = await makeIntegration(ctx, 'ebay')
  const listing = async (sku: string, quantity: number, more: object) => {
    const { id } = await makeProduct(ctx, templateId, { sku, quantity })
    await ctx.db
      .insertInto('listingProducts')
      .values({ organizationId, productId: id, templateId, channel: 'ebay', integrationId: integration.id, ...more })
      .execute()
  }
  const refused = JSON.stringify({
    status: 'rejected',
    reason: 'Color is required.',
    code: '25002',
    fields: {},
    warnings: [],
    at: new Date(0),
  })
  await listing('LIVE-LOW', 2, { status: 'listed', externalId: 'a' })
  await listing('LIVE-REFUSED', 0, { status: 'listed', externalId: 'b', result: refused })
  await listing('NEVER-LIVE', 1, { status: 'error', result: refused })
  await listing('LIVE-PLENTY', 30, { status: 'listed', externalId: 'c' })
  await putOrder('T-1', 0)
  await putOrder('T-2', 0, { totalAmount: 250, channel: 'manual' })
  await putOrder('T-3', 0, { state: 'cancelled', stage: '' })
  await putOrder('T-4', 0, { currency: 'EUR' })
  await putOrder('W-1', 6, { shipping: 'shipped', stage: '', state: 'shipped' })
  await putOrder('M-1', 7)
  await putOrder('M-2', 29)
  await putOrder('OLD', 30, { oversold: true })
  const short = await putOrder('SHORT', 400, { oversold: true })
  await putOrder('SHORT-GONE', 1, { oversold: true, state: 'cancelled', totalAmount: 1 })
  await ctx.db
    .insertInto('orderItems')
    .values({
      organizationId,
      orderId: short.id,
      externalId: '1',
      sku: 'LIVE-REFUSED',
      itemTitle: '',
      price: 1,
      quantity: 3,
      shortfall: 2,
    })
    .execute()
})
afterAll(() => app.stop())

const orders = async (query: object) =>
  (await app.call(searchOrders, { as: seller.as, query: { pageSize: 200, ...query } })).body.data ?? []

describe('what the start page tells', () => {
  it('sums the orders that are not cancelled, in the currency of the organization', async () => {
    const { data } = (await app.call(getSales, { as: seller.as })).body
    expect(data).toMatchObject({
      currency: 'USD',
      today: { orders: 2, amount: 12.5 },
      week: { orders: 3, amount: 22.5 },
      month: { orders: 5, amount: 42.5 },
      withoutRate: [{ currency: 'EUR', orders: 1 }],
      channels: [
        { channel: 'ebay', orders: 4, amount: 40 },
        { channel: 'manual', orders: 1, amount: 2.5 },
      ],
    })
  })
  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'UTC'])(
    'shows behind each figure a list of exactly what it counts, in %s',
    async (timeZone) => {
      await app.services.database.system
        .updateTable('organizations')
        .set({ timeZone })
        .where('id', '=', seller.ctx.organizationId)
        .execute()
      const { data } = (await app.call(getSales, { as: seller.as })).body
      if (!data) throw new Error('no sales')
      const today = dayIn(timeZone, app.services.clock.now())
      expect([data.today, data.week, data.month].map(({ from }) => daysBetween(from, today))).toEqual([0, 6, 29])
      for (const { from, orders: counted, amount } of [data.today, data.week, data.month]) {
        const listed = await orders({ startDate: from, sold: 'true', rate: 'known' })
        expect([listed.length, listed.reduce((all, order) => all + order.totalAmount, 0)]).toEqual([counted, amount])
      }
      expect((await orders({ tab: 'readyToShip' })).length).toBe(data.toShip)
      const low = await app.call(listProducts, {
        as: seller.as,
        query: { maxQuantity: LOW_STOCK, listedOn: ['ebay', 'shopify'] },
      })
      expect([low.body.data?.items, data.lowStock]).toEqual([2, 2])
    },
  )
  it("counts products as the inventory's lists do that they lead to (ANA-193)", async () => {
    const { data } = (await app.call(productOverview, { as: seller.as })).body
    const items = async (query: object) => (await app.call(listProducts, { as: seller.as, query })).body.data?.items
    expect(data).toEqual({
      count: await items({}),
      listed: await items({ listedOn: [...channelIds] }),
      unlisted: await items({ notListedOn: [...channelIds] }),
      sold: await items({ minSold: 1 }),
    })
    expect([data?.listed, data?.unlisted]).toEqual([3, 1])
  })
  it('names what needs somebody, as many as the lists of them show', async () => {
    const { data } = (await app.call(getAttention, { as: seller.as })).body
    const { data: start } = (await app.call(getStart, { as: seller.as })).body
    const oversold = await orders({ tab: 'open', oversold: 'true' })
    expect(oversold.map(({ number }) => number)).toEqual(['OLD', 'SHORT'])
    expect(data?.oversold).toMatchObject({
      items: 2,
      rows: [
        { number: 'OLD', lines: [] },
        { number: 'SHORT', lines: [{ sku: 'LIVE-REFUSED', shortfall: 2 }] },
      ],
    })
    const refused = (await app.call(listListings, { as: seller.as, query: { status: 'error' } })).body.data
    expect(refused?.data.map(({ sku }) => sku).toSorted()).toEqual(['LIVE-REFUSED', 'NEVER-LIVE'])
    expect(data?.refused).toMatchObject({
      items: 2,
      rows: [{ reason: 'Color is required.' }, { reason: 'Color is required.' }],
    })
    expect([start?.oversoldOrders, start?.failedListings]).toEqual([2, 2])
    expect(data?.disconnected.items).toBe(0)
    await sql`update integrations set status = 'expired', problem = 'Sign in again.' where organization_id = ${seller.ctx.organizationId}`.execute(
      seller.ctx.db,
    )
    expect((await app.call(getAttention, { as: seller.as })).body.data?.disconnected).toEqual({
      items: 1,
      rows: [{ channel: 'ebay', integrationId: expect.any(Number), problem: 'Sign in again.', listings: 3 }],
    })
  })
  it('says of a range how many orders its figures leave out, before they are added up and after', async () => {
    const today = dayIn('UTC', app.services.clock.now())
    const leftOutCounts = async (query: object) => (await app.call(leftOut, { as: seller.as, query })).body.data
    for (const folded of [false, true]) {
      if (folded) await foldSales(app.services)
      expect(await leftOutCounts({})).toEqual({ currency: 'USD', withoutRate: [{ currency: 'EUR', orders: 1 }] })
      expect(await leftOutCounts({ endDate: plusDays(today, -1) })).toEqual({ currency: 'USD', withoutRate: [] })
      expect((await app.call(salesSummary, { as: seller.as })).body.data?.withoutRate).toEqual([
        { currency: 'EUR', orders: 1 },
      ])
    }
  })
  it('ANA-196 templates, and the values of attributes by name, are read at their addresses', async () => {
    await sql`update products set attributes = '[{"name":"Color","value":"Red"}]' where organization_id = ${seller.ctx.organizationId} and sku = 'LIVE-LOW'`.execute(
      seller.ctx.db,
    )
    const read = async (path: string) => {
      const { body } = await app.fastify.inject({ url: `/api/v2${path}`, headers: { cookie: seller.as } })
      return (JSON.parse(body) as { data: unknown }).data
    }
    expect(await read('/productTemplates/')).toEqual([expect.objectContaining({ products: 4 })])
    expect(await read('/products/allAttributeValues')).toEqual([{ name: 'Color', values: ['Red'], counts: [1] }])
  })
  it('takes one statement each', async () => {
    for (const endpoint of [getSales, getAttention]) {
      const before = app.services.database.statements.count
      await app.call(endpoint, { as: seller.as })
      expect(app.services.database.statements.count - before).toBe(1)
    }
  })
})

it('listings are found by pieces of their products, as in the inventory', async () => {
  const skusFor = async (search: string) =>
    (await app.call(listListings, { as: seller.as, query: { search: [search] } })).body.data?.data
      .map(({ sku }) => sku)
      .toSorted()
  expect(await skusFor('refus')).toEqual(['LIVE-REFUSED'])
  expect(await skusFor('live')).toEqual(['LIVE-LOW', 'LIVE-PLENTY', 'LIVE-REFUSED', 'NEVER-LIVE'])
  expect(await skusFor('zzz')).toEqual([])
})

it("a channel's page lists the work of that channel alone", async () => {
  const work = async (channel: 'ebay' | 'shopify') =>
    (await app.call(listJobs, { as: seller.as, query: { state: 'failed', channel } })).body.data?.items
  expect([await work('ebay'), await work('shopify')]).toEqual([2, 0])
})
