import { z } from 'zod'
import { dayMs, isNear, NO_DATE, FAR_DATE } from '../dates.ts'
import { endpoint } from '../endpoint.ts'
import { OrderChannel } from '../orders/orders.ts'
import { AttributeFilters, Joined } from '../products/filter.ts'
import { Money, WithoutRate } from '../shapes.ts'

/** A day like 2026-11-21, of the organization's time zone; blank is none. */
const Day = z
  .string()
  .trim()
  .superRefine((text, c) => {
    if (text === '') return
    const at = dayMs(text)
    if (Number.isNaN(at)) c.addIssue({ code: 'custom', message: NO_DATE })
    else if (!isNear(at)) c.addIssue({ code: 'custom', message: FAR_DATE })
  })
  .transform((text) => text || undefined)
  .optional()
const Some = Joined.transform((list) => list?.filter((value) => value !== ''))
const MOST_CHOSEN = 1000

/** ANA-110..115. Different filters all apply; within one, any value is enough. Without dates it is the last 30 days. */
export const FigureFilter = z
  .object({
    startDate: Day,
    endDate: Day,
    channels: Some,
    templateNames: Some,
    skus: Some,
    attributes: AttributeFilters,
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ['endDate'],
    message: 'The end date must be on or after the start date.',
  })
  // Not at each list: a query with a list that its field refuses is read as one text.
  .superRefine((filter, c) => {
    for (const name of ['channels', 'templateNames', 'skus'] as const)
      if ((filter[name]?.length ?? 0) > MOST_CHOSEN)
        c.addIssue({ code: 'custom', path: [name], message: `Choose up to ${MOST_CHOSEN} at once.` })
  })
export type FigureFilter = z.output<typeof FigureFilter>

const figure = { method: 'GET', needs: 'organization:read', query: FigureFilter } as const

/** ANA-116..120, with the parts that the net is made of: total − fees − tax − discount − refunded. */
export const ChannelSales = z.object({
  channel: OrderChannel,
  count: z.number().int(),
  totalAmount: Money,
  totalQuantity: z.number().int(),
  netAmount: Money,
  feeAmount: Money,
  taxAmount: Money,
  discountAmount: Money,
  refundedAmount: Money,
})
export const channelSales = endpoint({
  ...figure,
  path: '/orders/analytics',
  summary: 'Get sales by channel, best first',
  reply: z.array(ChannelSales),
})

/** ANA-125. Null where nothing was sold. */
export const SalesSummary = z.object({
  medianOrderTotal: Money.nullable(),
  medianSellThroughDays: z.number().nullable(),
  /** Of all amounts. */
  currency: z.string(),
  timeZone: z.string(),
  /** The days that were counted. */
  startDate: z.string(),
  endDate: z.string(),
  /** Orders of these days in another currency, of which no rate is known: no figure holds them. */
  withoutRate: z.array(WithoutRate),
})
export const salesSummary = endpoint({
  ...figure,
  path: '/orders/orderMedians',
  summary: 'Get order medians, sell-through, time zone and currency',
  reply: SalesSummary,
})

/** Of the orders of a range alone, without a median: what a page with these figures says beside them. */
export const leftOut = endpoint({
  method: 'GET',
  path: '/analytics/leftOut',
  summary: 'Get the currency and the number of orders without a rate',
  needs: 'organization:read',
  query: z.object({ startDate: Day, endDate: Day }),
  reply: z.object({ currency: z.string(), withoutRate: z.array(WithoutRate) }),
})

/** ANA-126..130. */
export const InventorySignal = z.object({
  isLow: z.boolean(),
  availableQty: z.number().int(),
  /** Pieces a month. */
  demandQty: z.number(),
  /** Null where nothing is asked for. */
  coverageRatio: z.number().nullable(),
  basis: z.enum(['last30d', 'monthlyAvg']),
})
export const inventorySignal = endpoint({
  ...figure,
  path: '/orders/inventorySignal',
  summary: 'Compare stock with monthly demand',
  reply: InventorySignal,
})

/** ANA-121: a day, then how many orders each channel brought; days without an order are left out. */
export const DayOrders = z.object({ day: z.string() }).catchall(z.union([z.string(), z.number()]))
export const ordersByDay = endpoint({
  ...figure,
  path: '/orders/ordersByDay',
  summary: 'Get orders by day and channel, oldest first',
  reply: z.array(DayOrders),
})

/** ANA-122. '' is the name of no template: the product is gone, or was never known. */
export const TemplateSales = z.object({ templateName: z.string(), quantity: z.number().int() })
export const templateSales = endpoint({
  ...figure,
  path: '/orders/templateAnalytics',
  summary: 'Get units sold by template, best first',
  reply: z.array(TemplateSales),
})

/** Of each attribute, the values that sold most. */
export const MOST_VALUES = 100
/** ANA-123. */
export const AttributeSales = z.object({
  attributeName: z.string(),
  attributeValue: z.string(),
  count: z.number().int(),
})
export const attributeSales = endpoint({
  ...figure,
  path: '/orders/attributeAnalytics',
  summary: `Get units sold by attribute value (top ${MOST_VALUES} of each attribute)`,
  reply: z.array(AttributeSales),
})

export const MOST_SKUS = 1000
/** ANA-124. */
export const SkuSales = z.object({ sku: z.string(), quantity: z.number().int() })
export const skuSales = endpoint({
  ...figure,
  path: '/orders/skuAnalytics',
  summary: `Get units sold by SKU (top ${MOST_SKUS})`,
  reply: z.array(SkuSales),
})

/** ANA-131. `sold`: products of which a piece was sold. */
export const ProductOverview = z.object({
  count: z.number().int(),
  listed: z.number().int(),
  unlisted: z.number().int(),
  sold: z.number().int(),
})
export const productOverview = endpoint({
  method: 'GET',
  path: '/products/overview',
  summary: 'Count all, live and sold products',
  needs: 'organization:read',
  reply: ProductOverview,
})
