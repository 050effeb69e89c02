/** What we know of one SKU at one place of a channel, before a number is sent there. */
export interface Known {
  /** Pieces to show by all that we know: available, less the buffer and what was sold somewhere unseen. Never below 0. */
  target: number
  /** What stands there by all that we know: what we set last, less the pieces sold there since. Null where we never set it. */
  expected: number | null
  /** Pieces sold there whose orders we have yet to see; `wanted` leaves them out already. */
  unseen: number
}

export interface Step {
  /** The number to set; null when the one shown is right. */
  set: number | null
  /** The number that `set` replaces, all of whose sales are accounted for; null where nobody knows it. */
  from: number | null
  /** As in `Known`, after the look. */
  unseen: number
  /** Somebody else made it more than we know of. */
  raised: boolean
}

/**
 * What to do about a number on a channel. A channel's number falls at once when it sells, its orders come later: what is missing
 * from the number we left there was sold, and is not put on sale again.
 * @param shown what the channel shows now; null when nobody looked, and the channel compares for us
 */
export function stepOf({ target, expected, unseen }: Known, shown: number | null): Step {
  if (shown === null || expected === null || shown === expected) {
    const from = shown ?? expected
    return { set: target === from ? null : target, from, unseen, raised: false }
  }
  const missing = expected - shown
  const after = Math.max(0, unseen + missing)
  const set = Math.max(0, target - (after - unseen))
  return { set: set === shown ? null : set, from: shown, unseen: after, raised: unseen + missing < 0 && set !== shown }
}

/** Splits a sale that we hear of now: pieces that a look found before, and pieces that fell since. */
export function heardOf(unseen: number, sold: number): { unseenSold: number; fell: number } {
  const soldUnits = Math.min(unseen, sold)
  return { unseenSold: soldUnits, fell: sold - soldUnits }
}
