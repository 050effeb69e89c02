import { daysBetween, plusDays } from './days.ts'

/** ANA-013..018, ANA-020..022. */
export const presets = [
  { key: '365d', days: 365, label: '1 Year', short: '1Y' },
  { key: '180d', days: 180, label: '6 Months', short: '6M' },
  { key: '90d', days: 90, label: '3 Months', short: '3M' },
  { key: '30d', days: 30, label: '1 Month', short: '1M' },
  { key: '7d', days: 7, label: '1 Week', short: '1W' },
  { key: '1d', days: 1, label: '1 Day', short: '1D' },
] as const
export type Preset = (typeof presets)[number]['key'] | 'custom'
export const DEFAULT_PRESET = '30d'

/** Days, like 2026-11-21, both inclusive. */
export interface DayRange {
  startDate: string
  endDate: string
}

/** So many days that end today. */
export const lastDays = (days: number, today: string): DayRange => ({
  startDate: plusDays(today, 1 - days),
  endDate: today,
})
/** Which preset these days are: within a day of its span (ANA-043), and ending today. */
export function presetOf({ startDate, endDate }: DayRange, today: string): Preset {
  if (endDate !== today) return 'custom'
  const span = daysBetween(startDate, endDate)
  return presets.find(({ days }) => Math.abs(span - days) <= 1)?.key ?? 'custom'
}
/** What days have become since one of them was today: a range that went up to it goes up to the new today, as long as it was; chosen days stay. */
export function movedOn(range: DayRange, day: string, today: string): DayRange {
  if (presetOf(range, day) === 'custom') return range
  const by = daysBetween(day, today)
  return { startDate: plusDays(range.startDate, by), endDate: plusDays(range.endDate, by) }
}
/** As many days, directly before. */
export function periodBefore({ startDate, endDate }: DayRange): DayRange {
  const days = daysBetween(startDate, endDate) + 1
  return { startDate: plusDays(startDate, -days), endDate: plusDays(startDate, -1) }
}
/** Every day of a range, of no more than `most`: the last ones. */
export function daysOf({ startDate, endDate }: DayRange, most = 4000): string[] {
  const days = Math.min(most, daysBetween(startDate, endDate) + 1)
  return Array.from({ length: Math.max(0, days) }, (_, n) => plusDays(endDate, n + 1 - days))
}

/** The ranges of the dashboard (ANA-134, ANA-135). */
export const dashboardRanges = [
  { key: '7', label: 'Last 7 days' },
  { key: '30', label: 'Last 30 days' },
  { key: '90', label: 'Last 90 days' },
  { key: 'ytd', label: 'Year to date' },
] as const
export type DashboardRange = (typeof dashboardRanges)[number]['key']
export const dashboardDays = (range: DashboardRange, today: string): DayRange =>
  range === 'ytd' ? { startDate: `${today.slice(0, 4)}-01-01`, endDate: today } : lastDays(Number(range), today)

export interface Chosen extends DayRange {
  channels?: readonly string[] | undefined
  templates?: readonly string[] | undefined
  skus?: readonly string[] | undefined
  attributes?: readonly { name: string; values: readonly string[] }[] | undefined
}
const many = (n: number, unit: string) => (n > 0 ? [`${n} ${unit}${n === 1 ? '' : 's'}`] : [])
/** What a saved query is called that nobody named (ANA-090). */
export const queryName = (of: Chosen, today: string): string =>
  [
    'Analytics',
    today,
    presetOf(of, today),
    `channels:${of.channels?.length ? of.channels.length : 'all'}`,
    ...many(of.templates?.length ?? 0, 'template'),
    ...many(of.skus?.length ?? 0, 'SKU'),
    ...(of.attributes ?? []).map(({ name }) => name),
  ].join(' · ')
