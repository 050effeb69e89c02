import type { Stated } from './states.ts'

/** Where events are sent. Apart from the other states, as only pages that few people open read them. */
export const webhookStates = {
  active: { label: 'Active', tone: 'success' },
  paused: { label: 'Paused', tone: 'warning', why: 'Events are kept for up to 30 days, until you resume it.' },
  ended: { label: 'Ended', tone: 'danger', why: 'The receiver answered 410. No events are kept.' },
  failing: { label: 'Failing', tone: 'warning', why: 'The last requests failed. Motto keeps trying.' },
} satisfies Record<string, Stated>

/** One event on its way. */
export const deliveryStates = {
  waiting: { label: 'Queued', tone: 'info' },
  retrying: { label: 'Retrying', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
} satisfies Record<string, Stated>
