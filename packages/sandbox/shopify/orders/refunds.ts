import { cancelByHand, remove } from '../by-hand/by-hand.ts'
import { tellOrder, tellRefund } from '../webhooks/order-hooks.ts'
import { isPaid, type OrderRow, refundedAmount, type RefundRow } from './order-rows.ts'
import { paymentId } from './order-view.ts'
import { problem, type UserProblem } from '../api/problems.ts'
import type { View } from '../shop/shop-view.ts'
import { find, moment, newId, save, type Env } from '../state.ts'

export interface RefundInput {
  orderId: string
  note?: string | null
  refundLineItems?:
    | { lineItemId: string; quantity: number; restockType?: string | null; locationId?: string | null }[]
    | null
  shipping?: { amount?: string | null; fullRefund?: boolean | null } | null
  transactions?: { amount: string; parentId?: string | null; kind: string; orderId: string }[] | null
  allowOverRefunding?: boolean | null
}
export interface RefundAnswer {
  refundId: string | null
  userErrors: UserProblem[]
}

const cents = (amount: number) => Math.round(amount * 100) / 100

/** Money back, and pieces out of the order: `CANCEL` are for sale again, of `NO_RESTOCK` those that were not sent are gone. */
export function createRefund(env: Env, input: RefundInput): RefundAnswer {
  const refuse = (field: string[] | null, message: string): RefundAnswer => ({
    refundId: null,
    userErrors: [problem(field, message)],
  })
  const order = find<OrderRow>(env, 'order', input.orderId)
  if (!order) return refuse(['orderId'], 'Order does not exist')
  const inputs = input.refundLineItems ?? []
  for (const { lineItemId, quantity, restockType } of inputs) {
    const line = order.lines.find(({ id }) => id === lineItemId)
    if (!line) return refuse(['refundLineItems'], 'Line item does not exist')
    const requested = inputs
      .filter((entry) => entry.lineItemId === lineItemId)
      .reduce((sum, entry) => sum + entry.quantity, 0)
    if (quantity < 1 || requested > line.currentQuantity)
      return refuse(['refundLineItems'], 'Quantity cannot refund more items than were purchased')
    if (restockType === 'CANCEL' && quantity > line.unfulfilledQuantity)
      return refuse(['refundLineItems'], 'Restock type cancel is only for items that are not fulfilled')
    if (restockType === 'LEGACY_RESTOCK') return refuse(['refundLineItems'], 'Restock type is not accepted')
  }
  const amount = cents((input.transactions ?? []).reduce((sum, transaction) => sum + Number(transaction.amount), 0))
  if ((input.transactions ?? []).some(({ kind, parentId }) => kind !== 'REFUND' || parentId !== paymentId(order)))
    return refuse(['transactions'], 'Parent transaction does not exist')
  if (amount > 0 && !isPaid(order)) return refuse(['transactions'], 'Order was not paid')
  const left = cents(order.total - refundedAmount(order))
  if (amount > left)
    return refuse(null, `Refund amount $${amount.toFixed(2)} is greater than net payment received $${left.toFixed(2)}`)
  if (amount === 0 && inputs.length === 0) return refuse(null, 'Refund must have a transaction or line items')
  return { refundId: make(env, order, input, amount), userErrors: [] }
}

function make(env: Env, before: OrderRow, input: RefundInput, amount: number): string {
  let order = before
  const lines: RefundRow['lines'] = []
  for (const { lineItemId, quantity, restockType } of input.refundLineItems ?? []) {
    const isBack = restockType === 'CANCEL' || restockType === 'RETURN'
    const removed = remove(env, order, [{ lineId: lineItemId, quantity }], isBack)
    order = removed.order
    lines.push(...removed.lines)
  }
  const refund: RefundRow = {
    id: newId(env.context, 'Refund'),
    createdAt: moment(env),
    amount,
    lines,
    ...(input.note && { note: input.note }),
  }
  const refunds = [...order.refunds, refund]
  const isWhole = refundedAmount({ ...order, refunds }) >= order.total
  const saved: OrderRow = {
    ...order,
    updatedAt: moment(env),
    refunds,
    financialStatus: amount === 0 ? order.financialStatus : isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
  }
  save(env, 'order', saved)
  tellRefund(env, saved, refund)
  tellOrder(env, 'ORDERS_UPDATED', saved)
  return refund.id
}

export interface CancelArgs {
  orderId: string
  reason: string
  restock: boolean
  refundMethod?: { originalPaymentMethodsRefund?: boolean | null } | null
}

/** Done at once here; Shopify says only that it has begun. */
export function cancelOrder(env: Env, { orderId, reason, restock }: CancelArgs): View {
  const refuse = (code: string, message: string) => ({
    job: null,
    orderCancelUserErrors: [{ code, field: ['orderId'], message }],
  })
  const order = find<OrderRow>(env, 'order', orderId)
  if (!order) return refuse('NOT_FOUND', 'Order does not exist')
  if (order.cancelledAt) return refuse('INVALID', 'Cannot cancel an order that has already been canceled')
  if (order.fulfillments.length > 0)
    return refuse('INVALID', 'Cannot cancel an order that has outstanding fulfillments')
  cancelByHand(env, order, { externalOrderId: orderId, restock, reason, requested: false })
  return { job: { id: newId(env.context, 'Job'), done: true }, orderCancelUserErrors: [] }
}
