import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { removeMany } from '../queries.ts'

let app: TestApp
let ctx: Ctx
let as: string
let ids: number[]
const prices = [500, 300, 900, 300, 700]
beforeAll(async () => {
  app = await testApp()
  ;({ ctx, as } = await makeSeller(app.services))
  const { id: templateId } = await makeTemplate(ctx)
  ids = []
  for (const [n, price] of prices.entries())
    ids.push((await makeProduct(ctx, templateId, { sku: `S-${n}`, title: `Mug ${n}`, price })).id)
})
afterAll(() => app.stop())

/** Saves a price as the server does: with the time of the change, and a new version. */
const save = ({ db, organizationId }: Ctx, id: number, price: number) =>
  sql`update products set price = ${price}, version = version + 1, updated_at = now() where organization_id = ${organizationId} and id = ${id}`.execute(
    db,
  )
const wrongRows = async () =>
  (
    await sql`
      select coalesce(p.id, s.product_id) as id from products p full join product_sorts s on s.organization_id = p.organization_id and s.product_id = p.id
      where (p.price, p.updated_at) is distinct from (s.price, s.updated_at)`.execute(app.services.database.system)
  ).rows
const skus = async (query: object) =>
  (await app.call(listProducts, { as, query })).body.data?.data.map(({ sku }) => sku).join(' ')

it('what lists are sorted by follows each product from its beginning to its end', async () => {
  expect(await wrongRows()).toEqual([])
  await save(ctx, ids[0] ?? 0, 800)
  expect(await wrongRows()).toEqual([])
  const extra = await makeProduct(ctx, (await makeTemplate(ctx)).id)
  await removeMany(ctx, [extra.id])
  expect(await wrongRows()).toEqual([])
})

it('a save of a price writes no index of the products', async () => {
  await inTransaction(ctx, async (ctx) => {
    const updates = async () =>
      (
        await sql<{ all: number; inPlace: number }>`
          select pg_stat_get_xact_tuples_updated('products'::regclass) as all, pg_stat_get_xact_tuples_hot_updated('products'::regclass) as in_place`.execute(
          ctx.db,
        )
      ).rows[0] ?? { all: 0, inPlace: 0 }
    const before = await updates()
    for (const id of ids) await save(ctx, id, 1000 + id)
    const after = await updates()
    expect(after.all - before.all).toBe(ids.length)
    expect(after.inPlace - before.inPlace).toBe(ids.length)
  })
})

it('lists are the same while products from before have no row to be sorted by yet', async () => {
  const { system } = app.services.database
  for (const [n, price] of prices.entries()) await save(ctx, ids[n] ?? 0, price)
  const all = async () => [
    await skus({ sortBy: 'price', orderBy: 'asc' }),
    await skus({ sortBy: 'updatedAt', orderBy: 'desc', limit: 2, offset: 1 }),
    await skus({ minPrice: 4, maxPrice: 8, sortBy: 'price', orderBy: 'desc' }),
    await skus({ minPrice: 4, maxPrice: 8 }),
    await skus({ search: 'mug', maxPrice: 5, sortBy: 'title', orderBy: 'asc' }),
    await skus({ search: 'mug', minQuantity: 0, sortBy: 'updatedAt', orderBy: 'asc' }),
    await skus({ skus: ['S-1', 'S-2'], sortBy: 'price', orderBy: 'desc' }),
  ]
  const now = await all()
  expect(now).toEqual([
    'S-1 S-3 S-0 S-4 S-2',
    'S-3 S-2',
    'S-4 S-0',
    'S-4 S-0',
    'S-0 S-1 S-3',
    'S-0 S-1 S-2 S-3 S-4',
    'S-2 S-1',
  ])
  const step = (name: string) => readFileSync(join(import.meta.dirname, '../../../db/migrations', name), 'utf8')
  const viewOf = (text: string) =>
    /create (?:or replace )?view [^;]*/.exec(text)?.[0].replace('create view', 'create or replace view') ?? ''
  await sql.raw(viewOf(step('0170-product-sorts.sql'))).execute(system)
  await sql`delete from product_sorts`.execute(system)
  expect(await all()).toEqual(now)
  // One is saved before the backfill comes to it.
  await save(ctx, ids[0] ?? 0, 500)
  await sql
    .raw(
      step('0171-product-sorts.backfill.sql')
        .replace('$1', String(ctx.organizationId))
        .replace('$2', '0')
        .replace('$3', '1000000000'),
    )
    .execute(system)
  expect(await wrongRows()).toEqual([])
  await sql.raw(viewOf(step('0172-sorted-products.contract.sql'))).execute(system)
  expect((await all())[0]).toBe(now[0])
})
