import { setImmediate } from 'node:timers/promises'

/** How long one piece of work may keep everything else waiting. */
const SLICE_MS = 15

let since = performance.now()

/** Inside a long loop: lets requests and other jobs run whenever the present slice of time is used up. */
export async function breathe(): Promise<void> {
  if (performance.now() - since < SLICE_MS) return
  await setImmediate()
  since = performance.now()
}
