import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChannelOrder } from '#channels/channel.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../../context.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { foldSales } from './fold.ts'
import { compareSales, rebuildSales } from './rebuild.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const system = () => app.services.database.system

async function shop() {
  const { ctx } = await makeSeller(app.services)
  const template = await makeTemplate(ctx)
  const skus = ['A', 'B', 'C']
  for (const sku of skus) await makeProduct(ctx, template.id, { sku, quantity: 1000 })
  return { ctx, source: await makeIntegration(ctx), skus }
}
/** What sums and marks say beside what all orders come to, in one moment. */
const differences = ({ organizationId }: Ctx) => compareSales(system(), organizationId)
async function waiting({ organizationId }: Ctx) {
  const { rows } = await sql<{ marked: number; notes: number }>`
    select (select count(*) from unsummed_orders where organization_id = ${organizationId})::int as marked,
      ((select count(*) from order_notes where organization_id = ${organizationId}) + (select count(*) from piece_notes where organization_id = ${organizationId}))::int as notes`.execute(
    system(),
  )
  return rows[0]
}

it('a new order is marked once, however often it changes; what was added up is noted', async () => {
  const { ctx, source } = await shop()
  const order = channelOrder({ lines: [orderLine({ sku: 'A', quantity: 2 })] })
  await takeIn(ctx, source, [order])
  const later = laterVersion(order, { totalAmount: 77, lines: [orderLine({ sku: 'B', quantity: 5 })] })
  await takeIn(ctx, source, [later])
  expect(await waiting(ctx)).toEqual({ marked: 1, notes: 0 })
  expect(await differences(ctx)).toEqual([])
  await foldSales(app.services)
  expect(await waiting(ctx)).toEqual({ marked: 0, notes: 0 })
  expect(await differences(ctx)).toEqual([])
  // What no sum holds is not noted.
  await sql`update orders set notes = 'x' where organization_id = ${ctx.organizationId}`.execute(ctx.db)
  expect(await waiting(ctx)).toEqual({ marked: 0, notes: 0 })
  await takeIn(ctx, source, [laterVersion(later, { state: 'cancelled' }, 2)])
  expect((await waiting(ctx))?.notes).toBeGreaterThan(0)
  expect(await differences(ctx)).toEqual([])
  await foldSales(app.services)
  expect(await waiting(ctx)).toEqual({ marked: 0, notes: 0 })
  expect(await differences(ctx)).toEqual([])
})

it('an order that somebody changes just now is added up later, as it is then', async () => {
  const { ctx, source } = await shop()
  await takeIn(ctx, source, [channelOrder({ lines: [orderLine({ sku: 'A' })] }), channelOrder()])
  const own = sql`organization_id = ${ctx.organizationId}`
  await system()
    .transaction()
    .execute(async (writer) => {
      await sql`update orders set total_amount = total_amount + 5 where ${own} and 'A' = any(skus)`.execute(writer)
      await foldSales(app.services)
      expect(await waiting(ctx)).toEqual({ marked: 1, notes: 0 })
      await sql`update order_items set quantity = 9 where ${own} and sku = 'A'`.execute(writer)
    })
  expect(await waiting(ctx)).toEqual({ marked: 1, notes: 0 })
  expect(await differences(ctx)).toEqual([])
  await foldSales(app.services)
  expect(await waiting(ctx)).toEqual({ marked: 0, notes: 0 })
  expect(await differences(ctx)).toEqual([])
})

it.each(['commits', 'dies'])(
  'a change that waits for who adds up its order counts once; who adds up %s',
  async (end) => {
    const { ctx, source } = await shop()
    await takeIn(ctx, source, [channelOrder({ lines: [orderLine({ sku: 'A' })] })])
    const own = sql`organization_id = ${ctx.organizationId}`
    const waits = sql`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
    const changes: Promise<unknown>[] = []
    const adding = system()
      .transaction()
      .execute(async (folder) => {
        await sql`select fold_sales(100)`.execute(folder)
        changes.push(sql`update orders set total_amount = total_amount + 5 where ${own}`.execute(ctx.db))
        await expect.poll(async () => (await waits.execute(system())).rows.length).toBeGreaterThan(0)
        if (end === 'dies') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(folder)
      })
    if (end === 'dies') await expect(adding).rejects.toBeInstanceOf(Error)
    else await adding
    await Promise.all(changes)
    expect(await waiting(ctx)).toEqual(end === 'dies' ? { marked: 1, notes: 0 } : { marked: 0, notes: 2 })
    expect(await differences(ctx)).toEqual([])
    await foldSales(app.services)
    expect(await waiting(ctx)).toEqual({ marked: 0, notes: 0 })
    expect(await differences(ctx)).toEqual([])
  },
)

it('orders come and change while two add up, one of them dies now and then, and somebody counts anew: figures agree at every moment', async () => {
  const { ctx, source, skus } = await shop()
  const state = { working: true }
  const writer = async (name: string) => {
    for (let n = 0; n < 12; n += 1) {
      const orders = Array.from({ length: 1 + (n % 3) }, (_, at) =>
        channelOrder({
          externalOrderId: `${name}-${n}-${at}`,
          totalAmount: 100 * n + at,
          lines: [orderLine({ sku: skus[(n + at) % 3] ?? '', quantity: 1 + (n % 4) })],
        }),
      )
      await takeIn(ctx, source, orders)
      const changed = orders.map(
        (order, at): ChannelOrder =>
          laterVersion(order, {
            totalAmount: order.totalAmount + 1,
            lines: [orderLine({ sku: skus[n % 3] ?? '', quantity: 2 + at })],
            ...(n % 5 === 4 && { state: 'cancelled' as const }),
          }),
      )
      await takeIn(ctx, source, changed)
    }
  }
  const whileWorking = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; state.working; n += 1) await work(n)
  }
  const folder = (dies: boolean) =>
    whileWorking(async (n) => {
      const adding = system()
        .transaction()
        .execute(async (db) => {
          await sql`select fold_sales(3)`.execute(db)
          if (dies && n % 3 === 0) throw new Error('killed')
        })
      if (dies && n % 3 === 0) await expect(adding).rejects.toThrow('killed')
      else await adding
    })
  const looker = whileWorking(async () => expect(await differences(ctx)).toEqual([]))
  const anew = whileWorking(async (n) => {
    if (n % 5 === 4) await rebuildSales(system(), ctx.organizationId)
    else
      await sql`select count_order_days(${ctx.organizationId}::bigint, null, '-infinity', 'infinity')`.execute(system())
  })
  const others = [folder(true), folder(false), looker, anew]
  try {
    await Promise.all(['x', 'y', 'z'].map(writer))
  } finally {
    state.working = false
  }
  await Promise.all(others)
  expect(await differences(ctx)).toEqual([])
  await foldSales(app.services)
  expect(await waiting(ctx)).toEqual({ marked: 0, notes: 0 })
  expect(await differences(ctx)).toEqual([])
})
