import { plusDays } from './days.ts'
import { DEMAND_DAYS } from './figures.ts'

/** Ages of stock, in days since a piece was sold last. */
export const ages = [
  { from: 0, to: 30 },
  { from: 31, to: 90 },
  { from: 91, to: 180 },
  { from: 181, to: 365 },
  { from: 366, to: null },
] as const

/** A hundred years: who keeps a million pieces of what hardly sells has no day on which they run out. */
const MOST_DAYS = 36_500

/** How long what is left lasts at the pace of the last 30 days. @param sold pieces in them, at least one */
export function coverOf({ available, sold }: { available: number; sold: number }, today: string) {
  const days = Math.round((available * DEMAND_DAYS * 10) / sold) / 10
  return {
    days,
    runsOut: plusDays(today, Math.min(MOST_DAYS, Math.floor(days))),
    sellThrough: Math.round((sold / (sold + available)) * 100),
  }
}
