import type { SlipState } from '#contract/orders/slips.ts'
import type { Stated } from './states.ts'

export const slipStated: Record<SlipState, Stated> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  making: { label: 'Being made', tone: 'info' },
  ready: { label: 'Ready', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Stopped', tone: 'neutral' },
}
