import type { ReportRhythm } from '#contract/reports.ts'
import { plusDays } from './days.ts'
import type { DayRange } from './presets.ts'

/** Reports go out at this time of the organization's day. */
export const REPORT_HOUR = 7

/** 0 is a Monday. */
const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

/** The last day on which reports of a rhythm go out, that day included: Mondays, or the first of a month. */
export const reportDayBefore = (every: ReportRhythm, day: string): string =>
  every === 'week' ? plusDays(day, -weekday(day)) : firstOfMonth(day)

/** The next day on which they go out, later than this one. */
export const reportDayAfter = (every: ReportRhythm, day: string): string =>
  every === 'week' ? plusDays(reportDayBefore(every, day), 7) : firstOfMonth(plusDays(firstOfMonth(day), 31))

/** What a report of that day tells of: the week, Monday to Sunday, or the month that was over the day before. */
export function reportDays(every: ReportRhythm, day: string): DayRange {
  const endDate = plusDays(day, -1)
  return { startDate: every === 'week' ? plusDays(day, -7) : firstOfMonth(endDate), endDate }
}
