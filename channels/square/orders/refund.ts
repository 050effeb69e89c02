import { ChannelError } from '../../channel.ts'
import { toDecimal } from '../../kit/money.ts'
import { keysIn, markOf } from '../../kit/refunds.ts'
import { type Refunding, totalOf } from '../../refund.ts'
import { ask, type SquareConnection } from '../calls.ts'
import { OneOrder, RefundMade, type SquareOrder } from './wire.ts'

/**
 * Money alone goes back: Square is told no pieces. Our key makes the same call the same refund, and stands in its reason, by which the order says later
 * which of what was asked for was done.
 * @see https://developer.squareup.com/reference/square/refunds-api/refund-payment
 */
export async function refund(c: SquareConnection, refunding: Refunding): Promise<{ id: string }> {
  const path = `orders/${encodeURIComponent(refunding.externalOrderId)}`
  const { order } = await ask(c, OneOrder, { method: 'GET', path })
  const made = order.refunds.find(({ reason }) => keysIn(reason).includes(refunding.key))
  if (made) return { id: made.id }
  const { currency, key } = refunding
  const text = [refunding.reason, refunding.note].filter(Boolean).join(': ')
  const answer = await ask(c, RefundMade, {
    method: 'POST',
    path: 'refunds',
    write: true,
    json: {
      idempotency_key: key,
      payment_id: paymentFor(order, refunding),
      amount_money: { amount: totalOf(refunding), currency },
      reason: `${text} (${markOf(key)})`,
    },
  })
  const { id, status } = answer.refund
  if (status === 'REJECTED' || status === 'FAILED')
    throw new ChannelError('invalid', 'Square could not refund this order. Look there why.')
  return { id }
}

/** A refund is of one payment. @throws ChannelError `invalid` where none has as much left */
function paymentFor({ tenders, refunds }: SquareOrder, refunding: Refunding): string {
  const amount = totalOf(refunding)
  const left = tenders.map(({ id, payment_id, amount_money: money }) => {
    const back = refunds
      .filter(({ tender_id, status }) => tender_id === id && status !== 'REJECTED' && status !== 'FAILED')
      .reduce((sum, entry) => sum + (entry.amount_money.amount ?? 0), 0)
    return { payment: payment_id ?? id ?? '', left: (money?.amount ?? 0) - back }
  })
  const tender = left.find((candidate) => candidate.payment && candidate.left >= amount)
  if (tender) return tender.payment
  const most = Math.max(0, ...left.map((entry) => entry.left))
  throw new ChannelError(
    'invalid',
    `You can refund up to ${toDecimal(most, refunding.currency)} ${refunding.currency} from one payment of this order.`,
  )
}
