export type Due = 'late' | 'today' | 'tomorrow' | 'later'

/** When an order is due, in the days of whoever looks. */
export function dueOf(shipBy: Date, now: Date): Due {
  if (shipBy < now) return 'late'
  const dayAfter = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  if (shipBy < dayAfter(1)) return 'today'
  return shipBy < dayAfter(2) ? 'tomorrow' : 'later'
}

const MINUTE = 60_000
const [HOUR, DAY] = [60, 24 * 60]

/** How long is left to ship, in words: `1 h 40 min left`, `3 days late`. */
export function timeLeft(shipBy: Date, now: Date): string {
  const minutes = Math.floor(Math.abs(shipBy.getTime() - now.getTime()) / MINUTE)
  return `${lengthOf(minutes)} ${shipBy < now ? 'late' : 'left'}`
}

function lengthOf(minutes: number): string {
  if (minutes < 1) return 'Less than 1 min'
  if (minutes < HOUR) return `${minutes} min`
  if (minutes >= 2 * DAY) return `${Math.floor(minutes / DAY)} days`
  const rest = minutes % HOUR
  return `${Math.floor(minutes / HOUR)} h${rest > 0 ? ` ${rest} min` : ''}`
}

/** The first of these moments; null where there is none. */
export function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((time) => (time && !Number.isNaN(time.getTime()) ? [time.getTime()] : []))
  return known.length > 0 ? new Date(Math.min(...known)) : null
}
