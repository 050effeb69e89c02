import type { OrderState } from './order-state.ts'

/** The units of an order line that the stock ledger counts: together all that the line asked for and did not give back. */
export interface LineStock {
  /** Reserved: on hand, to be shipped. */
  taken: number
  /** To be shipped, but ordered when no stock was left. */
  shortfall: number
  /** Left the building: shipped, or refunded without restock. */
  gone: number
  /** Of those that left, the ones that stock never had. */
  uncounted: number
}
export const NO_STOCK: LineStock = { taken: 0, shortfall: 0, gone: 0, uncounted: 0 }

/** The units of an order line as its order says. */
export interface LineUnits {
  quantity: number
  sent: number
  /** Refunded without restock before they were shipped. */
  lost: number
}

/** What happens to a line in the ledger before stock is asked for units. */
export interface LinePlan {
  /** The line's stock after the steps below. */
  stock: LineStock
  /** Reserved units that came back from a parcel that was removed. */
  back: number
  /** Units of such a parcel that stock never had: they are missing again. */
  missingAgain: number
  /** Reserved units that are for sale again. */
  released: number
  /** Units that the order asks for no more: the released ones and those that were missing. */
  unsold: number
  /** Units to ask stock for. */
  take: number
  /** Units that leave once stock has answered. */
  leaving: { sent: number; lost: number }
}

const unitsToShip = (state: OrderState, { quantity, sent, lost }: LineUnits): number =>
  state === 'open' ? Math.max(0, quantity - sent - lost) : 0

/**
 * Compares what the ledger counts for a line with what its order says now. Units leave on hand when they are shipped or refunded without restock,
 * not when the whole order is done.
 * @param lostBefore the units refunded without restock before this version of the order
 */
export function planLine(before: LineStock, state: OrderState, line: LineUnits, lostBefore: number): LinePlan {
  const current = state === 'cancelled' ? recounted(before) : before
  const left = line.sent + line.lost
  const more = left + unitsToShip(state, line) - current.taken - current.shortfall - current.gone
  const { stock: returned, back, missingAgain } = putBack(current, Math.max(0, current.gone - left))
  const unsold = Math.max(0, -more)
  const missing = Math.min(returned.shortfall, unsold)
  const leaving = Math.max(0, left - current.gone)
  const lost = Math.min(leaving, Math.max(0, line.lost - (state === 'cancelled' ? current.gone : lostBefore)))
  return {
    stock: {
      ...returned,
      taken: returned.taken - (unsold - missing),
      shortfall: returned.shortfall - missing,
    },
    back,
    missingAgain,
    released: unsold - missing,
    unsold,
    take: Math.max(0, more),
    leaving: { sent: leaving - lost, lost },
  }
}

/** Of an order that is cancelled as a whole, it is decided anew which of the lost units were there. */
const recounted = (stock: LineStock): LineStock => ({
  ...stock,
  shortfall: stock.shortfall + stock.uncounted,
  gone: stock.gone - stock.uncounted,
  uncounted: 0,
})

/** Units that stock never had are missing again. */
function putBack(stock: LineStock, units: number): { stock: LineStock; back: number; missingAgain: number } {
  const uncounted = Math.min(stock.uncounted, units)
  const back = units - uncounted
  return {
    back,
    missingAgain: uncounted,
    stock: {
      taken: stock.taken + back,
      shortfall: stock.shortfall + uncounted,
      gone: stock.gone - units,
      uncounted: stock.uncounted - uncounted,
    },
  }
}

/**
 * Takes the units that leave off the line, once stock has answered. Shipped units come from the reserved ones first. Refunded units come from the
 * missing ones first, but from the reserved ones where the whole order is cancelled: a unit that may be lost must not be sold again.
 * @returns the line's stock, and the units that leave on hand
 */
export function leaveUnits(
  { stock, leaving: { sent, lost } }: Pick<LinePlan, 'stock' | 'leaving'>,
  answer: { taken: number; shortfall: number },
  state: OrderState,
): { stock: LineStock; left: number } {
  const [reserved, shortfall] = [stock.taken + answer.taken, stock.shortfall + answer.shortfall]
  const lostThere = state === 'cancelled' ? Math.min(reserved, lost) : lost - Math.min(shortfall, lost)
  const sentThere = Math.min(reserved - lostThere, sent)
  const left = lostThere + sentThere
  const uncounted = lost + sent - left
  return {
    left,
    stock: {
      taken: reserved - left,
      shortfall: shortfall - uncounted,
      gone: stock.gone + lost + sent,
      uncounted: stock.uncounted + uncounted,
    },
  }
}

/** Whether the ledger and the line agree. */
export const isStill = ({ back, missingAgain, unsold, take, leaving }: LinePlan): boolean =>
  back + missingAgain + unsold + take + leaving.sent + leaving.lost === 0

/** Whether units were sold that stock never had, of those that somebody gets. A missing unit that was refunded is missed by nobody. */
export const isOversold = ({ shortfall, uncounted, lost }: LineStock & { lost: number }): boolean =>
  shortfall > 0 || uncounted > lost
