import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ordersByDay } from '#contract/analytics/figures.ts'
import { getClient, updateClient } from '#contract/organizations/organizations.ts'
import { makeSeller } from '#seed/make.ts'
import { checkSales } from '../../cli/sales.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { channelOrder, makeIntegration } from '../../testing/shop/orders.ts'
import { foldSales } from '../analytics/days/fold.ts'
import { takeIn } from '../orders/intake/intake.ts'
import { countFiguresJob } from './jobs.ts'
import { countFigures } from './queries.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())

it('with very many orders another time zone counts once all days are counted anew, and orders come in meanwhile', async () => {
  const { ctx, as } = await makeSeller(app.services)
  const { organizationId } = ctx
  const source = await makeIntegration(ctx)
  const { system } = app.services.database
  await sql`
    insert into orders (organization_id, channel, external_order_id, number, state, shipping, payment, order_status, shipping_status, payment_status, order_date)
    select ${organizationId}, 'manual', n, n, 'shipped', 'shipped', 'paid', '', '', '', '2026-05-04T20:00:00Z' from generate_series(1, 10001) n`.execute(
    ctx.db,
  )
  const fold = () => foldSales(app.services)
  await fold()
  const days = async () => {
    const query = { startDate: '2026-05-04', endDate: '2026-05-05' }
    const { data } = (await app.call(ordersByDay, { as, query })).body
    return data?.map(({ day, ...of }) => `${day}: ${Object.values(of).reduce((sum: number, n) => sum + Number(n), 0)}`)
  }
  expect(await days()).toEqual(['2026-05-04: 10001'])

  const body = { clientId: organizationId, displayName: 'Shop', timeZone: 'Pacific/Auckland' }
  expect((await app.call(updateClient, { as, body })).body.data?.timeZone).toBe('Pacific/Auckland')
  expect(await days()).toEqual(['2026-05-04: 10001'])
  const figuresIn = async () => (await app.call(getClient, { as, query: {} })).body.data?.figuresIn
  expect(await figuresIn()).toEqual({ currency: 'USD', timeZone: 'UTC' })
  const jobs = await app.services.queue.boss.findJobs('figures.count', { data: { organizationId } })
  expect(jobs).toHaveLength(1)

  const order = () => channelOrder({ orderDate: new Date('2026-05-04T21:00:00Z') })
  await system.transaction().execute(async (db) => {
    await countFigures(db, organizationId)
    // What counts holds up nobody: with the days locked this would wait for ever.
    await takeIn(ctx, source, [order()])
    await fold()
    expect(await days()).toEqual(['2026-05-04: 10002'])
  })
  expect(await days()).toEqual(['2026-05-05: 10002'])
  await fold()
  expect(await days()).toEqual(['2026-05-05: 10002'])
  expect(await figuresIn()).toBeNull()
  expect(await checkSales(system, '')).toMatch(/match their orders/)

  // Chosen anew while it waits, the last choice counts, once.
  await app.call(updateClient, { as, body: { ...body, timeZone: 'UTC' } })
  for (let n = 0; n < 2; n += 1) await countFiguresJob(app.services, { organizationId })
  expect(await days()).toEqual(['2026-05-04: 10002'])
})
