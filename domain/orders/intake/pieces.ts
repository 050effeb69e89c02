import type { OrderState } from './order-state.ts'

/** How far a line of an order has come, in pieces. What is neither sent, restocked nor lost is still to be sent. */
export interface LinePieces {
  /** Ordered. */
  quantity: number
  /** In parcels, or handed over. What came back afterwards is not meant to leave this number: somebody counts it. */
  sent?: number
  /** Taken out of the order before they were sent, and for sale again. */
  restocked?: number
  /** Taken out of the order, and not for sale again: missing or broken. */
  lost?: number
}

const openPieces = ({ quantity, sent = 0, restocked = 0, lost = 0 }: LinePieces) =>
  Math.max(0, quantity - sent - restocked - lost)

/**
 * What an order means for stock, whatever its channel calls it.
 * @param o `cancelled`: what is still open of it will not be sent, and is for sale again
 * @returns the lines with the pieces that stand in them: those that the order holds or has sent; of a cancelled order those that were bought,
 * with what did not come back to the shelf as `lost`. Of the others `lost` are those that nobody has to send. In each, `undone` are the pieces that were
 * bought, and are for sale again
 */
export function meaningOf<L extends LinePieces>(o: {
  cancelled: boolean
  lines: readonly L[]
}): { state: OrderState; lines: (L & { lost: number; undone: number })[] } {
  const { cancelled, lines } = o
  const reserved = (line: L) => Math.max(0, line.quantity - (line.restocked ?? 0) - (cancelled ? openPieces(line) : 0))
  const state = stateOf(o)
  return {
    state,
    lines: lines.map((line) => {
      const undone = line.quantity - reserved(line)
      return state === 'cancelled'
        ? { ...line, lost: reserved(line), undone }
        : { ...line, quantity: reserved(line), lost: Math.min(line.lost ?? 0, reserved(line)), undone }
    }),
  }
}

function stateOf({ cancelled, lines }: { cancelled: boolean; lines: readonly LinePieces[] }): OrderState {
  if (!cancelled && (lines.length === 0 || lines.some((line) => openPieces(line) > 0))) return 'open'
  return lines.some(({ sent = 0 }) => sent > 0) ? 'shipped' : 'cancelled'
}

/** Pieces of a line that go into a parcel: of an open order those that have not left yet, of any other those that have. */
export const toSend = (o: { state: OrderState }, line: { quantity: number; sent: number; lost: number }): number =>
  Math.max(0, line.quantity - line.lost - (o.state === 'open' ? line.sent : 0))
