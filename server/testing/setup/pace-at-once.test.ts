import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { withConnection } from '../../features/integrations/connections/connections.ts'
import { openShop, type Shop } from '../shop/shop.ts'
import { type TestApp, testApp } from './app.ts'
import { paceAtOnce } from './pace-at-once.ts'

const pace = paceAtOnce()
let sandbox: Sandbox
let app: TestApp
let shop: Shop
beforeAll(async () => {
  sandbox = await openSandbox({ now: pace.now })
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
  pace.rule(app.services)
  shop = await openShop(app, sandbox, ['etsy'])
})
afterAll(async () => {
  await app?.stop()
  await sandbox?.stop()
})

it('by its own clock a channel is called no faster than it allows, so it refuses no call, however many are sent at once', async () => {
  const { requestsPerSecond } = channelOf('etsy').limits
  const many = 20 * requestsPerSecond
  const key = { organizationId: shop.ctx.organizationId, integrationId: await shop.integrationId('etsy') }
  const before = pace.now().getTime()
  await withConnection(app.services, key, ({ channel, connection }) =>
    Promise.all(Array.from({ length: many }, () => channel.account(connection))),
  )
  // What one second allows may go at once.
  expect(pace.now().getTime() - before).toBeGreaterThanOrEqual((many / requestsPerSecond - 1) * 1000)
  const heard = (await shop.remotes.etsy.calls()) as { status: number }[]
  expect(heard.filter(({ status }) => status === 429)).toEqual([])
})
