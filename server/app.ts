import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import serveFiles from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { openDrives } from '#contract/integrations/drives.ts'
import type { Envelope } from '#contract/endpoint.ts'
import type { Services } from './context.ts'
import { isAway } from './db/connection/away.ts'
import { AppError } from './errors.ts'
import { mountAreas } from './features/mount.ts'
import { refuseUnknown } from './http/requests/addresses.ts'
import { openSessions } from './http/auth.ts'
import { openBearers } from './http/tokens/bearer.ts'
import { openGrants } from './http/tokens/grants.ts'
import { BODY_BYTES, guardBodies } from './http/requests/bodies.ts'
import { compression } from './http/replies/compression.ts'
import { mountEvents } from './http/replies/events.ts'
import { mountHealth } from './http/health.ts'
import { readHost } from './http/outgoing/image-host.ts'
import type { App } from './http/route.ts'
import { isFull, watchStorage } from './http/storage.ts'
import { observeRequests } from './observing/requests.ts'
import { requestIdOf } from './observing/scope.ts'

export interface BuildOptions {
  services: Services
  webRoot: string
  ready: () => Promise<boolean>
  /** A worker answers for its health and nothing else. */
  healthOnly?: boolean
}

/** The HTTP side of Motto, not yet listening. Tests inject requests into it. */
export async function buildApp({
  services,
  webRoot,
  ready,
  healthOnly,
}: BuildOptions): Promise<{ fastify: FastifyInstance; app: App }> {
  const fastify = Fastify({
    bodyLimit: BODY_BYTES,
    trustProxy: 'loopback',
    forceCloseConnections: true,
    // A file of a gigabyte may take its time; heads may not, nor bodies (`guardBodies`).
    requestTimeout: 3_600_000,
    // An address may name a thousand SKUs; Node takes 16 kB.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000, maxHeaderSize: 64 * 1024 },
    genReqId: ({ headers }) => requestIdOf(headers),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // An address that cannot be read has no route, and so no error handler.
    frameworkErrors: (_error, request, reply: FastifyReply) =>
      void reply
        .header('x-request-id', request.id)
        .status(400)
        .send(failure('bad_request', 'This address cannot be read.')),
  })
  observeRequests(fastify, services)
  const picking = openDrives(services.config.driveKeys)
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: [`'self'`],
        scriptSrc: [`'self'`, ...picking.flatMap(({ scripts }) => scripts.map((url) => new URL(url).origin))],
        styleSrc: [`'self'`, `'unsafe-inline'`],
        imgSrc: [`'self'`, 'data:', 'blob:', 'https:', ...loopbackImages(services)],
        fontSrc: [`'self'`],
        connectSrc: [`'self'`, ...imageHosts(services), ...picking.flatMap(({ asks }) => asks)],
        frameSrc: [`'self'`, ...picking.flatMap(({ frames }) => frames)],
        objectSrc: [`'none'`],
        frameAncestors: [`'none'`],
        baseUri: [`'self'`],
        formAction: [`'self'`],
        upgradeInsecureRequests: null,
      },
    },
    hsts: services.config.publicUrl.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    // A consent window passes through its channel and back, and has to know then that it may close itself.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  await fastify.register(compress, compression)
  guardBodies(fastify)
  await fastify.register(cookie)
  await fastify.register(multipart, { limits: { fileSize: 20 * 1024 * 1024, files: 10 } })
  const storage = watchStorage(services)
  answerErrors(fastify, services, storage.refused)

  const grants = openGrants(services)
  const app: App = {
    fastify,
    services,
    sessions: openSessions(services),
    grants,
    bearers: openBearers(grants, () => services.clock.now().getTime()),
    mounted: new Set(),
  }
  refuseUnknown(app, healthOnly)
  mountHealth(app, async () => (await ready()) && (await storage.hasRoom()))
  if (healthOnly) return { fastify, app }
  mountEvents(app)
  mountAreas(app)
  passOn(app)
  await serveWeb(app, webRoot)
  return { fastify, app }
}

/** The sandbox's own pictures come from another port of this machine. */
const loopbackImages = (services: Services) =>
  services.config.channelMode === 'sandbox' ? ['http://127.0.0.1:*', 'http://localhost:*'] : []

/** Browsers upload pictures straight to the image host. */
const imageHosts = ({ config: { mediaUrl } }: Services) =>
  mediaUrl ? [new URL(readHost(mediaUrl).uploadUrl).origin] : []

const failure = (code: AppError['code'], message: string, fields?: Record<string, string>): Envelope<never> => ({
  success: false,
  data: null,
  message,
  code,
  ...(fields ? { fields } : {}),
})

function answerErrors(fastify: FastifyInstance, services: Services, full: () => void) {
  fastify.setErrorHandler((error, request, reply) => {
    const app = error instanceof AppError ? error : fromFastify(error)
    if (app.code === 'storage_full') full()
    if (app.status >= 500)
      services.log.error(
        { err: error, requestId: request.id, method: request.method, url: request.url.split('?')[0] },
        'a request failed',
      )
    // The rest of a form that was refused midway still arrives; unread, it would block what comes next over this connection.
    if (request.isMultipart()) request.raw.unpipe().resume()
    const challenge = app.challenge ?? (app.code === 'unauthenticated' ? 'Bearer realm="motto"' : undefined)
    if (challenge) void reply.header('www-authenticate', challenge)
    if (app.retryAfterSeconds) void reply.header('retry-after', String(app.retryAfterSeconds))
    return reply.status(app.status).send(failure(app.code, app.message, app.fields))
  })
}

function fromFastify(error: unknown): AppError {
  if (isFull(error)) return new AppError('storage_full', undefined, { cause: error })
  const status = (error as { statusCode?: unknown }).statusCode
  if (status === 413) return new AppError('payload_too_large', undefined, { cause: error })
  if (status === 415) return new AppError('unsupported_type', undefined, { cause: error })
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('bad_request', error instanceof Error ? error.message : undefined, { cause: error })
  if (isAway(error)) return new AppError('unavailable', undefined, { retryAfterSeconds: 2, cause: error })
  return new AppError('internal', undefined, { cause: error })
}

/**
 * A channel answers to one registered, public address. With a part more, a developer's server on the browser's own machine is meant, where the
 * operator has named it (CHN-104, CHN-105); else that part says nothing.
 */
function passOn({ fastify, services }: App) {
  const { oauthDevUrl } = services.config
  if (!oauthDevUrl) return
  fastify.get<{ Params: { channel: string } }>('/oauth/:channel/:dev', (request, reply) =>
    reply.redirect(
      `${oauthDevUrl}/oauth/${encodeURIComponent(request.params.channel)}${new URL(request.url, oauthDevUrl).search}`,
    ),
  )
}

/** Built files are named by their content and kept for a year; every other page is the one application. What is no page was refused before. */
async function serveWeb({ fastify }: App, root: string) {
  const built = existsSync(join(root, 'index.html'))
  const pages = built ? readPages(root) : []
  if (built)
    await fastify.register(serveFiles, {
      root,
      index: 'index.html',
      preCompressed: true,
      setHeaders: (reply, path) =>
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  fastify.setNotFoundHandler((request, reply: FastifyReply) => {
    if (request.url.startsWith('/oauth/')) void reply.header('cross-origin-opener-policy', 'unsafe-none')
    if (!built)
      return reply
        .status(503)
        .type('text/plain')
        .send('The web application is not built. Start Motto with `npm start`.')
    const path = request.url.replace(/[?#].*/, '')
    const inside = () => pages.find(({ pattern }) => pattern.test(path))?.file ?? 'inside.html'
    // Only what the browser is told to load ahead differs; who may see what is asked elsewhere.
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .sendFile(request.cookies['user'] ? inside() : 'index.html')
  })
}

/** Which document names the files of which page: the build writes it beside them. */
const readPages = (root: string) =>
  (JSON.parse(readFileSync(join(root, 'pages.json'), 'utf8')) as [pattern: string, file: string][]).map(
    ([pattern, file]) => ({ pattern: new RegExp(pattern), file }),
  )
