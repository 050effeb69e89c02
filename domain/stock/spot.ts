import { type Step, stepOf } from './look.ts'

/** How a channel takes a number: `compare` refuses it where another stands than we say, `last` takes whatever comes last. */
export type WriteMode = 'compare' | 'last'

/** What we know of one SKU at one place of a channel. */
export interface Standing {
  lastSet: number
  /** What stands there by all that we know: what we set last, less the pieces sold there since. */
  expected: number
  /** Pieces sold there, as a look found, whose orders we have yet to see. */
  unseen: number
  /** A number on its way, or sent without an answer. */
  trying: number | null
  /** Counts what was heard of sales: a look that was begun before one tells nothing of it. */
  heard: number
  /** Another number may stand there: looked at before it is told. */
  doubt: boolean
  /** Pieces that may have been sold there where no look can tell: between a look and the write that hid it. A complete look at the orders ends it. */
  hidden: number
  /** Pieces of cancelled orders that the channel may have put back. The next look tells. */
  back: number
  /** Pieces that a look found there beyond all that we knew of: put back, or by hand. Until their cancellation is heard of, or a complete look at the orders tells of none. */
  risen: number
}

/** Seconds after which a channel's orders tell every sale before: longer than any takes to list one. */
export const SETTLED_SECONDS = 300

/**
 * The most pieces that buyers may have there: those that can still be bought, and those bought that we have not heard of. A sale changes nothing
 * about it, so as long as all ceilings together are no more than what is available, no piece is sold twice.
 */
export const ceilingOf = (s: Standing, mode: WriteMode): number =>
  Math.max(s.expected, s.trying === null ? 0 : s.trying + (mode === 'last' ? s.expected : 0)) +
  s.unseen +
  s.hidden +
  s.back

/** Whether a number must be looked at before it is told, also where the channel compares: one that we sent without an answer may stand there. */
export const isUnsure = (s: Pick<Standing, 'trying' | 'doubt'> | undefined): boolean =>
  !s || s.doubt || s.trying !== null

/**
 * Whether a look tells nothing yet: the channel shows numbers late, ours was set a moment ago, and another is shown. It may be the one of before,
 * which is neither a sale nor a change by hand. @param settleSeconds for how long that can be; 0 where numbers are shown at once
 */
export const isUnsettled = (
  s: { expected: number; setAgoSeconds: number } | undefined,
  settleSeconds: number,
  shown: number,
): boolean => s !== undefined && s.setAgoSeconds < settleSeconds && shown !== s.expected

/** What to do about a number, and what is known of it then. @param shown what the channel shows now; null when nobody looked */
export function planOf(
  s: Pick<Standing, 'expected' | 'unseen' | 'trying'> | undefined,
  requested: number,
  shown: number | null,
): Step {
  const { expected = null, unseen = 0, trying = null } = s ?? {}
  // A number whose answer was lost may stand there all the same. Below a lower one, what is missing from it was sold: more would be
  // kept back for sales that nobody made. A ceiling keeps the rest until the orders tell.
  const arrived =
    shown !== null &&
    expected !== null &&
    trying !== null &&
    (shown === trying || (trying > expected && shown > expected) || (trying < expected && shown < trying))
  return stepOf({ target: requested, expected: arrived ? trying : expected, unseen }, shown)
}

/** What stays hidden after a look: a look never lets the ceiling fall further than it can prove. */
export const hiddenAfter = (s: Standing, mode: WriteMode, shown: number, unseen: number): number =>
  Math.max(0, ceilingOf(s, mode) - shown - unseen)

/** What has risen after a look: what lets the ceiling rise. */
export const risenAfter = (s: Standing, mode: WriteMode, shown: number, unseen: number): number =>
  s.risen + Math.max(0, shown + unseen - ceilingOf(s, mode))

/**
 * A sale is heard of: pieces that a look had found stood apart, the others fell since, also from a number that we sent without an answer. The
 * ceiling falls by no more than was sold. In SQL: `heard` of server/features/sync/sending/known.ts.
 */
export function afterSale(s: Standing, quantity: number, mode: WriteMode): Standing {
  const soldUnits = Math.min(s.unseen, quantity)
  const rest = quantity - soldUnits
  const fallen = {
    ...s,
    heard: s.heard + 1,
    unseen: s.unseen - soldUnits,
    expected: Math.max(0, s.expected - rest),
    trying: s.trying === null ? null : Math.max(0, s.trying - rest),
    hidden: 0,
    doubt: s.doubt || rest > 0,
  }
  return { ...fallen, hidden: Math.max(0, ceilingOf(s, mode) - quantity - ceilingOf(fallen, mode)) }
}

/** A cancelled order is heard of: the channel may have put its pieces back on sale, unless a look found them there already. In SQL: `back` of server/features/sync/sending/known.ts. */
export const afterCancel = (s: Standing, quantity: number): Standing => ({
  ...s,
  heard: s.heard + 1,
  back: s.back + Math.max(0, quantity - s.risen),
  risen: Math.max(0, s.risen - quantity),
  doubt: true,
})
