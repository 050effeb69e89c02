export type Due = 'late' | 'today' | 'tomorrow' | 'later'

/** When an order is due, in the days of whoever looks. */
export function dueOf(shipBy: Date, now: Date): Due {
  if (shipBy < now) return 'late'
  const dayAfter = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  if (shipBy < dayAfter(1)) return 'today'
  return shipBy < dayAfter(2) ? 'tomorrow' : 'later'
}

/** The first of these moments; null where there is none. */
export function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((time) => (time && !Number.isNaN(time.getTime()) ? [time.getTime()] : []))
  return known.length > 0 ? new Date(Math.min(...known)) : null
}
