import type { Payment, Shipping, Stage } from '#contract/orders/orders.ts'
import type { Stated, Tone } from '../../words/states.ts'
import type { OrderState } from './order-state.ts'

/** What an order is, in our words: its channel's adapter, or whoever made it by hand, has said which of these its own mean. */
export interface OrderMeaning {
  state: OrderState
  stage: Stage
  shipping: Shipping
  payment: Payment
}
/** An order as lists tell it. */
export interface ToldOrder extends OrderMeaning {
  orderStatus: string
  shippingStatus: string
  paymentStatus: string
}
export type OrderTab = 'all' | 'open' | 'readyToShip' | 'completed'
export type OrderStatusKind = 'order' | 'shipping' | 'payment'

const isToSend = ({ shipping }: Pick<OrderMeaning, 'shipping'>) => shipping === 'open' || shipping === 'partly'
/** A part of it may have gone back since. */
const isPaid = ({ payment }: Pick<OrderMeaning, 'payment'>) => payment === 'paid' || payment === 'partly_refunded'

/** The colour of a status chip (ORD-138..ORD-144, ORD-221); what waits to be sent is work to do. */
export function chipTone(kind: OrderStatusKind, o: OrderMeaning): Tone {
  if (kind === 'shipping') return o.shipping === 'shipped' ? 'success' : isToSend(o) ? 'warning' : 'neutral'
  if (kind === 'payment') return o.payment === 'paid' ? 'success' : 'neutral'
  return o.stage === 'done' || (o.stage !== 'open' && o.state === 'shipped') ? 'success' : 'neutral'
}

/** Whether an order may be marked shipped (ORD-113, ORD-114). A cancelled order's pieces were given back, so it may not. */
export const canShip = (o: Pick<OrderMeaning, 'state' | 'stage' | 'shipping'>) =>
  o.state !== 'cancelled' && o.stage !== 'done' && isToSend(o)

/** The same of one that may be held, which nobody sends until it is released. */
export const mayShipNow = (o: Parameters<typeof canShip>[0] & { held: boolean }) => canShip(o) && !o.held

/** ORD-051, ORD-052. The filter value "Completed" selects the same, "Pending" everything else (ORD-045). */
export const isCompleted = (o: OrderMeaning) => o.stage === 'done' || (!isToSend(o) && isPaid(o))

/**
 * Whether an order stands on a tab of the list (ORD-047..ORD-053). A cancelled order is neither open nor ready to ship,
 * whatever its other statuses say: nobody may pack it.
 */
export function inTab(o: OrderMeaning & { readyToShip: boolean }, tab: OrderTab): boolean {
  if (tab === 'all') return true
  if (tab === 'completed') return isCompleted(o)
  if (o.state === 'cancelled') return false
  if (tab === 'open') return o.stage === 'open' || isToSend(o)
  return o.readyToShip || (canShip(o) && (o.payment === 'none' || isPaid(o)))
}

/** A channel's own spelling as plain words: `FULLY_REFUNDED` is "Fully refunded". What is written in words stays as it is. */
export function statusWords(status: string): string {
  const words = status.trim().replaceAll('_', ' ')
  if (/[a-z]/.test(words) && /[A-Z]/.test(words)) return words
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

const kinds: Record<OrderStatusKind, string> = { order: 'Order', shipping: 'Shipping', payment: 'Payment' }

/** One of an order's three statuses as people read it; how its channel spells it is told on asking. Nothing of a cancelled order is work to do. */
export function orderStated(kind: OrderStatusKind, o: ToldOrder): Stated {
  const status = o[`${kind}Status`]
  const label = statusWords(status)
  const tone = chipTone(kind, o)
  const isOver = o.state === 'cancelled' && tone === 'warning'
  return { label, tone: isOver ? 'neutral' : tone, why: label === status ? kinds[kind] : `${kinds[kind]}: ${status}` }
}
