import type { Stated } from '../../words/states.ts'
import { orderStates, shipStates } from '../../words/states.ts'
import { isCompleted, type OrderMeaning, statusWords, type ToldOrder } from './status.ts'

type ListedOrder = OrderMeaning & { oversold: boolean; held: boolean }

/** The one state of an order in lists, whichever channel it came from: what keeps it from being shipped, its next step, or how it ended. */
export function listState(order: ListedOrder): Stated {
  const { state, shipping, payment } = order
  if (state === 'cancelled') return orderStates.cancelled
  if (state === 'open' && order.oversold) return orderStates.oversold
  if (state === 'open' && order.held) return orderStates.held
  if (payment === 'refunded') return shipStates.refunded
  if (shipping === 'shipped') return shipStates.shipped
  if (payment === 'failed') return shipStates.paymentFailed
  if (shipping === 'partly') return shipStates.partly
  if (isCompleted(order)) return shipStates.completed
  if (payment === 'open') return shipStates.unpaid
  if (payment === 'partly') return shipStates.partlyPaid
  return shipping === 'none' ? shipStates.open : shipStates.toShip
}

/** What the channel itself calls the order, its shipping and its payment, for who asks. */
export function channelWords(order: ToldOrder, channel: string): string {
  const words = [order.orderStatus, order.shippingStatus, order.paymentStatus].filter(Boolean).map(statusWords)
  return words.length > 0 ? `${channel}: ${[...new Set(words)].join(', ')}` : ''
}
