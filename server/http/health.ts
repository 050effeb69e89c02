import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { channelOf } from '#channels/registry.ts'
import type { Services } from '../context.ts'
import { openApi } from './openapi.ts'
import type { App } from './route.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })
const requests = new Histogram({
  name: 'motto_http_seconds',
  help: 'Time to answer, by route',
  labelNames: ['method', 'route'],
  registers: [registry],
  buckets: [0.005, 0.02, 0.1, 0.3, 1, 3],
})
/** Apart from the times: with a bucket of time for each status there would be ten times as many lines. */
const answers = new Counter({
  name: 'motto_http_answers_total',
  help: 'Answers, by route and kind of status',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
})
export const channelCalls = new Counter({
  name: 'motto_channel_calls_total',
  help: 'Requests sent to channels',
  labelNames: ['channel', 'status'],
  registers: [registry],
})
const pending = new Gauge({
  name: 'motto_listings_pending',
  help: 'Listings whose channel still has to be told something',
  registers: [registry],
})

const callsUsed = new Gauge({
  name: 'motto_channel_calls_used',
  help: 'Calls used of those that a channel allows the installation in a day',
  labelNames: ['channel', 'lane'],
  registers: [registry],
})
const callsAllowed = new Gauge({
  name: 'motto_channel_calls_allowed',
  help: 'Calls that a channel allows the installation in a day',
  labelNames: ['channel', 'lane'],
  registers: [registry],
})

export function observe(fastify: FastifyInstance, services: Services) {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'other'
    // A method that Motto does not know has no route, and anybody can invent one.
    const method = request.routeOptions.url ? request.method : 'other'
    requests.observe({ method, route }, reply.elapsedTime / 1000)
    answers.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` })
    services.log.debug(
      {
        method: request.method,
        url: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

/** Longer than a healthy database ever takes, shorter than whoever asks waits. */
const READY_MS = 3000

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function countPending({ database }: Services): Promise<number> {
  const { n } = await database.system
    .selectFrom('listingDebts')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('pending', 'is not', null)
    .executeTakeFirstOrThrow()
  return n
}

/** What all accounts of an app share, of the day that runs. */
async function countCalls({ database }: Services): Promise<void> {
  const rows = await database.system
    .selectFrom('channelQuotas')
    .select(['channel', 'lane', 'used', 'seconds', 'calls'])
    .where('accountId', '=', 0)
    .where('windowEndsAt', '>', sql<Date>`now()`)
    .execute()
  callsUsed.reset()
  callsAllowed.reset()
  for (const { channel, lane, used, seconds, calls } of rows) {
    callsUsed.set({ channel, lane }, used)
    const published = channelOf(channel).limits.quotas.find(
      (quota) => quota.per === 'app' && (quota.lane ?? '') === lane && quota.seconds === seconds,
    )
    const allowed = calls ?? published?.calls
    if (allowed !== undefined) callsAllowed.set({ channel, lane }, allowed)
  }
}

export function mountHealth({ fastify, services }: App, ready: () => Promise<boolean>) {
  fastify.get('/healthz', async () => ({ ok: true }))
  const isReady = () =>
    within(READY_MS, ready()).catch((error: unknown) => {
      services.log.debug({ err: error }, 'not ready')
      return false
    })
  fastify.get('/readyz', async (_request, reply) =>
    (await isReady()) ? { ok: true } : reply.status(503).send({ ok: false }),
  )
  fastify.get('/metrics', async (_request, reply) => {
    // Without the database the other numbers are all the more wanted.
    await within(READY_MS, countPending(services)).then(
      (n) => pending.set(n),
      () => pending.set(Number.NaN),
    )
    await within(READY_MS, countCalls(services)).catch((error: unknown) => {
      callsUsed.reset()
      callsAllowed.reset()
      services.log.debug({ err: error }, "channels' calls are not counted")
    })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  let document: object | undefined
  fastify.get('/api/v2/openapi.json', async () => (document ??= openApi(services.config.publicUrl)))
}
