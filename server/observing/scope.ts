import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { type Span, type SpanParent, newTraceId } from './tracing.ts'

/** What is being worked at: a request, or a job. */
export interface Scope {
  /** The request that started it, also of a job; absent where nobody asked, as for a poll. */
  requestId?: string
  /** The endpoint or job by name, such as `POST /api/v2/products` or `orders.pull`. */
  name: string
  /** Jobs between the request and this work; 0 in the request itself. */
  jobs: number
  /** Where traces are sent. */
  span?: Span | undefined
}

const scopes = new AsyncLocalStorage<Scope>()

/** The request or job that runs here; undefined outside of both. */
export const currentScope = (): Scope | undefined => scopes.getStore()

/** Runs `work` and all that it awaits as a part of a request or job. */
export const inScope = <T>(scope: Scope, work: () => T): T => scopes.run(scope, work)

const requestIdPattern = /^[\w.:-]{8,64}$/
/** @see https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparentPattern = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/

/** The trace that a caller belongs to; undefined where the header is absent or wrong. */
export function readTraceparent(header: unknown): SpanParent | undefined {
  const [, traceId, spanId] = (typeof header === 'string' && traceparentPattern.exec(header)) || []
  return traceId && spanId ? { traceId, spanId } : undefined
}

/** The caller's own id of a request where it is usable: it may be anything, and ends in the log. Else its trace's id, or a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const id = headers['x-request-id']
  if (typeof id === 'string' && requestIdPattern.test(id)) return id
  return readTraceparent(headers['traceparent'])?.traceId ?? newTraceId()
}

/** What a job carries of the request that started it. */
export interface StartedBy {
  requestId?: string
  jobs: number
  /** The work that queued it, where traces are sent. */
  traceparent?: string
}

/** A job that queues itself again for days no longer belongs to the request that began it. */
const MOST_JOBS = 20

/** What a job that is queued here carries; undefined where neither a request nor a traced job started it. */
export function startedBy(): StartedBy | undefined {
  const { requestId, span, jobs = 0 } = currentScope() ?? {}
  if ((!requestId && !span) || jobs >= MOST_JOBS) return undefined
  return {
    jobs: jobs + 1,
    ...(requestId && { requestId }),
    ...(span && { traceparent: `00-${span.traceId}-${span.spanId}-01` }),
  }
}

/** The scope of a job. */
export const jobScope = (name: string, origin: StartedBy | undefined, span?: Span): Scope => ({
  name,
  jobs: origin?.jobs ?? 0,
  span,
  ...(origin?.requestId && { requestId: origin.requestId }),
})
