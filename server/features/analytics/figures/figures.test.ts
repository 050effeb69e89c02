import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as figures from '#contract/analytics/figures.ts'
import { updateClient } from '#contract/organizations/organizations.ts'
import { listProducts } from '#contract/products/products.ts'
import { deleteRate, saveRates } from '#contract/organizations/rates.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { checkSales } from '../../../cli/sales.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { dice } from '../../../testing/dice.ts'
import { figuresShop } from '../../../testing/shop/figures-shop.ts'
import { type Wanted, plainFigures, readSales } from '../../../testing/sales-model.ts'
import { listedOrders, toldFigures } from '../../../testing/told-figures.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { foldSales } from '../days/fold.ts'
import { rebuildSales } from '../days/rebuild.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const HOUR_MS = 3_600_000

async function shop(seed: number, timeZone: string, currency = 'USD') {
  const roll = dice(seed)
  const chance = (p: number) => roll(1000) < p * 1000
  const skus = ['A-1', 'B+2', 'C-3', 'D-4', 'E-5']
  const foreign = ['EUR', 'CHF', 'JPY', 'SEK'].filter((other) => other !== currency)
  const { seller, own, pick, templates, ids, intake, begin } = await figuresShop(app, {
    roll,
    timeZone,
    currency,
    skus,
    attributes: () => [
      { name: 'Color', value: ['Red', 'Blue', ''][roll(3)] ?? '' },
      { name: 'Mount', value: ['EF', 'FE'][roll(2)] ?? '' },
    ],
    born: () => roll(200),
    foreign,
    lines: () =>
      Array.from({ length: 1 + roll(3) }, () => (chance(0.1) ? 'not ours' : (skus[roll(skus.length)] ?? ''))),
    later: 4,
  })
  const { ctx } = seller
  /** As owners do: rates of days in any order, some changed, some taken away. None of SEK. */
  const rateStep = async () => {
    const at = {
      currency: pick(foreign.slice(0, -1)),
      day: new Date(begin + roll(10) * 24 * HOUR_MS).toISOString().slice(0, 10),
    }
    const rate = `${roll(3)}.${String(1 + roll(9_999_999)).padStart(7, '0')}`
    const saved = await app.call(saveRates, { as: seller.as, body: { into: currency, rates: [{ ...at, rate }] } })
    expect(saved.body.data).toEqual({ saved: 1 })
    if (chance(0.2)) expect((await app.call(deleteRate, { as: seller.as, body: at })).status).toBe(200)
  }
  const step = async () => {
    await intake()
    if (chance(0.1))
      await sql`update products set template_id = ${pick(templates).id} where ${own} and id = ${pick(ids)}`.execute(
        ctx.db,
      )
    if (chance(0.15)) await rateStep()
    if (chance(0.05)) await foldSales(app.services)
  }
  return { seller, step, rateStep }
}

const ranges: readonly Wanted[] = [
  { startDate: '2026-03-01', endDate: '2026-03-31' },
  { startDate: '2026-03-08', endDate: '2026-03-08' },
  { startDate: '2026-01-31', endDate: '2026-04-16' },
  { startDate: '2026-03-07', endDate: '2026-03-10', channels: ['etsy', 'manual'] },
  { startDate: '2026-03-06', endDate: '2026-03-12', skus: ['B+2', 'A-1'] },
  { startDate: '2026-03-01', endDate: '2026-03-31', templateNames: ['Film'] },
  {
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    attributes: [
      { name: 'Color', values: ['Red'] },
      { name: 'Mount', values: ['EF', 'FE'] },
    ],
  },
  {
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    templateNames: ['Lenses', 'none'],
    skus: ['C-3', 'D-4', 'not ours'],
    attributes: [{ name: 'Mount', values: ['EF'], action: 'not in' }],
  },
  { startDate: '1970-01-01', endDate: '2126-01-01', channels: ['ebay'], skus: ['nothing'] },
]

describe('every figure is what a plain reading of all orders comes to', () => {
  it.each([
    [1, 'America/New_York', 'USD'],
    [2, 'Asia/Kathmandu', 'JPY'],
    [3, 'Australia/Lord_Howe', 'KWD'],
  ])(
    'ANA-116..ANA-125 ANA-132 ANA-178..ANA-184 ANA-186..ANA-192 over orders, later versions, refunds, cancellations and moved products and exchange rates that come late; seed %i in %s, %s',
    async (seed, timeZone, currency) => {
      const { seller, step, rateStep } = await shop(seed, timeZone, currency)
      for (let n = 0; n < 60; n += 1) await step()
      const compare = async (which = ranges) => {
        const sales = await readSales(seller.ctx)
        for (const query of which) {
          const plain = plainFigures(sales, query)
          expect(await toldFigures(app, seller.as, query)).toEqual(plain)
          expect(await listedOrders(app, seller.as, query)).toBe(
            Object.values(plain.orders).reduce((sum, n) => sum + n, 0),
          )
        }
      }
      await compare()
      await foldSales(app.services)
      const { rows } = await sql<{
        n: number
      }>`select (select count(*) from unsummed_orders) + (select count(*) from order_notes) + (select count(*) from piece_notes) as n`.execute(
        app.services.database.system,
      )
      expect(rows[0]?.n).toBe(0)
      await compare()
      expect(await checkSales(app.services.database.system, '')).toMatch(/match their orders/)
      // What a rate says corrects the past.
      for (let n = 0; n < 2; n += 1) {
        await rateStep()
        await compare(ranges.slice(n, n + 3))
      }
      expect(await checkSales(app.services.database.system, '')).toMatch(/match their orders/)
      // Another zone moves past orders at once, whether they are added up or not.
      await step()
      const { body } = await app.call(updateClient, {
        as: seller.as,
        body: { clientId: seller.ctx.organizationId, displayName: 'Shop', timeZone: 'Pacific/Auckland' },
      })
      expect(body.data?.timeZone).toBe('Pacific/Auckland')
      await compare(ranges.slice(0, 4))
      // So does another currency; the rates into the one before wait.
      const eur = { clientId: seller.ctx.organizationId, displayName: 'Shop', currency: 'EUR' }
      expect((await app.call(updateClient, { as: seller.as, body: eur })).body.data?.currency).toBe('EUR')
      await compare(ranges.slice(0, 3))
      await foldSales(app.services)
      await compare(ranges.slice(0, 3))
      expect(await checkSales(app.services.database.system, '')).toMatch(/match their orders/)
    },
    120_000,
  )
})

it('the command tells what differs, and counts anew', async () => {
  const { seller, step } = await shop(4, 'UTC')
  for (let n = 0; n < 10; n += 1) await step()
  await foldSales(app.services)
  const db = app.services.database.system
  await sql`update order_days set amount = amount + 1 where organization_id = ${seller.ctx.organizationId} and day = (select min(day) from order_days where organization_id = ${seller.ctx.organizationId})`.execute(
    db,
  )
  await sql`delete from piece_sums where organization_id = ${seller.ctx.organizationId} and sku = 'A-1'`.execute(db)
  await sql`delete from piece_months where organization_id = ${seller.ctx.organizationId} and sku = 'A-1'`.execute(db)
  const differences = await checkSales(db, '')
  expect(differences).toMatch(/Totals that differ from the orders: \d+\n(.*\n)*.*orders of 2026-0\d-\d\d, /)
  expect(differences).toMatch(/, pieces of 2026-0\d-\d\d, .*A-1: stored , counted \d+/)
  expect(differences).toMatch(/, months of 2026-0\d-01, .*A-1: stored , counted \d+/)
  expect(await checkSales(db, '--rebuild')).toMatch(/Totals were rebuilt\.$/)
  expect(await checkSales(db, '')).toMatch(/match their orders/)
  await expect(checkSales(db, '--help')).rejects.toThrow('The only option is')
  const whole = { startDate: '2026-03-01', endDate: '2026-03-31' }
  expect(await toldFigures(app, seller.as, whole)).toEqual(plainFigures(await readSales(seller.ctx), whole))
})

it('counting anew meets no writer of orders in a circle', async () => {
  const { seller, step } = await shop(5, 'UTC')
  await step()
  const { system } = app.services.database
  const own = sql`organization_id = ${seller.ctx.organizationId}`
  const waits = sql`select from pg_locks where relation::regclass::text in ('orders', 'order_items') and not granted`
  const { counting } = await system.transaction().execute(async (writer) => {
    await sql`select from orders where ${own} for update`.execute(writer)
    await sql`update order_items set taken = taken where ${own}`.execute(writer)
    const counting = rebuildSales(system, seller.ctx.organizationId)
    await expect.poll(async () => (await waits.execute(system)).rows.length).toBe(1)
    await sql`update orders set notes = notes where ${own}`.execute(writer)
    return { counting }
  })
  await counting
})

it('ANA-055..ANA-057 ANA-061 ANA-126..ANA-130 ANA-133 ANA-185 stock is low when it does not cover what a month asks for', async () => {
  const seller = await makeSeller(app.services)
  const { ctx, as } = seller
  const template = await makeTemplate(ctx, { name: 'Lenses' })
  await makeProduct(ctx, template.id, { sku: 'A', quantity: 10 })
  await makeProduct(ctx, template.id, { sku: 'B', quantity: 40 })
  const source = await makeIntegration(ctx)
  const sold = (sku: string, quantity: number, daysAgo: number) =>
    takeIn(ctx, source, [
      channelOrder({
        orderDate: new Date(app.services.clock.now().getTime() - daysAgo * 24 * HOUR_MS),
        lines: [orderLine({ sku, quantity })],
      }),
    ])
  const signal = async (query: object) => (await app.call(figures.inventorySignal, { as, query })).body.data
  await sold('A', 6, 1)
  expect(await signal({ skus: ['A'] })).toEqual({
    isLow: true,
    availableQty: 4,
    demandQty: 6,
    coverageRatio: 4 / 6,
    basis: 'last30d',
  })
  expect(await signal({})).toEqual({
    isLow: false,
    availableQty: 44,
    demandQty: 6,
    coverageRatio: 44 / 6,
    basis: 'last30d',
  })
  await sold('B', 24, 200)
  expect(await signal({ skus: ['B'] })).toEqual({
    isLow: false,
    availableQty: 16,
    demandQty: 2,
    coverageRatio: 8,
    basis: 'monthlyAvg',
  })
  expect(await signal({ templateNames: ['Lenses'], channels: ['etsy'] })).toMatchObject({
    demandQty: 0,
    availableQty: 20,
    coverageRatio: null,
  })
})

it('ANA-131 ANA-193 ANA-194 products are counted as lists show them: all, live somewhere, sold', async () => {
  const { ctx, as } = await makeSeller(app.services)
  const template = await makeTemplate(ctx)
  const { id: productId } = await makeProduct(ctx, template.id, { sku: 'A' })
  await makeProduct(ctx, template.id, { sku: 'B' })
  await makeProduct(ctx, template.id, { sku: 'C' })
  const { id: integrationId } = await makeIntegration(ctx)
  await takeIn(ctx, { id: integrationId, channel: 'ebay' }, [channelOrder({ lines: [orderLine({ sku: 'B' })] })])
  await ctx.db
    .insertInto('listingProducts')
    .values({
      organizationId: ctx.organizationId,
      productId,
      templateId: template.id,
      channel: 'ebay',
      integrationId,
      status: 'listed',
      externalId: 'x',
    })
    .execute()
  const { data } = (await app.call(figures.productOverview, { as })).body
  expect(data).toEqual({ count: 3, listed: 1, unlisted: 2, sold: 1 })
  const listed = async (query: object) => (await app.call(listProducts, { as, query })).body.data?.items
  expect([await listed({ listedOn: ['ebay'] }), await listed({ minSold: 1 })]).toEqual([1, 1])
})
