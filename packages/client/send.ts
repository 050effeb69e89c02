import { baseOf, pathOf, queryOf } from './address.ts'
import { MottoError } from './error.ts'
import type { ErrorCode } from './generated/names.ts'

export interface ClientOptions {
  /** Where Motto runs: `https://motto.example.com`. */
  url: string
  /** An API token: `motto_pat_…` or `motto_org_…`. */
  token: string
  /** How often a request is sent again when no answer came, or Motto asks to wait. 5 when left out. */
  retries?: number
  /** How long one attempt may take, in seconds. 100 when left out. */
  timeoutSeconds?: number
  /** The longest wait that Motto may ask for, in seconds. 120 when left out; a longer one is an error. */
  longestWaitSeconds?: number
  /** Ends all calls of this client. */
  signal?: AbortSignal
  /** Sends a request; the platform's `fetch` when left out. */
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  /** A key of your own for a write, from the `idempotencyKey` of an earlier error. */
  idempotencyKey?: string
}

export interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
/** When a request may be sent again after a lost answer: always, with its key, or never. */
export interface Entry {
  method: string
  path: string
  repeat: 'free' | 'key' | 'never'
  file?: true
}

export interface Sender {
  send(entry: Entry, input?: Input, options?: CallOptions): Promise<unknown>
  /** One attempt, without a timeout. @throws MottoError when there is no success */
  open(entry: Entry, input?: Input, options?: CallOptions): Promise<Response>
  /** @throws the reason of the signal */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** Pauses before an attempt, in milliseconds. The last one is used for all others. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000]
/** Answers after which the same request may be sent again. */
const unsettled = new Set<string>(['outcome_unknown', 'unavailable', 'request_running', 'no_answer'])
/** Answers of what stands between the client and Motto. */
const betweenStatuses = new Set([502, 503, 504])

export function openSender(options: ClientOptions): Sender {
  const { token, retries = 5, timeoutSeconds = 100, longestWaitSeconds = 120 } = options
  const base = baseOf(options.url)
  if (!token) throw new TypeError('The token is missing. Create an API token in Motto under Account, API tokens.')
  const fetcher = options.fetch ?? fetch

  async function open({ method, path }: Entry, input: Input = {}, { signal, idempotencyKey }: CallOptions = {}) {
    const { body } = input
    const isForm = body instanceof FormData
    const response = await fetcher(`${base}/api/v2${pathOf(path, input.params)}${queryOf(input.query)}`, {
      method,
      headers: {
        accept: '*/*',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      // A session's cookie beside a token is refused, and no token may follow a redirect.
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw new MottoError('no_answer', `No answer from ${base}.`, { cause: error })
    })
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw new MottoError('redirected', redirectSentence(base, response), { status: response.status })
    if (!response.ok) throw await failureOf(base, response)
    return response
  }

  async function attempt(entry: Entry, input: Input | undefined, { signal, idempotencyKey }: CallOptions) {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
    try {
      const response = await open(entry, input, {
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
      return entry.file ? response : await dataOf(base, response)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof MottoError) throw error
      throw new MottoError('no_answer', `No complete answer from ${base}.`, { cause: error })
    }
  }

  /** @returns how long to wait before it is sent again; undefined when it is not */
  function pauseAfter(error: unknown, entry: Entry, tries: number): number | undefined {
    if (!(error instanceof MottoError) || tries >= retries) return undefined
    const { status, code, retryAfterSeconds } = error
    const isOpen = unsettled.has(code) || (code === 'not_motto' && betweenStatuses.has(status))
    // What was refused for its rate was not carried out.
    if (status !== 429 && (!isOpen || entry.repeat === 'never')) return undefined
    if (retryAfterSeconds !== undefined)
      return retryAfterSeconds <= longestWaitSeconds ? retryAfterSeconds * 1000 : undefined
    // Programs that lost the same server do not all come back at once.
    return (pausesMs[tries] ?? 8_000) * (0.75 + Math.random() / 2)
  }

  return {
    open,
    wait,
    async send(entry, input, { signal, idempotencyKey } = {}) {
      const key = entry.repeat === 'key' ? (idempotencyKey ?? newKey()) : undefined
      const options = { ...(signal && { signal }), ...(key !== undefined && { idempotencyKey: key }) }
      for (let tries = 0; ; tries += 1) {
        try {
          return await attempt(entry, input, options)
        } catch (error) {
          const pauseMs = pauseAfter(error, entry, tries)
          if (pauseMs === undefined) throw withKey(error, key)
          await wait(pauseMs, signal)
        }
      }
    },
  }
}

/** A write whose outcome stayed unknown says under which key it can be sent again. */
function withKey(error: unknown, key: string | undefined): unknown {
  if (!(error instanceof MottoError) || key === undefined || !(unsettled.has(error.code) || error.code === 'not_motto'))
    return error
  const { code, message, status, fields, retryAfterSeconds } = error
  return new MottoError(code, message, {
    status,
    fields,
    idempotencyKey: key,
    cause: error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** Browsers have `randomUUID` on https only. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

interface Envelope {
  success?: boolean
  data?: unknown
  message?: string
  code?: ErrorCode
  fields?: Record<string, string>
}
const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'success' in body && 'message' in body

async function dataOf(base: string, response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parsed(text)
  if (!isEnvelope(body) || body.success !== true) throw notMotto(base, response.status)
  return body.data
}

async function failureOf(base: string, response: Response): Promise<MottoError> {
  const { status } = response
  const body = parsed(await response.text().catch(() => ''))
  const retryAfterSeconds = secondsOf(response.headers.get('retry-after'))
  const details = { status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  if (!isEnvelope(body) || body.code === undefined) return notMotto(base, status, details)
  return new MottoError(body.code, body.message || 'The request failed.', {
    ...details,
    ...(body.fields && { fields: body.fields }),
  })
}

const notMotto = (base: string, status: number, details = {}) =>
  new MottoError('not_motto', `${base} did not answer as Motto does (status ${status}). Check the address.`, {
    status,
    ...details,
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` is seconds or a date. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

function redirectSentence(base: string, response: Response): string {
  const location = response.headers.get('location')
  return `${base} redirects${location ? ` to ${location}` : ''}. Use the address that it leads to.`
}

const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
