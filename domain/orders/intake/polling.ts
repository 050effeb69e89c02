const HOUR = 3600
const DAY = 24 * HOUR
/** How much longer than usual a channel may rest, by how long nothing has come. */
const rests: readonly [quietSeconds: number, times: number][] = [
  [HOUR, 1],
  [6 * HOUR, 2],
  [DAY, 4],
  [7 * DAY, 8],
  [Number.POSITIVE_INFINITY, 20],
]
const LONGEST = 15 * 60
/** A channel that calls us is looked at for what its calls missed. */
const CALLED = 10

export interface Quiet {
  /** Since its last new or changed order, or since it was connected. */
  quietSeconds: number
  /** The channel calls us when something happens. */
  calls: boolean
}
/**
 * Seconds from one look for orders to the next, before the quota is asked: often where orders come, seldom where nothing happens.
 * @param usual the channel's own pace
 */
export function restFor(usual: number, { quietSeconds, calls }: Quiet): number {
  const times = rests.find(([most]) => quietSeconds < most)?.[1] ?? 1
  return Math.max(usual, Math.min(LONGEST, usual * times * (calls ? CALLED : 1)))
}

/** Of what is left of a day's calls, the part that looking for orders may use; the rest is for shipping, further pages and calls in between. */
const FOR_LOOKING = 0.5

/**
 * How much longer all accounts of an app have to rest so that their looks fit into what is left of its calls. Those with orders stay as much
 * quicker than the others as they were.
 * @param rests seconds between the looks of each account
 */
export function stretchFor(rests: readonly number[], left: { calls: number; seconds: number }): number {
  const demand = rests.reduce((sum, seconds) => sum + 1 / seconds, 0)
  const allowed = (Math.max(0, left.calls) * FOR_LOOKING) / Math.max(1, left.seconds)
  // Nothing is left: one look of each until the calls are there again.
  if (allowed === 0) return demand === 0 ? 1 : Math.max(1, left.seconds * demand)
  return Math.max(1, demand / allowed)
}
