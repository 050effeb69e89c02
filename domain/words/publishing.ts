import type { PublishState } from '#contract/publishing.ts'
import type { Stated } from './states.ts'

/** Many products that are listed at once. */
export const publishingStates: Record<PublishState, Stated> = {
  gathering: { label: 'Gathering', tone: 'info' },
  checking: { label: 'Checking', tone: 'info' },
  ready: { label: 'Checked', tone: 'info', why: 'Nothing is being sent.' },
  running: { label: 'Listing', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning', why: 'No more are sent before it goes on.' },
  done: { label: 'Done', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}
