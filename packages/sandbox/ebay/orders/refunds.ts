import { isObject, type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import { newRefund } from '../by-hand/by-hand.ts'
import { type Handler, ok, route } from '../api/call.ts'
import { orderError, refuse } from '../api/errors.ts'
import { orderCurrency, orderTotal, refundedAmount } from './order-view.ts'
import { type Order } from '../shapes.ts'
import { checkSignature } from '../signing/keys.ts'

const reasons = [
  'BUYER_CANCEL',
  'SELLER_CANCEL',
  'ITEM_NOT_RECEIVED',
  'BUYER_RETURN',
  'ITEM_NOT_AS_DESCRIBED',
  'OTHER_ADJUSTMENT',
  'SHIPPING_DISCOUNT',
]
const no = (errorId: number, message: string) => refuse(400, orderError(errorId, message))
const cents = (value: number) => Math.round(value * 100)

/** Not idempotent: the same call again gives the money back again. eBay says only that it has begun. */
const issueRefund: Handler = (call) => {
  checkSignature(call)
  const order = call.shop.get('order', call.params[0] ?? '')
  if (!order) throw refuse(404, orderError(34913, 'Can not find the order.'))
  const body = call.body()
  const reason = textOf(body['reasonForRefund'])
  if (!reasons.includes(reason)) throw no(34903, 'The refund reason must be specified.')
  if (textOf(body['comment']).length > 1000)
    throw no(34921, "The comment exceeds the length limit, please make sure it doesn't exceed 1000 characters.")
  if (order.paymentStatus !== 'PAID') throw no(34923, 'Refund cannot be issued for this type of order.')
  const amounts = readAmounts(order, body)
  const left = cents(orderTotal(order)) - cents(refundedAmount(order))
  if (left <= 0) throw no(34917, 'This order was already refunded.')
  if (amounts.reduce((sum, { value }) => sum + cents(value), 0) > left)
    throw no(34915, 'The refund amount exceeds order amount.')
  const refund = { ...newRefund(call.shop, order, []), amounts }
  call.shop.put('order', order.orderId, {
    ...order,
    lastModifiedDate: call.shop.now(),
    refunds: [...order.refunds, refund],
  })
  return ok({ refundId: refund.refundId, refundStatus: 'PENDING' })
}

function readAmounts(order: Order, body: Json): { lineItemId: string | null; value: number }[] {
  const items = listOf(body['refundItems']).filter(isObject)
  const whole = body['orderLevelRefundAmount']
  if ((items.length === 0) === (whole === undefined))
    throw no(34905, 'Either orderLevelRefundAmount or refundItems must be specified.')
  const currency = orderCurrency(order)
  if (whole !== undefined) return [{ lineItemId: null, value: readAmount(objectOf(whole), currency) }]
  return items.map((item) => {
    const lineItemId = textOf(item['lineItemId'])
    if (!lineItemId) throw no(34910, 'Either legacyReference or lineItemId must be specified.')
    if (!order.lines.some((line) => line.lineItemId === lineItemId))
      throw no(34914, "Can't find the item in the order.")
    return { lineItemId, value: readAmount(objectOf(item['refundAmount']), currency) }
  })
}

function readAmount(input: Json, currency: string): number {
  const value = textOf(input['value'])
  if (!value) throw no(34906, 'The amount value must be specified.')
  if (!/^\d+(\.\d{1,2})?$/.test(value) || Number(value) <= 0)
    throw no(34907, 'The amount value must be positive and within two decimals.')
  if (!textOf(input['currency'])) throw no(34908, 'The amount currency must be specified.')
  if (input['currency'] !== currency) throw no(34909, "The amount currency isn't correct.")
  return Number(value)
}

export const refundRoutes = [route('sell.finances', 'POST', '/sell/fulfillment/v1/order/{}/issue_refund', issueRefund)]
