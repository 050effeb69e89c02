import { ChannelError } from '../../channel.ts'
import { toDecimal, toMinor } from '../../kit/money.ts'
import { keysIn, markOf } from '../../kit/refunds.ts'
import { type Cancelling, type Refunding, type RefundingLine, totalOf } from '../../refund.ts'
import { ask, type ShopifyConnection } from '../calls.ts'
import { throwUserErrors, userError } from '../errors.ts'
import { Cancelled, RefundMade, ToRefund, type ToRefundOrder } from '../wire.ts'

/**
 * One refund, known by our key in its note: an order that has it was refunded by an earlier try. Shopify's own key holds for what is asked at the
 * same time; with the order changed since, the same request reads otherwise and Shopify refuses its key.
 * @see https://shopify.dev/docs/api/admin-graphql/2026-07/mutations/refundCreate
 */
export async function refund(c: ShopifyConnection, refunding: Refunding): Promise<{ id: string }> {
  const order = await find(c, refunding.externalOrderId)
  const made = order.refunds.find(({ note }) => keysIn(note).includes(refunding.key))
  if (made) return { id: made.id }
  if (order.presentmentCurrencyCode !== order.currencyCode)
    throw new ChannelError(
      'invalid',
      `The buyer paid in ${order.presentmentCurrencyCode}, but the shop uses ${order.currencyCode}. Refund it on Shopify.`,
    )
  const { refundCreate } = await ask(c, 'refund', RefundMade, { key: refunding.key, input: inputOf(order, refunding) })
  const [first] = refundCreate.userErrors
  if (first && /idempotency key/i.test(first.message))
    throw new ChannelError('unavailable', first.message, { maybeDone: true })
  throwUserErrors(refundCreate.userErrors)
  if (!refundCreate.refund)
    throw new ChannelError('unavailable', 'Shopify didn’t confirm the refund.', { maybeDone: true })
  return { id: refundCreate.refund.id }
}

/** Cancels the order with its money and, if wanted, puts its pieces on sale again. @see https://shopify.dev/docs/api/admin-graphql/2026-07/mutations/orderCancel */
export async function cancel(
  c: ShopifyConnection,
  { externalOrderId, reason, note, restock }: Cancelling,
): Promise<void> {
  if ((await find(c, externalOrderId)).cancelledAt) return
  const { orderCancel } = await ask(c, 'cancel', Cancelled, {
    id: externalOrderId,
    reason,
    restock,
    note: note || null,
  })
  if (orderCancel.orderCancelUserErrors.length > 0) throw userError(orderCancel.orderCancelUserErrors)
}

async function find(c: ShopifyConnection, id: string): Promise<ToRefundOrder> {
  const { order } = await ask(c, 'toRefund', ToRefund, { id })
  if (!order) throw new ChannelError('not_found', 'Shopify doesn’t have this order.')
  return order
}

const inputOf = (order: ToRefundOrder, refunding: Refunding) => ({
  orderId: order.id,
  note: `${[refunding.reason, refunding.note].filter(Boolean).join(': ')} (${markOf(refunding.key)})`,
  notify: true,
  refundLineItems: refunding.lines.filter(({ quantity }) => quantity > 0).flatMap((line) => piecesOf(order, line)),
  ...(refunding.shipping > 0 && { shipping: { amount: toDecimal(refunding.shipping, order.currencyCode) } }),
  transactions: transactionsOf(order, totalOf(refunding)),
})

/** Pieces that were not sent are for sale again where they lie. Those of parcels are put back on the shelf here, so Shopify hears of them by their quantity alone. */
function piecesOf(order: ToRefundOrder, { externalId, quantity, unsent, restock }: RefundingLine) {
  const lineItemId = externalId
  const back: { locationId: string; quantity: number }[] = []
  let left = restock ? Math.min(quantity, unsent) : 0
  for (const { assignedLocation, lineItems } of order.fulfillmentOrders.nodes) {
    const there = lineItems.nodes.reduce(
      (sum, { remainingQuantity, lineItem }) => (lineItem.id === externalId ? sum + remainingQuantity : sum),
      0,
    )
    const some = Math.min(left, there)
    if (some === 0 || !assignedLocation.location) continue
    back.push({ locationId: assignedLocation.location.id, quantity: some })
    left -= some
  }
  const others = quantity - back.reduce((sum, item) => sum + item.quantity, 0)
  return [
    ...back.map((item) => ({ lineItemId, restockType: 'CANCEL', ...item })),
    ...(others > 0 ? [{ lineItemId, restockType: 'NO_RESTOCK', quantity: others }] : []),
  ]
}

/** To the payments that it came from, the first ones first. @throws ChannelError `invalid` where they hold less */
function transactionsOf({ id, currencyCode, transactions }: ToRefundOrder, amount: number) {
  const minor = (transaction: ToRefundOrder['transactions'][number]) =>
    toMinor(transaction.amountSet.shopMoney.amount, transaction.amountSet.shopMoney.currencyCode)
  const done = transactions.filter(({ status }) => status === 'SUCCESS' || status === 'PENDING')
  let left = amount
  const parts = done
    .filter(({ kind }) => kind === 'SALE' || kind === 'CAPTURE')
    .flatMap((payment) => {
      const back = done
        .filter(({ kind, parentTransaction }) => kind === 'REFUND' && parentTransaction?.id === payment.id)
        .reduce((sum, trackingNumbers) => sum + minor(trackingNumbers), 0)
      const some = Math.min(left, minor(payment) - back)
      if (some <= 0) return []
      left -= some
      return [
        {
          orderId: id,
          parentId: payment.id,
          gateway: payment.gateway ?? '',
          kind: 'REFUND',
          amount: toDecimal(some, currencyCode),
        },
      ]
    })
  if (left > 0)
    throw new ChannelError(
      'invalid',
      `You can refund up to ${toDecimal(amount - left, currencyCode)} ${currencyCode} of this order on Shopify.`,
    )
  return parts
}
