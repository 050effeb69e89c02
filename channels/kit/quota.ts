import type { Quota } from '../call.ts'

/** Quotas of an hour and more are counted in windows that the channel begins anew; shorter ones flow. */
export const inWindows = ({ seconds }: Quota) => seconds >= 3600

/** What may flow of a quota. */
export interface Flow {
  /** Calls that may go at once after a rest. */
  capacity: number
  perSecond: number
  /** How long a call that was let through may take to leave. */
  holdSeconds: number
}
const LONGEST_HOLD = 1

/**
 * Lets no more than the quota through in any stretch of its seconds: what may go at once and what flows in meanwhile are together what
 * the channel allows, also when each call leaves as late as it may.
 */
export function flowOf({ calls, seconds, burst = Math.max(1, Math.floor(calls / 5)) }: Quota): Flow {
  const capacity = Math.min(burst, calls)
  const holdSeconds = Math.min(LONGEST_HOLD, seconds / 10)
  return { capacity, perSecond: Math.max(1, calls - capacity) / (seconds + holdSeconds), holdSeconds }
}

export interface Level {
  tokens: number
  /** Seconds since these were counted. */
  ageSeconds: number
}
export type Taken = { granted: number; tokens: number } | { waitSeconds: number; tokens: number }

/**
 * Takes up to `want` calls from a flow, or says how long to wait for the `least` that serve.
 * @param least counted as no more than the capacity: a call that costs more would never go
 */
export function takeFrom(flow: Flow, level: Level, { least, want }: { least: number; want: number }): Taken {
  const tokens = Math.min(flow.capacity, level.tokens + Math.max(0, level.ageSeconds) * flow.perSecond)
  const needed = Math.min(least, flow.capacity)
  // A hair below is rounding, not a shortage.
  if (tokens < needed - 1e-6) return { waitSeconds: (needed - tokens) / flow.perSecond, tokens }
  const granted = Math.max(needed, Math.min(want, tokens))
  return { granted, tokens: tokens - granted }
}

export interface Share {
  /** Calls of the whole window, and those used of it by everybody. */
  calls: number
  used: number
  /** Connected accounts that share it, and what this one has used. */
  accounts: number
  mine: number
  /** Kept for the others: what each may still need of its share in the rest of the window. */
  reserved: number
  /** Kept for calls that must not wait, of all accounts together. */
  reserve: number
}
/**
 * What one account may still take of an app's window: its own share, and beyond it what the others will not need in the rest of the window.
 * So nobody uses up what somebody else still needs, and nothing is left over at the end of the day.
 */
export function mayTake({ calls: all, used, accounts, mine, reserved, reserve }: Share): number {
  const calls = Math.max(0, all - reserve)
  const left = Math.max(0, calls - used)
  const ownShare = Math.max(0, Math.floor(calls / Math.max(1, accounts)) - mine)
  return Math.min(left, Math.max(ownShare, Math.floor(left - reserved)))
}

/** What will be used by the end of a window, if it goes on as it went. @param elapsedSeconds of the window's `seconds` */
export const forecast = (used: number, elapsedSeconds: number, seconds: number): number =>
  // The first minutes say little: as if a tenth of an hour had passed at least.
  Math.round(used * (seconds / Math.min(seconds, Math.max(360, elapsedSeconds))))
