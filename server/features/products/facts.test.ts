import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { ledgerOrder } from '../../testing/shop/ledger-order.ts'
import * as stock from '../stock/service.ts'

let app: TestApp
let ctx: Ctx
let templateId: number
beforeAll(async () => {
  app = await testApp()
  ;({ ctx } = await makeSeller(app.services))
  templateId = (await makeTemplate(ctx)).id
})
afterAll(() => app.stop())

/** Summed from what they are kept of, product by product; where a product has variations, its own SKU is not for sale. */
async function differences() {
  const { rows } = await sql<{ productId: number }>`
    select p.id as product_id from products p full join product_facts f on f.organization_id = p.organization_id and f.product_id = p.id
    cross join lateral (select count(*) filter (where variation_id is not null) as sizes from stock_levels s where s.product_id = p.id) v
    where f.product_id is null or p.id is null
      or f.variations <> v.sizes
      or (f.quantity, f.reserved, f.sold) <> (
        select coalesce(sum(on_hand - reserved), 0)::bigint, coalesce(sum(reserved), 0)::bigint, coalesce(sum(sold), 0)::bigint from stock_levels s
        where s.product_id = p.id and (variation_id is not null) = (v.sizes > 0))
      or f.listed <> (select count(*) from listing_products l where l.product_id = p.id and external_id <> '' and status <> 'unlisted')`.execute(
    app.services.database.system,
  )
  return rows
}
const levels = async (productId: number) => (await stock.levelsOf(ctx, [productId])).map((l) => l.id)
const facts = (productId: number) =>
  ctx.db
    .selectFrom('productFacts')
    .select(['quantity', 'reserved', 'sold', 'variations', 'listed'])
    .where('productId', '=', productId)
    .executeTakeFirst()

describe('what is kept of products for their list', () => {
  it('INV-141 INV-144 is there from the beginning, follows every sale, and goes with the product', async () => {
    const { id } = await makeProduct(ctx, templateId, { sku: 'F-1', quantity: 9 })
    expect(await facts(id)).toEqual({ quantity: 9, reserved: 0, sold: 0, variations: 0, listed: 0 })
    const order = ledgerOrder(ctx, 1, [{ key: 'a', sku: 'F-1', quantity: 2 }])
    await order.take()
    expect(await facts(id)).toMatchObject({ quantity: 7, reserved: 2, sold: 2 })
    await order.ship()
    expect(await facts(id)).toMatchObject({ quantity: 7, reserved: 0, sold: 2 })
    await ctx.db.deleteFrom('products').where('id', '=', id).execute()
    expect(await facts(id)).toBeUndefined()
  })

  it("INV-141 shows what a product's variations have together, and its own again without them", async () => {
    const { id } = await makeProduct(ctx, templateId, { sku: 'F-2', quantity: 9 })
    const made = await ctx.db
      .insertInto('variations')
      .values(
        ['S', 'M'].map((name) => ({
          organizationId: ctx.organizationId,
          productId: id,
          name,
          sku: `F-2-${name}`,
          price: null,
          cost: null,
        })),
      )
      .returning(['id', 'sku'])
      .execute()
    await stock.createLevels(
      ctx,
      made.map((v, n) => ({ sku: v.sku, productId: id, variationId: v.id, quantity: n + 1 })),
    )
    expect(await facts(id)).toMatchObject({ quantity: 3, variations: 2 })
    await ctx.db.deleteFrom('variations').where('productId', '=', id).execute()
    expect(await facts(id)).toMatchObject({ quantity: 9, variations: 0 })
  })

  it('INV-141 INV-144 is exact after orders and counts that meet each other, in whatever order', async () => {
    const ids: number[] = []
    for (let n = 0; n < 6; n += 1) ids.push((await makeProduct(ctx, templateId, { sku: `R-${n}`, quantity: 50 })).id)
    const levelOf = await Promise.all(ids.map(async (id) => (await levels(id))[0] ?? 0))
    const lineOf = (order: number) => (n: number) => ({
      key: `${order}-${n}`,
      sku: `R-${n}`,
      quantity: 1 + (order % 3),
    })
    const works = fc.sample(
      fc.record({
        kind: fc.constantFrom('take', 'count', 'both'),
        products: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 6 }),
        to: fc.integer({ min: 0, max: 60 }),
      }),
      { numRuns: 40, seed: 7 },
    )
    await Promise.all(
      works.map(async ({ kind, products, to }, order) => {
        const take = (ctx: Ctx) =>
          stock.takeForOrder(ctx, { orderId: 100 + order, source: 'ebay', lines: products.map(lineOf(order)) })
        const count = (ctx: Ctx) =>
          stock.setAvailable(
            ctx,
            products.map((n) => ({ levelId: levelOf[n] ?? 0, available: to })),
            { reason: 'count', source: 'motto', sourceKey: `count:${order}` },
          )
        if (kind === 'both')
          await inTransaction(ctx, async (ctx) => {
            await take(ctx)
            await count(ctx)
          })
        else await (kind === 'take' ? take : count)(ctx)
      }),
    )
    expect(await differences()).toEqual([])
    expect((await facts(ids[0] ?? 0))?.sold).toBeGreaterThan(0)
  })

  it('INV-148 counts the channels on which it is live', async () => {
    const { id } = await makeProduct(ctx, templateId, { sku: 'L-1' })
    const { organizationId, db } = ctx
    const integration = await db
      .insertInto('integrations')
      .values({ organizationId, channel: 'ebay', settings: '{}', tokens: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const listing = await db
      .insertInto('listingProducts')
      .values({
        organizationId,
        productId: id,
        templateId,
        channel: 'ebay',
        integrationId: integration.id,
        schemaOverrides: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const now = async (change: object) => {
      await db.updateTable('listingProducts').set(change).where('id', '=', listing.id).execute()
      return (await facts(id))?.listed
    }
    expect(await now({ list: true })).toBe(0)
    expect(await now({ status: 'listed', externalId: 'e-1' })).toBe(1)
    expect(await now({ status: 'error' })).toBe(1)
    expect(await now({ status: 'unlisted' })).toBe(0)
    await now({ status: 'listed' })
    await db.deleteFrom('integrations').where('id', '=', integration.id).execute()
    expect((await facts(id))?.listed).toBe(0)
    expect(await differences()).toEqual([])
  })
})
