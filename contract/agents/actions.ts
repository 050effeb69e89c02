import { z } from 'zod'
import { OrderChannel } from '../orders/orders.ts'
import { publishStates } from '../publishing.ts'
import { RefundAmount, RefundLines, RefundReason } from '../orders/refunds.ts'
import { Id } from '../shapes.ts'

/** What a proposal changes. */
export const proposalSubjects = ['products', 'orders', 'publishing'] as const
export type ProposalSubject = (typeof proposalSubjects)[number]

/** Orders of one proposal. */
export const MOST_ORDERS = 25
/** Accounts of one proposal that publishes. */
export const MOST_PUBLISHED_ON = 20

const text = (most: number) => z.string().trim().max(most, `At most ${most} characters.`)
/** What is to be done with an order. */
export const OrderAction = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('ship'),
    orderId: Id,
    service: text(200).default(''),
    trackingNumber: text(200).default(''),
  }),
  z.object({
    action: z.literal('cancel'),
    orderId: Id,
    /** One that the order’s channel takes; blank for an order that was entered by hand. */
    reason: text(100).default(''),
    restock: z.boolean().default(true),
  }),
  z.object({
    action: z.literal('refund'),
    orderId: Id,
    lines: RefundLines,
    shipping: RefundAmount,
    reason: RefundReason,
  }),
])
export type OrderAction = z.output<typeof OrderAction>

/** An order of a proposal with its preview, and what became of it. */
export const ProposedOrder = z.object({
  orderId: Id,
  number: z.string(),
  channel: OrderChannel,
  action: z.enum(['ship', 'cancel', 'refund']),
  /** What will happen, in sentences. */
  details: z.array(z.string()),
  /** Why it cannot be done. */
  error: z.string(),
  /** Blank until it is applied. */
  outcome: z.enum(['', 'done', 'failed']),
  /** Why it failed. */
  message: z.string(),
})

/** A publish run that a proposal starts, as it is now. */
export const ProposedRun = z.object({
  runId: Id,
  state: z.enum(publishStates),
  accounts: z.array(z.string()),
  ready: z.number().int(),
  blocked: z.number().int(),
  listed: z.number().int(),
  rejected: z.number().int(),
})
