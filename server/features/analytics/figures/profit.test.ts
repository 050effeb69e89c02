import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelSales } from '#contract/analytics/figures.ts'
import { orderProfit, profitBy, profitFigures } from '#contract/analytics/profit.ts'
import { updateClient } from '#contract/organizations/organizations.ts'
import { saveRates } from '#contract/organizations/rates.ts'
import { periodBefore } from '#domain/analytics/presets.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { checkSales } from '../../../cli/sales.ts'
import { dice } from '../../../testing/dice.ts'
import { plainProfit } from '../../../testing/profit-model.ts'
import type { Wanted } from '../../../testing/sales-model.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { figuresShop } from '../../../testing/shop/figures-shop.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { foldProfit } from '../days/fold.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const cents = (amount: number) => Math.round(amount * 100)
/** What the endpoint answers, in the form of the plain model. */
async function toldProfit(as: string, { attributes, ...wanted }: Wanted) {
  const query = { ...wanted, ...(attributes && { attributes: JSON.stringify(attributes) }) }
  const profitBySubject = async (by: (typeof profitBy)[number]) => {
    const { data } = (await app.call(profitFigures, { as, params: { by }, query })).body
    if (!data) throw new Error(`no profit by ${by}`)
    return data
  }
  const sumsOf = (row: Awaited<ReturnType<typeof profitBySubject>>['total']) => ({
    quantity: row.quantity,
    net: cents(row.net),
    knownQuantity: row.knownQuantity,
    knownNet: cents(row.knownNet),
    cost: cents(row.cost),
    unknownFeesNet: cents(row.unknownFeesNet),
  })
  const named = async (by: (typeof profitBy)[number]) =>
    Object.fromEntries(
      (await profitBySubject(by)).rows.map((row) => [row.value ? `${row.name}=${row.value}` : row.name, sumsOf(row)]),
    )
  return {
    total: sumsOf((await profitBySubject('channel')).total),
    channel: await named('channel'),
    template: await named('template'),
    sku: await named('sku'),
    attribute: await named('attribute'),
  }
}

/** The sums of the exported file's rows. */
async function filedProfit(as: string, { attributes, ...wanted }: Wanted) {
  const parts = Object.entries({ ...wanted, ...(attributes && { attributes: JSON.stringify(attributes) }) })
  const query = parts.map(([name, value]) => `${name}=${[value].flat().map(encodeURIComponent).join('+')}`).join('&')
  const { body } = await app.fastify.inject({
    method: 'GET',
    url: `/api/v2/analytics/profitFile?${query}`,
    headers: { cookie: as },
  })
  const [, ...rows] = body
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const sum = (of: (row: string[]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const [units, net, fees, cost, profit] = [4, 5, 7, 8, 9]
  const known = (row: string[]) => row[cost ?? 0] !== ''
  return {
    quantity: sum((row) => Number(row[units ?? 0])),
    net: sum((row) => cents(Number(row[net ?? 0]))),
    knownQuantity: sum((row) => (known(row) ? Number(row[units ?? 0]) : 0)),
    knownNet: sum((row) => (known(row) ? cents(Number(row[net ?? 0])) : 0)),
    cost: sum((row) => cents(Number(row[cost ?? 0]))),
    unknownFeesNet: sum((row) => (row[fees ?? 0] === 'no' ? cents(Number(row[net ?? 0])) : 0)),
    profit: sum((row) => cents(Number(row[profit ?? 0]))),
    hasZeroForUnknown: rows.some((row) => !known(row) && row[profit ?? 0] !== ''),
  }
}

const ranges: readonly Wanted[] = [
  { startDate: '2026-01-01', endDate: '2026-06-30' },
  { startDate: '2026-03-08', endDate: '2026-03-08' },
  { startDate: '2026-03-01', endDate: '2026-03-31', channels: ['etsy'] },
  { startDate: '2026-03-01', endDate: '2026-03-31', skus: ['A-1', 'not ours'] },
  { startDate: '2026-03-01', endDate: '2026-03-31', templateNames: ['Film'] },
  { startDate: '2026-03-01', endDate: '2026-03-31', attributes: [{ name: 'Color', values: ['Red'] }] },
  // As many days before a month, as the page compares them.
  periodBefore({ startDate: '2026-03-01', endDate: '2026-03-31' }),
]

async function shop(seed: number, timeZone: string, currency: string) {
  const roll = dice(seed)
  const skus = ['A-1', 'B+2', 'C-3', 'D-4', 'E-5']
  const foreign = ['EUR', 'CHF', 'JPY'].filter((other) => other !== currency)
  const { seller, own, pick, ids, intake, begin } = await figuresShop(app, {
    roll,
    timeZone,
    currency,
    skus,
    attributes: () => [{ name: 'Color', value: ['Red', 'Blue', ''][roll(3)] ?? '' }],
    born: () => roll(200),
    foreign,
    lines: () => Array.from({ length: 1 + roll(3) }, () => (roll(10) === 0 ? 'not ours' : (skus[roll(5)] ?? ''))),
    later: 4,
  })
  const { db } = seller.ctx
  const line = sql`id in (select id from order_items where ${own} order by id offset ${roll(20)} limit 3)`
  /** What people and channels do with orders that are there already. */
  const changes = [
    () => sql`update products set cost = ${roll(3) === 0 ? 0 : roll(900)} where ${own} and id = ${pick(ids)}`,
    () => sql`update order_items set price = ${roll(3000)} where ${own} and ${line}`,
    () => sql`update orders set refunded_amount = ${roll(9000)} where ${own} and payment = 'partly_refunded'
      and id in (select id from orders where ${own} order by id desc limit 2)`,
    () => sql`update order_items set cost = ${roll(500)}, cost_currency = ${currency}, cost_entered_at = now()
      where ${own} and cost is null and sku = ${pick([...skus, 'not ours'])}`,
    () => sql`update order_items set channel_returned = ${roll(3)} where ${own} and ${line}`,
    () => sql`insert into order_returns (organization_id, order_id, item_id, quantity, restocked, at)
      select organization_id, order_id, id, ${1 + roll(2)}, ${roll(2) === 0}::boolean, now() from order_items where ${own} and ${line}`,
    () => sql`delete from order_returns where ${own} and id in (select min(id) from order_returns where ${own})`,
  ]
  const rate = async () => {
    const day = new Date(begin + roll(10) * 86_400_000).toISOString().slice(0, 10)
    const rates = [{ currency: pick(foreign), day, rate: `${1 + roll(2)}.${String(1 + roll(9999)).padStart(4, '0')}` }]
    expect((await app.call(saveRates, { as: seller.as, body: { into: currency, rates } })).body.data).toEqual({
      saved: 1,
    })
  }
  const step = async () => {
    await intake()
    await pick(changes)().execute(db)
    if (roll(8) === 0) await rate()
    if (roll(10) === 0) await foldProfit(app.services)
  }
  return { seller, step, rate }
}

describe('profit is what a plain reading of all orders comes to, to the cent', () => {
  it.each([
    [1, 'America/New_York', 'USD'],
    [2, 'Asia/Kathmandu', 'JPY'],
  ])(
    'over orders, later versions, refunds, returns, unknown costs, exchange rates, another time zone and currency; seed %i in %s, %s',
    async (seed, timeZone, currency) => {
      const { seller, step, rate } = await shop(seed, timeZone, currency)
      const compare = async (which = ranges) => {
        for (const query of which)
          expect(await toldProfit(seller.as, query)).toEqual(await plainProfit(seller.ctx, query))
      }
      const system = app.services.database.system
      for (let n = 0; n < 40; n += 1) await step()
      await compare()
      for (const query of ranges) {
        const { total } = await plainProfit(seller.ctx, query)
        const profit = total.knownNet - total.cost
        expect(await filedProfit(seller.as, query)).toEqual({ ...total, profit, hasZeroForUnknown: false })
      }
      await foldProfit(app.services)
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from profit_marks`.execute(system)
      expect(rows).toEqual([{ n: 0 }])
      await compare()
      expect(await checkSales(system, '')).toMatch(/match their orders/)
      await rate()
      await compare(ranges.slice(0, 3))
      await step()
      const change = (to: object) =>
        app.call(updateClient, {
          as: seller.as,
          body: { clientId: seller.ctx.organizationId, displayName: 'Shop', ...to },
        })
      expect((await change({ timeZone: 'Pacific/Auckland' })).status).toBe(200)
      await compare(ranges.slice(0, 3))
      expect((await change({ currency: 'EUR' })).status).toBe(200)
      await compare(ranges.slice(0, 3))
      await foldProfit(app.services)
      await compare(ranges.slice(0, 3))
      expect(await checkSales(system, '')).toMatch(/match their orders/)
    },
    180_000,
  )
})

/** A shop with one sale of two SKUs, one of them without a cost. */
async function oneSale(over: Parameters<typeof channelOrder>[0] = {}, channel: 'ebay' | 'etsy' = 'ebay') {
  const { ctx, as } = await makeSeller(app.services)
  const template = await makeTemplate(ctx, { name: 'Lenses' })
  await makeProduct(ctx, template.id, { sku: 'A', quantity: 10 })
  await makeProduct(ctx, template.id, { sku: 'B', quantity: 10 })
  await sql`update products set cost = case sku when 'A' then 600 else 0 end where organization_id = ${ctx.organizationId}`.execute(
    ctx.db,
  )
  const { id } = await makeIntegration(ctx, channel)
  const order = channelOrder({
    totalAmount: 4000,
    feeAmount: 401,
    lines: [
      orderLine({ externalId: 'a', sku: 'A', quantity: 2, price: 1000 }),
      orderLine({ externalId: 'b', sku: 'B', quantity: 1, price: 1000 }),
    ],
    ...over,
  })
  await takeIn(ctx, { id, channel }, [order])
  const profitBySubject = async (by: (typeof profitBy)[number]) =>
    (await app.call(profitFigures, { as, params: { by } })).body.data
  return { ctx, as, profitBySubject }
}

it('units without a cost are left out of profit and margin, never counted as free, and the share of sales with a cost is told', async () => {
  const { profitBySubject } = await oneSale()
  const bySku = await profitBySubject('sku')
  // 35.99 net: 23.99 are A's by price, and the cent that is left over.
  expect(bySku?.rows).toMatchObject([
    { name: 'A', net: 24, cost: 12, profit: 12, margin: 0.5, costKnown: 1 },
    { name: 'B', net: 11.99, cost: 0, profit: null, margin: null, costKnown: 0 },
  ])
  expect(bySku?.total).toMatchObject({ net: 35.99, profit: 12, margin: 0.5, costKnown: 24 / 35.99, knownQuantity: 2 })
})

it('an order, its channel, its template and the sales figures tell the same net', async () => {
  const { profitBySubject, as, ctx } = await oneSale()
  const { id } = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  const order = (await app.call(orderProfit, { as, query: { orderId: id } })).body.data?.profit
  const [sales] = (await app.call(channelSales, { as })).body.data ?? []
  expect([
    order?.net,
    (await profitBySubject('channel'))?.rows[0]?.net,
    (await profitBySubject('template'))?.rows[0]?.net,
  ]).toEqual(Array.from({ length: 3 }, () => sales?.netAmount))
  expect(order).toMatchObject({ currency: 'USD', cost: 12, profit: 12 })
})

it('fees that a channel does not tell are unknown, not zero', async () => {
  expect((await (await oneSale({ feeAmount: 0 }, 'etsy')).profitBySubject('channel'))?.total.unknownFeesNet).toBe(40)
  expect((await (await oneSale({ feeAmount: 0 }, 'ebay')).profitBySubject('channel'))?.total.unknownFeesNet).toBe(0)
})
