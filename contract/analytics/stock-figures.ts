import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FigureFilter } from './figures.ts'
import { Id, Money } from '../shapes.ts'

const stock = { method: 'GET', needs: 'organization:read', query: FigureFilter } as const

/** Pieces on hand, and what they cost today. */
const Worth = z.object({ pieces: z.number().int(), cost: Money })
/** What stands in the stock when the range ends, at today's costs and prices, and what moved it in the range. Channels do not narrow it. */
export const StockValue = Worth.extend({
  currency: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  /** The first day of the ledger; null where it is empty. Of the stock before its end nothing is known. */
  ledgerBegan: z.string().nullable(),
  /** At the product's price, as of now. */
  retail: Money,
  /** SKUs in stock whose cost nobody entered: they count as nothing. */
  withoutCost: z.number().int(),
  before: Worth,
  /** By the ledger's reason, what changed most first. */
  changes: z.array(Worth.extend({ reason: z.string() })),
})
export const stockValue = endpoint({
  ...stock,
  path: '/analytics/stockValue',
  summary: 'Get the stock value and its changes in a period',
  reply: StockValue,
})

/** SKUs that sell, and how long they last at the pace of the last 30 days. */
export const MOST_COVERED = 100
export const StockCover = z.object({
  /** The first of the 30 days; null where nothing sold. */
  since: z.string().nullable(),
  /** How many SKUs sold in these days. */
  items: z.number().int(),
  rows: z.array(
    z.object({
      sku: z.string(),
      productId: Id,
      productSku: z.string(),
      title: z.string(),
      available: z.number().int(),
      /** In the last 30 days. */
      sold: z.number().int(),
      /** Sold pieces as a share of those and what is left, in percent. */
      sellThrough: z.number().int(),
      days: z.number(),
      /** The day on which nothing is left. */
      runsOut: z.string(),
    }),
  ),
})
export const stockCover = endpoint({
  ...stock,
  path: '/analytics/stockCover',
  summary: `List days of cover by SKU (the ${MOST_COVERED} that run out first)`,
  reply: StockCover,
})

/** Of each age, so many SKUs are named: those that bind most money. */
export const MOST_AGED = 50
export const StockAge = z.object({
  currency: z.string(),
  bands: z.array(
    Worth.extend({
      /** Days since a piece of the SKU was sold last, or since it was created where none was. */
      from: z.number().int(),
      /** Null: any more. */
      to: z.number().int().nullable(),
      skus: z.number().int(),
      /** The products that bind most money, by their SKU. */
      products: z.array(z.string()),
    }),
  ),
})
export const stockAge = endpoint({
  ...stock,
  path: '/analytics/stockAge',
  summary: 'Get stock by time since the last sale',
  reply: StockAge,
})
