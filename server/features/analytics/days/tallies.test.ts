import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../../context.ts'
import { dice } from '../../../testing/dice.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { makeListing } from '../../../testing/shop/listed.ts'
import { makeIntegration } from '../../../testing/shop/orders.ts'
import { foldTallies } from './fold.ts'
import { compareSales, rebuildSales } from './rebuild.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const system = () => app.services.database.system

/** What pages read, as text by name. */
async function tallies({ db, organizationId }: Ctx): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select name, sum(n)::bigint as n from read_tallies(${organizationId}) group by 1 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
/** The same from the rows themselves, counted here. */
async function counted({ db, organizationId }: Ctx): Promise<Record<string, number>> {
  const facts = await db.selectFrom('productFacts').selectAll().where('organizationId', '=', organizationId).execute()
  const listings = await db
    .selectFrom('listingProducts')
    .select(['status', sql<string | null>`result ->> 'status'`.as('answer')])
    .where('organizationId', '=', organizationId)
    .execute()
  const orders = await db.selectFrom('orders').select('id').where('organizationId', '=', organizationId).execute()
  const all: [string, number][] = [
    ['orders', orders.length],
    ['listings ended', listings.filter(({ status }) => status === 'unlisted').length],
    ['listings listed', listings.filter(({ status }) => status === 'listed').length],
    ['listings rejected', listings.filter(({ status, answer }) => status === 'error' || answer === 'rejected').length],
    ['products listed', facts.filter(({ listed }) => listed > 0).length],
    ['products low', facts.filter(({ listed, quantity }) => listed > 0 && quantity <= 2).length],
    ['products sold', facts.filter(({ sold }) => sold > 0).length],
  ]
  return Object.fromEntries(all.filter(([, n]) => n > 0))
}
const notes = async ({ organizationId }: Ctx) =>
  (await system().selectFrom('tallyNotes').select('id').where('organizationId', '=', organizationId).execute()).length

/** One random change of a shop's products and listings. */
async function change(ctx: Ctx, templateId: number, roll: (most: number) => number): Promise<void> {
  const { db, organizationId } = ctx
  const own = sql`organization_id = ${organizationId}`
  const products = await db
    .selectFrom('products')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
  const productId = products[roll(products.length)]?.id
  const step = productId === undefined ? 0 : roll(9)
  if (step === 0 || productId === undefined) return void (await makeProduct(ctx, templateId, { quantity: roll(6) }))
  const ofProduct = sql`${own} and product_id = ${productId}`
  if (step === 1) await db.deleteFrom('products').where('id', '=', productId).execute()
  else if (step <= 3) await sql`update stock_levels set on_hand = ${roll(6)} where ${ofProduct}`.execute(db)
  else if (step === 4)
    await sql`update stock_levels set sold = ${roll(2)} where ${own} and product_id >= ${productId}`.execute(db)
  else if (step === 5)
    await sql`delete from listing_products where ${own} and product_id >= ${productId} and status = 'unlisted'`.execute(
      db,
    )
  else if (step === 6)
    await sql`update listing_products set result = case when result is null then '{"status": "rejected"}'::jsonb end where ${ofProduct}`.execute(
      db,
    )
  else {
    const status = (['draft', 'listed', 'unlisted', 'error'] as const)[roll(4)] ?? 'draft'
    const channel = roll(2) ? 'ebay' : 'etsy'
    const { numUpdatedRows } = await db
      .updateTable('listingProducts')
      .set({ status, externalId: status === 'draft' ? '' : 'x' })
      .where('productId', '=', productId)
      .where('channel', '=', channel)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      await makeListing(ctx, { productId, templateId, channel }, { status, externalId: status === 'draft' ? '' : 'x' })
  }
}

/** One random change of a shop's orders. */
async function changeOrders({ db, organizationId }: Ctx, accounts: readonly number[], roll: (most: number) => number) {
  const account = accounts[roll(3)] ?? null
  const step = roll(5)
  if (step < 3)
    await sql`
      insert into orders (organization_id, channel, integration_id, external_order_id, number, state, order_status, shipping_status, payment_status, order_date)
      select ${organizationId}, 'manual', case when n > 1 then ${account}::bigint end, gen_random_uuid(), '', 'open', '', '', '', now()
      from generate_series(1, ${roll(4)}::int) n`.execute(db)
  else if (step === 3)
    await sql`update orders set integration_id = ${account}::bigint where organization_id = ${organizationId} and id % 3 = ${roll(3)}`.execute(
      db,
    )
  else await sql`delete from orders where organization_id = ${organizationId} and id % 4 = ${roll(4)}`.execute(db)
}

it.each([1, 2, 3])(
  'kept numbers of orders by account are those of the rows after any history of changes (history %i)',
  async (seed) => {
    const roll = dice(seed)
    const { ctx } = await makeSeller(app.services)
    const accounts = [(await makeIntegration(ctx, 'ebay')).id, (await makeIntegration(ctx, 'etsy')).id]
    for (let n = 0; n < 40; n += 1) {
      await changeOrders(ctx, accounts, roll)
      if (roll(6) === 0) await foldTallies(app.services)
      const { rows: tallied } = await sql<{ account: number; n: number }>`
      select integration_id as account, n from read_tallies(${ctx.organizationId}) where name = 'orders' order by 1`.execute(
        ctx.db,
      )
      const { rows: counts } = await sql<{ account: number; n: number }>`
      select coalesce(integration_id, 0) as account, count(*) as n from orders where organization_id = ${ctx.organizationId} group by 1 order by 1`.execute(
        ctx.db,
      )
      expect(tallied, `after change ${n}`).toEqual(counts)
    }
  },
)

it.each([1, 2, 3])(
  'kept numbers of products and listings are those of the rows after any history of changes (history %i)',
  async (seed) => {
    const roll = dice(seed)
    const { ctx } = await makeSeller(app.services)
    const templateId = (await makeTemplate(ctx)).id
    for (let n = 0; n < 60; n += 1) {
      await change(ctx, templateId, roll)
      if (roll(8) === 0) await foldTallies(app.services)
      expect(await tallies(ctx), `after change ${n}`).toEqual(await counted(ctx))
    }
    await foldTallies(app.services)
    expect(await notes(ctx)).toBe(0)
    expect(await tallies(ctx)).toEqual(await counted(ctx))
    expect(await compareSales(system(), ctx.organizationId)).toEqual([])
  },
)

it('a change that is not committed counts neither before an organization is counted nor twice after it', async () => {
  const { ctx } = await makeSeller(app.services)
  const templateId = (await makeTemplate(ctx)).id
  const { id: productId } = await makeProduct(ctx, templateId, { quantity: 9 })
  await system()
    .transaction()
    .execute(async (writer) => {
      await makeListing({ ...ctx, db: writer }, { productId, templateId })
      await foldTallies(app.services)
      expect(await tallies(ctx)).toEqual({})
    })
  expect(await tallies(ctx)).toEqual({ 'listings listed': 1, 'products listed': 1 })
  await foldTallies(app.services)
  expect(await tallies(ctx)).toEqual({ 'listings listed': 1, 'products listed': 1 })
})

it('several writers note numbers without waiting for each other', async () => {
  const { ctx } = await makeSeller(app.services)
  const templateId = (await makeTemplate(ctx)).id
  const first = await makeProduct(ctx, templateId, { quantity: 9 })
  const second = await makeProduct(ctx, templateId, { quantity: 9 })
  await makeListing(ctx, { productId: first.id, templateId }, { status: 'draft' })
  await foldTallies(app.services)
  await system()
    .transaction()
    .execute(async (writer) => {
      await makeListing({ ...ctx, db: writer }, { productId: second.id, templateId })
      await sql`update listing_products set status = 'listed', external_id = 'x' where product_id = ${first.id}`.execute(
        ctx.db,
      )
      expect(await tallies(ctx)).toEqual({ 'listings listed': 1, 'products listed': 1 })
    })
  expect(await tallies(ctx)).toEqual({ 'listings listed': 2, 'products listed': 2 })
})

it('a number that was changed by hand is told, and counted anew', async () => {
  const { ctx } = await makeSeller(app.services)
  const templateId = (await makeTemplate(ctx)).id
  const { id: productId } = await makeProduct(ctx, templateId, { quantity: 9 })
  await makeListing(ctx, { productId, templateId })
  await foldTallies(app.services)
  await sql`update tallies set n = 7 where organization_id = ${ctx.organizationId} and name = 'products listed'`.execute(
    system(),
  )
  expect(await compareSales(system(), ctx.organizationId)).toMatchObject([
    { kind: 'products listed', stored: [7], counted: [1] },
  ])
  await rebuildSales(system(), ctx.organizationId)
  expect(await compareSales(system(), ctx.organizationId)).toEqual([])
})
