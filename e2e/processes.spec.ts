import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/db/open.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { listJobs } from '#contract/jobs.ts'
import { agree } from './support/agree.ts'
import { type Motto, freePort, startMotto } from './support/motto.ts'
import { type Story, begin, listed } from './support/story.ts'
import { Refused, Seller } from './support/seller.ts'
import { until } from './support/wait.ts'

let dataDir: string
let database: OpenDatabase
let processes: Motto[]
let story: Story

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'motto-many-'))
  database = await startEmbedded({ dataDir: join(dataDir, 'database'), log: () => undefined })
  const { host, user } = database.connection as { host: string; user: string }
  const publicPort = String(await freePort())
  const shared = {
    DATABASE_URL: `postgres://${user}@localhost:5432/motto?host=${encodeURIComponent(host)}`, SANDBOX_PORT: String(await freePort()), SECRET_KEY: 'shared-by-all-processes-0123456789abcdef',
    DATA_DIR: join(dataDir, 'shared'), PUBLIC_URL: `http://localhost:${publicPort}`,
  }
  // The first two at the same time: one of them migrates, the other waits.
  const [api, worker] = await Promise.all([
    startMotto({ ...shared, ROLE: 'api', PORT: publicPort }), startMotto({ ...shared, ROLE: 'worker', PORT: String(await freePort()) }),
  ])
  const others = await Promise.all(['api', 'worker'].map(async (ROLE) => startMotto({ ...shared, ROLE, PORT: String(await freePort()) })))
  processes = [api, worker, ...others] as Motto[]
  story = await begin(api as Motto)
})
afterAll(async () => {
  for (const one of processes ?? []) await one.stop()
  await database?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

it('two api and two worker processes on one database keep one stock', async () => {
  const { seller, sandbox } = story
  const products = await Promise.all([1, 2, 3].map(() => listed(story, 10)))
  await Promise.all(products.flatMap(({ sku }) => [sandbox.buy('ebay', sku, 3), sandbox.buy('shopify', sku, 2), sandbox.buy('ebay', sku, 1)]))
  for (const product of products) await agree(seller, sandbox, product, { available: 4, reserved: 6, orders: 3 })
})

it('twenty buyers for the last three pieces: the excess is oversold, with two workers taking orders', async () => {
  const { seller, sandbox } = story
  const product = await listed(story, 3)
  const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => sandbox.buy(i % 2 ? 'ebay' : 'shopify', product.sku, 1)))
  const sold = tries.filter((t) => t.status === 'fulfilled').length
  const orders = await agree(seller, sandbox, product, { available: 0, reserved: 3, orders: sold })
  expect(orders.filter((o) => o.oversold)).toHaveLength(sold - 3)
})

it('a worker that is killed leaves its work to the other', async () => {
  const { seller, sandbox } = story
  const product = await listed(story, 10)
  await Promise.all([sandbox.buy('ebay', product.sku, 2), sandbox.buy('shopify', product.sku, 2), processes[1]?.kill()])
  await agree(seller, sandbox, product, { available: 6, reserved: 4, orders: 2 }, 90_000)
  await processes[1]?.start()
})

it('ACC-028 a session ended at one process is ended at the other', async () => {
  const other = new Seller(processes[2]?.ownUrl ?? '', dataDir)
  other.adopt(story.seller)
  expect((await other.call(listJobs, { query: {} })).items).toBeGreaterThan(0)
  await story.seller.signOut()
  // Sooner than the five seconds for which a process trusts what it knows.
  await until('refused', () => other.call(listJobs, { query: {} }).then(() => false, (error: unknown) => error instanceof Refused && error.status === 401), 2_000)
})
