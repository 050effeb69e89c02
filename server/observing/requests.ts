import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { answers, outcomeOf, requestSeconds } from './metrics.ts'
import { type Scope, inScope, readTraceparent } from './scope.ts'
import { kinds } from './tracing.ts'

/** Names an endpoint. A method that Motto does not know has no route, and anybody can invent one. */
const endpointOf = ({ method, routeOptions: { url } }: FastifyRequest) =>
  url ? { method, route: url } : { method: 'other', route: 'other' }

/** Asked for every few seconds, or open for hours. */
const untraced = new Set(['/healthz', '/readyz', '/metrics', '/api/v2/events'])
/** A request that is named by Motto has the id of its trace. */
const traceIdOf = (requestId: string) => (/^(?!0{32})[\da-f]{32}$/.test(requestId) ? requestId : undefined)
const traceAttributes = (requestId: string, { method, route }: { method: string; route: string }) => ({
  'motto.request_id': requestId,
  'http.request.method': method,
  'http.route': route,
})

const scopes = new WeakMap<FastifyRequest, Scope>()

/** Gives each request its scope, its id to each answer, and counts what is answered. */
export function observeRequests(fastify: FastifyInstance, { log, tracer }: Pick<Services, 'log' | 'tracer'>): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    const { method, route } = endpointOf(request)
    const name = route === 'other' ? route : `${method} ${route}`
    const span = untraced.has(route)
      ? undefined
      : tracer?.start(name, kinds.server, readTraceparent(request.headers.traceparent), traceIdOf(request.id))
    const scope: Scope = { requestId: request.id, name, jobs: 0, span }
    scopes.set(request, scope)
    inScope(scope, done)
  })
  // What reads a body goes on where its socket was opened.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const scope = scopes.get(request)
    if (scope) inScope(scope, done)
    else done()
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const endpoint = endpointOf(request)
    requestSeconds.observe(endpoint, reply.elapsedTime / 1000)
    scopes
      .get(request)
      ?.span?.end(
        { ...traceAttributes(request.id, endpoint), 'http.response.status_code': reply.statusCode },
        reply.statusCode >= 500,
      )
    answers.inc({ ...endpoint, status: outcomeOf(reply.statusCode) })
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        url: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
