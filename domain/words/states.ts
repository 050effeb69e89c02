/** What a colour means: fine, work to do, failed, open or under way, none of these. */
export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral'

/** A state as people read it. */
export interface Stated {
  label: string
  tone: Tone
  /** What it means, for who asks. */
  why?: string
}

const fine = (label: string, why?: string): Stated => ({ label, tone: 'success', ...(why && { why }) })
const work = (label: string, why?: string): Stated => ({ label, tone: 'warning', ...(why && { why }) })
const bad = (label: string, why?: string): Stated => ({ label, tone: 'danger', ...(why && { why }) })
const open = (label: string, why?: string): Stated => ({ label, tone: 'info', ...(why && { why }) })
const quiet = (label: string, why?: string): Stated => ({ label, tone: 'neutral', ...(why && { why }) })

/** A listing on its channel. */
export const listingStates = {
  live: fine('Live'),
  queued: open('Queued'),
  sending: open('Sending'),
  drifted: work('Drifted', 'The channel shows something else than Motto says.'),
  changed: work('Changed, send again', 'It was refused, and changed since. Send it again to hear what is said now.'),
  refused: bad('Refused', 'The channel refused it.'),
  stopped: bad('Not sent', "Motto's own checks stopped it before it was sent."),
  failed: bad('Refused or failed'),
  unlisted: quiet('Unlisted'),
  off: quiet('Not listed'),
} satisfies Record<string, Stated>
export type ListingState = keyof typeof listingStates
