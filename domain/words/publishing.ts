import type { PublishState } from '#contract/publishing.ts'
import type { Stated } from './states.ts'

/** Many products that are listed at once. */
export const publishingStates: Record<PublishState, Stated> = {
  gathering: { label: 'Preparing', tone: 'info' },
  checking: { label: 'Checking', tone: 'info' },
  ready: { label: 'Ready to publish', tone: 'info', why: 'Nothing is being published yet.' },
  running: { label: 'Publishing', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning', why: 'Resume to publish the rest.' },
  done: { label: 'Done', tone: 'success' },
  cancelled: { label: 'Stopped', tone: 'neutral' },
}
