import type { SlipState } from '#contract/orders/slips.ts'
import type { Stated } from './states.ts'

export const slipStated: Record<SlipState, Stated> = {
  waiting: { label: 'Queued', tone: 'neutral' },
  making: { label: 'Creating', tone: 'info' },
  ready: { label: 'Ready', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Stopped', tone: 'neutral' },
}
