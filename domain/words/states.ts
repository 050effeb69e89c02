import type { ImportOutcome } from '#contract/imports.ts'
import type { CheckState } from '#contract/integrations/checks.ts'
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
  sending: open('Updating'),
  drifted: work('Out of sync', 'The quantity on the channel differs from Motto’s.'),
  changed: work('Retry needed', 'It was rejected and has changed since. Publish it again.'),
  refused: bad('Rejected', 'The channel rejected it.'),
  there: work('Already on the channel', 'A listing with this SKU already exists. Link it to manage it from Motto.'),
  stopped: bad('Blocked', 'Fix the problems found by Motto’s check, then publish again.'),
  failed: bad('Failed'),
  unlisted: quiet('Unlisted'),
  off: quiet('Not listed'),
} satisfies Record<string, Stated>
export type ListingState = keyof typeof listingStates

/** Something that a seller switches on at a channel. */
export const switchStates = {
  ok: fine('Ready'),
  todo: work('Setup required', 'Needed for listings or orders to work.'),
  advice: open('Recommended', 'Optional, but improves results.'),
} satisfies Record<string, Stated>

/** A step of a check of a connection. */
export const checkStates = {
  running: open('Running'),
  passed: fine('Passed'),
  attention: work('Needs attention'),
  failed: bad('Failed'),
  unsupported: quiet('Not supported', 'The channel can’t do this with a test product.'),
  skipped: quiet('Skipped'),
} satisfies Record<CheckState, Stated>

/** Whether a product is complete. */
export const readinessStates = {
  ready: fine('Ready', 'Title, description and attributes are complete'),
  partial: work('Missing recommended', 'Recommended attributes are empty'),
  error: bad('Incomplete', 'Required values are empty'),
} satisfies Record<Readiness, Stated>

/** What an order is, beside the words of its channel; those are in domain/orders/intake/status.ts. */
export const orderStates = {
  oversold: work('Oversold', 'Sold after stock ran out'),
  held: work('On hold', 'Can’t be picked, packed or shipped until the hold is released'),
  cancelled: quiet('Cancelled'),
  paid: fine('Paid'),
} satisfies Record<string, Stated>

/** How far an order is, the same for every channel. */
export const shipStates = {
  toShip: open('Ready to ship'),
  partly: open('Partially shipped'),
  shipped: fine('Shipped'),
  completed: fine('Completed'),
  open: open('Open'),
  unpaid: quiet('Unpaid'),
  partlyPaid: quiet('Partially paid'),
  paymentFailed: bad('Payment failed'),
  refunded: quiet('Refunded'),
} satisfies Record<string, Stated>

/** When an order is to be shipped. */
export const dueStates = {
  late: bad('Late', 'The ship-by date has passed'),
  today: work('Today', 'Ship today'),
  tomorrow: open('Tomorrow'),
} satisfies Record<string, Stated>

/** Work in the background. */
export const jobStates = {
  waiting: open('Queued'),
  running: open('Running'),
  failed: bad('Failed'),
  done: fine('Done'),
} satisfies Record<string, Stated>

/** A step of an upgrade of the database. */
export const upgradeStates = {
  running: open('Running'),
  waiting: open('Queued', 'A later version runs it.'),
  done: fine('Done'),
} satisfies Record<string, Stated>

/** A change of many products at once; it is a job, too. */
export const changeSetStates = {
  ...jobStates,
  partly: work('Partially done', 'Some products couldn’t be changed.'),
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
  sending: open('Updating'),
  heldUp: work('Delayed'),
  shadow: work('Shadow mode', 'Nothing is sent until you confirm.'),
  updateNeeded: work('Motto update needed'),
  notKept: work('Not syncing'),
  refused: bad('Rejected'),
  needsYou: work('Needs attention'),
  needYou: work('Need attention'),
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
  authorized: fine('Connected'),
  unauthorized: work('Not authorized'),
  expired: bad('Access expired'),
  off: quiet('Not connected'),
  unavailable: quiet('Not available'),
} satisfies Record<string, Stated>

/** A report on its way to somebody's mailbox. */
export const reportMailStates = {
  waiting: open('Queued'),
  sending: open('Updating'),
  sent: fine('Sent', 'Accepted by the mail server.'),
  written: work('Saved to outbox', 'No mail server is set up, so the email was saved to the “outbox” folder.'),
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
  waiting: open('Waiting', 'It’s saved when you’re back online.'),
  refused: bad('Not saved'),
} satisfies Record<string, Stated>

/** Whether a channel takes a value, once value mappings have had their say. */
export const mappedStates = {
  success: fine('Mapped'),
  warning: work('Not allowed', 'The channel doesn’t allow this value. It will be left blank.'),
  error: bad('Required', 'The channel requires this field and doesn’t allow this value.'),
  open: open('Not mapped'),
} satisfies Record<string, Stated>

/** What is marked in a list without being a state of a record. */
export const marks = {
  on: fine('On'),
  off: quiet('Off'),
  here: fine('Current'),
  standard: quiet('Default'),
  same: fine('All the same'),
  planned: quiet('Coming soon'),
} satisfies Record<string, Stated>
