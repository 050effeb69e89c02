import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Calls } from './calls.ts'
import type { FaultKind, Faults } from './faults.ts'
import type { LagOfChannel } from './lag.ts'
import type { SimAnswer, SimRequest, Simulator } from '../simulator.ts'
import type { Traffic } from './traffic.ts'

export interface Mounted {
  name: string
  simulator: Simulator
  lag: LagOfChannel
}
export interface Parts {
  channels: Map<string, Mounted>
  faults: Faults
  calls: Calls
  /** Where what is said is kept, if it is. */
  traffic: Traffic | undefined
  control: (request: SimRequest, url: URL) => Promise<SimAnswer>
}

const longestBody = 32 * 1024 * 1024
/** How long an unanswered request keeps its connection, in milliseconds. */
const silenceMs = 30_000
/** A connection that idles is kept longer than clients keep theirs: closed a moment before its next request, it would break that. */
const keepAliveTimeout = 60_000

export function makeServer(parts: Parts): Server {
  return createServer({ keepAliveTimeout }, (incoming, response) => {
    answer(parts, incoming, response).catch((error: unknown) => {
      console.error(`${incoming.method} ${incoming.url}:`, error)
      if (response.headersSent) response.destroy()
      else
        send(response, {
          status: 500,
          body: { error: `The sandbox failed: ${error instanceof Error ? error.message : String(error)}` },
        })
    })
  })
}

async function answer(parts: Parts, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://sandbox')
  const rawBody = await readBody(incoming)
  if (!rawBody) return send(response, { status: 413, body: { error: 'The body is larger than 32 MB.' } })
  const [, first = ''] = url.pathname.split('/')
  const request: SimRequest = {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: plainHeaders(incoming),
    rawBody,
  }
  const mounted = parts.channels.get(first)
  if (!mounted) return send(response, await parts.control(request, url))
  await callChannel(
    parts,
    first,
    mounted.simulator,
    { ...request, path: url.pathname.slice(first.length + 1) || '/' },
    url,
    response,
  )
}

async function callChannel(
  parts: Parts,
  channel: string,
  simulator: Simulator,
  request: SimRequest,
  url: URL,
  response: ServerResponse,
): Promise<void> {
  const started = performance.now()
  const at = new Date().toISOString()
  const note = (status: number | null, fault: string | null) =>
    parts.calls.add(channel, {
      at,
      method: request.method,
      path: request.path,
      query: url.search,
      status,
      ms: Math.round(performance.now() - started),
      body: request.rawBody.toString('utf8'),
      fault,
    })
  const isApi = simulator.faultable(request)
  const struck = isApi ? strike(parts.faults, channel, simulator, request) : null
  const keep = (reply: SimAnswer) => {
    if (isApi) parts.traffic?.add(channel, request, url.search, reply)
  }
  if (struck === 'timeout') {
    note(null, struck)
    return keepSilent(response)
  }
  if (struck === 'error500' || struck === 'rate_limit' || struck === 'forbidden') {
    const failed = simulator.fail(struck, request)
    note(failed.status, struck)
    keep(failed)
    return send(response, failed)
  }
  const done = await simulator.handle(request)
  keep(done)
  if (struck === 'timeout_after_commit') {
    note(null, struck)
    return keepSilent(response)
  }
  note(done.status, struck)
  send(response, done)
}

type Struck = Exclude<FaultKind, 'drop_webhook' | 'duplicate_webhook' | 'reorder_webhooks'> | null

function strike(faults: Faults, channel: string, simulator: Simulator, request: SimRequest): Struck {
  const first = (...kinds: NonNullable<Struck>[]) => kinds.find((kind) => faults.strikes(channel, kind)) ?? null
  const plain = first('timeout', 'error500', 'rate_limit')
  // The others are about calls in the seller's name; asking for a token is not one.
  if (plain !== null || !carriesToken(request)) return plain
  const struck = first('forbidden', 'revoke_token', 'expire_token', 'quota', 'take_away', 'take_category')
  if (struck === 'revoke_token' || struck === 'expire_token') simulator.expireTokens(struck === 'revoke_token')
  if (struck === 'quota') simulator.useUp(request)
  if (struck === 'take_away') simulator.takeAway()
  if (struck === 'take_category') (simulator.takeCategory ?? simulator.takeAway)()
  if (struck !== null || !writes(simulator, request)) return struck
  return first('timeout_after_commit')
}

const carriesToken = ({ headers }: SimRequest): boolean =>
  /^bearer /i.test(headers['authorization'] ?? '') ||
  Object.keys(headers).some((name) => name.endsWith('-access-token') || name.endsWith('-auth-token'))

const writes = (simulator: Simulator, request: SimRequest): boolean =>
  simulator.isWrite?.(request) ?? !['GET', 'HEAD'].includes(request.method)

function keepSilent(response: ServerResponse): void {
  const timer = setTimeout(() => response.destroy(), silenceMs)
  response.on('close', () => clearTimeout(timer))
}

function send(response: ServerResponse, { status, headers = {}, body }: SimAnswer): void {
  const { type, bytes } = encode(body)
  response.writeHead(status, {
    ...(type ? { 'content-type': type } : {}),
    ...headers,
    ...(status === 204 ? {} : { 'content-length': bytes.length }),
  })
  response.end(bytes)
}

function encode(body: unknown): { type: string; bytes: Buffer } {
  if (body === undefined) return { type: '', bytes: Buffer.alloc(0) }
  if (Buffer.isBuffer(body)) return { type: 'application/octet-stream', bytes: body }
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', bytes: Buffer.from(body) }
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= longestBody) chunks.push(chunk)
  }
  return size > longestBody ? null : Buffer.concat(chunks)
}

function plainHeaders(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
