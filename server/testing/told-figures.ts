import { expect } from 'vitest'
import * as figures from '#contract/analytics/figures.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import type { TestApp } from './setup/app.ts'
import type { Wanted } from './sales-model.ts'

/** What the endpoints answer, in the form of the plain model. */
export async function toldFigures(app: TestApp, as: string, request: Wanted) {
  const query = { ...request, attributes: request.attributes && JSON.stringify(request.attributes) }
  const get = async <T>(endpoint: T) => {
    const { body, status } = await app.call(endpoint as typeof figures.channelSales, { as, query })
    expect({ status, success: body.success }).toEqual({ status: 200, success: true })
    return body.data as never
  }
  const channels: { channel: string; count: number; totalAmount: number; totalQuantity: number; netAmount: number }[] =
    await get(figures.channelSales)
  const days: { day: string }[] = await get(figures.ordersByDay)
  const templates: { templateName: string; quantity: number }[] = await get(figures.templateSales)
  const attributes: { attributeName: string; attributeValue: string; count: number }[] = await get(
    figures.attributeSales,
  )
  const skus: { sku: string; quantity: number }[] = await get(figures.skuSales)
  const summary: {
    medianOrderTotal: number | null
    medianSellThroughDays: number | null
    withoutRate: { currency: string; orders: number }[]
  } = await get(figures.salesSummary)
  const by = (n: (row: (typeof channels)[number]) => number) =>
    Object.fromEntries(channels.map((row) => [row.channel, n(row)]).filter(([, value]) => value !== 0))
  const cents = (n: number) => Math.round(n * 100)
  return {
    withoutRate: Object.fromEntries(summary.withoutRate.map(({ currency, orders }) => [currency, orders])),
    orders: by((row) => row.count),
    amount: by((row) => cents(row.totalAmount)),
    net: by((row) => cents(row.netAmount)),
    quantity: by((row) => row.totalQuantity),
    days: Object.fromEntries(
      days.flatMap(({ day, ...counts }) => Object.entries(counts).map(([channel, n]) => [`${day} ${channel}`, n])),
    ),
    skus: Object.fromEntries(skus.map(({ sku, quantity }) => [sku, quantity])),
    templates: Object.fromEntries(templates.map(({ templateName, quantity }) => [templateName, quantity])),
    attributes: Object.fromEntries(attributes.map((row) => [`${row.attributeName}=${row.attributeValue}`, row.count])),
    medianOrderTotal: summary.medianOrderTotal,
    medianSellThroughDays: summary.medianSellThroughDays,
  }
}

/** How many orders the list shows that the figures lead to. */
export async function listedOrders(app: TestApp, as: string, { attributes, ...wanted }: Wanted) {
  const query = {
    ...wanted,
    attributes: attributes && JSON.stringify(attributes),
    sold: 'true',
    rate: 'known',
    pageSize: 1,
  } as const
  return (await app.call(searchOrders, { as, query })).body.data?.[0]?.totalRows ?? 0
}
