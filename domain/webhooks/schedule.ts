const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits after each failed try, in milliseconds: the first try and these are ten in 75 hours, as Standard Webhooks advises. */
export const waits = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** After so many failures in a row the receiver counts as down: one event at a time finds out whether it is back. */
export const DOWN_AFTER = 5
const downWaits = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]
/** An endpoint that only failed for so long is paused. */
export const FAILING_MS = 5 * 24 * HOUR
const SLOW_DOWN = new Set([429, 502, 503, 504])

/** Spread by up to a tenth, so that what failed together is not tried together. @param chance from 0 to 1 */
const spread = (ms: number, chance: number) => Math.round(ms * (0.9 + 0.2 * chance))

/** When a delivery is tried again. @param attempts tries so far @returns undefined where it is given up */
export function nextTry(at: Date, attempts: number, chance: number): Date | undefined {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : new Date(at.getTime() + spread(wait, chance))
}

export interface Failure {
  status: number | null
  retryAfterSeconds: number | undefined
}

/** Until when nothing is sent to an endpoint. @param failures in a row, with this one @returns undefined where its other events go on */
export function holdAfter(at: Date, failures: number, { status, retryAfterSeconds }: Failure): Date | undefined {
  const isSlowedDown = status !== null && SLOW_DOWN.has(status)
  const isDown = failures >= DOWN_AFTER
  if (!isDown && !isSlowedDown) return undefined
  const step = isDown ? failures - DOWN_AFTER : 0
  const usual = downWaits[Math.min(step, downWaits.length - 1)] ?? HOUR
  const requested = isSlowedDown && retryAfterSeconds ? retryAfterSeconds * SECOND : 0
  return new Date(at.getTime() + Math.min(HOUR, Math.max(usual, requested)))
}
