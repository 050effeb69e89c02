import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, jobContext } from '../context.ts'
import { jobNames } from '../jobs/jobs.ts'
import { enqueue, openQueue } from '../jobs/queue.ts'
import { type Handlers, startWorkers } from '../jobs/worker.ts'
import { openLog } from '../log.ts'
import { type TestApp, testApp } from '../testing/setup/app.ts'
import { until } from '../testing/setup/until.ts'
import { makeSeller } from '#seed/make.ts'
import { currentScope, inScope, requestIdOf } from './scope.ts'

let app: TestApp
const lines: Record<string, unknown>[] = []
const log = openLog(
  'debug',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  }),
)

beforeAll(async () => {
  app = await testApp({ ROLE: 'api', DATABASE_URL: 'postgres://unused' })
})
afterAll(() => app.stop())

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const idOf = async (headers: Record<string, string>, url = '/healthz', method: 'GET' | 'POST' = 'GET') =>
  (await app.fastify.inject({ method, url, headers })).headers['x-request-id']

describe('the id of a request', () => {
  it('is in every answer, and new where the caller brings none', async () => {
    const [a, b] = [await idOf({}), await idOf({})]
    expect(a).toMatch(/^[\da-f]{32}$/)
    expect(b).toMatch(/^[\da-f]{32}$/)
    expect(a).not.toBe(b)
  })
  it.each([
    ['a page that is not there', '/api/v2/nowhere', 'GET'],
    ['a refused write', '/api/v2/products', 'POST'],
    ['an address that cannot be read', '/%E0%A4%A', 'GET'],
  ] as const)('is in the answer to %s', async (_what, url, method) => {
    expect(await idOf({ 'x-request-id': 'from-the-proxy-1' }, url, method)).toBe('from-the-proxy-1')
  })
  it.each([
    [{ 'x-request-id': 'from-the-proxy-1' }, 'from-the-proxy-1'],
    [{ traceparent: `00-${traceId}-00f067aa0ba902b7-01` }, traceId],
    [{ 'x-request-id': 'from-the-proxy-1', traceparent: `00-${traceId}-00f067aa0ba902b7-01` }, 'from-the-proxy-1'],
  ])('is the one that the caller brings: %j', (headers, id) => {
    expect(requestIdOf(headers)).toBe(id)
  })
  it.each([
    { 'x-request-id': 'short' },
    { 'x-request-id': 'x'.repeat(65) },
    { 'x-request-id': 'with a "quote" inside' },
    { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` },
    { traceparent: `ff-${traceId}-00f067aa0ba902b7-01` },
  ])('is a new one where the header cannot be used: %j', (headers) => {
    expect(requestIdOf(headers)).toMatch(/^[\da-f]{32}$/)
    expect(requestIdOf(headers)).not.toBe(traceId)
  })
})

describe('log lines', () => {
  it('of a job, and of a job that it queues, have the id of the request that started it', async () => {
    const { organizationId } = (await makeSeller(app.services)).ctx
    const queue = await openQueue(app.services.database.connection, true, log)
    const services = { ...app.services, queue, log }
    const ctx = jobContext(services, organizationId)
    const nothing = Object.fromEntries(jobNames.map((name) => [name, async () => undefined])) as unknown as Handlers
    const payloads: object[] = []
    await startWorkers(services, {
      ...nothing,
      'changes.purge': async (_services, payload) => {
        payloads.push(payload)
        log.info({}, 'first job')
        await inTransaction(ctx, (ctx) => enqueue(ctx, 'publishing.purge', { organizationId }))
      },
      'publishing.purge': async () => log.info({}, 'second job'),
      'imports.purge': async () => log.info({}, 'job of nobody'),
    })
    await inScope({ requestId: 'request-1', name: 'POST /x', jobs: 0 }, () =>
      inTransaction(ctx, (ctx) => enqueue(ctx, 'changes.purge', { organizationId })),
    )
    expect(currentScope()).toBeUndefined()
    await enqueue(ctx, 'imports.purge', { organizationId })
    const find = (msg: string) => lines.find((line) => line['msg'] === msg)
    await until('all ran', () => (find('second job') && find('job of nobody') ? true : undefined), 20_000)
    await queue.stop()
    expect(find('first job')).toMatchObject({ requestId: 'request-1' })
    expect(find('second job')).toMatchObject({ requestId: 'request-1' })
    expect(find('job of nobody')).not.toHaveProperty('requestId')
    expect(payloads).toEqual([{ organizationId }])
  })
})
