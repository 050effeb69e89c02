import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 250

/** Does work again until it succeeds: its database or its sandbox may be gone for a moment. @throws the last error when the time is over */
export async function insist<T>(work: () => Promise<T>, withinMs = 60_000): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > end) throw error
      await delay(PAUSE_MS)
    }
  }
}
