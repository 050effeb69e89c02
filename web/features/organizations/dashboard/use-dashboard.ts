import * as figures from '#contract/analytics/figures.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { recentOrders } from '#contract/orders/orders.ts'
import { listTemplates } from '#contract/templates.ts'
import { type DayRange, periodBefore } from '#domain/analytics/presets.ts'
import { useRead } from '#web/api.ts'

export type Overview = CallReply<typeof figures.productOverview>
export const ORDERS_A_PAGE = 10
const options = { keepPrevious: true }

/** Everything that the dashboard shows of a range: the same sums as the analytics page. @param page of the recent orders, from 0 */
export function useDashboard(range: DayRange, page: number) {
  const before = periodBefore(range)
  const reads = {
    sales: useRead(figures.channelSales, { query: range }, options),
    salesBefore: useRead(figures.channelSales, { query: before }, options),
    days: useRead(figures.ordersByDay, { query: range }, options),
    daysBefore: useRead(figures.ordersByDay, { query: before }, options),
    templateSales: useRead(figures.templateSales, { query: range }, options),
    leftOut: useRead(figures.leftOut, { query: range }, options),
    overview: useRead(figures.productOverview),
    templates: useRead(listTemplates, { query: {} }),
    orders: useRead(recentOrders, { query: { ...range, page, limit: ORDERS_A_PAGE } }, options),
  }
  const cards = [reads.sales, reads.salesBefore, reads.days, reads.templateSales, reads.overview]
  return {
    ...reads,
    /** The cards are drawn when all of them are there, so that nothing moves. */
    failed: cards.find((read) => read.isError && !read.data),
  }
}
export type Dashboard = ReturnType<typeof useDashboard>
