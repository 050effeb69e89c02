import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Area, areaNames } from '#contract/endpoint.ts'
import { hears } from '#contract/tokens/access.ts'
import { AppError } from '../../errors.ts'
import type { BrowserEvent, Recent } from '../../events.ts'
import type { Session } from '../auth.ts'
import type { App } from '../route.ts'
import { insufficientScope, invalidToken, readBearer } from '../tokens/bearer.ts'

/** Keeps proxies from closing a quiet stream. */
const BEAT_MS = 20_000
/** A browser that stopped reading is disconnected; it reconnects and refetches everything. */
const MOST_UNREAD_BYTES = 1_000_000
/** Streams of one user in one process: a tab has one, and each costs memory and a look at the session every beat. */
const MOST_STREAMS = 50
/** The same of one API token: a program has one. */
const MOST_TOKEN_STREAMS = 5
const TOO_MANY_TABS = 'Motto is open in too many tabs. Close some and reload.'
const TOO_MANY_PROGRAMS = 'Too many programs listen with this API token. Stop some first.'
const NOTHING_TO_HEAR = 'This API token can read nothing that the event stream tells of.'

/**
 * `GET /api/v2/events`: what changed and how jobs go, as server-sent events to the organization's browsers. A program with an API token hears which
 * areas changed, of those that it may read.
 */
export function mountEvents(app: App) {
  const { fastify, services } = app
  const streams = new Map<string, number>()
  const count = (listener: string, by: 1 | -1) => {
    const now = (streams.get(listener) ?? 0) + by
    if (now > 0) streams.set(listener, now)
    else streams.delete(listener)
  }
  fastify.get('/api/v2/events', { exposeHeadRoute: false }, async (request, reply) => {
    const session = await firstListening(app, request, reply)
    const { id, userId, organizationId } = session
    const listener = session.token ? id : `user:${userId}`
    if ((streams.get(listener) ?? 0) >= (session.token ? MOST_TOKEN_STREAMS : MOST_STREAMS))
      throw new AppError('too_many_requests', session.token ? TOO_MANY_PROGRAMS : TOO_MANY_TABS, {
        retryAfterSeconds: BEAT_MS / 1000,
      })
    const { raw } = reply.hijack()
    // The browser left while its session was looked up.
    if (raw.destroyed) return
    count(listener, 1)
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
    const send = (event: Told) => {
      const news = session.token ? newsFor(session.token.scopes, event) : event
      if (news) write(`event: ${news.event}\ndata: ${JSON.stringify(news.data)}\n\n`)
    }
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
      count(listener, -1)
      clearInterval(beat)
      unwatch()
      unsubscribe()
    })
  })
}

type Told = BrowserEvent | { event: 'recent'; data: Recent }

/** What a token with these scopes hears of an event: not how jobs go, whose messages may be about anything. */
function newsFor(scopes: ReadonlySet<string>, { event, data }: Told): Told | undefined {
  if (event === 'change') {
    const areas = data.areas.filter((area) => hears(scopes, area))
    return areas.length > 0 ? { event, data: { areas } } : undefined
  }
  if (event === 'job') return undefined
  const areas = Object.entries(data.areas).filter(([area]) => hears(scopes, area as Area))
  return { event, data: { ...data, areas: Object.fromEntries(areas) } }
}

type Listener = Session & { organizationId: number }

/** Opening a stream with a token is a request that counts. */
async function firstListening(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Listener> {
  const secret = readBearer(request)
  if (secret === undefined) return listening(app, request)
  const { session } = await app.bearers.accept(secret, request, reply)
  if (!areaNames.some((area) => hears(session.token.scopes, area))) throw insufficientScope([], NOTHING_TO_HEAR)
  return mustBeMember(session)
}

/** @throws AppError when whoever listens may not any longer */
async function listening({ sessions, grants }: App, request: FastifyRequest): Promise<Listener> {
  const secret = readBearer(request)
  if (secret !== undefined) {
    const grant = await grants.find(secret)
    if (!grant?.isFrom(request.ip)) throw invalidToken()
    grants.noteUse(grant, request.ip)
    return mustBeMember(grant.session)
  }
  const cookie = request.cookies.jwt
  const session = cookie ? await sessions.find(cookie) : null
  if (!session) throw new AppError('unauthenticated')
  return mustBeMember(session)
}

function mustBeMember(session: Session): Listener {
  if (!session.emailConfirmed) throw new AppError('email_unconfirmed')
  if (session.organizationId === null) throw new AppError('no_organization')
  if (session.secondFactorMissing) throw new AppError('second_factor_setup_required')
  return { ...session, organizationId: session.organizationId }
}
