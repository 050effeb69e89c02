import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getSales } from '#contract/analytics/analytics.ts'
import * as figures from '#contract/analytics/figures.ts'
import { listingHealth } from '#contract/analytics/listing-days.ts'
import * as sold from '#contract/analytics/sold-figures.ts'
import * as stock from '#contract/analytics/stock-figures.ts'
import { updateClient } from '#contract/organizations/organizations.ts'
import { saveRates } from '#contract/organizations/rates.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { takeIn } from '../../orders/intake/intake.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const HOUR_MS = 3_600_000

describe('what is asked of figures', () => {
  const all = [
    figures.channelSales,
    figures.salesSummary,
    figures.inventorySignal,
    figures.ordersByDay,
    figures.templateSales,
    figures.attributeSales,
    figures.skuSales,
    stock.stockValue,
    stock.stockCover,
    stock.stockAge,
    sold.channelTelling,
    sold.oversold,
    listingHealth,
  ] as const
  const ask = async (as: string, query: object) =>
    Promise.all(all.map(async (endpoint) => (await app.call(endpoint as typeof figures.skuSales, { as, query })).body))

  it('ANA-110..ANA-115 ANA-172..ANA-177 ANA-183 ANA-192 all calls take the same filter, and say what is wrong with it', async () => {
    const { as } = await makeSeller(app.services)
    const refused = async (query: object) => (await ask(as, query)).map(({ code, fields }) => [code, fields])
    const same = (fields: object) => all.map(() => ['invalid_input', fields])
    expect(await refused({ startDate: '2026-02-31' })).toEqual(same({ startDate: 'Enter a valid date.' }))
    expect(await refused({ startDate: 'yesterday' })).toEqual(same({ startDate: 'Enter a valid date.' }))
    expect(await refused({ endDate: '0001-01-01' })).toEqual(
      same({ endDate: 'Enter a date between the years 1970 and 9999.' }),
    )
    expect(await refused({ startDate: '2026-03-02', endDate: '2026-03-01' })).toEqual(
      same({ endDate: 'The end date must be on or after the start date.' }),
    )
    expect(await refused({ skus: Array.from({ length: 1001 }, (_, n) => `${n}`) })).toEqual(
      same({ skus: 'Choose up to 1000 at once.' }),
    )
    expect(await refused({ attributes: '[{"name":' })).toEqual(
      same({ attributes: 'Attributes are a JSON list of name, action and values.' }),
    )
  })
  it('an organization without orders has figures of nothing, over a hundred years and a thousand SKUs', async () => {
    const { as } = await makeSeller(app.services)
    const nothing = [
      [],
      expect.objectContaining({
        medianOrderTotal: null,
        medianSellThroughDays: null,
        withoutRate: [],
        currency: 'USD',
        timeZone: 'UTC',
      }),
      { isLow: false, availableQty: 0, demandQty: 0, coverageRatio: null, basis: 'monthlyAvg' },
      [],
      [],
      [],
      [],
      expect.objectContaining({ pieces: 0, cost: 0, retail: 0, changes: [] }),
      { since: null, items: 0, rows: [] },
      expect.objectContaining({ bands: expect.arrayContaining([expect.objectContaining({ skus: 0 })]) }),
      [],
      expect.objectContaining({ items: 0, rows: [] }),
      expect.objectContaining({ rows: [] }),
    ]
    for (const query of [
      {},
      {
        startDate: '1970-01-01',
        endDate: '2099-12-31',
        channels: ['amazon', "'; drop table orders"],
        skus: Array.from({ length: 1000 }, (_, n) => `S-${n}`),
      },
      { startDate: '9999-12-31' },
      {
        endDate: '1970-01-01',
        templateNames: ['%', '+'],
        attributes: JSON.stringify([{ name: 'A', values: ['x'.repeat(1000)] }]),
      },
    ])
      expect((await ask(as, query)).map(({ data }) => data)).toEqual(nothing)
  })
  it('an attribute with 100,000 values is told by those that sold most', async () => {
    const { as, ctx } = await makeSeller(app.services)
    const { id } = await makeProduct(ctx, (await makeTemplate(ctx)).id, { sku: 'A' })
    await sql`update products set attributes = (select jsonb_agg(jsonb_build_object('name', 'Serial', 'value', 'N-' || n)) from generate_series(1, 100000) n)
      where organization_id = ${ctx.organizationId} and id = ${id}`.execute(ctx.db)
    await takeIn(ctx, await makeIntegration(ctx), [channelOrder({ lines: [orderLine({ sku: 'A', quantity: 2 })] })])
    const sold = (await app.call(figures.attributeSales, { as })).body.data
    expect([sold?.length, sold?.every(({ count }) => count === 2)]).toEqual([figures.MOST_VALUES, true])
    const attributes = JSON.stringify([
      { name: 'Serial', values: Array.from({ length: 100 }, (_, n) => `N-${100_000 - n}`), action: 'in' },
    ])
    expect((await app.call(figures.skuSales, { as, query: { attributes } })).body.data).toEqual([
      { sku: 'A', quantity: 2 },
    ])
  })
  it('orders and rates at both ends of the calendar count at the newest rate before them', async () => {
    const { as, ctx } = await makeSeller(app.services)
    const source = await makeIntegration(ctx)
    for (const day of ['1970-01-02', '2026-05-01', '9999-12-30'])
      await takeIn(ctx, source, [
        channelOrder({ orderDate: new Date(`${day}T12:00:00Z`), currency: 'CHF', totalAmount: 100 }),
      ])
    const rates = [
      { currency: 'CHF', day: '1970-01-02', rate: '2' },
      { currency: 'CHF', day: '2026-05-02', rate: '3' },
    ]
    expect((await app.call(saveRates, { as, body: { into: 'USD', rates } })).status).toBe(200)
    const amount = async (startDate: string, endDate: string) =>
      (await app.call(figures.channelSales, { as, query: { startDate, endDate } })).body.data?.[0]?.totalAmount
    expect(await amount('1970-01-01', '9999-12-31')).toBe(7)
    expect(await amount('2026-05-01', '2026-05-01')).toBe(2)
    expect(await amount('9000-01-01', '9999-12-31')).toBe(3)
    // What the start page sums has no end.
    expect((await app.call(getSales, { as })).body.data?.month).toMatchObject({ orders: 1, amount: 3 })
  })
  it('ANA-022 without dates it is the last 30 days, of the time zone of the organization', async () => {
    const seller = await makeSeller(app.services)
    await app.services.database.system
      .updateTable('organizations')
      .set({ timeZone: 'Pacific/Kiritimati' })
      .where('id', '=', seller.ctx.organizationId)
      .execute()
    const { data } = (await app.call(figures.salesSummary, { as: seller.as })).body
    const today = new Date(app.services.clock.now().getTime() + 14 * HOUR_MS)
    const day = (ago: number) => new Date(today.getTime() - ago * 24 * HOUR_MS).toISOString().slice(0, 10)
    expect([data?.startDate, data?.endDate]).toEqual([day(29), day(0)])
    const { data: until } = (await app.call(figures.salesSummary, { as: seller.as, query: { endDate: '2026-03-10' } }))
      .body
    expect([until?.startDate, until?.endDate]).toEqual(['2026-02-09', '2026-03-10'])
  })
  it("nobody's figures hold a neighbour's orders", async () => {
    const [first, other] = [await makeSeller(app.services), await makeSeller(app.services)]
    const source = await makeIntegration(first.ctx)
    await takeIn(first.ctx, source, [channelOrder()])
    const seen = async (as: string) => (await ask(as, {})).map(({ data }) => (Array.isArray(data) ? data.length : 0))
    expect([await seen(first.as), await seen(other.as)]).toEqual([
      [1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ])
  })
  it('an organization takes only time zones that the database knows, too', async () => {
    const { as, ctx } = await makeSeller(app.services)
    const save = async (timeZone: string) =>
      (await app.call(updateClient, { as, body: { clientId: ctx.organizationId, displayName: 'Shop', timeZone } })).body
    for (const wrong of ['', 'Mars/Olympus', '+05:00', 'EST5EDT4'])
      expect((await save(wrong)).fields).toEqual({ timeZone: 'Choose a time zone.' })
    const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(
      app.services.database.system,
    )
    const known = new Set(rows.map(({ name }) => name))
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !known.has(name))).toEqual([])
  })
})
