import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelSales, ordersByDay, salesSummary, skuSales } from '#contract/analytics/figures.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { getClient, listAuditEntries, updateClient } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { deleteRate, listRates, MOST_RATES_AT_ONCE, saveRates } from '#contract/organizations/rates.ts'
import { placesOf } from '#domain/analytics/rates.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { checkSales } from '../../../cli/sales.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { countFiguresJob } from '../../organizations/jobs.ts'
import { countFigures } from '../../organizations/queries.ts'
import { foldSales } from '../days/fold.ts'
import { countRatesJob } from './apply-rates.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const range = { startDate: '2026-05-01', endDate: '2026-05-31' }

/** A shop in Zurich's time that sold for 10.00 CHF on each of these days, and for 5.00 USD once. */
async function shop(days: readonly string[]) {
  const seller = await makeSeller(app.services)
  const { ctx, as } = seller
  await app.services.database.system
    .updateTable('organizations')
    .set({ timeZone: 'Europe/Zurich' })
    .where('id', '=', ctx.organizationId)
    .execute()
  const source = await makeIntegration(ctx)
  const order = (at: string, currency: string, totalAmount: number) =>
    channelOrder({ orderDate: new Date(at), currency, totalAmount, lines: [orderLine({ sku: 'A', quantity: 1 })] })
  for (const day of days) await takeIn(ctx, source, [order(day, 'CHF', 1000)])
  await takeIn(ctx, source, [order('2026-05-05T12:00:00Z', 'USD', 500)])
  const save = async (...rates: { currency: string; day: string; rate: string }[]) =>
    (await app.call(saveRates, { as, body: { into: 'USD', rates } })).body
  const list = async (query: object = {}) => (await app.call(listRates, { as, query })).body.data
  const figures = async () => {
    const [sales] = (await app.call(channelSales, { as, query: range })).body.data ?? []
    const summary = (await app.call(salesSummary, { as, query: range })).body.data
    return { orders: sales?.count, amount: sales?.totalAmount, without: summary?.withoutRate }
  }
  const listed = async (query: object) =>
    (await app.call(searchOrders, { as, query: { ...range, sold: 'true', ...query } })).body.data?.length
  return { ...seller, save, list, figures, listed }
}

it('the database rounds to the coins that a currency has', async () => {
  const currencies = Intl.supportedValuesOf('currency')
  const { rows } = await sql<{ currency: string; places: number }>`
    select currency, coin_places(currency) as places from unnest(${currencies}::text[]) currency`.execute(
    app.services.database.system,
  )
  expect(rows).toEqual(currencies.map((currency) => ({ currency, places: placesOf(currency) })))
})

describe('exchange rates', () => {
  it('count orders of another currency from their first day on, each at the rate of its day where the organization is', async () => {
    // The second is of May 10 in Zurich, and of May 9 elsewhere.
    const { save, figures, listed, list } = await shop([
      '2026-05-02T12:00:00Z',
      '2026-05-09T22:30:00Z',
      '2026-05-20T12:00:00Z',
    ])
    const agree = async () => {
      const { orders, without } = await figures()
      expect(await listed({ rate: 'known' })).toBe(orders)
      expect(await listed({ rate: 'missing', currency: 'CHF' })).toBe(without?.[0]?.orders ?? 0)
    }
    expect(await figures()).toEqual({ orders: 1, amount: 5, without: [{ currency: 'CHF', orders: 3 }] })
    await agree()
    expect(await list()).toEqual({
      into: 'USD',
      items: 0,
      data: [],
      currencies: ['CHF'],
      withoutRate: [{ currency: 'CHF', orders: 3, since: '2026-05-02' }],
    })
    expect((await save({ currency: 'CHF', day: '2026-05-10', rate: '1.1' })).data).toEqual({ saved: 1 })
    expect(await figures()).toEqual({ orders: 3, amount: 27, without: [{ currency: 'CHF', orders: 1 }] })
    await agree()
    await foldSales(app.services)
    expect(await figures()).toEqual({ orders: 3, amount: 27, without: [{ currency: 'CHF', orders: 1 }] })
    // Another from the 20th on, one that changes the past, and one before all.
    await save(
      { currency: 'CHF', day: '2026-05-20', rate: '2.00' },
      { currency: 'CHF', day: '2026-05-10', rate: '1.2' },
    )
    expect(await figures()).toEqual({ orders: 3, amount: 37, without: [{ currency: 'CHF', orders: 1 }] })
    await save({ currency: 'CHF', day: '2020-01-01', rate: '0.5' })
    expect(await figures()).toEqual({ orders: 4, amount: 42, without: [] })
    await agree()
    expect((await list({ currency: 'CHF' }))?.data).toEqual([
      { currency: 'CHF', day: '2026-05-20', rate: '2' },
      { currency: 'CHF', day: '2026-05-10', rate: '1.2' },
      { currency: 'CHF', day: '2020-01-01', rate: '0.5' },
    ])
    expect((await list({ currency: 'EUR' }))?.items).toBe(0)
  })

  it('that are deleted count no longer, and those of another currency of the organization wait for it', async () => {
    const { save, figures, list, as, ctx } = await shop(['2026-05-02T12:00:00Z'])
    await save({ currency: 'CHF', day: '2026-05-01', rate: '1.5' })
    const choose = (currency: string) =>
      app.call(updateClient, { as, body: { clientId: ctx.organizationId, displayName: 'Shop', currency } })
    await choose('CHF')
    expect(await figures()).toEqual({ orders: 1, amount: 10, without: [{ currency: 'USD', orders: 1 }] })
    expect(await list()).toMatchObject({ into: 'CHF', items: 0, currencies: ['USD'] })
    expect(await save({ currency: 'EUR', day: '2026-05-01', rate: '1' })).toMatchObject({
      code: 'invalid_input',
      fields: { into: "The organization's currency is CHF now, so these rates would be wrong." },
    })
    await choose('USD')
    expect(await figures()).toEqual({ orders: 2, amount: 20, without: [] })
    const remove = async () => (await app.call(deleteRate, { as, body: { currency: 'CHF', day: '2026-05-01' } })).status
    expect([await remove(), await remove()]).toEqual([200, 404])
    expect(await figures()).toEqual({ orders: 1, amount: 5, without: [{ currency: 'CHF', orders: 1 }] })
    const log = (await app.call(listAuditEntries, { as, query: { entity: 'organization' } })).body.data?.data
    expect(log?.filter(({ action }) => action === 'rates').map((entry) => [entry.old, entry.new])).toEqual([
      [{ exchangeRates: 'CHF 2026-05-01: 1.5' }, { exchangeRates: '' }],
      [{ exchangeRates: '' }, { exchangeRates: 'CHF 2026-05-01: 1.5' }],
    ])
  })

  it('that are wrong are refused at their field, and none of them is kept', async () => {
    const { save, list } = await shop([])
    const good = { currency: 'CHF', day: '2026-05-01', rate: '1' }
    const rate = 'Enter a rate like 1.0842: above 0, below 1,000,000, with at most 10 decimals.'
    for (const [wrong, fields] of [
      [{ rate: '0.00' }, { 'rates.1.rate': rate }],
      [{ rate: '-1' }, { 'rates.1.rate': rate }],
      [{ rate: '1e5' }, { 'rates.1.rate': rate }],
      [{ rate: '1000000' }, { 'rates.1.rate': rate }],
      [{ rate: '0.00000000001' }, { 'rates.1.rate': rate }],
      [{ day: '2026-02-31' }, { 'rates.1.day': 'Enter a valid date.' }],
      [{ day: '1066-10-14' }, { 'rates.1.day': 'Enter a date between the years 1970 and 9999.' }],
      [{ currency: 'XYZ' }, { 'rates.1.currency': 'Choose a currency.' }],
      [{ currency: 'USD' }, { rates: 'Amounts in USD need no rate.' }],
      [{}, { rates: 'Enter one rate per currency and day.' }],
    ] as const)
      expect(await save(good, { ...good, ...wrong })).toMatchObject({ code: 'invalid_input', fields })
    expect((await save()).fields).toEqual({ rates: 'Enter at least one rate.' })
    const many = Array.from({ length: MOST_RATES_AT_ONCE + 1 }, () => good)
    expect((await save(...many)).fields).toEqual({ rates: `At most ${MOST_RATES_AT_ONCE} rates at once.` })
    expect((await list())?.items).toBe(0)
  })

  it('are those of one organization; whoever may not edit it reads them alone', async () => {
    const [first, other] = [await shop(['2026-05-02T12:00:00Z']), await shop(['2026-05-02T12:00:00Z'])]
    await first.save({ currency: 'CHF', day: '2026-05-01', rate: '2' })
    expect([await first.figures(), await other.figures()]).toEqual([
      { orders: 2, amount: 25, without: [] },
      { orders: 1, amount: 5, without: [{ currency: 'CHF', orders: 1 }] },
    ])
    expect((await other.list())?.items).toBe(0)
    const manager = await makeUser(app.services)
    await makeMember(app.services, first.ctx.organizationId, manager.id, roles.manager)
    const as = await makeSession(app.services, manager.id, first.ctx.organizationId)
    const rates = [{ currency: 'CHF', day: '2026-05-01', rate: '3' }]
    const refused = [
      await app.call(saveRates, { as, body: { into: 'USD', rates } }),
      await app.call(deleteRate, { as, body: { currency: 'CHF', day: '2026-05-01' } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403])
    expect((await app.call(listRates, { as })).body.data?.data).toEqual([
      { currency: 'CHF', day: '2026-05-01', rate: '2' },
    ])
  })

  it('of very many orders count by a job, all at once: until it ends, all figures are those of before, and nobody waits', async () => {
    const { ctx, as, save, figures, list } = await shop([])
    const { organizationId } = ctx
    await sql`
      insert into orders (organization_id, channel, external_order_id, number, state, shipping, payment, order_status, shipping_status, payment_status, order_date, currency, total_amount)
      select ${organizationId}, 'ebay', n, n, 'shipped', 'shipped', 'paid', '', '', '', '2026-05-04T20:00:00Z', 'CHF', 100 from generate_series(1, 10001) n`.execute(
      ctx.db,
    )
    await foldSales(app.services)
    const waits = async () => (await app.call(getClient, { as, query: {} })).body.data?.ratesWait
    const count = () => countRatesJob(app.services, { organizationId })
    const before = { orders: 1, amount: 5, without: [{ currency: 'CHF', orders: 10_001 }] }
    expect(await figures()).toEqual(before)
    expect((await save({ currency: 'CHF', day: '2026-05-01', rate: '3' })).data).toEqual({ saved: 1 })
    expect((await save({ currency: 'CHF', day: '2026-05-01', rate: '2' })).data).toEqual({ saved: 1 })
    expect([await figures(), await waits()]).toEqual([before, true])
    expect(await list()).toMatchObject({ items: 1, data: [{ day: '2026-05-01', rate: '2' }], withoutRate: [] })
    expect(await app.services.queue.boss.findJobs('figures.rates', { data: { organizationId } })).toHaveLength(1)
    await count()
    const after = { orders: 10_002, amount: 20_007, without: [] }
    expect([await figures(), await waits()]).toEqual([after, false])
    // What touches few counts at once.
    await save({ currency: 'CHF', day: '2026-05-06', rate: '7' })
    expect([await figures(), await waits()]).toEqual([after, false])
    const remove = (day: string) => app.call(deleteRate, { as, body: { currency: 'CHF', day } })
    expect((await remove('2026-05-01')).status).toBe(200)
    expect((await remove('2026-05-01')).status).toBe(404)
    expect([await figures(), await waits(), (await list())?.items]).toEqual([after, true, 1])
    await count()
    expect([await figures(), await waits()]).toEqual([before, false])

    // While the figures are counted in another currency, rates into that one wait for nobody, and are not lost.
    const currency = { clientId: organizationId, displayName: 'Shop', currency: 'EUR' }
    expect((await app.call(updateClient, { as, body: currency })).status).toBe(200)
    await app.services.database.system.transaction().execute(async (db) => {
      await countFigures(db, organizationId)
      const rates = [
        { currency: 'CHF', day: '2026-05-01', rate: '4' },
        { currency: 'USD', day: '2026-05-01', rate: '2' },
      ]
      expect((await list())?.into).toBe('EUR')
      expect((await app.call(saveRates, { as, body: { into: 'EUR', rates } })).status).toBe(200)
    })
    await count()
    await countFiguresJob(app.services, { organizationId })
    expect(await figures()).toEqual({ orders: 10_002, amount: 40_014, without: [] })
    expect(await checkSales(app.services.database.system, '')).toMatch(/match their orders/)
  }, 120_000)

  it('that are being counted hold up no order, and count for those that came meanwhile', async () => {
    const { ctx, save, figures } = await shop([])
    const { system } = app.services.database
    const source = await makeIntegration(ctx)
    const order = (at: string) =>
      channelOrder({ orderDate: new Date(`${at}T12:00:00Z`), currency: 'CHF', totalAmount: 1000 })
    const [paid, changed] = [order('2026-05-18'), order('2026-05-20')]
    await takeIn(ctx, source, [paid, changed])
    await foldSales(app.services)
    await system.transaction().execute(async (counting) => {
      await sql`insert into waiting_rates (organization_id, into_currency, currency, day, rate) values (${ctx.organizationId}, 'USD', 'CHF', '2026-05-01', 2)`.execute(
        counting,
      )
      await sql`select apply_rates(${ctx.organizationId}, null)`.execute(counting)
      // Until it ends: a fresh order, another version of one that is summed, and a cancellation.
      await takeIn(ctx, source, [order('2026-05-19')])
      await takeIn(ctx, source, [laterVersion(changed, { totalAmount: 3000 }, 2)])
      await takeIn(ctx, source, [laterVersion(paid, { state: 'cancelled' }, 2)])
    })
    expect(await figures()).toMatchObject({ orders: 3, amount: 85 })
    await foldSales(app.services)
    expect(await figures()).toMatchObject({ orders: 3, amount: 85 })
    await save({ currency: 'CHF', day: '2026-05-01', rate: '1' })
    expect(await figures()).toMatchObject({ orders: 3, amount: 45 })
    expect(await checkSales(system, '')).toMatch(/match their orders/)
  })

  it('convert an order that was moved to an earlier day as it was, until it is added up', async () => {
    const { ctx, save, figures: ofCurrency } = await shop([])
    await save({ currency: 'CHF', day: '2026-05-01', rate: '1' }, { currency: 'CHF', day: '2026-05-15', rate: '2' })
    const order = channelOrder({ orderDate: new Date('2026-05-20T12:00:00Z'), currency: 'CHF', totalAmount: 1000 })
    const source = await makeIntegration(ctx)
    await takeIn(ctx, source, [order])
    await foldSales(app.services)
    await takeIn(ctx, source, [laterVersion(order, { orderDate: new Date('2026-05-10T12:00:00Z') }, 2)])
    expect((await ofCurrency()).amount).toBe(15)
    await foldSales(app.services)
    expect((await ofCurrency()).amount).toBe(15)
  })
})

it.each([
  ['America/Havana', '2026-10-31', '2026-11-01', '04:30'],
  ['Atlantic/Azores', '2026-10-24', '2026-10-25', '00:30'],
])('a day of %s whose first hour comes twice has both of them', async (timeZone, before, day, time) => {
  const { ctx, as } = await makeSeller(app.services)
  await app.services.database.system
    .updateTable('organizations')
    .set({ timeZone })
    .where('id', '=', ctx.organizationId)
    .execute()
  const orderDate = new Date(`${day}T${time}Z`)
  await takeIn(ctx, await makeIntegration(ctx), [
    channelOrder({ orderDate, currency: 'CHF', totalAmount: 1000, lines: [orderLine({ sku: 'A', quantity: 3 })] }),
  ])
  const rated = (from: string, rate: string) =>
    app.call(saveRates, { as, body: { into: 'USD', rates: [{ currency: 'CHF', day: from, rate }] } })
  const of = async (on: string) => {
    const query = { startDate: on, endDate: on }
    const [all] = (await app.call(channelSales, { as, query })).body.data ?? []
    const [those] = (await app.call(channelSales, { as, query: { ...query, skus: ['A'] } })).body.data ?? []
    const [sku] = (await app.call(skuSales, { as, query })).body.data ?? []
    const days = (await app.call(ordersByDay, { as, query })).body.data?.map((row) => row.day)
    return { days, amounts: [all?.totalAmount, those?.totalAmount], pieces: sku?.quantity }
  }
  const none = { days: [], amounts: [undefined, undefined], pieces: undefined }
  await rated(day, '2')
  for (const [rate, amount] of [
    ['3', 30],
    ['4', 40],
  ] as const) {
    await rated(day, rate)
    expect([await of(before), await of(day)]).toEqual([none, { days: [day], amounts: [amount, amount], pieces: 3 }])
    await foldSales(app.services)
    await rated(before, '9')
  }
  expect(await checkSales(app.services.database.system, '')).toMatch(/match their orders/)
})
