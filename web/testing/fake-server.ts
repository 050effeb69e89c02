import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { AnyEndpoint, Area, CallError, CallReply, HandlerInput } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { sentenceOf } from '#server/http/requests/sentences.ts'
import { readRequest, type Request } from './fake-requests.ts'
import { FakeEvents } from './fake-events.ts'
import { away } from './screen.tsx'
import { shellAnswers } from './shell-answers.ts'

/** What any endpoint may refuse, for reasons that are not its own. */
type CommonError =
  | 'invalid_input'
  | 'unauthenticated'
  | 'forbidden'
  | 'no_organization'
  | 'second_factor_setup_required'
  | 'too_many_requests'
  | 'storage_full'
  | 'internal'
  | 'unavailable'
  | 'outcome_unknown'
  | 'request_running'
type Details = { message?: string; fields?: Record<string, string> }
/** A request as the page sent it, read by the contract's own shapes. */
export type Call<E> = HandlerInput<E> & { form: FormData | undefined; key: string | null }
type Handler<E> = (call: Call<E>) => CallReply<E> | Promise<CallReply<E>>

/** The answer of endpoints that only confirm. */
export const ok = { ok: true } as const

class Failure extends Error {
  readonly code: ErrorCode
  readonly details: Details
  constructor(code: ErrorCode, details: Details) {
    super(details.message ?? errors[code].sentence)
    this.code = code
    this.details = details
  }
}

interface Behavior {
  reply?: (call: Call<AnyEndpoint>) => unknown
  isLost?: boolean
  takesInvalid?: boolean
  gate?: Promise<void>
}

export interface FakeServer {
  /** Replies from now on, in wire form; a function replies to what was sent. */
  answer: <E extends AnyEndpoint>(endpoint: E, reply: CallReply<E> | Handler<E>) => void
  /** Refuses from now on, with the contract's sentence unless told otherwise. */
  fail: <E extends AnyEndpoint>(endpoint: E, code: CallError<E> | CommonError, details?: Details) => void
  /** Receives requests from now on, but their answers never arrive: the network breaks. */
  lose: (endpoint: AnyEndpoint) => void
  /** Keeps answers back until the returned function is called. */
  hold: (endpoint: AnyEndpoint) => () => void
  /** Refuses a body that the contract does not take, as the real server does. Without this, such a body fails the test. */
  refuseInvalid: (endpoint: AnyEndpoint) => void
  /** Replies for another site, by the beginning of its addresses: an image host, say. */
  answerOutside: (site: string, reply: () => Response) => void
  /** What the page sent to an endpoint, in order. */
  calls: <E extends AnyEndpoint>(endpoint: E) => Call<E>[]
  /** Method and address of every request, in order. */
  readonly requests: readonly string[]
  /** Tells the page that somebody else changed these areas. */
  tell: (...areas: Area[]) => void
  readonly events: FakeEvents
  /** What went wrong until now, so that it does not fail the test. */
  takeFaults: () => string[]
}

/**
 * A server for the pages of one test file, with the endpoints of the contract. Each test begins with the answers of the shell alone
 * (`shell-answers.ts`), and fails if a page called an endpoint that nobody answers, or if a request or an answer breaks the contract.
 */
export function fakeServer(): FakeServer {
  let behaviors = new Map<AnyEndpoint, Behavior>()
  let outside = new Map<string, () => Response>()
  let received: { endpoint: AnyEndpoint; call: Call<AnyEndpoint> }[] = []
  const requests: string[] = []
  const faults: string[] = []
  const events = new FakeEvents()
  const set = (endpoint: AnyEndpoint, change: Behavior) =>
    void behaviors.set(endpoint, { ...behaviors.get(endpoint), ...change })

  beforeEach(() => {
    behaviors = new Map(shellAnswers.map(({ endpoint, reply }) => [endpoint, { reply: () => reply }]))
    outside = new Map()
    received = []
    requests.length = 0
    faults.length = 0
    vi.stubGlobal('fetch', respond)
    events.install()
  })
  afterEach(() => {
    away()
    vi.unstubAllGlobals()
    expect(faults.splice(0), 'Each request of a page must have an answer, and both must keep to the contract').toEqual(
      [],
    )
  })

  async function respond(address: string, init: RequestInit = {}): Promise<Response> {
    const site = [...outside].find(([beginning]) => address.startsWith(beginning))
    if (site) return site[1]()
    const request = readRequest(address, init, behaviors.keys())
    requests.push(`${request.method} ${request.address}`)
    const behavior = request.endpoint && behaviors.get(request.endpoint)
    if (!request.endpoint || !behavior) {
      faults.push(`Nobody answers ${request.method} ${request.address}`)
      return failed(new Failure('internal', { message: `Nobody answers ${request.method} ${request.address}` }))
    }
    const { call, issues } = request.parse(sentenceOf)
    received.push({ endpoint: request.endpoint, call })
    await behavior.gate
    if (behavior.isLost) throw new TypeError('Failed to fetch')
    if (issues && behavior.takesInvalid) return failed(new Failure('invalid_input', issues))
    if (issues)
      faults.push(`${request.method} ${request.address} breaks the contract: ${JSON.stringify(issues.fields)}`)
    return answerOf(request, behavior, call)
  }

  async function answerOf(request: Request, { reply }: Behavior, call: Call<AnyEndpoint>): Promise<Response> {
    try {
      const data = await reply?.(call)
      const check = request.endpoint?.reply.safeParse(data)
      if (check?.error) faults.push(`The answer to ${request.address} breaks the contract: ${check.error.message}`)
      return Response.json({ success: true, data: data ?? null, message: 'OK' })
    } catch (error) {
      if (error instanceof Failure) return failed(error)
      faults.push(`The answer to ${request.address} threw: ${String(error)}`)
      throw error
    }
  }

  return {
    answer: (endpoint, reply) =>
      set(endpoint, {
        isLost: false,
        reply: typeof reply === 'function' ? (reply as (call: Call<AnyEndpoint>) => unknown) : () => reply,
      }),
    fail: (endpoint, code, details = {}) =>
      set(endpoint, {
        isLost: false,
        reply: () => {
          throw new Failure(code, details)
        },
      }),
    lose: (endpoint) => set(endpoint, { isLost: true }),
    hold: (endpoint) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      set(endpoint, { gate: promise })
      return () => {
        set(endpoint, { gate: undefined })
        resolve()
      }
    },
    answerOutside: (site, reply) => void outside.set(site, reply),
    refuseInvalid: (endpoint) => set(endpoint, { takesInvalid: true }),
    calls: (endpoint) =>
      received.filter((entry) => entry.endpoint === (endpoint as AnyEndpoint)).map(({ call }) => call) as never,
    requests,
    tell: (...areas) => events.send('change', { areas }),
    events,
    takeFaults: () => faults.splice(0),
  }
}

const failed = ({ code, message, details }: Failure) =>
  Response.json({ success: false, data: null, message, code, fields: details.fields }, { status: errors[code].status })
