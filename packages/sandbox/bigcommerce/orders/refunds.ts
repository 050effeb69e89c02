import { isObject, type Json } from '../../kit/json.ts'
import { type Handler, ok } from '../api/call.ts'
import { refuse } from '../api/errors.ts'
import { tellOrder, tellRefund } from '../webhooks/webhooks.ts'
import { number, objectOf, objects, oneOf, text, whole } from '../api/input.ts'
import { find, payBack } from './order-changes.ts'
import { refundedOf, taxOfLine, totalOf } from './order-view.ts'
import type { Order, Refund } from '../state.ts'

/*
 * Payment actions of V3, as published: reference/orders.v3.yml and docs/store-operations/orders/refunds.mdx of https://github.com/bigcommerce/docs.
 * Refunding through the API puts nothing back on the shelf.
 */

const cents = (amount: number) => Math.round(amount * 100)
const leftOf = (order: Order) => totalOf(order) - refundedOf(order)

type Item = Refund['items'][number]
interface Quote {
  items: Item[]
  total: number
  tax: number
}

/** What these items come to. @throws BigCommerceError 422 */
function quoteOf(order: Order, body: Json): Quote {
  if (order.payment_status !== 'captured' && order.payment_status !== 'partially refunded')
    throw refuse(422, 'The order has no settled payment that could be refunded.')
  const inputs = objects(body, 'items') ?? []
  if (inputs.length === 0) throw refuse(422, 'At least one item is required.')
  const parts = inputs.map((input) => itemOf(order, input))
  const sum = parts.reduce((all, { item }) => all + item.amount, 0)
  return {
    items: parts.map(({ item }) => item),
    total: Math.min(sum, leftOf(order)),
    tax: parts.reduce((all, part) => all + part.tax, 0),
  }
}

function itemOf(order: Order, input: Json): { item: Item; tax: number } {
  const item_type = oneOf(input, 'item_type', ['PRODUCT', 'SHIPPING', 'ORDER'] as const)
  const item_id = whole(input, 'item_id')
  const reason = text(input, 'reason', { most: 1000 }) ?? ''
  if (item_type === 'PRODUCT') {
    const line = order.lines.find(({ id }) => id === item_id)
    const quantity = whole(input, 'quantity', { least: 1 }) ?? 0
    if (!line || quantity < 1) throw refuse(422, 'The item is not part of this order.')
    if (quantity > line.quantity - line.refunded)
      throw refuse(422, 'The quantity exceeds what can be refunded of the item.')
    const part = (whole: number, pieces: number) => Math.round((whole * pieces) / line.quantity)
    const share = (whole: number) => part(whole, line.refunded + quantity) - part(whole, line.refunded)
    const tax = share(taxOfLine(line))
    return {
      item: { item_type, item_id: line.id, quantity, amount: share(line.price * line.quantity) + tax, reason },
      tax,
    }
  }
  const amount = cents(number(input, 'amount') ?? 0)
  if (amount <= 0) throw refuse(422, 'An amount is required.')
  if (item_type === 'SHIPPING') {
    const before = order.refunds
      .flatMap(({ items }) => items)
      .reduce((sum, item) => (item.item_type === 'SHIPPING' ? sum + item.amount : sum), 0)
    if (item_id !== order.address_id || order.address_id === 0) throw refuse(422, 'The address is not of this order.')
    if (amount > order.shipping - before) throw refuse(422, 'The amount exceeds what can be refunded of the shipping.')
    return { item: { item_type, item_id: order.address_id, quantity: 0, amount, reason }, tax: 0 }
  }
  if (item_type !== 'ORDER' || item_id !== order.id) throw refuse(422, 'The item is not part of this order.')
  return { item: { item_type, item_id: order.id, quantity: 0, amount, reason }, tax: 0 }
}

const option = (provider_id: string, amount: number, offline = false) => ({
  provider_id,
  provider_description: provider_id,
  amount: amount / 100,
  offline,
  offline_provider: offline,
  offline_reason: offline ? 'This is an offline payment provider.' : '',
})

export const quoteRefund: Handler = ({ shop, request, params }) => {
  const order = find(shop, params[0])
  const { items, total, tax } = quoteOf(order, objectOf(request))
  const sum = items.reduce((all, { amount }) => all + amount, 0)
  const body = {
    order_id: order.id,
    total_refund_amount: total / 100,
    total_refund_tax_amount: tax / 100,
    order_level_refund_amount: 0,
    rounding: 0,
    adjustment: (total - sum) / 100,
    tax_inclusive: true,
    // Store credit is offered of every payment, and so is what was done elsewhere.
    refund_methods: [[option('storecredit', total)], [option('testgateway', total)], [option('custom', total, true)]],
  }
  return ok(body, {}, 201)
}

export const makeRefund: Handler = ({ shop, request, params }) => {
  const order = find(shop, params[0])
  const body = objectOf(request)
  const { items, total, tax } = quoteOf(order, body)
  const override = body['merchant_calculated_override']
  const isOverridden = isObject(override)
  const amount = isOverridden ? cents(number(override, 'total_amount') ?? 0) : total
  const payments = objects(body, 'payments') ?? []
  const paid = payments.reduce((sum, payment) => sum + cents(number(payment, 'amount') ?? 0), 0)
  if (
    payments.some((payment) => !['storecredit', 'testgateway', 'custom'].includes(text(payment, 'provider_id') ?? ''))
  )
    throw refuse(422, 'The payment provider is not one of the order.')
  if (paid !== amount) throw refuse(422, 'The payments do not match the amount of the refund.')
  if (amount <= 0 || amount > leftOf(order)) throw refuse(422, 'The amount exceeds what can be refunded of the order.')
  const saved = payBack(shop, order, {
    reason: items[0]?.reason ?? '',
    amount,
    tax: isOverridden ? cents(number(override, 'total_tax', { least: -amount }) ?? 0) : tax,
    isOverridden,
    items,
  })
  const made = saved.refunds.at(-1)
  tellRefund(shop, saved, made?.id ?? 0)
  tellOrder(shop, saved, 'updated', order.status_id, saved.status_id)
  return ok(made && showRefund(saved, made), {}, 201)
}

export const refunds: Handler = ({ shop, params }) => {
  const order = find(shop, params[0])
  return ok(order.refunds.map((refund) => showRefund(order, refund)))
}

const showRefund = (order: Order, { id, created, reason, amount, tax, isOverridden, items }: Refund) => ({
  id,
  order_id: order.id,
  user_id: 1,
  created: new Date(created).toISOString(),
  reason,
  total_amount: amount / 100,
  total_tax: tax / 100,
  uses_merchant_override_values: isOverridden,
  items: items.map((item) => ({
    item_type: item.item_type,
    item_id: item.item_id,
    reason: item.reason,
    ...(item.item_type === 'PRODUCT' && { quantity: item.quantity }),
    requested_amount: item.amount / 100,
    adjustments: [],
  })),
  payments: [
    { id, provider_id: 'testgateway', amount: amount / 100, offline: false, is_declined: false, declined_message: '' },
  ],
})
