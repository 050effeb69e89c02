import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { BrowserEvent, Recent } from '../../events.ts'
import type { Session } from '../auth.ts'
import type { App } from '../route.ts'
import { insufficientScope, readBearer } from '../tokens/bearer.ts'

/** Keeps proxies from closing a quiet stream. */
const BEAT_MS = 20_000
/** A browser that stopped reading is disconnected; it reconnects and refetches everything. */
const MOST_UNREAD_BYTES = 1_000_000
/** Streams of one user in one process: a tab has one, and each costs memory and a look at the session every beat. */
const MOST_STREAMS = 50
const FOR_BROWSERS = 'API tokens can’t open the event stream of the browser.'

/** `GET /api/v2/events`: what changed and how jobs go, as server-sent events to the organization's browsers. */
export function mountEvents(app: App) {
  const { fastify, services } = app
  const streams = new Map<number, number>()
  const count = (userId: number, by: 1 | -1) => {
    const now = (streams.get(userId) ?? 0) + by
    if (now > 0) streams.set(userId, now)
    else streams.delete(userId)
  }
  fastify.get('/api/v2/events', { exposeHeadRoute: false }, async (request, reply) => {
    const { id, userId, organizationId } = await listening(app, request)
    if ((streams.get(userId) ?? 0) >= MOST_STREAMS)
      throw new AppError('too_many_requests', 'Motto is open in too many tabs. Close some and reload.', {
        retryAfterSeconds: BEAT_MS / 1000,
      })
    const { raw } = reply.hijack()
    // The browser left while its session was looked up.
    if (raw.destroyed) return
    count(userId, 1)
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    })
    const write = (text: string) => void (raw.writableLength > MOST_UNREAD_BYTES ? raw.destroy() : raw.write(text))
    write('retry: 1000\n\n')
    /** Ends the stream of a session that ended, or that has left the organization. While the database is away nobody knows better. */
    const check = () =>
      void listening(app, request).then(
        (still) => void (still.organizationId === organizationId ? undefined : raw.end()),
        (error: unknown) =>
          void (error instanceof AppError
            ? raw.end()
            : services.log.debug({ err: error }, 'a session could not be checked')),
      )
    const send = ({ event, data }: BrowserEvent | { event: 'recent'; data: Recent }) =>
      write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    const unsubscribe = services.events.subscribe(organizationId, send)
    send({ event: 'recent', data: services.events.recent(organizationId) })
    const concerned = new Set([id, `user:${userId}`, `organization:${organizationId}`])
    const unwatch = services.events.onSession((which) => {
      if (concerned.has(which)) check()
    })
    const beat = setInterval(() => {
      write(':\n\n')
      check()
    }, BEAT_MS)
    raw.on('close', () => {
      count(userId, -1)
      clearInterval(beat)
      unwatch()
      unsubscribe()
    })
  })
}

async function listening({ sessions }: App, request: FastifyRequest): Promise<Session & { organizationId: number }> {
  if (readBearer(request) !== undefined) throw insufficientScope([], FOR_BROWSERS)
  const token = request.cookies.jwt
  const session = token ? await sessions.find(token) : null
  if (!session) throw new AppError('unauthenticated')
  if (!session.emailConfirmed) throw new AppError('email_unconfirmed')
  if (session.organizationId === null) throw new AppError('no_organization')
  if (session.secondFactorMissing) throw new AppError('second_factor_setup_required')
  return { ...session, organizationId: session.organizationId }
}
