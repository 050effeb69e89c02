import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateClient } from '#contract/organizations/organizations.ts'
import { saveRates } from '#contract/organizations/rates.ts'
import type { Ctx } from '../../../context.ts'
import { productsOf } from '../../../db/rules/line-rules.ts'
import { checkSales } from '../../../cli/sales.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { dice } from '../../../testing/dice.ts'
import { figuresShop } from '../../../testing/shop/figures-shop.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { type Wanted, middle, plainFigures, readSales } from '../../../testing/sales-model.ts'
import { listedOrders, toldFigures } from '../../../testing/told-figures.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { foldSales } from './fold.ts'
import { keepDays } from './keep-days.ts'
import { medianOf } from './held.ts'
import { heldOrders } from './held-orders.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const HOUR_MS = 3_600_000
const PRODUCTS = 110
const march = { startDate: '2026-03-01', endDate: '2026-03-31' }
const notOdd = { attributes: [{ name: 'Kind', values: ['Odd'], action: 'not in' as const }] }
/** Filters of most products, and of some. */
const most: readonly Wanted[] = [
  { ...march, ...notOdd },
  { startDate: '2026-03-07', endDate: '2026-03-10', ...notOdd },
  { startDate: '2026-01-31', endDate: '2026-04-16', channels: ['etsy'], ...notOdd },
  { ...march, attributes: [{ name: 'Kind', values: ['Usual', 'Seldom'] }] },
]
const some: readonly Wanted[] = [
  { ...march, attributes: [{ name: 'Kind', values: ['Odd'] }] },
  { ...march, templateNames: ['Lenses'] },
  { ...march, skus: ['S-3', 'S-50'], ...notOdd },
]

/** Every 40th of the products is odd, some are seldom, and odd ones are seldom sold, mostly beside others. */
async function shop(seed: number, timeZone: string, currency: string) {
  const roll = dice(seed)
  const odd = ['S-0', 'S-40', 'S-80', 'not ours']
  const { seller, own, ids, sources, random, intake, begin } = await figuresShop(app, {
    roll,
    timeZone,
    currency,
    skus: Array.from({ length: PRODUCTS }, (_, n) => `S-${n}`),
    attributes: (n) => [{ name: 'Kind', value: n % 40 === 0 ? 'Odd' : n % 3 === 0 ? 'Seldom' : 'Usual' }],
    born: () => roll(1200) - 40 * 24,
    // No rate of SEK is known.
    foreign: ['EUR', 'JPY', 'SEK'],
    lines: () =>
      Array.from({ length: roll(20) === 0 ? 0 : 1 + roll(4) }, () =>
        roll(150) === 0 ? (odd[roll(odd.length)] ?? '') : `S-${1 + roll(39)}`,
      ),
    later: 3,
  })
  const { ctx, as } = seller
  const saveRate = (other: string, day: string, rate: string) =>
    app.call(saveRates, { as, body: { into: currency, rates: [{ currency: other, day, rate }] } })
  for (const [at, other] of ['EUR', 'JPY'].entries()) {
    expect((await saveRate(other, '2026-03-10', `1.${at}37`)).status).toBe(200)
    expect((await saveRate(other, '2026-03-14', `0.9${at}51`)).status).toBe(200)
  }
  const step = async () => {
    await intake()
    if (roll(20) === 0) await foldSales(app.services)
    if (roll(10) === 0) await keepDays(app.services, 0)
  }
  const alone = (skus: readonly string[], currency: string) => {
    const orderDate = new Date(begin + roll(100) * HOUR_MS)
    const order = channelOrder({ ...random(), orderDate, currency, lines: skus.map((sku) => orderLine({ sku })) })
    return takeIn(ctx, sources[0], [order])
  }
  return { seller, step, alone, saveRate, ids, own }
}

const storedDays = async ({ organizationId }: Ctx) => {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from day_columns where organization_id = ${organizationId} order by 1`.execute(
    app.services.database.system,
  )
  return rows.map(({ day }) => day)
}
const compare = async ({ ctx, as }: Awaited<ReturnType<typeof shop>>['seller'], which: readonly Wanted[]) => {
  const sales = await readSales(ctx)
  for (const query of which) {
    const plain = plainFigures(sales, query)
    expect(await toldFigures(app, as, query)).toEqual(plain)
    expect(await listedOrders(app, as, query)).toBe(Object.values(plain.orders).reduce((sum, n) => sum + n, 0))
  }
}

it.each([
  [11, 'America/New_York', 'USD'],
  [12, 'Asia/Kathmandu', 'USD'],
])(
  'ANA-116..ANA-125 ANA-178..ANA-184 figures of many of 110 products are what a plain reading of all orders comes to, whether days are kept or not, and whatever changes after; seed %i in %s',
  async (seed, timeZone, currency) => {
    const { seller, step, alone, saveRate, ids, own } = await shop(seed, timeZone, currency)
    const { ctx, as } = seller
    const isRead = async () => Boolean(await heldOrders(ctx, await productsOf(ctx, { ...march, ...notOdd }), []))
    expect(await isRead()).toBe(false)
    for (let n = 0; n < 120; n += 1) await step()
    for (const skus of [['S-0'], ['S-50'], ['S-40', 'S-40'], ['S-80', 'not ours'], ['not ours'], []])
      await alone(skus, currency)
    // Before the first rate, and of a currency that has none.
    for (const other of ['EUR', 'SEK']) await alone(['S-0'], other)
    await compare(seller, [...most, ...some])
    await foldSales(app.services)
    await compare(seller, [...most, ...some])
    await keepDays(app.services, 0)
    expect(await isRead()).toBe(true)
    await compare(seller, [...most, ...some])
    // What is packed though its order asks for it no more, of any product.
    await sql`update order_items set quantity = 0 where ${own} and id % 9 = 0`.execute(ctx.db)
    await sql`update orders o set total_quantity = (select coalesce(sum(quantity), 0) from order_items i where i.organization_id = o.organization_id and i.order_id = o.id) where ${own}`.execute(
      ctx.db,
    )
    await compare(seller, most)
    await foldSales(app.services)
    await keepDays(app.services, 0)
    await sql`delete from products where ${own} and id in (${ids[0]}, ${ids[50]})`.execute(ctx.db)
    await compare(seller, most)
    await foldSales(app.services)
    await compare(seller, most)
    // Rates count for days that are kept.
    for (const day of ['2026-03-12', '2026-03-02']) {
      await keepDays(app.services, 0)
      expect((await saveRate('EUR', day, '0.5')).status).toBe(200)
      await compare(seller, most.slice(0, 2))
    }
    await keepDays(app.services, 0)
    const change = async (changed: { timeZone: string } | { currency: string }) => {
      const body = { clientId: ctx.organizationId, displayName: 'Shop', ...changed }
      expect((await app.call(updateClient, { as, body })).status).toBe(200)
    }
    for (const changed of [{ timeZone: 'Pacific/Auckland' }, { currency: 'EUR' }]) {
      await change(changed)
      await compare(seller, most.slice(0, 2))
      await keepDays(app.services, 0)
      expect(await isRead()).toBe(true)
      await compare(seller, most.slice(0, 2))
    }
    for (let n = 0; n < 20; n += 1) await step()
    await compare(seller, most)
    expect(await checkSales(app.services.database.system, '')).toMatch(/match their orders/)
  },
  120_000,
)

it('an order that is changed while its day is kept counts as it is, and so does one that is taken in late', async () => {
  const { seller, alone, ids, own } = await shop(13, 'UTC', 'USD')
  const { ctx } = seller
  const { system } = app.services.database
  await sql`update products set attributes = '[{"name":"Kind","value":"Usual"}]' where ${own}`.execute(ctx.db)
  for (let n = 0; n < 12; n += 1) await alone([`S-${n}`, 'S-99'], 'USD')
  await foldSales(app.services)
  const all = [{ ...march, ...notOdd }]
  await system.transaction().execute(async (writer) => {
    await sql`update orders set payment = 'refunded', total_amount = total_amount + 7 where ${own} and id % 2 = 0`.execute(
      writer,
    )
    await sql`update order_items set product_id = ${ids[7]} where ${own} and sku = 'S-99'`.execute(writer)
    await keepDays(app.services, 0)
    expect(await storedDays(ctx)).not.toEqual([])
    await compare(seller, all)
  })
  await compare(seller, all)
  // Nothing of a day that waits is kept.
  const before = await storedDays(ctx)
  await sql`delete from day_columns where ${own}`.execute(system)
  await keepDays(app.services, 0)
  expect((await storedDays(ctx)).length).toBeLessThan(before.length)
  await compare(seller, all)
  await foldSales(app.services)
  await compare(seller, all)
  await keepDays(app.services, 0)
  await compare(seller, all)
  const changes = [
    () => alone(['S-3'], 'USD'),
    // The order alone, then a line alone.
    () => sql`update orders set total_amount = total_amount + 7 where ${own}`.execute(ctx.db),
    () => sql`update order_items set quantity = quantity + 1 where ${own}`.execute(ctx.db),
  ]
  for (const change of changes) {
    await change()
    await compare(seller, all)
    await foldSales(app.services)
    await compare(seller, all)
    await keepDays(app.services, 0)
  }
})

it('one product that is in most orders is read from the columns, and many that nobody bought are not', async () => {
  const { seller, alone, ids } = await shop(15, 'UTC', 'USD')
  for (let n = 0; n < 12; n += 1) await alone(['S-1', `S-${n}`], 'USD')
  await foldSales(app.services)
  await keepDays(app.services, 0)
  const isRead = async (productIds: readonly number[]) =>
    Boolean(await heldOrders(seller.ctx, { ...march, productIds }, []))
  expect(await isRead(ids.slice(1, 2))).toBe(true)
  expect(await isRead(ids.slice(20))).toBe(false)
})

it('the command tells a day that is kept otherwise than its orders are, and drops it', async () => {
  const { seller, alone, own } = await shop(14, 'UTC', 'USD')
  const { system } = app.services.database
  for (let n = 0; n < 5; n += 1) await alone([`S-${n}`], 'USD')
  await foldSales(app.services)
  await keepDays(app.services, 0)
  const { rows } = await sql<{ day: string }>`
    update day_columns set amount = fees where ${own} and orders > 0 returning day::text as day`.execute(system)
  expect(rows).not.toEqual([])
  expect(await checkSales(system, '')).toContain(`columns of ${rows[0]?.day}`)
  expect(await checkSales(system, '--rebuild')).toMatch(/Totals were rebuilt\.$/)
  expect(await storedDays(seller.ctx)).toEqual([])
  expect(await checkSales(system, '')).toMatch(/match their orders/)
})

it('numbers of many bytes and few, an order of no amount and a day without orders are kept as they are', async () => {
  const { seller, own } = await shop(15, 'UTC', 'USD')
  const { ctx } = seller
  const source = await makeIntegration(ctx, 'shopify')
  const order = (day: number, totalAmount: number, quantity: number) =>
    channelOrder({
      orderDate: new Date(Date.UTC(2026, 2, day, 12)),
      currency: 'USD',
      totalAmount,
      taxAmount: 0,
      feeAmount: 0,
      discountAmount: 0,
      payment: 'refunded',
      lines: [orderLine({ sku: 'S-1', quantity })],
    })
  await takeIn(ctx, source, [
    order(3, 5_000_000_000, 1),
    order(3, 0, 2),
    order(3, 12, 2),
    order(6, 4_999, 300),
    order(7, 127, 1),
    order(8, 128, 2),
  ])
  await foldSales(app.services)
  await keepDays(app.services, 0)
  const { rows } = await sql<{ day: string; orders: number; bytes: number }>`
    select day::text as day, orders, length(amount) as bytes from day_columns where ${own} and day between '2026-03-03' and '2026-03-08' order by 1`.execute(
    ctx.db,
  )
  expect(rows).toEqual([
    { day: '2026-03-03', orders: 3, bytes: 24 },
    { day: '2026-03-04', orders: 0, bytes: 0 },
    { day: '2026-03-05', orders: 0, bytes: 0 },
    { day: '2026-03-06', orders: 1, bytes: 2 },
    { day: '2026-03-07', orders: 1, bytes: 1 },
    { day: '2026-03-08', orders: 1, bytes: 2 },
  ])
  await compare(seller, most)
})

it('the middle of a tally is that of its values written out', () => {
  const roll = dice(5)
  expect(medianOf(new Map())).toBeNull()
  for (let n = 0; n < 200; n += 1) {
    const values = Array.from({ length: 1 + roll(9) }, () => roll(7) - 3)
    const tally = new Map<number, number>()
    for (const value of values) tally.set(value, (tally.get(value) ?? 0) + 1)
    expect(medianOf(tally)).toBe(middle(values))
  }
})
