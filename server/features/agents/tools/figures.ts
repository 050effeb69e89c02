import { z } from 'zod'
import { channelSales, salesSummary, skuSales } from '#contract/analytics/figures.ts'
import { profitFigures, profitBy } from '#contract/analytics/profit.ts'
import { oversold } from '#contract/analytics/sold-figures.ts'
import { stockAge, stockCover, stockValue } from '#contract/analytics/stock-figures.ts'
import { days, tool } from './tool.ts'

const channels = z.array(z.string().max(20)).max(10).optional()
const skus = z.array(z.string().max(100)).max(200).optional()
const most = z.number().int().min(1).max(200).default(25).describe('How many rows to return')
const worth = { pieces: z.number(), cost: z.number() }

export const figureTools = [
  tool({
    name: 'report_sales',
    title: 'Report sales',
    description: 'Reports sales by channel in a period: orders, units, gross, fees, tax, refunds and net.',
    effect: 'reads',
    input: z.object({ ...days, channels, skus }),
    data: z.object({
      startDate: z.string(),
      endDate: z.string(),
      currency: z.string(),
      medianOrderTotal: z.number().nullable(),
      withoutRate: z
        .array(z.object({ currency: z.string(), orders: z.number() }))
        .describe('Orders that no figure holds'),
      channels: z.array(
        z.object({
          channel: z.string(),
          count: z.number(),
          totalQuantity: z.number(),
          totalAmount: z.number(),
          feeAmount: z.number(),
          taxAmount: z.number(),
          discountAmount: z.number(),
          refundedAmount: z.number(),
          netAmount: z.number(),
        }),
      ),
    }),
    uses: [salesSummary, channelSales],
    async run(call, query) {
      const [summary, channels] = [await call(salesSummary, { query }), await call(channelSales, { query })]
      return { data: { ...summary, channels } }
    },
  }),
  tool({
    name: 'report_best_sellers',
    title: 'Report best sellers',
    description: 'Reports the units sold by SKU in a period, best first.',
    effect: 'reads',
    input: z.object({ ...days, channels, most }),
    data: z.object({ skus: z.array(z.object({ sku: z.string(), quantity: z.number() })), total: z.number() }),
    uses: [skuSales],
    async run(call, { most, ...query }) {
      const rows = await call(skuSales, { query })
      return { data: { skus: rows.slice(0, most), total: rows.length } }
    },
  }),
  tool({
    name: 'report_profit',
    title: 'Report profit',
    description: 'Reports profit and margin by channel, template, SKU or attribute in a period, highest first.',
    effect: 'reads',
    input: z.object({ by: z.enum(profitBy), ...days, channels, skus, most }),
    data: z.object({
      currency: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      total: z.object({ net: z.number(), profit: z.number().nullable(), margin: z.number().nullable() }),
      rows: z.array(
        z.object({
          name: z.string(),
          value: z.string(),
          quantity: z.number(),
          net: z.number(),
          profit: z.number().nullable(),
          margin: z.number().nullable(),
          costKnown: z.number().nullable().describe('Share of sales whose cost is known, 0 to 1'),
        }),
      ),
    }),
    uses: [profitFigures],
    async run(call, { by, most, ...query }) {
      const figures = await call(profitFigures, { params: { by }, query })
      return { data: { ...figures, rows: figures.rows.slice(0, most) } }
    },
  }),
  tool({
    name: 'report_stock',
    title: 'Report stock',
    description:
      'Reports the stock on hand with its value, what changed it in a period, how long it has not sold, and the SKUs that run out first.',
    effect: 'reads',
    input: z.object({ ...days, skus, most }),
    data: z.object({
      currency: z.string(),
      pieces: z.number(),
      cost: z.number(),
      retail: z.number(),
      withoutCost: z.number().describe('SKUs in stock without a cost'),
      changes: z.array(z.object({ reason: z.string(), ...worth })),
      age: z.array(
        z.object({
          from: z.number().describe('Days since the last sale'),
          to: z.number().nullable(),
          skus: z.number(),
          products: z.array(z.string()).describe('SKUs that bind most money'),
          ...worth,
        }),
      ),
      runningOut: z.array(
        z.object({
          sku: z.string(),
          title: z.string(),
          available: z.number(),
          sold: z.number().describe('In the last 30 days'),
          days: z.number().describe('Days until it runs out'),
          runsOut: z.string(),
        }),
      ),
    }),
    uses: [stockValue, stockCover, stockAge],
    async run(call, { most, ...query }) {
      const [value, cover, age] = [
        await call(stockValue, { query }),
        await call(stockCover, { query }),
        await call(stockAge, { query }),
      ]
      return {
        data: {
          ...value,
          age: age.bands.map((band) => ({ ...band, products: band.products.slice(0, 10) })),
          runningOut: cover.rows.slice(0, most),
        },
      }
    },
  }),
  tool({
    name: 'explain_overselling',
    title: 'Explain overselling',
    description: 'Lists SKUs that were sold without stock in a period, where, and what took the last unit before.',
    effect: 'reads',
    input: z.object({ ...days, channels, skus }),
    data: z.object({
      items: z.number(),
      rows: z.array(
        z.object({
          sku: z.string(),
          channel: z.string(),
          orders: z.number(),
          shortfall: z.number(),
          why: z
            .string()
            .describe(
              'elsewhere: sold on another channel; here: on this one; lowered: by somebody; empty: never there',
            ),
          by: z.string(),
        }),
      ),
    }),
    uses: [oversold],
    run: async (call, query) => ({ data: await call(oversold, { query }) }),
  }),
]
