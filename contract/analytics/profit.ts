import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { File } from '../files.ts'
import { IdParam, Money } from '../shapes.ts'
import { FigureFilter } from './figures.ts'

/** What profit is told by. */
export const profitBy = ['channel', 'template', 'sku', 'attribute'] as const
/** How many rows are told at most, the highest profit first. */
export const MOST_PROFIT_ROWS = 1000

const sums = {
  quantity: z.number().int(),
  /** Sales less fees, tax, discounts and refunds. */
  net: Money,
  /** Units whose cost is known, and their net. */
  knownQuantity: z.number().int(),
  knownNet: Money,
  /** Of units whose cost is known. */
  cost: Money,
  /** Net of units whose cost is known, less this cost; null where no cost is known. */
  profit: Money.nullable(),
  /** Profit as a share of the net of units whose cost is known; null where it means nothing. */
  margin: z.number().nullable(),
  /** The share of sales, 0 to 1, whose cost is known; null where nothing sold. */
  costKnown: z.number().nullable(),
  /** Net of orders whose channel does not tell its fees: their profit is less by these. */
  unknownFeesNet: Money,
}
export const ProfitSums = z.object(sums)
export type ProfitSums = z.output<typeof ProfitSums>

export const ProfitFigures = z.object({
  /** Of all amounts. */
  currency: z.string(),
  /** The days that were counted. */
  startDate: z.string(),
  endDate: z.string(),
  total: ProfitSums,
  rows: z.array(
    z.object({
      /** A channel, template, SKU or attribute; '' is no template, or a line without a SKU. */
      name: z.string(),
      /** Of an attribute; else ''. */
      value: z.string(),
      ...sums,
    }),
  ),
})
/** A filter of products counts their lines alone, so that all rows add up. A product with several values of attributes counts for each. */
export const profitFigures = endpoint({
  method: 'GET',
  path: '/analytics/profit/{by}',
  summary: `Get profit and margin by channel, template, SKU or attribute (top ${MOST_PROFIT_ROWS})`,
  needs: 'organization:read',
  params: z.object({ by: z.enum(profitBy) }),
  query: FigureFilter,
  reply: ProfitFigures,
})
/** A row for each order line; an unknown cost or fee is an empty cell. */
export const exportProfit = endpoint({
  method: 'GET',
  path: '/analytics/profitFile',
  summary: 'Export the profit of order lines',
  needs: 'organization:read',
  query: FigureFilter.safeExtend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: File,
})
export const orderProfit = endpoint({
  method: 'GET',
  path: '/analytics/orderProfit',
  summary: 'Get what an order earned, in the organization’s currency',
  needs: 'organization:read',
  query: z.object({ orderId: IdParam }),
  /** Null where the order is cancelled, or no exchange rate is known for its day. */
  reply: z.object({ profit: ProfitSums.extend({ currency: z.string() }).nullable() }),
  errors: ['not_found'],
})
