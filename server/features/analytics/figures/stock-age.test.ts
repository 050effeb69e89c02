import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProduct } from '#contract/products/products.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { foldSales } from '../days/fold.ts'
import { age } from './stock-figures.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

// Clocks changed between the sales and today, so that whoever takes today's offset is a day off.
it.each([
  ['Pacific/Auckland', '2026-04-19T20:00:00Z', '2026-03-20T11:30:00Z', '2026-03-20T10:45:00Z'],
  ['America/Los_Angeles', '2026-04-05T20:00:00Z', '2026-03-06T08:15:00Z', '2026-03-06T07:30:00Z'],
  ['UTC', '2026-04-05T20:00:00Z', '2026-03-06T00:00:00Z', '2026-03-05T23:59:59Z'],
])(
  'stock is as old as days of the organization passed since its last sale, in %s',
  async (timeZone, now, thirtyDaysAgo, thirtyOneDaysAgo) => {
    const { ctx } = await makeSeller(app.services)
    const { organizationId, db } = ctx
    await app.services.database.system
      .updateTable('organizations')
      .set({ timeZone })
      .where('id', '=', organizationId)
      .execute()
    const template = await makeTemplate(ctx)
    const source = await makeIntegration(ctx)
    for (const [sku, at] of [
      ['THIRTY', thirtyDaysAgo],
      ['THIRTY-ONE', thirtyOneDaysAgo],
    ] as const) {
      await makeProduct(ctx, template.id, { sku, quantity: 9 })
      const order = (orderDate: string) =>
        channelOrder({ orderDate: new Date(orderDate), lines: [orderLine({ sku, quantity: 1 })] })
      await takeIn(ctx, source, [order('2026-02-01T00:00:00Z'), order(at), order(now)])
    }
    // What was cancelled is no sale.
    await sql`update orders set state = 'cancelled' where organization_id = ${organizationId} and order_date = ${now}::timestamptz`.execute(
      db,
    )
    await sql`update products set created_at = '2020-01-01' where organization_id = ${organizationId}`.execute(db)
    const then = { ...ctx, services: { ...ctx.services, clock: { ...ctx.services.clock, now: () => new Date(now) } } }
    const bands = async () =>
      Object.fromEntries(
        (await age(then, {} as never)).bands
          .filter(({ products }) => products.length > 0)
          .map(({ from, products }) => [from, products]),
      )
    expect(await bands()).toEqual({ 0: ['THIRTY'], 31: ['THIRTY-ONE'] })
    await foldSales(app.services)
    expect(await bands()).toEqual({ 0: ['THIRTY'], 31: ['THIRTY-ONE'] })
  },
)

it('the age of the stock is told on a day on which 500 variations were sold', async () => {
  const { ctx, as } = await makeSeller(app.services)
  const template = await makeTemplate(ctx)
  const source = await makeIntegration(ctx)
  const skus: string[] = []
  for (const sku of ['A', 'B']) {
    const variations = Array.from({ length: 250 }, (_, n) => ({ name: `${n}`, sku: `${sku}-${n}`, quantity: 2 }))
    const made = await app.call(createProduct, { as, body: { product: { templateId: template.id, sku, variations } } })
    expect(made.status).toBe(200)
    skus.push(...variations.map((variation) => variation.sku))
  }
  const lines = skus.map((sku) => orderLine({ externalId: sku, sku, quantity: 1 }))
  await takeIn(ctx, source, [channelOrder({ orderDate: new Date(), lines })])
  // Looked up for each pair of SKUs, the last sales would take longer than a test may.
  expect((await age(ctx, {} as never)).bands.map(({ from, skus }) => [from, skus])).toContainEqual([0, 500])
})
