import type { z } from 'zod'
import {
  type ChannelSales,
  type DayOrders,
  type FigureFilter,
  type InventorySignal,
  MOST_SKUS,
  MOST_VALUES,
  type ProductOverview,
} from '#contract/analytics/figures.ts'
import { DEMAND_DAYS, YEAR_DAYS, inventorySignal, netOf } from '#domain/analytics/figures.ts'
import type { Ctx } from '../../../context.ts'
import * as queries from './figure-queries.ts'

export async function channelSales(ctx: Ctx, filter: FigureFilter): Promise<z.output<typeof ChannelSales>[]> {
  const rows = await queries.byChannel(ctx, filter)
  return rows.map((row) => ({
    channel: row.channel,
    count: row.orders,
    totalAmount: row.amount,
    totalQuantity: row.quantity,
    netAmount: netOf(row),
    feeAmount: row.fees,
    taxAmount: row.tax,
    discountAmount: row.discount,
    refundedAmount: row.refunded,
  }))
}

export async function ordersByDay(ctx: Ctx, filter: FigureFilter): Promise<z.output<typeof DayOrders>[]> {
  const days = Map.groupBy(await queries.byDay(ctx, filter), ({ day }) => day)
  return [...days].map(([day, rows]) => ({
    day,
    ...Object.fromEntries(rows.map(({ channel, orders }) => [channel, orders])),
  }))
}

export const summary = (ctx: Ctx, filter: FigureFilter) => queries.summary(ctx, filter)
export const leftOut = (ctx: Ctx, range: Partial<FigureFilter>) => queries.leftOut(ctx, range)
export const templateSales = (ctx: Ctx, filter: FigureFilter) => queries.byTemplate(ctx, filter)
export const attributeSales = (ctx: Ctx, filter: FigureFilter) => queries.byAttribute(ctx, filter, MOST_VALUES)
export const skuSales = (ctx: Ctx, filter: FigureFilter) => queries.bySku(ctx, filter, MOST_SKUS)

/** What a month asks for, up to today; dates of the filter do not count. */
export async function signal(ctx: Ctx, filter: FigureFilter): Promise<z.output<typeof InventorySignal>> {
  const { sold, available } = await queries.demand(ctx, filter, DEMAND_DAYS)
  const year = sold > 0 ? 0 : (await queries.demand(ctx, filter, YEAR_DAYS)).sold
  return inventorySignal({ available, lately: sold, year })
}

export async function overview(ctx: Ctx): Promise<z.output<typeof ProductOverview>> {
  const { count, listed, sold } = await queries.overview(ctx)
  return { count, listed, unlisted: count - listed, sold }
}
