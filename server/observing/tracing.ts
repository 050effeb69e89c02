import { randomBytes } from 'node:crypto'

/** Kinds of spans, as OTLP numbers them. */
export const kinds = { server: 2, client: 3, consumer: 5 } as const
export type Attributes = Record<string, string | number>

/** Work that took place, a part of a trace. Times are milliseconds since 1970. */
export interface FinishedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  start: number
  end: number
  attributes: Attributes
  failed: boolean
}
export interface SpanParent {
  traceId: string
  spanId: string
}
/** Work that goes on. */
export interface Span extends SpanParent {
  /** Begins a part of this work. Undefined when it has too many parts already. */
  child(name: string, attributes: Attributes, start?: number): Span | undefined
  end(attributes?: Attributes, failed?: boolean): void
}
export interface Tracer {
  /** Begins a request or job. @param traceId of a new trace; any unless told */
  start(name: string, kind: number, parent: SpanParent | undefined, traceId?: string): Span
  /** Sends what is left. */
  stop(): Promise<void>
}

/** A job over a million rows sends as many statements; its trace shows the first. */
const MOST_PARTS = 200

const now = () => performance.timeOrigin + performance.now()

/** A new trace's id, 16 bytes in hex. */
export const newTraceId = (): string => randomBytes(16).toString('hex')

/** Makes spans and hands them on when they end. */
export function makeStart(finish: (span: FinishedSpan) => void): Tracer['start'] {
  const begin = (
    name: string,
    kind: number,
    { traceId, parentSpanId }: { traceId: string; parentSpanId: string | undefined },
    first: Attributes,
    start: number,
  ): Span => {
    const spanId = randomBytes(8).toString('hex')
    let parts = 0
    let isOver = false
    return {
      traceId,
      spanId,
      child(part, attributes, since = now()) {
        parts += 1
        if (parts > MOST_PARTS) return undefined
        return begin(part, kinds.client, { traceId, parentSpanId: spanId }, attributes, since)
      },
      end(last = {}, failed = false) {
        if (isOver) return
        isOver = true
        const attributes = { ...first, ...last }
        finish({ traceId, spanId, parentSpanId, name, kind, start, end: now(), attributes, failed })
      },
    }
  }
  return (name, kind, parent, traceId = newTraceId()) =>
    begin(name, kind, { traceId: parent?.traceId ?? traceId, parentSpanId: parent?.spanId }, {}, now())
}

/** Since when something of so many milliseconds that is just over went on. */
export const sinceMs = (ms: number): number => now() - ms
