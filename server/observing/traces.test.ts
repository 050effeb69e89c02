import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { addUserRole } from '#contract/organizations/organizations.ts'
import { makeSeller } from '#seed/make.ts'
import { httpFor } from '../features/integrations/connections/connections.ts'
import { jobNames } from '../jobs/jobs.ts'
import { openQueue } from '../jobs/queue.ts'
import { type Handlers, startWorkers } from '../jobs/worker.ts'
import { openApp } from '../testing/setup/open-app.ts'
import { testDatabase } from '../testing/setup/database.ts'
import { until } from '../testing/setup/until.ts'
import { openTracer } from './otlp.ts'

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string } }[]
}
interface OtlpBody {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[]
}

const posts: { url: string | undefined; key: unknown; body: string }[] = []
let redirect = false
let receiver: Server
let endpoint: string
beforeAll(async () => {
  receiver = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      posts.push({ url: request.url, key: request.headers['api-key'], body })
      if (redirect) reply.writeHead(307, { location: '/elsewhere' })
      reply.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(() => void receiver.close())

const spansOf = () =>
  posts
    .filter(({ url }) => url === '/v1/traces')
    .flatMap(({ body }) =>
      (JSON.parse(body) as OtlpBody).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans),
      ),
    )
const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** A request that writes, a job that it queues, and what that job asks of a channel. */
async function requestToChannel(settings: Record<string, string>) {
  const app = await openApp({ ROLE: 'api', DATABASE_URL: 'postgres://unused', ...settings }, await testDatabase())
  const { services } = app
  const { ctx, as } = await makeSeller(services)
  const { organizationId } = ctx
  const queue = await openQueue(services.database.connection, true, quiet)
  const channel = channelOf('shopify')
  const key = { organizationId, integrationId: 1 }
  const nothing = Object.fromEntries(jobNames.map((name) => [name, async () => undefined])) as unknown as Handlers
  let ran = false
  await startWorkers(
    { ...services, queue },
    {
      ...nothing,
      'mail.send': async () => {
        const http = httpFor(services, channel, key)
        await http({ method: 'GET', url: `${endpoint}/channel?token=secret-token` }).catch(() => undefined)
        ran = true
      },
    },
  )
  const answer = await app.call(addUserRole, {
    as,
    body: { clientId: organizationId, userEmail: 'secret.person@example.com', userRole: 4 },
    headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
  })
  expect(answer.status).toBe(200)
  await until('the job ran', () => ran || undefined, 20_000)
  await queue.stop()
  await app.stop()
}

it('a trace leads from the caller’s request to its statements, its job and the call of a channel, without anything personal', async () => {
  await requestToChannel({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=the%20key',
  })
  const sent = posts.filter(({ url }) => url === '/v1/traces')
  expect(sent.length).toBeGreaterThan(0)
  expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['the key']))
  const spans = spansOf().filter(({ traceId }) => traceId === caller.traceId)
  const find = (name: string) => spans.find((span) => span.name === name)
  const [request, job] = [spans.find(({ name }) => name.startsWith('POST ')), find('job mail.send')]
  expect(request?.parentSpanId).toBe(caller.spanId)
  expect(spans.some(({ name, parentSpanId }) => name === 'SQL insert' && parentSpanId === request?.spanId)).toBe(true)
  expect(job?.parentSpanId).toBe(request?.spanId)
  expect(find('GET shopify')?.parentSpanId).toBe(job?.spanId)
  const text = sent.map(({ body }) => body).join('\n')
  for (const secret of ['secret.person', 'secret-token', 'jwt=', 'example.com']) expect(text).not.toContain(secret)
}, 60_000)

it('nothing is sent and no job carries a trace unless a collector is set', async () => {
  posts.length = 0
  await requestToChannel({})
  expect(posts.filter(({ url }) => url !== '/channel?token=secret-token')).toEqual([])
}, 60_000)

it('a redirect of the collector is not followed, and the log says once that traces are lost', async () => {
  posts.length = 0
  redirect = true
  const warnings: string[] = []
  const log = { ...quiet, warn: (_data: object, message: string) => void warnings.push(message) }
  const tracer = openTracer({ endpoint, headers: {}, role: 'all' }, log)
  tracer.start('GET /x', 2, undefined).end()
  await tracer.stop()
  tracer.start('GET /y', 2, undefined).end()
  await tracer.stop()
  expect(posts.map(({ url }) => url)).toEqual(['/v1/traces', '/v1/traces'])
  expect(warnings).toEqual(['traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT and are dropped'])
})
