import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type pg from 'pg'
import type { Sandbox } from '#sandbox/main.ts'
import { judged, openSandbox } from '#sandbox/testing/open.ts'
import { startBackground } from '../../features/background.ts'
import { openApp, type TestApp } from '../setup/open-app.ts'
import { paceAtOnce } from '../setup/pace-at-once.ts'
import type { AnyShop, Sold } from './shop.ts'
import { until } from '../setup/until.ts'

/** The real app with its jobs, and simulators of all channels that can call it: everything but browsers, in one process. */
export interface Market {
  app: TestApp
  sandbox: Sandbox
  stop(): Promise<void>
}

/** @param connection to a migrated database @param o.paced whether calls wait for their turn as they would at a real channel */
export async function openMarket(connection: pg.PoolConfig, o: { paced: boolean }): Promise<Market> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const pace = paceAtOnce()
  const sandbox = await openSandbox({ appUrl: url, now: pace.now, ...judged() })
  const settings = { SANDBOX_PORT: String(sandbox.port), PORT: String(port), PUBLIC_URL: url }
  const app = await openApp(settings, connection)
  if (!o.paced) pace.rule(app.services)
  const background = await startBackground(app.services)
  await app.fastify.listen({ port, host: '127.0.0.1' })
  return {
    app,
    sandbox,
    stop: async () => {
      // Nothing calls the app any more before it goes.
      await sandbox.stop()
      await background.stop()
      await app.stop()
    },
  }
}

/** Waits until a product can be bought on these channels: the workers beside may still be at it when its listing was sent. */
export const onSale = (shop: Pick<AnyShop, 'listing'>, channels: readonly Sold[], productId: number) =>
  until(
    'it is for sale everywhere',
    async () => {
      const all = await Promise.all(channels.map((channel) => shop.listing(channel, productId)))
      return all.every(({ status, pending }) => status === 'listed' && pending === null) || undefined
    },
    30_000,
  )

/** The address has to be known before the simulators are told it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
