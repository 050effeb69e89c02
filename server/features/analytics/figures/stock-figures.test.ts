import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skuSales } from '#contract/analytics/figures.ts'
import { getProduct, updateProduct } from '#contract/products/products.ts'
import { stockAge, stockCover, stockValue } from '#contract/analytics/stock-figures.ts'
import { plusDays } from '#domain/analytics/days.ts'
import { coverOf } from '#domain/analytics/stock.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { foldSales } from '../days/fold.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
const ids: Record<string, number> = {}
const DAY_MS = 86_400_000
const daysAgo = (n: number) => new Date(app.services.clock.now().getTime() - n * DAY_MS)
const today = () => app.services.clock.now().toISOString().slice(0, 10)

/** A's cost is 5, B's 20; nobody entered C's. */
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  const { ctx } = seller
  const [lenses, film] = [await makeTemplate(ctx, { name: 'Lenses' }), await makeTemplate(ctx, { name: 'Film' })]
  const put = async (sku: string, quantity: number, cost: number, template: number, age: number) => {
    const { id } = await makeProduct(ctx, template, { sku, quantity, price: 10_000 })
    await sql`update products set cost = ${cost}, created_at = ${daysAgo(age)} where organization_id = ${ctx.organizationId} and id = ${id}`.execute(
      ctx.db,
    )
    ids[sku] = id
  }
  await put('A', 10, 500, lenses.id, 400)
  await put('B', 4, 2000, lenses.id, 400)
  await put('C', 7, 0, film.id, 100)
})
afterAll(() => app.stop())

async function setQuantity(sku: string, quantity: number) {
  const { data } = (await app.call(getProduct, { as: seller.as, params: { id: ids[sku] ?? 0 } })).body
  const { body } = await app.call(updateProduct, {
    as: seller.as,
    body: { product: { id: ids[sku] ?? 0, version: data?.version ?? 0, quantity } } as never,
  })
  expect(body.success, body.message).toBe(true)
}
async function sell(sku: string, quantity: number, ago: number, more: object = {}) {
  const order = channelOrder({ orderDate: daysAgo(ago), lines: [orderLine({ sku, quantity })], ...more })
  await takeIn(seller.ctx, await makeIntegration(seller.ctx, 'ebay'), [order])
}

describe('what the ledger tells of the stock', () => {
  it('is worth what its pieces cost, and was worth that without what moved since', async () => {
    await setQuantity('A', 16)
    await sql`update stock_movements set at = ${daysAgo(40)} where organization_id = ${seller.ctx.organizationId}`.execute(
      app.services.database.system,
    )
    await setQuantity('A', 13)
    const value = async (query: object) => (await app.call(stockValue, { as: seller.as, query })).body.data
    expect(await value({})).toMatchObject({
      pieces: 24,
      cost: 145,
      retail: 2400,
      withoutCost: 1,
      before: { pieces: 27, cost: 160 },
      changes: [{ reason: 'edit', pieces: -3, cost: -15 }],
    })
    // A range that ended before the last change does not know it.
    expect(await value({ startDate: plusDays(today(), -60), endDate: plusDays(today(), -10) })).toMatchObject({
      pieces: 27,
      cost: 160,
      retail: 2700,
      before: { pieces: 21, cost: 130 },
      changes: [{ reason: 'edit', pieces: 6, cost: 30 }],
    })
    expect(await value({ skus: ['B'] })).toMatchObject({
      pieces: 4,
      cost: 80,
      before: { pieces: 4, cost: 80 },
      changes: [],
    })
    expect(await value({ templateNames: ['Film'] })).toMatchObject({ pieces: 7, cost: 0, withoutCost: 1 })
  })

  it('lasts as long as the pace of the last 30 days allows, what runs out first before all', async () => {
    await sell('A', 6, 1)
    await sell('B', 2, 3)
    await sell('B', 1, 200)
    await sell('C', 3, 2, { state: 'cancelled' })
    const cover = async (query: object) => (await app.call(stockCover, { as: seller.as, query })).body.data
    for (const folded of [false, true]) {
      if (folded) await foldSales(app.services)
      const result = await cover({})
      expect(result?.rows.map(({ sku, sold, available }) => [sku, sold, available])).toEqual([
        ['B', 2, 1],
        ['A', 6, 7],
      ])
      expect(result?.items).toBe(2)
      for (const row of result?.rows ?? [])
        expect(row).toMatchObject({ ...coverOf(row, today()), productId: ids[row.sku], productSku: row.sku })
      // It is what the chart of SKUs says of these days.
      expect((await app.call(skuSales, { as: seller.as })).body.data).toEqual([
        { sku: 'A', quantity: 6 },
        { sku: 'B', quantity: 2 },
      ])
    }
    expect((await cover({ channels: ['etsy'] }))?.rows).toEqual([])
    expect((await cover({ skus: ['A'] }))?.rows.map(({ sku }) => sku)).toEqual(['A'])
  })

  it('is as old as its last sale; what never sold, as its product', async () => {
    const bands = async () =>
      (await app.call(stockAge, { as: seller.as })).body.data?.bands
        .filter(({ skus }) => skus > 0)
        .map(({ from, to, skus, pieces, cost, products }) => ({ from, to, skus, pieces, cost, products }))
    const young = { from: 0, to: 30, skus: 2, pieces: 17, cost: 145, products: ['B', 'A'] }
    expect(await bands()).toEqual([young, { from: 91, to: 180, skus: 1, pieces: 7, cost: 0, products: ['C'] }])
    await sell('C', 1, 200)
    expect((await bands())?.[1]).toMatchObject({ from: 181, to: 365, products: ['C'] })
    await sql`update orders set state = 'cancelled' where organization_id = ${seller.ctx.organizationId} and order_date < ${daysAgo(190)}`.execute(
      seller.ctx.db,
    )
    expect((await bands())?.[1]).toMatchObject({ from: 91, products: ['C'] })
  })
})
