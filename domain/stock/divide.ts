import type { WriteMode } from './spot.ts'

/** How channels share the pieces of a SKU: each shows all, or its own part; or all but the last so many, which are divided. */
export type Sharing = { mode: 'shared' } | { mode: 'guaranteed' } | { mode: 'threshold'; last: number }

/** One listing's number of a SKU. All in pieces. */
export interface Part {
  /** What buyers see there. */
  standing: number
  /** Sold there, as a look found, and not heard of. */
  unseen: number
  /** The most that buyers may have there: `ceilingOf`. */
  ceiling: number
  /** Pieces there that came without us, and that the ledger has not. */
  risen: number
  /** Pieces sold there in the last weeks: shares follow it. */
  demand: number
  buffer: number
  mode: WriteMode
}

/**
 * Divides pieces by demand, largest remainder first; each gets one while there are enough, for nobody finds what is not shown.
 * @returns pieces per channel; they sum to `pieces`
 */
export function divide(pieces: number, demands: readonly number[]): number[] {
  if (demands.length === 0) return []
  const order = demands.map((demand, i) => ({ demand, i })).sort((a, b) => b.demand - a.demand || a.i - b.i)
  const shares = demands.map(() => 0)
  const first = Math.min(pieces, demands.length)
  for (const { i } of order.slice(0, first)) shares[i] = 1
  // One is added to each demand: a channel that has sold nothing yet may.
  const total = demands.reduce((sum, demand) => sum + demand + 1, 0)
  const rest = pieces - first
  const parts = order.map(({ demand, i }) => ({ i, exact: (rest * (demand + 1)) / total }))
  for (const { i, exact } of parts) shares[i] = (shares[i] ?? 0) + Math.floor(exact)
  const over = pieces - shares.reduce((sum, n) => sum + n, 0)
  const byRemainder = parts.toSorted((a, b) => (b.exact % 1) - (a.exact % 1))
  for (const { i } of byRemainder.slice(0, over)) shares[i] = (shares[i] ?? 0) + 1
  return shares
}

/** What each channel's share would be if it could be changed at once. @param available by the ledger, unseen sales not taken off */
export function sharesOf(available: number, parts: readonly Part[]): number[] {
  const left = Math.max(0, available - parts.reduce((sum, { unseen }) => sum + unseen, 0))
  const shares = divide(
    left,
    parts.map(({ demand }) => demand),
  )
  return shares.map((share, i) => Math.max(0, Math.min(share, left - (parts[i]?.buffer ?? 0))))
}

/** A last-writer channel gives up its number only for a channel that lacks more than one: it shows 0 meanwhile. */
const WORTH_ZERO = 2

/**
 * What one channel may show now where pieces are divided. It rises only into pieces that no other may still sell, falls where more is promised than
 * there is, and gives to a channel that has run out. Where the last writer wins, each write may hide sales of what stood there, so it rises by
 * fewer, or from zero.
 */
export function dividedOf(available: number, parts: readonly Part[], i: number): number {
  const own = parts[i]
  if (!own) return 0
  const shares = sharesOf(available, parts)
  const share = shares[i] ?? 0
  const free = available - parts.reduce((sum, { ceiling }) => sum + ceiling, 0)
  if (free < 0) return loweredOf(parts, own, share, -free)
  if (own.standing < share) return risenTo(own, share, free)
  return free === 0 && isGiver(parts, shares, i) ? (own.mode === 'last' ? 0 : share) : own.standing
}

/**
 * What one below its share shows next. Where the last writer wins, too few may be free to rise past what stands there, for ever: then it shows a
 * single piece until a complete look at its orders, and rises to its share afterwards.
 */
function risenTo(own: Part, share: number, free: number): number {
  const lack = share - own.standing
  if (own.mode === 'compare') return own.standing + Math.max(0, Math.min(lack, free))
  const rise = Math.max(0, Math.min(lack, free - own.standing))
  if (rise === lack || own.standing === 0) return own.standing + rise
  const isSettled = own.ceiling === own.standing + own.unseen
  if (!isSettled) return own.standing
  return own.standing > 1 && free >= WORTH_ZERO && lack >= WORTH_ZERO && rise * 2 < lack ? 1 : own.standing + rise
}

/**
 * What one falls to where more is promised than there is. Pieces that came to a number without us go from that number alone: nobody else's may fall for
 * them, for where the last writer wins, each number but 0 may hide sales of what stood there. Otherwise pieces left, as by a count, and each
 * falls to its share.
 */
function loweredOf(parts: readonly Part[], own: Part, share: number, missing: number): number {
  const risen = parts.reduce((sum, part) => sum + part.risen, 0)
  if (risen < missing) return Math.min(own.standing, share)
  if (own.risen === 0) return own.standing
  return own.mode === 'last' ? 0 : Math.max(0, own.standing - Math.min(own.risen, missing))
}

/** Of those that show more than their share, the one that has most to give, where another has run out. */
function isGiver(parts: readonly Part[], shares: readonly number[], i: number): boolean {
  if (!parts.some(({ standing, ceiling }, j) => j !== i && standing === 0 && ceiling === 0 && (shares[j] ?? 0) > 0))
    return false
  const over = parts.map(({ standing, mode }, j) => {
    const more = standing - (shares[j] ?? 0)
    return mode === 'last' && more < WORTH_ZERO ? 0 : more
  })
  const most = Math.max(...over)
  return most > 0 && over.indexOf(most) === i
}

/** What a channel may show of a SKU, as it is shared. @param all what it would show of its own pieces and of all others': shared, less its buffer */
export function shownOf(sharing: Sharing, available: number, parts: readonly Part[], i: number): number {
  const left = Math.max(0, available - parts.reduce((sum, { unseen }) => sum + unseen, 0))
  const buffer = parts[i]?.buffer ?? 0
  if (sharing.mode === 'shared') return Math.max(0, left - buffer)
  if (sharing.mode === 'guaranteed' || left <= sharing.last) return dividedOf(available, parts, i)
  const lasts = divide(
    sharing.last,
    parts.map(({ demand }) => demand),
  )
  return Math.max(0, Math.min(left - sharing.last + (lasts[i] ?? 0), left - buffer))
}

/** What each channel is to show in the end. */
export function targetsOf(sharing: Sharing, available: number, parts: readonly Part[]): number[] {
  const left = Math.max(0, available - parts.reduce((sum, { unseen }) => sum + unseen, 0))
  return isDivided(sharing, left)
    ? sharesOf(available, parts)
    : parts.map((_, i) => shownOf(sharing, available, parts, i))
}

/** Whether each number counts on its own: nothing may rise on a guess. */
export const isDivided = (sharing: Sharing, left: number): boolean =>
  sharing.mode === 'guaranteed' || (sharing.mode === 'threshold' && left <= sharing.last)
