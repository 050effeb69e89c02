import type { Log } from '../log.ts'
import { type Attributes, type FinishedSpan, type Tracer, makeStart } from './tracing.ts'

interface TraceTarget {
  /** The collector's address; spans go to `/v1/traces` below it. */
  endpoint: string
  headers: Record<string, string>
  role: string
}
/** Spans that wait while the collector is away; what is more is dropped. */
const MOST_WAITING = 2048
const BATCH = 512
const EVERY_MS = 2000
const TIMEOUT_MS = 5000

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
const nanosOf = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)
const [OK, FAILED] = [0, 2]

/** The JSON of a request. @see https://opentelemetry.io/docs/specs/otlp/#otlphttp-request */
const requestOf = (spans: readonly FinishedSpan[], role: string) => ({
  resourceSpans: [
    {
      resource: {
        attributes: attributesOf({ 'service.name': 'motto', 'motto.role': role, 'process.pid': process.pid }),
      },
      scopeSpans: [
        {
          scope: { name: 'motto' },
          spans: spans.map(({ traceId, spanId, parentSpanId, name, kind, start, end, attributes, failed }) => ({
            traceId,
            spanId,
            ...(parentSpanId && { parentSpanId }),
            name,
            kind,
            startTimeUnixNano: nanosOf(start),
            endTimeUnixNano: nanosOf(end),
            attributes: attributesOf(attributes),
            status: { code: failed ? FAILED : OK },
          })),
        },
      ],
    },
  ],
})

/** Sends spans to a collector by OTLP over HTTP, a batch at a time, and to no other address. One that does not take them delays nobody. */
export function openTracer({ endpoint, headers, role }: TraceTarget, log: Log): Tracer {
  const waiting: FinishedSpan[] = []
  let isFailing = false
  const post = async (spans: readonly FinishedSpan[]) => {
    const answer = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(requestOf(spans, role)),
      // Another address might be anybody's.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The collector answered ${answer.status}.`)
  }
  const sendBatch = async () => {
    const spans = waiting.splice(0, BATCH)
    try {
      await post(spans)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT and are dropped')
      isFailing = true
    }
  }
  const sendAll = async () => {
    do await sendBatch()
    while (waiting.length > 0 && !isFailing)
  }
  let sending: Promise<void> | undefined
  const flush = () => {
    if (waiting.length === 0) return sending
    return (sending ??= sendAll().finally(() => (sending = undefined)))
  }
  const timer = setInterval(() => void flush(), EVERY_MS)
  timer.unref()
  return {
    start: makeStart((span) => {
      if (waiting.length < MOST_WAITING) waiting.push(span)
    }),
    stop: async () => {
      clearInterval(timer)
      await sending
      await flush()
    },
  }
}
