import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type RunningServer, startServer } from '../main.ts'
import { readConfig } from '../config.ts'
import { testDatabase } from '../testing/setup/database.ts'
import { until } from '../testing/setup/until.ts'
import { makeSeller } from '#seed/make.ts'

let server: RunningServer
let connection: pg.PoolConfig
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

beforeAll(async () => {
  connection = await testDatabase()
  const config = readConfig({
    DATA_DIR: '/nonexistent',
    PORT: '0',
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    ROLE: 'api',
    DATABASE_URL: 'postgres://unused',
  })
  server = await startServer({ config, connection, log: quiet, webRoot: '/nowhere' })
})
afterAll(() => server.stop())

const status = (path: string) => fetch(`${server.url}${path}`).then((answer) => answer.status)
/** Runs a statement beside the server, as an operator would. */
async function administer(text: string) {
  const admin = new pg.Client(inject('database'))
  await admin.connect()
  await admin.query(text).finally(() => admin.end())
}

describe('health', () => {
  it('answers while the process lives, and is ready while the database is there', async () => {
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  })
  it('is not ready while the database is away, keeps streams and itself alive, and is ready again after', async () => {
    const { as } = await makeSeller(server.services)
    const stop = new AbortController()
    const stream = await fetch(`${server.url}/api/v2/events`, { headers: { cookie: as }, signal: stop.signal })
    await administer(`alter database ${connection.database} allow_connections false`)
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${connection.database}'`)
    await until('not ready', async () => ((await status('/readyz')) === 503 ? true : undefined))
    expect([await status('/healthz'), stream.status]).toEqual([200, 200])
    const products = await fetch(`${server.url}/api/v2/products`, { headers: { cookie: as } })
    expect([products.status, products.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await products.json()).toMatchObject({ success: false, data: null, code: 'unavailable' })
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('motto_listings_pending Nan')
    await administer(`alter database ${connection.database} allow_connections true`)
    await until('ready', async () => ((await status('/readyz')) === 200 ? true : undefined))
    expect((await fetch(`${server.url}/api/v2/products`, { headers: { cookie: as } })).status).toBe(200)
    stop.abort()
  })
  it('counts what it does, for Prometheus', async () => {
    await sql`select 1`.execute(server.services.database.system)
    const answer = await fetch(`${server.url}/metrics`)
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(text).toContain('# TYPE motto_http_seconds histogram')
    expect(text).toMatch(/motto_http_seconds_count\{method="GET",route="\/readyz"\} \d+/)
    expect(text).toMatch(/motto_http_answers_total\{method="GET",route="\/readyz",status="2xx"\} \d+/)
    expect(text).toContain('# TYPE motto_channel_calls_total counter')
    expect(text).toMatch(/^motto_listings_pending 0$/m)
    expect(text).toContain('process_resident_memory_bytes')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).toMatch(/^motto_pool_connections_max\{pool="system"\} \d+$/m)
    expect(text).toMatch(/^motto_pool_wait_seconds_count\{pool="system"\} \d+$/m)
    expect(text).toMatch(/^motto_pool_waiting\{pool="organizations"\} 0$/m)
    expect(text).toMatch(/^motto_statement_seconds_count \d+$/m)
    expect(text).toMatch(/^motto_jobs_failed\{job="mail.send"\} 0$/m)
  })
  it('counts the jobs that are due, and how long the oldest has waited', async () => {
    const { queue } = server.services
    await queue.boss.send('changes.purge', { organizationId: 1 }, { startAfter: new Date(Date.now() - 60_000) })
    await queue.boss.send('reports.due', { organizationId: 1 }, { startAfter: 3600 })
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch(/^motto_jobs_queued\{job="changes.purge"\} 1$/m)
    expect(Number(/^motto_jobs_oldest_seconds\{job="changes.purge"\} (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(59)
    expect(text).toMatch(/^motto_jobs_queued\{job="reports.due"\} 0$/m)
    await queue.boss.deleteAllJobs('changes.purge')
  })
  it('shows the numbers on this machine alone, unless a token is set', async () => {
    const proxied = await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(proxied.status).toBe(403)
    expect(await proxied.json()).toMatchObject({ message: expect.stringContaining('METRICS_TOKEN') as string })
  })
  it('shows the numbers to whoever has the token, where one is set', async () => {
    const metricsToken = 'a-token-for-prometheus-0123456789abcdef'
    const config = { ...server.services.config, role: 'worker' as const, metricsToken }
    const worker = await startServer({ config, connection, log: quiet, webRoot: '/nowhere' })
    const answers = await Promise.all(
      [undefined, 'Bearer wrong', `Bearer ${metricsToken}`].map((authorization) =>
        fetch(`${worker.url}/metrics`, {
          headers: { 'x-forwarded-for': '203.0.113.7', ...(authorization && { authorization }) },
        }).then((answer) => answer.status),
      ),
    )
    await worker.stop()
    expect(answers).toEqual([401, 401, 200])
  })
  it('counts addresses that do not exist under one name, so that strangers cannot make the answer grow', async () => {
    for (const path of ['/nowhere', '/api/v2/nowhere', '/api/v2/nowhere/1'])
      await fetch(server.url + path, { method: 'PROPFIND' })
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(text).toMatch(/motto_http_answers_total\{method="other",route="other",status="4xx"\} \d+/)
    expect(text).not.toContain('PROPFIND')
    expect(text).not.toContain('nowhere')
  })
  it('a worker answers for its health and nothing else', async () => {
    const config = { ...server.services.config, role: 'worker' as const }
    const worker = await startServer({ config, connection, log: quiet, webRoot: '/nowhere' })
    const answers = await Promise.all(
      ['/healthz', '/readyz', '/api/v2/products', '/'].map((path) =>
        fetch(worker.url + path).then((answer) => answer.status),
      ),
    )
    await worker.stop()
    expect(answers).toEqual([200, 200, 404, 404])
  })
})
