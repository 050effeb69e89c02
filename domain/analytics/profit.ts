/** Sums of order lines, amounts in minor units. */
export interface ProfitSums {
  quantity: number
  net: number
  knownQuantity: number
  knownNet: number
  cost: number
}

/**
 * Profit and margin of what has a known cost, and how much of the sales that is: by net, or by units where net says nothing, as of sales that were
 * refunded. Unknown stays unknown: without any known cost there is no profit.
 */
export function profitOf({ quantity, net, knownQuantity, knownNet, cost }: ProfitSums) {
  const isKnown = knownQuantity > 0 || knownNet !== 0 || cost !== 0
  const profit = isKnown ? knownNet - cost : null
  const byNet = net > 0 && knownNet >= 0 && knownNet <= net
  return {
    profit,
    margin: profit !== null && knownNet > 0 ? profit / knownNet : null,
    costKnown: byNet ? knownNet / net : quantity > 0 ? knownQuantity / quantity : null,
  }
}

/** A margin with its minus sign, `32.4%`; a dash where it means nothing. */
export const marginWords = (margin: number | null): string =>
  margin === null ? '–' : `${(margin * 100).toFixed(1).replace('-', '−')}%`

/** How much of the sales has a known cost, in words. */
export function costKnownWords(costKnown: number | null): string {
  if (costKnown === null) return '–'
  if (costKnown === 1) return 'All'
  if (costKnown === 0) return 'None'
  // Nearly all is not all, nearly none is not none.
  return `${Math.min(99, Math.max(1, Math.round(costKnown * 100)))}%`
}

interface Known {
  net: number
  costKnown: number | null
  /** Net of orders whose channel does not tell its fees. */
  unknownFeesNet: number
}

/** What a profit leaves out, as its channels do not tell their fees; '' where all are known. */
export const feesWords = ({ net, unknownFeesNet }: Pick<Known, 'net' | 'unknownFeesNet'>): string =>
  unknownFeesNet === 0 ? '' : unknownFeesNet === net ? 'before fees' : 'partly before fees'

/** By how much the known costs of two periods may differ for a change of what is made of them to mean something. */
const MOST_APART = 0.05

/** Whether a change from one period to the other is one of the business, not of what is known of it. */
export function isComparable(now: Known, before: Known, needs: { costs: boolean; fees: boolean }): boolean {
  if (needs.fees && feesWords(now) !== feesWords(before)) return false
  return !needs.costs || Math.abs((now.costKnown ?? 0) - (before.costKnown ?? 0)) <= MOST_APART
}
