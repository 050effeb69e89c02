import { type AnyEndpoint, type CallInput, type CallReply, type Envelope, isKeyed } from '#contract/endpoint.ts'
import { addressOf } from './requests/address.ts'
import { ApiError } from './requests/api-error.ts'
import { settled } from './requests/unsettled.ts'

export { addressOf, mostNamed, pathOf, queryOf } from './requests/address.ts'
export { ApiError }

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
  /** A key of the caller's own, who sends the write again by themselves. */
  idempotencyKey?: string
}

/**
 * Calls an endpoint and answers its data in wire form. A write has a key, by which the server knows it when it comes again: while its outcome is
 * unknown, it is sent again, for some seconds.
 * @throws ApiError
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {} as CallInput<E>,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<CallReply<E>> {
  const send = (key?: string) => sendOnce(endpoint, input, signal, key)
  if (idempotencyKey !== undefined) return send(idempotencyKey)
  if (!isKeyed(endpoint)) return send()
  const { body } = input as { body?: unknown }
  const content = `${endpoint.method} ${addressOf(endpoint, input)} ${body instanceof FormData ? formText(body) : JSON.stringify(body)}`
  return settled(content, send, signal)
}

/** What a form says, with its files by name, size and time. */
const formText = (form: FormData): string =>
  JSON.stringify(
    [...form].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : `${value.name} ${value.size} ${value.lastModified}`,
    ]),
  )

async function sendOnce<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal | undefined,
  key: string | undefined,
): Promise<CallReply<E>> {
  const body = (input as { body?: unknown }).body
  const form = body instanceof FormData
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined && !form) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  const response = await fetch(addressOf(endpoint, input), {
    method: endpoint.method,
    credentials: 'include',
    headers,
    signal,
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
