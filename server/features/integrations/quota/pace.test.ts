import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Channel } from '#channels/channel.ts'
import { channels } from '#channels/registry.ts'
import { makeSeller } from '#seed/make.ts'
import type { Services } from '../../../context.ts'
import { openPools } from '../../../db/connection/pools.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { makeIntegration } from '../../../testing/shop/orders.ts'
import { tell } from './leases.ts'
import { nextLook } from './pace.ts'

const ebay = channels.ebay as Channel
const busy = { quietSeconds: 10, calls: false }
const DAY = 86_400
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

/** A process of the live channel that has asked nothing yet. */
async function live<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const database = openPools(app.services.database.connection, 2)
  const config = { ...app.services.config, channelMode: 'live' as const }
  return work({ ...app.services, database, config }).finally(() => database.close())
}
const connect = async (count: number, quietHours: number) => {
  const { ctx } = await makeSeller(app.services)
  const { id } = await makeIntegration(ctx, 'ebay', 2)
  await sql`update integrations set orders_seen_at = now() - make_interval(hours => ${quietHours}) where id = ${id}`.execute(
    app.services.database.system,
  )
  // One organization has one account of a channel, so the others are of other organizations.
  if (count > 1) await connect(count - 1, quietHours)
}

it('looks often where orders come and slowly where nothing happens, and all accounts together stay inside the app’s day', async () => {
  await connect(3, 0)
  expect(await live((services) => nextLook(services, ebay, busy))).toBe(30)
  expect(await live((services) => nextLook(services, ebay, { ...busy, quietSeconds: 40 * DAY }))).toBe(600)
  // 2,000 calls are left for the day: half of them for looks, 3 accounts, 86.4 seconds for each call.
  const [quota] = ebay.limits.quotas.filter(({ lane }) => lane === 'fulfillment')
  if (!quota) throw new Error('eBay counts orders')
  const purpose = { channel: 'ebay' as const, organizationId: 0, integrationId: 0, quota }
  await tell(app.services.database.system, purpose, { windowLeft: DAY, used: quota.calls - 2000 })
  const rest = await live((services) => nextLook(services, ebay, busy))
  expect(rest).toBeGreaterThan(255)
  expect(rest).toBeLessThan(260)
  // A quiet account leaves its part to the busy ones, which hardly wait longer for it.
  await connect(1, 800)
  expect(await live((services) => nextLook(services, ebay, busy))).toBeLessThan(rest * 1.05)
})

it('looks at the sandbox as it always did, however quiet it is', async () => {
  expect(await nextLook(app.services, ebay, { quietSeconds: 90 * DAY, calls: false })).toBe(1)
})
