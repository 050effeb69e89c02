/** A share of requests: `max` in each `seconds`. */
export interface Rate {
  max: number
  seconds: number
}
export interface Count {
  isWithin: boolean
  remaining: number
  /** Until the count begins anew. */
  secondsLeft: number
}

const MOST_KEYS = 10_000

/**
 * Counts requests in this process alone. A statement for each request would cost more than most reads do, so an installation of several
 * processes allows that many times as much.
 */
export function openRates({ max, seconds }: Rate, now: () => number) {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return (key: string): Count => {
    const at = now()
    let window = windows.get(key)
    if (!window || window.endsAt <= at) {
      windows.delete(key)
      if (windows.size >= MOST_KEYS) windows.clear()
      window = { count: 0, endsAt: at + seconds * 1000 }
      windows.set(key, window)
    }
    window.count += 1
    return {
      isWithin: window.count <= max,
      remaining: Math.max(0, max - window.count),
      secondsLeft: Math.max(1, Math.ceil((window.endsAt - at) / 1000)),
    }
  }
}
