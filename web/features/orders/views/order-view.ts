import type { ViewConfig } from '#contract/views.ts'
import { firstPage, type OrderSearch, rangeOf, startOf } from '../list/order-search.ts'
import { readOrderSearch } from '../list/order-search.ts'

export const viewsPage = 'orders'

/** Where one is in the list, and what is open over it. */
const passing: ReadonlySet<string> = new Set([...Object.keys(firstPage), 'dialog'])

/** What a view keeps of the list's address. The last days stay the last days: they are kept as how many they are. */
export function configOf(search: OrderSearch, today: string): ViewConfig {
  const days = search.startDate && rangeOf(search, today)
  const saved = days ? { ...search, startDate: undefined, days: String(days) } : search
  const filters = Object.entries(saved).flatMap(([name, value]) =>
    value === undefined || passing.has(name) ? [] : [[name, Array.isArray(value) ? value : String(value)] as const],
  )
  return { version: 1, page: viewsPage, type: 'table', columns: [], widths: {}, filters: Object.fromEntries(filters) }
}

/** The address that shows a view today. */
export const searchOf = ({ filters: { days, ...filters } }: ViewConfig, today: string): OrderSearch =>
  readOrderSearch(days ? { ...filters, startDate: startOf(Number(days), today) } : filters)

/** Whether the list shows what a view keeps, whichever was chosen first. */
export const isShown = (view: ViewConfig, now: ViewConfig): boolean => {
  const summaryOf = ({ filters }: ViewConfig) =>
    JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return summaryOf(view) === summaryOf(now)
}
