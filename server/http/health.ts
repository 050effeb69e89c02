import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Services } from '../context.ts'
import { openApi } from './openapi.ts'
import type { App } from './route.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })
const requests = new Histogram({ name: 'motto_http_seconds', help: 'Time to answer, by route and status', labelNames: ['method', 'route', 'status'], registers: [registry], buckets: [0.005, 0.02, 0.1, 0.3, 1, 3] })
export const channelCalls = new Counter({ name: 'motto_channel_calls_total', help: 'Requests sent to channels', labelNames: ['channel', 'status'], registers: [registry] })
const pending = new Gauge({ name: 'motto_listings_pending', help: 'Listings whose channel still has to be told something', registers: [registry] })

export function observe(fastify: FastifyInstance, services: Services) {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'other'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    services.log.debug({ method: request.method, url: request.url.split('?')[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}

export function mountHealth({ fastify, services }: App, ready: () => Promise<boolean>) {
  fastify.get('/healthz', async () => ({ ok: true }))
  fastify.get('/readyz', async (_request, reply) => ((await ready()) ? { ok: true } : reply.status(503).send({ ok: false })))
  fastify.get('/metrics', async (_request, reply) => {
    const { n } = await services.database.system.selectFrom('listingProducts').select((e) => e.fn.countAll<number>().as('n')).where('pending', 'is not', null).executeTakeFirstOrThrow()
    pending.set(n)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  let document: object | undefined
  fastify.get('/api/v2/openapi.json', async () => (document ??= openApi(services.config.publicUrl)))
}
