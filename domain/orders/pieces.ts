import type { OrderState } from './intake.ts'

/** How far a line of an order has come, in pieces. What is neither open nor restocked was sent, or is lost. */
export interface LinePieces {
  ordered: number
  /** Still to be sent. */
  open: number
  /** Taken out of the order before they were sent, and for sale again. What was sent and came back is not meant: somebody counts it. */
  restocked: number
}
export interface OrderPieces {
  /** Whether anything has left the building. */
  hasParcels: boolean
  /** It will never be paid. */
  isVoid: boolean
  lines: readonly LinePieces[]
}
interface StockMeaning {
  state: OrderState
  /** Line by line: pieces that the order holds or has sent; of a cancelled order those that did not come back to the shelf. */
  holds: number[]
}

/** What an order means for stock, whatever the channel calls it. */
export function meaningOf({ hasParcels, isVoid, lines }: OrderPieces): StockMeaning {
  const holds = lines.map(({ ordered, restocked }) => Math.max(0, ordered - restocked))
  if (isVoid && !hasParcels) return { state: 'cancelled', holds: lines.map(() => 0) }
  if (lines.some(({ open }) => open > 0)) return { state: 'open', holds }
  return { state: hasParcels ? 'shipped' : 'cancelled', holds }
}
