import type { OrderState } from './order-state.ts'

interface LineUnits {
  quantity: number
  sent: number
  /** Refunded before shipping, and not for sale again. */
  lost: number
  returned: number
}

/** Units of a line that left with a parcel, or over the counter. */
export const shippedUnits = (state: OrderState, { quantity, sent, lost }: LineUnits): number =>
  state === 'shipped' ? Math.max(sent, quantity - lost) : sent

/** How far a line has come, in words such as "3 ordered, 2 shipped, 1 to ship"; undefined while its quantity says it all. */
export function progressOf(state: OrderState, line: LineUnits): string | undefined {
  const { quantity, lost, returned } = line
  if (state === 'cancelled') return undefined
  const shipped = shippedUnits(state, line)
  const isUsual = lost === 0 && returned === 0 && (shipped === 0 || shipped >= quantity)
  if (isUsual) return undefined
  const toShip = state === 'open' ? Math.max(0, quantity - shipped - lost) : 0
  const parts = [
    [quantity, 'ordered'],
    [shipped, 'shipped'],
    [lost, 'refunded'],
    [returned, 'returned'],
    [toShip, 'to ship'],
  ] as const
  return parts.flatMap(([units, word]) => (units > 0 ? [`${units} ${word}`] : [])).join(', ')
}

/** Whether anything of an order has left, and may come back. */
export const canReturn = (order: { state: OrderState; items: readonly { sent: number }[] }): boolean =>
  order.state === 'shipped' || order.items.some(({ sent }) => sent > 0)
