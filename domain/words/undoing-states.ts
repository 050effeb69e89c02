import type { UndoingState } from '#contract/orders/refunds.ts'
import type { Stated } from './states.ts'

/** Money that a channel was asked to give back, or an order that it was asked to call off. Beside the others, as one page alone shows them. */
export const undoingStates = {
  waiting: { label: 'Waiting', tone: 'info', why: 'Its channel is asked in a moment, or asked again' },
  sending: { label: 'Being asked', tone: 'info', why: 'Its channel has not answered yet' },
  sent: { label: 'Done', tone: 'success', why: 'Its channel took it' },
  refused: { label: 'Refused', tone: 'danger', why: 'Its channel did not do it' },
  unsure: { label: 'Unknown', tone: 'warning', why: 'Its channel did not answer: nobody knows whether it was done' },
  withdrawn: { label: 'Taken back', tone: 'neutral' },
} satisfies Record<UndoingState, Stated>
