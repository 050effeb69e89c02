import { z } from 'zod'
import { getAttention } from '#contract/analytics/analytics.ts'
import { getOrder, searchOrders } from '#contract/orders/orders.ts'
import { listUnsettled } from '#contract/orders/settling.ts'
import { time, tool } from './tool.ts'

const place = z.object({ city: z.string().optional(), region: z.string().optional(), country: z.string().optional() })
const line = z.object({
  sku: z.string(),
  itemTitle: z.string(),
  price: z.number(),
  quantity: z.number(),
  shortfall: z.number().describe('Units sold that were not in stock'),
  sent: z.number(),
  returned: z.number(),
})

/** Names, emails, phones and streets of buyers are left out: no tool needs them. */
export const orderTools = [
  tool({
    name: 'find_orders',
    title: 'Find orders',
    description: 'Finds orders by number, SKU, channel, state or date. Names and addresses of buyers are not included.',
    effect: 'reads',
    input: z.object({
      search: z.array(z.string().max(200)).max(10).optional().describe('Words of the order number'),
      skus: z.array(z.string().max(100)).max(100).optional(),
      channels: z.array(z.string().max(20)).max(10).optional(),
      tab: z.enum(['all', 'open', 'readyToShip', 'completed']).default('all'),
      due: z.enum(['late', 'today', 'tomorrow', 'later', 'none']).optional().describe('When they must be shipped'),
      oversold: z.enum(['true', 'false']).optional(),
      startDate: z.string().max(10).optional().describe('First day, as 2026-11-01'),
      endDate: z.string().max(10).optional(),
      page: z.number().int().min(0).default(0),
      pageSize: z.number().int().min(1).max(100).default(25),
    }),
    data: z.object({
      orders: z.array(
        z.object({
          id: z.number(),
          channel: z.string(),
          number: z.string(),
          orderDate: time,
          skus: z.array(z.string()),
          totalQuantity: z.number(),
          totalAmount: z.number(),
          currency: z.string(),
          state: z.string(),
          shipping: z.string(),
          payment: z.string(),
          shipBy: time.nullable(),
          oversold: z.boolean(),
          held: z.boolean(),
          tags: z.array(z.string()),
        }),
      ),
    }),
    uses: [searchOrders],
    run: async (call, query) => ({ data: { orders: await call(searchOrders, { query }) } }),
  }),
  tool({
    name: 'get_order',
    title: 'Get an order',
    description: 'Returns an order with its lines, amounts and notes. Of the buyer it tells town and country only.',
    effect: 'reads',
    input: z.object({ orderId: z.number().int().positive() }),
    data: z.object({
      id: z.number(),
      channel: z.string(),
      number: z.string(),
      state: z.string(),
      shipping: z.string(),
      payment: z.string(),
      orderDate: time,
      shipBy: time.nullable(),
      totalAmount: z.number(),
      shippingCost: z.number(),
      taxAmount: z.number(),
      discountAmount: z.number(),
      feeAmount: z.number(),
      currency: z.string(),
      oversold: z.boolean(),
      held: z.boolean(),
      tags: z.array(z.string()),
      notes: z.string(),
      shipTo: place,
      items: z.array(line),
    }),
    uses: [getOrder],
    async run(call, query) {
      const { order } = await call(getOrder, { query })
      return {
        data: { ...order, notes: order.orderDetails.notes, shipTo: order.shippingDetails.shippingAddress },
      }
    },
  }),
  tool({
    name: 'list_order_issues',
    title: 'List order issues',
    description: 'Lists order lines that are short of stock or have an unknown SKU, oldest first.',
    effect: 'reads',
    input: z.object({
      kind: z.enum(['short', 'unknown']).optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(100).default(25),
    }),
    data: z.object({
      lines: z.array(
        z.object({
          orderId: z.number(),
          number: z.string(),
          channel: z.string(),
          orderDate: time,
          kind: z.string(),
          sku: z.string(),
          title: z.string(),
          quantity: z.number(),
          shortfall: z.number(),
          available: z.number(),
        }),
      ),
      short: z.number(),
      unknown: z.number(),
    }),
    uses: [listUnsettled],
    async run(call, query) {
      const { data, short, unknown } = await call(listUnsettled, { query })
      return { data: { lines: data, short, unknown } }
    },
  }),
  tool({
    name: 'list_attention',
    title: 'List what needs attention',
    description:
      'Lists what waits for somebody: oversold orders, unknown SKUs, rejected listings, quantity differences, disconnected channels, proposals that need approval, API versions that end and channel requirements that listings don’t meet.',
    effect: 'reads',
    input: z.object({}),
    data: z.object({
      oversold: some({
        number: z.string(),
        channel: z.string(),
        lines: z.array(z.object({ sku: z.string(), shortfall: z.number() })),
      }),
      unknown: some({ number: z.string(), channel: z.string(), lines: z.array(z.string()) }),
      refused: some({ sku: z.string(), title: z.string(), channel: z.string(), reason: z.string() }),
      tooMany: some({ sku: z.string(), channel: z.string(), shown: z.number(), ours: z.number(), reason: z.string() }),
      drifted: some({ sku: z.string(), channel: z.string(), ours: z.number(), theirs: z.number() }),
      held: some({ channel: z.string(), reason: z.string() }),
      disconnected: some({ channel: z.string(), problem: z.string(), listings: z.number() }),
      approvals: some({ id: z.number(), tokenName: z.string(), reason: z.string() }),
      outdated: some({ channel: z.string(), daysServed: z.number(), advice: z.string() }),
      requirements: some({ channel: z.string(), title: z.string(), listings: z.number(), daysLeft: z.number() }),
    }),
    uses: [getAttention],
    run: async (call) => ({ data: await call(getAttention) }),
  }),
]

function some<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object({ items: z.number(), rows: z.array(z.object(shape)) })
}
