import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    oneClick?: true
    /** Time for the whole body, in ms, where it is not the usual one. */
    slowMs?: number
  }
}

/** Larger than any form; an endpoint that takes more says so in the contract (`bodyBytes`). */
export const BODY_BYTES = 64 * 1024
/** No body of ours is nested deeper than ten; reading ever deeper ones takes ever longer. */
const MOST_DEEP = 100
/** More than a selection of 50,000 products, or 1,000 products of sixty values each. Each value that is wrong costs about a microsecond. */
const MOST_VALUES = 60_000

/** How slowly a body may come. */
export interface Pace {
  /** Time for a whole body; a form with files takes as long as it takes at the least pace. */
  mostMs: number
  /** In each window so many bytes arrive at least, or the body ends. */
  windowMs: number
  leastBytes: number
}
/** Slower than any phone that can use the app: 1.6 kB a second. */
const PACE: Pace = { mostMs: 30_000, windowMs: 10_000, leastBytes: 16_384 }

const PACKED = 'Send the body uncompressed: content-encoding is not supported.'
const DEEP = `This JSON is nested deeper than ${MOST_DEEP} levels.`
const MANY = `This JSON has more than ${MOST_VALUES.toLocaleString('en-US')} values. Send it in parts.`

/**
 * Refuses what would cost more than it is worth before any of it is read: packed bodies (a few bytes of them are megabytes
 * unpacked), JSON nested deeper than any of ours, and kinds of body that nobody here takes.
 */
export function guardBodies(fastify: FastifyInstance, pace = PACE) {
  fastify.addHook('onRequest', async (request) => {
    const { headers } = request
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
      throw new AppError('unsupported_type', PACKED)
    cutOffSlow(request, pace)
  })
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, _body, done) => {
    // Nothing of the one form that is taken is needed: its address says it all.
    if (request.routeOptions.config.oneClick) done(null, undefined)
    else done(new AppError('unsupported_type'))
  })
  // A form of another site can send text/plain without being asked.
  fastify.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const { deep, values } = extentOf(body, MOST_DEEP, MOST_VALUES)
    if (deep > MOST_DEEP) done(new AppError('bad_request', DEEP))
    else if (values > MOST_VALUES) done(new AppError('payload_too_large', MANY))
    else void parse(request, body, done)
  })
}

/** Ends a request whose body does not arrive: a few bytes a minute would keep its connection open for hours. */
function cutOffSlow(request: FastifyRequest, { mostMs, windowMs, leastBytes }: Pace) {
  const { raw } = request
  const length = raw.headers['content-length']
  if (raw.complete || (raw.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')))
    return
  const wholeMs = request.routeOptions.config.slowMs ?? (bringsForm(request) ? undefined : mostMs)
  const timers = [
    ...(wholeMs === undefined ? [] : [setTimeout(() => raw.complete || raw.destroy(), wholeMs).unref()]),
    ...watchPace(raw, windowMs, leastBytes),
  ]
  const done = () => {
    for (const timer of timers) clearTimeout(timer)
  }
  raw.once('close', done).once('end', done)
}

/** Looks at what came since the last look. What has come and waits for us to read it is no fault of its sender. */
function watchPace(raw: FastifyRequest['raw'], windowMs: number, leastBytes: number): NodeJS.Timeout[] {
  const { socket } = raw
  // A request that no network brought has none.
  if (!(socket instanceof Socket)) return []
  let before = socket.bytesRead
  const look = () => {
    const isSlow = socket.bytesRead - before < leastBytes && raw.readableLength === 0 && !raw.complete
    before = socket.bytesRead
    if (isSlow) raw.destroy()
  }
  return [setInterval(look, windowMs).unref()]
}

/** Whether a request brings a form with files; known before its body is looked at. */
export const bringsForm = ({ headers }: FastifyRequest) =>
  /^multipart\/form-data(?:;|$)/i.test(headers['content-type'] ?? '')

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 92, 91, 93, 123, 125]

/**
 * How deep lists and objects of a JSON text are nested, and how many values it holds at most. Looks at each character once,
 * and no further than where one of them is exceeded.
 */
export function extentOf(json: string, mostDeep: number, mostValues: number): { deep: number; values: number } {
  let depth = 0
  let deep = 0
  let values = 1
  let quoted = false
  for (let at = 0; at < json.length && deep <= mostDeep && values <= mostValues; at += 1) {
    const c = json.charCodeAt(at)
    if (quoted) {
      if (c === BACKSLASH) at += 1
      else if (c === QUOTE) quoted = false
    } else if (c === QUOTE) quoted = true
    else if (c === COMMA) values += 1
    else if (c === OPEN_LIST || c === OPEN_OBJECT) {
      depth += 1
      values += 1
      deep = Math.max(deep, depth)
    } else if (c === CLOSE_LIST || c === CLOSE_OBJECT) depth -= 1
  }
  return { deep, values }
}
