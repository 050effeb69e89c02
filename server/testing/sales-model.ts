import { sql } from 'kysely'
import { converted } from '#domain/analytics/rates.ts'
import type { Ctx } from '../context.ts'

/** Which of them count; days of the organization's time zone. */
export interface Wanted {
  startDate: string
  endDate: string
  channels?: string[]
  skus?: string[]
  templateNames?: string[]
  attributes?: { name: string; values: string[]; action?: 'not in' }[]
}
export const middle = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  if (sorted.length === 0) return null
  const at = (index: number) => sorted[Math.floor(index)] ?? 0
  return Number.isInteger(half) ? (at(half - 1) + at(half)) / 2 : at(half)
}
const tally = <T>(rows: readonly T[], key: (row: T) => string, n: (row: T) => number) => {
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(key(row), (totals.get(key(row)) ?? 0) + n(row))
  return Object.fromEntries([...totals].filter(([, sum]) => sum !== 0))
}

/** Every order and line there is, as they stand now: no sum, no SQL but to fetch them. */
export async function readSales({ db, organizationId }: Ctx) {
  const mine = <T extends { organizationId: number }>(rows: T[]) =>
    rows.filter((row) => row.organizationId === organizationId)
  const { currency, timeZone } = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const templates = new Map(mine(await db.selectFrom('productTemplates').selectAll().execute()).map((t) => [t.id, t]))
  const products = new Map(mine(await db.selectFrom('products').selectAll().execute()).map((p) => [p.id, p]))
  const lines = Map.groupBy(mine(await db.selectFrom('orderItems').selectAll().execute()), ({ orderId }) => orderId)
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const orders = mine(await db.selectFrom('orders').selectAll().execute()).map((order) => ({
    ...order,
    day: clock.format(order.orderDate),
    lines: lines.get(order.id) ?? [],
  }))
  const { rows: rates } = await sql<{ currency: string; day: string; rate: string }>`
    select currency, day::text as day, rate::text as rate from exchange_rates
    where organization_id = ${organizationId} and into_currency = ${currency}`.execute(db)
  return { currency, templates, products, orders, rates }
}

/** What figures come to, told by reading every order and line. */
export function plainFigures(sales: Awaited<ReturnType<typeof readSales>>, query: Wanted) {
  const { currency, templates, products, rates } = sales
  type Line = (typeof sales.orders)[number]['lines'][number]
  const templateOf = (line: Line) => {
    const product = line.productId === null ? undefined : products.get(line.productId)
    return (product && templates.get(product.templateId)?.name) ?? ''
  }
  const attributesOf = (line: Line) =>
    (line.productId === null ? [] : (products.get(line.productId)?.attributes ?? [])).filter(
      ({ value }) => value !== '',
    )
  const isNarrow = Boolean(query.skus ?? query.templateNames ?? query.attributes)
  const fits = (line: Line) =>
    (query.skus?.includes(line.sku) ?? true) &&
    (query.templateNames?.includes(templateOf(line)) ?? true) &&
    (query.attributes ?? []).every(({ name, values, action }) => {
      const has = attributesOf(line).some((a) => a.name === name && values.includes(a.value))
      return action === 'not in' ? line.productId !== null && products.has(line.productId) && !has : has
    })
  const inRange = sales.orders
    .filter(({ day, state }) => state !== 'cancelled' && day >= query.startDate && day <= query.endDate)
    .filter(({ channel }) => query.channels?.includes(channel) ?? true)
    .map((order) => ({ ...order, lines: order.lines.filter(fits) }))
    .filter((order) => !isNarrow || order.lines.length > 0)
  /** The newest rate that is not younger than the order. */
  const rateOf = (order: { currency: string; day: string }) =>
    order.currency === currency
      ? '1'
      : rates
          .filter((rate) => rate.currency === order.currency && rate.day <= order.day)
          .toSorted((a, b) => (a.day < b.day ? 1 : -1))[0]?.rate
  const orders = inRange.flatMap((order) => {
    const rate = rateOf(order)
    if (rate === undefined) return []
    const money = (amount: number) => (order.currency === currency ? amount : converted(amount, rate, currency))
    const { totalAmount, feeAmount, taxAmount, discountAmount } = order
    return [
      {
        ...order,
        totalAmount: money(totalAmount),
        feeAmount: money(feeAmount),
        taxAmount: money(taxAmount),
        discountAmount: money(discountAmount),
      },
    ]
  })
  const net = (o: (typeof orders)[number]) =>
    o.payment === 'refunded' ? 0 : o.totalAmount - o.feeAmount - o.taxAmount - o.discountAmount
  const sold = orders.flatMap((order) => order.lines.map((line) => ({ ...line, orderDate: order.orderDate })))
  const ages = sold.flatMap((line) => {
    const product = line.productId === null ? undefined : products.get(line.productId)
    const age = product ? line.orderDate.getTime() - product.createdAt.getTime() : -1
    // Tenths of days.
    return age >= 0 ? [Math.round(age / 8_640_000)] : []
  })
  const age = middle(ages)
  const median = middle(orders.map((o) => o.totalAmount))
  return {
    withoutRate: tally(
      inRange.filter((order) => rateOf(order) === undefined),
      (o) => o.currency,
      () => 1,
    ),
    orders: tally(
      orders,
      (o) => o.channel,
      () => 1,
    ),
    amount: tally(
      orders,
      (o) => o.channel,
      (o) => o.totalAmount,
    ),
    net: tally(orders, (o) => o.channel, net),
    quantity: tally(
      orders,
      (o) => o.channel,
      (o) => o.lines.reduce((sum, line) => sum + line.quantity, 0),
    ),
    days: tally(
      orders,
      (o) => `${o.day} ${o.channel}`,
      () => 1,
    ),
    skus: tally(
      sold,
      (line) => line.sku,
      (line) => line.quantity,
    ),
    templates: tally(sold, templateOf, (line) => line.quantity),
    attributes: tally(
      sold.flatMap((line) =>
        attributesOf(line).map(({ name, value }) => ({ key: `${name}=${value}`, n: line.quantity })),
      ),
      ({ key }) => key,
      ({ n }) => n,
    ),
    medianOrderTotal: median === null ? null : Math.round(median) / 100,
    medianSellThroughDays: age === null ? null : Math.round(age) / 10,
  }
}
