import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Money, MoneyInput, Time } from '../shapes.ts'

/** `waiting`: to be told to the channel. `unsure`: it may have been done, and a person has to look. `withdrawn`: nobody wants it any more. */
export const UndoingState = z.enum(['waiting', 'sending', 'sent', 'refused', 'unsure', 'withdrawn'])
export type UndoingState = z.output<typeof UndoingState>

/** Money that goes back, or an order that is called off, as somebody here asked its channel to. */
export const OrderRefund = z.object({
  id: Id,
  kind: z.enum(['refund', 'cancel']),
  state: UndoingState,
  reason: z.string(),
  note: z.string(),
  /** Of all of it; 0 of a cancellation, whose money the channel counts. */
  total: Money,
  shipping: Money,
  lines: z.array(
    z.object({ itemId: Id, sku: z.string(), quantity: z.number().int(), amount: Money, restock: z.boolean() }),
  ),
  /** Why it was refused, or what is not known; else ''. */
  message: z.string(),
  askedAt: Time,
  /** When the channel took it. */
  toldAt: Time.nullable(),
  who: z.string(),
})
const Asking = z.object({
  reasons: z.array(z.object({ value: z.string(), label: z.string() })),
  noteChars: z.number().int(),
})
/** What its channel lets us undo of an order, and what was. */
export const OrderUndoing = z.object({
  refunds: z.array(OrderRefund),
  /** Null where it is done on the channel's own page, or not at all: then `why` says so. */
  refund: Asking.nullable(),
  whyNoRefund: z.string(),
  cancel: Asking.nullable(),
  whyNoCancel: z.string(),
  /** What can still go back. */
  left: Money,
  shippingLeft: Money,
  /** Pieces of each line that can still be taken out of it, and what those are worth. */
  lines: z.array(z.object({ itemId: Id, pieces: z.number().int(), amount: Money })),
})
export type OrderUndoing = z.output<typeof OrderUndoing>

export const orderUndoing = endpoint({
  method: 'GET',
  path: '/orders/undoing',
  summary: 'Get an order’s refunds, cancellations and refundable amounts',
  needs: 'organization:read',
  query: z.object({ orderId: IdParam }),
  reply: OrderUndoing,
  errors: ['not_found'],
})

const words = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).default('')
/** Blank is nothing. */
export const RefundAmount = MoneyInput.transform((n) => n ?? 0)
/** How many there were before: whoever asks for the same beside a colleague is refused. */
const seen = z.number().int().min(0)

export const RefundLines = z
  .array(
    z.object({
      itemId: Id,
      /** 0: money alone. */
      quantity: z.number().int().min(0).max(100_000, 'At most 100,000 at once.'),
      amount: RefundAmount,
      restock: z.boolean(),
    }),
  )
  .max(250, 'At most 250 lines at once.')
export const RefundReason = z.string().min(1, 'Choose a reason.').max(100)
export const refundOrder = endpoint({
  method: 'POST',
  path: '/orders/refund',
  summary: 'Refund an order’s lines or shipping on its channel',
  needs: 'orders:write',
  body: z.object({
    orderId: Id,
    seen,
    lines: RefundLines,
    shipping: RefundAmount,
    reason: RefundReason,
    note: words(1000),
  }),
  reply: OrderUndoing,
  errors: ['not_found', 'edit_conflict', 'packing_conflict'],
  changes: ['orders', 'products'],
})
export const cancelAtChannel = endpoint({
  method: 'POST',
  path: '/orders/cancelAtChannel',
  summary: 'Cancel an order on its channel with a full refund',
  needs: 'orders:write',
  body: z.object({
    orderId: Id,
    seen,
    reason: z.string().min(1, 'Choose a reason.').max(100),
    note: words(1000),
    /** Its units are for sale again. */
    restock: z.boolean(),
  }),
  reply: OrderUndoing,
  errors: ['not_found', 'edit_conflict', 'packing_conflict'],
  changes: ['orders', 'products'],
})
export const settleUndoing = endpoint({
  method: 'POST',
  path: '/orders/settleUndoing',
  summary: 'Retry, withdraw or confirm a refund or cancellation',
  needs: 'orders:write',
  body: z.object({ refundId: Id, action: z.enum(['retry', 'withdraw', 'done']) }),
  reply: OrderUndoing,
  errors: ['not_found', 'edit_conflict'],
  changes: ['orders', 'products'],
})
