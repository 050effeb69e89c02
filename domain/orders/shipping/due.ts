export type Due = 'late' | 'today' | 'tomorrow' | 'later'

/** When an order is due, in the days of whoever looks. */
export function dueOf(shipBy: Date, now: Date): Due {
  if (shipBy < now) return 'late'
  const dayAfter = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  if (shipBy < dayAfter(1)) return 'today'
  return shipBy < dayAfter(2) ? 'tomorrow' : 'later'
}
