import { z } from 'zod'
import { MOST_ORDERS, MOST_PUBLISHED_ON } from '#contract/agents/actions.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { MOST_PROPOSED, proposeOrders, proposePublishing } from '#contract/agents/proposals.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { listProducts } from '#contract/products/products.ts'
import type { Call } from '../call.ts'
import { answered, proposalData } from './proposals.ts'
import { idsOf, refuse } from './skus.ts'
import { skuList, tool } from './tool.ts'

const reason = z.string().min(1).max(500).describe('Why, in one sentence. The person reads it')
const orderId = z.number().int().positive().describe('From find_orders')
const why = z.string().max(100).describe('A reason that the channel takes. A wrong one is answered with those it takes')
type OrdersBody = NonNullable<CallInput<typeof proposeOrders>['body']>
const proposing = { effect: 'proposes' as const, data: proposalData }

/** Finds the line of an order by its SKU. @throws CallRefused where it has none, or several that only a person can tell apart */
async function itemOf(call: Call, id: number, sku: string): Promise<number> {
  const { order } = await call(getOrder, { query: { orderId: id } })
  const [item, ...others] = order.items.filter((line) => line.sku.toLowerCase() === sku.toLowerCase())
  if (!item) throw refuse(`Order ${order.number} has no line with the SKU ${sku}.`)
  if (others.length > 0)
    throw refuse(
      `Order ${order.number} has ${others.length + 1} lines with the SKU ${sku}. Ask a person to refund it in Motto.`,
    )
  return item.id
}

const propose = async (call: Call, body: OrdersBody) => answered(await call(proposeOrders, { body }))

export const actingTools = [
  tool({
    ...proposing,
    name: 'propose_shipping',
    title: 'Propose to mark orders as shipped',
    description:
      'Proposes to mark orders as shipped and to tell their channels the tracking numbers. Saves a preview and changes nothing. Once it is applied, it can’t be undone.',
    input: z.object({
      reason,
      orders: z
        .array(
          z.object({
            orderId,
            service: z.string().max(200).optional().describe('Carrier or service, as UPS Ground'),
            trackingNumber: z.string().max(200).optional(),
          }),
        )
        .min(1)
        .max(MOST_ORDERS),
    }),
    uses: [proposeOrders],
    run: (call, { reason, orders }) =>
      propose(call, { reason, orders: orders.map((order) => ({ action: 'ship', ...order })) }),
  }),
  tool({
    ...proposing,
    name: 'propose_cancellation',
    title: 'Propose to cancel orders',
    description:
      'Proposes to cancel orders on their channels with a full refund, or orders that were entered by hand. Saves a preview and changes nothing. Once it is applied, it can’t be undone.',
    input: z.object({
      reason,
      orders: z
        .array(z.object({ orderId, reason: why.optional(), restock: z.boolean().default(true) }))
        .min(1)
        .max(MOST_ORDERS),
    }),
    uses: [proposeOrders],
    run: (call, { reason, orders }) =>
      propose(call, { reason, orders: orders.map((order) => ({ action: 'cancel', ...order })) }),
  }),
  tool({
    ...proposing,
    name: 'propose_refund',
    title: 'Propose a refund',
    description:
      'Proposes to refund lines or the shipping of one order on its channel. Saves a preview and changes nothing. Once it is applied, it can’t be undone.',
    input: z.object({
      reason,
      orderId,
      channelReason: why,
      lines: z
        .array(
          z.object({
            sku: z.string().min(1).max(100),
            quantity: z.number().int().min(0).max(100_000).describe('0 refunds money alone'),
            amount: z.number().min(0.01).max(10_000_000).describe('In the currency of the order'),
            restock: z.boolean().default(false),
          }),
        )
        .max(100)
        .default([]),
      shipping: z.number().min(0).max(10_000_000).default(0).describe('Refunded shipping'),
    }),
    uses: [proposeOrders, getOrder],
    async run(call, { reason, orderId: id, channelReason, lines, shipping }) {
      const refunded = []
      for (const { sku, ...line } of lines) refunded.push({ ...line, itemId: await itemOf(call, id, sku) })
      return propose(call, {
        reason,
        orders: [{ action: 'refund', orderId: id, lines: refunded, shipping, reason: channelReason }],
      })
    },
  }),
  tool({
    ...proposing,
    name: 'propose_publishing',
    title: 'Propose to publish products',
    description:
      'Proposes to publish products on connected accounts. Checks them and sends nothing. When it is applied, what passed the check is published. Undoing it unlists what it listed.',
    input: z.object({
      reason,
      skus: skuList.max(MOST_PROPOSED),
      accountIds: z
        .array(z.number().int().positive())
        .min(1)
        .max(MOST_PUBLISHED_ON)
        .describe('Ids of accounts, from list_channels'),
    }),
    uses: [proposePublishing, listProducts, listAccounts],
    async run(call, { reason, skus, accountIds }) {
      const productIds = [...(await idsOf(call, skus)).values()]
      return answered(await call(proposePublishing, { body: { reason, productIds, integrationIds: accountIds } }))
    },
  }),
]
