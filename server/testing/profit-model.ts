import { sql } from 'kysely'
import { converted, placesOf } from '#domain/analytics/rates.ts'
import type { Ctx } from '../context.ts'
import type { Wanted } from './sales-model.ts'

/** The nearest coin, half a coin away from zero. */
function share(amount: number, part: number, whole: number, coin: number): number {
  const [exact, over] = [BigInt(Math.abs(amount)) * BigInt(part), BigInt(whole) * BigInt(coin)]
  const rounded = Number((2n * exact + over) / (2n * over)) * coin
  return amount < 0 ? -rounded || 0 : rounded
}

const sums = ['quantity', 'net', 'knownQuantity', 'knownNet', 'cost', 'unknownFeesNet'] as const
type Sums = Record<(typeof sums)[number], number>
const nothing: Sums = { quantity: 0, net: 0, knownQuantity: 0, knownNet: 0, cost: 0, unknownFeesNet: 0 }
const plus = (a: Sums, b: Sums): Sums => Object.fromEntries(sums.map((name) => [name, a[name] + b[name]])) as Sums

/** What profit comes to, told by reading every order and line there is: no sum, no SQL but to fetch them. */
export async function plainProfit(ctx: Ctx, query: Wanted) {
  const { db } = ctx
  const mine = <T extends { organizationId: number }>(rows: T[]) =>
    rows.filter((row) => row.organizationId === ctx.organizationId)
  const { currency, timeZone } = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  const templates = new Map(
    mine(await db.selectFrom('productTemplates').selectAll().execute()).map((t) => [t.id, t.name]),
  )
  const products = new Map(mine(await db.selectFrom('products').selectAll().execute()).map((p) => [p.id, p]))
  const items = Map.groupBy(mine(await db.selectFrom('orderItems').selectAll().execute()), ({ orderId }) => orderId)
  const returns = mine(await db.selectFrom('orderReturns').selectAll().execute())
  const { rows: rates } = await sql<{ currency: string; day: string; rate: string }>`
    select currency, day::text as day, rate::text as rate from exchange_rates
    where organization_id = ${ctx.organizationId} and into_currency = ${currency}`.execute(db)
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const coin = placesOf(currency) < 0 ? 100 : 1
  /** An amount of a day in the organization's currency; undefined where no rate is known. */
  const worth = (amount: number, of: string, day: string): number | undefined => {
    if (of === currency) return amount
    const rate = rates
      .filter((row) => row.currency === of && row.day <= day)
      .toSorted((a, b) => (a.day < b.day ? 1 : -1))[0]?.rate
    return rate === undefined ? undefined : converted(amount, rate, currency)
  }
  const productOf = (id: number | null) => (id === null ? undefined : products.get(id))
  const lines = mine(await db.selectFrom('orders').selectAll().execute()).flatMap((order) => {
    const day = clock.format(order.orderDate)
    if (order.state === 'cancelled' || day < query.startDate || day > query.endDate) return []
    if (query.channels && !query.channels.includes(order.channel)) return []
    const [total, ...others] = [order.totalAmount, order.feeAmount, order.taxAmount, order.discountAmount].map(
      (amount) => worth(amount, order.currency, day),
    )
    if (total === undefined) return []
    const whole = others.reduce<number>((rest, amount) => rest - (amount ?? 0), total)
    const refunded = Math.min(order.refundedAmount ?? 0, order.totalAmount)
    const net =
      order.payment === 'refunded' ? 0 : refunded > 0 ? whole - share(whole, refunded, order.totalAmount, coin) : whole
    const own = (items.get(order.id) ?? []).toSorted((a, b) => a.id - b.id)
    const priced = own.reduce((sum, line) => sum + line.price * line.quantity, 0)
    const weights = own.map((line) => (priced > 0 ? line.price * line.quantity : 1))
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    const shares = weights.map((weight) => Math.trunc((net * weight) / all / coin) * coin)
    const largest = weights.indexOf(Math.max(...weights))
    const rest = net - shares.reduce((sum, part) => sum + part, 0)
    const hasFees = order.feeAmount !== 0 || ['ebay', 'square', 'manual'].includes(order.channel)
    return own.map((line, at) => {
      const back = returns
        .filter(({ itemId, restocked }) => itemId === line.id && restocked)
        .reduce((sum, { quantity }) => sum + quantity, 0)
      const quantity = Math.max(0, line.quantity - Math.max(line.channelReturned, back))
      const cost =
        quantity === 0 ? 0 : line.cost === null ? undefined : worth(line.cost * quantity, line.costCurrency ?? '', day)
      const lineNet = (shares[at] ?? 0) + (at === largest ? rest : 0)
      const product = productOf(line.productId)
      return {
        channel: order.channel as string,
        sku: line.sku,
        template: (product && templates.get(product.templateId)) ?? '',
        attributes: (product?.attributes ?? []).filter(({ value }) => value !== ''),
        sums: {
          quantity,
          net: lineNet,
          ...(cost === undefined
            ? { knownQuantity: 0, knownNet: 0, cost: 0 }
            : { knownQuantity: quantity, knownNet: lineNet, cost }),
          unknownFeesNet: hasFees ? 0 : lineNet,
        },
      }
    })
  })
  const fitting = lines.filter(
    (line) =>
      (query.skus?.includes(line.sku) ?? true) &&
      (query.templateNames?.includes(line.template) ?? true) &&
      (query.attributes ?? []).every(({ name, values }) =>
        line.attributes.some((a) => a.name === name && values.includes(a.value)),
      ),
  )
  const by = (names: (line: (typeof lines)[number]) => string[]) => {
    const rows = new Map<string, Sums>()
    for (const line of fitting)
      for (const name of names(line)) rows.set(name, plus(rows.get(name) ?? nothing, line.sums))
    return Object.fromEntries([...rows].filter(([, row]) => row.quantity !== 0 || row.net !== 0 || row.cost !== 0))
  }
  return {
    total: fitting.reduce((sum, line) => plus(sum, line.sums), nothing),
    channel: by((line) => [line.channel]),
    template: by((line) => [line.template]),
    sku: by((line) => [line.sku]),
    attribute: by((line) => line.attributes.map(({ name, value }) => `${name}=${value}`)),
  }
}
