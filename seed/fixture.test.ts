import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { fillFixture } from './fixture.ts'
import { makeSeller } from './make.ts'

const PRODUCTS = 1500
let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>

beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  await fillFixture(app.services, { organizationId: seller.organization.id, products: PRODUCTS })
})
afterAll(() => app.stop())

const numbers = async (query: ReturnType<typeof sql<Record<string, number>>>) =>
  (await query.execute(app.services.database.system)).rows[0]

describe('the fixture', () => {
  it('has as many products as asked for, on templates of their kind', async () => {
    const { body } = await app.call(listProducts, { as: seller.as })
    expect([body.data?.items, body.data?.data.length]).toEqual([PRODUCTS, 25])
    const templates = (await app.call(listTemplates, { as: seller.as })).body.data ?? []
    expect(templates.reduce((sum, { products }) => sum + products, 0)).toBe(PRODUCTS)
    expect(templates.length).toBeGreaterThan(5)
  })

  it('keeps the ledger: each level is what its movements add up to', async () => {
    expect(
      await numbers(sql`
      select count(*)::int as wrong from stock_levels v
      left join (select level_id, sum(delta_on_hand) as on_hand, sum(delta_reserved) as reserved, sum(delta_sold) as sold from stock_movements group by 1) m on m.level_id = v.id
      where (v.on_hand, v.reserved, v.sold) <> (coalesce(m.on_hand, 0), coalesce(m.reserved, 0), coalesce(m.sold, 0))`),
    ).toEqual({ wrong: 0 })
  })

  it('has what filters look for: variations, live listings, tags, what is unfinished and what is sold out', async () => {
    const row = await numbers(sql`
      select (select count(distinct product_id) from variations)::int as varied, (select count(*) from listing_products where status = 'listed' and external_id <> '')::int as live,
        (select count(*) from products where 'sale' = any(tags))::int as sale, (select count(*) from products where readiness <> 'ready')::int as unfinished,
        (select count(*) from stock_levels where available = 0)::int as out, (select count(*) from listing_debts where pending is not null)::int as owed`)
    for (const name of ['varied', 'live', 'sale', 'unfinished', 'out']) expect(row?.[name], name).toBeGreaterThan(10)
    expect(row?.owed).toBe(0)
  })

  it('names no tag twice', async () => {
    expect(
      await numbers(
        sql`select count(*)::int as twice from products where cardinality(tags) <> (select count(distinct t) from unnest(tags) t)`,
      ),
    ).toEqual({ twice: 0 })
  })

  it('brings back the indexes that it dropped', async () => {
    expect(
      await numbers(
        sql`select count(*)::int as here from pg_indexes where indexname in ('product_sorts_updated', 'products_words', 'stock_movements_source_key')`,
      ),
    ).toEqual({ here: 3 })
  })

  it('fills another organization beside it', async () => {
    const other = await makeSeller(app.services)
    await fillFixture(app.services, { organizationId: other.organization.id, products: 30 })
    expect((await app.call(listProducts, { as: other.as })).body.data?.items).toBe(30)
  })
})
