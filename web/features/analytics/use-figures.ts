import * as figures from '#contract/analytics/figures.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { DayRange } from '#domain/analytics/presets.ts'
import { useRead } from '#web/api.ts'
import { type AnalyticsSearch, queryOf, rangeBefore } from './address.ts'

export type ChannelRows = CallReply<typeof figures.channelSales>
export type Summary = CallReply<typeof figures.salesSummary>
export type Signal = CallReply<typeof figures.inventorySignal>

/** Everything that the page shows; the period before beside the cards. Search alone narrows only the chart of SKUs. */
export function useFigures(search: AnalyticsSearch, range: DayRange, enabled = true) {
  const options = { keepPrevious: true, enabled }
  const query = queryOf(search, range, search.only === undefined)
  const earlier = rangeBefore(range)
  const hasBefore = earlier !== undefined
  const before = { ...query, ...earlier }
  const ofBefore = { ...options, enabled: enabled && hasBefore }
  const reads = {
    sales: useRead(figures.channelSales, { query }, options),
    summary: useRead(figures.salesSummary, { query }, options),
    signal: useRead(figures.inventorySignal, { query }, options),
    salesBefore: useRead(figures.channelSales, { query: before }, ofBefore),
    summaryBefore: useRead(figures.salesSummary, { query: before }, ofBefore),
    days: useRead(figures.ordersByDay, { query }, options),
    templates: useRead(figures.templateSales, { query }, options),
    attributes: useRead(figures.attributeSales, { query }, options),
    skus: useRead(figures.skuSales, { query: queryOf(search, range, true) }, options),
  }
  const { salesBefore, summaryBefore, ...now } = reads
  const all = Object.values(hasBefore ? reads : now)
  const cards = [now.sales, now.summary, now.signal, ...(hasBefore ? [salesBefore, summaryBefore] : [])]
  return {
    ...reads,
    hasBefore,
    /** What stands above the charts: it is drawn when all of it is there, so that nothing moves. */
    failed: cards.find((read) => read.isError && !read.data),
    isRefreshing: all.some((read) => read.isFetching && read.data !== undefined),
    refresh: () => void Promise.all(all.map((read) => read.refetch())),
  }
}
export type Figures = ReturnType<typeof useFigures>
