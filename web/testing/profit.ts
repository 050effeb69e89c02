import type { profitFigures } from '#contract/analytics/profit.ts'
import type { CallReply } from '#contract/endpoint.ts'

/** The profit of a month in which nothing was sold. */
export const noProfit: CallReply<typeof profitFigures> = {
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  currency: 'USD',
  total: {
    quantity: 0,
    net: 0,
    knownQuantity: 0,
    knownNet: 0,
    cost: 0,
    profit: 0,
    margin: null,
    costKnown: 1,
    unknownFeesNet: 0,
  },
  rows: [],
}
