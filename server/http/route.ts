import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AnyEndpoint, type Endpoint, type HandlerInput, type HandlerReply, isKeyed } from '#contract/endpoint.ts'
import { type Ctx, REQUEST_STATEMENT_MS, type Services, type Turn } from '../context.ts'
import { translate } from '../db/constraints.ts'
import { AppError } from '../errors.ts'
import type { Session, Sessions } from './auth.ts'
import { authorise } from './authorise.ts'
import type { Caller } from './caller.ts'
import { BODY_BYTES, bringsForm } from './requests/bodies.ts'
import { OutgoingFile, sendFile } from './replies/file.ts'
import { readKey } from './idempotency.ts'
import { asText, parseQuery } from './requests/query.ts'
import { sentenceOf } from './requests/sentences.ts'
import type { Bearers } from './tokens/bearer.ts'
import type { Grants } from './tokens/grants.ts'
import { type Answer, type Steps, type Taken, type Write, carryOut } from './writes.ts'

export interface App {
  fastify: FastifyInstance
  services: Services
  sessions: Sessions
  grants: Grants
  bearers: Bearers
  mounted: Set<AnyEndpoint>
}

type Handler<C, E> = (ctx: C, input: HandlerInput<E>) => Promise<HandlerReply<E>>
/** Reads a `multipart/form-data` body, once its sender is known. */
type ReadForm = (request: FastifyRequest) => Promise<unknown>
const API = '/api/v2'
/** Who sends a request, known before its body is read. */
const senders = new WeakMap<FastifyRequest, Session | null>()

type Message<E> = string | ((input: HandlerInput<E>) => string)

/** Mounts an endpoint of an organization: its handler gets a `ctx` bound to it, in one transaction where it writes. @param after told after the commit */
export function route<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  handle: Handler<Ctx, E>,
  message?: Message<E>,
  after?: (input: HandlerInput<E>) => void,
) {
  const run = (caller: Caller, input: unknown) => handle(organizationContext(caller), input as HandlerInput<E>)
  mount(app, endpoint, {
    message: message as Message<Endpoint>,
    ...(isKeyed(endpoint)
      ? {
          of: 'organization',
          steps: { save: run, ...(after && { after: (input) => after(input as HandlerInput<E>) }) },
        }
      : { run }),
  })
}

/** What a receipt may hold: it is kept as JSON. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain | undefined }
interface Prepared<E, P> {
  take?: (ctx: Ctx, request: FastifyRequest, input: HandlerInput<E>, store: boolean) => Promise<Taken & { value: P }>
  prepare?: (ctx: Ctx, input: HandlerInput<E>) => Promise<P>
}
interface InOne<E, P> extends Prepared<E, P> {
  save: (ctx: Ctx, input: HandlerInput<E>, prepared: P) => Promise<HandlerReply<E>>
}
interface InTwo<E, P, L extends Plain> extends Prepared<E, P> {
  save: (ctx: Ctx, input: HandlerInput<E>, prepared: P) => Promise<L>
  finish: (
    ctx: Ctx,
    left: L,
    input: HandlerInput<E>,
    goOn: (work: (ctx: Ctx, left: L) => Promise<L>) => Promise<L>,
  ) => Promise<HandlerReply<E>>
  whole?: (left: L, input: HandlerInput<E>) => HandlerReply<E> | undefined
}

/** Mounts a write of an organization that does something before or after its transaction. `Steps` tells what belongs where. */
export function stepsRoute<E extends AnyEndpoint, P, L extends Plain>(
  app: App,
  endpoint: E,
  steps: InTwo<E, P, L>,
  message?: Message<E>,
): void
export function stepsRoute<E extends AnyEndpoint, P>(
  app: App,
  endpoint: E,
  steps: InOne<E, P>,
  message?: Message<E>,
): void
export function stepsRoute<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  steps: InOne<E, unknown> | InTwo<E, unknown, never>,
  message?: Message<E>,
) {
  const { take, prepare } = steps
  const read = (input: unknown) => input as HandlerInput<E>
  const save = steps.save as (ctx: Ctx, input: HandlerInput<E>, prepared: unknown) => Promise<unknown>
  const finish = 'finish' in steps ? (steps.finish as (...parameters: unknown[]) => Promise<unknown>) : undefined
  const whole = 'whole' in steps ? (steps.whole as (...parameters: unknown[]) => unknown) : undefined
  mount(app, endpoint, {
    message: message as Message<Endpoint>,
    of: 'organization',
    steps: {
      save: (caller, input, prepared) => save(organizationContext(caller), read(input), prepared),
      ...(take && {
        take: (caller, input, store) => take(organizationContext(caller), caller.request, read(input), store),
      }),
      ...(prepare && { prepare: (caller, input) => prepare(organizationContext(caller), read(input)) }),
      ...(whole && { whole: (left, input) => whole(left, read(input)) }),
      ...(finish && {
        finish: (caller, left, input, goOn) =>
          finish(organizationContext(caller), left, input, (work: (ctx: Ctx, left: unknown) => Promise<unknown>) =>
            goOn((inner, now) => work(organizationContext(inner), now)),
          ),
      }),
    },
  })
}

/**
 * Mounts a write of an organization that asks somebody outside and saves step by step. `turn.mark` does what it does last.
 * @param answer made from what `act` left
 */
export function actRoute<E extends AnyEndpoint, L extends Plain>(
  app: App,
  endpoint: E,
  act: (ctx: Ctx, input: HandlerInput<E>, turn: Turn) => Promise<L>,
  answer: (ctx: Ctx, left: L, input: HandlerInput<E>) => Promise<HandlerReply<E>>,
  message?: Message<E>,
) {
  mount(app, endpoint, {
    message: message as Message<Endpoint>,
    of: 'organization',
    steps: {
      act: (caller, input, { request, mark, parts, part }) =>
        act(organizationContext(caller), input as HandlerInput<E>, {
          request,
          mark: (last) => mark((inner) => last(organizationContext(inner))),
          parts,
          part: (name, work) => part(name, (inner) => work(organizationContext(inner))),
        }),
      finish: (caller, left, input) => answer(organizationContext(caller), left as L, input as HandlerInput<E>),
    },
  })
}

/** Mounts a write of rows of the installation, such as a user's own: its handler's `services` are bound to the transaction. */
export function openWrite<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  handle: Handler<Caller, E>,
  message?: string,
  more: { readForm?: ReadForm; after?: (caller: Caller, input: HandlerInput<E>) => void } = {},
) {
  mount(app, endpoint, {
    message: message as Message<Endpoint>,
    of: 'installation',
    ...(more.readForm && { readForm: more.readForm }),
    steps: { save: (caller, input) => handle(caller, input as HandlerInput<E>) },
  })
}

/** Mounts an endpoint of an organization that answers a file. */
export function fileRoute<E extends AnyEndpoint>(
  app: App,
  endpoint: E,
  handle: (ctx: Ctx, input: HandlerInput<E>) => Promise<OutgoingFile>,
) {
  mount(app, endpoint, { run: (caller, input) => handle(organizationContext(caller), input as HandlerInput<E>) })
}
/** Mounts an endpoint that works without an organization, and needs no transaction: it reads, or sets what may be set again. */
export function openRoute<E extends AnyEndpoint>(app: App, endpoint: E, handle: Handler<Caller, E>, message?: string) {
  mount(app, endpoint, {
    run: (caller, input) => handle(caller, input as HandlerInput<E>),
    message: message as Message<Endpoint>,
  })
}

export function organizationContext({ services, session, db }: Caller): Ctx {
  if (!session?.organizationId) throw new AppError('no_organization')
  return {
    services,
    organizationId: session.organizationId,
    // An organization's token is nobody's.
    userId: session.userId || null,
    roleId: session.roleId,
    ...(session.token && { token: session.token }),
    ...(session.accounts && { accounts: session.accounts }),
    db: db ?? services.database.forOrganization(session.organizationId, REQUEST_STATEMENT_MS, session.accounts),
  }
}

/** How an endpoint is carried out: as a write, or without a transaction. */
type Manner = { message?: Message<Endpoint> | undefined; readForm?: ReadForm } & (
  | { of: Write['of']; steps: Steps }
  | { run: (caller: Caller, input: unknown) => Promise<unknown> }
)

function mount(app: App, endpoint: Endpoint, manner: Manner) {
  if (app.mounted.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is mounted twice`)
  if ('steps' in manner !== isKeyed(endpoint))
    throw new Error(`${endpoint.method} ${endpoint.path} and its contract differ in whether it takes a key`)
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
        senders.set(request, await authorise(app, endpoint, request, reply))
        if (bringsForm(request) && !endpoint.form) throw new AppError('unsupported_type')
      },
      handler: async (request, reply) => {
        const session = senders.get(request) ?? null
        const answer = await respond({ services: app.services, session, request, reply }, endpoint, manner)
        if (session?.organizationId && endpoint.changes.length > 0)
          app.services.events.changed(session.organizationId, endpoint.changes)
        return answer
      },
    })
}

async function respond(caller: Caller, endpoint: Endpoint, manner: Manner): Promise<Answer | FastifyReply> {
  const { services, request, reply } = caller
  const { message = 'OK', readForm } = manner
  const isForm = readForm !== undefined && request.isMultipart()
  const body = isForm ? await readForm(request) : request.body
  const input = parse(endpoint, request, body)
  const answer = (data: unknown): Answer => ({
    success: true,
    data: encode(endpoint, data),
    message: typeof message === 'function' ? message(input as HandlerInput<Endpoint>) : message,
  })
  if ('steps' in manner) {
    const { of, steps } = manner
    return carryOut({ caller, of, key: keyOf(caller, of), steps, input, body, isForm, answer })
  }
  const data = await manner.run(caller, input).catch((error: unknown) => {
    throw translate(error)
  })
  return data instanceof OutgoingFile ? sendFile(reply, data, services.log) : answer(data)
}

/** Keys of different people and tokens, and of one person in different organizations, are different. */
function keyOf({ session, request }: Caller, of: Write['of']): Write['key'] {
  const key = readKey(request.headers['idempotency-key'])
  if (key === undefined || !session) return undefined
  return {
    organizationId: of === 'organization' ? (session.organizationId ?? 0) : 0,
    userId: session.userId,
    key: session.token ? `${session.id}:${key}` : key,
  }
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
