import { AppError } from '../errors.ts'
import type { App } from './route.ts'

/** Keeps proxies from closing a quiet stream. */
const BEAT_MS = 20_000

/** `GET /api/v2/events`: what changed and how jobs go, as server-sent events to the organization's browsers. */
export function mountEvents({ fastify, services, sessions }: App) {
  fastify.get('/api/v2/events', async (request, reply) => {
    const token = request.cookies.jwt ?? ''
    const session = token ? await sessions.find(token) : null
    if (!session) throw new AppError('unauthenticated')
    if (!session.organizationId) throw new AppError('no_organization')
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', connection: 'keep-alive', 'x-accel-buffering': 'no' })
    raw.write('retry: 1000\n\n')
    const stop = services.events.subscribe(session.organizationId, ({ event, data }) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    const beat = setInterval(() => {
      // A revoked session must not go on listening.
      void sessions.find(token).then((still) => (still ? raw.write(':\n\n') : raw.end()))
    }, BEAT_MS)
    request.raw.on('close', () => {
      clearInterval(beat)
      stop()
    })
  })
}
