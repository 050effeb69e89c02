import pg from 'pg'
import * as figures from '#contract/analytics/figures.ts'
import * as stock from '#contract/analytics/stock-figures.ts'
import { lastDays } from '#domain/analytics/presets.ts'
import { openPools } from '#server/db/connection/pools.ts'
import { keepDays } from '#server/features/analytics/days/keep-days.ts'
import { systemClock } from '#server/services.ts'
import { addressOf } from '#server/testing/address.ts'
import { inBulk } from './bulk.ts'
import type { Shop } from './kit/fixture.ts'
import { fetched } from './list.ts'
import { type Row, ms } from './kit/report.ts'
import { inTurn } from './kit/time.ts'

const ROUNDS = 20
/** DESIGN 7: everything on the page together. */
const GOAL_MS = 500

/** How many lines the n-th order has: of ten seven have one, three 2 to 5. */
const linesOf = (n: string) => `case when ${n} % 10 < 7 then 1 else 2 + ${n} / 10 % 4 end`
/** A year of orders over all products; one in 25 was cancelled. `$3`: their currencies, in turn. */
const fill = [
  `insert into orders (organization_id, channel, external_order_id, number, state, stage, shipping, payment, order_status, shipping_status, payment_status,
     order_date, total_quantity, total_amount, fee_amount, tax_amount, currency)
   select $1, (array['ebay', 'shopify', 'etsy', 'manual'])[1 + n % 4], 'bench-' || n, '#' || n, case when n % 25 = 0 then 'cancelled' else 'shipped' end, '', 'shipped', 'paid', '', '', '',
     now() - n * (interval '365 days' / $2::int), (1 + n % 3) * (${linesOf('n')}), 1000 + n % 9000, n % 700, n % 400, ($3::text[])[1 + n % cardinality($3::text[])] from generate_series(1, $2::int) n`,
  // Products by their place in an array: a join by place is one that the planner takes for a product of both.
  `insert into order_items (organization_id, order_id, external_id, sku, item_title, price, quantity, product_id, product_created_at)
   select $1, o.id, o.line::text, p.skus[o.at], '', o.total_amount / o.lines, o.total_quantity / o.lines, p.ids[o.at], p.born[o.at]
   from (select array_agg(id order by id) as ids, array_agg(sku order by id) as skus, array_agg(created_at order by id) as born from products where organization_id = $1) p
   cross join lateral (select o.*, line, 1 + (o.n * 7919 + line * 104729) % cardinality(p.ids) as at
     from (select id, total_amount, total_quantity, n, ${linesOf('n')} as lines
       from (select *, row_number() over (order by id) as n from orders where organization_id = $1) r) o
     cross join lateral generate_series(1, o.lines) line) o`,
] as const
/** A rate for each week of the year and each currency but the organization's. */
const rates = `
  insert into exchange_rates (organization_id, into_currency, currency, day, rate)
  select $1, 'USD', c, current_date - 370 + 7 * w, 1 + (w % 10) * 0.0123 + length(c) * 0.01 from unnest($2::text[]) c cross join generate_series(0, 53) w where c <> 'USD'
  on conflict do nothing`

const sold = `o.organization_id = $1 and o.state <> 'cancelled' and o.currency = 'USD' and o.order_date >= $2::date and o.order_date < $3::date + 1`
const lines = 'orders o join order_items i on i.organization_id = o.organization_id and i.order_id = o.id'
const products = `${lines} join products p on p.organization_id = i.organization_id and p.id = i.product_id`
/** What somebody would write by hand over the orders, where no sums are kept. */
const byHand: Readonly<Record<string, string>> = {
  channelSales: `select channel, count(*), sum(total_amount), sum(total_quantity) from orders o where ${sold} group by 1`,
  ordersByDay: `select order_date::date, channel, count(*) from orders o where ${sold} group by 1, 2`,
  skuSales: `select sku, sum(quantity) from ${lines} where ${sold} group by 1 order by 2 desc limit 1000`,
  templateSales: `select template_id, sum(quantity) from ${products} where ${sold} group by 1`,
}

const calls = {
  channelSales: figures.channelSales,
  ordersByDay: figures.ordersByDay,
  salesSummary: figures.salesSummary,
  inventorySignal: figures.inventorySignal,
  templateSales: figures.templateSales,
  attributeSales: figures.attributeSales,
  skuSales: figures.skuSales,
  stockValue: stock.stockValue,
  stockCover: stock.stockCover,
  stockAge: stock.stockAge,
} as const

/** Each figure of the analytics page over a day, 30 days and a year, under filters of few, many and most products, and all of them at once. */
export async function benchFigures(shop: Shop, sizes: readonly number[]): Promise<Row[]> {
  const { connection, organizationId } = shop
  const db = new pg.Client(connection)
  await db.connect()
  const rows: Row[] = []
  const add = (row: Row) => {
    console.error(
      `${row.met === false ? '✗' : '✓'} ${row.benchmark}: ${row.ours}${row.floor && ` beside ${row.floor}`}`,
    )
    rows.push(row)
  }
  try {
    const filters = await filtersOf(db, organizationId)
    for (const size of sizes)
      for (const currencies of [['USD'], ['USD', 'EUR', 'GBP', 'CHF', 'JPY']]) {
        const orders = `${size.toLocaleString('en-US')} orders${currencies.length > 1 ? ` in ${currencies.length} currencies` : ''}`
        console.error(`Filling in ${orders} with their lines…`)
        await fillOrders(db, shop, size, currencies)
        for (const days of [1, 30, 365])
          for (const filter of filters)
            await measure(shop, db, { orders, days, ...filter, isPlain: currencies.length === 1 && !filter.of }, add)
      }
  } finally {
    await db.end()
  }
  return rows
}

async function fillOrders(
  db: pg.Client,
  { connection, organizationId }: Pick<Shop, 'connection' | 'organizationId'>,
  size: number,
  currencies: readonly string[],
): Promise<void> {
  await inBulk(db, ['orders', 'order_items'], async () => {
    await db.query(fill[0], [organizationId, size, currencies])
    await db.query(fill[1], [organizationId])
  })
  await db.query('update organization_counts set orders = $2 where organization_id = $1', [organizationId, size])
  await db.query('vacuum analyze orders, order_items')
  await db.query(rates, [organizationId, currencies])
  await db.query('select rebuild_sales($1)', [organizationId])
  // As they come: day by day.
  await db.query('cluster piece_sums using piece_sums_pkey')
  await db.query('cluster piece_months using piece_months_pkey')
  await db.query('vacuum analyze')
  const database = openPools(connection, 2)
  await keepDays({ database, clock: systemClock, stopping: new AbortController().signal }).finally(() =>
    database.close(),
  )
  await db.query('vacuum analyze day_columns')
}

interface Case {
  orders: string
  days: number
  /** What the filter is called; empty: none. */
  of: string
  filter: { attributes?: string; templateNames?: string[] }
  /** Somebody would write it by hand. */
  isPlain: boolean
}
const names = Object.keys(calls) as (keyof typeof calls)[]

async function measure(
  { server, cookie, organizationId }: Shop,
  db: pg.Client,
  { orders, days, of, filter, isPlain }: Case,
  add: (row: Row) => void,
): Promise<void> {
  const range = lastDays(days, new Date().toISOString().slice(0, 10))
  const query = { ...range, ...filter }
  const what = `${orders}, ${days} days${of && `, ${of}`}`
  const ask = (name: keyof typeof calls) => () => fetched(server.url + addressOf(calls[name], { query }), cookie)
  for (const name of names) {
    const text = isPlain ? byHand[name] : undefined
    const floor = text && (() => db.query(text, [organizationId, range.startDate, range.endDate]))
    const [a, b] = await inTurn(ROUNDS, ask(name), ...(floor ? [floor] : []))
    if (!a) continue
    add({
      benchmark: `${what}, ${name}`,
      ours: `p50 ${ms(a.p50)}, p95 ${ms(a.p95)}`,
      floor: b ? `p50 ${ms(b.p50)} over the orders` : '',
      ratio: b ? (a.p50 / b.p50).toFixed(2) : '',
      goal: '',
    })
  }
  const [page] = await inTurn(ROUNDS, () => Promise.all(names.map((name) => ask(name)())))
  if (page)
    add({
      benchmark: `${what}, the whole page`,
      ours: `p50 ${ms(page.p50)}, p95 ${ms(page.p95)}`,
      floor: '',
      ratio: '',
      goal: `≤ ${GOAL_MS} ms`,
      met: page.p50 <= GOAL_MS,
    })
}

/** None, a value that some products have, the largest template, and all products without that value, as the address holds them. */
async function filtersOf(db: pg.Client, organizationId: number): Promise<Pick<Case, 'of' | 'filter'>[]> {
  const { rows } = await db.query<{ name: string; value: string; products: string }>(
    `select a ->> 'name' as name, a ->> 'value' as value, count(*) as products from products p cross join jsonb_array_elements(p.attributes) a
     where p.organization_id = $1 and a ->> 'value' <> '' group by 1, 2 order by abs(count(*) - 25), 1, 2 limit 1`,
    [organizationId],
  )
  const templates = await db.query<{ name: string; products: string }>(
    `select t.name, count(*) as products from products p join product_templates t on t.organization_id = p.organization_id and t.id = p.template_id
     where p.organization_id = $1 group by 1 order by 2 desc, 1 limit 1`,
    [organizationId],
  )
  const [attribute] = rows
  const [template] = templates.rows
  if (!attribute || !template) throw new Error('The products of the fixture have no attributes.')
  const holding = (action: 'in' | 'not in') =>
    JSON.stringify([{ name: attribute.name, values: [attribute.value], action }])
  return [
    { of: '', filter: {} },
    { of: `${attribute.products} products`, filter: { attributes: holding('in') } },
    { of: `a template of ${template.products}`, filter: { templateNames: [template.name] } },
    { of: 'most products', filter: { attributes: holding('not in') } },
  ]
}
