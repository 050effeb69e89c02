import net from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { areaNames } from '#contract/endpoint.ts'
import { logout } from '#contract/accounts.ts'
import { clientLogin, updateClient } from '#contract/organizations/organizations.ts'
import { makeMember, makeOrganization, makeSeller, makeSession } from '#seed/make.ts'
import { buildApp } from './app.ts'
import type { Services } from './context.ts'
import { type Recent, openEvents } from './events.ts'
import { openLog } from './log.ts'
import { openServices } from './services.ts'
import { type TestApp, testApp } from './testing/setup/app.ts'
import { until } from './testing/setup/until.ts'

/** One process that answers calls, another that holds the browsers' lines. */
let app: TestApp
let other: { services: Services; stop: () => Promise<void> }
let lines: FastifyInstance
let url: string
let seller: Awaited<ReturnType<typeof makeSeller>>
const open: Stream[] = []

beforeAll(async () => {
  app = await testApp()
  const { config, database } = app.services
  other = await openServices({ config, connection: { ...database.connection, application_name: 'other' } })
  ;({ fastify: lines } = await buildApp({ services: other.services, webRoot: '/nowhere', ready: async () => true }))
  url = await lines.listen({ port: 0, host: '127.0.0.1' })
  seller = await makeSeller(app.services)
  await hears()
})
afterEach(() => open.splice(0).forEach((stream) => stream.close()))
afterAll(async () => {
  await lines.close()
  await other.stop()
  await app.stop()
})

interface Heard {
  event: string
  data: unknown
}
interface Stream {
  heard: Heard[]
  ended: boolean
  close(): void
}

/** Listens as a browser does. */
async function listen(cookie: string): Promise<Stream> {
  const stop = new AbortController()
  const response = await fetch(`${url}/api/v2/events`, { headers: { cookie }, signal: stop.signal })
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('x-content-type-options'),
  ]).toEqual([200, 'text/event-stream', 'nosniff'])
  const stream: Stream = { heard: [], ended: false, close: () => stop.abort() }
  open.push(stream)
  const read = async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8')
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(part) ?? []
        if (event && data) stream.heard.push({ event, data: JSON.parse(data) })
      }
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      stream.ended = true
    })
  return stream
}
const listeners = () =>
  sql<{
    pid: number
  }>`select pid from pg_stat_activity where application_name = 'other' and query = 'listen motto_events' and datname = current_database()`
    .execute(app.services.database.system)
    .then((r) => r.rows)
const hears = () => until('the other process listens', async () => (await listeners())[0]?.pid)
const first = (stream: Stream, event: string) =>
  until(`an event "${event}"`, () => stream.heard.find((heard) => heard.event === event))
/** A change of exactly these areas; others may come before it. */
const changeOf = (stream: Stream, areas: readonly string[]) =>
  until(`a change of ${areas.join(', ')}`, () =>
    stream.heard.find(({ data }) => JSON.stringify(data) === JSON.stringify({ areas })),
  )

describe('events', () => {
  it('reach a browser that another process serves, gathered; another organization hears nothing', async () => {
    const mine = await listen(seller.as)
    const theirs = await listen((await makeSeller(app.services)).as)
    const { events } = app.services
    events.changed(seller.organization.id, ['products'])
    events.changed(seller.organization.id, ['orders', 'products'])
    events.progress(seller.organization.id, {
      jobId: 'j',
      name: 'Import',
      state: 'running',
      done: 1,
      total: 2,
      message: 'x'.repeat(20_000),
    })
    await first(mine, 'job')
    expect(await first(mine, 'change')).toEqual({ event: 'change', data: { areas: ['products', 'orders'] } })
    expect(mine.heard.filter((heard) => heard.event === 'change')).toHaveLength(1)
    expect(theirs.heard.filter((heard) => heard.event !== 'recent')).toEqual([])
  })
  it('begin with how long ago what changed, and how far back that is known: a page reads before its line stands', async () => {
    const started = performance.now()
    const watcher = await listen(seller.as)
    app.services.events.changed(seller.organization.id, ['templates'])
    await changeOf(watcher, ['templates'])
    const [late, stranger] = await Promise.all([listen(seller.as), listen((await makeSeller(app.services)).as)])
    const mine = (await first(late, 'recent')).data as Recent
    expect(mine.areas.templates).toBeLessThanOrEqual(performance.now() - started)
    expect(mine.areas).not.toHaveProperty('views')
    expect(mine.known).toBeGreaterThanOrEqual(mine.areas.templates ?? Number.NaN)
    expect(await first(stranger, 'recent')).toMatchObject({ data: { areas: {} } })
  })
  it('follow a call that changes something', async () => {
    const stream = await listen(seller.as)
    await app.call(updateClient, {
      body: { clientId: seller.organization.id, displayName: 'Fine Shirts' },
      as: seller.as,
    })
    expect(await changeOf(stream, ['organization'])).toBeDefined()
  })
  it('are refused to strangers and to those without an organization', async () => {
    const responses = await Promise.all(
      [undefined, await makeSession(app.services, seller.user.id, null)].map((cookie) =>
        fetch(`${url}/api/v2/events`, cookie ? { headers: { cookie } } : {}),
      ),
    )
    expect(responses.map((answer) => answer.status)).toEqual([401, 403])
  })
  it('end with their session, at once and in every process', async () => {
    const cookie = await makeSession(app.services, seller.user.id, seller.organization.id)
    const [ending, staying] = [await listen(cookie), await listen(seller.as)]
    await app.call(logout, { as: cookie })
    await until('the end', () => ending.ended || undefined)
    expect(staying.ended).toBe(false)
  })
  it('end when the browser has logged into another organization', async () => {
    const second = await makeOrganization(app.services)
    await makeMember(app.services, second.id, seller.user.id)
    const cookie = await makeSession(app.services, seller.user.id, seller.organization.id)
    const stream = await listen(cookie)
    expect((await app.call(clientLogin, { body: { clientLoginId: second.id }, as: cookie })).status).toBe(200)
    await until('the end', () => stream.ended || undefined)
  })
  it('come again after the database cut the line, and what was missed is made up for', async () => {
    const stream = await listen(seller.as)
    const before = await hears()
    const cut = performance.now()
    await sql`select pg_terminate_backend(${before})`.execute(app.services.database.system)
    await until('a new line', async () => (await listeners()).find((line) => line.pid !== before))
    expect(await changeOf(stream, areaNames)).toBeDefined()
    // A page that was read before then must not believe that nothing happened.
    const { known } = (await first(await listen(seller.as), 'recent')).data as Recent
    expect(known).toBeLessThan(performance.now() - cut)
    app.services.events.changed(seller.organization.id, ['orders'])
    expect(await changeOf(stream, ['orders'])).toBeDefined()
  })
  it('that were noted just before a process stops are still sent', async () => {
    const stream = await listen(seller.as)
    const leaving = await openServices({ config: app.services.config, connection: app.services.database.connection })
    leaving.services.events.changed(seller.organization.id, ['jobs'])
    await leaving.stop()
    expect(await changeOf(stream, ['jobs'])).toBeDefined()
  })
  it('are waited for on one connection, however often that breaks while it begins to listen', async () => {
    const { config, database } = app.services
    let breaks = 3
    let isListening = false
    const sockets = new Set<net.Socket>()
    let mostAtOnce = 0
    const line = net.createServer((client) => {
      const upstream = net.connect(join(String(database.connection.host), `.s.PGSQL.${database.connection.port}`))
      const end = () => {
        sockets.delete(client)
        client.destroy()
        upstream.destroy()
      }
      sockets.add(client)
      mostAtOnce = Math.max(mostAtOnce, sockets.size)
      for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
      upstream.pipe(client)
      client.on('data', (data) => {
        isListening = data.includes('listen motto_events') && (breaks -= 1) < 0
        if (data.includes('listen motto_events') && !isListening) end()
        else upstream.write(data)
      })
    })
    await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
    const { port } = line.address() as net.AddressInfo
    const events = openEvents({ ...database.connection, host: '127.0.0.1', port }, openLog(config.logLevel), true)
    await until('it listens', async () => isListening || undefined)
    expect(mostAtOnce).toBe(1)
    await events.stop()
    line.close()
  })
})
