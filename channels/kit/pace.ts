/** How the time between calls goes by. Absent: as time does. */
export interface Pacing {
  /** Milliseconds on a clock that never stands still; a stopped test clock would never refill the bucket. */
  clock?: () => number
  sleep?: (ms: number) => Promise<void>
}
export interface PaceOptions extends Pacing {
  requestsPerSecond: number
  concurrency: number
}
/** Runs `work` when its turn has come. */
export type Pace = <T>(work: () => Promise<T>) => Promise<T>

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** A token bucket of one second's requests and a limit of simultaneous ones, first come first served. */
export function makePace({
  requestsPerSecond,
  concurrency,
  clock = () => performance.now(),
  sleep = pause,
}: PaceOptions): Pace {
  const capacity = Math.max(1, requestsPerSecond)
  let tokens = capacity
  let filledAt = clock()
  let running = 0
  const waiting: (() => void)[] = []
  let turn: Promise<void> = Promise.resolve()

  const seat = async () => {
    if (running < concurrency) running++
    else await new Promise<void>((go) => waiting.push(go))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  const take = async () => {
    for (;;) {
      const now = clock()
      tokens = Math.min(capacity, tokens + ((now - filledAt) / 1000) * requestsPerSecond)
      filledAt = now
      // a hair below one is rounding, not a shortage
      if (tokens >= 1 - 1e-6) break
      await sleep(Math.ceil(((1 - tokens) / requestsPerSecond) * 1000))
    }
    tokens -= 1
  }
  return async (work) => {
    await seat()
    try {
      turn = turn.then(take)
      await turn
      return await work()
    } finally {
      leave()
    }
  }
}
