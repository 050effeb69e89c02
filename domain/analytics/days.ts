const DAY_MS = 86_400_000

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** A day so many later. */
export const plusDays = (day: string, days: number) => dayOf(at(day) + days * DAY_MS)
/** From one day to another. */
export const daysBetween = (from: string, to: string) => Math.round((at(to) - at(from)) / DAY_MS)
/** Today's day at a place. */
export const dayIn = (timeZone: string, now: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
