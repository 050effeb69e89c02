import type { Stated } from './states.ts'

/** What a line of an order is that somebody has to settle, beside oversold. Apart from the other words: only one page reads them. */
export const settleStates = {
  unknown: { label: 'Unknown SKU', tone: 'warning', why: 'No product in Motto has this SKU' },
  waiting: { label: 'Backordered', tone: 'neutral', why: 'New stock goes to the oldest orders first' },
} satisfies Record<string, Stated>
