/** What orders come to, in minor units. */
export interface Parts {
  amount: number
  fees: number
  tax: number
  discount: number
  /** The net of orders that were refunded whole. */
  refunded: number
}

/** ORD-250 over many orders; an order that was refunded whole adds nothing. */
export const netOf = ({ amount, fees, tax, discount, refunded }: Parts) => amount - fees - tax - discount - refunded

export interface Sold {
  count: number
  totalAmount: number
  totalQuantity: number
  netAmount: number
}
/** The figures that follow from sums, of any number of channels. Amounts in whichever unit they are given. */
export function figuresOf(rows: readonly Sold[]) {
  const sum = (amount: (row: Sold) => number) => rows.reduce((all, row) => all + amount(row), 0)
  const orders = sum((row) => row.count)
  const sales = sum((row) => row.totalAmount)
  const net = sum((row) => row.netAmount)
  const items = sum((row) => row.totalQuantity)
  return {
    sales,
    net,
    orders,
    items,
    average: orders > 0 ? sales / orders : 0,
    perOrder: orders > 0 ? items / orders : 0,
    health: healthOf(net, sales),
  }
}

/** Percent of the sales that are kept (ANA-059, ANA-060). */
export const healthOf = (net: number, sales: number) => Math.round((net / (sales || 1)) * 100)

/** Above it, the period before was too small to compare with. */
const MOST_PERCENT = 999

/** By how many percent a figure rose since the period before; undefined where that means nothing: it began at nothing, or at next to nothing. */
export function change(now: number, before: number): number | undefined {
  if (before === 0) return undefined
  const percent = Math.round(((now - before) / Math.abs(before)) * 100)
  return Math.abs(percent) > MOST_PERCENT ? undefined : percent
}

export const DEMAND_DAYS = 30
/** Twelve months of 30 days. */
export const YEAR_DAYS = 360

/**
 * Whether stock covers what a month asks for (ANA-055..057, ANA-061). Where nothing sold in the last 30 days, a month of the year before counts.
 * @param sold pieces of the last 30 and the last 360 days
 */
export function inventorySignal(o: { available: number; lately: number; year: number }) {
  const basis = o.lately > 0 ? ('last30d' as const) : ('monthlyAvg' as const)
  const demandQty = o.lately > 0 ? o.lately : o.year / (YEAR_DAYS / DEMAND_DAYS)
  return {
    isLow: o.available < demandQty,
    availableQty: o.available,
    demandQty,
    coverageRatio: demandQty > 0 ? o.available / demandQty : null,
    basis,
  }
}

/** ANA-171. */
export const completionOf = ({ count, listed }: { count: number; listed: number }) =>
  count > 0 ? Math.round((listed / count) * 100) : 0

/** ANA-150. */
export const averagePerDay = (orders: number, days: number) => Math.round((orders / Math.max(1, days)) * 10) / 10
