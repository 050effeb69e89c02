import type { Page } from 'playwright-core'

/** Shorter ones are the page's own housekeeping. */
const SHORTEST_MS = 500

/**
 * What the page's timers are set to from its next document on, in milliseconds. How long something takes cannot be measured on a busy
 * machine; how long it was told to take can be read.
 */
export async function timersOf(page: Page): Promise<readonly number[]> {
  const delays: number[] = []
  await page.exposeFunction('noteTimer', (delay: number) => void delays.push(delay))
  await page.addInitScript((shortest) => {
    const note = (window as unknown as { noteTimer: (delay: number) => void }).noteTimer
    const real = window.setTimeout
    const noted = (run: () => void, delay = 0, ...rest: unknown[]) => {
      if (delay >= shortest) note(delay)
      return real(run, delay, ...rest)
    }
    window.setTimeout = noted as typeof window.setTimeout
  }, SHORTEST_MS)
  return delays
}
