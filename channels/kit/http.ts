import type { Http, HttpAnswer, HttpCall, Picture } from '../call.ts'
import { ChannelError } from '../channel.ts'
import { makePace } from './pace.ts'
import { redact, redactText, redactUrl } from './redact.ts'

export interface HttpLogEntry {
  at: Date
  method: string
  url: string
  /** Absent when no answer came. */
  status?: number
  ms: number
  /** The channel's own name for the request, for its support. */
  requestId?: string
  /** Redacted; only for answers that were not a success. */
  body?: unknown
  error?: string
}
/** Sends a call when its turn has come among all who share the channel's quotas. @throws ChannelError `rate_limited` or `quota` instead of waiting long */
export type Gate = (call: HttpCall, send: () => Promise<HttpAnswer>) => Promise<HttpAnswer>
export interface HttpOptions {
  fetch?: typeof fetch
  timeoutMs?: number
  pace: { requestsPerSecond: number; concurrency: number }
  gate?: Gate
  now: () => Date
  log?: (entry: HttpLogEntry) => void
  signal?: AbortSignal
  maxBytes?: number
}

const twentyMegabytes = 20 * 1024 * 1024
// these arise before anything was sent
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
])

/** A client for one connection: paced, with a time limit, its secrets kept out of the log. It never repeats a request. */
export function makeHttp(options: HttpOptions): Http {
  const { fetch: send = fetch, timeoutMs = 15_000, gate, now, log, signal, maxBytes = twentyMegabytes } = options
  const pace = makePace(options.pace)

  const once = async (call: HttpCall): Promise<HttpAnswer> => {
    const started = performance.now()
    const note = (entry: Partial<HttpLogEntry>) =>
      log?.({
        at: now(),
        method: call.method,
        url: redactUrl(call.url),
        ms: Math.round(performance.now() - started),
        ...entry,
      })
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const response = await send(call.url, {
        method: call.method,
        ...payload(call),
        // a redirect is an answer like any other: following it could hand our token to another host
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const answer = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: parse(await readText(response, maxBytes)),
      }
      note({
        status: answer.status,
        requestId: requestIdOf(answer),
        body: response.ok ? undefined : redact(answer.body),
      })
      return answer
    } catch (error) {
      const reason = reasonOf(error, limit.aborted, timeoutMs)
      note({ error: reason.text })
      throw new ChannelError('unavailable', reason.text, {
        maybeDone: call.method !== 'GET' && !reason.neverSent,
        cause: error,
      })
    }
  }
  return async (call) => {
    if (signal?.aborted) throw new ChannelError('unavailable', 'Stopped before the request was sent.')
    return pace(() => (gate ? gate(call, () => once(call)) : once(call)))
  }
}

function payload(call: HttpCall): { headers: Record<string, string>; body?: string | FormData } {
  const headers = { accept: 'application/json', ...call.headers }
  if (call.json !== undefined)
    return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(call.json) }
  if (call.form)
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(pairs(call.form)).toString(),
    }
  // its boundary is fetch's to write
  if (call.multipart) return { headers, body: parts(call.multipart) }
  if (call.text !== undefined) return { headers: { 'content-type': 'text/plain', ...headers }, body: call.text }
  return { headers }
}

const pairs = (form: Record<string, string | string[]>): [string, string][] =>
  Object.entries(form).flatMap(([name, value]) => [value].flat().map((item): [string, string] => [name, item]))

function parts(multipart: Record<string, string | Picture>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(multipart)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value.bytes)], { type: value.type }), value.name)
  }
  return form
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error(`The response is larger than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

// judged by its content: error pages of gateways carry JSON types, some JSON arrives as text
function parse(text: string): unknown {
  if (!/^\s*[{["\d\-tfn]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const requestIdOf = ({ headers }: HttpAnswer) => headers['x-ebay-c-request-id'] ?? headers['x-request-id']

function reasonOf(error: unknown, timedOut: boolean, timeoutMs: number): { text: string; neverSent: boolean } {
  if (timedOut) return { text: `No response within ${timeoutMs / 1000} seconds.`, neverSent: false }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause && typeof cause === 'object' && 'code' in cause ? String(cause.code) : ''
  return {
    text: redactText(cause instanceof Error ? cause.message || code : String(cause)),
    neverSent: neverSent.has(code),
  }
}
