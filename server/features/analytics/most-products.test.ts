import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChannelOrder } from '#channels/channel.ts'
import { saveRates } from '#contract/rates.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { productsOf } from '../../db/line-rules.ts'
import { checkSales } from '../../cli/sales.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { dice } from '../../testing/dice.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../testing/orders.ts'
import { type Wanted, plainFigures } from '../../testing/sales-model.ts'
import { listedOrders, toldFigures } from '../../testing/told-figures.ts'
import { takeIn } from '../orders/intake.ts'
import { foldSales } from './fold.ts'
import { othersOf } from './most-products.ts'

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
  const one = <T>(of: readonly T[]) => of[roll(of.length)] as T
  const seller = await makeSeller(app.services)
  const { ctx, as } = seller
  const own = sql`organization_id = ${ctx.organizationId}`
  await sql`update organizations set time_zone = ${timeZone}, currency = ${currency} where id = ${ctx.organizationId}`.execute(
    app.services.database.system,
  )
  const templates = [await makeTemplate(ctx, { name: 'Lenses' }), await makeTemplate(ctx, { name: 'Film' })]
  const begin = Date.parse('2026-03-05T00:00:00Z')
  const ids: number[] = []
  for (let n = 0; n < PRODUCTS; n += 1) {
    const { id } = await makeProduct(ctx, one(templates).id, { sku: `S-${n}`, quantity: 1000 })
    ids.push(id)
    const kind = n % 40 === 0 ? 'Odd' : n % 3 === 0 ? 'Seldom' : 'Usual'
    await sql`update products set attributes = ${JSON.stringify([{ name: 'Kind', value: kind }])}::jsonb, created_at = ${new Date(begin - 40 * 24 * HOUR_MS + roll(1200) * HOUR_MS)}
      where ${own} and id = ${id}`.execute(ctx.db)
  }
  const rates = ['EUR', 'JPY'].flatMap((other, at) => [
    { currency: other, day: '2026-03-10', rate: `1.${at}37` },
    { currency: other, day: '2026-03-14', rate: `0.9${at}51` },
  ])
  expect((await app.call(saveRates, { as, body: { into: currency, rates } })).status).toBe(200)
  const sources = [await makeIntegration(ctx, 'ebay'), await makeIntegration(ctx, 'etsy')]
  const sku = () => (roll(150) === 0 ? one(['S-0', 'S-40', 'S-80', 'not ours']) : `S-${1 + roll(39)}`)
  const random = () => ({
    orderDate: new Date(begin + (roll(10) < 7 ? roll(240 * 60) : roll(100 * 24 * 60) - 45 * 24 * 60) * 60_000),
    // No rate of SEK is known.
    currency: roll(10) < 4 ? one(['EUR', 'JPY', 'SEK']) : currency,
    totalAmount: roll(20_000),
    taxAmount: roll(500),
    feeAmount: roll(300),
    discountAmount: roll(200),
    payment: one(['paid', 'paid', 'refunded', 'partly_refunded'] as const),
    lines: Array.from({ length: roll(20) === 0 ? 0 : 1 + roll(4) }, (_, at) =>
      orderLine({ externalId: `l${at}`, sku: sku(), quantity: 1 + roll(4) }),
    ),
  })
  const held: { source: (typeof sources)[number]; order: ChannelOrder }[] = []
  const step = async () => {
    if (held.length > 5 && roll(10) < 3) {
      const at = roll(held.length)
      const before = held[at] as (typeof held)[number]
      const state = one(['open', 'shipped', 'cancelled'] as const)
      const order = laterVersion(before.order, { ...(roll(2) === 0 ? random() : {}), state }, 1 + roll(9))
      held[at] = { ...before, order }
      await takeIn(ctx, before.source, [order])
    } else {
      const fresh = { source: one(sources), order: channelOrder(random()) }
      held.push(fresh)
      await takeIn(ctx, fresh.source, [fresh.order])
    }
    if (roll(20) === 0) await foldSales(app.services)
  }
  const alone = (skus: readonly string[], currency: string) => {
    const orderDate = new Date(begin + roll(100) * HOUR_MS)
    const order = channelOrder({ ...random(), orderDate, currency, lines: skus.map((sku) => orderLine({ sku })) })
    return takeIn(ctx, sources[0] as (typeof sources)[number], [order])
  }
  return { seller, step, alone, ids, own }
}

it.each([
  [11, 'America/New_York', 'USD'],
  [12, 'Asia/Kathmandu', 'USD'],
])(
  'ANA-116..ANA-125 ANA-178..ANA-184 figures of most of 110 products are what a plain reading of all orders comes to, with orders of no line, of no product and of products that are gone; seed %i in %s',
  async (seed, timeZone, currency) => {
    const { seller, step, alone, ids, own } = await shop(seed, timeZone, currency)
    const { ctx, as } = seller
    for (let n = 0; n < 120; n += 1) await step()
    for (const skus of [['S-0'], ['S-50'], ['S-40', 'S-40'], ['S-80', 'not ours'], ['not ours'], []])
      await alone(skus, currency)
    // Before the first rate, and of a currency that has none.
    for (const other of ['EUR', 'SEK']) await alone(['S-0'], other)
    const compare = async (which: readonly Wanted[]) => {
      for (const wanted of which) {
        const plain = await plainFigures(ctx, wanted)
        expect(await toldFigures(app, as, wanted)).toEqual(plain)
        expect(await listedOrders(app, as, wanted)).toBe(Object.values(plain.orders).reduce((sum, n) => sum + n, 0))
      }
    }
    const span = { since: '2026-03-01 00:00:00Z', until: '2026-04-01 00:00:00Z' }
    const others = async (action: 'in' | 'not in') =>
      othersOf(ctx, await productsOf(ctx, { attributes: [{ name: 'Kind', values: ['Odd'], action }] }), span)
    expect((await others('not in'))?.ids.length).toBeGreaterThan(1)
    expect(await others('in')).toBeUndefined()
    await compare([...most, ...some])
    await foldSales(app.services)
    await compare([...most, ...some])
    // What is packed though its order asks for it no more, of any product.
    await sql`update order_items set quantity = 0 where ${own} and id % 9 = 0`.execute(ctx.db)
    await sql`update orders o set total_quantity = (select coalesce(sum(quantity), 0) from order_items i where i.organization_id = o.organization_id and i.order_id = o.id) where ${own}`.execute(
      ctx.db,
    )
    await compare(most)
    await sql`delete from products where ${own} and id in (${ids[0]}, ${ids[50]})`.execute(ctx.db)
    expect((await others('not in'))?.ids).toEqual(expect.arrayContaining([ids[0], ids[50]]))
    await compare(most)
    await foldSales(app.services)
    await compare(most)
    expect(await checkSales(app.services.database.system, '')).toMatch(/are what their orders come to/)
  },
  120_000,
)
