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

const AT_ONCE = 8

/** Does the same with each, some at once. */
export async function eachOf<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const left = things.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const thing of left) await work(thing)
    }),
  )
}
