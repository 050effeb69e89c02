import { afterEach, beforeEach, vi } from 'vitest'

/** Shorter ones are the page's own housekeeping, and run as always. */
const SHORTEST_MS = 100
/** Told from a real timer's number. */
const FIRST_ID = 1_000_000_000

export interface HandClock {
  /** Lets time go by, with what was to be done in it. */
  pass: (ms: number) => void
  /** Whether a timer of this length waits. */
  isSet: (ms: number) => boolean
}

/**
 * The time that events are stamped with and that a page's longer timers wait for, in each test of a file. It stands still but for `pass`: how
 * fast somebody types must not depend on how busy the machine is.
 */
export function handClock(): HandClock {
  let now = 0
  const waiting = new Map<number, { at: number; run: () => void }>()
  beforeEach(() => {
    const { setTimeout: set, clearTimeout: clear } = globalThis
    now = 10_000
    let id = FIRST_ID
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now)
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => {
      if (ms < SHORTEST_MS) return set(run, ms)
      waiting.set((id += 1), { at: now + ms, run })
      return id
    })
    vi.stubGlobal('clearTimeout', (which: number) => waiting.delete(which) || clear(which))
  })
  afterEach(() => {
    waiting.clear()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return {
    isSet: (ms) => [...waiting.values()].some(({ at }) => at === now + ms),
    pass: (ms) => {
      const end = now + ms
      const next = () => [...waiting].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)[0]
      for (let due = next(); due; due = next()) {
        waiting.delete(due[0])
        now = due[1].at
        due[1].run()
      }
      now = end
    },
  }
}
