import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FigureFilter } from '#contract/analytics/figures.ts'
import type { ChannelOrder } from '#channels/channel.ts'
import { plusDays } from '#domain/analytics/days.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../../context.ts'
import { dice } from '../../../testing/dice.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { setAvailable } from '../../stock/service.ts'
import { foldSales, foldStock } from '../days/fold.ts'
import { compareSales, rebuildSales } from '../days/rebuild.ts'
import { signal } from './figures.ts'
import { age, value } from './stock-figures.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const { clock } = app.services
  const start = clock.now()
  app.services.clock = { ...clock, now: () => start }
})
afterAll(() => app.stop())

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const TEMPLATE = 'Everything'
const system = () => app.services.database.system
const now = () => app.services.clock.now()

/** All figures of the stock over several ranges. A filter that all products match reads the levels instead of the sums. */
async function figures(ctx: Ctx, filter: Partial<FigureFilter>) {
  const today = now().toISOString().slice(0, 10)
  const ranges = [
    {},
    { startDate: plusDays(today, -3), endDate: plusDays(today, -1) },
    { startDate: plusDays(today, 0) },
  ]
  return {
    values: await Promise.all(ranges.map((range) => value(ctx, { ...range, ...filter } as FigureFilter))),
    ages: await age(ctx, filter as FigureFilter),
    available: (await signal(ctx, filter as FigureFilter)).availableQty,
  }
}
async function expectSame(ctx: Ctx, when: string) {
  const [summed, plain] = [await figures(ctx, {}), await figures(ctx, { templateNames: [TEMPLATE] })]
  expect(summed, when).toEqual(plain)
}
async function isReady({ organizationId }: Ctx) {
  const row = await system()
    .selectFrom('stockSums')
    .select('ready')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return row?.ready
}

/** A shop whose products, stock, costs and sales change at random. @returns what changes something once */
async function shop(seed: number, timeZone: string) {
  const roll = dice(seed)
  const { ctx } = await makeSeller(app.services)
  const { db, organizationId } = ctx
  await system()
    .updateTable('organizations')
    .set({ timeZone, countedTimeZone: timeZone })
    .where('id', '=', organizationId)
    .execute()
  const template = await makeTemplate(ctx, { name: TEMPLATE })
  const source = await makeIntegration(ctx)
  const orders: ChannelOrder[] = []
  let made = 0
  const own = sql`organization_id = ${organizationId}`
  const someLevel = async () => {
    const { rows } = await sql<{ id: number; sku: string; productId: number; bundled: string | null }>`
      select id, sku, product_id, bundled from stock_levels where ${own} order by id`.execute(db)
    return rows[roll(rows.length)]
  }
  const create = async () => {
    made += 1
    const { id: productId } = await makeProduct(ctx, template.id, {
      sku: `S-${made}`,
      quantity: 0,
      price: roll(5) * 100,
    })
    await sql`update products set cost = ${roll(4) * 50}, created_at = ${new Date(now().getTime() - roll(500) * DAY_MS)}
      where ${own} and id = ${productId}`.execute(db)
    if (roll(3) > 0) return
    const { rows } = await sql<{ id: number }>`
      insert into variations (organization_id, product_id, name, sku, price, cost)
      values (${organizationId}, ${productId}, 'Large', ${`S-${made}-L`}, ${roll(2) ? 700 : null}, ${roll(2) ? 90 : null}) returning id`.execute(
      db,
    )
    await sql`insert into stock_levels (organization_id, sku, product_id, variation_id) values (${organizationId}, ${`S-${made}-L`}, ${productId}, ${rows[0]?.id ?? 0})`.execute(
      db,
    )
  }
  const orderedAt = () => new Date(now().getTime() - roll(4) * 100 * DAY_MS - roll(72) * HOUR_MS)
  const step = async () => {
    const level = await someLevel()
    const kind = level ? roll(13) : 0
    if (kind <= 1 || !level) await create()
    else if (kind <= 4 && level.bundled !== 'bundle')
      await setAvailable(ctx, [{ levelId: level.id, available: roll(8) }], {
        reason: roll(2) ? 'edit' : 'count',
        source: 'user',
        sourceKey: `step-${seed}-${roll(1e9)}`,
      })
    else if (kind === 5)
      await sql`update products set cost = ${roll(4) * 50}, price = ${roll(9) * 100} where ${own} and id >= ${level.productId}`.execute(
        db,
      )
    else if (kind === 6) await sql`update variations set cost = ${roll(3) * 40} where ${own}`.execute(db)
    else if (kind === 7 && !level.bundled) await db.deleteFrom('products').where('id', '=', level.productId).execute()
    else if (kind === 8) {
      const bundle = level.bundled === null ? await someLevel() : undefined
      await sql`delete from bundle_parts where ${own}`.execute(db)
      if (bundle && bundle.productId !== level.productId && roll(2))
        await sql`insert into bundle_parts (organization_id, bundle_level_id, part_level_id, pieces, position) values (${organizationId}, ${bundle.id}, ${level.id}, 2, 0)`.execute(
          db,
        )
    } else if (kind === 9 && orders.length > 0) {
      const at = roll(orders.length)
      const order = orders[at] as ChannelOrder
      const change = roll(2) ? { state: 'cancelled' as const } : { orderDate: orderedAt() }
      orders[at] = laterVersion(order, change, 1 + roll(9))
      await takeIn(ctx, source, [orders[at]])
    } else if (kind === 10)
      // A movement of an earlier day, as of a shop that has a history.
      await sql`
        with moved as (
          insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, at)
          select ${organizationId}, id, sku, product_id, 2, 0, 0, available + 2, 'import', 'user', ${`past-${roll(1e9)}`}, ${orderedAt()}
          from stock_levels where ${own} and id = ${level.id} returning level_id)
        update stock_levels set on_hand = on_hand + 2 where ${own} and id in (select level_id from moved)`.execute(db)
    else if (!level.bundled) {
      const order = channelOrder({
        orderDate: orderedAt(),
        lines: [orderLine({ sku: level.sku, quantity: 1 + roll(2) })],
      })
      orders.push(order)
      await takeIn(ctx, source, [order])
    }
  }
  return { ctx, roll, step }
}

it.each([
  [1, 'UTC'],
  [2, 'Pacific/Auckland'],
  [3, 'America/Los_Angeles'],
])(
  'sums of the stock say what its levels say after any history of changes and sales; history %i in %s',
  async (seed, timeZone) => {
    const { ctx, roll, step } = await shop(seed, timeZone)
    for (let n = 0; n < 10; n += 1) await step()
    await expectSame(ctx, 'before anything is counted')
    await foldStock(app.services)
    for (let n = 0; n < 70; n += 1) {
      await step()
      // One of several steps is folded, and only a part of what is noted then.
      if (roll(5) === 0) await foldSales(app.services)
      if (roll(3) === 0) await sql`select fold_stock(${1 + roll(4)}::int)`.execute(system())
      if (n % 5 === 0) await expectSame(ctx, `after change ${n}`)
    }
    expect(await isReady(ctx)).toBe(true)
    await foldSales(app.services)
    await expectSame(ctx, 'when sales are added up')
    await foldStock(app.services)
    const { rows } = await sql`select from stock_notes where organization_id = ${ctx.organizationId}`.execute(system())
    expect(rows).toEqual([])
    await expectSame(ctx, 'when all is counted')
    expect(await compareSales(system(), ctx.organizationId)).toEqual([])
  },
  120_000,
)

it('another time zone is read from the levels until its days are counted', async () => {
  const { ctx, step } = await shop(4, 'UTC')
  for (let n = 0; n < 30; n += 1) await step()
  await foldSales(app.services)
  await foldStock(app.services)
  await system()
    .updateTable('organizations')
    .set({ timeZone: 'Pacific/Auckland', countedTimeZone: 'Pacific/Auckland' })
    .where('id', '=', ctx.organizationId)
    .execute()
  await expectSame(ctx, 'before')
  await foldStock(app.services)
  expect(await isReady(ctx)).toBe(true)
  await expectSame(ctx, 'after')
  expect(await compareSales(system(), ctx.organizationId)).toEqual([])
})

it('a change that waits to be committed while its organization is counted counts once', async () => {
  const { ctx } = await makeSeller(app.services)
  const template = await makeTemplate(ctx, { name: TEMPLATE })
  const { id } = await makeProduct(ctx, template.id, { quantity: 0 })
  await sql`update products set cost = 300 where id = ${id}`.execute(ctx.db)
  const { id: levelId } = await ctx.db
    .selectFrom('stockLevels')
    .select('id')
    .where('productId', '=', id)
    .executeTakeFirstOrThrow()
  const count = (available: number, db: Ctx['db']) =>
    setAvailable({ ...ctx, db }, [{ levelId, available }], {
      reason: 'edit',
      source: 'user',
      sourceKey: `count-${available}`,
    })
  await count(2, ctx.db)
  await ctx.db.transaction().execute(async (writer) => {
    await count(7, writer)
    await foldStock(app.services)
    expect((await value(ctx, {} as FigureFilter)).pieces).toBe(2)
  })
  for (const when of ['before', 'after']) {
    if (when === 'after') await foldStock(app.services)
    expect(await value(ctx, {} as FigureFilter), when).toMatchObject({
      pieces: 7,
      cost: 2100,
      changes: [{ reason: 'edit', pieces: 7, cost: 2100 }],
    })
  }
})

it('a sum that was changed by hand is told, and counted anew', async () => {
  const { ctx, step } = await shop(6, 'UTC')
  for (let n = 0; n < 30; n += 1) await step()
  await foldSales(app.services)
  await foldStock(app.services)
  await sql`update move_days set pieces = pieces + 1 where organization_id = ${ctx.organizationId}`.execute(system())
  const kinds = new Set((await compareSales(system(), ctx.organizationId)).map(({ kind }) => kind))
  expect([...kinds]).toEqual(['moves by day'])
  await rebuildSales(system(), ctx.organizationId)
  await foldStock(app.services)
  expect(await compareSales(system(), ctx.organizationId)).toEqual([])
  await expectSame(ctx, 'after it was counted anew')
})
