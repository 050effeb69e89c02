import type { AnyEndpoint, CallInput, CallReply, Envelope } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'

/** A request that did not succeed; `status` 0 means that no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | undefined
  /** Path of an input → sentence. */
  readonly fields: Record<string, string>

  constructor(status: number, message: string, code?: ErrorCode, fields: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** The path of an endpoint with its braces filled in. */
export function pathOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

/** A query string; the items of a list are joined with a literal `+`, and a `+` inside a value is escaped. */
export function queryOf(query: Record<string, unknown> = {}): string {
  const parts = Object.entries(query).flatMap(([key, value]) => {
    if (value === undefined || value === null || value === '') return []
    if (Array.isArray(value))
      return value.length
        ? [`${encodeURIComponent(key)}=${value.map((v) => encodeURIComponent(String(v))).join('+')}`]
        : []
    return [`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`]
  })
  return parts.length ? `?${parts.join('&')}` : ''
}

/** A URL takes no more ids than that: servers accept about 16 kB. */
export const mostNamed = 1500

/** The address of an endpoint, for a link, a form or an event stream. */
export const addressOf = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {} as CallInput<E>): string => {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  return `/api/v2${pathOf(endpoint.path, params)}${queryOf(query)}`
}

/** Turns whatever a server answered into data or an ApiError (NAV-123..NAV-126). */
export function unwrap<T>(status: number, body: unknown): T {
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as Partial<Envelope<T>>
  const ok = status >= 200 && status < 300
  if (ok && envelope.success === true) return envelope.data as T
  const message = 'success' in envelope ? envelope.message || 'Error' : envelope.message
  throw new ApiError(status, message || 'Request failed.', envelope.code, envelope.fields)
}

export interface CallOptions {
  signal?: AbortSignal
  /** Makes a write safe to repeat: the server answers the second one with the first one's result. */
  idempotencyKey?: string
}

/** Calls an endpoint and answers its data in wire form. @throws ApiError */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {} as CallInput<E>,
  options: CallOptions = {},
) {
  const body = (input as { body?: unknown }).body
  const form = body instanceof FormData
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined && !form) headers['content-type'] = 'application/json'
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const response = await fetch(addressOf(endpoint, input), {
    method: endpoint.method,
    credentials: 'include',
    headers,
    signal: options.signal,
    body: body === undefined ? undefined : form ? body : JSON.stringify(body),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'No response.')
  })
  const answer: unknown = await response.json().catch(() => null)
  return unwrap<CallReply<E>>(response.status, answer)
}

/** The sentence to show for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Unknown error.'

/** The sentence that belongs to one input, if the server named it. */
export const fieldError = (error: unknown, path: string): string | undefined =>
  error instanceof ApiError ? error.fields[path] : undefined
