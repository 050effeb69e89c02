import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyEndpoint, Endpoint, HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { may } from '#contract/permissions.ts'
import type { Ctx, Services } from '../context.ts'
import { translate } from '../db/constraints.ts'
import { AppError } from '../errors.ts'
import type { Session, Sessions } from './auth.ts'
import { BODY_BYTES, bringsForm } from './requests/bodies.ts'
import { OutgoingFile, sendFile } from './replies/file.ts'
import { once } from './idempotency.ts'
import { asText, parseQuery } from './requests/query.ts'
import { sentenceOf } from './requests/sentences.ts'

/** A request's caller: signed in or not, in an organization or not. */
export interface Caller {
  services: Services
  session: Session | null
  request: FastifyRequest
  reply: FastifyReply
}
export interface App {
  fastify: FastifyInstance
  services: Services
  sessions: Sessions
  mounted: Set<AnyEndpoint>
}

type Handler<C, E> = (ctx: C, input: HandlerInput<E>) => Promise<HandlerReply<E>>
/** Reads a `multipart/form-data` body, once its sender is known. */
type ReadForm = (request: FastifyRequest) => Promise<unknown>
const API = '/api/v2'
/** Who sends a request, known before its body is read. */
const senders = new WeakMap<FastifyRequest, Session | null>()

/** Mounts an endpoint of an organization: its handler gets a `ctx` bound to it. */
export function route<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  handle: Handler<Ctx, E>,
  message?: string | ((input: HandlerInput<E>) => string),
) {
  mount(
    app,
    endpoint,
    (caller, input) => handle(organizationContext(caller), input as HandlerInput<E>),
    typeof message === 'function' ? (input) => message(input as HandlerInput<E>) : message,
  )
}
/** Mounts an endpoint of an organization that answers a file. */
export function fileRoute<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  handle: (ctx: Ctx, input: HandlerInput<E>) => Promise<OutgoingFile>,
) {
  mount(app, endpoint, (caller, input) => handle(organizationContext(caller), input as HandlerInput<E>))
}
/** Mounts an endpoint that works without an organization. */
export function openRoute<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  handle: Handler<Caller, E>,
  message?: string,
  readForm?: ReadForm,
) {
  mount(app, endpoint, (caller, input) => handle(caller, input as HandlerInput<E>), message, readForm)
}

function organizationContext({ services, session }: Caller): Ctx {
  if (!session?.organizationId) throw new AppError('no_organization')
  return {
    services,
    organizationId: session.organizationId,
    userId: session.userId,
    roleId: session.roleId,
    db: services.database.forOrganization(session.organizationId),
  }
}

function mount(
  app: App,
  endpoint: Endpoint,
  handle: (caller: Caller, input: unknown) => Promise<unknown>,
  message: string | ((input: unknown) => string) = 'OK',
  readForm?: ReadForm,
) {
  if (app.mounted.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is mounted twice`)
  app.mounted.add(endpoint)
  const path = API + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
  const { oneClick } = endpoint
  for (const url of oneClick ? [path, oneClick] : [path])
    app.fastify.route({
      method: endpoint.method,
      url,
      bodyLimit: endpoint.bodyBytes ?? BODY_BYTES,
      config: oneClick ? { oneClick: true } : {},
      onRequest: async (request, reply) => {
        // What somebody may see is no business of caches, nor of the next user of a browser.
        void reply.header('cache-control', 'no-store')
        senders.set(request, await authorise(app, endpoint, request))
        if (bringsForm(request) && !endpoint.form) throw new AppError('unsupported_type')
      },
      handler: async (request, reply) => {
        const session = senders.get(request) ?? null
        const caller = { services: app.services, session, request, reply }
        const run = async () => {
          const body = readForm && request.isMultipart() ? await readForm(request) : request.body
          const input = parse(endpoint, request, body)
          const data = await handle(caller, input).catch((error: unknown) => {
            throw translate(error)
          })
          if (data instanceof OutgoingFile) return sendFile(reply, data, app.services.log)
          return {
            success: true,
            data: encode(endpoint, data),
            message: typeof message === 'function' ? message(input) : message,
          }
        }
        const answer = endpoint.method === 'GET' ? await run() : await once(caller, endpoint, run)
        if (session?.organizationId && endpoint.changes.length > 0)
          app.services.events.changed(session.organizationId, endpoint.changes)
        return answer
      },
    })
}

async function authorise(app: App, endpoint: Endpoint, request: FastifyRequest): Promise<Session | null> {
  if (endpoint.method !== 'GET') checkOrigin(app.services, request)
  const token = request.cookies.jwt
  const session = token ? await app.sessions.find(token) : null
  if (endpoint.needs === 'public') return session
  if (!session) throw new AppError('unauthenticated')
  if (endpoint.needs === 'session') return session
  if (!session.emailConfirmed) throw new AppError('email_unconfirmed')
  // Running the installation needs no organization.
  if (session.organizationId === null && !(session.isSuper && endpoint.needs === 'everything:admin'))
    throw new AppError('no_organization')
  if (session.secondFactorMissing) throw new AppError('second_factor_setup_required')
  if (!may(session.roleId, endpoint.needs))
    throw new AppError('forbidden', 'Your role in this organization does not allow this.')
  return session
}

/** A browser says where a request comes from; another site's is refused. Tools that send neither header carry no cookie of ours by accident. */
export function checkOrigin(services: Services, request: FastifyRequest) {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site') throw new AppError('wrong_origin')
  const { origin } = request.headers
  if (!origin) return
  const own = new Set([
    new URL(services.config.publicUrl).origin,
    `http://${request.headers.host}`,
    `https://${request.headers.host}`,
  ])
  if (!own.has(origin)) throw new AppError('wrong_origin')
}

/** Lists only where the schema takes them; what may be left out and is empty was left out. */
function readQuery({ query }: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const raw: Record<string, unknown> = parseQuery(request.raw.url ?? '')
  const fields = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {}
  for (const [name, value] of Object.entries(raw)) {
    if (isEmpty(value) && fields[name]?.safeParse(undefined).success) delete raw[name]
    else if (Array.isArray(value) && !fields[name]?.safeParse(value).success) raw[name] = asText(value)
  }
  return raw
}

/** An empty value or an empty list: `skus=`, `skus=+`. */
const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.every((part) => part === ''))

/** At most this many wrong fields are reported. */
const MOST_FIELDS = 100

function parse(endpoint: Endpoint, request: FastifyRequest, body: unknown) {
  const take = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = schema.safeParse(value, { error: sentenceOf })
    if (result.success) return result.data
    const fields: Record<string, string> = {}
    for (const issue of result.error.issues.slice(0, MOST_FIELDS)) fields[issue.path.join('.')] ??= issue.message
    const [first] = Object.entries(fields)
    throw new AppError('invalid_input', first ? (first[0] ? `${first[0]}: ${first[1]}` : first[1]) : undefined, {
      fields,
    })
  }
  return {
    params: take(endpoint.params, request.params),
    query: take(endpoint.query, readQuery(endpoint, request)),
    body: take(endpoint.body, body ?? undefined),
  }
}

/** The wire form of a reply. A reply that does not match its schema is our bug and reported as an internal error. */
function encode(endpoint: Endpoint, data: unknown): unknown {
  return z.encode(endpoint.reply, data as never)
}
