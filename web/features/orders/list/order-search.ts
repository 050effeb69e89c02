import { count, day, flag, list, oneOf, type RawSearch, text } from '#web/search.ts'
import { plusDays } from '#domain/analytics/days.ts'

/** The quick ranges (ORD-003..ORD-008), in days. */
export const ranges = [
  { label: '1 Year', days: 365 },
  { label: '6 Months', days: 180 },
  { label: '3 Months', days: 90 },
  { label: '1 Month', days: 30 },
  { label: '1 Week', days: 7 },
  { label: '1 Day', days: 1 },
] as const

/** What the list shows when the address names no dates (ORD-043), in days. */
export const defaultDays = 30

export const orderTabs = ['all', 'open', 'readyToShip', 'completed', 'attention'] as const
export type OrderTab = (typeof orderTabs)[number]
export const tabNames: Record<OrderTab, string> = {
  all: 'All',
  open: 'Open',
  readyToShip: 'Ready to Ship',
  completed: 'Completed',
  attention: 'Needs attention',
}

/** The days by which orders are to be shipped. */
export const dues = ['late', 'today', 'tomorrow', 'later', 'none'] as const

/** The part of the address that says which orders are listed. Days are those of the organization, as `2026-11-21`. */
export interface OrderSearch {
  tab?: OrderTab
  startDate?: string
  endDate?: string
  /** Channels, and single accounts by their integration. */
  channels?: string[]
  statuses?: string[]
  skus?: string[]
  /** Of products by template, and by attributes as JSON; figures lead here with them. */
  templates?: string[]
  attributes?: string
  /** Words of the number, the buyer's name or email. */
  search?: string
  oversold?: true
  /** Without cancelled ones. */
  sold?: true
  /** What figures hold, or what they leave out as no exchange rate is known. */
  rate?: 'known' | 'missing'
  currency?: string
  held?: true
  assigned?: 'me' | 'nobody'
  tags?: string[]
  /** By when it is to be shipped. */
  due?: (typeof dues)[number]
  /** Newest first where it is left out. */
  sort?: 'shipBy'
  /** No dates, also not the usual ones. */
  anyTime?: true
  page?: number
  /** Turned by one, a page begins after the last order of the page before, or ends at the first of the page after. */
  after?: number
  until?: number
  dialog?: 'import' | 'slips'
}

/** Reads an address. */
export const readOrderSearch = (s: RawSearch): OrderSearch => ({
  tab: oneOf(s.tab, orderTabs),
  startDate: day(s.startDate),
  endDate: day(s.endDate),
  channels: list(s.channels),
  statuses: list(s.statuses),
  skus: list(s.skus),
  templates: list(s.templates),
  attributes: text(s.attributes),
  search: list(s.search)?.join(' '),
  oversold: flag(s.oversold),
  sold: flag(s.sold),
  rate: oneOf(s.rate, ['known', 'missing']),
  currency: text(s.currency),
  held: flag(s.held),
  assigned: oneOf(s.assigned, ['me', 'nobody']),
  tags: list(s.tags),
  due: oneOf(s.due, dues),
  sort: oneOf(s.sort, ['shipBy']),
  anyTime: flag(s.anyTime),
  page: count(s.page),
  after: count(s.after, 1),
  until: count(s.until, 1),
  dialog: oneOf(s.dialog, ['import', 'slips']),
})

/** The first page: of another list, the place in this one means nothing. */
export const firstPage = { page: undefined, after: undefined, until: undefined } satisfies OrderSearch

/** Where a page of a list is, from the orders on the page that is left: pages far back are found beside them, others by their number. */
export function turnTo(page: number, now: number, rows: readonly { id: number }[]): Partial<OrderSearch> {
  if (page === 0) return firstPage
  return {
    page,
    after: page === now + 1 ? rows.at(-1)?.id : undefined,
    until: page === now - 1 ? rows[0]?.id : undefined,
  }
}

const isAccount = (chosen: string): boolean => /^\d+$/.test(chosen)

/** The first day of a range that ends today, as in analytics. */
export const startOf = (days: number, today: string): string => plusDays(today, 1 - days)

/** The first day that is shown while nobody names one: of all time, where certain orders are meant. */
export const usualStart = (
  { tab, startDate, endDate, search, oversold, held, assigned, tags, due, anyTime }: OrderSearch,
  today: string,
) =>
  startDate ??
  (tab === 'attention' || endDate || search || oversold || held || assigned || tags || due || anyTime
    ? undefined
    : startOf(defaultDays, today))

/** Which quick range an address names, in days; undefined for dates of one's own. */
export function rangeOf(search: OrderSearch, today: string): number | undefined {
  const startDate = usualStart(search, today)
  if (search.endDate || !startDate) return undefined
  return ranges.find(({ days }) => startOf(days, today) === startDate)?.days
}

const others = (o: OrderSearch) => [
  o.channels,
  o.statuses,
  o.skus,
  o.templates,
  o.attributes,
  o.search,
  o.oversold,
  o.sold,
  o.rate,
  o.currency,
  o.held,
  o.assigned,
  o.tags,
  o.due,
]

/** Whether anything but the tab and the usual dates narrows the list. */
export const isFiltered = (search: OrderSearch): boolean => activeFilters(search) > 0

/** How many filters narrow the list; the dates count as one. */
export const activeFilters = (search: OrderSearch): number =>
  [...others(search), search.startDate ?? search.endDate ?? search.anyTime].filter(Boolean).length

/** Whether something narrows the list that has no menu of its own. */
export const hasChips = (o: OrderSearch) =>
  Boolean(o.oversold || o.sold || o.rate || o.currency || o.tags || o.templates || o.attributes)

/** What the list is asked for. Days are those of the organization. */
export function filterOf(search: OrderSearch, today: string) {
  const { tab = 'all', channels, statuses, skus, endDate, search: words, oversold, sold, held, assigned, tags } = search
  const { rate, currency, templates, attributes, due } = search
  const when = (on: true | undefined) => (on ? ('true' as const) : undefined)
  return {
    tab,
    channels: channels?.filter((channel) => !isAccount(channel)),
    integrationIds: channels?.filter(isAccount),
    statuses,
    skus,
    templateNames: templates,
    attributes,
    startDate: usualStart(search, today),
    endDate,
    search: words ? words.split(/\s+/) : undefined,
    oversold: when(oversold),
    sold: when(sold),
    rate,
    currency,
    held: when(held),
    assignees: assigned ? [assigned] : undefined,
    tags,
    due,
  }
}
