import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelSales, salesSummary } from '#contract/figures.ts'
import { searchOrders } from '#contract/orders.ts'
import { listAuditEntries, updateClient } from '#contract/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { deleteRate, listRates, MOST_RATES_AT_ONCE, saveRates } from '#contract/rates.ts'
import { placesOf } from '#domain/analytics/rates.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { channelOrder, makeIntegration, orderLine } from '../../testing/orders.ts'
import { takeIn } from '../orders/intake.ts'
import { foldSales } from './fold.ts'

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
  const told = async () => {
    const [sales] = (await app.call(channelSales, { as, query: range })).body.data ?? []
    const summary = (await app.call(salesSummary, { as, query: range })).body.data
    return { orders: sales?.count, amount: sales?.totalAmount, without: summary?.withoutRate }
  }
  const listed = async (query: object) =>
    (await app.call(searchOrders, { as, query: { ...range, sold: 'true', ...query } })).body.data?.length
  return { ...seller, save, list, told, listed }
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
    const { save, told, listed, list } = await shop([
      '2026-05-02T12:00:00Z',
      '2026-05-09T22:30:00Z',
      '2026-05-20T12:00:00Z',
    ])
    const agree = async () => {
      const { orders, without } = await told()
      expect(await listed({ rate: 'known' })).toBe(orders)
      expect(await listed({ rate: 'missing', currency: 'CHF' })).toBe(without?.[0]?.orders ?? 0)
    }
    expect(await told()).toEqual({ orders: 1, amount: 5, without: [{ currency: 'CHF', orders: 3 }] })
    await agree()
    expect(await list()).toEqual({
      into: 'USD',
      items: 0,
      data: [],
      currencies: ['CHF'],
      withoutRate: [{ currency: 'CHF', orders: 3, since: '2026-05-02' }],
    })
    expect((await save({ currency: 'CHF', day: '2026-05-10', rate: '1.1' })).data).toEqual({ saved: 1 })
    expect(await told()).toEqual({ orders: 3, amount: 27, without: [{ currency: 'CHF', orders: 1 }] })
    await agree()
    await foldSales(app.services)
    expect(await told()).toEqual({ orders: 3, amount: 27, without: [{ currency: 'CHF', orders: 1 }] })
    // Another from the 20th on, one that changes the past, and one before all.
    await save(
      { currency: 'CHF', day: '2026-05-20', rate: '2.00' },
      { currency: 'CHF', day: '2026-05-10', rate: '1.2' },
    )
    expect(await told()).toEqual({ orders: 3, amount: 37, without: [{ currency: 'CHF', orders: 1 }] })
    await save({ currency: 'CHF', day: '2020-01-01', rate: '0.5' })
    expect(await told()).toEqual({ orders: 4, amount: 42, without: [] })
    await agree()
    expect((await list({ currency: 'CHF' }))?.data).toEqual([
      { currency: 'CHF', day: '2026-05-20', rate: '2' },
      { currency: 'CHF', day: '2026-05-10', rate: '1.2' },
      { currency: 'CHF', day: '2020-01-01', rate: '0.5' },
    ])
    expect((await list({ currency: 'EUR' }))?.items).toBe(0)
  })

  it('that are deleted count no longer, and those of another currency of the organization wait for it', async () => {
    const { save, told, list, as, ctx } = await shop(['2026-05-02T12:00:00Z'])
    await save({ currency: 'CHF', day: '2026-05-01', rate: '1.5' })
    const choose = (currency: string) =>
      app.call(updateClient, { as, body: { clientId: ctx.organizationId, displayName: 'Shop', currency } })
    await choose('CHF')
    expect(await told()).toEqual({ orders: 1, amount: 10, without: [{ currency: 'USD', orders: 1 }] })
    expect(await list()).toMatchObject({ into: 'CHF', items: 0, currencies: ['USD'] })
    expect(await save({ currency: 'EUR', day: '2026-05-01', rate: '1' })).toMatchObject({
      code: 'invalid_input',
      fields: { into: "The organization's currency is CHF now, so these rates would be wrong." },
    })
    await choose('USD')
    expect(await told()).toEqual({ orders: 2, amount: 20, without: [] })
    const remove = async () => (await app.call(deleteRate, { as, body: { currency: 'CHF', day: '2026-05-01' } })).status
    expect([await remove(), await remove()]).toEqual([200, 404])
    expect(await told()).toEqual({ orders: 1, amount: 5, without: [{ currency: 'CHF', orders: 1 }] })
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
    const [one, other] = [await shop(['2026-05-02T12:00:00Z']), await shop(['2026-05-02T12:00:00Z'])]
    await one.save({ currency: 'CHF', day: '2026-05-01', rate: '2' })
    expect([await one.told(), await other.told()]).toEqual([
      { orders: 2, amount: 25, without: [] },
      { orders: 1, amount: 5, without: [{ currency: 'CHF', orders: 1 }] },
    ])
    expect((await other.list())?.items).toBe(0)
    const manager = await makeUser(app.services)
    await makeMember(app.services, one.ctx.organizationId, manager.id, roles.manager)
    const as = await makeSession(app.services, manager.id, one.ctx.organizationId)
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
})
