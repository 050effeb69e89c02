import { type Env, rows } from '../../kit/merchants.ts'
import type { SimAnswer } from '../../kit/simulator.ts'
import { notFound } from '../api/errors.ts'
import { money, orders, type RefundRow } from './order-rows.ts'

/** The payment of an order, with what was paid back of it. Every sale of the sandbox is paid with one card. */
export function retrievePayment(env: Env, id: string): SimAnswer {
  const payments = orders(env).flatMap(({ order }) =>
    (order.tenders ?? []).map((tender) => ({ order, tender })).filter(({ tender }) => tender['payment_id'] === id),
  )
  const [paid] = payments
  if (!paid) throw notFound(`Could not find payment with id: ${id}.`, 'payment_id')
  const { order, tender } = paid
  const refunds = rows<RefundRow>(env, 'refund').filter(({ paymentId }) => paymentId === id)
  const back = refunds.reduce((sum, { amount }) => sum + amount.amount, 0)
  const payment = {
    id,
    status: 'COMPLETED',
    source_type: 'CARD',
    location_id: order.location_id,
    order_id: order.id,
    amount_money: tender['amount_money'],
    total_money: tender['amount_money'],
    approved_money: tender['amount_money'],
    ...(back > 0 && { refunded_money: money(env, back), refund_ids: refunds.map((refund) => refund.id) }),
    created_at: tender['created_at'],
    updated_at:
      refunds
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? tender['created_at'],
  }
  return { status: 200, body: { payment } }
}
