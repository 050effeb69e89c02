import type { UndoingState } from '#contract/orders/refunds.ts'
import type { Stated } from './states.ts'

/** Money that a channel was asked to give back, or an order that it was asked to call off. Beside the others, as one page alone shows them. */
export const undoingStates = {
  waiting: { label: 'Requested', tone: 'info', why: 'Will be sent to the channel shortly' },
  sending: { label: 'Processing', tone: 'info', why: 'Waiting for the channel' },
  sent: { label: 'Done', tone: 'success', why: 'Confirmed by the channel' },
  refused: { label: 'Rejected', tone: 'danger', why: 'The channel rejected it' },
  unsure: { label: 'Unconfirmed', tone: 'warning', why: 'The channel didn’t answer, so we don’t know if it was done' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
} satisfies Record<UndoingState, Stated>
