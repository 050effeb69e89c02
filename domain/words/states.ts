import type { ImportOutcome } from '#contract/imports.ts'
import type { Readiness } from '#contract/products/products.ts'

/** What a colour means: fine, work to do, failed, open or under way, none of these. */
export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral'

/** What needs somebody most goes first. */
export const worstFirst: readonly Tone[] = ['danger', 'warning', 'info', 'success', 'neutral']

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
  there: work('Already there', 'Its SKU is sold there already. Nothing is taken over before you link the two.'),
  stopped: bad('Not sent', "Motto's own checks stopped it before it was sent."),
  failed: bad('Refused or failed'),
  unlisted: quiet('Unlisted'),
  off: quiet('Not listed'),
} satisfies Record<string, Stated>
export type ListingState = keyof typeof listingStates

/** Something that a seller switches on at a channel. */
export const switchStates = {
  ok: fine('Ready'),
  todo: work('To do', 'Listings or orders do not work without it.'),
  advice: open('Advised', 'It works without, but less well.'),
} satisfies Record<string, Stated>

/** Whether a product is complete. */
export const readinessStates = {
  ready: fine('Ready', 'Title, description and all attributes are there'),
  partial: work('Partial', 'Recommended values are missing'),
  error: bad('Incomplete', 'Required values are missing'),
} satisfies Record<Readiness, Stated>

/** What an order is, beside the words of its channel; those are in domain/orders/intake/status.ts. */
export const orderStates = {
  oversold: work('Oversold', 'Sold when the last piece was already gone'),
  held: work('Held', 'Not to be picked, packed or sent until somebody releases it'),
  cancelled: quiet('Cancelled'),
  paid: fine('Paid'),
} satisfies Record<string, Stated>

/** Work in the background. */
export const jobStates = {
  waiting: open('Waiting'),
  running: open('Running'),
  failed: bad('Failed'),
  done: fine('Done'),
} satisfies Record<string, Stated>

/** A change of many products at once; it is a job, too. */
export const changeSetStates = {
  ...jobStates,
  partly: work('Partly done', 'Some products could not be changed.'),
  cancelled: work('Stopped', 'Only some products were changed.'),
  undone: quiet('Undone'),
} satisfies Record<string, Stated>

/** A row of an imported file. */
export const importRowStates = {
  create: fine('New'),
  update: open('Changed'),
  unchanged: quiet('Unchanged'),
  delete: bad('Deleted'),
  skip: quiet('Skipped'),
  error: bad('Error'),
} satisfies Record<ImportOutcome, Stated>

/** How a channel stands with what was sent to it, or all of them do. */
export const standings = {
  inSync: fine('In sync'),
  sending: open('Sending'),
  heldUp: work('Held up'),
  notKept: work('Not kept in step'),
  refused: bad('Refused'),
  needsYou: work('Needs you'),
  needYou: work('Need you'),
  noChannels: quiet('No channels yet'),
  offline: quiet('Offline'),
} satisfies Record<string, Stated>

/** With how many it is true of: `2 refused`, `Sending 3`. */
export const counted = (n: number, { label, tone }: Stated): Stated => ({
  label: tone === 'info' ? `${label} ${n}` : `${n} ${label.toLowerCase()}`,
  tone,
})

/** A channel of the organization. */
export const integrationStates = {
  authorized: fine('Authorized'),
  unauthorized: work('Not authorized yet'),
  expired: bad('Sign-in expired'),
  off: quiet('Not connected'),
  unavailable: quiet('Not set up here'),
} satisfies Record<string, Stated>

/** A report on its way to somebody's mailbox. */
export const reportMailStates = {
  waiting: open('Waiting'),
  sending: open('Sending'),
  sent: fine('Sent', 'The mail server took it.'),
  written: work(
    'Written to a file',
    'There is no mail server: it was only written into the outbox folder of this installation.',
  ),
  failed: bad('Failed'),
} satisfies Record<string, Stated>

/** Somebody in an organization, and their email. */
export const personStates = {
  active: fine('Active'),
  pending: work('Pending'),
  member: fine('Member'),
  expired: bad('Expired'),
  confirmed: fine('Confirmed'),
  unconfirmed: work('Not confirmed'),
} satisfies Record<string, Stated>

/** What was saved without a network. */
export const keptStates = {
  waiting: open('Waiting', 'It is sent once there is a network.'),
  refused: bad('Not saved'),
} satisfies Record<string, Stated>

/** Whether a channel takes a value, once value mappings have had their say. */
export const mappedStates = {
  success: fine('Mapped'),
  warning: work('Not allowed', 'The channel does not take it; the field may stay blank.'),
  error: bad('Required', 'The channel asks for this field and does not take the value.'),
  open: open('Not mapped'),
} satisfies Record<string, Stated>

/** What is marked in a list without being a state of a record. */
export const marks = {
  on: fine('On'),
  off: quiet('Off'),
  here: fine('This one'),
  standard: quiet('Default'),
  same: fine('Same everywhere'),
  works: fine('Works today'),
  planned: quiet('Being built'),
} satisfies Record<string, Stated>
