import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { answers, outcomeOf, requestSeconds } from './metrics.ts'
import { type Scope, inScope } from './scope.ts'

/** Names an endpoint. A method that Motto does not know has no route, and anybody can invent one. */
const endpointOf = ({ method, routeOptions: { url } }: FastifyRequest) =>
  url ? { method, route: url } : { method: 'other', route: 'other' }

const scopes = new WeakMap<FastifyRequest, Scope>()

/** Gives each request its scope, its id to each answer, and counts what is answered. */
export function observeRequests(fastify: FastifyInstance, { log }: Pick<Services, 'log'>): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    const { method, route } = endpointOf(request)
    const scope: Scope = { requestId: request.id, name: route === 'other' ? route : `${method} ${route}`, jobs: 0 }
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
