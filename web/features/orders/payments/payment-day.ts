/** The day where the seller is, as the order's page shows it: what is paid there at nine in the evening is paid tomorrow in UTC. `''` for no day. */
export function dayOf(at: string | null): string {
  if (!at) return ''
  const time = new Date(at)
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}

/** Noon where the seller is: there the day stays the day. */
export const atNoon = (day: string): string | null => (day ? new Date(`${day}T12:00:00`).toISOString() : null)
