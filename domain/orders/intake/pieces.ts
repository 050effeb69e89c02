import type { OrderState } from './order-state.ts'

/** How far a line of an order has come, in pieces. What is neither sent, restocked nor lost is still to be sent. */
export interface LinePieces {
  /** Ordered. */
  quantity: number
  /** In parcels, or handed over. What came back afterwards is not meant to leave this number. */
  sent?: number
  /** Taken out of the order before they were sent, and for sale again. */
  restocked?: number
  /** Taken out of the order before they were sent, and not for sale again: missing or broken. */
  lost?: number
  /** Sent, and back on the shelf by the channel's word. */
  returned?: number
}

const openPieces = ({ quantity, sent = 0, restocked = 0, lost = 0 }: LinePieces) =>
  Math.max(0, quantity - sent - restocked - lost)

interface Version<L> {
  cancelled: boolean
  lines: readonly L[]
  /** The order before this version; `hasLeft`: units of a line that the version does not name were shipped. */
  known?: { state: OrderState; hasLeft: boolean }
}

/**
 * What an order means for stock, whatever its channel calls it.
 * @param o `cancelled`: what is still open of it will not be sent, and is for sale again
 * @returns the lines with the pieces that stand in them: those that the order holds or has sent; of a cancelled order those that were bought,
 * with what did not come back to the shelf as `lost`. Of the others `lost` are those that nobody has to send. In each, `undone` are the pieces that were
 * bought, and are for sale again
 */
export function meaningOf<L extends LinePieces>(
  o: Version<L>,
): { state: OrderState; lines: (L & { lost: number; undone: number })[] } {
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

function stateOf({ cancelled, lines, known }: Version<LinePieces>): OrderState {
  const isToShip = lines.some((line) => openPieces(line) > 0)
  if (!cancelled && (isToShip || lines.length === 0))
    return known?.state === 'shipped' && !isToShip ? 'shipped' : 'open'
  const hasLeft = known?.state === 'shipped' || known?.hasLeft || lines.some(({ sent = 0 }) => sent > 0)
  return hasLeft ? 'shipped' : 'cancelled'
}

/** What is known of a line's units before a newer version of its order arrives. */
export interface KnownUnits {
  sent: number
  /** Units that its channel said it had shipped, the last time it said so. */
  channelSent: number
}

/**
 * The units of a line by all that is known. What was shipped stays shipped, whoever told of it: a refund afterwards, or a channel that knows no parcels, does
 * not bring it back. Only units that the channel had shipped and now wants shipped again were in a parcel that was removed.
 */
export function withShipped<L extends LinePieces>(line: L, known: KnownUnits | undefined, isCancelled: boolean): L {
  if (!known) return line
  const reported = line.sent ?? known.channelSent
  const removed = isCancelled ? 0 : Math.min(Math.max(0, known.channelSent - reported), openPieces(line))
  const sent = Math.min(line.quantity, Math.max(reported, known.sent - removed))
  const lost = Math.min(line.lost ?? 0, line.quantity - sent)
  return { ...line, sent, lost, restocked: Math.min(line.restocked ?? 0, line.quantity - sent - lost) }
}

/** Pieces of a line that go into a parcel: of an open order those that have not left yet, of any other those that have. */
export const toSend = (o: { state: OrderState }, line: { quantity: number; sent: number; lost: number }): number =>
  Math.max(0, line.quantity - line.lost - (o.state === 'open' ? line.sent : 0))
