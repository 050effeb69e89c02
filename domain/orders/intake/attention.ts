import type { OrderMeaning } from './status.ts'

/** What says whether an order needs its seller. */
export interface AttentionOrder extends OrderMeaning {
  /** Units of it were sold that were not there. */
  oversold: boolean
  /** A line has a SKU that nobody knows. */
  hasUnknown: boolean
  /** A corrected shipment that its channel has not accepted yet. */
  trackingUntold: boolean
  shipBy: Date | null
}

/**
 * Whether an order needs the seller before it can go on: it is short of stock, has a SKU that nobody knows, its payment failed, its ship-by date has
 * passed, or its channel has not accepted a shipment. One that somebody put on hold waits on purpose, and an unpaid one for its buyer.
 */
export function needsAttention(order: AttentionOrder, now: Date): boolean {
  if (order.state === 'cancelled') return false
  if (order.trackingUntold) return true
  if (order.state !== 'open') return false
  return order.oversold || order.hasUnknown || order.payment === 'failed' || isLate(order, now)
}

const isLate = ({ shipping, shipBy }: AttentionOrder, now: Date) =>
  (shipping === 'open' || shipping === 'partly') && shipBy !== null && shipBy < now
