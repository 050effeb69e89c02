import type { Stated } from './states.ts'

/** What a line of an order is that somebody has to settle, beside oversold. Apart from the other words: only one page reads them. */
export const settleStates = {
  unknown: { label: 'Unknown SKU', tone: 'warning', why: 'No product here has this SKU' },
  waiting: { label: 'Waits for stock', tone: 'neutral', why: 'Pieces that are counted go to it, in order of arrival' },
} satisfies Record<string, Stated>
