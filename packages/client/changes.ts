import { MottoError } from './error.ts'
import { type Area, areaNames } from './generated/names.ts'
import type { Sender } from './send.ts'

export interface Change {
  /** What may be different now: read it again. */
  areas: Area[]
}
export interface Watching {
  /** Only these areas; all that the token may read when left out. */
  areas?: readonly Area[]
  signal?: AbortSignal
}

/** A stream that says nothing for so long is dead: Motto sends a beat every 20 seconds. */
const SILENCE_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const entry = { method: 'GET', path: '/events', repeat: 'free' } as const

interface Recent {
  /** How long ago areas changed, in milliseconds. */
  areas: Partial<Record<Area, number>>
  /** How far back that is known. */
  known: number
}

export const changesOf = (sender: Sender) =>
  async function* ({ areas = areaNames, signal }: Watching = {}): AsyncGenerator<Change, void> {
    let heardAt: number | undefined
    let pauseMs = FIRST_PAUSE_MS
    for (;;) {
      let waitMs: number
      try {
        const before = heardAt
        for await (const { event, data } of eventsOf(sender, signal, () => (heardAt = performance.now()))) {
          pauseMs = FIRST_PAUSE_MS
          const changed =
            event === 'change' ? (data as Change).areas : event === 'recent' ? missedAreas(data as Recent, before) : []
          const news = changed.filter((area) => areas.includes(area))
          if (news.length > 0) yield { areas: news }
        }
        waitMs = pauseMs
      } catch (error) {
        signal?.throwIfAborted()
        if (isFinal(error)) throw error
        const retryAfterSeconds = error instanceof MottoError ? error.retryAfterSeconds : undefined
        waitMs = retryAfterSeconds === undefined ? pauseMs : retryAfterSeconds * 1000
      }
      await sender.wait(waitMs, signal)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }

/** What changed since the last stream broke off. The first one has missed nothing. */
function missedAreas({ areas, known }: Recent, before: number | undefined): Area[] {
  if (before === undefined) return []
  const gapMs = performance.now() - before
  if (known < gapMs) return [...areaNames]
  return areaNames.filter((area) => (areas[area] ?? Number.POSITIVE_INFINITY) <= gapMs)
}

/** A refusal that waiting does not end. */
const isFinal = (error: unknown): boolean =>
  error instanceof MottoError && error.status >= 300 && error.status < 500 && error.status !== 429

interface ServerEvent {
  event: string
  data: unknown
}

async function* eventsOf(
  sender: Sender,
  signal: AbortSignal | undefined,
  noteLife: () => void,
): AsyncGenerator<ServerEvent> {
  const end = new AbortController()
  let timer = setTimeout(() => end.abort(), SILENCE_MS)
  try {
    const response = await sender.open(
      entry,
      {},
      { signal: signal ? AbortSignal.any([signal, end.signal]) : end.signal },
    )
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => end.abort(), SILENCE_MS)
      text += decoder.decode(value, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      const events = parts.flatMap(parsed)
      for (const event of events) yield event
      noteLife()
    }
  } finally {
    clearTimeout(timer)
    end.abort()
  }
}

function parsed(part: string): ServerEvent[] {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/m.exec(part) ?? []
  return event !== undefined && data !== undefined ? [{ event, data: JSON.parse(data) as unknown }] : []
}
