/**
 * How often a channel lets one listing be changed. It flows, so that no stretch of its seconds holds more, wherever the channel's day begins: half may
 * come at once, the other half flows in.
 */
export interface Revisions {
  calls: number
  seconds: number
}
/** Changes that may come now, as they stood so many seconds ago. */
export interface Turns {
  left: number
  ageSeconds: number
}
export interface Change {
  /** Pieces that buyers shall see; null where more than a number changes. */
  quantity: number | null
  lowers: boolean
  /** How many changes of the listing the channel counts for it. */
  cost: number
}

/** Of a day's changes the part kept for what is sold out, which must never wait, and as much again for the last pieces: others may sell them meanwhile. */
const KEPT = 0.08
const LAST_PIECES = 5

/** How many times the part that is kept must still be there after a change. */
const keptFrom = ({ quantity, lowers }: Change): number =>
  quantity === 0 ? 0 : lowers && quantity !== null && quantity <= LAST_PIECES ? 1 : 2

/** Takes a listing's turn, or says how long to wait for it. What waits is told later as it is then, so that of many changes some are never sent. */
export function takeTurn(
  { calls, seconds }: Revisions,
  turns: Turns | undefined,
  change: Change,
): { left: number; waitSeconds: number } {
  const capacity = Math.floor(calls / 2)
  const perSecond = (calls - capacity) / seconds
  const left = turns ? Math.min(capacity, turns.left + Math.max(0, turns.ageSeconds) * perSecond) : capacity
  // What takes more than there ever is at once goes when all of it is there.
  const needed = Math.min(change.cost + keptFrom(change) * Math.floor(calls * KEPT), capacity)
  if (left >= needed) return { left: left - change.cost, waitSeconds: 0 }
  return { left, waitSeconds: Math.ceil((needed - left) / perSecond) }
}
