import type { Stated, Tone } from '../words/states.ts'

export interface OrderStatuses {
  state: 'open' | 'shipped' | 'cancelled'
  orderStatus: string
  shippingStatus: string
  paymentStatus: string
}
/** An order as lists tell it. */
export type ToldOrder = Omit<OrderStatuses, 'state'> & { state: string }
export type OrderTab = 'all' | 'open' | 'readyToShip' | 'completed'
export type OrderStatusKind = 'order' | 'shipping' | 'payment'

/** The one status that says most of an order: how far it is on its way, or that it was cancelled. */
export const mainStatus = (o: ToldOrder): Stated =>
  o.state !== 'cancelled' && o.shippingStatus
    ? orderStated('shipping', o.shippingStatus)
    : orderStated('order', o.orderStatus || o.state)

/** Statuses are compared without regard to case, as channels write them differently (ORD-053, ORD-221). */
export const plainStatus = (status: string) => status.trim().toLowerCase()
const oneOf = (status: string, ...known: string[]) => known.includes(plainStatus(status))

/** What channels call an order that waits to be shipped, wholly or in part. */
const toShip = [
  'awaiting fulfillment',
  'awaiting shipment',
  'open',
  'not_started',
  'in_progress',
  'unfulfilled',
  'partially_fulfilled',
  'partial',
]

/** The colour of a status chip (ORD-138..ORD-144); what waits to be shipped is work to do, however its channel spells it. */
export function chipTone(kind: OrderStatusKind, status: string): Tone {
  if (kind === 'shipping')
    return oneOf(status, 'fulfilled', 'completed', 'shipped')
      ? 'success'
      : oneOf(status, ...toShip)
        ? 'warning'
        : 'neutral'
  if (kind === 'payment') return oneOf(status, 'paid', 'completed') ? 'success' : 'neutral'
  return oneOf(status, 'completed', 'shipped') ? 'success' : 'neutral'
}

/** Has left the building; a returned order has left it, too. */
const isSent = (shippingStatus: string) => oneOf(shippingStatus, 'fulfilled', 'shipped', 'delivered', 'returned')

/** Whether an order may be marked shipped (ORD-113, ORD-114). A cancelled order's pieces were given back, so it may not. */
export const canShip = (o: Pick<OrderStatuses, 'state' | 'orderStatus' | 'shippingStatus'>) =>
  o.state !== 'cancelled' && !isSent(o.shippingStatus) && !oneOf(o.orderStatus, 'completed')

/** ORD-051, ORD-052. The filter value "Completed" selects the same, "Pending" everything else (ORD-045). */
export const isCompleted = (o: OrderStatuses) =>
  oneOf(o.orderStatus, 'completed', 'paid') || (isSent(o.shippingStatus) && oneOf(o.paymentStatus, 'paid'))

/**
 * Whether an order stands on a tab of the list (ORD-047..ORD-053). A cancelled order is neither open nor ready to ship,
 * whatever its other statuses say: nobody may pack it.
 */
export function inTab(o: OrderStatuses & { readyToShip: boolean }, tab: OrderTab): boolean {
  if (tab === 'all') return true
  if (tab === 'completed') return isCompleted(o)
  if (o.state === 'cancelled') return false
  if (tab === 'open') return oneOf(o.orderStatus, 'open') || !isSent(o.shippingStatus)
  const done = (status: string) => oneOf(status, 'fulfilled', 'shipped', 'completed')
  return (
    o.readyToShip ||
    (!done(o.orderStatus) && !done(o.shippingStatus) && !isSent(o.shippingStatus) && oneOf(o.paymentStatus, '', 'paid'))
  )
}

/** A channel's own spelling as plain words: `FULLY_REFUNDED` is "Fully refunded". What is written in words stays as it is. */
export function statusWords(status: string): string {
  const words = status.trim().replaceAll('_', ' ')
  if (/[a-z]/.test(words) && /[A-Z]/.test(words)) return words
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

const kinds: Record<OrderStatusKind, string> = { order: 'Order', shipping: 'Shipping', payment: 'Payment' }

/** One of an order's three statuses as people read it; how its channel spells it is told on asking. Nothing of a cancelled order is work to do. */
export function orderStated(kind: OrderStatusKind, status: string, state = ''): Stated {
  const label = statusWords(status)
  const tone = chipTone(kind, status)
  const isOver = state === 'cancelled' && tone === 'warning'
  return { label, tone: isOver ? 'neutral' : tone, why: label === status ? kinds[kind] : `${kinds[kind]}: ${status}` }
}
